"""User input slots: what has to be asked, with all that a form needs."""

from __future__ import annotations

from typing import Any

from ...model.contract import Input

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
    """Distinct names for what is asked: two inputs called `id` are two questions, one tag is one."""

    def __init__(self, tags_by_name: dict[str, set[str]]) -> None:
        self._tags = tags_by_name
        self._taken: dict[str, str] = {}

    def name(self, tool: str, need: Input) -> str:
        """The name to ask *need* by: its own where that is unambiguous, else its tag, else with its tool."""
        ambiguous = len(self._tags.get(need.name, ())) > 1
        subject = need.tag or f"{tool}.{need.path}"
        for candidate in (
            ([] if ambiguous else [need.name]) + ([need.tag] if need.tag else []) + [f"{tool}_{need.name}"]
        ):
            if self._taken.setdefault(candidate, subject) == subject:
                return candidate
        return f"{tool}_{need.name}"


def as_list(entry: dict[str, Any]) -> dict[str, Any]:
    """The slot for a list of such values: one call for each."""
    kind = entry.get("field_type")
    return entry | {"field_type": "array", "array": {"type": kind} if kind else {}}
