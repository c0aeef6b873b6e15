"""Korean words of requests: stems and particles, nouns of the API, and the values that stand beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from graph_tool_call.hooks import Frame, Memo

from ..lexicon import korean
from ..lexicon.stem import stem as stem_of
from ..words import squash
from .sentence import Row, Token
from .values import Value, plain

HANGUL: Final = re.compile(r"[\uac00-\ud7a3]")
#: Particles by what they follow: any syllable, one that ends in a consonant, one that does not.
_ANY: Final = "에게서 에서의 으로의 에서 에게 한테 께서 부터 까지 이랑 하고 들을 들의 들이 들은 의 에 도 만 들".split()
_AFTER_CONSONANT: Final = "으로 이랑 을 은 이 과".split()
_AFTER_VOWEL: Final = "를 는 가 와 랑 로".split()
#: What marks the thing that is changed, what it is changed to, and what a sentence is about.
_OBJECT: Final = frozenset({"을", "를"})
_RESULT: Final = frozenset({"으로", "로"})
_TOPIC: Final = frozenset({"은", "는"})
#: Words that say what a value is good for, or that add nothing.
_SMALL: Final = frozenset(
    "처리 때문 전액 부분 일부 모두 전부 다시 "
    " 지금 바로 새로 누구 누가 무엇 뭐 어디 언제 목록 내역 정보 있는 없는 것 좀 건 개 명".split()
)
#: Syllables that endings of verbs begin with.
_ENDINGS: Final = frozenset("해하한할함했돼된되됨됐줘주라자고기서")
#: Amounts with their unit: 5000원.
_AMOUNT: Final = re.compile(r"(\d[\d,]*)(원|달러|유로|엔)(.*)")
_AMOUNT_WORD: Final = "금액"


@attrs.frozen
class Part:
    """One token in Korean: its stem, the particle after it, and what it may be."""

    token: Token
    stem: str
    particle: str
    #: "noun", "verb", "small", "value" (by its form), "name" (nothing known), "mark".
    kind: str


class Lexicon:
    """Korean nouns and verbs as tables."""

    def __init__(self) -> None:
        self.nouns = {**korean.nouns(), **korean.generic()}
        self.verbs = korean.verbs()

    def is_verb(self, word: str) -> bool:
        """Whether a word begins with the stem of a verb that an ending follows."""
        for end in range(len(word), 0, -1):
            if word[:end] in self.verbs:
                rest = word[end:]
                return not rest or rest in korean.SUFFIXES or rest[:1] in _ENDINGS
        return False


class Korean:
    """The values of a Korean question, each under its word, and the words that need no place."""

    def __init__(self, row: Row, frame: Frame, memo: Memo) -> None:
        self.row = row
        self._titles = {squash(slot.title) for slot in frame.slots if slot.title}
        self._lexicon: Lexicon = memo.once("korean", Lexicon)
        self.parts = tuple(self._part(token) for token in row.tokens)
        self.values = tuple(self._values())

    # --- parts ---

    def _part(self, token: Token) -> Part:
        text = token.word.text
        if token.kind == "mark":
            return Part(token, text, "", "mark")
        if token.kind == "quoted" or not HANGUL.search(text):
            return Part(token, text, "", "value" if token.evident or token.kind in {"name", "word"} else "small")
        if _AMOUNT.fullmatch(text):
            return Part(token, text, "", "value")
        if text in korean.STOP or text in korean.EVERY or text in korean.MINE or text in _SMALL:
            return Part(token, text, "", "small")
        stem, particle = cut(text)
        if self._is_noun(stem):
            return Part(token, stem, particle, "noun")
        if self._is_noun(text):
            return Part(token, text, "", "noun")
        # "결제" alone is a payment, "결제해줘" asks for one.
        if stem in self._lexicon.verbs and token is not self.row.tokens[-1]:
            return Part(token, stem, particle, "noun")
        if self._lexicon.is_verb(text):
            return Part(token, text, "", "verb")
        if stem in _SMALL or stem in korean.STOP or text in korean.SUFFIXES:
            return Part(token, stem, particle, "small")
        return Part(token, stem, particle, "name")

    def _is_noun(self, stem: str) -> bool:
        return squash(stem) in self._titles or stem in self._lexicon.nouns

    # --- values ---

    def _values(self) -> Iterator[Value]:
        at = 0
        while at < len(self.parts):
            value = self._value(at)
            if value is None:
                at += 1
            else:
                yield value
                at = value.last

    def _value(self, at: int) -> Value | None:
        part = self.parts[at]
        field = self._field_before(at)
        if field and part.kind in {"name", "noun", "value"} and (end := self._end_of_change(at)):
            text = self._cut_text(at, end)
            single = end == at + 1 and part.token.kind == "quoted"
            return Value(at, end, part.token.word.text if single else text, 0.9, field, "name")
        if part.kind == "value":
            return self._evident(at)
        if part.kind == "name" and (end := self._end_of_names(at)):
            before, after = self._noun_before(at), self._noun_after(end)
            if after and self.parts[end].particle in _OBJECT and self._end_of_change(end + 1):
                # It belongs to the name of what is changed: "기본 계약을".
                return None
            own = next((noun for noun in self._lexicon.nouns if len(noun) > 1 and part.stem.endswith(noun)), "")
            if own and end == at + 1 and part.stem != own:
                return Value(at, end, part.stem, 0.75, own, "name")
            if before or after:
                return Value(at, end, self._cut_text(at, end), 0.75, before or after, "name")
        return None

    def _evident(self, at: int) -> Value:
        token = self.parts[at].token
        amount = _AMOUNT.fullmatch(token.word.text) if token.kind != "quoted" else None
        if amount is not None:
            return Value(at, at + 1, int(amount[1].replace(",", "")), 1.0, _AMOUNT_WORD)
        value: Any = plain(token) if token.evident else token.word.text
        return Value(at, at + 1, value, 1.0, self._noun_before(at) or self._noun_after(at + 1) or token.under)

    def _field_before(self, at: int) -> str:
        """The noun before a value that is set: "메모를 X", "사유는 X", with the words of a longer name of it."""
        before = self.parts[at - 1] if at else None
        if before is None or before.particle not in _OBJECT | _TOPIC or before.kind not in {"noun", "name"}:
            return ""
        known = before.kind == "noun" or before.particle in _TOPIC
        return self._noun_ending(at) if known else ""

    def _noun_ending(self, at: int) -> str:
        """The longest noun that ends before *at*: "기본 계약" where an input has that title."""
        first = at - 1
        while first and self.parts[first - 1].kind in {"noun", "small", "name"} and not self.parts[first - 1].particle:
            first -= 1
        for begin in range(first, at - 1):
            said = [part.stem for part in self.parts[begin:at]]
            if self._in_title("".join(said)):
                return " ".join(said)
        changed = self.parts[at - 1].particle in _OBJECT and at - first == 2 and self.parts[first].kind == "name"
        return " ".join(part.stem for part in self.parts[first if changed else at - 1 : at])

    def _in_title(self, said: str) -> bool:
        return any(squash(said) in title for title in self._titles)

    def _end_of_change(self, at: int) -> int:
        """Where the value of "X를 … 로" or of "X는 …" ends; 0 where it is none."""
        topic = self.parts[at - 1].particle in _TOPIC
        for end in range(at, len(self.parts)):
            part = self.parts[end]
            if part.kind in {"mark", "verb"} or (part.particle in _OBJECT and not topic):
                return end if topic and end > at else 0
            if part.particle in _RESULT or self._particle_after(end) in _RESULT:
                return 0 if topic else end + 1
        return len(self.parts) if topic else 0

    def _particle_after(self, at: int) -> str:
        """The particle that stands as a word of its own after a quoted text."""
        following = self.parts[at + 1] if at + 1 < len(self.parts) else None
        joined = following is not None and self.row.joined(at + 1)
        quoted = self.parts[at].token.kind == "quoted"
        return following.token.word.text if following is not None and quoted and joined else ""

    def _end_of_names(self, at: int) -> int:
        end = at + 1
        while end < len(self.parts) and self.parts[end].kind == "name" and not self.parts[end - 1].particle:
            end += 1
        return end

    def _noun_before(self, at: int) -> str:
        part = self.parts[at - 1] if at else None
        return self._noun_ending(at) if part is not None and part.kind == "noun" and not part.particle else ""

    def _noun_after(self, at: int) -> str:
        part = self.parts[at] if at < len(self.parts) else None
        joined = part is not None and self.row.joined(at) and self.parts[at - 1].particle in {"", "의"}
        return part.stem if part is not None and joined and part.kind == "noun" else ""

    def _cut_text(self, first: int, last: int) -> str:
        """The text of some parts without the particle of the last one."""
        text = self.row.text(first, last)
        particle = self.parts[last - 1].particle
        return text.removesuffix(particle) if particle else text.strip("'\"‘’“”")

    # --- what needs no place ---

    def explained(self, own: frozenset[str]) -> Iterator[Token]:
        """Words of the language, verbs, nouns that a value stands under, and the target's own words."""
        used = {word for value in self.values for word in value.word.split()}
        for part in self.parts:
            english: Sequence[str] = (
                self._lexicon.nouns.get(part.stem) or self._lexicon.verbs.get(part.stem, ("", ()))[1]
            )
            own_word = part.kind == "noun" and any(stem_of(word) in own for word in english)
            known = own_word or (part.kind in {"noun", "name"} and part.stem in used)
            if part.kind in {"verb", "small", "mark"} or known:
                yield part.token


def cut(word: str) -> tuple[str, str]:
    """A Korean word without its particle, and the particle: 을 after a consonant, 를 after a vowel, and so on."""
    for particle in (*_ANY, *_AFTER_CONSONANT, *_AFTER_VOWEL):
        if word.endswith(particle) and len(word) > len(particle):
            last = word[: -len(particle)][-1]
            if not HANGUL.match(last):
                continue
            closed = (ord(last) - 0xAC00) % 28 != 0
            fits = particle in _ANY or (particle in _AFTER_CONSONANT) == closed
            if particle == "로":
                fits = not closed or (ord(last) - 0xAC00) % 28 == 8
            if fits:
                return word[: -len(particle)], particle
    return word, ""


def is_korean(question: str) -> bool:
    """Whether a question is written in Korean."""
    return bool(HANGUL.search(question))
