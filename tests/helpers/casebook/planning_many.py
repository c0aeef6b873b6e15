"""What a case with several targets can demand of their plans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graph_tool_call.plan import PlanRunner

from . import sample
from .planning import PLAN_CHECKS, Planned
from .verify import Check, sentences, verify

Plans = Mapping[str, Planned]


def each(plans: Plans, wanted: Mapping[str, Any]) -> None:
    """Every target's one input comes from the named call, by the named binding."""
    assert {"producer", "binding", "steps_count"} == set(wanted)
    for target, planned in plans.items():
        assert [wanted["producer"], target] == planned.steps
        assert wanted["steps_count"] == len(planned.steps)
        assert [wanted["binding"]] == list(planned.plan.steps[-1].args.values())


def each_by_target(plans: Plans, wanted: Mapping[str, Mapping[str, Any]]) -> None:
    for target, expected in wanted.items():
        verify(plans[target], expected, PLAN_CHECKS)


def unsure(plans: Plans, wanted: Mapping[str, str]) -> None:
    """A number of an order is not its id by name alone: the plan asks, or binds on evidence that is marked as weak.

    Decided: a slot is always right. A binding is right where the record of the field's tag has
    a confidence below one half, so that `explain` and every reader of the artifact can tell.
    """
    planned = next(iter(plans.values()))
    for target, reason in wanted.items():
        assert "low confidence or asked" in reason
        other = Planned(planned.case, planned.collection, target)
        (row,) = [row for row in planned.collection.consumes(target) if row.get("required")]
        asked = [slot["field_name"] for slot in other.synthesis["user_input_slots"]]
        said = [planned.collection.artifact["provenance"][index] for index in row.get("why", ())]
        assert asked == [row["name"]] or [opinion for opinion in said if opinion["confidence"] < 0.5]


def sent_as_lists(plans: Plans, _wanted: str) -> None:
    """What a tool is called with is a list, also where the answer has one element."""
    for target, planned in plans.items():
        collection = planned.collection
        calls: list[dict[str, Any]] = []

        def call_tool(name: str, args: dict[str, Any]) -> Any:
            calls.append(args)  # noqa: B023 - used within the loop
            return sample.body(collection.produces(collection.operations[name]))  # noqa: B023

        assert PlanRunner(call_tool).run(planned.plan).ok
        (values,) = [list(calls[-1].values())]
        assert [list] == [type(value) for value in values], target


MANY_CHECKS: Mapping[str, Check[Plans]] = {
    "each": each,
    "plans": each_by_target,
    "rule": sentences("rule", {"array, never a bare scalar": sent_as_lists}),
    "unsure": unsure,
}
