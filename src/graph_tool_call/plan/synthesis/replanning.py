"""Another plan for the rest of a run, when a tool has failed: without it, and from what finished steps gave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol

import attrs

from ...model import Plan, PlanStep
from ..binding.bindings import references_in
from ..binding.checks import needs_of
from ..binding.expression import Every, Reference, parse
from ..problem.failures import PlanSynthesisError
from ..problem.given import Bound
from ..running.repair import SHAPE_REASONS, RepairPlan, StepFailureReport, blamed_tool
from ..write.assemble import plan_id
from ..write.origins import Origin, leaves, origin_at, origins_of, renamed

#: Prefix of the ids by which a new plan names finished steps of the old one, before they are put together.
_DONE: Final = "done-"


class _Synthesizer(Protocol):
    def synthesize(
        self, *, target: str, entities: Any = None, goal: str = "", exclude_tools: set[str] | None = None, **more: Any
    ) -> Plan: ...


def resynthesize(synthesizer: _Synthesizer) -> RepairPlan:
    """A repair that plans again without the tools that failed.

    It starts from the same input context and from what finished steps gave: their values
    fill inputs, and their calls are not made again. The target itself is never replaced:
    where it is what failed, there is no other plan. Nor is there one where a list was
    empty or had no such element: another list would have something else.
    """

    def repair(report: StepFailureReport) -> Plan | None:
        target = _target(report.plan)
        blamed = blamed_tool(report.plan, report.step, report.failure)
        answered = report.failure.kind == "binding" and report.failure.reason not in SHAPE_REASONS
        if not target or answered or target in {blamed, *report.failed_tools}:
            return None
        found = found_values(report, blamed)
        for values in ([found] if found else []) + [{}]:
            plan = _planned(synthesizer, report, target, values)
            if plan is not None:
                return with_finished(report.plan, plan)
        return None

    return repair


def _planned(
    synthesizer: _Synthesizer, report: StepFailureReport, target: str, found: Mapping[str, Bound]
) -> Plan | None:
    more: dict[str, Any] = {"found": dict(found)} if found else {}
    fan_out = _synthesis(report.plan).get("fan_out")
    if isinstance(fan_out, Mapping):
        more["foreach"] = str(fan_out.get("field_name", ""))
    try:
        return synthesizer.synthesize(
            target=target,
            entities=dict(report.input_context),
            goal=report.plan.goal,
            exclude_tools=set(report.failed_tools),
            **more,
        )
    except PlanSynthesisError:
        return None


def found_values(report: StepFailureReport, blamed: str) -> dict[str, Bound]:
    """What finished steps gave, by the tag or name of the input that took it, as bindings of those steps.

    Where two inputs of one tag took different values, neither is told: they are two roles.
    """
    steps = {step.id: step for step in report.plan.steps}
    found: dict[str, Bound] = {}
    unsure: set[str] = set()
    for row in _synthesis(report.plan).get("selected_producers", ()):
        consumer = steps.get(str(row.get("step_id")))
        reference = None if consumer is None else _taken(consumer, str(row.get("field_name")))
        if reference is None or reference.root not in report.done or steps[reference.root].tool == blamed:
            continue
        key = str(row.get("semantic_tag") or row.get("field_name"))
        value = Bound(Reference(_DONE + reference.root, reference.segments))
        if found.setdefault(key, value) != value:
            unsure.add(key)
    return {key: value for key, value in found.items() if key not in unsure}


def _taken(step: PlanStep, field: str) -> Reference | None:
    """The binding of one value that *field* of *step* takes."""
    for name, value in _leaves(step.args):
        whole = parse(value).whole if name == field else None
        if whole is not None and not any(isinstance(segment, Every) for segment in whole.segments):
            return whole
    return None


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, Mapping):
        for key, member in value.items():
            yield from _leaves(member, str(key))
    elif isinstance(value, (list, tuple)):
        for member in value:
            yield from _leaves(member, name)


def with_finished(old: Plan, new: Plan) -> Plan:
    """*new* behind the finished steps of *old* that it reads; equal calls become one."""
    before = _needed(old, {_old_id(reference) for step in new.steps for reference in _read(step)} - {""})
    if not before:
        return new
    names = {step.id: f"s{number}" for number, step in enumerate(before, 1)}
    steps = [_moved(step, names) for step in before]
    known = {_content(step): step.id for step in steps}
    moved = {_DONE + step_id: name for step_id, name in names.items()}
    for step in new.steps:
        here = attrs.evolve(_moved(step, moved), id=f"s{len(steps) + 1}")
        moved[step.id] = known.get(_content(here), here.id)
        if moved[step.id] == here.id:
            steps.append(here)
    final = {step.id: moved[step.id] for step in new.steps}
    metadata = _renamed_rows(new.metadata, final)
    if isinstance(metadata.get("synthesis"), dict):
        metadata["synthesis"]["origins"] = _origins(old, new, names, moved)
    return Plan(
        id=plan_id(new.goal, steps),
        goal=new.goal,
        steps=steps,
        output_binding=str(_renamed(new.output_binding, final)),
        metadata=metadata,
    )


def _origins(old: Plan, new: Plan, names: Mapping[str, str], moved: Mapping[str, str]) -> dict[str, dict[str, Origin]]:
    """Where the arguments of both plans' steps come from; a finished step's value comes from where it came before."""
    before, after = origins_of(old.metadata), origins_of(new.metadata)
    found: dict[str, dict[str, Origin]] = {
        names[step]: {path: renamed(origin, names) for path, origin in rows.items()}
        for step, rows in before.items()
        if step in names
    }
    was = {
        Reference(_DONE + reference.root, reference.segments): renamed(origin_at(before.get(step.id, {}), path), names)
        for step in old.steps
        for path, reference in _bound(step)
    }
    for step in new.steps:
        rows: dict[str, Origin] = {path: renamed(origin, moved) for path, origin in after.get(step.id, {}).items()}
        rows |= {path: was[reference] for path, reference in _bound(step) if was.get(reference)}
        found.setdefault(moved[step.id], rows)
    return found


def _bound(step: PlanStep) -> Iterator[tuple[str, Reference]]:
    """Dotted paths of the arguments that are one binding, or a list of one, with that binding."""
    for path, value in leaves(step.args):
        text = value[0] if isinstance(value, list) and len(value) == 1 else value
        whole = parse(text).whole if isinstance(text, str) else None
        if whole is not None:
            yield ".".join(path), whole


def _needed(plan: Plan, ids: set[str]) -> list[PlanStep]:
    """The steps of those ids and all that they depend on, in plan order."""
    by_id = {step.id: step for step in plan.steps}
    wanted, waiting = set(), list(ids)
    while waiting:
        at = waiting.pop()
        if at not in wanted:
            wanted.add(at)
            waiting += needs_of(by_id[at])
    return [step for step in plan.steps if step.id in wanted]


def _read(step: PlanStep) -> Iterator[Reference]:
    yield from references_in([step.args, step.foreach])


def _old_id(reference: Reference) -> str:
    return reference.root.removeprefix(_DONE) if reference.root.startswith(_DONE) else ""


def _content(step: PlanStep) -> str:
    return str([step.tool, step.args, step.foreach])


def _moved(step: PlanStep, names: Mapping[str, str]) -> PlanStep:
    """*step* under its new name, with what it reads renamed."""
    read = [names[reference.root] for reference in _read(step) if reference.root in names]
    depends = dict.fromkeys((*(names.get(name, name) for name in step.depends_on), *read))
    return attrs.evolve(
        step,
        id=names.get(step.id, step.id),
        args=_renamed(step.args, names),
        foreach=_renamed(step.foreach, names),
        depends_on=sorted(depends, key=lambda name: (len(name), name)),
    )


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """*value* with the roots of its bindings renamed."""
    if isinstance(value, str):
        parts = parse(value).parts
        texts = (part.replace("${", "$${") if isinstance(part, str) else str(part.renamed(names)) for part in parts)
        return "".join(texts)
    if isinstance(value, Mapping):
        return {key: _renamed(member, names) for key, member in value.items()}
    return [_renamed(member, names) for member in value] if isinstance(value, (list, tuple)) else value


def _renamed_rows(value: Any, names: Mapping[str, str]) -> Any:
    """Metadata with the ids of its steps renamed."""
    if isinstance(value, Mapping):
        return {
            key: names.get(member, member) if key == "step_id" else _renamed_rows(member, names)
            for key, member in value.items()
        }
    return [_renamed_rows(member, names) for member in value] if isinstance(value, (list, tuple)) else value


def _synthesis(plan: Plan) -> Mapping[str, Any]:
    found = plan.metadata.get("synthesis")
    return found if isinstance(found, Mapping) else {}


def _target(plan: Plan) -> str:
    return str(_synthesis(plan).get("target") or plan.metadata.get("target") or "")
