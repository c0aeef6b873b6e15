"""Bindings, read: a root, the way from it to the value, and text around them. The grammar is in `plan.expression`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import attrs

#: Roots that read the input context; every other root but "item" is a step id.
INPUT_ROOTS: Final = ("input", "user_input")
ITEM_ROOT: Final = "item"
PSEUDO: Final = ("headers", "status", "last_segment", "keys", "values", "item", "parent")

NAME: Final = re.compile(r"""[^\s.\[\]{}'"=$][^\s.\[\]{}'"=]*""")
INDEX: Final = re.compile(r"-?\d+")
#: Names that have them are quoted: inside a filter they group.
_GROUP: Final = frozenset("()")
WORDS: Final = {"true": True, "false": False, "null": None}


@attrs.frozen
class Key:
    """Member of an object, never an index."""

    name: str

    def __str__(self) -> str:
        return f".{self.name}" if _is_plain(self.name) else f"[{quoted(self.name)}]"


@attrs.frozen
class Position:
    """Index of a list (negative counts from the end), or the member of that name where it meets an object."""

    index: int

    def __str__(self) -> str:
        return f".{self.index}"


@attrs.frozen
class Every:
    """All elements of a list or values of an object; what follows is read from each, the results are one flat list."""

    def __str__(self) -> str:
        return ".*"


@attrs.frozen
class Pseudo:
    """Something about a value that is none of its members; `name` is one of `PSEUDO`."""

    name: str

    def __str__(self) -> str:
        return f".${self.name}"


@attrs.frozen
class Order:
    """The element with the greatest value at `path`, or the least: `max_by(created_at)`, as JMESPath calls it."""

    path: tuple[Segment, ...]
    least: bool = False

    def __str__(self) -> str:
        return f"{'min_by' if self.least else 'max_by'}({path_text(self.path)})"


@attrs.frozen
class Filter:
    """The element of a list whose `path` equals `value`, a JSON literal or a `Reference`.

    With `joined` texts and paths behind that of `path` it is their text that is compared,
    `firstName + ' ' + lastName`. Any of `either` will do as well as this comparison, and all
    of `also` must hold besides. Of the elements that are left `order` takes the first; where
    it stands alone, `path` is empty. With `every` all of them are meant.
    """

    path: tuple[Segment, ...]
    value: Any
    joined: tuple[tuple[Segment, ...] | str, ...] = ()
    either: tuple[Filter, ...] = ()
    also: tuple[Filter, ...] = ()
    order: Order | None = None
    every: bool = False

    def __str__(self) -> str:
        if not self.path:
            return f"[{self.order or 'only'}]"
        way = " | all" if self.every else f" | {self.order}" if self.order is not None else ""
        return f"[?{' && '.join(self._clauses())}{way}]"

    @property
    def field(self) -> str:
        """What is compared, as it is written: a path, or several with a plus between."""
        parts = (self.path, *self.joined)
        return " + ".join(quoted(part) if isinstance(part, str) else path_text(part) for part in parts)

    @property
    def clauses(self) -> tuple[tuple[Filter, ...], ...]:
        """The comparisons: of each clause one must hold, and all clauses must."""
        if not self.path:
            return ()
        return ((self, *self.either), *((one, *one.either) for one in self.also))

    @property
    def comparisons(self) -> tuple[Filter, ...]:
        """Every comparison, in the order of writing."""
        return tuple(one for clause in self.clauses for one in clause)

    def filled(self, change: Callable[[Any], Any]) -> Filter:
        """This filter with *change* of every value that it compares with."""
        return attrs.evolve(
            self,
            value=change(self.value) if self.path else self.value,
            either=tuple(one.filled(change) for one in self.either),
            also=tuple(one.filled(change) for one in self.also),
        )

    def _clauses(self) -> Iterator[str]:
        for clause in self.clauses:
            text = " || ".join(one._comparison() for one in clause)  # noqa: SLF001 - of the same class
            yield f"({text})" if self.also and len(clause) > 1 else text

    def _comparison(self) -> str:
        value = self.value.inner if isinstance(self.value, Reference) else _literal_text(self.value)
        return f"{self.field} == {value}"


Segment = Key | Position | Every | Pseudo | Filter
EVERY: Final = Every()


@attrs.frozen
class Reference:
    """One binding: a root, and the way from it to the value."""

    root: str
    segments: tuple[Segment, ...] = ()

    @property
    def inner(self) -> str:
        """The canonical text without `${` and `}`."""
        return self.root + "".join(str(segment) for segment in self.segments)

    def __str__(self) -> str:
        return "${" + self.inner + "}"

    def renamed(self, names: Mapping[str, str]) -> Reference:
        """This reference with new names for its root and for the roots inside its filters."""
        return Reference(names.get(self.root, self.root), tuple(_renamed(segment, names) for segment in self.segments))

    def walk(self) -> Iterator[Reference]:
        """This reference and those inside its filters."""
        yield self
        for segment in self.segments:
            for one in segment.comparisons if isinstance(segment, Filter) else ():
                if isinstance(one.value, Reference):
                    yield from one.value.walk()


def _renamed(segment: Segment, names: Mapping[str, str]) -> Segment:
    if not isinstance(segment, Filter):
        return segment
    return segment.filled(lambda value: value.renamed(names) if isinstance(value, Reference) else value)


@attrs.frozen
class Template:
    """A parsed text: literal pieces and references, in order."""

    source: str
    parts: tuple[str | Reference, ...]

    @property
    def whole(self) -> Reference | None:
        """The reference, when it is the whole text: its value then keeps its type."""
        if len(self.parts) == 1 and isinstance(self.parts[0], Reference):
            return self.parts[0]
        return None

    def replaced(self, old: str, new: Reference) -> str:
        """The text with the references that read as *old* replaced by *new*."""
        texts = (part.replace("${", "$${") if isinstance(part, str) else str(part) for part in self.parts)
        return "".join(str(new) if text == old else text for text in texts)

    @property
    def references(self) -> tuple[Reference, ...]:
        """Every reference, those inside filters too, in reading order."""
        return tuple(ref for part in self.parts if isinstance(part, Reference) for ref in part.walk())


def quoted(name: str) -> str:
    """*name* in single quotes, escaped."""
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def path_text(segments: tuple[Segment, ...]) -> str:
    """Segments as they stand after a root, without the leading dot: `items.0.id`."""
    return "".join(str(segment) for segment in segments).removeprefix(".")


def _is_plain(name: str) -> bool:
    return (
        bool(NAME.fullmatch(name)) and not INDEX.fullmatch(name) and not name.startswith("*") and not _GROUP & set(name)
    )


def _literal_text(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    return next((word for word, meant in WORDS.items() if meant is value), str(value))
