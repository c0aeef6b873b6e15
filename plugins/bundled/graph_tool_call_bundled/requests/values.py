"""Where the values of a question begin and end: by their form, by capitals, or by the words beside them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, Final

import attrs

from graph_tool_call.hooks import Frame, Mention, Slot

from ..lexicon.english import GENERIC
from ..lexicon.stem import stem
from ..words import is_plural, squash
from .alone import noun_of
from .leads import CHANGING, RENAMING
from .sentence import Row, Token
from .speech import (
    ATTRIBUTES,
    DETERMINERS,
    IDLE,
    LOOSE,
    MONTHS,
    NAMING,
    PLACING,
    PREPOSITIONS,
    QUALIFYING,
    STATES,
    STOP,
)
from .states import BARE, BY_ADJECTIVE
from .units import unit_named

#: "Top-10" counts things.
_RANK: Final = re.compile(r"top-?\d+")
_DAY: Final = re.compile(r"\d{1,2}(?:st|nd|rd|th)?|\d{4}")
_SENTENCE_END: Final = frozenset(". ! ? 。".split())
#: Inputs for texts that people write.
TEXT_FIELDS: Final = frozenset("name title subject description summary body text message content note notes".split())
#: Words that close a command after a new name.
_CLOSING: Final = frozenset("please and then now".split())
#: Words after a noun that name nothing.
_NO_NAMES: Final = (GENERIC - {"api"}) | ATTRIBUTES | STATES | QUALIFYING
#: How sure it is that words are a value: by their form, by capitals beside a noun, by their place alone.
FORM: Final = 1.0
NAME: Final = 0.9
BESIDE: Final = 0.75
PLACE: Final = 0.6


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

    def mention(self, row: Row) -> Mention:
        """The value as a reading; one half of "owner/name" has its own place."""
        start, end = row.tokens[self.first].word.start, row.tokens[self.last - 1].word.end
        if self.by.startswith("pair"):
            cut = start + row.question[start:end].index("/")
            start, end = (start, cut) if self.by == "pair 0" else (cut + 1, end)
        reason = f"a value under {self.word!r}" if self.word else "a value that stands alone"
        return Mention(word=self.word, value=self.value, start=start, end=end, score=self.score, reason=reason)


class Finder:
    """Finds the values of one row of tokens."""

    def __init__(
        self, row: Row, frame: Frame, written: frozenset[str], own: frozenset[str], verbs: Collection[str]
    ) -> None:
        self.row = row
        self.tokens = row.tokens
        self._slots = frame.slots
        #: Words that the paths of the API are written with.
        self._written = written
        #: Stems of the words that the target is described with.
        self._own = own
        tool = frame.tool
        self._described = f"{tool.summary} {tool.description}".lower() if tool is not None else ""
        self._verbs = verbs
        #: Members of enums of the target: readers of enums look after them.
        self._members = {squash(str(m)) for slot in frame.slots for m in (*slot.enum, *slot.labels)}

    def all(self) -> Iterator[Value]:
        """The values, in order, without their words; one word alone names what is to be done, and gives none."""
        at = 1 if len(self.tokens) == 1 and self.tokens[0].kind == "code" else 0
        while at < len(self.tokens):
            value = self._value(at)
            if value is not None and value.by == "name" and self._in_brackets(at):
                value = None
            if value is None:
                at += 1
            else:
                value = self._listed(value)
                yield value
                at = value.last

    def _in_brackets(self, at: int) -> bool:
        """Whether a place is inside brackets: what stands there explains the words before it."""
        marks = [token.low for token in self.tokens[:at] if token.low in {"(", ")"}]
        return bool(marks) and marks[-1] == "("

    def _listed(self, first: Value) -> Value:
        """A value with those that follow it after a noun in the plural: "labels bug, docs and ui"."""
        before = self.tokens[first.first - 1] if first.first else None
        labelled = before is not None and before.kind in {"noun", "word"} and is_plural(before.low)
        if not labelled and not (before is not None and self._is_pair(first)):
            return first
        values, end = [first.value], first.last
        while end + 1 < len(self.tokens) and self.tokens[end].low in {",", "and"}:
            at = end + 2 if self.tokens[end].low == "," and self.tokens[end + 1].low == "and" else end + 1
            token = self.tokens[at] if at < len(self.tokens) else None
            if token is None or not (token.evident or token.kind in {"word", "name"}):
                break
            end = self._end_of_capitals(at + 1) if token.kind == "name" else at + 1
            values.append(plain(token) if token.evident else self.row.text(at, end))
        return attrs.evolve(first, value=values, last=end) if len(values) > 1 else first

    def _is_pair(self, first: Value) -> bool:
        """Whether "and" joins two values of one form after a verb or preposition: "invite Ann Lee and Tom Weber"."""
        before, at = self.tokens[first.first - 1], first.last + 1
        if at >= len(self.tokens) or self.tokens[first.last].low != "and":
            return False
        if before.kind != "verb" and before.low not in PREPOSITIONS:
            return False
        one, other = self.tokens[first.first].kind, self.tokens[at].kind
        end = self._end_of_capitals(at + 1) if other == "name" else at + 1
        names = one == "name" and first.last - first.first > 1 and end - at > 1
        return one == other and (names or one in {"email", "user", "channel", "code", "quoted"})

    def _value(self, at: int) -> Value | None:
        token = self.tokens[at]
        if at and token.kind in {"word", "name", "stop"} and not self._is_member(token) and self._is_new_text(at):
            end = self._end_of_sentence(at + 1)
            return Value(at, end, self.row.text(at, end), BESIDE, by="name")
        if (end := self._end_of_date(at)) or (end := self._end_of_amount(at)):
            return Value(at, end, self.row.text(at, end), FORM)
        if _RANK.fullmatch(token.low):
            return None
        if token.evident and not self._continues_name(at):
            if token.kind in {"quoted", "email", "url", "date", "hash", "user", "channel", "number", "pair"}:
                return Value(at, at + 1, plain(token), FORM)
            return Value(at, self._end_of_capitals(at + 1), self.row.text(at, self._end_of_capitals(at + 1)), FORM)
        if at and self.tokens[at - 1].low in NAMING and token.kind in {"noun", "verb", "word"}:
            # "A repository called octocat": whatever else it may be, there it is a name.
            return Value(at, at + 1, self.row.text(at, at + 1), NAME, by="name")
        if token.kind == "name" and (self._is_acronym(at) or self._is_own(at)):
            return None
        if token.kind == "name" or (self._after_noun(at) and token.word.text[:1].isupper() and token.kind != "noun"):
            return self._named(at)
        if token.kind == "word":
            return self._bare(at)
        return None

    def _end_of_date(self, at: int) -> int:
        """Where a date in words ends: "12 March 2026", "March 12", "May 2026"; 0 where there is none."""
        if not (self.tokens[at].low in MONTHS or self.tokens[at].word.text[:1].isdecimal()):
            return 0
        lows = [self.tokens[i].low for i in range(at, min(at + 4, len(self.tokens)))]
        days = [low for low in lows[:2] if _DAY.fullmatch(low)]
        if not any(low in MONTHS for low in lows[: 2 if days[:1] == lows[:1] else 1]):
            return 0
        length = 1
        while length < len(lows) and (lows[length] in MONTHS or lows[length] == "," or _DAY.fullmatch(lows[length])):
            length += 1
        length -= lows[length - 1] == ","
        return at + length if length > 1 else 0

    def _end_of_amount(self, at: int) -> int:
        """Where a number with its unit ends: "15 euros"; 0 where no unit follows, or the noun of something."""
        behind = at + 1
        if self.tokens[at].kind != "number" or behind >= len(self.tokens) or not self.row.joined(behind):
            return 0
        unit = self.tokens[behind]
        return behind + 1 if unit.kind == "word" and unit_named(unit.low) is not None else 0

    def _continues_name(self, at: int) -> bool:
        return at > 0 and self.tokens[at - 1].kind == "name" and self.tokens[at].kind == "number"

    def _is_acronym(self, at: int) -> bool:
        """Whether a word in capitals belongs to the noun after it, as the API writes it: "SSH keys", "TV show"."""
        token, behind = self.tokens[at], self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        written = token.word.text.isupper() and token.low in self._written
        return written and behind is not None and behind.kind in {"noun", "word"} and self.row.joined(at + 1)

    def _is_own(self, at: int) -> bool:
        """Whether a single word in capitals is the target's own, or names an attribute: "the webhook URL"."""
        alone = self._end_of_capitals(at + 1) == at + 1
        low = self.tokens[at].low
        return alone and self.tokens[at].word.text.isupper() and (low in ATTRIBUTES or stem(low) in self._own)

    def _named(self, at: int) -> Value:
        """A name in capitals; after a noun, lower-case words may belong to it."""
        end = self._end_of_capitals(at + 1)
        if self._after_noun(at):
            # "the section To do": what begins like a preposition goes on.
            end = self._end_of_name(end + (end == at + 1 < len(self.tokens) and self.tokens[at].low in PREPOSITIONS))
            end = self._before_state(at, end)
        elif at and self._is_new_name(at):
            end = self._end_of_sentence(end)
        elif at and self.tokens[at - 1].low in PREPOSITIONS:
            end = self._end_of_lower(end)
        return Value(at, end, self.row.text(at, end), NAME, by="name")

    def _end_of_capitals(self, at: int) -> int:
        while at < len(self.tokens) and self.row.joined(at):
            if self.tokens[at].kind in {"name", "number"}:
                at += 1
            elif (end := self._inner_words(at)) and self.tokens[at - 1].kind == "name":
                at = end
            else:
                break
        return at

    def _inner_words(self, at: int) -> int:
        """Where the small words inside a name end: "of the" in "Lord of the Rings"; 0 where there are none."""
        end = at
        while end < len(self.tokens) and self.tokens[end].low in {"of", "and", "the"} and self.row.joined(end):
            end += 1
        name = end < len(self.tokens) and self.tokens[end].kind == "name" and self.row.joined(end)
        return end if name and end > at and self.tokens[end - 1].low == "the" else 0

    def _end_of_name(self, at: int) -> int:
        """Where a name ends that began with a capital: before a preposition after which something else is meant."""
        while at < len(self.tokens) and self.row.joined(at):
            token = self.tokens[at]
            if token.low in LOOSE and self._is_plain(at + 1) and token.low not in {"and", "or"}:
                at += 2
            elif token.kind in {"word", "name", "number"} or (token.kind == "noun" and self.row.joined(at)):
                at += 1
            else:
                break
        return at

    def _end_of_sentence(self, at: int) -> int:
        """Where a new name ends: with the sentence, or before a mark that no name has."""
        while at < len(self.tokens) and self.tokens[at].kind != "mark" and self.tokens[at].low not in _CLOSING:
            behind = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
            placed = self.tokens[at].low in PLACING and behind is not None
            if placed and behind is not None and (behind.kind == "noun" or behind.low in DETERMINERS):
                break
            at += 1
        return at

    def _end_of_lower(self, at: int) -> int:
        """Where a name with lower-case words at its end ends: "the suppressions of Billing notices"."""
        end = at
        while self._is_plain(end) and not self._is_no_name(end):
            end += 1
        closed = end == len(self.tokens) or self.tokens[end].low in _SENTENCE_END
        return end if closed else at

    def _is_no_name(self, at: int) -> bool:
        low = self.tokens[at].low
        return low in _NO_NAMES or low.endswith("ly") or self._is_member(self.tokens[at])

    def _before_state(self, at: int, end: int) -> int:
        """The end of a name without the state that the verb says of the thing: "make the track X private"."""
        verb = next((token.low for token in self.tokens[:at] if token.low in BARE), "")
        last = self.tokens[end - 1].low
        return end - 1 if verb and end - at > 1 and (last in BY_ADJECTIVE or squash(last) in self._members) else end

    def _is_plain(self, at: int) -> bool:
        """Whether a lower-case word stands there that is neither of the language's small words nor a value."""
        return at < len(self.tokens) and self.tokens[at].kind == "word" and self.row.joined(at)

    def _bare(self, at: int) -> Value | None:
        """One lower-case word as a name: beside a noun, or where only a name can stand."""
        token = self.tokens[at]
        listed = at + 1 < len(self.tokens) and self.tokens[at + 1].low == "," and self._after_noun(at)
        closed = at + 1 == len(self.tokens) or self._ends(at + 1) or (at > 0 and self._is_new_name(at))
        if self._is_member(token) or not (listed or closed):
            return self._before_noun(at)
        before = self.tokens[at - 1] if at else None
        if (
            before is None
            or (self._says_how(token.low) and not self._is_label(at) and not self._is_new_name(at))
            or (before.low == "of" and at > 1 and self.tokens[at - 2].low == "instead")
        ):
            return None
        if self._is_new_name(at):
            end = self._end_of_sentence(at + 1)
            return Value(at, end, self.row.text(at, end), BESIDE, by="name")
        if self._after_noun(at):
            return Value(at, at + 1, self.row.text(at, at + 1), BESIDE, by="name")
        placed = before.low in PREPOSITIONS - {"and", "or"} and token.low not in IDLE
        if placed or (before.kind == "verb" and at == 1):
            return Value(at, at + 1, self.row.text(at, at + 1), PLACE, by="name")
        return None

    def _is_label(self, at: int) -> bool:
        """Whether a word, known otherwise, names the thing that the noun before it is: "the namespace batch"."""
        noun, low = self.tokens[at - 1], self.tokens[at].low
        if noun.kind != "noun" or noun.first < 1 or is_plural(noun.low) or low in _NO_NAMES:
            return False
        lead = self.tokens[noun.first - 1]
        behind = self.tokens[at + 1].low if at + 1 < len(self.tokens) else ""
        participle = low.endswith("ed") and behind in PREPOSITIONS
        refers = any(slot.refers and slot.required and self._names(noun, slot) for slot in self._slots)
        # "The TV show": the documents call it so, and so the words name no one thing.
        spoken = f"{self.row.text(noun.first, noun.last)} {low}".lower() in self._described
        return refers and not (participle or spoken) and (lead.low in DETERMINERS | PREPOSITIONS or lead.kind == "verb")

    def _names(self, noun: Token, slot: Slot) -> bool:
        word = squash(noun.noun.word) if noun.noun is not None else ""
        return bool(word) and word in {squash(slot.resource), squash(slot.name), squash(noun_of(slot))}

    def _is_new_text(self, at: int) -> bool:
        """Whether a text begins there that a field is changed to: "change the subject of X to …"."""
        if self.tokens[at - 1].low not in {"to", "as"} or not any(t.low in CHANGING for t in self.tokens[:at]):
            return False
        fields = {t.first: t.noun.slot for t in self.tokens[:at] if t.noun is not None and t.noun.slot is not None}
        slots = [self._slots[ref] for ref in fields.values()]
        return any(squash(slot.name) in TEXT_FIELDS and not (slot.enum or slot.refers) for slot in slots)

    def _is_new_name(self, at: int) -> bool:
        """Whether something is renamed to it."""
        renames = any(token.low in RENAMING for token in self.tokens[:at])
        return renames and self.tokens[at - 1].low in {"to", "as"}

    def _before_noun(self, at: int) -> Value | None:
        """One word between a determiner and the noun of a thing: "the default namespace"."""
        if not at or at + 1 >= len(self.tokens) or self.tokens[at + 1].kind != "noun":
            return None
        noun, low = self.tokens[at + 1], self.tokens[at].low
        slot = None if noun.noun is None or noun.noun.slot is None else self._slots[noun.noun.slot]
        named = slot is None or slot.refers or slot.location == "path"
        named = named and not is_plural(self.tokens[noun.last - 1].low)
        # "The DNS record www": what stands behind is the name.
        label = self.tokens[noun.last] if noun.last < len(self.tokens) else None
        named = named and not (label is not None and (label.evident or label.kind == "name"))
        said = self._says_how(low) or self._is_member(self.tokens[at])
        if self.tokens[at - 1].low != "the" or not named or said:
            return None
        follows = self.tokens[at + 1].last
        if follows < len(self.tokens) and not self._ends(follows):
            return None
        return Value(at, at + 1, self.row.text(at, at + 1), PLACE, by="name")

    def _says_how(self, low: str) -> bool:
        """Whether a lower-case word is one of the language or of the target's own, and so hardly a name."""
        ending = low.endswith(("ed", "ing", "ly")) and len(low) > 4
        plain = low in GENERIC or low in STATES or low in QUALIFYING or low in ATTRIBUTES
        known = stem(low) in self._own or low in self._written or is_plural(low)
        return ending or plain or known or stem(low) in self._verbs or low in self._verbs

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
        return squash(token.low) in self._members


def plain(token: Token) -> Any:
    """The value of a token: a number as a number, without the mark before a name or number."""
    text = token.word.text
    if token.kind == "hash":
        return int(text[1:])
    if token.kind in {"channel", "user"}:
        return text[1:]
    digits = text.removeprefix("-")
    if token.kind == "number" and digits.isdecimal() and (digits == "0" or digits[0] != "0"):
        return int(text)
    if token.kind == "number" and text.count(".") == 1 and "," not in text:
        return float(text)
    return text
