"""Where English puts verbs: which words of a request or summary are its verbs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import attrs

from ..words import singular
from .english import INSTEAD_OF, NEGATIVE, PREPOSITIONS, SHORT_NOT, STOP
from .verbs import (
    ANSWER_ME,
    APPOINT,
    APPOINTED,
    BEFORE_VERB,
    CEASE,
    COURTESY,
    DETERMINERS,
    HAND,
    HANDED,
    HOW_TO,
    INTERROGATIVES,
    JOINS,
    KNOWN,
    LIGHT,
    LIGHT_OBJECT,
    NOUNS_TOO,
    OBJECT_WORDS,
    ONLY_VERBS,
    PARTICLED,
    PERSONS,
    PHRASES,
    PUT,
    SEPARABLE,
    STATES_PUT,
    SUMMARY_FORMS,
    TOLD_WITHIN,
)


@attrs.frozen
class Token:
    """One word of a text, in lower case."""

    word: str
    surface: str = ""
    #: Share of a full term; less for parts of a longer name.
    share: float = 1.0
    #: First of a clause.
    start: bool = False
    #: Joined to the word before by a hyphen.
    hyphen: bool = False
    #: One of several words of an identifier (issueDelete).
    part: bool = False


def marked(tokens: Sequence[Token], verbs: Mapping[str, object]) -> tuple[Token, ...]:
    """*tokens* with particle verbs joined ("set up" → setup) and third-person forms of summaries made plain."""
    out: list[Token] = []
    gone: set[int] = set()
    for position, here in enumerate(tokens):
        if position in gone:
            continue
        after = tokens[position + 1] if position + 1 < len(tokens) else Token("")
        if here.word == "right" and after.word in {"now", "away"}:
            continue
        undone = _undone(here.word, after.word, verbs)
        joined, particle = _particle_verb(tokens, position) if undone is None else (undone, position + 1)
        carried = _carried(tokens, position, verbs)
        if carried is not None:
            gone.update((position + 1, position + 2))
            out.append(attrs.evolve(carried, start=here.start))
        elif (changed := _changed(tokens, position)) is not None:
            out.append(attrs.evolve(here, word=changed))
        elif here.word in ANSWER_ME and after.word in {"me", "us"}:
            out.append(attrs.evolve(here, word="get"))
        elif joined is not None:
            gone.add(particle)
            out.append(attrs.evolve(here, word=joined, surface=f"{here.surface} {tokens[particle].surface}"))
        elif here.start and _third_person(here.word, after.word, verbs):
            out.append(attrs.evolve(here, word=singular(here.word)))
        else:
            out.append(here)
    return tuple(out)


def _particle_verb(tokens: Sequence[Token], position: int) -> tuple[str | None, int]:
    """The verb that a word forms with a particle, and where that stands; a short object may come between."""
    word = tokens[position].word
    plain = singular(word)
    if word not in PARTICLED and plain not in PARTICLED:
        return None, position
    limit = position + 1 + OBJECT_WORDS
    for place in range(position + 1, min(len(tokens), limit + 1)):
        particle = tokens[place].word
        if place == position + 1 or particle in SEPARABLE:
            joined = PHRASES.get((word, particle)) or PHRASES.get((plain, particle))
            if joined is not None:
                return joined, place
        if tokens[place].start or particle in PREPOSITIONS or particle in JOINS:
            break
    return None, position


def _carried(tokens: Sequence[Token], position: int, verbs: Mapping[str, object]) -> Token | None:
    """The verb that a light one carries as its noun: "make a copy of" is copy; None where there is none."""
    if tokens[position].word not in LIGHT:
        return None
    phrase = tokens[position : position + 4]
    words = [token.word for token in phrase]
    if len(words) < 4 or words[1] not in {"a", "an"} or words[3] not in LIGHT_OBJECT:
        return None
    return phrase[2] if words[2] in verbs and words[2] in NOUNS_TOO else None


def _changed(tokens: Sequence[Token], position: int) -> str | None:
    """The verb for what is done to a known thing by a verb that else makes one; None where it makes one.

    "Make Ann the owner" and "give the key to Bob" make nothing; "make the folder" and "give Bob a key" do.
    """
    verb = tokens[position].word
    if verb == PUT and (state := _put_into(tokens[position + 1 :])):
        return state
    clause = [token.word for token in tokens[position + 1 : position + 2]]
    for token in tokens[position + 2 : position + TOLD_WITHIN]:
        if token.start:
            break
        clause.append(token.word)
    if verb == APPOINT and clause and clause[0] not in DETERMINERS and not clause[0].isdigit():
        told = next((word for word in clause if word in PREPOSITIONS or word in {"a", "an", "the"}), "")
        return APPOINTED if told in {"a", "an", "the"} else None
    return HANDED if verb == HAND and clause and clause[0] in KNOWN and "to" in clause else None


def _put_into(tokens: Sequence[Token]) -> str | None:
    """The verb for the state that a known thing is put into: "put the order X on hold"; None where it is no state."""
    words = [token.word for token in tokens]
    ends = next((at for at, token in enumerate(tokens) if token.start), len(tokens))
    return next((state for pair in pairwise(words[:ends]) if (state := STATES_PUT.get(pair))), None)


def _undone(word: str, after: str, verbs: Mapping[str, object]) -> str | None:
    """The verb for ceasing: "stop following" → unfollow; None when the two words are no such thing."""
    if word not in CEASE or not after.endswith("ing"):
        return None
    base = after[:-3]
    for plain in (base, f"{base}e", base[:-1]):
        if f"un{plain}" in verbs:
            return f"un{plain}"
    return None


def _third_person(word: str, after: str, verbs: Mapping[str, object]) -> bool:
    plain = singular(word)
    if plain == word or plain not in verbs:
        return False
    return plain not in NOUNS_TOO or word in SUMMARY_FORMS or after in DETERMINERS


def find_verbs(tokens: Sequence[Token], verbs: Mapping[str, object]) -> frozenset[int]:
    """Positions of the verbs that say what is wanted; a question ("what does ticket 42 say") has none."""
    if is_question(tokens):
        return frozenset()
    found: set[int] = set()
    unwanted = negated(tokens)
    for position, token in enumerate(tokens):
        wanted = token.word in verbs and not token.hyphen and position not in unwanted
        after = tokens[position + 1] if position + 1 < len(tokens) else Token("")
        if after.hyphen and after.word.isdigit():
            # "pay-2024" is what something is called.
            continue
        if wanted and _expected(tokens, position, found):
            found.add(position)
    return frozenset(found)


def negated(tokens: Sequence[Token]) -> frozenset[int]:
    """Positions of the words that a negation covers: from "not", "never", "without" or "don't" to the clause's end."""
    found: set[int] = set()
    inside = False
    for position, token in enumerate(tokens):
        before = tokens[position - 1].word if position else ""
        if token.word in NEGATIVE or (token.word == "t" and before in SHORT_NOT):
            inside = True
        elif token.start or token.word in INSTEAD_OF:
            inside = False
        elif inside:
            found.add(position)
    return frozenset(found)


def unknown_verb(tokens: Sequence[Token]) -> bool:
    """Whether the text begins with an imperative that is no known verb: it stands before a determiner ("scale a …")."""
    first = next((i for i, token in enumerate(tokens) if token.word not in COURTESY), len(tokens))
    if first + 1 >= len(tokens):
        return False
    word, after = tokens[first].word, tokens[first + 1].word
    addressed = after in DETERMINERS or after in PERSONS
    return addressed and word not in STOP and not word.isdigit() and singular(word) == word


def _clear_verb(tokens: Sequence[Token]) -> bool:
    """Whether an identifier among *tokens* has a word that can only be a verb: it is the verb, wherever it stands."""
    return any(token.part and token.word in ONLY_VERBS for token in tokens)


def is_question(tokens: Sequence[Token]) -> bool:
    """Whether the text asks something; that reads, whatever its verbs are. "How do I …" asks for a way to do it."""
    words = [token.word for token in tokens[:2]]
    if not words or words[0] not in INTERROGATIVES or words[-1] in NEGATIVE:
        return False
    return words[0] != "how" or words[-1] not in HOW_TO


def _expected(tokens: Sequence[Token], position: int, found: set[int]) -> bool:
    """Whether a verb may stand at *position*; words that are only verbs may stand anywhere but after a determiner."""
    token = tokens[position]
    if token.part and token.word in NOUNS_TOO and _clear_verb(tokens):
        return False
    before = tokens[position - 1].word if position else ""
    after = tokens[position + 1].word if position + 1 < len(tokens) else ""
    if token.word not in NOUNS_TOO:
        return before not in DETERMINERS
    if token.start or before in BEFORE_VERB or before in INSTEAD_OF:
        return True
    return before in JOINS and bool(found) and after in DETERMINERS
