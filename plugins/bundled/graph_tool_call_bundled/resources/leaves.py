"""Which property of a collection's items a path parameter takes: the rule that most chains stand on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import attrs

from ..words import split, squash
from .catalogue import Catalogue
from .keys import LOGIN_WORDS, NAME, Parsed
from .nouns import ANYTHING
from .paths import Path
from .places import Place
from .resource import Resource, key_of
from .shapes import Item, Leaf, is_object
from .wants import NOT_KEYS, Want

#: Below this a property is not taken for what the parameter wants.
_ENOUGH: Final = 0.45
#: What a property that is called like the resource itself is worth as its key: less than any key.
_CALLED: Final = 0.47
#: What a bare mention ({team}) most likely takes, when types and description don't tell.
_BARE: Final = {
    "id": 0.75,
    "slug": 0.62,
    "login": 0.62,
    "username": 0.62,
    "code": 0.6,
    "key": 0.6,
    "name": 0.58,
    "no": 0.55,
    "hash": 0.55,
}
#: What the key that a description speaks of gains; never as much as the same name.
_HINT: Final = 0.25
#: The same where the place speaks for it as well: it still matters which of the names it is.
_BOTH: Final = 0.35
_MOST: Final = 0.97
#: How loosely names may fit: not at all; with a prefix that names nothing else; with any prefix of a name.
_STRICT: Final = 0
_CLOSE: Final = 1
_LOOSE: Final = 2
#: Keys that people choose. Behind an owner's name stands a name: an id would need no owner beside it.
NAMES: Final = frozenset({"name", "slug", "handle", "login", "username"})
#: Items looked at for one parameter.
_SOURCES: Final = 6


@attrs.frozen
class Found:
    """The *leaf* of a *resource* that a path parameter takes.

    Attributes:
        foreign: The other resource whose key the leaf is.
        guess: Whether it was taken for want of another, not by its name.
    """

    resource: Resource
    leaf: str
    foreign: Resource | None = None
    guess: bool = False


class LeafFinder:
    """Compares path parameters with the properties of what their places hold."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def find(self, path: Path, at: int, want: Want, taken: Sequence[Found | None]) -> Found | None:
        """The leaf that the parameter at position *at* takes.

        *taken* are those that the parameters directly before it take: two keys of one
        thing are two leaves.
        """
        place = self._catalogue.places.by_template.get(path.template[:at])
        if place is None:
            return None
        resource = self._catalogue.of_place(place.template)
        if heads_run(path, at):
            found = self._in_run(path, at, want)
            named = (
                resource is not None
                and want.parsed.family is not None
                and means(resource, want.parsed.prefix, self._catalogue.nouns)
            )
            if found is not None or not named:
                return found
        if resource is None:
            return None
        want = attrs.evolve(want, addressed=want.addressed or bool(taken))
        if self._means_the_thing(path, at, want, place):
            # {promotion_code} of /promotion_codes: the thing itself, not the code that it has.
            want = attrs.evolve(want, parsed=attrs.evolve(want.parsed, prefix=want.parsed.words, family=None))
        used = {found.leaf for found in taken if found is not None and found.resource is resource}
        return self._by_name(path, at, want, place, resource, used) or self._for_want_of_another(
            path, at, want, resource, used
        )

    def _means_the_thing(self, path: Path, at: int, want: Want, place: Place) -> bool:
        """Whether a parameter is named exactly as the things before it, and these have ids beside what it ends in."""
        parsed = want.parsed
        if parsed.family is None or parsed.family.strong or not parsed.prefix or not at:
            return False
        leaves = [self._catalogue.shapes.leaves(item.schema) for item in (*place.listed, *place.single)]
        return parsed.words == path.segments[at - 1].noun and any(
            "id" in found and want.spelled not in found for found in leaves
        )

    def _by_name(
        self, path: Path, at: int, want: Want, place: Place, resource: Resource, used: set[str]
    ) -> Found | None:
        best, name = (0.0, False, 0), ""
        for rank, (item, looseness) in enumerate(self._sources(path, at, place, resource)):
            loose = _STRICT if used or self._has_property(item, want.parsed.prefix) else looseness
            for spelled, leaf in self._in_order(item):
                score = round(self._score(want, spelled, leaf, resource, loose=loose) - 0.02 * rank, 6)
                # Of two that fit alike: the one of the same name, then the shorter one.
                rated = (score, spelled == want.spelled, -len(spelled))
                if leaf.name not in used and score >= _ENOUGH and rated > best:
                    best, name = rated, leaf.name
        return Found(resource, name, self._foreign(self._catalogue.parsed(name), resource)) if name else None

    def _in_order(self, item: Item) -> list[tuple[str, Leaf]]:
        """Leaves by name: the order of properties says nothing."""
        return sorted(self._catalogue.shapes.leaves(item.schema).items())

    def _sources(self, path: Path, at: int, place: Place, resource: Resource) -> list[tuple[Item, int]]:
        """Items to look at, and how loosely names may fit; the resource's own shapes where nothing answers here."""
        lists = [(item, _LOOSE) for item in self._lists(path, at, place)]
        others = [(item, _CLOSE) for item in (*place.single, *place.made)]
        found = lists + others or [(Item(schema), _STRICT) for schema in resource.shapes]
        return found[:_SOURCES]

    def _lists(self, path: Path, at: int, place: Place) -> Iterator[Item]:
        """Items of the list before the parameter, and of the one before the whole run that it ends."""
        yield from place.listed
        start = at
        while start > 0 and path.segments[start - 1].parameters:
            start -= 1
        base = self._catalogue.places.by_template.get(path.template[:start]) if start < at else None
        yield from base.listed if base is not None else ()
        yield from place.nearby

    def _has_property(self, item: Item, prefix: tuple[str, ...]) -> bool:
        """Whether the item has another thing of that name in it ({user_id} and a member's user)."""
        return bool(prefix) and "".join(prefix) in self._catalogue.shapes.names(item.schema)

    def _in_run(self, path: Path, at: int, want: Want) -> Found | None:
        """{owner} of /repos/{owner}/{repo}: a property of the repository that is another resource."""
        end = at
        while end + 1 < len(path.segments) and path.segments[end + 1].parameters:
            end += 1
        place = self._catalogue.places.by_template.get(path.template[:end])
        for item in place.items if place is not None else ():
            for name, node in self._catalogue.shapes.properties(item.schema).items():
                if squash(name) == want.spelled and is_object(node):
                    words = self._catalogue.item_words(Item(node, (name,)))
                    resource = self._catalogue.lookup(words, path.template) if words else None
                    if resource is not None:
                        return self._best_of(want, Item(node), resource)
        return None

    def _best_of(self, want: Want, item: Item, resource: Resource) -> Found | None:
        bare = attrs.evolve(want, parsed=self._catalogue.parsed(resource.name), spelled=resource.name.replace("_", ""))
        leaves = self._in_order(item)
        scored = [(self._score(bare, spelled, leaf, resource, loose=_STRICT), leaf.name) for spelled, leaf in leaves]
        best = max(scored, default=(0.0, ""), key=lambda s: s[0])
        return Found(resource, best[1]) if best[0] >= _ENOUGH else None

    def _score(self, want: Want, spelled: str, leaf: Leaf, resource: Resource, *, loose: int) -> float:
        if leaf.type in ("boolean", "object", "array") or leaf.schema.format in NOT_KEYS:
            return 0.0
        parsed = self._catalogue.parsed(leaf.name)
        if leaf.type == "number" and (parsed.family is None or not parsed.family.strong or leaf.schema.format):
            # JSON has one type of numbers: many an `id` is one, a rate is none.
            return 0.0
        score = self._by_words(want, spelled, parsed, resource, loose=loose)
        if score and len(leaf.path) > 1 and spelled in resource.aliases:
            # metadata.namespace of a namespace is the pointer that all kinds have, not its own name.
            score = 0.4
        if want.type in ("integer", "number") and leaf.type == "string":
            score -= 0.3
        elif want.type == "string" and leaf.type == "integer":
            score -= 0.15
        return score

    def _by_words(self, want: Want, spelled: str, parsed: Parsed, resource: Resource, *, loose: int) -> float:
        if spelled == want.spelled:
            return 1.0
        wanted = want.parsed
        own = parsed.family is not None and (resource.owns(parsed.prefix) or self._says_own(parsed))
        if wanted.family is None:
            return _bare(want, spelled, key_of(parsed), own=own and self._mentions(want, resource))
        if not own:
            # A collection that has no other key may be called by what it is: `collection`, of collections.
            called = (
                parsed.family is None
                and spelled in resource.aliases
                and means(resource, wanted.prefix, self._catalogue.nouns)
            )
            return _CALLED if called else 0.0
        if means(resource, wanted.prefix, self._catalogue.nouns):
            return _same_key(wanted, parsed)
        if parsed.prefix or key_of(parsed) != key_of(wanted):
            return 0.0
        # {pat_id}, {ReferenceSid}: a prefix that names no other resource decorates this one's key; so does any
        # prefix of a name where the collection itself lists the names.
        known = self._catalogue.lookup(wanted.prefix) is not None
        if loose == _STRICT or (known and (loose < _LOOSE or wanted.family.strong)):
            return 0.0
        return 0.55 if wanted.spelling == parsed.spelling or wanted.family.strong else 0.5

    def _says_own(self, parsed: Parsed) -> bool:
        """Whether the words before a key mean whatever the object is: `resourceId`, where nothing is a resource."""
        return len(parsed.prefix) == 1 and parsed.prefix[0] in ANYTHING - self._catalogue.nouns

    def _mentions(self, want: Want, resource: Resource) -> bool:
        words = want.parsed.words
        return means(resource, words, self._catalogue.nouns) or (len(words) > 1 and resource.owns(words[-1:]))

    def _for_want_of_another(self, path: Path, at: int, want: Want, resource: Resource, used: set[str]) -> Found | None:
        """A parameter of another spelling ({ref}) takes the only identifier of the items, or the one described."""
        parsed = want.parsed
        if want.value or (
            parsed.family is not None and parsed.prefix and not means(resource, parsed.prefix, self._catalogue.nouns)
        ):
            return None
        if parsed.family is not None and parsed.family.strong:
            # An orderId is no orderNo, though there be no other.
            return None
        if self._catalogue.lookup(parsed.words, path.template) not in (None, resource):
            return None
        place = self._catalogue.places.by_template[path.template[:at]]
        for item in self._lists(path, at, place):
            name = self._only_one(want, item, resource, used)
            if name:
                return Found(resource, name, self._foreign(self._catalogue.parsed(name), resource), guess=True)
        return None

    def _only_one(self, want: Want, item: Item, resource: Resource, used: set[str]) -> str:
        parsed = want.parsed
        leaves = [leaf for leaf in self._catalogue.shapes.leaves(item.schema).values() if leaf.name not in used]
        found = [(self._catalogue.parsed(leaf.name), leaf.name) for leaf in leaves if want.fits(leaf)]
        own = [(p, name) for p, name in found if p.family is not None and resource.owns(p.prefix)]
        made = [name for p, name in own if p.family is not None and p.family.kind != NAME]
        described = [name for p, name in own if key_of(p) in want.hints]
        # branch_protections/{name} takes their only name, branch_name.
        same = [name for p, name in found if parsed.family is not None and p.spelling == parsed.spelling]
        chances = (described, made, [name for _parsed, name in own], same)
        return next((names[0] for names in chances if len(names) == 1), "")

    def _foreign(self, parsed: Parsed, own: Resource) -> Resource | None:
        """The other resource that a property's prefix names (warehouseId of a stock level)."""
        if parsed.family is None or own.owns(parsed.prefix):
            return None
        spelled = "".join(parsed.prefix)
        for other in (self._catalogue.resources.get(spelled), self._catalogue.at_root(spelled)):
            if other is not None and other is not own and (other.instance or other.listed):
                return other
        return None


def _same_key(wanted: Parsed, parsed: Parsed) -> float:
    """How well an own key of the items fits a parameter that names the resource and a key."""
    if parsed.spelling == wanted.spelling and _written_alike(wanted, parsed):
        return 0.93 if parsed.prefix else 0.95
    if parsed.spelling == wanted.spelling:
        # A login_name is less of a {username} than a login is.
        return 0.78
    if key_of(parsed) == key_of(wanted):
        return 0.84 if parsed.prefix else 0.85
    logins = {wanted.spelling, parsed.spelling} & LOGIN_WORDS
    if len(logins) == 2:
        return 0.8
    return 0.6 if logins and "name" in (wanted.spelling, parsed.spelling) else 0.0


def _written_alike(wanted: Parsed, parsed: Parsed) -> bool:
    """Whether names of one spelling end in the same letters: username and user_name, not login_name."""
    one, other = "".join(wanted.words), "".join(parsed.words)
    return parsed.spelling != "username" or one.endswith(other) or other.endswith(one)


def _bare(want: Want, spelled: str, key: str, *, own: bool) -> float:
    """{team}, {tag}: a mention of the resource, or of the thing that a leaf `tag_name` names."""
    score = 0.0
    if own:
        told = (key in want.hints, want.addressed and key in NAMES)
        score = min(_BARE.get(key, 0.5) + (0.0, _HINT, _BOTH)[sum(told)], _MOST)
    if key and key != "id" and len(want.spelled) >= 3 and spelled != want.spelled and spelled.startswith(want.spelled):
        # Where a name stands, the one that says whose it is: `tag_name` for {tag}, before a release's `name`.
        score = max(score, 0.9 if want.addressed else 0.7)
    return score


def means(resource: Resource, words: tuple[str, ...], nouns: Collection[str]) -> bool:
    """Whether *words* mean *resource* at its own place: its name, a part of it, or a short form (repo, org).

    One of *nouns* is no short form: an employee is no employee insurance.
    """
    if resource.owns(words):
        return True
    spelled = "".join(words)
    if spelled == split(resource.name)[-1]:
        return True
    return (
        len(spelled) >= 3
        and spelled not in nouns
        and any(alias.startswith(spelled) for alias in (*resource.aliases, resource.name))
    )


def heads_run(path: Path, at: int) -> bool:
    """Whether another parameter segment follows directly."""
    return at + 1 < len(path.segments) and bool(path.segments[at + 1].parameters)
