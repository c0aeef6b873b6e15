"""Terms of morphemes: which parts of speech say something, and how much."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from graph_tool_call.hooks import Term

from .morphemes import Morpheme

#: Weights of nouns, of parts of compound nouns, and of verbs and adjectives. The lexicon's words have 1.
NOUN: Final = 0.6
PART: Final = 0.4
VERB: Final = 0.3
#: Parts of speech of the Sejong tag set: common and proper nouns and roots; verbs and adjectives.
NOUNS: Final = frozenset({"NNG", "NNP", "XR"})
VERBS: Final = frozenset({"VV", "VA"})

_HANGUL: Final = re.compile(r"[\uac00-\ud7a3]+")


def terms(morphemes: Iterable[Morpheme]) -> tuple[Term, ...]:
    """Terms of nouns and verb stems; of two equal ones the heavier."""
    found: dict[str, Term] = {}
    for morpheme in morphemes:
        for term in _of(morpheme):
            if term.value not in found or found[term.value].weight < term.weight:
                found[term.value] = term
    return tuple(found.values())


def _of(morpheme: Morpheme) -> Iterator[Term]:
    form = morpheme.form
    if not _HANGUL.fullmatch(form):
        return
    if morpheme.tag in NOUNS:
        yield Term(value=form, weight=NOUN, surface=form)
        # A word and its parts are one word of the question: they share a surface.
        yield from (Term(value=part, weight=PART, surface=form) for part in morpheme.parts if part != form)
    elif morpheme.tag in VERBS:
        # The form under which dictionaries list verbs, so that 보 (see) is no syllable of a noun.
        yield Term(value=f"{form}다", weight=VERB, surface=form)
