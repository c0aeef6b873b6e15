"""Values of a plan that is being written: bindings are kept as references until every step has its id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from ...model.binding import INPUT_ROOTS, ITEM_ROOT, Key, Reference
from ..binding.bindings import literal
from ..problem.given import Bound
from .origins import Origin


@attrs.frozen
class Written:
    """The *value* of an input (a literal or references), its *origin*, and whether the value is a list."""

    value: Any
    origin: Origin
    many: bool = False

    def as_list(self) -> Written:
        """The value for an input that takes a list."""
        return self if self.many else Written([self.value], self.origin, many=True)


class Listed(list[Any]):
    """Several values for an input that takes one text: written with commas between."""

    __slots__ = ()


def answer(name: str) -> Reference:
    """The binding of what a person answers to the question *name*."""
    return Reference("user_input", (Key(name),))


def literal_value(value: Any) -> Any:
    """A value as it stands in a plan's arguments: text that looks like a binding is escaped."""
    if isinstance(value, Bound):
        return str(value)
    if isinstance(value, str):
        return literal(value)
    if isinstance(value, Mapping):
        return {key: literal_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [literal_value(item) for item in value]
    return value


def steps_read(value: Any) -> Iterator[str]:
    """Ids of the steps that references in *value* read."""
    if isinstance(value, Reference):
        yield from (r.root for r in value.walk() if r.root not in (*INPUT_ROOTS, ITEM_ROOT))
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from steps_read(item)
    elif isinstance(value, list):
        for item in value:
            yield from steps_read(item)


def as_text(value: Any, names: Mapping[str, str]) -> Any:
    """*value* as a plan has it: references as text, of steps under their new *names*."""
    if isinstance(value, Reference):
        return str(value.renamed(names))
    if isinstance(value, Listed):
        return ",".join(str(as_text(item, names)) for item in value)
    if isinstance(value, dict):
        return {key: as_text(item, names) for key, item in value.items()}
    return [as_text(item, names) for item in value] if isinstance(value, list) else value
