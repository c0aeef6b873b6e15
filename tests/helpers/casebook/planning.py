"""What cases of kind `plan` can demand of a plan.

Cases write `items.0` for "an element of the list", also where the target changes something;
so the plans are made with `choose="first"`, and with `user_input="always"`, as the layers do
that talk to a person. A case with `after` has run that creating operation on purpose: its
plan is made with `mutating_producers="fresh"`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from graph_tool_call.plan import PathSynthesizer, Plan, PlanStep

from .collection import Collection
from .load import Case
from .paths import dotted, row_steps, value_at
from .verify import Check

PLAN_INPUTS = {"after", "also", "known", "target", "targets", "time_limit_s"}
_PREFIX = re.compile(r"(s\d+)\.(.+)")
_GROUPS = ("path", "query", "header", "cookie", "body")
_MISSING = object()


class Planned:
    """One plan of a case."""

    def __init__(self, case: Case, collection: Collection, target: str) -> None:
        self.case = case
        self.collection = collection
        self.target = target
        self.known = case.input.get("known") or {}

    @cached_property
    def plan(self) -> Plan:
        """The plan for the case's target."""
        return self.synthesizer(choose="first").synthesize(
            target=self.collection.names[self.target], entities=self.known
        )

    def synthesizer(self, **options: Any) -> PathSynthesizer:
        """A synthesizer for the case; *options* as in its constructor."""
        mutating = "fresh" if "after" in self.case.input else "declared"
        return PathSynthesizer(self.collection.graph, user_input="always", mutating_producers=mutating, **options)

    @property
    def steps(self) -> list[str]:
        """What is called, as `METHOD /path`."""
        return [self.collection.operations[step.tool] for step in self.plan.steps]

    @property
    def synthesis(self) -> Mapping[str, Any]:
        """What the plan says of itself."""
        found: Mapping[str, Any] = self.plan.metadata["synthesis"]
        return found

    def step_of(self, operation: str) -> PlanStep:
        """The one step that calls *operation*."""
        (step,) = [step for step in self.plan.steps if self.collection.operations[step.tool] == operation]
        return step

    def argument(self, path: str, default: Any = _MISSING) -> Any:
        """The argument at *path* of the last step, or of the step that the path begins with."""
        prefixed = _PREFIX.fullmatch(path)
        steps = {step.id: step for step in self.plan.steps}
        step, rest = (steps[prefixed[1]], prefixed[2]) if prefixed else (self.plan.steps[-1], path)
        for args in (step.args, *(step.args.get(group) for group in _GROUPS)):
            try:
                return value_at(args, rest)
            except (LookupError, TypeError, ValueError):
                continue
        assert default is not _MISSING, f"no argument {path} in {step.args}"
        return default


def steps(planned: Planned, wanted: Sequence[str]) -> None:
    assert list(wanted) == planned.steps


def steps_any_order(planned: Planned, wanted: Sequence[Sequence[str]]) -> None:
    """One list of calls in any order, all before the last step and nothing else."""
    assert sorted(planned.steps[:-1]) in [sorted(group) for group in wanted]


def last(planned: Planned, wanted: str) -> None:
    assert wanted == planned.steps[-1]


def bindings(planned: Planned, wanted: Mapping[str, Any]) -> None:
    assert wanted == {path: planned.argument(path, None) for path in wanted}


def bindings_any_of(planned: Planned, wanted: Mapping[str, Sequence[str]]) -> None:
    """`[${…}]` is a list that holds the binding."""
    for path, texts in wanted.items():
        options = [[text[1:-1]] if text.startswith("[") else text for text in texts]
        assert planned.argument(path) in options


def bindings_by_producer(planned: Planned, wanted: Mapping[str, str]) -> None:
    """`GET /teams → items.0.teamId`: the binding reads that place of that call's answer."""
    for path, source in wanted.items():
        operation, _, place = source.partition(" → ")
        assert f"${{{planned.step_of(operation).id}.{place}}}" == planned.argument(path)


def ask(planned: Planned, wanted: Sequence[str]) -> None:
    slots = planned.synthesis["user_input_slots"]
    assert sorted(wanted) == sorted(slot["field_name"] for slot in slots)
    for slot in slots:
        step = next(step for step in planned.plan.steps if step.id == slot["step_id"])
        assert "${user_input." + slot["field_name"] + "}" in json.dumps(step.args, ensure_ascii=False)


def ask_distinct(planned: Planned, wanted: int) -> None:
    """So many questions, whatever their names, no two of one name, and each answer has a place of its own."""
    names = [slot["field_name"] for slot in planned.synthesis["user_input_slots"]]
    assert wanted == len(names) == len(set(names))
    sent = json.dumps([step.args for step in planned.plan.steps], ensure_ascii=False)
    assert [] == [name for name in names if sent.count("${user_input." + name + "}") != 1]


def never_calls(planned: Planned, wanted: Sequence[str]) -> None:
    assert set() == set(wanted) & set(planned.steps)


def unbound(planned: Planned, wanted: Sequence[str]) -> None:
    assert [] == [name for name in wanted if planned.argument(name, None) is not None]


def first_step_unbound(planned: Planned, wanted: Sequence[str]) -> None:
    assert [] == [name for name in wanted if planned.argument(f"s1.{name}", None) is not None]


def args(planned: Planned, wanted: Mapping[str, Any]) -> None:
    assert wanted == {name: planned.argument(name, None) for name in wanted}


def invents_nothing(planned: Planned, wanted: Sequence[str]) -> None:
    """Each name is asked for, or not sent at all."""
    sent = {name: planned.argument(name, None) for name in wanted}
    assert {} == {name: value for name, value in sent.items() if value not in (None, "${user_input." + name + "}")}


def auth(planned: Planned, wanted: Sequence[str]) -> None:
    """Credentials are listed for the adapter, and stand nowhere else."""
    assert sorted(wanted) == sorted({row["name"] for row in planned.synthesis["auth"]})
    assert [] == [name for name in wanted if planned.argument(name, None) is not None]


def paging(planned: Planned, wanted: Mapping[str, Mapping[str, str]]) -> None:
    """The contract knows which input turns pages, and where the answer has its next value."""
    for operation, facts in wanted.items():
        contract = planned.collection.tool(operation)["metadata"]["api_contract"]
        assert facts["param"] == contract["result"]["paging"]["param"]
        assert dotted(facts["next"]) == row_steps(contract["result"]["paging"]["next"])


def same_result_for_reversed_paths(planned: Planned, wanted: bool) -> None:
    """The document with its paths in the opposite order gives the same plan."""
    document = json.loads(planned.case.spec.read_bytes())
    document["paths"] = dict(reversed(document["paths"].items()))
    other = Planned(planned.case, Collection(planned.case, document), planned.target)
    assert wanted is (planned.plan.to_dict() == other.plan.to_dict())


def confidence(planned: Planned, wanted: str) -> None:
    """Low: the pick is marked as an assumption; and a caller who doesn't take the first is offered the list.

    Which of both happens is `choose`: this asks for the question too, with the producer and
    the place of the codes.
    """
    assert wanted.startswith("low")
    taken = {assumption["field_name"] for assumption in planned.synthesis["assumptions"]}
    asked = planned.synthesizer(choose="ask").synthesize(
        target=planned.collection.names[planned.target], entities=planned.known
    )
    slots = asked.metadata["synthesis"]["user_input_slots"]
    assert {"dynamic_option_required"} == {slot["reason"] for slot in slots if slot["field_name"] in taken}
    assert taken == {slot["field_name"] for slot in slots} != set()


def options_from(planned: Planned, wanted: str) -> None:
    """`GET /currencies → [].code`: the one slot names that call and that place."""
    operation, _, place = wanted.partition(" → ")
    (slot,) = planned.synthesis["user_input_slots"]
    assert operation == planned.collection.operations[slot["options"]["producer"]]
    assert dotted(place) == row_steps(slot["options"]["options_path"])


PLAN_CHECKS: Mapping[str, Check[Planned]] = {
    "args": args,
    "ask": ask,
    "ask_distinct": ask_distinct,
    "auth": auth,
    "bindings": bindings,
    "bindings_any_of": bindings_any_of,
    "bindings_by_producer": bindings_by_producer,
    "confidence": confidence,
    "invents_nothing": invents_nothing,
    "last": last,
    "never_calls": never_calls,
    "options_from": options_from,
    "paging": paging,
    "s1_unbound": first_step_unbound,
    "same_result_for_reversed_paths": same_result_for_reversed_paths,
    "steps": steps,
    "steps_any_order": steps_any_order,
    "unbound": unbound,
}


def planned_each(case: Case, targets: Iterable[str]) -> dict[str, Planned]:
    """One plan for each target, over one collection."""
    collection = Collection(case)
    return {target: Planned(case, collection, target) for target in targets}
