"""The words by which a goal is read, as the plugins say them."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ...hooks import Vocabulary
from .wording import different_words


@attrs.frozen(kw_only=True)
class Lexicon:
    """The tables of a vocabulary that concern goals; `hooks.tables` says what each holds."""

    stop: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    pronouns: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    existing: frozenset[str] = frozenset()
    everything: frozenset[str] = frozenset()
    counting: frozenset[str] = frozenset()
    #: Word → its number; digits with an ending ("2nd") are read as they are.
    ordinals: Mapping[str, int] = attrs.Factory(dict)

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> Lexicon:
        """The words of *vocabulary*."""

        def table(name: str) -> frozenset[str]:
            return frozenset(vocabulary.words(name))

        return cls(
            stop=table("goal_stop"),
            people=table("goal_people"),
            roles=table("goal_roles"),
            pronouns=table("goal_pronouns"),
            articles=table("goal_articles"),
            existing=table("goal_existing"),
            everything=table("goal_all"),
            counting=table("counting_names"),
            ordinals={word: number for number, word in enumerate(vocabulary.words("goal_ordinals"), 1)},
        )

    def words(self, text: str) -> frozenset[str]:
        """The different words of *text* that say something, each in the singular."""
        return different_words(text) - self.stop
