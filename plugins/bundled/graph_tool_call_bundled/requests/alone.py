"""Values that stand alone in a question: which input of the target they can only be meant for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import Slot, ToolFacts

from ..words import singular, split, squash
from .speech import BECOMING, PLACING

#: Kinds of operations that act on a thing that is there.
_ACTING: Final = frozenset({"update", "delete", "action", "read"})
#: Last words of inputs that are keys.
_KEYS: Final = frozenset("id ids gid uid uuid number no slug key code exposed".split())


@attrs.frozen
class Alone:
    """One value of a question as this module sees it."""

    #: The word that it stands under; "" for one that stands alone.
    word: str
    #: The word right before it, and whether that is a verb.
    before: str
    #: The noun before that: "the account of X".
    owner: str = ""
    #: Whether a verb stands right before it.
    direct: bool = False
    #: Nothing is taken for a number with a unit behind it.
    amount: bool = False
    #: An e-mail or web address: it is a key of hardly anything.
    address: bool = False


def words_for(
    values: Sequence[Alone], slots: Sequence[Slot], tool: ToolFacts, parents: Mapping[str, frozenset[str]]
) -> list[str]:
    """The words of *values*, those of values that stand alone taken from the one input that is left for them.

    By *parents*, nouns by what lies in them, "the section X of Y" names the one thing that has sections. Else a
    value after "in" or "of" lies above the thing before it in the path; the object of a verb is what the target
    acts on; one after "to" or "as" is for the only required input of the body that nothing else names. Where
    several inputs are left, none is taken.
    """
    free = _Free(slots, [value.word for value in values if value.word])
    words = [value.word for value in values]
    for at, value in enumerate(values):
        above = parents.get(squash(words[at - 1]), frozenset()) if at and not value.word else frozenset()
        if value.before in PLACING and len(above) == 1:
            words[at] = next(iter(above))
    for at, inner in _chain(values, words, free):
        words[at] = noun_of(inner)
        free.take(inner)
    for at, value in enumerate(values):
        if not words[at] and not value.amount and not value.address:
            before = next((words[i] for i in range(at - 1, -1, -1) if words[i]), "")
            slot = free.slot_for(value, before, tool.action, tool.path)
            if slot is not None:
                words[at] = noun_of(slot)
                free.take(slot)
    left = [at for at, word in enumerate(words) if not word and not (values[at].amount or values[at].owner)]
    if len(left) == 1 and len(free.slots) == 1 and free.slots[0].refers:
        person = not values[left[0]].address or free.slots[0].location == "body"
        words[left[0]] = noun_of(free.slots[0]) if person else ""
    return words


def _chain(values: Sequence[Alone], words: Sequence[str], free: _Free) -> Iterator[tuple[int, Slot]]:
    """As many values one in the other as keys of the path are left: "the log of X in Y" says the inner one first."""
    placed = [at for at, value in enumerate(values) if not words[at] and value.before in PLACING]
    in_path = [slot for slot in free.slots if slot.location == "path"]
    if len(placed) == len(in_path) > 1:
        yield from zip(placed, reversed(in_path), strict=True)


class _Free:
    """Inputs that no value names."""

    def __init__(self, slots: Sequence[Slot], words: Sequence[str]) -> None:
        self.required = [slot for slot in slots if slot.required]
        spelled = [squash("".join(split(word))) for word in words]
        self.free = [slot for slot in slots if not any(_names(word, slot) for word in spelled)]

    @property
    def slots(self) -> list[Slot]:
        """Those of them that are required."""
        return [slot for slot in self.free if slot.required]

    def take(self, slot: Slot) -> None:
        self.free = [other for other in self.free if other is not slot]

    def slot_for(self, value: Alone, before: str, action: str, path: str) -> Slot | None:
        in_path = [slot for slot in self.slots if slot.location == "path"]
        if value.direct:
            last = next((slot for slot in reversed(self.required) if slot.location == "path"), None)
            acts = action in _ACTING or path.endswith(f"{{{last.name if last else ''}}}")
            return last if acts and last in in_path else self._of_body()
        if value.before in PLACING:
            # "The subscription of X" is not called X.
            others = [slot for slot in in_path if not (value.owner and _belongs(value.owner, slot))]
            found = self._above(before, others)
            return found if found is not None or in_path or action != "create" else self._place()
        return self._of_body() if value.before in BECOMING else None

    def _place(self) -> Slot | None:
        """The only required input of the body that refers to a thing: where something new is put."""
        found = [slot for slot in self.slots if slot.location == "body" and slot.refers]
        return found[0] if len(found) == 1 else None

    def _of_body(self) -> Slot | None:
        """The only input of the body that is required, else the only one that refers to a thing."""
        body = [slot for slot in self.free if slot.location == "body" and not slot.enum]
        found = [slot for slot in body if slot.required] or [slot for slot in body if slot.refers] or body
        return found[0] if len(found) == 1 else None

    def _above(self, before: str, in_path: Sequence[Slot]) -> Slot | None:
        if len(in_path) == 1:
            return in_path[0]
        spelled = squash("".join(split(before)))
        at = next((i for i, slot in enumerate(self.required) if before and _names(spelled, slot)), -1)
        above = self.required[at - 1] if at > 0 else None
        return above if above in in_path else None


def _belongs(owner: str, slot: Slot) -> bool:
    """Whether a noun is part of what an input is called: subscriptions, for the schedule of a subscription."""
    words = {singular(word) for name in (slot.name, slot.resource) for word in split(name)}
    return _names(squash(owner), slot) or not words.isdisjoint(map(singular, split(owner)))


def _names(word: str, slot: Slot) -> bool:
    """Whether a squashed *word* names an input or what it refers to: "pull request" for `pull_number`."""
    own = {squash(slot.name), squash(noun_of(slot)), squash(singular(slot.resource))} - {""}
    longer = [name for name in own if len(name) > 3] if slot.refers else []
    return word in own or any(word.startswith(name) or word.endswith(name) for name in longer)


def noun_of(slot: Slot) -> str:
    """What an input is for, in words and without its key: "team" for `team_slug`, "member" for `data.members`."""
    for part in reversed(slot.place.split(".")):
        words = list(_plain(split(part)))
        if words:
            return " ".join((*words[:-1], singular(words[-1])))
    return slot.resource.replace("_", " ") or slot.name


def _plain(words: Sequence[str]) -> Iterator[str]:
    for at, word in enumerate(words):
        if word not in _KEYS or (at == 0 and len(words) == 1 and word not in {"id", "gid"}):
            yield word
