"""Lists inside lists: an element is searched in all that its list lies in, or in the one that was named."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, document, query

from graph_tool_call import ToolGraph
from graph_tool_call.model import Plan
from graph_tool_call.plan import PathSynthesizer, PlanRunner

pytestmark = pytest.mark.bundled

WORLD = [
    {"code": "SE", "title": "Sweden", "cities": [{"id": "c1", "name": "Lund"}, {"id": "c2", "name": "Oslo"}]},
    {"code": "XX", "title": "Nowhere"},
    {"code": "NO", "title": "Norway", "cities": [{"id": "c3", "name": "Oslo"}, {"id": "c4", "name": "Bergen"}]},
]


def listed(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object", "properties": properties}}


def graph() -> ToolGraph:
    """Countries with the cities of each, and what is done with one city."""
    text = {"type": "string"}
    countries = listed(code=text, title=text, cities=listed(id=text, name=text))
    of_city = {"parameters": [query("cityId", location="path")]}
    return ToolGraph.from_openapi(
        document(
            {
                "/countries": {"get": {"operationId": "countries", **answers(countries)}},
                "/cities/{cityId}/weather": {"get": {"operationId": "weather", **of_city, **answers(listed(at=text))}},
                "/cities/{cityId}": {"delete": {"operationId": "close", **of_city, "responses": {"204": {}}}},
            }
        )
    )


def planned(target: str, **entities: Any) -> Plan:
    return PathSynthesizer(graph()).synthesize(target=target, entities=entities)


def called(plan: Plan) -> Any:
    """The city that the target is called with, or the trace of a run that did not come so far."""
    calls: list[Any] = []

    def call_tool(name: str, args: dict[str, Any]) -> Any:
        calls.append((name, args))
        return WORLD if name == "countries" else {}

    trace = PlanRunner(call_tool, tools=graph().tools).run(plan)
    return calls[-1][1]["cityId"] if trace.ok else trace


@pytest.mark.parametrize(
    ("entities", "binding", "city"),
    [
        ({"name": "Bergen"}, "${s1.*.cities[?name == 'Bergen'].id}", "c4"),
        ({"cityName": "Bergen"}, "${s1.*.cities[?name == 'Bergen'].id}", "c4"),
        ({"country_code": "NO", "name": "Oslo"}, "${s1[?code == 'NO'].cities[?name == 'Oslo'].id}", "c3"),
        (
            {"country_title": "Norway", "city_name": "Oslo"},
            "${s1[?title == 'Norway'].cities[?name == 'Oslo'].id}",
            "c3",
        ),
    ],
)
def test_what_is_given_says_which(entities: dict[str, Any], binding: str, city: str) -> None:
    """A name looks in every country, and a country's code in that one; countries without cities are passed over."""
    plan = planned("weather", **entities)

    assert binding == plan.steps[-1].args["cityId"]
    assert city == called(plan)


def test_only_one_of_all_lists_may_be_changed() -> None:
    """A city that two countries have is not closed, the one that only one has is, and that of a named country, too."""
    twice = called(planned("close", city_name="Oslo"))

    assert "choice_required" == twice.status
    assert "c4" == called(planned("close", city_name="Bergen"))
    assert "c3" == called(planned("close", country_code="NO", city_name="Oslo"))


def test_both_keys_are_told_as_what_chose() -> None:
    """The origin of the value names the fields and keys of both lists."""
    plan = planned("weather", country_code="NO", city_name="Oslo")

    origin = plan.metadata["synthesis"]["origins"]["s2"]["cityId"]
    by = [{"field": "code", "key": "country_code"}, {"field": "name", "key": "city_name"}]
    assert ("looked_up", by) == (origin["how"], sorted(origin["by"], key=lambda row: row["field"]))
    assert "unread" not in plan.metadata["synthesis"]
