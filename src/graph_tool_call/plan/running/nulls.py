"""Nulls that an answer has where a call needs a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...model.arguments import ToolInputs
from ..binding.expression import INPUT_ROOTS, Reference, parse, path_text
from ..errors import BindingError

Way = tuple[Any, ...]


def check_nulls(template: Any, args: Mapping[str, Any], tool: Any) -> None:
    """Raise `BindingError` (null_value) where a binding of an answer gave null to an input that is not nullable.

    A null that the caller or the plan gives is meant; one that an answer has where a value
    was expected is as good as missing.
    """
    nulls = [(way, reference) for way, reference in _bound(template, ()) if _at(args, way) is None]
    for way, reference in nulls:
        if not _is_nullable(args, way, tool):
            place = path_text(reference.segments)
            detail = f"'{place}' of {reference.root} is null" if place else f"the output of {reference.root} is null"
            raise BindingError(str(reference), "null_value", detail, reference.root, place)


def _bound(value: Any, way: Way) -> Iterator[tuple[Way, Reference]]:
    """Ways to what is one binding of an answer, or of an element of one."""
    if isinstance(value, str) and "${" in value:
        whole = parse(value).whole
        if whole is not None and whole.root not in INPUT_ROOTS:
            yield way, whole
    elif isinstance(value, Mapping):
        for key, member in value.items():
            yield from _bound(member, (*way, key))
    elif isinstance(value, (list, tuple)):
        for number, member in enumerate(value):
            yield from _bound(member, (*way, number))


def _at(value: Any, way: Way) -> Any:
    for step in way:
        value = value[step]
    return value


def _is_nullable(args: Mapping[str, Any], way: Way, tool: Any) -> bool:
    """Whether the contract of *tool* has the input at *way* as nullable, or says nothing sure of it."""
    if tool is None:
        return False
    inputs = ToolInputs(tool)
    for item in inputs.sort(args).items:
        if item.way != way[: len(item.way)]:
            continue
        if item.location != "body":
            row = inputs.row(item.location, item.name)
        else:
            inner = ("[*]" if isinstance(step, int) else inputs.segment(str(step)) for step in way[len(item.way) :])
            row = inputs.body.get(item.path + "".join(inner))
        return row is not None and bool(row.get("nullable") or row.get("lossy"))
    return False
