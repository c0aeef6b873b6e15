"""English requests as clauses: which of its words are the speaker's own, where a command begins, what it is about.

What is quoted and what stands in a value is nobody's command: "Comment 'close it' on issue 4" closes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import RequestText, Said

from ..lexicon.english import NEGATIVE
from ..lexicon.verbs import DETERMINERS
from . import counting

#: What may stand before the verb of a command, phrase by phrase; a comma may follow.
_COURTESY: Final = tuple(
    tuple(line.split())
    for line in """
    please
    kindly
    hi
    hello
    hey
    just
    also
    then
    now
    next
    finally
    first
    can you
    could you
    would you
    will you
    i want to
    i want you to
    i need to
    i need you to
    i would like to
    i would like you to
    i'd like to
    i'd like you to
    we want to
    we need to
    let us
    let's
    help me
    help me to
    go ahead and
    """.strip().splitlines()
)
#: Marks and words that end a clause. A colon does not: what follows it is often a text.
_ENDS: Final = frozenset(". ; ! ? ,".split())
_JOINS: Final = frozenset("and then but".split())
#: Words that make what follows depend on something.
CONDITIONS: Final = frozenset("if when whenever unless until once after before whether while provided".split())
_AS_SOON: Final = frozenset({("as", "soon", "as"), ("as", "long", "as"), ("in", "case")})
#: Words that put a command off: what is to happen tomorrow is not to be done now.
LATER: Final = frozenset(
    """
    later tomorrow tonight soon eventually someday sometime afterwards monday tuesday wednesday thursday friday saturday
    sunday maybe perhaps
    """.split()
)
#: Words between a verb and its object.
_BEFORE_NOUNS: Final = DETERMINERS - {"it", "them"}
#: Words that stand for the thing itself.
PRONOUNS: Final = frozenset("it them this that these those".split())
#: Words that end a noun phrase.
PREPOSITIONS: Final = frozenset(
    """
    about above after against as at before below between by called during for from in inside into named of off on onto
    out over per since so that through titled to toward under until upon using via which while who whose with within
    without again now please today immediately permanently instead and or but then if
    """.split()
)


@attrs.frozen
class Token:
    """One word or mark in lower case, or one value as a whole."""

    word: str
    start: int
    end: int
    #: A quoted text or a value that was said; then `word` is as written.
    value: bool = False

    @property
    def mark(self) -> bool:
        """Whether it is punctuation."""
        return not self.value and not any(char.isalnum() for char in self.word)


def tokens_of(request: RequestText) -> tuple[Token, ...]:
    """The question as tokens; each said value and each quoted text is one, "don't" is one word."""
    standing = (one for one in request.said if one.start >= 0)
    spans = sorted({(s.start, s.end) for s in standing if not (_is_proviso(request, s) or counting.counts(s.value))})
    found: list[Token] = []
    for word in request.words:
        span = next(((a, b) for a, b in spans if a < word.end and word.start < b), None)
        start, end = (min(word.start, span[0]), max(word.end, span[1])) if span else (word.start, word.end)
        last = found[-1] if found else None
        if last is not None and last.value and start < last.end:
            found[-1] = attrs.evolve(last, end=max(end, last.end))
        elif span or word.quoted:
            found.append(Token(request.question[start:end], start, end, value=True))
        elif len(found) > 1 and last is not None and last.word in {"'", "’"} and last.end == start == last.start + 1:
            found[-2:] = [Token(f"{found[-2].word}'{word.text.lower()}", found[-2].start, end)]
        else:
            found.append(Token(word.text.lower(), start, end))
    return tuple(found)


def _is_proviso(request: RequestText, said: Said) -> bool:
    """Whether a value was read out of a word that a command depends on: that word keeps its meaning."""
    word = request.question[said.start : said.end].lower()
    return said.source == "text" and (word in CONDITIONS | LATER | {"as", "in"} or _is_denial(word))


def clauses(tokens: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """The clauses of a request; none where something in it is only to happen under a condition."""
    if any(not t.value and depends(tokens, i) for i, t in enumerate(tokens)):
        return
    clause: list[Token] = []
    for token in tokens:
        if not token.value and token.word in _ENDS | _JOINS:
            if clause:
                yield tuple(clause)
            clause = []
        else:
            clause.append(token)
    if clause:
        yield tuple(clause)


def depends(tokens: Sequence[Token], position: int) -> bool:
    """Whether a condition begins at a place."""
    words = tuple(token.word for token in tokens[position : position + 3])
    if words in _AS_SOON or words[:2] in _AS_SOON:
        return True
    return words[0] in CONDITIONS and _begins(tokens, position)


def _begins(tokens: Sequence[Token], position: int) -> bool:
    """Whether a word may join clauses there: before a pronoun, a determiner or a value, not in "close before noon"."""
    after = tokens[position + 1] if position + 1 < len(tokens) else None
    if tokens[position].word in {"if", "when", "whenever", "unless", "whether"}:
        return True
    return after is not None and (after.word in DETERMINERS or position == 0)


def command(clause: Sequence[Token]) -> tuple[Token, ...]:
    """*clause* from the verb of its command on, without courtesies; empty where it denies something or puts it off."""
    at = 0
    while at < len(clause):
        lengths = [len(p) for p in _COURTESY if tuple(t.word for t in clause[at : at + len(p)]) == p]
        if not lengths:
            break
        at += max(lengths)
    found = tuple(clause[at:])
    # "As not done" denies the state, not the command.
    denied = any(denies(token) and (not i or clause[i - 1].word not in {"as", "to"}) for i, token in enumerate(clause))
    put_off = any(token.word in LATER and not token.value for token in clause)
    return () if denied or put_off else found


def denies(token: Token) -> bool:
    """Whether a word turns what is said: "not", "never", "don't"."""
    return not token.value and _is_denial(token.word)


def _is_denial(word: str) -> bool:
    return word in NEGATIVE or word.endswith(("n't", "n’t"))


def noun_phrase(tokens: Sequence[Token]) -> tuple[tuple[str, ...], int]:
    """The words of the noun phrase that *tokens* begin with, without determiners, and where it ends.

    It ends before a value, a mark, a preposition or a clause about the noun: "batches that are invalid".
    """
    words: list[str] = []
    for at, token in enumerate(tokens):
        if token.value or token.mark or token.word in PREPOSITIONS - _BEFORE_NOUNS or (words and token.word == "that"):
            return tuple(words), at
        if token.word not in _BEFORE_NOUNS:
            words.append(token.word)
    return tuple(words), len(tokens)
