"""English words of requests and API descriptions: stems, verbs, scope words.

A verb counts less than a noun as a word, because many operations share it; its canonical
verb is a term as well ("open" and "add" are also "create"), and its kind of operation is
a term of kind "verb". Words that are verbs or nouns (comment, fork, request) count as
verbs only where English puts a verb. What follows a preposition counts a little less: the
object of the request stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from graph_tool_call.hooks import PluginInfo, QueryContext, Term, Text, hookimpl

from .lexicon.english import (
    ABBREVIATIONS,
    AGENTS,
    AUXILIARIES,
    BULK,
    CALLER,
    CRITERIA,
    EVERY,
    FAILING,
    FAILURE,
    FINDING_OUT,
    FUTURE,
    GENERIC,
    GIVING,
    HOW_MANY,
    INSTEAD,
    MANY,
    MANY_PHRASES,
    MINE,
    ONESELF,
    PREFIXES,
    PREPOSITIONS,
    SOUND,
    STOP,
    THINGS,
    WANTING,
    WHICH,
    WHO,
    YES_OR_NO,
)
from .lexicon.related_verbs import related_verbs
from .lexicon.stem import base_of, is_past, stem
from .lexicon.thesaurus import related
from .lexicon.verb_position import Token, find_verbs, is_question, marked, negated, unknown_verb
from .lexicon.verbs import BECOMING, COURTESY, DETERMINERS, INTERROGATIVES, NOUNS_TOO, verb_table
from .words import split

#: Weights of terms: a noun has 1.
VERB: Final = 0.6
#: Verbs that only say that something is read: get, list and the like.
PLAIN: Final = 0.35
PLAIN_VERBS: Final = frozenset({"get", "list"})
#: Share of the canonical verb of a verb.
CANONICAL: Final = 0.65
RELATED: Final = 0.5
#: Share of a verb for the one that undoes it: archive for unarchive.
UNDONE: Final = 0.4
GENERIC_WORD: Final = 0.35
#: Share of words that the thesaurus relates to a word of a question.
THESAURUS: Final = 0.35
#: Factors for what follows a preposition, and one that begins a criterion ("by name", "with tag").
AFTER: Final = 0.8
CRITERION: Final = 0.65
#: Share of the words "authenticated user": they say whose things are meant, not what.
CALLER_WORD: Final = 0.3
#: Share of participles ("files changed in …").
PARTICIPLE: Final = 0.6
#: Weight of the people that "who" asks for, of the caller where "my" is said, and of counting where "how many" is.
ASKED_WHO: Final = 0.2
#: The same where the question has nothing else to ask for: "who is in the room".
ASKED_WHO_IS: Final = 0.6
ASKED_MINE: Final = 0.3
ASKED_NUMBER: Final = 0.6
#: Weight of the words for changing many things at a time.
ASKED_MANY: Final = 0.5
#: Kinds of operation of verbs that are not the request's first.
LATER_VERB: Final = 0.5
#: Factor for what those verbs are about.
LATER_CLAUSE: Final = 0.85

#: Sources that are no sentences, or too long for their sentences to matter: words are taken as they come.
BARE: Final = frozenset({"path", "field", "tag", "enum", "description"})

#: Words that may say whose things are meant, or that all are.
SCOPED: Final = MINE | EVERY | {"me", "i", "user"}

_PIECE: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*|[0-9]+|[^\sA-Za-z0-9]")
# Each alternative begins where it cannot begin again further on: the time stays linear for a text without end.
_VALUES: Final = re.compile(
    r"""https?://\S+ | (?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+ | (?<![\w.])\d+(?:[.:/]\d+)+(?![\w.])
    | "[^"]*" | “[^“”]*” | `[^`]*` | (?<!\w)'[^']*'(?!\w)""",
    re.VERBOSE,
)
_LATIN: Final = re.compile(r"[A-Za-z]")


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(title="English", description="Stems, verbs and scope words of English text.", hook_api=1)


@hookimpl
def gtc_analyze_text(texts: Sequence[Text], context: QueryContext) -> list[Sequence[Term]]:
    """Terms of each text, nothing for texts without Latin letters."""
    analysis: _Analysis = context.memo.once(("english", "analysis"), _Analysis)
    return [analysis.terms(text) if _LATIN.search(text.value) else () for text in texts]


class _Analysis:
    """Words and terms met so far; it lives as long as the context's memo."""

    def __init__(self) -> None:
        self._verbs = verb_table()
        self._terms: dict[tuple[str, float, str, str], Term] = {}
        self._related: dict[str, tuple[tuple[str, float], ...]] = {}
        self._roots: dict[str, str] = {}
        self._nouns = related()
        self._others = related_verbs()
        self._pieces: dict[str, tuple[Term, ...]] = {}
        self._split: dict[str, tuple[Token, ...]] = {}
        self._said: dict[tuple[str, str, float, float, bool], tuple[Term, ...]] = {}

    def terms(self, text: Text) -> tuple[Term, ...]:
        value = text.value
        if text.source in BARE:
            return self._bare(value)
        if text.source == "query":
            value = _VALUES.sub(" ", value) if _LATIN.search(_VALUES.sub(" ", value)) else value
        found: dict[tuple[str, str], Term] = {}
        for term in self._of_tokens(tuple(_tokens(value, self._parts)), asks=text.source == "query"):
            key = (term.kind, term.value)
            if key not in found or found[key].weight < term.weight:
                found[key] = term
        return tuple(found.values())

    def _parts(self, piece: str) -> tuple[Token, ...]:
        known = self._split.get(piece)
        if known is None:
            known = self._split[piece] = tuple(_pieces(piece))
        return known

    def _bare(self, value: str) -> tuple[Term, ...]:
        """Words without regard to their position."""
        found: dict[str, Term] = {}
        for piece in _PIECE.findall(value):
            known = self._pieces.get(piece)
            if known is None:
                tokens = (token for token in _pieces(piece) if token.word not in STOP and not token.word.isdigit())
                known = self._pieces[piece] = tuple(term for token in tokens for term in self._noun(token, 1.0))
            for term in known:
                if term.value not in found:
                    found[term.value] = term
        return tuple(found.values())

    def _of_tokens(self, tokens: Sequence[Token], *, asks: bool) -> Iterator[Term]:
        tokens = marked(tokens, self._verbs)
        verbs, unwanted = find_verbs(tokens, self._verbs), negated(tokens)
        named = any(_names(token) for i, token in enumerate(tokens) if i not in unwanted and i not in verbs)
        question = is_question(tokens)
        if asks:
            yield from self._unnamed(tokens)
        if question:
            yield self._term("read", 1.0, "verb", tokens[0].surface)
        elif not verbs and unknown_verb(tokens):
            imperative = next(token for token in tokens if token.word not in COURTESY)
            yield self._term("action", LATER_VERB, "verb", imperative.surface)
        elif asks and not verbs:
            yield from self._wanted(tokens)
        factor = clause = 1.0
        seen_object = asks and _is_placed(tokens)
        asks_which = bool(tokens) and tokens[0].word in WHICH
        agents = AGENTS if asks and tokens and tokens[0].word == "who" else ()
        for position, token in enumerate(tokens):
            word = token.word
            if word in SCOPED:
                yield from self._scope(tokens, position)
            if position in verbs:
                first = position == min(verbs)
                clause = 1.0 if first else LATER_CLAUSE
                yield from self._verb(word, token.surface, 1.0 if first else LATER_VERB, asks=asks)
                factor, seen_object = clause, False
            elif word in STOP and not (word in {"own", "one"} and token.hyphen):
                # "the details of the event": generic words before "of" are not what is asked for.
                if seen_object and (word in PREPOSITIONS or (asks_which and word in AUXILIARIES)):
                    factor = clause * (CRITERION if word in CRITERIA else AFTER)
            elif position in unwanted and named:
                # What is not wanted names nothing where something else is named.
                continue
            elif not word.isdigit():
                seen_object = seen_object or word not in GENERIC
                share = factor * self._share(tokens, position, question=question)
                if asks and _is_thing(tokens, position):
                    share /= GENERIC_WORD
                yield from self._noun(token, share, asks=asks)
                for ending in agents:
                    yield self._term(_agent(word, ending), round(factor * token.share, 3), "word", token.surface)
                agents = ()

    def _wanted(self, tokens: Sequence[Token]) -> Iterator[Term]:
        """The verb of what somebody wants done: "a customer wants all data erased", "the price is now 5"."""
        wanting = next((i for i, token in enumerate(tokens) if token.word in WANTING), len(tokens))
        for token in tokens[wanting + 2 :]:
            if is_past(token.word) and self._is_verb(stem(token.word)):
                yield from self._verb(self._roots[stem(token.word)], token.surface, 1.0, asks=True)
                return
        for token in [one for one, two in pairwise(tokens) if (one.word, two.word) in BECOMING][:1]:
            yield from self._verb("update", token.surface, 1.0, asks=True)

    def _unnamed(self, tokens: Sequence[Token]) -> Iterator[Term]:
        """What a question means without its name: people by "who", the caller by "my", a number by "how many"."""
        if tokens and tokens[0].word == "who":
            weight = ASKED_WHO_IS if _is_placed(tokens) else ASKED_WHO
            yield from (self._term(stem(word), weight, "word", "who") for word in WHO)
        # "In my organization" places the request; "my issues" is its object.
        objects = takewhile(lambda token: token.word not in PREPOSITIONS, tokens)
        mine = next((token.surface for token in objects if token.word in MINE), "")
        if mine:
            yield from (self._term(word, ASKED_MINE, "word", mine) for word in ONESELF)
        failing = next((two for one, two in pairwise(tokens) if one.word in FAILING and two.word in {"not", "t"}), None)
        if failing is not None and is_question(tokens):
            yield from (self._term(stem(word), ASKED_MANY, "word", failing.surface) for word in FAILURE)
        if any(token.word in FUTURE for token in tokens):
            yield self._term(stem("schedule"), ASKED_MINE, "word", "when")
        sound = next((token for token in tokens[2:] if token.word in SOUND), None)
        if sound is not None and tokens[0].word in YES_OR_NO:
            yield from (self._term(stem(word), ASKED_MINE, "word", sound.surface) for word in FINDING_OUT)
        many = next((one for one, other in pairwise((*tokens, Token(""))) if _is_many(one.word, other.word)), None)
        if many is not None:
            yield self._term("many", 1.0, "scope", many.surface)
            yield from (self._term(word, ASKED_MANY, "word", many.surface) for word in BULK)
        pairs = ((one, other) for one, other in pairwise(tokens) if (one.word, other.word) in HOW_MANY)
        for one, other in pairs:
            yield self._term("count", ASKED_NUMBER, "word", f"{one.surface} {other.surface}")

    def _share(self, tokens: Sequence[Token], position: int, *, question: bool) -> float:
        word = tokens[position].word
        after = tokens[position + 1].word if position + 1 < len(tokens) else ""
        if (word in CALLER and after in {"user", "in"}) or _is_caller(tokens, position):
            return CALLER_WORD
        told = word in self._verbs and word not in NOUNS_TOO if question else False
        return PARTICIPLE if told or (is_past(word) and self._is_verb(stem(word))) else 1.0

    def _is_verb(self, root: str) -> bool:
        if not self._roots:
            self._roots.update((stem(verb), verb) for verb in self._verbs)
        return root in self._roots

    def _verb(self, word: str, surface: str, share: float, *, asks: bool) -> Iterator[Term]:
        action, canonical = self._verbs[word]
        plain = canonical in PLAIN_VERBS
        weight = PLAIN if plain else VERB
        yield self._term(action, share, "verb", surface)
        yield self._term(stem(word), weight, "word", surface)
        if canonical != word and not plain:
            yield self._term(stem(canonical), weight * CANONICAL, "word", surface)
        if word.startswith("un") and word[2:] in self._verbs:
            yield self._term(stem(word[2:]), round(weight * UNDONE, 3), "word", surface)
        for other in self._others.get(stem(word), ()) if asks else ():
            yield self._term(other, round(weight * THESAURUS, 3), "word", surface)

    def _noun(self, token: Token, factor: float, *, asks: bool = False) -> tuple[Term, ...]:
        key = (token.word, token.surface, factor, token.share, asks)
        known = self._said.get(key)
        if known is None:
            known = self._said[key] = tuple(self._noun_terms(token, factor, asks=asks))
        return known

    def _noun_terms(self, token: Token, factor: float, *, asks: bool) -> Iterator[Term]:
        forms = self._forms(token.word)
        for value, weight in forms:
            yield self._term(value, round(weight * factor * token.share, 3), "word", token.surface)
        for other in self._nouns.get(forms[0][0], ()) if asks else ():
            yield self._term(other, round(THESAURUS * factor * token.share, 3), "word", token.surface)

    def _forms(self, word: str) -> tuple[tuple[str, float], ...]:
        """Terms of a word by themselves: its stem, what it abbreviates, what it derives from."""
        known = self._related.get(word)
        if known is None:
            known = self._related[word] = tuple(_forms(word))
        return known

    def _scope(self, tokens: Sequence[Token], position: int) -> Iterator[Term]:
        word = tokens[position].word
        before = tokens[position - 1].word if position else ""
        if word in MINE or _is_me(word, before, tokens[0].word) or _is_caller(tokens, position):
            yield self._term("mine", 1.0, "scope", tokens[position].surface)
        elif word in EVERY:
            yield self._term("all", 1.0, "scope", tokens[position].surface)

    def _term(self, value: str, weight: float, kind: str, surface: str) -> Term:
        key = (value, weight, kind, surface)
        known = self._terms.get(key)
        if known is None:
            known = self._terms[key] = Term(value=value, weight=weight, kind=kind, surface=surface)
        return known


def _is_me(word: str, before: str, first: str) -> bool:
    """Whether a word means the caller: "follows me", not "show me"; "do I have" in a question."""
    if word == "me":
        return before not in GIVING
    return word == "i" and first in INTERROGATIVES and first != "how" and before in AUXILIARIES


def _is_placed(tokens: Sequence[Token]) -> bool:
    """Whether the text asks who is somewhere: "who is in the room"."""
    words = [token.word for token in tokens[:3]]
    return len(words) == 3 and words[0] == "who" and words[1] in AUXILIARIES and words[2] in PREPOSITIONS


def _is_many(word: str, after: str) -> bool:
    return word in MANY or (word, after) in MANY_PHRASES


def _is_thing(tokens: Sequence[Token], position: int) -> bool:
    """Whether a generic word stands for a thing: after a determiner, and not before "of" or another noun."""
    if tokens[position].word not in THINGS or not position or tokens[position - 1].word not in DETERMINERS:
        return False
    after = tokens[position + 1].word if position + 1 < len(tokens) else "in"
    return after in STOP and after != "of"


def _names(token: Token) -> bool:
    return token.word not in STOP and token.word not in GENERIC and not token.word.isdigit()


def _agent(word: str, ending: str) -> str:
    """Who does what *word* says: watching → watcher, attended → attendee."""
    return stem(stem(word).removesuffix("e") + ending)


def _is_caller(tokens: Sequence[Token], position: int) -> bool:
    """Whether the word is the `user` of "authenticated user", "logged in user"."""
    if tokens[position].word != "user" or not position:
        return False
    before = [token.word for token in tokens[max(0, position - 2) : position]]
    return before[-1] in CALLER or (before[-1] == "in" and before[0] in CALLER)


def _forms(word: str) -> Iterable[tuple[str, float]]:
    full = ABBREVIATIONS.get(word) or ABBREVIATIONS.get(word.removesuffix("s")) or word
    root = stem(full)
    weight = GENERIC_WORD if full in GENERIC else 1.0
    yield root, weight
    base = base_of(full)
    if base:
        yield base, RELATED * weight
    instead = INSTEAD.get(full) or INSTEAD.get(full[:-1])
    if instead:
        yield stem(instead), RELATED * weight


def _tokens(text: str, parts: Callable[[str], Iterable[Token]]) -> Iterator[Token]:
    """Words in lower case; identifiers are split into *parts*, prefixes joined to what follows the hyphen."""
    start, hyphen, prefix = True, False, ""
    for match in _WORD.finditer(text):
        piece = match.group()
        if not piece[0].isalnum():
            # An apostrophe or a hyphen stays inside the clause; anything else ends it.
            hyphen = piece == "-"
            start = start or piece not in "-_'’&+#"
            prefix = prefix if hyphen else ""
            continue
        for part in parts(piece):
            if prefix and hyphen:
                whole = prefix + part.word
                yield Token(whole, surface=whole, start=start)
                yield Token(part.word, surface=whole, share=RELATED, hyphen=True)
                prefix = ""
            elif part.word in PREFIXES and text[match.end() : match.end() + 1] == "-":
                prefix = part.word
                continue
            elif start or hyphen:
                yield Token(part.word, part.surface, part.share, start=start, hyphen=hyphen, part=part.part)
            else:
                yield part
            start = False
        hyphen = False


def _pieces(word: str) -> Iterator[Token]:
    """Parts of an identifier, split at its humps."""
    parts = split(word)
    if len(parts) == 2 and word[0].isupper():
        # GitHub, OpenAPI: a name of its own; its parts are only related.
        whole = word.lower()
        yield Token(whole, surface=whole)
        yield from (Token(part, surface=whole, share=RELATED) for part in parts)
    else:
        yield from (Token(part, surface=part, part=len(parts) > 1) for part in parts)
