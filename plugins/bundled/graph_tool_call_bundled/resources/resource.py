"""A resource: what identifiers belong to, and how each of its identifying properties is tagged."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from graph_tool_call.hooks import Schema

from ..words import split
from .keys import IDENTIFIER, Parsed
from .nouns import SOLE_KEYS
from .shapes import Shapes


@attrs.define(eq=False)
class Resource:
    """One kind of thing that an API deals in.

    Attributes:
        name: Snake case, singular: "member_delivery".
        aliases: Squashed names it goes by: component names and path nouns.
        tails: Ends of its name that no other resource goes by (property of custom_property).
        shapes: Schemas of its items.
        instance: Whether a path parameter names one of it.
        listed: Whether some GET lists it.
        bound: Squashed leaf names that path parameters take, and their words.
        count: How many path parameters take each.
        keys: Squashed leaf name → key; leaves that identify it, filled by `settle`.
        primary: Key that a bare mention of the resource means; "" while unknown.
    """

    name: str
    aliases: set[str] = attrs.Factory(set)
    tails: frozenset[str] = frozenset()
    shapes: list[Schema] = attrs.Factory(list)
    instance: bool = False
    listed: bool = False
    bound: dict[str, str] = attrs.Factory(dict)
    count: dict[str, int] = attrs.Factory(dict)
    keys: dict[str, str] = attrs.Factory(dict)
    primary: str = ""

    def owns(self, prefix: tuple[str, ...]) -> bool:
        """Whether the words before a key name this resource; no words do."""
        if not prefix:
            return True
        spelled = "".join(prefix)
        return spelled in self.aliases or spelled in self.tails or spelled == self.name.replace("_", "")

    def tag(self, key: str) -> str:
        """The semantic tag of one of its keys."""
        return f"{self.name}_{key}"

    def tag_of(self, leaf: str) -> str:
        """The tag of a squashed *leaf* name; "" when it identifies nothing."""
        key = self.keys.get(leaf)
        return self.tag(key) if key else ""

    def tag_for(self, parsed: Parsed) -> str:
        """The tag of a foreign key or parameter that names this resource and a key of it."""
        whole, plain = "".join(parsed.words), parsed.spelling
        # Where paths name it by its `id`, the group_id that a group has beside that is the group that it lies in.
        if plain in self.bound and whole not in self.bound:
            whole = plain
        key = self.keys.get(whole) or self.keys.get(plain)
        key = key or key_of(parsed)
        return self.tag(key) if key else ""

    def settle(self, shapes: Shapes, parsed_of: Callable[[str], Parsed]) -> None:
        """Decide the key of each identifying leaf, from all shapes together.

        Spellings of one key that never meet in one shape are one key (id here, uuid there);
        where they meet they are two values, and all but the plain one keep their own spelling.
        """
        candidates: dict[str, Parsed] = {}
        met: set[str] = set()
        for schema in self.shapes:
            here: dict[str, list[str]] = {}
            for leaf, found in shapes.leaves(schema).items():
                parsed = parsed_of(found.name)
                if parsed.family is None or parsed.plural or found.type == "boolean" or not self.owns(parsed.prefix):
                    continue
                candidates[leaf] = parsed
                if len(found.path) == 1:
                    # `profile.user_id` of a user says once more what its `id` says.
                    here.setdefault(key_of(parsed), []).append(leaf)
            met.update(leaf for leaves in here.values() if len(leaves) > 1 for leaf in leaves)
        self._assign(candidates, met)

    def _assign(self, candidates: dict[str, Parsed], met: set[str]) -> None:
        plain: dict[str, str] = {}
        for leaf in sorted(met, key=lambda name: (bool(candidates[name].prefix), len(name), name)):
            plain.setdefault(key_of(candidates[leaf]), leaf)
        keys = dict(self.bound)
        for leaf, parsed in candidates.items():
            key = key_of(parsed)
            keys[leaf] = "_".join(parsed.words) if leaf in met and plain[key] != leaf else key
        self.primary = self._primary(keys)
        strong = {leaf for leaf, parsed in candidates.items() if parsed.family is not None and parsed.family.strong}
        self.keys = {
            leaf: key for leaf, key in keys.items() if leaf in self.bound or leaf in strong or key == self.primary
        }

    def _primary(self, keys: dict[str, str]) -> str:
        taken = [keys[leaf] for leaf in sorted(self.bound, key=lambda leaf: (-self.count[leaf], leaf))]
        if "id" in taken or (not taken and "id" in keys.values()):
            return "id"
        if taken:
            return taken[0]
        return next((key for key in SOLE_KEYS if key in keys.values()), "")

    def bind(self, leaf: str, name: str) -> None:
        """Note that a path parameter takes the leaf *name* (squashed: *leaf*)."""
        self.bound.setdefault(leaf, "_".join(split(name)))
        self.count[leaf] = self.count.get(leaf, 0) + 1


def key_of(parsed: Parsed) -> str:
    """Key of a parsed name: the family's for identifiers, its own spelling for names; "" without one."""
    if parsed.family is None:
        return ""
    return parsed.family.key if parsed.family.kind == IDENTIFIER else parsed.spelling
