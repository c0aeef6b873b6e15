"""Binding expressions: reading, resolving and writing them. The grammar is in `expression`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...model.json_path import EVERY_ELEMENT, EVERY_KEY, EVERY_VALUE, steps
from ..errors import BindingError, BindingSyntaxError
from .envelope import envelope_message
from .expression import (
    EVERY,
    INPUT_ROOTS,
    ITEM_ROOT,
    Every,
    Filter,
    Key,
    Position,
    Pseudo,
    Reference,
    Segment,
    Template,
    parse,
    path_text,
)
from .resolve import resolve, resolve_args
from .scope import Response, Scope
from .text import last_segment

#: What writers take as one step of a path: a name (always a key), an index, or a ready segment.
Part = str | int | Segment
#: Which element of a list is meant: an index, `EVERY`, or a `Filter`.
Pick = int | Every | Filter


def bind(root: str, path: Iterable[Part] = ()) -> str:
    """The canonical binding of *path* below *root* (a step id, "input", "user_input", "item").

    A text is always a key, quoted where it has to be: `bind("s1", ["a.b", 0])` is
    `${s1['a.b'].0}`. Ready segments (`EVERY`, `Filter(…)`, `Pseudo(…)`) pass as they are.
    """
    return str(Reference(root, tuple(_segment(part) for part in path)))


def bind_header(step_id: str, header: str, *, last_segment: bool = False) -> str:
    """The binding of a response header; of the last path segment of the URL in it, when asked."""
    tail: list[Part] = [Pseudo("last_segment")] if last_segment else []
    return bind(step_id, [Pseudo("headers"), header, *tail])


def from_json_path(json_path: str, *, pick: Pick | Sequence[Pick] = 0) -> tuple[Segment, ...]:
    """The way of a contract row's JSON path (`$.items[*].id`, `$.data.*.name`) as segments for `bind`.

    *pick* says which element is meant wherever the path passes a list (`[*]`) or the values
    or keys of an object (`.*`, `.~`): one for all of them, or a sequence in order, its last holding on.
    """
    picks = list(pick) if isinstance(pick, Sequence) else [pick]
    if not picks:
        picks = [0]
    segments: list[Segment] = []
    stars = 0
    for step in steps(json_path):
        if step not in {EVERY_ELEMENT, EVERY_VALUE, EVERY_KEY}:
            segments.append(Key(step))
            continue
        chosen = picks[min(stars, len(picks) - 1)]
        stars += 1
        if step == EVERY_KEY:
            segments.append(Pseudo("keys"))
        if step == EVERY_VALUE and not isinstance(chosen, Every):
            segments.append(Pseudo("values"))
        segments.append(_segment(chosen))
    return tuple(segments)


def literal(text: str) -> str:
    """*text* so that no part of it is read as a binding."""
    return text.replace("${", "$${")


def literal_args(value: Any) -> Any:
    """*value* with every text in it escaped by `literal`; for given values that go into a plan."""
    if isinstance(value, str):
        return literal(value)
    if isinstance(value, Mapping):
        return {key: literal_args(member) for key, member in value.items()}
    return [literal_args(member) for member in value] if isinstance(value, (list, tuple)) else value


def references_in(value: Any) -> Iterator[Reference]:
    """Every reference in the texts of *value*, in reading order. Raises `BindingSyntaxError`."""
    if isinstance(value, str):
        yield from parse(value).references
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from references_in(member)
    elif isinstance(value, (list, tuple)):
        for member in value:
            yield from references_in(member)


def steps_read_by(value: Any) -> tuple[str, ...]:
    """Ids of the steps that bindings in *value* read, each once, in reading order."""
    roots = (reference.root for reference in references_in(value))
    return tuple(dict.fromkeys(root for root in roots if root not in (*INPUT_ROOTS, ITEM_ROOT)))


def _segment(part: Part) -> Segment:
    if isinstance(part, str):
        return Key(part)
    return Position(part) if isinstance(part, int) else part


__all__ = [
    "EVERY",
    "BindingError",
    "BindingSyntaxError",
    "Every",
    "Filter",
    "Key",
    "Pick",
    "Position",
    "Pseudo",
    "Reference",
    "Response",
    "Scope",
    "Segment",
    "Template",
    "bind",
    "bind_header",
    "envelope_message",
    "from_json_path",
    "last_segment",
    "literal",
    "literal_args",
    "parse",
    "path_text",
    "references_in",
    "resolve",
    "resolve_args",
    "steps_read_by",
]
