"""Words of an operation that changes something and that neither question nor given values say; no plugin itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from graph_tool_call.hooks import Candidate, Evidence, QueryContext, ToolFacts, singular

from .asked import BULK, asked, changes, is_slot, name_of, segments, summary_of, words_said
from .lexicon.english import GENERIC, STOP
from .lexicon.stem import stem
from .lexicon.verbs import verb_table
from .phrase import first_phrase
from .words import split

#: Verbs that say no more than the kind of an operation does.
_PLAIN: Final = frozenset(
    "add create delete destroy edit insert modify patch post put remove save set update upsert".split()
)
_VERBS: Final = frozenset(verb_table())
#: Words that name nothing that could be said.
_EMPTY: Final = _PLAIN | STOP | GENERIC | frozenset("json xml".split())
#: What somebody who is put into a group, or taken out of one, has there: "add mona to the team" makes a membership.
_BELONGING: Final = frozenset("member members membership memberships".split())
_INTO: Final = re.compile(r"\b(?:to|into|from|out of|off)\b", re.IGNORECASE)
#: Words of the question that count this much stand before the first preposition: they are its object.
OBJECT: Final = 0.85
#: What it says against a change that its path has a word more around the thing than is said: nothing by itself.
AROUND: Final = -0.1
#: What comes before a name: "a collection named pictures" is a collection.
_CALLED: Final = re.compile(r"\b(?:called|entitled|named|titled)\b", re.IGNORECASE)
#: A request for something new: "open an issue"; "refund an order" is about one that is there.
_NEW: Final = re.compile(
    r"\s*(?:please\s+)?(?:open|start|file|raise|create|make|add|register)\s+(?:an?|another)\s+(?:new\s+)?(?P<thing>\w+)",
    re.IGNORECASE,
)
#: A version, as a segment of a path: v1beta2.
_VERSION: Final = re.compile(r"/v\d\w*(?=/|$)", re.IGNORECASE)
#: Scopes of a question that asks for many things at a time.
_MANY: Final = frozenset({"all", "many"})


def unsaid(query: str, candidates: Sequence[Candidate], context: QueryContext) -> Iterator[Evidence]:
    """`unsaid`: against operations that change something else, or something more, than what is asked for."""
    changing = [candidate for candidate in candidates if changes(candidate.tool)]
    if not changing:
        return
    known, thing = _known(query, context), _thing(query, context)
    for candidate in changing:
        own = _own_words(candidate.tool.path)
        if _INTO.search(query):
            own = [word for word in own if word not in _BELONGING]
        missing = tuple(word for word in own if words_said((word,), context).isdisjoint(known))
        if missing:
            reason = f"{', '.join(map(repr, missing))} of it is not said"
            yield Evidence(candidate=candidate.name, signal="unsaid", score=-1.0, matched=missing, reason=reason)
        around = tuple(w for w in _around(candidate.tool.path) if words_said((w,), context).isdisjoint(known))
        if around:
            # A namespace, or things of another kind: what is known without it is meant first.
            reason = f"{', '.join(map(repr, around))} before it is not said"
            yield Evidence(candidate=candidate.name, signal="unsaid", score=AROUND, matched=around, reason=reason)
        if inside := _inside_new(query, candidate.tool):
            reason = f"it works on a known {inside}, and a new one is spoken of"
            yield Evidence(candidate=candidate.name, signal="unsaid", score=-1.0, matched=(inside,), reason=reason)
        if many := _of_many(query, candidate.tool):
            reason = f"it deletes all {many}, and one is spoken of"
            yield Evidence(candidate=candidate.name, signal="unsaid", score=-1.0, matched=(many,), reason=reason)
        if thing and not _knows(candidate, asked(query, context).nouns[thing], context):
            reason = f"it knows nothing of {thing!r}"
            yield Evidence(candidate=candidate.name, signal="unsaid", score=-1.0, matched=(thing,), reason=reason)


def _known(query: str, context: QueryContext) -> frozenset[str]:
    """Terms of what the question and the given values say, related things and pairs of words written as one among them.

    Verbs mean what they say and no more: to close is not to stop.
    """
    values = [value for value in context.given.values() if isinstance(value, str)]
    for title in (value for value in values if len(split(value)) > 1):
        # What something is called says nothing of what is to be done with it.
        query = re.sub(re.escape(title), " ", query, flags=re.IGNORECASE)
    question = asked(query, context)
    texts = [*context.given, *(value for value in values if len(split(value)) == 1)]
    written = {stem(one + two) for text in (query, *texts) for one, two in pairwise(split(text))}
    related = frozenset(term for terms in question.nouns.values() for term in terms)
    many = sorted(BULK) if question.scopes & _MANY else ()
    return question.terms | related | words_said((*texts, *many), context) | written


def _own_words(path: str) -> list[str]:
    """What the path says of an operation itself: its last literal segment, and the one before where that is a verb."""
    parts = segments(path)
    while parts and is_slot(parts[-1]) and "#" not in parts[-1]:
        parts = parts[:-1]
    last = [word for part in parts[-1:] for word in split(part.rpartition("}")[2])]
    before: list[str] = []
    if all(word in _VERBS for word in last):
        before = [word for part in parts[-2:-1] if not is_slot(part) for word in split(part)]
    words = dict.fromkeys((*before, *last))
    return [word for word in words if not {word, singular(word)} & _EMPTY and not word.isdigit()]


def _around(path: str) -> list[str]:
    """Words of the literal segments before the last one: the reposts of /reposts/playlists/{id}.

    What stands before a version is the address of an API.
    """
    literal = [part for part in segments(_VERSION.split(path)[-1]) if not is_slot(part)]
    return [word for part in literal[:-1] for word in split(part) if word not in _EMPTY]


def _inside_new(query: str, tool: ToolFacts) -> str:
    """The thing inside which an operation works, where the question begins with a new one: "open an issue"; else ""."""
    begins = _NEW.match(query)
    parts = segments(tool.path)
    parents = [one for one, two, _ in zip(parts, parts[1:], parts[2:], strict=False) if is_slot(two)]
    words = {singular(split(parent)[-1]) for parent in parents if not is_slot(parent)}
    return begins["thing"].lower() if begins is not None and begins["thing"].lower() in words else ""


def _of_many(query: str, tool: ToolFacts) -> str:
    """What an operation deletes all of, where the question speaks of one; "" where it does not."""
    last = segments(tool.path)[-1:]
    word = split(last[0])[-1:] if last and not is_slot(last[0]) and tool.method == "delete" else []
    said = split(query)
    one = word and singular(word[0]) != word[0] and singular(word[0]) in said and word[0] not in said
    return word[0] if one else ""


def _thing(query: str, context: QueryContext) -> str:
    """The noun for what is to be changed: the avatar of "delete the avatar of acme"; "" where only values are said."""
    values = {word for value in context.given.values() for word in split(str(value))}
    query = _CALLED.split(query, maxsplit=1)[0]
    nouns = asked(query, context).nouns
    wanted = [word for word, terms in nouns.items() if max(terms.values()) >= OBJECT and not {*split(word)} <= values]
    return next((word for word in wanted if word == first_phrase(query, wanted).head), "")


def _knows(candidate: Candidate, terms: Mapping[str, float], context: QueryContext) -> bool:
    """Whether an operation, or a key of a given value, has a word for what *terms* mean."""
    tool = candidate.tool
    texts = (*segments(tool.path), name_of(tool), summary_of(tool), *context.given, *candidate.consumes)
    return any(not words_said((text,), context).isdisjoint(terms) for text in texts)
