"""Inputs as a request may speak of them: which of them are the thing's own, and the words of their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from graph_tool_call.hooks import Frame, RequestText, Slot, ToolFacts

from ..words import singular, split, squash
from .persons import KINDS

#: Objects that wrap a whole body or the attributes of the thing that it is about.
_WRAPPERS: Final = frozenset("data attributes body requestbody payload params input fields properties spec".split())

#: Words in the name of an input that say nothing of what it holds.
EMPTY: Final = frozenset("is are be been has have flag current currently new desired target mark marked should".split())

#: How descriptions list the values that an input takes.
_OPTIONS: Final = re.compile(
    r"""(?: (?:valid|possible|allowed|accepted|available|supported)\ \w+s(?:\ are|\ is|\ includes?)? | one\ of )
    \s*(?: : | (?=[`'"\[]) )\s* (?P<list>[^.;()]+)""",
    re.IGNORECASE | re.VERBOSE,
)
_BETWEEN: Final = re.compile(r"\s*(?:,\s*(?:or |and )?|\||/|\bor\b|\band\b)\s*")
_OPTION: Final = re.compile(r"\w[\w-]*")


def own_slots(frame: Frame) -> tuple[Slot, ...]:
    """Inputs that are attributes of the thing itself: not of something inside it, nor of elements of a list."""
    tool = frame.tool
    body = [slot.path.removeprefix("$.").split(".") for slot in frame.slots if slot.location == "body"]
    shared = _shared(body)
    nouns = {squash(tool.resource), squash(singular(tool.resource))} if tool is not None else set()

    def own(slot: Slot) -> bool:
        if slot.location in {"path", "header", "cookie"} or "[" in slot.path:
            return False
        above = slot.path.removeprefix("$.").split(".")[:-1] if slot.location == "body" else slot.name.split(".")[:-1]
        return all(at < shared or squash(part) in _WRAPPERS | nouns for at, part in enumerate(above))

    return tuple(slot for slot in frame.slots if own(slot))


def _shared(paths: Sequence[Sequence[str]]) -> int:
    """How many objects all *paths* lie in."""
    if len(paths) < 2:
        return 0
    depth = 0
    while all(len(path) > depth + 1 for path in paths) and len({path[depth] for path in paths}) == 1:
        depth += 1
    return depth


def words_of(slot: Slot, tool: ToolFacts | None) -> tuple[str, ...]:
    """The words of a slot's name that say what it holds: without empty ones, and without the thing's own noun."""
    noun = set(split(tool.resource)) if tool is not None else set()
    words = [word for word in split(slot.name) if word not in EMPTY]
    kept = [word for word in words if singular(word) not in noun]
    return tuple(kept or words)


def is_boolean(slot: Slot) -> bool:
    """Whether a slot takes true or false."""
    return slot.type == "boolean" and not slot.many


def members(slot: Slot) -> dict[str, Any]:
    """The members of a slot's enum by their squashed spelling and label; without those that are spelled alike.

    Of a text without an enum, the options that its description lists: "valid options are: open, closed".
    """
    found: dict[str, list[Any]] = {}
    for at, member in enumerate(options(slot)):
        label = slot.labels[at] if at < len(slot.labels) else ""
        for text in {squash(str(member)), squash(label)} - {""}:
            found.setdefault(text, []).append(member)
    return {text: values[0] for text, values in found.items() if len(values) == 1}


def options(slot: Slot) -> tuple[Any, ...]:
    """The members of a slot's enum; of a text without one, the options that its description lists."""
    return slot.enum or _described(slot)


def _described(slot: Slot) -> tuple[str, ...]:
    match = _OPTIONS.search(slot.description) if slot.type in {"string", "array", ""} else None
    if match is None:
        return ()
    options = [option.strip(" \"'`[]") for option in _BETWEEN.split(match["list"])]
    return tuple(options) if all(_OPTION.fullmatch(option) for option in options) else ()


def nouns_of(tool: ToolFacts, slots: Iterable[Slot] = ()) -> frozenset[str]:
    """Words for what an operation acts on, in the singular: of its resource, and of the last name in its path."""
    segments = [part for part in tool.path.split("/") if part and "{" not in part]
    keys = [slot for slot in slots if slot.location == "path" and slot.refers]
    texts = [tool.resource, *segments[-1:], *(slot.resource for slot in keys[-1:])]
    found: set[str] = set()
    for text in texts:
        words = [singular(word) for word in split(text)]
        found.update(words, {"".join(words)})
    if tool.resource in KINDS:
        # Who uses something has an account there.
        found.add("account")
    return frozenset(found)


def ends_in_verb(tool: ToolFacts, verbs: Iterable[str]) -> bool:
    """Whether an operation's path or name already says one of *verbs*: `POST /issues/{id}/close`."""
    segments = [part for part in tool.path.split("/") if part and "{" not in part]
    said = {squash(segments[-1])} if segments else set()
    for text in (*segments[-1:], tool.operation_id or tool.name):
        said.update(split(text))
    return any(squash(verb) in said for verb in verbs)


def named_by(phrase: Sequence[str], frame: Frame) -> list[Slot]:
    """The slots that a noun phrase names by their name or title: "visibility", "due date"; never one of the path."""
    spelled = squash("".join(phrase))
    return [
        slot
        for slot in frame.slots
        if spelled
        and slot.location != "path"
        and spelled in {squash(slot.name), squash(slot.title), "".join(words_of(slot, frame.tool))}
    ]


def is_said(request: RequestText, slot: Slot) -> bool:
    """Whether a value was said under the name of *slot*."""
    names = {squash(slot.name), squash(slot.place), "".join(words_of(slot, None))}
    return any(squash(said.word) in names for said in request.said if said.word)
