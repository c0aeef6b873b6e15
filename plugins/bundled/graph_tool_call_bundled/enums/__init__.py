"""Finds the member of an enum that a user's word means: "completed" or "완료" is COMPLETE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from graph_tool_call.hooks import EnumMatch, EnumRequest, PlanContext, PluginInfo, hookimpl

from ..words import singular, split
from .words import CONCEPTS, DENYING, EMPTY, NEGATIONS

#: How sure a member is by its own name, and by its label.
SPELLED: Final = 0.98
LABELLED: Final = 0.95
#: Below this share of common meaning, nothing is said.
_ENOUGH: Final = 0.5


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Enums", description="Matches words with members of enums.", hook_api=1)


@hookimpl
def gtc_resolve_enum(request: EnumRequest, context: PlanContext) -> EnumMatch | None:
    """By spelling, then by label, then by meaning; nothing where two members fit equally."""
    return member_of(request.word, request.choices, request.labels, context.memo.once(("enums", "lexicon"), Lexicon))


def member_of(word: str, choices: Sequence[Any], labels: Sequence[str], lexicon: Lexicon) -> EnumMatch | None:
    """The one of *choices* that *word* means; None where two fit equally, or none fits.

    `labels` are in the order of `choices`, "" where the document has none.
    """
    plain = _plain(word)
    if not plain:
        return None
    for texts, confidence, reason in (
        ([str(choice) for choice in choices], SPELLED, "the member's own name"),
        (list(labels), LABELLED, "the member's label"),
    ):
        fits = [choice for choice, text in zip(choices, texts, strict=False) if text and _plain(text) == plain]
        if len(fits) == 1:
            return EnumMatch(value=fits[0], confidence=confidence, reason=f"{reason} in another spelling")
    return _by_meaning(word, choices, labels, lexicon)


def _by_meaning(word: str, choices: Sequence[Any], labels: Sequence[str], lexicon: Lexicon) -> EnumMatch | None:
    wanted = lexicon.meaning(word)
    if not wanted:
        return None
    scored: list[tuple[float, Any]] = []
    for choice, label in zip(choices, (*labels, *[""] * len(choices)), strict=False):
        score = max(
            _overlap(wanted, lexicon.meaning(str(choice))), _overlap(wanted, lexicon.meaning(label)) if label else 0.0
        )
        scored.append((score, choice))
    best = max(score for score, _choice in scored)
    fits = [choice for score, choice in scored if score == best]
    if best < _ENOUGH or len(fits) > 1:
        return None
    return EnumMatch(value=fits[0], confidence=round(0.5 + 0.35 * best, 3), reason="means the same")


def _overlap(wanted: frozenset[str], meant: frozenset[str]) -> float:
    if ("not" in wanted) != ("not" in meant):
        return 0.0
    return len(wanted & meant) / len(wanted | meant) if meant else 0.0


def _plain(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


@attrs.define
class Lexicon:
    """Maps words to concepts; a word without one stands for itself."""

    _concept: Mapping[str, str] = attrs.field(factory=lambda: {w: line[0] for line in CONCEPTS for w in line})

    def meaning(self, text: str) -> frozenset[str]:
        """The concepts that *text* speaks of."""
        found: set[str] = set()
        for word in split(text):
            if word.isascii():
                found.add("not" if word in NEGATIONS else self._of(word))
            else:
                found.update(self._inside(word))
        return frozenset(found - EMPTY) or frozenset(found)

    def _of(self, word: str) -> str:
        for form in (word, singular(word), *_stems(word)):
            concept = self._concept.get(form)
            if concept is not None:
                return concept
        return min(_stems(word), key=len, default=word)

    def _inside(self, word: str) -> set[str]:
        """Concepts of a word in a script without word boundaries: the longest entries first."""
        found: set[str] = set()
        for entry in sorted((e for e in self._concept if not e.isascii() and e in word), key=lambda e: (-len(e), e)):
            at = word.find(entry)
            if at >= 0:
                if at and word[at - 1] in DENYING:
                    found.add("not")
                found.add(self._concept[entry])
                word = word.replace(entry, " ")
        return found or {word}


def _stems(word: str) -> tuple[str, ...]:
    """English stems of a verb form: completed → complet, complete; cancelled → cancell, cancel."""
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word[: -len(ending)]
            return (stem + "e", stem, stem[:-1]) if stem[-1:] == stem[-2:-1] else (stem + "e", stem)
    return ()
