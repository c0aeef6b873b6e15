"""Words of naming conventions, as plugins and settings add them to the built-in ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from .checks import texts


@attrs.frozen(kw_only=True)
class Vocabulary:
    """What names mean by convention, beyond what is built in. Letters' case and separators don't count."""

    #: Last word of a name → key that it spells: {"azonosito": "id", "번호": "no", "ean": "ean"}. A key of
    #: the built-in families (id, no, code, name, slug …) makes both spell one key; any other is a key of its own.
    key_endings: Mapping[str, str] = attrs.field(factory=dict, validator=texts)
    #: Properties that only hold the payload of an answer: {"resultset"}.
    wrappers: frozenset[str] = attrs.field(default=frozenset(), validator=texts)
    #: Names that say nothing of what they hold, and join nothing: {"entry"}.
    generic_names: frozenset[str] = attrs.field(default=frozenset(), validator=texts)
    #: Plural → singular, for what no rule of English gets right: {"cacti": "cactus"}.
    plurals: Mapping[str, str] = attrs.field(factory=dict, validator=texts)

    @classmethod
    def united(cls, parts: Iterable[Vocabulary]) -> Vocabulary:
        """All words of *parts*; where two differ on one word, the earlier holds."""
        known = list(parts)
        return cls(
            key_endings={ending: key for part in reversed(known) for ending, key in part.key_endings.items()},
            wrappers=frozenset().union(*(part.wrappers for part in known)),
            generic_names=frozenset().union(*(part.generic_names for part in known)),
            plurals={plural: one for part in reversed(known) for plural, one in part.plurals.items()},
        )
