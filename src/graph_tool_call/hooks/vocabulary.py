"""Words of naming conventions, as plugins and settings say them: the library itself has none of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from ..model.frozen import FrozenDict, frozen, frozen_mapping
from .checks import table_words, texts
from .tables import TABLES

_SEPARATORS: Final = re.compile(r"[^0-9a-z\u0080-\uffff]+")


def normal(name: str) -> str:
    """*name* in lower case, without separators: `next_page`, `nextPage` and `next-page` are "nextpage"."""
    return _SEPARATORS.sub("", name.lower())


def _tables(given: object) -> object:
    """Tables with tuples of words; what is no table is left for the validator."""
    if not isinstance(given, Mapping):
        return given
    return FrozenDict(
        {
            name: tuple(words) if isinstance(words, Iterable) and not isinstance(words, str) else words
            for name, words in given.items()
        }
    )


@attrs.frozen(kw_only=True)
class Vocabulary:
    """What names mean by convention, beyond what other plugins say. Letters' case and separators don't count."""

    #: Last word of a name → key that it spells: {"azonosito": "id", "번호": "no", "ean": "ean"}. A key of
    #: the built-in families (id, no, code, name, slug …) makes both spell one key; any other is a key of its own.
    key_endings: Mapping[str, str] = attrs.field(factory=dict, converter=frozen_mapping, validator=texts)
    #: Properties that only hold the payload of an answer: {"resultset"}.
    wrappers: frozenset[str] = attrs.field(default=frozenset(), validator=texts)
    #: Names that say nothing of what they hold, and join nothing: {"entry"}.
    generic_names: frozenset[str] = attrs.field(default=frozenset(), validator=texts)
    #: Plural → singular, for what no rule of English gets right: {"cacti": "cactus"}.
    plurals: Mapping[str, str] = attrs.field(factory=dict, converter=frozen_mapping, validator=texts)
    #: Table → words, the surest first: {"page_numbers": ("pagina",)}. `TABLES` names the tables that the library
    #: reads; one with a dot in its name ("acme.colours") is read by plugins alone.
    tables: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict, converter=_tables, validator=table_words(TABLES))
    #: Table → word → id of the plugin that said it first; empty in what one plugin says.
    authors: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict, init=False, eq=False, repr=False)

    def words(self, table: str) -> tuple[str, ...]:
        """The words of *table*, each once, in lower case and without separators, the surest first."""
        return tuple(dict.fromkeys(map(normal, self.tables.get(table, ()))))

    @classmethod
    def united(cls, parts: Iterable[Vocabulary], by: Sequence[str] = ()) -> Vocabulary:
        """All words of *parts*; where two differ on one word, the earlier holds.

        *by* are the ids of the plugins whose parts they are; `authors` of the result says who said which word.
        """
        known = list(parts)
        tables: dict[str, tuple[str, ...]] = {}
        for part in known:
            for table, words in part.tables.items():
                tables[table] = tuple(dict.fromkeys((*tables.get(table, ()), *words)))
        united = cls(
            key_endings={ending: key for part in reversed(known) for ending, key in part.key_endings.items()},
            wrappers=frozenset().union(*(part.wrappers for part in known)),
            generic_names=frozenset().union(*(part.generic_names for part in known)),
            plurals={plural: one for part in reversed(known) for plural, one in part.plurals.items()},
            tables=tables,
        )
        authors: dict[str, dict[str, str]] = {}
        for plugin, part in zip(by, known, strict=False):
            for table, said in part.all_words():
                authors.setdefault(table, {}).setdefault(said, plugin)
        object.__setattr__(united, "authors", frozen(authors))
        return united

    def all_words(self) -> Iterable[tuple[str, str]]:
        """Each word with the name of its table; the four of old are tables of the same names."""
        for table in (field.name for field in attrs.fields(Vocabulary) if field.validator is texts):
            yield from ((table, word) for word in getattr(self, table))
        for table, words in self.tables.items():
            yield from ((table, word) for word in words)
