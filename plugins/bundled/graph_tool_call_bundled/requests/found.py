"""Values that a question gives, found in its tokens: where each begins and ends, and the word it stands under."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import attrs

from graph_tool_call.hooks import Frame, Mention, RequestContext, RequestText

from ..words import is_plural, singular, squash
from .sentence import Token, tokens
from .speech import (
    ASKING,
    ATTRIBUTES,
    BECOMING,
    IDLE,
    LOOSE,
    NAMING,
    PREPOSITIONS,
    ROLES,
    SAYING,
    STATES,
    STOP,
    TEXTS,
)
from .spoken import Nouns, nouns_of

#: How sure it is that words are a value: by their form, by capitals beside a noun, by their place alone.
FORM: Final = 1.0
NAME: Final = 0.9
BESIDE: Final = 0.75
PLACE: Final = 0.6
#: Words of a noun phrase that nothing of the API is called, at most.
_PHRASE: Final = 3


@attrs.frozen
class Value:
    """A value of a question: tokens from `first` to before `last`."""

    first: int
    last: int
    value: Any
    score: float
    word: str = ""
    #: By its form alone, or by the words beside it.
    by: str = "form"


class Sentence:
    """One question over one frame, with the values found in it."""

    def __init__(self, text: RequestText, frame: Frame, context: RequestContext) -> None:
        self.text = text
        self.frame = frame
        self.nouns: Nouns = nouns_of(frame, context.tools, context.memo)
        self.tokens = tokens(text, self.nouns, context.memo)
        self.pairs = pairs_of(frame, context)
        #: Places of the words that values stand under.
        self.used: set[int] = set()
        self.values = tuple(self._worded(tuple(self._values())))

    # --- where values are ---

    def _values(self) -> Iterator[Value]:
        at = 0
        while at < len(self.tokens):
            value = self._value(at)
            if value is None:
                at += 1
            else:
                value = self._listed(value)
                yield value
                at = value.last

    def _listed(self, first: Value) -> Value:
        """A value with those that follow it after a noun in the plural: "labels bug, docs and ui"."""
        before = self.tokens[first.first - 1] if first.first else None
        if before is None or before.kind != "noun" or not is_plural(before.low):
            return first
        values, end = [first.value], first.last
        while end + 1 < len(self.tokens) and self.tokens[end].low in {",", "and"}:
            at = end + 2 if self.tokens[end].low == "," and self.tokens[end + 1].low == "and" else end + 1
            token = self.tokens[at] if at < len(self.tokens) else None
            if token is None or not (token.evident or token.kind in {"word", "name"}):
                break
            end = self._end_of_capitals(at + 1) if token.kind == "name" else at + 1
            values.append(plain(token) if token.evident else self._text(at, end))
        return attrs.evolve(first, value=values, last=end) if len(values) > 1 else first

    def _value(self, at: int) -> Value | None:
        token = self.tokens[at]
        if token.evident and not self._continues_name(at):
            if token.kind in {"quoted", "email", "url", "date", "hash", "user", "channel", "number", "pair"}:
                return Value(at, at + 1, plain(token), FORM)
            return Value(at, self._end_of_capitals(at + 1), self._text(at, self._end_of_capitals(at + 1)), FORM)
        if token.kind == "name" or (self._after_noun(at) and token.word.text[:1].isupper() and token.kind != "noun"):
            return self._named(at)
        if token.kind == "word":
            return self._bare(at)
        return None

    def _continues_name(self, at: int) -> bool:
        return at > 0 and self.tokens[at - 1].kind == "name" and self.tokens[at].kind == "number"

    def _named(self, at: int) -> Value:
        """A name in capitals; after a noun, lower-case words may belong to it."""
        end = self._end_of_capitals(at + 1)
        if self._after_noun(at):
            # "the section To do": what begins like a preposition goes on.
            end = self._end_of_name(end + (end == at + 1 < len(self.tokens) and self.tokens[at].low in PREPOSITIONS))
        return Value(at, end, self._text(at, end), NAME, by="name")

    def _end_of_capitals(self, at: int) -> int:
        while at < len(self.tokens) and self.tokens[at].kind in {"name", "number"} and self._joined(at):
            at += 1
        return at

    def _end_of_name(self, at: int) -> int:
        """Where a name ends that began with a capital: before a preposition after which something else is meant."""
        while at < len(self.tokens) and self._joined(at):
            token = self.tokens[at]
            if token.low in LOOSE and self._is_plain(at + 1) and token.low not in {"and", "or"}:
                at += 2
            elif token.kind in {"word", "name", "number"} or (token.kind == "noun" and self._joined(at)):
                at += 1
            else:
                break
        return at

    def _is_plain(self, at: int) -> bool:
        """Whether a lower-case word stands there that is neither of the language's small words nor a value."""
        return at < len(self.tokens) and self.tokens[at].kind == "word" and self._joined(at)

    def _joined(self, at: int) -> bool:
        """Whether only blanks stand between a token and the one before it."""
        before = self.tokens[at - 1].word
        return not self.text.question[before.end : self.tokens[at].word.start].strip()

    def _bare(self, at: int) -> Value | None:
        """One lower-case word as a name: beside a noun, or where only a name can stand."""
        token = self.tokens[at]
        listed = at + 1 < len(self.tokens) and self.tokens[at + 1].low == "," and self._after_noun(at)
        if self._is_member(token) or not (listed or at + 1 == len(self.tokens) or self._ends(at + 1)):
            return self._before_noun(at)
        before = self.tokens[at - 1] if at else None
        if before is None or (before.low == "of" and at > 1 and self.tokens[at - 2].low == "instead"):
            return None
        if self._after_noun(at):
            return Value(at, at + 1, self._text(at, at + 1), BESIDE, by="name")
        placed = before.low in PREPOSITIONS - {"and", "or"} and token.low not in IDLE
        if placed or (before.kind == "verb" and at == 1):
            return Value(at, at + 1, self._text(at, at + 1), PLACE, by="name")
        return None

    def _before_noun(self, at: int) -> Value | None:
        """One word between a determiner and the noun of a thing: "the default namespace"."""
        if not at or at + 1 >= len(self.tokens) or self.tokens[at + 1].kind != "noun":
            return None
        noun, low = self.tokens[at + 1], self.tokens[at].low
        named = noun.noun is not None and noun.noun.slot is None and not is_plural(self.tokens[noun.last - 1].low)
        if self.tokens[at - 1].low != "the" or not named or low in STATES or self._is_member(self.tokens[at]):
            return None
        follows = self.tokens[at + 1].last
        if follows < len(self.tokens) and not self._ends(follows):
            return None
        return Value(at, at + 1, self._text(at, at + 1), PLACE, by="name")

    def _ends(self, at: int) -> bool:
        token = self.tokens[at]
        return token.kind in {"mark", "verb"} or token.low in STOP

    def _after_noun(self, at: int) -> bool:
        return at > 0 and (
            self.tokens[at - 1].kind == "noun"
            or self.tokens[at - 1].low in NAMING
            or self.tokens[at - 1].low in ATTRIBUTES
        )

    def _is_member(self, token: Token) -> bool:
        """Whether a word is a member of an enum of the target: readers of enums look after it."""
        said = squash(token.low)
        return any(said == squash(str(member)) for slot in self.frame.slots for member in (*slot.enum, *slot.labels))

    def _text(self, first: int, last: int) -> str:
        return self.text.question[self.tokens[first].word.start : self.tokens[last - 1].word.end]

    # --- which word they stand under ---

    def _worded(self, found: Sequence[Value]) -> Iterator[Value]:
        for value in found:
            word, used = self._word(value, self.used)
            self.used.update(used)
            if self.tokens[value.first].kind == "pair" and "/" in str(value.value):
                yield from self._pair(value, word)
            else:
                yield attrs.evolve(value, word=word)

    def _pair(self, value: Value, word: str) -> Iterator[Value]:
        first, _, second = str(value.value).partition("/")
        if self.pairs is None or (word and squash(word) not in {squash(self.pairs[1]), "repository"}):
            yield attrs.evolve(value, word=word)
            return
        yield attrs.evolve(value, value=first, word=self.pairs[0], by="pair 0")
        yield attrs.evolve(value, value=second, word=self.pairs[1], by="pair 1")

    def _word(self, value: Value, taken: set[int]) -> tuple[str, Sequence[int]]:
        before = self._word_before(value.first)
        after = self._word_after(value.last)
        number = self.tokens[value.first].kind == "number"
        if before is not None and not (number and after is not None and not self._touches(value.first)):
            return before
        if after is not None and after[1][0] not in taken:
            return after
        return self._by_verb(value, taken) or (self.tokens[value.first].under, ())

    def _touches(self, at: int) -> bool:
        return at > 0 and self.tokens[at - 1].kind == "noun"

    def _word_before(self, at: int) -> tuple[str, Sequence[int]] | None:
        """The noun before a value: "the issue X", "the team called X", "issue number 15", "invoice INV-0042"."""
        attribute, end = "", at
        while end and (self.tokens[end - 1].low in NAMING or self.tokens[end - 1].low in {"with", "is", ":", "="}):
            low = self.tokens[end - 1].low
            if low in {"with", "is", ":", "="} and end == at and low == "with":
                break
            attribute = NAMING.get(low, "") or attribute
            end -= 1
        last = self.tokens[end - 1] if end else None
        if last is None:
            return None
        if last.low in ATTRIBUTES and last.noun is None and end > 1:
            if self.tokens[end - 2].kind == "noun":
                noun = self.tokens[end - 2]
                return f"{noun.noun.word if noun.noun else ''} {last.low}", range(noun.first, end)
            return last.low, (end - 1,)
        if last.kind == "noun" and last.noun is not None:
            said = f"{last.noun.word} {attribute}".strip()
            return said, range(last.first, last.last)
        if end != at or self.tokens[at].evident:
            return self._phrase(end)
        return None

    def _phrase(self, end: int) -> tuple[str, Sequence[int]] | None:
        """Words before a value that nothing is called: "the pull request" where the API has pulls."""
        first = end
        while first and end - first < _PHRASE and self.tokens[first - 1].kind in {"word", "noun"}:
            first -= 1
        if first == end:
            return None
        words = [token.low for token in self.tokens[first:end]]
        return " ".join((*words[:-1], singular(words[-1]))), range(first, end)

    def _word_after(self, at: int) -> tuple[str, Sequence[int]] | None:
        """The noun after a value: "5 replicas", "the CI workflow"."""
        if at >= len(self.tokens) or not self._joined(at):
            return None
        token = self.tokens[at]
        if token.kind == "noun" and token.noun is not None:
            return token.noun.word, range(token.first, token.last)
        if token.kind == "word" and (ref := self.nouns.slot_ending(token.low)) is not None:
            return self.frame.slots[ref].place, (at,)
        return None

    def _by_verb(self, value: Value, taken: set[int]) -> tuple[str, Sequence[int]] | None:
        before = self.tokens[value.first - 1].low if value.first else ""
        verb = next((t.low for t in reversed(self.tokens[: value.first]) if t.kind == "verb"), "")
        if before in BECOMING | {"by"}:
            field = self._field(value.first, taken) or self._set_phrase(value.first - 1, taken)
            if field is not None:
                return field
        if verb in SAYING and self.tokens[value.first].kind == "quoted":
            text = next((s.place for name in TEXTS for s in self.frame.slots if s.name == name), "text")
            return text, ()
        if verb in ASKING and before == verb:
            for other in self.tokens[value.last :]:
                if other.low in ASKING[verb]:
                    return ASKING[verb][other.low], ()
        role = ROLES.get((verb, before if before in PREPOSITIONS else ""))
        if role is not None and (before in BECOMING or before == verb):
            return role, ()
        return None

    def _field(self, at: int, taken: set[int]) -> tuple[str, Sequence[int]] | None:
        """What is set to a value after "to": the noun that stands before "of", or before the value, on its own."""
        fields = {
            t.first: t
            for t in self.tokens[:at]
            if t.kind == "noun" and t.noun is not None and not taken & set(range(t.first, t.last)) and self._is_field(t)
        }
        if len(fields) != 1:
            return None
        ((first, token),) = fields.items()
        return (token.noun.word if token.noun else ""), range(first, token.last)

    def _set_phrase(self, end: int, taken: set[int]) -> tuple[str, Sequence[int]] | None:
        """Words right before "to" that nothing is called: "move the due date to"."""
        said = self._phrase(end)
        known = said is None or any(self.tokens[at].kind == "noun" for at in said[1]) or taken & set(said[1])
        return None if known else said

    def _is_field(self, token: Token) -> bool:
        if token.noun is not None and token.noun.slot is not None and not self.frame.slots[token.noun.slot].refers:
            return True
        return token.last < len(self.tokens) and self.tokens[token.last].low in {"of", "for"}

    def mentions(self, *, form: bool) -> Iterator[Mention]:
        """The values by their form, or by the words beside them."""
        for value in self.values:
            if (value.by == "name") is form:
                continue
            start, end = self.tokens[value.first].word.start, self.tokens[value.last - 1].word.end
            if value.by.startswith("pair"):
                cut = start + self.text.question[start:end].index("/")
                start, end = (start, cut) if value.by == "pair 0" else (cut + 1, end)
            reason = f"a value under {value.word!r}" if value.word else "a value that stands alone"
            yield Mention(word=value.word, value=value.value, start=start, end=end, score=value.score, reason=reason)


def plain(token: Token) -> Any:
    """The value of a token: a number as a number, without the mark before a name or number."""
    text = token.word.text
    if token.kind == "hash":
        return int(text[1:])
    if token.kind in {"channel", "user"}:
        return text[1:]
    if token.kind == "number" and text.isdecimal() and (text == "0" or text[0] != "0"):
        return int(text)
    if token.kind == "number" and text.count(".") == 1 and "," not in text:
        return float(text)
    return text


def pairs_of(frame: Frame, context: RequestContext) -> tuple[str, str] | None:
    """The two keys that "owner/name" gives: two slots in a row of the target's path, or of most paths that have any."""
    if frame.tool is not None:
        return _in_a_row(frame.tool.path)
    kept: dict[str, tuple[str, str] | None] = context.memo.once("pairs", dict)
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
    kept: dict[str, Sentence] = context.memo.once("sentence", dict)
    known = kept.get("last")
    if known is None or known.text.question != text.question or known.frame is not frame:
        known = kept["last"] = Sentence(text, frame, context)
    return known
