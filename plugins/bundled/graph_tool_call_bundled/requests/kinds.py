"""The kinds of an API by their nouns, and the attributes of each by their names; read once for each graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graph_tool_call.hooks import Kind

from ..words import split, squash

#: Naming attributes of one meaning, the more usual first.
_ALIKE: Final = (
    ("email", "emailaddress", "mail", "login"),
    ("name", "displayname", "fullname", "realname", "title"),
    ("title", "name", "subject", "summary"),
    ("username", "login", "handle"),
)
#: Objects whose attributes are those of the thing around them.
_PARTS: Final = frozenset("metadata meta spec profile config attributes properties fields general basic info".split())


class Kinds:
    """All kinds of one graph."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.all = kinds
        #: By their nouns in one word, and by what each noun of several words ends in.
        self._named: dict[str, Kind] = {}
        self._ending: dict[tuple[str, ...], list[Kind]] = {}
        #: By the operations that list them.
        self.listed_by: dict[str, list[Kind]] = {}
        for kind in kinds:
            noun = split(kind.noun)
            self._named.setdefault("".join(noun), kind)
            for at in range(1, len(noun)):
                self._ending.setdefault(noun[at:], []).append(kind)
            for tool in kind.listed_by:
                self.listed_by.setdefault(tool, []).append(kind)
        self._known: dict[tuple[str, ...], Kind | None] = {}
        #: Noun → squashed name → paths of the kind's attributes.
        self._paths: dict[str, dict[str, list[str]]] = {}

    def of(self, words: tuple[str, ...]) -> Kind | None:
        """The kind that *words* name; one with a longer noun that ends in them only where there is no other."""
        if words not in self._known:
            self._known[words] = self._find(words)
        return self._known[words]

    def attribute(self, kind: Kind | None, words: tuple[str, ...]) -> str | None:
        """The path of the attribute of *kind* that *words* name, the shallowest; None where it has none."""
        if kind is None:
            return None
        paths = self._paths.get(kind.noun)
        if paths is None:
            paths = self._paths[kind.noun] = _by_name(kind)
        spelled = "".join(words)
        found = paths.get(spelled, [])
        for other in () if found else next((group for group in _ALIKE if spelled in group), ()):
            found = found or paths.get(other, [])
        return min(found, key=lambda path: (path.count("."), path not in kind.naming, len(path)), default=None)

    def like(self, words: tuple[str, ...]) -> list[Kind]:
        """The kind that *words* name, or those with longer nouns that end in them."""
        named = self._named.get("".join(words)) if words else None
        return [named] if named is not None else self._ending.get(words, [])

    def _find(self, words: tuple[str, ...]) -> Kind | None:
        near = self.like(words)
        return near[0] if len(near) == 1 else None


def _by_name(kind: Kind) -> dict[str, list[str]]:
    """Attributes by their squashed path, and the thing's own by their squashed last name."""
    found: dict[str, list[str]] = {}
    for path in kind.attributes:
        head, _, last = path.rpartition(".")
        names = {squash(path)}
        if not head or path in kind.naming or head.lower() in _PARTS:
            names.add(squash(last))
        for name in names:
            found.setdefault(name, []).append(path)
    return found
