"""Plans: what will be called, in which order, with which arguments, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from ..errors import DecodeError
from .depth import is_deeper


@attrs.define
class PlanStep:
    """One call of a tool.

    Attributes:
        id: "s1", "s2" … in call order.
        tool: Tool name.
        args: Arguments in the operation's shape; leaves may be binding expressions
            (`${input.x}`, `${user_input.x}`, `${s1.items.0.id}`).
        depends_on: Ids of the steps whose output the arguments use.
        rationale: One sentence for people: why this step is here.
        foreach: Binding of a list, or a list of values and bindings; the step runs once for
            each element, which arguments reach as `${item}`. "" for a single call.
        lookup: How the answer is looked through: `hints`, names of arguments that only narrow
            the list on the server (`q`, `query.q`). Where no element matches, the list is
            read again without them.
    """

    id: str
    tool: str
    args: dict[str, Any] = attrs.Factory(dict)
    depends_on: list[str] = attrs.Factory(list)
    rationale: str = ""
    foreach: str | list[Any] = ""
    lookup: dict[str, Any] = attrs.Factory(dict)

    @property
    def hints(self) -> tuple[str, ...]:
        """Arguments that only narrow the list on the server, as `lookup` says."""
        names = self.lookup.get("hints")
        return tuple(map(str, names)) if isinstance(names, (list, tuple)) else ()

    def to_dict(self) -> dict[str, Any]:
        """The step as JSON-shaped data, without empty optional parts."""
        out: dict[str, Any] = {"id": self.id, "tool": self.tool, "args": self.args, "depends_on": list(self.depends_on)}
        if self.rationale:
            out["rationale"] = self.rationale
        if self.foreach:
            out["foreach"] = self.foreach
        if self.lookup:
            out["lookup"] = self.lookup
        return out

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PlanStep:
        """The opposite of `to_dict`. Raises `DecodeError`."""
        _check("plan step", data, required=("id", "tool"), known=[a.name for a in attrs.fields(cls)])
        _check_kinds("plan step", data, _STEP_KINDS)
        return cls(
            id=data["id"],
            tool=data["tool"],
            args=dict(data.get("args") or {}),
            depends_on=list(data.get("depends_on") or ()),
            rationale=data.get("rationale") or "",
            foreach=data.get("foreach") or "",
            lookup=dict(data.get("lookup") or {}),
        )


@attrs.define
class Plan:
    """An executable artifact: steps in call order, and what the last one gives."""

    id: str
    goal: str = ""
    steps: list[PlanStep] = attrs.Factory(list)
    output_binding: str = ""
    metadata: dict[str, Any] = attrs.Factory(dict)

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON-shaped data."""
        return {
            "id": self.id,
            "goal": self.goal,
            "steps": [step.to_dict() for step in self.steps],
            "output_binding": self.output_binding,
            "metadata": self.metadata,
        }

    def to_mermaid(self) -> str:
        """The plan as a Mermaid flowchart: steps, what is asked of people, and which argument comes from where.

        Names, which may come from strangers' documents, are escaped: they stay text. Written by the format
        "mermaid" of the installed plugins; raises `UnknownFormatError` where there is none.
        """
        return _written(self, "mermaid")

    def to_dot(self) -> str:
        """The plan as a Graphviz digraph, with the same content as `to_mermaid`."""
        return _written(self, "dot")

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Plan:
        """The opposite of `to_dict`. Raises `DecodeError`."""
        _check("plan", data, required=("id", "steps"), known=[a.name for a in attrs.fields(cls)])
        _check_kinds("plan", data, _PLAN_KINDS)
        steps = data["steps"]
        return cls(
            id=data["id"],
            goal=data.get("goal") or "",
            steps=[PlanStep.from_dict(step) for step in steps],
            output_binding=data.get("output_binding") or "",
            metadata=dict(data.get("metadata") or {}),
        )


def _written(plan: Plan, name: str) -> str:
    from ..engine import Engine

    # A plan knows no engine; a plugin that cannot be loaded does not keep it from being drawn.
    return str(Engine(on_error="report").export(plan, name))


_STEP_KINDS: Final = {
    "args": (Mapping,),
    "depends_on": (list, tuple),
    "rationale": (str,),
    "foreach": (str, list, tuple),
    "lookup": (Mapping,),
}
_PLAN_KINDS: Final = {"goal": (str,), "steps": (list, tuple), "output_binding": (str,), "metadata": (Mapping,)}
_KIND_NAMES: Final[Mapping[type, str]] = {Mapping: "an object", list: "a list", str: "a text"}
#: Levels of lists and objects inside a step's arguments.
_DEEPEST: Final = 100


def _check_kinds(what: str, data: Mapping[str, Any], kinds: Mapping[str, tuple[type, ...]]) -> None:
    problems = []
    for name, wanted in kinds.items():
        value = data.get(name)
        if not isinstance(value, wanted) and (value is not None or name == "steps"):
            shown = " or ".join(_KIND_NAMES[kind] for kind in wanted if kind in _KIND_NAMES)
            problems.append(f"expected {shown}, got {type(value).__name__} @ $.{name}")
    if not problems and any(not isinstance(one, str) for one in data.get("depends_on") or ()):
        problems.append("expected texts @ $.depends_on[*]")
    if any(is_deeper(data.get(name), _DEEPEST) for name in ("args", "foreach", "lookup", "metadata")):
        problems.append(f"nested deeper than {_DEEPEST} levels")
    if problems:
        raise DecodeError(what, tuple(problems))


def _check(what: str, data: object, *, required: Sequence[str], known: Sequence[str]) -> None:
    if not isinstance(data, Mapping):
        raise DecodeError(what, (f"expected an object, got {type(data).__name__}",))
    problems = [f"required field missing @ $.{name}" for name in required if name not in data]
    problems += [
        f"expected str, got {type(data[name]).__name__} @ $.{name}"
        for name in ("id", "tool")
        if name in data and not isinstance(data[name], str)
    ]
    problems += [f"unknown field @ $.{name}" for name in data if name not in known]
    if problems:
        raise DecodeError(what, tuple(problems))
