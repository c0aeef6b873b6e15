"""A plan, explained: each argument of each step, and where its value comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from ..model.contract import Input, ToolContract
from ..model.plan import Plan, PlanStep
from ..model.tool import tool_facts
from ..plan.binding.expression import Every, Filter, Key, Position, Pseudo, Reference, Segment, parse
from ..plan.given import Given
from .text import one_line


@attrs.frozen(kw_only=True)
class Argument:
    """One leaf of a step's arguments.

    Attributes:
        name: As it stands in the arguments: "orderId", "shipping.zip".
        location: path, query, header, cookie or body.
        value: As the plan has it: a literal or a binding.
        origin: step, given, context, fixed, asked, input, item, or mixed.
        key: The caller's key of a given or context value.
        how: For people: "items of s1, the one whose name is 'Mina Park', its id".
        row: The contract row that it fills, empty where there is none.
    """

    name: str
    location: str
    value: Any
    origin: str
    key: str = ""
    how: str = ""
    row: Mapping[str, Any] = attrs.field(factory=dict, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Name, location, value, origin, how."""
        return {
            "name": self.name,
            "location": self.location,
            "value": self.value,
            "origin": self.origin,
            "how": self.how,
        }


def explain_plan(
    plan: Plan, tools: Mapping[str, Any], entities: Mapping[str, Any], context: Mapping[str, Any]
) -> dict[str, Any]:
    """The plan as the `plan` command shows it: steps with arguments, what is asked, assumed and authenticated."""
    synthesis = plan.metadata.get("synthesis", {})
    names = {step.id: step.tool for step in plan.steps}
    steps = [(step, _arguments(step, plan, tools, entities, context)) for step in plan.steps]
    return {
        "target": plan.metadata.get("target", plan.steps[-1].tool if plan.steps else ""),
        "goal": plan.goal,
        "steps": [_step(step, tools, found, names) for step, found in steps],
        "unused": _unused(entities, [argument for _, found in steps for argument in found], plan),
        "asked": [dict(slot) for slot in synthesis.get("user_input_slots", ())],
        "assumptions": [dict(row) for row in synthesis.get("assumptions", ())],
        "auth": [dict(row) for row in synthesis.get("auth", ())],
        "plan": plan.to_dict(),
    }


def _arguments(
    step: PlanStep, plan: Plan, tools: Mapping[str, Any], entities: Mapping[str, Any], context: Mapping[str, Any]
) -> list[Argument]:
    return arguments(step, plan, ToolContract(step.tool, tools.get(step.tool, {})), Given(entities, context))


def _unused(entities: Mapping[str, Any], found: Sequence[Argument], plan: Plan) -> list[str]:
    """Names of given values that neither stand in an argument nor choose an element of a list."""
    keys = {argument.key for argument in found}
    values = [*(argument.value for argument in found), *(step.foreach for step in plan.steps)]
    chosen = [
        segment.value
        for value in values
        for reference in _references(value)
        for segment in reference.segments
        if isinstance(segment, Filter)
    ]
    # A nested object is used under the dotted names of its members.
    return [
        key
        for key, value in entities.items()
        if not any(used == key or used.startswith(f"{key}.") for used in keys)
        and value not in chosen
        and not any(step.foreach and step.foreach in (value, [value]) for step in plan.steps)
    ]


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
    _, how = _bound(list(_references(step.foreach)), names)
    takes = next((argument.name for argument in found if argument.origin == "item"), "")
    return {"value": step.foreach, "how": how or f"the values given for {takes}"}


def arguments(step: PlanStep, plan: Plan, contract: ToolContract, given: Given) -> list[Argument]:
    """The leaves of *step*'s arguments, in the order in which they stand."""
    is_target = bool(plan.steps) and step is plan.steps[-1]
    names = {other.id: other.tool for other in plan.steps}
    found = []
    for path, value in _leaves(step.args):
        row = _row(contract, path)
        location = row.location if row else "body"
        name = ".".join(path)
        found.append(_argument(name, location, value, row, names, given, is_target=is_target))
    return found


def _argument(
    name: str, location: str, value: Any, row: Input | None, names: Mapping[str, str], given: Given, *, is_target: bool
) -> Argument:
    facts = row.row if row else {}
    references = list(_references(value))
    if references:
        origin, how = _bound(references, names)
        return Argument(name=name, location=location, value=value, origin=origin, how=how, row=facts)
    origin, key, how = _literal(row, name, given, is_target=is_target)
    return Argument(name=name, location=location, value=value, origin=origin, key=key, how=how, row=facts)


def _literal(row: Input | None, name: str, given: Given, *, is_target: bool) -> tuple[str, str, str]:
    need = row or Input(name=name, path=name)
    said = given.find(need, is_target=is_target, dotted=name if need.location == "body" else "")
    if said is not None:
        return "given", said.key, f"given as {said.key}"
    ambient = given.context(need)
    if ambient is not None:
        return "context", ambient.key, f"context default {ambient.key}"
    return (
        "fixed",
        "",
        "the only value that the contract allows" if row and "default" not in row.row else "the contract's default",
    )


def _bound(references: list[Reference], names: Mapping[str, str]) -> tuple[str, str]:
    origins = dict.fromkeys(_origin(reference, names) for reference in references)
    how = " and ".join(_words(reference, names) for reference in references)
    return (next(iter(origins)) if len(origins) == 1 else "mixed"), how


def _origin(reference: Reference, names: Mapping[str, str]) -> str:
    if reference.root in names:
        return "step"
    return {"user_input": "asked", "input": "input", "item": "item"}.get(reference.root, "input")


def _words(reference: Reference, names: Mapping[str, str]) -> str:
    if reference.root not in names:
        path = "".join(str(segment) for segment in reference.segments).removeprefix(".")
        return {"user_input": f"asked for as {path}", "item": "each element"}.get(reference.root, f"input {path}")
    parts = [word for segment in reference.segments if (word := _segment(segment))]
    return f"{reference.root} {names[reference.root]}" + (f": {' → '.join(parts)}" if parts else "")


def _segment(segment: Segment) -> str:
    if isinstance(segment, Key):
        return segment.name
    if isinstance(segment, Position):
        return "first" if segment.index == 0 else f"number {segment.index}"
    if isinstance(segment, Every):
        return "each"
    if isinstance(segment, Filter):
        beside = "".join(str(part) for part in segment.path).removeprefix(".")
        wanted = segment.value.inner if isinstance(segment.value, Reference) else repr(segment.value)
        return f"the one whose {beside} is {wanted}"
    return _pseudo(segment)


def _pseudo(segment: Pseudo) -> str:
    return {"headers": "header", "last_segment": "last segment", "values": "its values"}.get(segment.name, segment.name)


def _references(value: Any) -> Iterator[Reference]:
    if isinstance(value, str):
        yield from (part for part in parse(value).parts if isinstance(part, Reference))
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Leaves below objects. A list of plain values is one leaf; a list's objects are walked with their index."""
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from _leaves(item, (*path, str(key)))
    elif isinstance(value, list) and any(isinstance(item, Mapping) for item in value):
        for position, item in enumerate(value):
            yield from _leaves(item, (*path, str(position)))
    elif path:
        yield path, value


def _row(contract: ToolContract, path: tuple[str, ...]) -> Input | None:
    """The contract row that an argument fills: a body leaf by its path, a parameter by its name."""
    grouped = path[0] == "body" and not any(row.name == "body" and row.location != "body" for row in contract.inputs)
    inside = path[1:] if grouped and len(path) > 1 else path
    body = "$" if path == ("body",) else "$" + "".join("[*]" if part.isdecimal() else f".{part}" for part in inside)
    for row in contract.inputs:
        if row.location == "body" and row.path in (body, body + "[*]"):
            return row
    by_name = [row for row in contract.inputs if row.location != "body" and row.name == path[-1]]
    placed = [row for row in by_name if len(path) > 1 and row.location == path[0]]
    if not placed and len(path) > 1:
        return None
    return next(iter(placed or by_name), None)
