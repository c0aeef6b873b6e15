"""The naming convention: abbreviations of a thing, then what kind of key it is. It answers no hook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from graph_tool_call.hooks import Collection, ToolFacts, singular

from . import words
from .settings import Settings

#: Words of ordNo, ord_no, ORD-NO, and ORDNo.
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
#: No name of the convention is longer; it keeps odd names of many thousand characters cheap.
_LONGEST: Final = 40
#: Abbreviations that are no English words, as those with "pay" and "event" are.
_SHORT: Final = frozenset("brnd clm cpn ctgr dlv dlvr gds invc mbr ord prdt rfnd rvw".split())
#: One product has one tag, whether its team writes goodsNo or goodsCd.
_KEY: Final = "no"


@attrs.frozen
class Meaning:
    """What a name means by the convention."""

    #: What the abbreviation is: "ord".
    abbreviation: str
    resource: str
    #: "key", "name" or "code".
    kind: str

    @property
    def tag(self) -> str:
        """The semantic tag of a key: `order_no`."""
        return f"{self.resource}_{_KEY}"


class Names:
    """Reads names by the words of the plugin and those of the settings."""

    def __init__(self, settings: Settings) -> None:
        known = {tuple(short.split("|")): noun for noun, all_ in words.NOUNS.items() for short in all_.split()}
        own = {tuple(short.lower().split("|")): noun for short, noun in settings.resources.items()}
        self._nouns: Mapping[tuple[str, ...], str] = known | own
        self._english = {noun.replace("_", " ") for noun in self._nouns.values()}
        self._context = frozenset(map(squashed, settings.context))
        self._coded = tuple(tuple(word.split("|")) for word in words.CODED)

    def abbreviates(self, collection: Collection) -> bool:
        """Whether a document follows the convention at all; one without operations, of fields made by hand, may."""
        written = [name for schema in collection.schemas.values() for name in schema.properties]
        written += [parameter.name for operation in collection.operations for parameter in operation.parameters]
        return not collection.operations or any(
            meaning.abbreviation not in self._english for name in written if (meaning := self.read(name)) is not None
        )

    def is_context(self, name: str) -> bool:
        """Whether whoever makes the calls knows it."""
        return squashed(name) in self._context

    def read(self, name: str) -> Meaning | None:
        """The meaning of *name*; None when it does not follow the convention.

        Words before the thing say which one is meant and not what it is: orgOrdNo, the original order, is an order.
        """
        parts = spelled(name)
        *before, ending = parts or ("",)
        if not before or ending not in (*words.KEYS, *words.NAMES):
            return None
        if ending in words.KEYS and any(tuple(before[-len(word) :]) == word for word in self._coded):
            return Meaning(" ".join(before), "_".join(before), "code")
        kind = "key" if ending in words.KEYS else "name"
        found = next(self._things(tuple(before)), None)
        return Meaning(*found, kind) if found else None

    def of_path(self, path: str) -> str:
        """The resource that *path* ends in: /mbr/list → member; "" when that is no word of the convention."""
        segments = [spelled(segment) for segment in path.split("/") if segment and "{" not in segment]
        while segments and segments[-1] == ("list",):
            segments.pop()
        parts = segments[-1] if segments else ()
        parts = parts[:-1] if parts[-1:] == ("list",) else parts
        if not parts:
            return ""
        return self._nouns.get(parts) or self._nouns.get((*parts[:-1], singular(parts[-1])), "")

    def _things(self, before: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """The longest abbreviation at the end of a name comes first."""
        for start in range(len(before)):
            if before[start:] in self._nouns:
                yield " ".join(before[start:]), self._nouns[before[start:]]


def is_korean(tool: ToolFacts) -> bool:
    """Whether an operation is described in Hangul, or named with an abbreviation: regRfnd."""
    texts = (tool.summary, tool.description, *tool.tags)
    return any("가" <= letter <= "힣" for text in texts for letter in text) or any(
        word in _SHORT for word in spelled(tool.operation_id or tool.name)
    )


def spelled(name: str) -> tuple[str, ...]:
    """The words of *name* in lower case; none of a name that is too long to be one."""
    return tuple(word.lower() for word in _WORD.findall(name)) if len(name) <= _LONGEST else ()


def squashed(name: str) -> str:
    """*name* in lower case, without separators: DLV_ING → dlving."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())
