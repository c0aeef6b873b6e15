"""How the goal speaks of what was given: what a value is a name of, whose it is, and which one in a row is meant.

"The movie Titanic" and "the Titanic movie" say that Titanic is a movie. "Alice's documents"
and "documents written by Alice" say that Alice is a person, and no document. "The owner of
Apollo" says that Apollo is no person. "The second season" says that the season's number is 2.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import attrs

from ...model.contract import Input, ToolContract
from ...model.spelling import singular
from .lexicon import Lexicon
from .wording import words_in

_TOKEN = re.compile(r"[^\W_]+(?:['’]s?(?![^\W_]))?")
_POSSESSIVE = re.compile(r"['’]s?$")
_DIGITS = re.compile(r"(\d+)(?:st|nd|rd|th)?$")
#: Words after an owner among which what is owned is looked for: "Alice's latest two documents".
_REACH = 4


@attrs.frozen
class Mention:
    """What the goal says of one given value."""

    #: Nouns of what it is.
    is_a: frozenset[str] = frozenset()
    #: Nouns of what it is not.
    not_a: frozenset[str] = frozenset()


def mentions(
    goal: str, given: Mapping[str, Any], nouns: Collection[str], wanted: frozenset[str], lexicon: Lexicon
) -> dict[str, Mention]:
    """What *goal* says of the texts in *given*.

    *nouns* are the words of the API, *wanted* those of what the target works on, *lexicon* those of the language.
    """
    tokens = [t.lower() for t in _TOKEN.findall(goal)]
    bare = [_POSSESSIVE.sub("", t) for t in tokens]
    found = {}
    for key, value in given.items():
        parts = [_POSSESSIVE.sub("", t.lower()) for t in _TOKEN.findall(value)] if isinstance(value, str) else []
        start = _place(bare, parts)
        if start is not None:
            mention = _read(tokens, bare, (start, start + len(parts)), nouns, wanted, lexicon)
            if mention.is_a or mention.not_a:
                found[key] = mention
    return found


def stands_in(goal: str, value: Any) -> bool:
    """Whether *goal* says a given text or number by its words."""
    tokens, parts = ([_POSSESSIVE.sub("", t.lower()) for t in _TOKEN.findall(str(text))] for text in (goal, value))
    return _place(tokens, parts) is not None


def _place(tokens: Sequence[str], parts: Sequence[str]) -> int | None:
    size = len(parts)
    return next((i for i in range(len(tokens) - size + 1) if size and tokens[i : i + size] == parts), None)


def _read(
    tokens: Sequence[str],
    bare: Sequence[str],
    place: tuple[int, int],
    nouns: Collection[str],
    wanted: frozenset[str],
    lexicon: Lexicon,
) -> Mention:
    start, end = place
    before = start - 1
    while before >= 0 and bare[before] in lexicon.articles:
        before -= 1
    ahead = bare[before] if before >= 0 else ""
    owns = bool(_POSSESSIVE.search(tokens[end - 1]))
    after = bare[end] if end < len(bare) and not owns else ""
    # A plural names no one thing: "who made more movies, Kurosawa or Kubrick", "all Nolan movies".
    is_a = frozenset(noun for noun in (ahead, after) if noun in nouns and noun == singular(noun))
    if is_a:
        return Mention(is_a=is_a)
    if not owns and not lexicon.pronouns.isdisjoint(bare[end : end + 2]):
        owns, end = True, end + 1
    owned = wanted & {singular(t) for t in bare[end : end + _REACH]} if owns else frozenset()
    if owned or (ahead == "by" and wanted):
        return Mention(is_a=lexicon.people, not_a=owned or wanted)
    if ahead == "of" and before > 0 and singular(bare[before - 1]) in lexicon.roles and wanted & lexicon.people:
        return Mention(not_a=lexicon.people)
    return Mention()


def counted(goal: str, contract: ToolContract, lexicon: Lexicon) -> dict[str, int]:
    """Inputs that count a thing the goal numbers: "the second season" or "season 2" for `season_number`."""
    inputs = {noun: row for row in contract.inputs if (noun := _counts(row, lexicon))}
    if not inputs or not goal:
        return {}
    tokens = [t.lower() for t in _TOKEN.findall(goal)]
    numbers = {}
    for noun, row in inputs.items():
        at = next((i for i, token in enumerate(tokens) if singular(token) in {noun, noun[:-1]}), None)
        if at is None:
            continue
        number = lexicon.ordinals.get(tokens[at - 1]) if at else None
        for near in (at - 1, at + 1):
            if number is None and 0 <= near < len(tokens) and (digits := _DIGITS.match(tokens[near])):
                plain = tokens[near].isdigit()
                # "2 seasons" is an amount; "season 2" and "2nd season" say which one.
                number = int(digits[1]) if plain == (near > at) else None
        if number is not None:
            numbers[row.name] = number
    return numbers


def existing(goal: str, lexicon: Lexicon) -> frozenset[str]:
    """Words for things that the goal says are there: "the selected product", "the event found in the list"."""
    tokens = [singular(t.lower()) for t in _TOKEN.findall(goal)]
    places = [at for at, token in enumerate(tokens) if token in lexicon.existing]
    return frozenset(word for at in places for word in tokens[max(at - 1, 0) : at + 3]) - lexicon.existing


def _counts(row: Input, lexicon: Lexicon) -> str:
    """The noun that an input counts; "" for other inputs."""
    if row.type not in {"integer", "number", "string", ""} or not (row.required or row.location == "path"):
        return ""
    parts = words_in(row.name)
    return parts[-2] if len(parts) > 1 and parts[-1] in lexicon.counting and row.role != "paging" else ""
