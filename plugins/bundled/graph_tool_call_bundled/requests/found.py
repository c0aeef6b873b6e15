"""The values that a question gives, each under its word, read once for all readers of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import attrs

from graph_tool_call.hooks import Frame, Memo, Mention, RequestContext, RequestText, ToolFacts

from ..lexicon.stem import stem
from ..words import split, squash
from .alone import HOLDER, Alone, words_for
from .persons import KINDS
from .places import places_of
from .relations import relation_of
from .sentence import Row, describes, tokens, verbs_of
from .spoken import nouns_of, parents_of, written_words
from .under import Words
from .values import Finder, Value


class Sentence:
    """One question over one frame, with the values found in it."""

    def __init__(self, text: RequestText, frame: Frame, context: RequestContext) -> None:
        self.text = text
        self.frame = frame
        self._memo = context.shared
        nouns = nouns_of(frame, context.tools, context.shared)
        row = Row(text.question, tokens(text, nouns, context.shared))
        words = Words(row, nouns, frame)
        own = described_words(frame.tool, context.shared) if frame.tool is not None else frozenset()
        verbs = verbs_of(context.shared)
        finder = Finder(row, frame, written_words(context.tools, context.shared), own, verbs)
        #: It tells what an operation does, as documents do, and gives no values but what is called so.
        self.describes = describes(row, verbs)
        self.row = row
        self.tokens = row.tokens
        self.pairs = pairs_of(frame, context)
        self.parents = parents_of(context.tools, context.shared)
        worded = [
            part
            for value in finder.all()
            for part in split_pair(attrs.evolve(value, word=words.of(value)), row, self.pairs)
        ]
        tool = frame.tool
        #: Whether it takes something away from something, and the target does so.
        self.takes_away = (
            tool is not None
            and "delete" in {tool.method, tool.action}
            and any(token.low in {"off", "out", "from"} for token in row.tokens)
        )
        #: Places of the words that values stand under.
        self.used = words.used
        said = [value for value in worded if not self.describes or row.is_called(value.first)]
        self.values = tuple(self._alone(said))

    def _alone(self, found: Sequence[Value]) -> Sequence[Value]:
        """The values, those without a word under the one that the target leaves for them."""
        tool = self.frame.tool
        if tool is None or all(value.word for value in found):
            return found
        places = places_of(self.frame, self._memo)
        asked = [self._said_alone(value, found) for value in found]
        words = words_for(asked, places, self.parents)
        return [self._under(attrs.evolve(value, word=word)) for value, word in zip(found, words, strict=True)]

    def _said_alone(self, value: Value, found: Sequence[Value]) -> Alone:
        behind = self.tokens[value.last] if value.last < len(self.tokens) else None
        relation, at = relation_of(self.row, value.first, value.last)
        owner = self.tokens[at - 1].noun if at > 0 and relation == HOLDER else None
        number = self.tokens[value.first].kind == "number"
        return Alone(
            value.word,
            value=value.value,
            relation=relation,
            owner=owner.word if owner is not None else "",
            address=self.tokens[value.first].kind in {"email", "url"},
            outer=relation == HOLDER and any(other.last == at for other in found),
            amount=number and (value.last > value.first + 1 or (behind is not None and behind.kind == "word")),
        )

    def _under(self, value: Value) -> Value:
        """The value, where nothing else is known under the word that its form has: "email", "url"."""
        return value if value.word else attrs.evolve(value, word=self.tokens[value.first].under)

    def mentions(self, *, form: bool) -> Iterator[Mention]:
        """The values by their form, or by the words beside them."""
        for value in self.values:
            if (value.by == "name") is not form:
                yield value.mention(self.row)


def described_words(tool: ToolFacts, memo: Memo) -> frozenset[str]:
    """Stems of the words that an operation is summarised and described with, and its own."""

    def read() -> frozenset[str]:
        return own_words(tool, memo) | {stem(word) for word in split(tool.description)}

    made: frozenset[str] = memo.once(("described", tool.name), read)
    return made


def split_pair(value: Value, row: Row, pair: tuple[str, str] | None) -> Iterator[Value]:
    """The two values of "owner/name", where the paths of the API have two keys in a row; else the value."""
    first, cut, second = str(value.value).partition("/")
    known = pair is not None and cut and row.tokens[value.first].kind == "pair"
    if (
        pair is None
        or not known
        or (value.word and squash(value.word) not in {squash(pair[1]), "repository", "저장소"})
    ):
        yield value
        return
    yield attrs.evolve(value, value=first, word=pair[0], by="pair 0")
    yield attrs.evolve(value, value=second, word=pair[1], by="pair 1")


def pairs_of(frame: Frame, context: RequestContext) -> tuple[str, str] | None:
    """The two keys that "owner/name" gives: two slots in a row of the target's path, or of most paths that have any."""
    if frame.tool is not None:
        return _in_a_row(frame.tool.path)
    kept: dict[str, tuple[str, str] | None] = context.shared.once("pairs", dict)
    if "pair" not in kept:
        count: dict[tuple[str, str], int] = {}
        for tool in context.tools.values():
            if (pair := _in_a_row(tool.path)) is not None:
                count[pair] = count.get(pair, 0) + 1
        kept["pair"] = max(count, key=lambda pair: count[pair], default=None)
    return kept["pair"]


def _in_a_row(path: str) -> tuple[str, str] | None:
    parts = path.strip("/").split("/")
    for first, second in pairwise(parts):
        if first.startswith("{") and second.startswith("{"):
            return first.strip("{}"), second.strip("{}")
    return None


def sentence_of(text: RequestText, frame: Frame, context: RequestContext) -> Sentence:
    """The question of *text* over *frame*, read once for all readers of its words."""
    kept: dict[str, Sentence] = context.shared.once("sentence", dict)
    known = kept.get("last")
    if known is None or known.text.question != text.question or known.frame is not frame:
        known = kept["last"] = Sentence(text, frame, context)
    return known


def own_words(tool: ToolFacts, memo: Memo) -> frozenset[str]:
    """Words of an operation's path, id, summary and resource, and their stems."""

    def read() -> frozenset[str]:
        names = (tool.path, tool.operation_id, tool.name, tool.summary, tool.resource, tool.action)
        words = {word for name in names for word in split(name)}
        # Who uses something has an account there.
        words |= {"account"} if tool.resource in KINDS else set()
        return frozenset(words | {stem(word) for word in words})

    made: frozenset[str] = memo.once(("own", tool.name), read)
    return made
