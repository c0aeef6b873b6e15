"""How people name the things and inputs of an API: nouns of kinds, collections of paths, names and titles of inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import Frame, Kind, Memo, Slot, ToolFacts

from ..words import is_plural, singular, singular_phrase, split, squash
from .alone import noun_of
from .speech import STOP

#: Words of a question that make one noun at most.
LONGEST: Final = 4


def parents_of(tools: Mapping[str, ToolFacts], memo: Memo) -> Mapping[str, frozenset[str]]:
    """Noun → the nouns of what it lies in, by the paths: "/projects/{id}/sections" puts sections into projects."""

    def read() -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for tool in tools.values():
            parts = tool.path.strip("/").split("/")
            for above, slot, below in zip(parts, parts[1:], parts[2:], strict=False):
                if "{" in slot and "{" not in above + below and is_plural(split(below)[-1] if split(below) else ""):
                    found.setdefault(_said(below), set()).add(" ".join(singular_phrase(split(above))))
        return {noun: frozenset(above) for noun, above in found.items()}

    made: Mapping[str, frozenset[str]] = memo.once("parents", read)
    return made


def written_words(tools: Mapping[str, ToolFacts], memo: Memo) -> frozenset[str]:
    """The words that the paths of an API are written with."""
    made: frozenset[str] = memo.once(
        "written", lambda: frozenset(word for tool in tools.values() for word in split(tool.path))
    )
    return made


def _said(part: str) -> str:
    return squash("".join(singular_phrase(split(part))))


@attrs.frozen
class Noun:
    """A noun of the question."""

    #: As the question says it, in the singular: "pull request", "due date".
    word: str
    #: The input of the target that has it for its own name, not as the noun of what it refers to.
    slot: int | None = None


class Nouns:
    """Nouns by their squashed words: *things* of the API, and what inputs are called and refer to."""

    def __init__(self, things: frozenset[str], slots: Sequence[Slot] = ()) -> None:
        self._things = things
        self._own = {squash(singular(slot.resource)) for slot in slots if slot.refers}
        self._slots = dict(_spoken(slots))

    def at(self, words: Sequence[str], start: int) -> tuple[Noun, int] | None:
        """The longest noun that begins at *start* of lower-case *words*, and the place after it."""
        most = start
        while most < min(start + LONGEST, len(words)) and words[most][:1].isalnum():
            most += 1
        for end in range(most, start, -1):
            said = singular_phrase(tuple(words[start:end]))
            spelled = squash("".join(said))
            if not spelled or (end == start + 1 and words[start] in STOP):
                continue
            slot = self._slots.get(spelled, self._slots.get(squash("".join(words[start:end]))))
            if slot is not None:
                return Noun(" ".join(said), slot), end
            if spelled in self._things or spelled in self._own:
                return Noun(" ".join(said)), end
        return None

    def slot_ending(self, word: str) -> int | None:
        """The one input whose name ends in *word*: "lines" for `tailLines`."""
        found = {ref for spelled, ref in self._slots.items() if spelled.endswith(squash(word)) and len(word) > 3}
        return found.pop() if len(found) == 1 else None


def nouns_of(frame: Frame, tools: Mapping[str, ToolFacts], memo: Memo) -> Nouns:
    """The nouns that a question about *frame* may use; those of the API are read once."""
    kept: dict[str, tuple[Sequence[Kind], frozenset[str]]] = memo.once("spoken nouns", dict)
    known = kept.get("things")
    if known is None or known[0] is not frame.kinds:
        known = kept["things"] = (frame.kinds, frozenset(_things(frame.kinds, tools.values())))
    return Nouns(known[1], frame.slots)


def _things(kinds: Iterable[Kind], tools: Iterable[ToolFacts]) -> Iterable[str]:
    for kind in kinds:
        yield squash(kind.noun)
    for tool in tools:
        if tool.resource:
            yield squash(singular(tool.resource))
        parts = tool.path.split("/")
        for part, after in zip(parts, (*parts[1:], ""), strict=True):
            words = split(part)
            # What is counted, or has a key behind it, is a collection of things; "start" and "v1" are not.
            if words and "{" not in part and ("{" in after or is_plural(words[-1])):
                yield _said(part)


def _spoken(slots: Sequence[Slot]) -> Iterable[tuple[str, int]]:
    """Spellings of the inputs' names, the deepest first, so that the shallowest of a name wins."""
    for slot in sorted(slots, key=lambda slot: -slot.place.count(".")):
        for name in (slot.name, slot.title, noun_of(slot) if slot.refers else ""):
            spelled = squash("".join(singular_phrase(split(name))))
            if spelled and spelled not in STOP:
                yield spelled, slot.ref
                yield squash(name), slot.ref
