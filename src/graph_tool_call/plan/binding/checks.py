"""What is looked at before a plan runs: whether it can, and which inputs it lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model import Plan, PlanStep
from ..errors import BindingError, BindingSyntaxError
from .bindings import references_in, steps_read_by
from .expression import INPUT_ROOTS, ITEM_ROOT, Key, Reference, path_text
from .resolve import read
from .scope import Scope


def plan_problems(plan: Plan, tools: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Why *plan* cannot run, one line each; with *tools*, each step's tool must be among them."""
    problems: list[str] = []
    before: set[str] = set()
    ids = [step.id for step in plan.steps]
    for step in plan.steps:
        problems += _step_problems(step, before, ids)
        if tools is not None and step.tool not in tools:
            problems.append(f"step {step.id}: there is no tool '{step.tool}'")
        before.add(step.id)
    problems += _reading_problems("output_binding", plan.output_binding, before, ids)
    return tuple(problems)


def _step_problems(step: PlanStep, before: set[str], ids: list[str]) -> list[str]:
    problems = []
    if step.id in before:
        problems.append(f"step {step.id}: the id occurs twice")
    if not step.id or step.id in (*INPUT_ROOTS, ITEM_ROOT):
        problems.append(f"step {step.id!r}: not an id for a step; {', '.join((*INPUT_ROOTS, ITEM_ROOT))} are taken")
    later = [needed for needed in step.depends_on if needed not in before]
    problems += [f"step {step.id}: depends on {needed}, which {_where(needed, ids)}" for needed in later]
    for place, value in (("args", step.args), ("foreach", step.foreach)):
        problems += _reading_problems(f"step {step.id}: {place}", value, before, ids)
    return problems


def _reading_problems(place: str, value: Any, before: set[str], ids: list[str]) -> list[str]:
    try:
        read_steps = steps_read_by(value)
    except BindingSyntaxError as error:
        return [f"{place}: {error}"]
    return [f"{place}: reads {step}, which {_where(step, ids)}" for step in read_steps if step not in before]


def _where(step_id: str, ids: list[str]) -> str:
    return "comes no earlier" if step_id in ids else "is no step of this plan"


def missing_inputs(plan: Plan, input_context: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every input that *plan* reads and *input_context* lacks, once each, in plan order.

    Each has `field_name`, `binding`, `step_id` and `tool`, and what the plan's slot for it
    says (`metadata.synthesis.user_input_slots`).
    """
    slots = _slots(plan)
    readers = [(step.id, step.tool, [step.foreach, step.args]) for step in plan.steps]
    found: dict[str, dict[str, Any]] = {}
    for step_id, tool, value in (*readers, ("", "", plan.output_binding)):
        for reference in references_in(value):
            name = input_name(reference)
            if reference.root in INPUT_ROOTS and name not in found and _is_missing(reference, input_context):
                known = slots.get((step_id, name)) or slots.get(("", name)) or {}
                own = {"field_name": name, "step_id": step_id, "tool": tool, "binding": str(reference)}
                found[name] = {**known, **own}
    return list(found.values())


def input_name(reference: Reference) -> str:
    """What an input is called: a name as it is, whatever characters it has; below a name, the path."""
    first = reference.segments[0] if len(reference.segments) == 1 else None
    return first.name if isinstance(first, Key) else path_text(reference.segments)


def _is_missing(reference: Reference, input_context: Mapping[str, Any]) -> bool:
    try:
        read(reference, Scope(input_context=input_context))
    except BindingError:
        return True
    return False


def _slots(plan: Plan) -> dict[tuple[str, str], Mapping[str, Any]]:
    synthesis = plan.metadata.get("synthesis")
    rows = synthesis.get("user_input_slots") if isinstance(synthesis, Mapping) else None
    table: dict[tuple[str, str], Mapping[str, Any]] = {}
    for row in rows or ():
        if isinstance(row, Mapping):
            name = str(row.get("field_name", ""))
            table[str(row.get("step_id", "")), name] = row
            table.setdefault(("", name), row)
    return table


def needs_of(step: PlanStep) -> frozenset[str]:
    """Ids of the steps that must be done before *step*."""
    return frozenset(step.depends_on) | frozenset(steps_read_by([step.foreach, step.args]))
