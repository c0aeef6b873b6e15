"""Lists inside lists: an element is searched in all that its list lies in, or in the one that was named."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import consume, planner, produce, tool

from graph_tool_call.model import Plan
from graph_tool_call.plan import PlanRunner, PlanSynthesisError

WEATHER = tool("weather", [consume("cityId", "city_id", location="path")], path="/cities/{cityId}/weather")
CLOSE = tool("close", [consume("cityId", "city_id", location="path")], path="/cities/{cityId}", method="delete")


def countries(list_path: str = "$[*]", **more: Any) -> dict[str, Any]:
    """`GET /countries`, with the cities of each."""
    listed = tool(
        "countries",
        [],
        [
            produce(f"{list_path}.code", "country_code"),
            produce(f"{list_path}.title"),
            produce(f"{list_path}.cities[*].id", "city_id", resource="city"),
            produce(f"{list_path}.cities[*].name"),
        ],
    )
    listed["metadata"]["ai_metadata"] = {"primary_resource": "country"} | more
    return listed


WORLD = [
    {"code": "SE", "title": "Sweden", "cities": [{"id": "c1", "name": "Lund"}, {"id": "c2", "name": "Oslo"}]},
    {"code": "XX", "title": "Nowhere"},
    {"code": "NO", "title": "Norway", "cities": [{"id": "c3", "name": "Oslo"}, {"id": "c4", "name": "Bergen"}]},
]


def planned(target: dict[str, Any], listed: dict[str, Any], **entities: Any) -> Plan:
    return planner(target, listed).synthesize(target=target["name"], entities=entities)


def called(plan: Plan, answer: Any) -> Any:
    """The city that the target is called with, or the trace of a run that did not come so far."""
    calls: list[Any] = []

    def call_tool(name: str, args: dict[str, Any]) -> Any:
        calls.append((name, args))
        return answer if name == "countries" else {}

    tools = {t["name"]: t for t in (WEATHER, CLOSE, countries())}
    trace = PlanRunner(call_tool, tools=tools).run(plan)
    return calls[-1][1]["cityId"] if trace.ok else trace


@pytest.mark.parametrize(
    ("entities", "binding", "city"),
    [
        ({"name": "Bergen"}, "${s1.*.cities[?name == 'Bergen'].id}", "c4"),
        ({"city_name": "Bergen"}, "${s1.*.cities[?name == 'Bergen'].id}", "c4"),
        ({"cityName": "Bergen"}, "${s1.*.cities[?name == 'Bergen'].id}", "c4"),
        (
            {"country_code": "NO", "name": "Oslo"},
            "${s1[?code == 'NO'].cities[?name == 'Oslo'].id}",
            "c3",
        ),
        ({"code": "NO", "name": "Oslo"}, "${s1[?code == 'NO'].cities[?name == 'Oslo'].id}", "c3"),
        (
            {"country_title": "Norway", "city_name": "Oslo"},
            "${s1[?title == 'Norway'].cities[?name == 'Oslo'].id}",
            "c3",
        ),
        ({"country_code": "NO"}, "${s1[?code == 'NO'].cities.0.id}", "c3"),
    ],
)
def test_what_is_given_says_which(entities: dict[str, Any], binding: str, city: str) -> None:
    """A name looks in every country, and a country's code in that one; countries without cities are passed over."""
    plan = planned(WEATHER, countries(), **entities)

    assert binding == plan.steps[-1].args["cityId"]
    assert city == called(plan, WORLD)


def test_below_an_envelope() -> None:
    """The same where the outer list lies in an envelope."""
    plan = planned(WEATHER, countries("$.data.rows[*]"), name="Bergen", country_code="NO")

    assert "${s1.data.rows[?code == 'NO'].cities[?name == 'Bergen'].id}" == plan.steps[-1].args["cityId"]
    assert "c4" == called(plan, {"data": {"rows": WORLD}})


def test_only_one_of_all_lists_may_be_changed() -> None:
    """A city that two countries have is not closed, the one that only one has is, and that of a named country, too."""
    twice = called(planned(CLOSE, countries(), city_name="Oslo"), WORLD)

    assert "choice_required" == twice.status
    assert "c4" == called(planned(CLOSE, countries(), city_name="Bergen"), WORLD)
    assert "c3" == called(planned(CLOSE, countries(), country_code="NO", city_name="Oslo"), WORLD)


def test_a_country_alone_says_no_city() -> None:
    """A change is not made to the first city of the country that was named."""
    with pytest.raises(PlanSynthesisError) as caught:
        planned(CLOSE, countries(), country_code="NO")

    assert "dynamic_option_required" == caught.value.reason


def test_both_keys_are_told_as_what_chose() -> None:
    """The origin of the value names the fields and keys of both lists."""
    plan = planned(WEATHER, countries(), country_code="NO", city_name="Oslo")

    origin = plan.metadata["synthesis"]["origins"]["s2"]["cityId"]
    by = [{"field": "code", "key": "country_code"}, {"field": "name", "key": "city_name"}]
    assert ("looked_up", by) == (origin["how"], origin["by"])
    assert "unread" not in plan.metadata["synthesis"]


def test_a_foreign_key_beside_a_name() -> None:
    """In a list of members, which are no users, a user's name is not the member's."""
    listed = countries()
    rows = listed["metadata"]["api_contract"]["produces"]
    rows[2]["path"] = rows[2]["json_path"] = "$[*].mayors[*].id"
    rows[3]["path"] = rows[3]["json_path"] = "$[*].mayors[*].name"

    assert "Oslo" not in planned(WEATHER, listed, city_name="Oslo").steps[-1].args["cityId"]
