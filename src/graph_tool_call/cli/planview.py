"""A plan, explained: each argument of each step, and where its value comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from ..model.arguments import PARAMETER_PLACES, PLACES, WHOLE_BODY
from ..model.contract import Input, ToolContract
from ..model.plan import Plan, PlanStep
from ..model.tool import tool_facts
from ..plan.binding.expression import Every, Filter, Key, Position, Pseudo, Reference, Segment, parse, path_text
from ..plan.write.origins import Origin, leaves, origin_at, origins_of
from .text import one_line

#: `how` of an origin whose value stands in the plan → what is told of it.
_LITERALS: Final[Mapping[str, str]] = {
    "given": "given as {key}",
    "goal": "said in the goal: {term}",
    "context": "context default {key}",
    "fixed": "the only value that the contract allows",
    "default": "the contract's default",
}


@attrs.frozen(kw_only=True)
class Argument:
    """One leaf of a step's arguments.

    Attributes:
        name: As it stands in the arguments: "orderId", "shipping.zip".
        location: path, query, header, cookie or body.
        value: As the plan has it: a literal or a binding.
        origin: `how` of its origin in the plan (given, goal, looked_up …); "" where the plan tells none.
        key: The caller's key of a given or context value.
        how: For people: "s1 listItems: items → the one whose name is 'Mina Park' → id"; "" where nothing is known.
        source: Its origin as the plan has it.
        row: The contract row that it fills, empty where there is none.
    """

    name: str
    location: str
    value: Any
    origin: str
    key: str = ""
    how: str = ""
    source: Origin = attrs.field(factory=dict, repr=False)
    row: Mapping[str, Any] = attrs.field(factory=dict, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Name, location, value, origin, how, source."""
        return {
            "name": self.name,
            "location": self.location,
            "value": self.value,
            "origin": self.origin,
            "how": self.how,
            "source": dict(self.source),
        }


def explain_plan(plan: Plan, tools: Mapping[str, Any]) -> dict[str, Any]:
    """The plan as the `plan` command shows it: steps with arguments, what is asked, assumed and authenticated.

    Where a value comes from, and which have no place, is read from the plan.
    """
    synthesis = plan.metadata.get("synthesis", {})
    names = {step.id: step.tool for step in plan.steps}
    steps = [(step, arguments(step, plan, tools)) for step in plan.steps]
    return {
        "target": plan.metadata.get("target", plan.steps[-1].tool if plan.steps else ""),
        "goal": plan.goal,
        "request": request_of(plan),
        "steps": [_step(step, tools, found, names) for step, found in steps],
        "unread": [dict(row) for row in synthesis.get("unread", ())],
        "asked": [dict(slot) for slot in synthesis.get("user_input_slots", ())],
        "assumptions": [dict(row) for row in synthesis.get("assumptions", ())],
        "auth": [dict(row) for row in synthesis.get("auth", ())],
        **{key: [dict(row) for row in synthesis[key]] for key in ("vetoes", "approvals") if synthesis.get(key)},
        "plan": plan.to_dict(),
    }


def request_of(plan: Plan) -> dict[str, Any] | None:
    """What was understood when *plan* was made, as `Request.to_dict` gives it; None where the plan does not tell."""
    said = plan.metadata.get("synthesis", {}).get("request")
    return dict(said) if isinstance(said, Mapping) else None


def _step(
    step: PlanStep, tools: Mapping[str, Any], found: Sequence[Argument], names: Mapping[str, str]
) -> dict[str, Any]:
    facts = tool_facts(step.tool, tools.get(step.tool, {}))
    return {
        "id": step.id,
        "tool": step.tool,
        "operation": f"{facts.method.upper()} {facts.path}".strip(),
        "summary": one_line(facts.summary or facts.description),
        "changes_state": facts.changes_state,
        "destructive": facts.destructive,
        "rationale": step.rationale,
        "depends_on": list(step.depends_on),
        "foreach": _each(step, names, found) if step.foreach else None,
        "arguments": [argument.to_dict() for argument in found],
    }


def _each(step: PlanStep, names: Mapping[str, str], found: Sequence[Argument]) -> dict[str, Any]:
    """The list of a step that is called once for each element, and where it comes from."""
    how = _bound(list(_references(step.foreach)), names)
    takes = next((argument.name for argument in found if argument.origin == "item"), "")
    return {"value": step.foreach, "how": how or f"the values given for {takes}"}


def arguments(step: PlanStep, plan: Plan, tools: Mapping[str, Any]) -> list[Argument]:
    """The leaves of *step*'s arguments, in the order in which they stand."""
    contract = ToolContract(step.tool, tools.get(step.tool, {}))
    origins = origins_of(plan.metadata).get(step.id, {})
    names = {other.id: other.tool for other in plan.steps}
    return [
        _argument(path, value, contract, origin_at(origins, ".".join(path)), names) for path, value in leaves(step.args)
    ]


def _argument(
    path: tuple[str, ...], value: Any, contract: ToolContract, origin: Origin, names: Mapping[str, str]
) -> Argument:
    row = _row(contract, path)
    how = str(origin.get("how", ""))
    return Argument(
        name=".".join(path),
        location=row.location if row else "body",
        value=value,
        origin=how,
        key=str(origin.get("key", "")),
        how=_told(value, origin, names),
        source=origin,
        row=row.row if row else {},
    )


def _told(value: Any, origin: Origin, names: Mapping[str, str]) -> str:
    """Where a value comes from, in words: a binding says so itself, a literal by its origin."""
    references = list(_references(value))
    if references:
        return _bound(references, names)
    if origin.get("empty"):
        return "an object that the contract requires"
    if origin.get("how") == "given" and not origin.get("key"):
        return "said in the request"
    told = _LITERALS.get(str(origin.get("how")), "").format_map({"key": "", "term": "", **origin})
    said = [f"{row['word']!r}, by {row['plugin']}: {row['reason']}" for row in origin.get("meant", ())]
    return "; ".join([told, *said])


def _bound(references: list[Reference], names: Mapping[str, str]) -> str:
    return " and ".join(_words(reference, names) for reference in references)


def _words(reference: Reference, names: Mapping[str, str]) -> str:
    if reference.root not in names:
        path = "".join(str(segment) for segment in reference.segments).removeprefix(".")
        return {"user_input": f"asked for as {path}", "item": "each element"}.get(reference.root, f"input {path}")
    last = max((i for i, segment in enumerate(reference.segments) if isinstance(segment, Filter)), default=-1)
    told = (_segment(segment, searched=i < last) for i, segment in enumerate(reference.segments))
    parts = [word for word in told if word]
    return f"{reference.root} {names[reference.root]}" + (f": {' → '.join(parts)}" if parts else "")


def _segment(segment: Segment, *, searched: bool) -> str:
    """A step of a binding in words; *searched* when a later filter looks for the element in all that a star passes."""
    if isinstance(segment, Key):
        return segment.name
    if isinstance(segment, Position):
        return "first" if segment.index == 0 else f"number {segment.index}"
    if isinstance(segment, Every):
        return "any" if searched else "each"
    if isinstance(segment, Filter):
        return _element(segment)
    return _pseudo(segment)


def _element(chosen: Filter) -> str:
    """Which element a filter means."""
    tests = []
    for clause in chosen.clauses:
        told = (
            f"{one.field} is {one.value.inner if isinstance(one.value, Reference) else one.value!r}" for one in clause
        )
        tests.append(" or ".join(told))
    order = chosen.order
    if order is None:
        return f"the one whose {' and '.join(tests)}" if tests else "the only one"
    end = f"the one with the {'least' if order.least else 'greatest'} {path_text(order.path)}"
    return f"{end} of those whose {' and '.join(tests)}" if tests else end


def _pseudo(segment: Pseudo) -> str:
    return {
        "headers": "header",
        "last_segment": "last segment",
        "values": "its values",
        "item": "what it was asked for",
        "parent": "the one that it lies in",
    }.get(segment.name, segment.name)


def _references(value: Any) -> Iterator[Reference]:
    if isinstance(value, str):
        yield from (part for part in parse(value).parts if isinstance(part, Reference))
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


def _row(contract: ToolContract, path: tuple[str, ...]) -> Input | None:
    """The contract row that an argument fills: a body leaf by its path, a parameter by its name and place."""
    rows = contract.inputs
    head, dot, rest = path[0].partition(".")
    if dot and head in PLACES and not any(row.name == path[0] for row in rows):
        # Where a parameter is itself called like a place: query.id.
        path = (head, rest, *path[1:])
    wanted = (path[0],) if len(path) > 1 else PARAMETER_PLACES
    named = [row for row in rows if row.name == path[-1] and row.location in wanted]
    if named:
        return min(named, key=lambda row: wanted.index(row.location))
    grouped = path[0] == "body" and (bool(dot) or not any(r.name == "body" and r.location != "body" for r in rows))
    inside = path[1:] if grouped and len(path) > 1 else path
    body = (
        "$"
        if path in (("body",), (WHOLE_BODY,))
        else "$" + "".join("[*]" if part.isdecimal() else f".{part}" for part in inside)
    )
    return next((row for row in rows if row.location == "body" and row.path in (body, body + "[*]")), None)
