"""A planning task as its gist: steps, what is asked, costs, or the error; everything else as digests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graph_tool_call.plan import PathSynthesizer, Plan, PlanSynthesisError

from .records import digest, digests

_REFERENCE = re.compile(r"\$\{(s\d+)")
#: A choice that is demanded is made, as a person would, so often.
_PICKS = 5
_PICKED = "picked"


def chain_lines(synthesizer: PathSynthesizer, target: str) -> list[str]:
    """The plan for *target* with nothing given: steps and costs, and one digest of all that is said of it."""
    lines = plan_lines(synthesizer, target, {}, "")
    said = [line for line in lines if line.startswith("meta.")]
    return [*(line for line in lines if line not in said), f"meta {digest(said)}"]


def plan_lines(synthesizer: PathSynthesizer, target: str, given: Mapping[str, Any], goal: str) -> list[str]:
    """The plan for *target*, with the choices that are demanded on the way."""
    if not target:
        return ["error the target is not among the operations"]
    entities = dict(given)
    lines: list[str] = []
    for _ in range(_PICKS + 1):
        try:
            plan = synthesizer.synthesize(target=target, entities=entities, goal=goal)
        except PlanSynthesisError as error:
            data = error.to_dict()
            name = str(data.get("field_name"))
            if data.get("reason") != "dynamic_option_required" or name in entities:
                return [*lines, *_error_lines(data)]
            lines.append(f"pick {name} <- {data['producer_name']} {digest(data)}")
            entities[name] = _PICKED
        else:
            return [*lines, *_plan_lines(plan), *_cost_lines(synthesizer, target, entities, goal)]
    return [*lines, "error still asking after all picks"]


def _error_lines(data: Mapping[str, Any]) -> list[str]:
    told = {key: value for key, value in data.items() if key not in {"reason", "message"}}
    return [f"error {data.get('reason')} data={digest(told)} message={digest(data.get('message'))}"]


def _plan_lines(plan: Plan) -> list[str]:
    whole = plan.to_dict()
    metadata = {key: part for key, part in whole["metadata"].items() if key != "target"}
    synthesis = {key: part for key, part in metadata.pop("synthesis").items() if key != "target"}
    lines = [_step_line(step) for step in whole["steps"]]
    slots = [str(slot.get("field_name")) for slot in synthesis.get("user_input_slots") or ()]
    lines += [f"asks {' '.join(slots)}"] if slots else []
    rest = {key: part for key, part in whole.items() if key not in {"id", "steps", "goal", "metadata"}}
    if rest.get("output_binding") == f"${{{plan.steps[-1].id}}}":
        del rest["output_binding"]
    return [*lines, *(f"meta.{line}" for line in digests(synthesis)), *digests({**metadata, **rest})]


def _step_line(step: Mapping[str, Any]) -> str:
    """`s2 tool <- s1 args=… rest=…`: the steps that its arguments come from, and digests."""
    sources = sorted({found for text in _texts(step["args"]) for found in _REFERENCE.findall(text)})
    rest = {key: part for key, part in step.items() if key not in {"id", "tool", "args"}}
    arrow = f" <- {' '.join(sources)}" if sources else ""
    return f"{step['id']} {step['tool']}{arrow} args={digest(step['args'])} rest={digest(rest)}"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    members: Sequence[Any] = ()
    if isinstance(value, Mapping):
        members = list(value.values())
    elif isinstance(value, (list, tuple)):
        members = value
    for member in members:
        yield from _texts(member)


def _cost_lines(synthesizer: PathSynthesizer, target: str, entities: Mapping[str, Any], goal: str) -> list[str]:
    """What the best plan costs, what the next best costs more, and for what."""
    best, *others = synthesizer.synthesize_all(target=target, entities=entities, goal=goal, k=2)
    lines = [f"cost {best.cost:g}"]
    for other in others:
        parts: Counter[str] = Counter()
        for part in other.costs:
            parts[part.code] += part.amount  # type: ignore[assignment]
        shown = " ".join(f"{code}={round(amount, 6):g}" for code, amount in sorted(parts.items()))
        tools = " ".join(step.tool for step in other.plan.steps)
        rest = {key: part for key, part in other.to_dict().items() if key != "plan"}
        lines.append(f"next +{other.extra_cost:g} ({shown}) {tools} {digest(rest)}")
    return lines
