"""Ways to go on when a response or a tool is not what the plan took it for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from ...model import Plan, PlanStep
from ..binding.expression import Every, Key, Reference, Segment, parse
from ..binding.resolve import read
from ..binding.scope import Scope
from ..errors import BindingError
from .outcome import Failure

#: Reasons that a response of another shape gives.
SHAPE_REASONS = frozenset({"missing_key", "not_a_container"})
#: Wrappers that are taken off, or put on, at most.
_LAYERS = 2


@attrs.frozen(kw_only=True)
class StepFailureReport:
    """What a repair is told: the plan, the step that failed and why, and what is done already."""

    plan: Plan
    step: PlanStep
    failure: Failure
    done: tuple[str, ...]
    input_context: Mapping[str, Any] = attrs.field(repr=False)
    #: Tools that failed in this run, in the order of failing.
    failed_tools: tuple[str, ...] = ()


#: Gives another plan for the same goal, or None. Finished steps that both plans have are not called again.
RepairPlan = Callable[[StepFailureReport], "Plan | None"]


def blamed_tool(plan: Plan, step: PlanStep, failure: Failure) -> str:
    """The tool whose doing a failure is: where a binding reads nothing, the one that answered."""
    tools = {other.id: other.tool for other in plan.steps}
    read = str(failure.data.get("step", "")) if failure.kind == "binding" else ""
    return tools.get(read, step.tool)


def find_binding(reference: Reference, body: Any) -> Reference | None:
    """The one binding into *body* that differs from *reference* by the wrapping alone.

    `${s1.items.0.id}` where the response has `{"data": {"items": […]}}` is
    `${s1.data.items.0.id}`, and the other way round. None when nothing fits, or more than
    one way fits equally well.
    """
    for edits in range(1, 2 * _LAYERS + 1):
        found = {str(c): c for c in _candidates(reference, body, edits)}
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
    return None


def _candidates(reference: Reference, body: Any, edits: int) -> Iterator[Reference]:
    for dropped in range(min(edits, _LAYERS) + 1):
        tail = reference.segments[dropped:]
        if not tail or not all(isinstance(segment, Key) for segment in reference.segments[:dropped]):
            return
        for prefix in _prefixes(body, edits - dropped):
            candidate = Reference(reference.root, (*prefix, *tail))
            if candidate != reference and _leads(candidate, body):
                yield candidate


def _prefixes(body: Any, depth: int) -> Iterator[tuple[Segment, ...]]:
    """Ways to objects and lists exactly *depth* keys down."""
    if depth == 0:
        yield ()
    elif depth <= _LAYERS and isinstance(body, Mapping):
        for key, value in body.items():
            if isinstance(value, (Mapping, list)):
                for rest in _prefixes(value, depth - 1):
                    yield (Key(str(key)), *rest)


def _leads(candidate: Reference, body: Any) -> bool:
    try:
        value = read(candidate, Scope(outputs={candidate.root: body}))
    except BindingError:
        return False
    return value is not None and (value != [] or not any(isinstance(s, Every) for s in candidate.segments))


def with_binding(value: Any, old: str, new: Reference) -> Any:
    """*value* with the binding *old* replaced wherever it stands."""
    if isinstance(value, str):
        return parse(value).replaced(old, new) if "${" in value else value
    if isinstance(value, Mapping):
        return {key: with_binding(member, old, new) for key, member in value.items()}
    return [with_binding(member, old, new) for member in value] if isinstance(value, (list, tuple)) else value


def shared_steps(old: Plan, new: Plan, done: Mapping[str, Any]) -> dict[str, str]:
    """Steps of *new* that do the same as finished steps of *old*: new id → old id."""
    signatures = {sign: step_id for step_id, sign in _signatures(old).items() if step_id in done}
    kept: dict[str, str] = {}
    for step_id, sign in _signatures(new).items():
        # Each old step stands for one new step: two equal calls are two calls.
        if sign in signatures:
            kept[step_id] = signatures.pop(sign)
    return kept


def _signatures(plan: Plan) -> dict[str, str]:
    """Step id → what the step calls, with the ids in it replaced by what they stand for."""
    found: dict[str, str] = {}
    for step in plan.steps:
        content = json.dumps([step.tool, _signed(step.args, found), _signed(step.foreach, found)], sort_keys=True)
        found[step.id] = content
    return found


def _signed(value: Any, known: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        parts = parse(value).parts
        return [p if isinstance(p, str) else [known.get(p.root, p.root), [str(s) for s in p.segments]] for p in parts]
    if isinstance(value, Mapping):
        return {str(key): _signed(member, known) for key, member in value.items()}
    return [_signed(member, known) for member in value] if isinstance(value, (list, tuple)) else value
