"""A question as a row of tokens: what each word may be, before it is known what it is about."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import Memo, RequestText, Word

from ..lexicon.english import PREFIXES
from ..lexicon.stem import stem
from ..lexicon.verbs import verb_table
from ..words import singular, squash
from .speech import COUNTING, NAMING, PREPOSITIONS, STOP
from .spoken import Noun, Nouns

#: Forms of values that no word of a language has, each with the word that it may be given under ("" for none).
_FORMS: Final[tuple[tuple[str, str, re.Pattern[str]], ...]] = tuple(
    (kind, word, re.compile(pattern))
    for kind, word, pattern in (
        ("email", "email", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
        ("url", "url", r"https?://\S+"),
        ("date", "", r"\d{4}-\d\d-\d\d(?:T[\d:.Z+-]+)?"),
        ("hash", "", r"\#\d+"),
        ("channel", "channel", r"\#\w[\w-]*"),
        ("user", "user", r"@\w[\w.-]*"),
        ("number", "", r"-?\d+(?:[.,]\d+)*"),
        ("pair", "", r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*"),
        ("code", "", r"(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9][\w.:/+-]*"),
        ("code", "", r"\w+(?:[-_.:/]+\w+)+"),
    )
)
#: Words after which a clause begins anew: a verb may follow.
_JOINS: Final = frozenset("and then please but or to".split())
_SENTENCE_END: Final = frozenset(".!?。")


@attrs.frozen
class Token:
    """One word of a question, and what it may be."""

    word: Word
    low: str
    #: "quoted", a form of value, "noun", "name" (capitalised), "verb", "stop", "mark" or "word".
    kind: str
    #: The noun that it belongs to, with the places where that begins and ends.
    noun: Noun | None = None
    first: int = -1
    last: int = -1
    #: The word that a value of this form may be given under.
    under: str = ""

    @property
    def evident(self) -> bool:
        """Whether it is a value by its form alone."""
        return self.kind in _EVIDENT


_EVIDENT: Final = frozenset({"quoted", *(kind for kind, _, _ in _FORMS)})


@attrs.frozen
class Row:
    """The tokens of a question, with the question itself."""

    question: str
    tokens: tuple[Token, ...]

    def joined(self, at: int) -> bool:
        """Whether only blanks stand between a token and the one before it."""
        before = self.tokens[at - 1].word
        return not self.question[before.end : self.tokens[at].word.start].strip()

    def is_called(self, at: int) -> bool:
        """Whether a value is quoted, and what it names is said to be called so."""
        return self.tokens[at].kind == "quoted" and at > 0 and self.tokens[at - 1].low in NAMING

    def text(self, first: int, last: int) -> str:
        """The question from one token to before another."""
        return self.question[self.tokens[first].word.start : self.tokens[last - 1].word.end]


def verbs_of(memo: Memo) -> Mapping[str, tuple[str, str]]:
    """Verbs and stems of verbs."""
    known: Mapping[str, tuple[str, str]] = memo.once("spoken verbs", verb_table)
    return known


def describes(row: Row, verbs: Collection[str]) -> bool:
    """Whether a text tells what an operation does instead of asking for it: "Deletes a label", "Returns the list"."""
    first = row.tokens[0].low if row.tokens else ""
    base = singular(first)
    return first.endswith("s") and base != first and first not in verbs and (base in verbs or stem(base) in verbs)


def tokens(text: RequestText, nouns: Nouns, memo: Memo) -> tuple[Token, ...]:
    """The words of *text* as tokens."""
    verbs = verbs_of(memo)
    lows = ["" if word.quoted else word.text.lower() for word in text.words]
    found: list[Token] = []
    at = 0
    while at < len(lows):
        hit = None if _is_verb_there(lows, at, verbs) else nouns.at(lows, at)
        if hit is not None and not _is_name(text.words, at, hit[1]):
            noun, end = hit
            found += [Token(text.words[i], lows[i], "noun", noun, at, end) for i in range(at, end)]
            at = end
        else:
            found.append(_token(text.words, lows, at, verbs, nouns))
            at += 1
    return tuple(found)


def _token(
    words: Sequence[Word], lows: Sequence[str], at: int, verbs: Mapping[str, tuple[str, str]], nouns: Nouns
) -> Token:
    word, low = words[at], lows[at]
    if word.quoted:
        return Token(word, low, "quoted")
    if not any(char.isalnum() for char in low):
        return Token(word, low, "mark")
    for kind, under, form in _FORMS:
        if form.fullmatch(word.text):
            return Token(word, low, "word" if _is_compound(low, kind, verbs, nouns) else kind, under=under)
    if _is_verb_there(lows, at, verbs):
        return Token(word, low, "verb")
    if low in STOP or low in COUNTING:
        return Token(word, low, "stop")
    if is_capital(word) and not begins(words, at):
        return Token(word, low, "name")
    return Token(word, low, "verb" if is_verb(low, verbs) else "word")


def _is_compound(low: str, kind: str, verbs: Mapping[str, tuple[str, str]], nouns: Nouns) -> bool:
    """Whether a word with marks inside is one of the language after all: "re-run", "follow-up", "and/or"."""
    if kind not in {"code", "pair"} or any(char.isdigit() for char in low):
        return False
    parts = re.split(r"[\W_]+", low)
    plain = [p in STOP or p in PREFIXES or stem(p) in verbs or nouns.at((p,), 0) is not None for p in parts]
    return all(plain) or parts[0] in PREFIXES or squash(low) in verbs


def is_verb(low: str, verbs: Mapping[str, tuple[str, str]]) -> bool:
    """Whether a word is a form of a verb that can be told from a noun: "asked", "running"."""
    if not low.endswith(("ed", "ing")):
        return False
    return any(form in verbs for form in (low, stem(low), f"{stem(low)}e"))


def _is_verb_there(lows: Sequence[str], at: int, verbs: Mapping[str, tuple[str, str]]) -> bool:
    """Whether a verb stands where one is expected: at the beginning of a clause, before something else."""
    low = lows[at]
    before = lows[at - 1] if at else ""
    there = at == 0 or before in _JOINS or before in _SENTENCE_END or before == ","
    if not there or not low or at + 1 >= len(lows):
        return False
    if before in {"and", "or", "to"} and lows[at + 1] in PREPOSITIONS:
        return False
    return any(form in verbs for form in (low, stem(low), f"{stem(low)}e"))


def is_capital(word: Word) -> bool:
    """Whether a word begins with a capital letter."""
    return word.text[:1].isupper()


def begins(words: Sequence[Word], at: int) -> bool:
    """Whether a word begins a sentence."""
    return at == 0 or words[at - 1].text in _SENTENCE_END


def _is_name(words: Sequence[Word], at: int, end: int) -> bool:
    """Whether capitals make a name of a noun: "Product Launch", where products are known."""
    if begins(words, at) or not all(is_capital(word) for word in words[at:end]):
        return False
    neighbours = [i for i in (at - 1, end) if 0 <= i < len(words) and not begins(words, i)]
    return any(is_capital(words[i]) and not words[i].quoted for i in neighbours)
