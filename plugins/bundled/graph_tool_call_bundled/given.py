"""Evidence from the values that are given: for operations in which they have a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from graph_tool_call.hooks import Candidate, Evidence, PluginInfo, QueryContext, SignalSpec, hookimpl

from .asked import UNSAID, is_slot, name_of, segments, words_said
from .unsaid import unsaid
from .words import split, squash

#: Words of a key that name no thing: "issue number" and "issue" say which issue.
_PLAIN: Final = ("id", "name", "title", "number", "key", "code")
#: Last words of a key that is an identifier: nothing is looked up by the identifier of something else.
_IDENTIFIERS: Final = frozenset({"id", "ids", "uuid", "uuids", "guid"})
#: How sure a place is, by how it is found.
SAME: Final = 1.0
SLOT: Final = 0.95
MEMBER: Final = 0.9
PART: Final = 0.85
WHOLE: Final = 0.75
LOOKED_UP: Final = 0.65
ANSWERED: Final = 0.35
NOWHERE: Final = -0.5


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(
        title="Given values",
        description="Places of given values in an operation.",
        hook_api=1,
        signals=(
            SignalSpec(
                name="given",
                weight=1.2,
                unranked=0.825,
                meaning="share of the given values that have a place in the operation",
                supports=False,
                compared=False,
                expected=True,
            ),
            UNSAID,
        ),
    )


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> Iterator[Evidence]:
    """`given`: how many given values have a place in an operation, and how sure those are; `unsaid`, as there."""
    yield from unsaid(query, candidates, context)
    if not context.given:
        return
    values = [_Value.of(key, value, context) for key, value in context.given.items()]
    for candidate in candidates:
        places = {value.key: _place(value, candidate, context) for value in values}
        placed = [key for key, score in places.items() if score]
        missing = [key for key, score in places.items() if not score]
        reason = f"{len(placed)} of {len(values)} given values have a place in it"
        if missing:
            reason += f", not {', '.join(missing)}"
        score = (sum(places.values()) + NOWHERE * len(missing)) / len(values)
        yield Evidence(candidate=candidate.name, signal="given", score=score, matched=tuple(placed), reason=reason)


#: The terms of each word of a name that mean the same.
Words = tuple[frozenset[str], ...]


@attrs.frozen
class _Value:
    key: str
    text: str
    #: The key in all spellings, and its last part where it is dotted.
    spelled: frozenset[str]
    words: Words
    #: Those of the words that name a thing.
    things: Words
    #: It is null: an input is to be unset, and nothing is looked up by it.
    unset: bool = False

    @property
    def identifies(self) -> bool:
        """Whether it is the identifier of a thing."""
        return not _IDENTIFIERS.isdisjoint(split(self.key)[-1:])

    @classmethod
    def of(cls, key: str, value: Any, context: QueryContext) -> _Value:
        """The *value* under *key*."""
        # The "new name" is a name.
        said = "_".join(word for word in split(key) if word != "new") or key
        words = _words(said, context)
        plain = words_said(_PLAIN, context)
        spelled = frozenset((squash(key), squash(said), squash(key.rsplit(".", maxsplit=1)[-1])))
        things = tuple(word for word in words if not word & plain)
        return cls(key, str(value), spelled, words, things, value is None)


def _words(name: str, context: QueryContext) -> Words:
    return tuple(terms for word in split(name) if (terms := words_said((word,), context)))


def _within(words: Words, terms: frozenset[str]) -> bool:
    """Whether there are *words*, and each is among *terms*."""
    return bool(words) and all(word & terms for word in words)


def _place(value: _Value, candidate: Candidate, context: QueryContext) -> float:
    """How sure a place *value* has in *candidate*, from 0 to 1."""
    if any(squash(name) in value.spelled for name in candidate.consumes):
        return SAME
    if value.unset:
        return 0.0
    if any(_within(value.things, words) for words in _slots(candidate, context)):
        return SLOT
    if value.text in candidate.choices:
        return MEMBER
    own = words_said(_own(candidate), context)
    of_inputs = [_words(name, context) for name in candidate.consumes]
    if any(_within(value.words, _all(words)) for words in of_inputs):
        return PART
    if any(_is_attribute(value, words, own) for words in of_inputs):
        return WHOLE
    if not value.identifies and any(_within(value.words, words_said((name,), context)) for name in candidate.supplied):
        return LOOKED_UP
    if candidate.tool.changes_state:
        return 0.0
    of_fields = [_words(name, context) for name in candidate.produces]
    answered = any(_within(value.words, _all(words)) or _is_attribute(value, words, own) for words in of_fields)
    return ANSWERED if answered else 0.0


def _all(words: Words) -> frozenset[str]:
    return frozenset().union(*words)


def _is_attribute(value: _Value, words: Words, own: frozenset[str]) -> bool:
    """Whether *value* is an attribute of *words* of a thing that the operation is about: the name of a flow run."""
    named = _all(words)
    rest = tuple(word for word in value.words if not word & named)
    return _within(words, _all(value.words)) and _within(rest, own)


def _slots(candidate: Candidate, context: QueryContext) -> Iterator[frozenset[str]]:
    """Words of each slot of the path, with those of the collection before it."""
    before = ""
    for part in segments(candidate.tool.path):
        if is_slot(part):
            yield words_said((part.strip("{}"), before), context)
        before = "" if is_slot(part) else part


def _own(candidate: Candidate) -> tuple[str, ...]:
    """What says which things an operation is about."""
    static = (part for part in segments(candidate.tool.path) if not is_slot(part))
    return (candidate.tool.resource, name_of(candidate.tool), *static)
