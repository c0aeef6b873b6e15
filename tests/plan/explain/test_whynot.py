"""Why a producer was not chosen: each verdict on the smallest graph that gives it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hand_made import consume, planner, produce, tool

from graph_tool_call.plan import PlanSynthesisError
from graph_tool_call.plan.explain.whynot import VERDICTS

GET = tool("get", [consume("petId", "pet_id", location="path")], path="/pets/{petId}")
PETS = tool("pets", [], [produce("$[*].id", "pet_id")])


def verdict(*tools: dict[str, Any], producer: str = "other", field: str = "petId", **options: Any) -> Any:
    wanted = {name: options.pop(name) for name in ("entities", "exclude_tools", "goal") if name in options}
    return planner(*tools, **options).explain("get", field, producer, **wanted)


def other(*produces: Any, consumes: Any = (), **more: Any) -> dict[str, Any]:
    return tool("other", consumes, produces, **more)


def test_the_chosen_one() -> None:
    """The plan takes the value from it."""
    found = verdict(GET, PETS, producer="pets")

    assert ("chosen", "pets", "$[*].id") == (found.verdict, found.chosen["producer"], found.chosen["path"])


def test_a_dearer_one_says_by_how_much_and_why() -> None:
    """The plan that uses it is compared with the best, part by part."""
    found = verdict(
        GET,
        PETS,
        other(produce("$.id", "pet_id"), consumes=[consume("shelterId", "shelter_id")]),
        tool("shelters", [], [produce("$[*].id", "shelter_id")]),
    )

    # One more call; the choice of an element moves from pets to shelters.
    assert ("costs_more", 1.0) == (found.verdict, found.extra_cost)
    assert found.extra_cost == pytest.approx(sum(part.amount for part in found.costs))
    assert [("petId", "pets", "other")] == [
        (d.field, d.best["producer"], d.other["producer"]) for d in found.differences
    ]
    assert "pets" == found.chosen["producer"]
    assert "calls +1.00" in found.message


def test_one_that_is_as_good() -> None:
    """Equal costs: the name decides, and the verdict says so."""
    assert "as_good" == verdict(GET, PETS, tool("zoo", [], [produce("$[*].id", "pet_id")]), producer="zoo").verdict


@pytest.mark.parametrize(
    ("entities", "row", "code"),
    [
        ({"petId": "7"}, {}, "given"),
        ({}, {"kind": "context"}, "context"),
        ({}, {"const": "x"}, "fixed"),
        ({}, {"enum": ["a", "b"]}, "choice"),
        ({}, {"role": "search"}, "steering"),
        ({}, {"kind": "auth"}, "credential"),
        ({}, {"required": False, "location": "query"}, "optional"),
    ],
)
def test_fields_that_nobody_looks_up(entities: Any, row: Any, code: str) -> None:
    """The field itself has no need of a producer."""
    target = tool("get", [consume("petId", "pet_id", location="path") | row])

    assert (
        code
        == verdict(target, other(produce("$.id", "pet_id")), entities=entities, context_defaults={"petId": "c"}).verdict
    )


def test_the_target_itself() -> None:
    """Its answer comes too late."""
    assert "own_answer" == verdict(GET, PETS, producer="get").verdict


def test_an_excluded_one() -> None:
    """The caller's word."""
    assert "excluded" == verdict(GET, PETS, producer="pets", exclude_tools={"pets"}).verdict


def test_one_that_gives_something_else() -> None:
    """Typed out: what is wanted, and what is there."""
    found = verdict(GET, PETS, other(produce("$.id", "owner_id")))

    assert ("not_produced", "pet_id", ["owner_id"]) == (
        found.verdict,
        found.details["wants_tag"],
        found.details["has_tags"],
    )


def test_one_with_the_name_of_something_else() -> None:
    """The name is the same, the tag is not."""
    found = verdict(GET, PETS, other(produce("$.petId", "toy_id")))

    assert ("other_tag", ["toy_id"]) == (found.verdict, found.details["has_tags"])


def test_one_of_a_type_that_cannot_be_sent() -> None:
    """An object is no text."""
    found = verdict(GET, PETS, other(produce("$.pet", "pet_id", field_type="object")))

    assert ("incompatible_type", ["object"]) == (found.verdict, found.details["has_types"])


@pytest.mark.parametrize(
    ("row", "code"), [({"never_from": ["other"]}, "never_by_caller"), ({"fed_by": ["pets"]}, "caller_chose")]
)
def test_one_that_annotations_rule_out(row: Any, code: str) -> None:
    """The caller's own word on producers."""
    target = tool("get", [consume("petId", "pet_id", location="path") | row], path="/pets/{petId}")

    assert code == verdict(target, PETS, other(produce("$.id", "pet_id"))).verdict


def test_one_that_takes_what_it_would_give() -> None:
    """The echo guard."""
    echo = other(produce("$.id", "pet_id"), consumes=[consume("petId", "pet_id", location="path")])

    assert "needs_it_itself" == verdict(GET, PETS, echo).verdict


@pytest.mark.parametrize(
    ("mode", "code"), [("declared", "changes_state"), ("never", "changes_state"), ("allow", "costs_more")]
)
def test_one_that_changes_something(mode: str, code: str) -> None:
    """Unsafe, unless the caller allows it."""
    found = verdict(GET, PETS, other(produce("$.id", "pet_id"), method="post"), mutating_producers=mode)

    assert code == found.verdict


CYCLE = (
    other(produce("$.id", "pet_id"), consumes=[consume("toyId", "toy_id")]),
    tool("toys", [consume("shelfId", "shelf_id")], [produce("$.id", "toy_id")]),
    tool("shelves", [consume("toyId", "toy_id")], [produce("$.id", "shelf_id")]),
)


def test_one_in_a_cycle() -> None:
    """What it needs leads back to itself; the chain is told in order."""
    found = verdict(GET, PETS, *CYCLE)

    assert ("cycle", ["get", "other", "toys", "shelves", "toys"]) == (found.verdict, found.details["chain"])


def test_one_beyond_the_depth() -> None:
    """What it needs lies deeper than the limit."""
    deep = (
        other(produce("$.id", "pet_id"), consumes=[consume("toyId", "toy_id")]),
        tool("toys", [], [produce("$.id", "toy_id")]),
    )

    assert "max_depth" == verdict(GET, PETS, *deep, max_depth=1).verdict


def test_one_that_lacks_a_value() -> None:
    """Something it needs has no source, and nobody may be asked."""
    found = verdict(GET, PETS, other(produce("$.id", "pet_id"), consumes=[consume("word")]), user_input="never")

    assert ("cannot_be_called", ["word"]) == (found.verdict, found.details["lacks"])


def test_fields_are_found_by_name_path_and_tag() -> None:
    """Unknown fields and tools are errors with near names."""
    assert {"chosen"} == {verdict(GET, PETS, producer="pets", field=f).verdict for f in ("petId", "pet_id", "pet-id")}
    with pytest.raises(PlanSynthesisError) as caught:
        verdict(GET, PETS, producer="pets", field="petIt")
    assert ("unknown_field", ["petId"]) == (caught.value.reason, caught.value.to_dict()["near"])
    with pytest.raises(PlanSynthesisError) as caught:
        verdict(GET, PETS, producer="pet")
    assert "unknown_target" == caught.value.reason


def test_verdicts_are_data_without_values() -> None:
    """JSON, a documented code, a message, and no value of an entity."""
    found = verdict(GET, PETS, producer="pets", entities={"petId": "S-SECRET"})
    told = json.dumps(found.to_dict())

    assert found.verdict in VERDICTS
    assert ("SECRET" in told, "petId" in found.message) == (False, True)
