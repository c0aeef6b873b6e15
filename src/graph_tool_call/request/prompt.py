"""What a model is told so that it can read a request: the inputs of operations, and words of things."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..hooks import Frame, Kind, Slot

#: Inputs of one operation, members of one enum and attributes of one kind that a prompt names.
_INPUTS, _MEMBERS, _ATTRIBUTES = 24, 12, 8
#: What a model answers with: the part of `REQUEST_SCHEMA` that it is asked for.
SHAPE: Final = (
    '{"target": "<name>", "confidence": 0.0,'
    ' "settings": [{"input": "<input>", "value": "<value>", "term": "<the words that say it>"}],'
    ' "things": [{"noun": "<thing>", "where": [{"attribute": "<attribute>", "value": "<value>"}],'
    ' "roles": ["<input that refers to it>"]}]}'
)
_RULES: Final = (
    "settings: what the request gives for an input, or says by a word (term). things: what exists already and is"
    " spoken of by an attribute, with the input that refers to it; no roles for what only says where another thing is."
    " Copy each value as it stands in the request; leave out what the request does not say."
)


def request_prompt(question: str, operations: Sequence[tuple[str, Frame]]) -> str:
    """The prompt for a request: (catalog line, frame) of the operations, the best first; things; the question."""
    lines = "\n".join(f"{line}{_inputs(frame)}" for line, frame in operations)
    kinds = "\n".join(f"- {kind.noun}: {', '.join(_attributes(kind))}" for kind in _spoken_of(question, operations))
    things = f"\nThings and their attributes:\n{kinds}\n" if kinds else ""
    return (
        "Choose the one operation that answers the user's request, and say what the request itself gives for it.\n"
        f"{_RULES}\nInvent nothing. Answer with JSON only: {SHAPE}\n\n"
        f"Operations:\n{lines}\n{things}\nRequest: {json.dumps(question, ensure_ascii=False)}\n"
    )


def _inputs(frame: Frame) -> str:
    told = [_input(slot, frame) for slot in sorted(frame.slots, key=lambda slot: not slot.required)[:_INPUTS]]
    return f"\n    inputs: {'; '.join(told)}" if told else ""


def _input(slot: Slot, frame: Frame) -> str:
    kind = frame.kind_of(slot) if slot.refers else None
    members = " | ".join(map(str, slot.enum[:_MEMBERS]))
    parts = (members, f"a {kind.noun}" if kind is not None else "", "required" if slot.required else "")
    told = ", ".join(part for part in parts if part)
    return f"{slot.place} ({told})" if told else slot.place


def _attributes(kind: Kind) -> Iterable[str]:
    return list(dict.fromkeys((*kind.naming, *kind.attributes)))[:_ATTRIBUTES]


def _spoken_of(question: str, operations: Sequence[tuple[str, Frame]]) -> Iterator[Kind]:
    """Kinds that inputs refer to, and those that the question names."""
    lower = question.lower()
    seen: set[str] = set()
    for _, frame in operations:
        referred = {kind.noun for slot in frame.slots if slot.refers and (kind := frame.kind_of(slot)) is not None}
        for kind in frame.kinds:
            named = kind.noun.replace("_", " ").lower() in lower
            if kind.noun not in seen and (named or kind.noun in referred):
                seen.add(kind.noun)
                yield kind
