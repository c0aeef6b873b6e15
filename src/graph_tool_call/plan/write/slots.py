"""User input slots: what has to be asked, with all that a form needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet
from itertools import chain, count
from typing import Any

from ...model.contract import Input, ToolContract
from ..derivation.derivation import INHERITED, Call, calls_of
from ..problem.needs import Layout, Layouts
from ..problem.variant import Place, place_of

#: Row keys that a form can use as they are.
_FORM = (
    *("format", "description", "enum", "default", "example", "pattern", "nullable", "array"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "minItems", "maxItems", "uniqueItems"),
)


def slot(step_id: str, tool: str, need: Input, reason: str, key: str, *, required: bool = True) -> dict[str, Any]:
    """One entry of `user_input_slots`; *key* is the name under which the runner reads the answer."""
    out: dict[str, Any] = {
        "step_id": step_id,
        "tool": tool,
        "field_name": key,
        "required": required,
        "kind": need.kind,
        "location": need.location,
        "semantic_tag": need.tag,
        "reason": reason,
        "parameter": need.name,
        "path": need.path,
    }
    if need.type:
        out["field_type"] = need.type
    out.update((name, need.row[name]) for name in _FORM if name in need.row)
    labels = need.row.get("enum_labels")
    if labels:
        out["enum_labels"] = labels
    return out


class SlotNames:
    """Distinct names for what is asked: two inputs called `id` are two questions, one tag in two calls is one."""

    def __init__(self, target: Call, layouts: Layouts) -> None:
        self._layouts = layouts
        #: Input of a tool → what is asked; name of an input → all that is asked by it, in one tool and in all.
        self._subjects: dict[tuple[str, Place], str] = {}
        self._by_name: dict[tuple[str, str], set[str]] = {}
        self._taken: dict[str, str] = {}
        for call in calls_of(target):
            self._add(call)

    def _add(self, call: Call) -> None:
        path = {(row.name, row.tag) for row in call.contract.inputs if row.location == "path"}
        kinds = Counter(s.input.tag for s in call.sources if not _repeats(s.input, path))
        for source in call.sources:
            need = source.input
            if source.how == INHERITED and not need.tag:
                continue  # the same header, asked for by another call
            # Two of one kind in one call are two things: from and to.
            subject = need.tag if kinds[need.tag] <= 1 and need.tag else _own_subject(call.tool, need)
            self._subjects[call.tool, place_of(need)] = subject
            for tool in (call.tool, ""):
                self._by_name.setdefault((tool, need.name), set()).add(subject)

    def name(self, contract: ToolContract, need: Input) -> str:
        """The name to ask *need* by.

        Its own where that is unambiguous, else its tag, else with its tool; where a call has several inputs of that
        name, with its place: `sender_name`, `query_lang`.
        """
        tool, layout = contract.name, self._layouts.of(contract)
        subject = self._subjects.get((tool, place_of(need)), _own_subject(tool, need))
        ways = [] if self._is_crowded(tool, need, layout) else self._short(tool, need, subject)
        ways += reversed(layout.own_names(need))
        further = (f"{ways[-1]}{number}" for number in count(2))
        return next(way for way in chain(ways, further) if self._taken.setdefault(way, subject) == subject)

    def _is_crowded(self, tool: str, need: Input, layout: Layout) -> bool:
        """Whether its call has other inputs of that name, or could have, and it lies in an object of its own."""
        return len(self._by_name.get((tool, need.name), ())) > 1 or layout.is_one_of_several(need)

    def _short(self, tool: str, need: Input, subject: str) -> list[str]:
        alone = len(self._by_name.get(("", need.name), ())) <= 1
        shared = [need.tag] if subject == need.tag else []
        return [*([need.name] if alone else []), *shared, f"{tool}_{need.name}"]


def _own_subject(tool: str, need: Input) -> str:
    return f"{tool}.{need.location}.{need.path}"


def _repeats(need: Input, path: AbstractSet[tuple[str, str]]) -> bool:
    """Whether a body repeats a key of its path (PUT /orders/{id} with an id): one thing, whatever its places."""
    return need.path == f"$.{need.name}" and (need.name, need.tag) in path


def as_list(entry: dict[str, Any]) -> dict[str, Any]:
    """The slot for a list of such values: one call for each."""
    kind = entry.get("field_type")
    return entry | {"field_type": "array", "array": {"type": kind} if kind else {}}
