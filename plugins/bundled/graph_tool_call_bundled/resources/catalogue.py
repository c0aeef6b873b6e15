"""The resource catalogue of one document: which resources there are, and which name means which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from graph_tool_call.hooks import Collection, Schema

from ..words import split
from .components import house_prefixes, resource_words
from .conventions import Conventions
from .keys import Parsed
from .likeness import Likeness, alike
from .paths import Path, Paths
from .places import Place, Places, Template, answer_schema
from .resource import Resource
from .shapes import Item, Shapes, is_object, is_scalar

#: A component that stands for so many differently named collections is a mere shape, unless one is named like it.
_SHAPE_OF_MANY = 3


class Catalogue:
    """Resources, the places they live at, and the names that lead to them."""

    def __init__(self, collection: Collection, conventions: Conventions) -> None:
        self.conventions = conventions
        self.shapes = Shapes(conventions)
        self._paths = Paths(conventions)
        entries = [(op, self.path(op.path)) for op in collection.operations]
        self.places = Places(entries, self.shapes, conventions)
        self.nouns = frozenset("".join(p.noun) for p in self.places.by_template.values() if p.noun)
        self._house = house_prefixes(collection.schemas, self.nouns, conventions)
        self._component_words: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self._component: dict[str, Resource | None] = {}
        self.resources: dict[str, Resource] = {}
        self._by_place: dict[Template, Resource] = {}
        self._by_noun: dict[str, list[tuple[Place, Resource]]] = {}
        self._parsed: dict[str, Parsed] = {}
        self._meanings: dict[str, tuple[int, bool]] = {}
        self._found: dict[tuple[str, Template], Resource | None] = {}
        self._mere_shapes = self._find_mere_shapes()
        self._apart = self._find_namesakes()
        self._phrases = self._find_phrases()
        self.likeness = Likeness(self.shapes)
        self._type_places()
        self._add_components(collection.schemas)
        self._find_tails()
        self.likeness.learn(self.resources.values())
        self.mentioned = self._find_mentioned(collection)

    # --- reading ---

    def path(self, path: str) -> Path:
        """A path template, taken apart once."""
        return self._paths.read(path)

    def of_place(self, template: Template) -> Resource | None:
        """The resource whose instances or list the place *template* holds."""
        return self._by_place.get(template)

    def of_component(self, name: str) -> Resource | None:
        """The resource that a component describes; None for wrappers and mere shapes."""
        return self._component.get(name) if name else None

    def lookup(self, words: tuple[str, ...], near: Template = ()) -> Resource | None:
        """The resource that the noun *words* means, as seen from the path *near*."""
        spelled = "".join(words)
        entries = self._by_noun.get(spelled)
        if not entries:
            return self.resources.get(spelled)
        if len(entries) == 1:
            return entries[0][1]
        # Where all places agree, it doesn't matter from where one looks.
        key = (spelled, near if self._ambiguous(spelled, entries) else ())
        if key not in self._found:
            self._found[key] = self._look(spelled, near)
        return self._found[key]

    def _ambiguous(self, spelled: str, entries: Sequence[tuple[Place, Resource]]) -> bool:
        count = len(entries)
        known = self._meanings.get(spelled)
        # Places are still being added while the catalogue is built.
        if known is None or known[0] != count:
            known = self._meanings[spelled] = (count, len({id(resource) for _place, resource in entries}) > 1)
        return known[1]

    def _look(self, spelled: str, near: Template) -> Resource | None:
        entries = self._by_noun.get(spelled, ())
        meant = {id(resource): resource for _place, resource in entries}
        if len(meant) == 1:
            return next(iter(meant.values()))
        if meant:
            ranked = sorted(
                entries,
                key=lambda e: (-_shared(e[0].template, near), e[1].name != spelled, len(e[0].template), e[0].template),
            )
            best = _shared(ranked[0][0].template, near)
            if best or spelled not in self.resources:
                return ranked[0][1]
        return self.resources.get(spelled)

    def key_types(self, resource: Resource) -> frozenset[str]:
        """JSON types of the leaves that hold the primary key of *resource*."""
        leaves = (leaf for schema in resource.shapes for leaf in self.shapes.leaves(schema).items())
        return frozenset(leaf.type for spelled, leaf in leaves if resource.keys.get(spelled) == resource.primary)

    def within_reach(self, words: tuple[str, ...], near: Template) -> bool:
        """Whether the noun *words* alone means its resource at *near*: one that stands below others does so nearby.

        `permissions` of a role are none of a checkpoint, for all that only checkpoints have a list of permissions.
        """
        entries = self._by_noun.get("".join(words), ())
        return not entries or any(place.rooted or _shared(place.template, near) for place, _resource in entries)

    def at_root(self, spelled: str) -> Resource | None:
        """The resource of the collection with this squashed noun that stands below no other one."""
        entries = self._by_noun.get(spelled, ())
        return next((resource for place, resource in entries if place.rooted and place.instance), None)

    def make(self, words: tuple[str, ...]) -> Resource:
        """The resource with exactly this name, new if need be."""
        spelled = "".join(words)
        known = self.resources.get(spelled)
        if known is None:
            known = self.resources[spelled] = Resource("_".join(words), {spelled})
        elif "_" not in known.name and len(words) > 1:
            known.name = "_".join(words)
        return known

    # --- building ---

    def component_words(self, name: str, head: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The noun phrase of a component name, at a path whose noun is *head*; () for wrappers."""
        key = (name, head)
        known = self._component_words.get(key)
        if known is None:
            known = self._component_words[key] = resource_words(name, self._house, self.nouns, self.conventions, head)
        return known

    def _find_mere_shapes(self) -> frozenset[str]:
        nouns: dict[str, set[str]] = {}
        for place in self.places.by_template.values():
            if place.instance and place.noun:
                for item in place.items:
                    if item.schema.name:
                        nouns.setdefault(item.schema.name, set()).add("".join(place.noun))
        return frozenset(
            name
            for name, seen in nouns.items()
            if len(seen) >= _SHAPE_OF_MANY and "".join(self.component_words(name)) not in self.nouns
        )

    def _find_namesakes(self) -> frozenset[str]:
        """Nouns of collections in different namespaces that hold different things.

        /mail/accounts, /billing/accounts.
        """
        groups: dict[str, list[Place]] = {}
        for place in self.places.by_template.values():
            if place.rooted and place.noun and (place.instance or place.listed):
                groups.setdefault("".join(place.noun), []).append(place)
        return frozenset(noun for noun, places in groups.items() if len(places) > 1 and self._differ(places))

    def _differ(self, places: list[Place]) -> bool:
        if any(not p.namespace and p.instance for p in places) or not any(p.instance for p in places):
            return False
        seen: dict[tuple[str, ...], Item] = {}
        for place in places:
            item = next(iter(place.items), None)
            if item is not None:
                seen.setdefault(place.namespace, item)
        items = list(seen.values())
        return len(items) > 1 and any(not self._same(items[0], other) for other in items[1:])

    def _same(self, one: Item, other: Item) -> bool:
        if one.schema is other.schema:
            return True
        first, second = one.schema.name, other.schema.name
        # Different names are told apart by their names already.
        if first and second and (first == second or self.component_words(first) != self.component_words(second)):
            return True
        a, b = self.shapes.names(one.schema), self.shapes.names(other.schema)
        return len(a & b) >= 0.8 * len(a | b)

    def _type_places(self) -> None:
        places = sorted(
            self.places.by_template.values(),
            key=lambda p: (not p.items, not p.instance, not p.listed, len(p.template), p.template),
        )
        for place in places:
            # A place at the root of a service has no noun in the path: its items name it.
            named = place.noun or any(self.item_words(item) for item in place.items)
            if named and (place.instance or place.listed):
                resource = self._type_place(place)
                self._by_place[place.template] = resource
                resource.instance = resource.instance or place.instance
                resource.listed = resource.listed or bool(place.listed)
                noun = "".join(place.noun)
                if not noun or (noun not in resource.aliases and self._selects(place)):
                    continue
                # /metadata_templates/enterprise lists templates: only a collection's own noun is a name of what it
                # holds.
                if place.instance or place.plural or noun in resource.aliases:
                    self._by_noun.setdefault(noun, []).append((place, resource))
                    resource.aliases.add(noun)

    def _selects(self, place: Place) -> bool:
        """Whether a place is another way to the things of the one right above: /limits/tag/{tag} gives a limit.

        Its noun is the key that it goes by, and names none of them.
        """
        above = self.places.by_template.get(place.template[:-1])
        if above is None or place.plural or not above.plural or not above.instance:
            return False
        names = {item.schema.name for item in above.items} - {""}
        return any(item.schema.name in names for item in (*place.single, *place.listed))

    def _type_place(self, place: Place) -> Resource:
        words = place.noun
        if place.rooted and place.namespace and "".join(words) in self._apart:
            words = (*split(place.namespace[-1]), *words)
        telling = tuple(self._telling(place))
        known = next((w for item in telling if (w := self.item_words(item, place.noun))), None)
        if known and "".join(known) not in self.nouns:
            known = self._undecorated(place, telling[0], known)
        resource = self._registered(telling) or (self.make(known) if known else self._of_view(place))
        if resource is None:
            resource = (None if telling else self._of_noun(place)) or self.make(words)
        for item in telling:
            name = item.schema.name
            own = self.item_words(item, place.noun)
            if own in ((), known) or "".join(own) not in self.nouns:
                self._add_shape(resource, item.schema)
                if name and name not in self._mere_shapes and self.component_words(name):
                    self._component.setdefault(name, resource)
                    resource.aliases.add("".join(self.component_words(name)))
        return resource

    def _undecorated(self, place: Place, item: Item, known: tuple[str, ...]) -> tuple[str, ...]:
        """`EmployeeSerializer` at /employees, `MyGuild` at /me/guilds: the path names what the component decorates.

        Where the instances of a noun have several names (/org/teams, /project/teams), the
        names tell them apart; a list of links (`UserRole` at /users/{id}/roles) is not alike.
        """
        noun = place.noun
        phrases = self._phrases.get("".join(noun), {})
        names = [words for words in phrases if words == noun] or list(phrases)
        generic = len(noun) == 1 and noun[0] in self.conventions.generic
        if generic or "".join(noun) in self._apart or len(names) != 1:
            return known
        own = names[0]
        plain = noun if decorates(own, noun) and "".join(own) not in self.nouns else own
        if known == own:
            return plain
        like = decorates(known, noun) or decorates(known, own)
        one, other = self.shapes.names(item.schema), self.shapes.names(phrases[own].schema)
        return plain if like and alike(one, other) else known

    def _find_phrases(self) -> Mapping[str, Mapping[tuple[str, ...], Item]]:
        """Squashed noun → what the items of its collections call themselves, with one that does."""
        found: dict[str, dict[tuple[str, ...], Item]] = {}
        for place in self.places.by_template.values():
            if place.instance and place.noun:
                named = next(((w, item) for item in place.items if (w := self.item_words(item, place.noun))), None)
                if named is not None:
                    found.setdefault("".join(place.noun), {}).setdefault(*named)
        return found

    def _registered(self, items: tuple[Item, ...]) -> Resource | None:
        """What another place has found the first items to be."""
        return self._component.get(items[0].schema.name) if items and items[0].schema.name else None

    def _telling(self, place: Place) -> Iterator[Item]:
        """Items that tell what *place* holds: adding an assignee to an issue answers with the issue, not with one."""
        yield from (*place.listed, *place.nearby, *place.single)
        above = [self._by_place.get(place.template[:i]) for i in range(1, len(place.template))]
        for item in place.made:
            words = "".join(self.item_words(item))
            if not any(resource is not None and words in resource.aliases for resource in above):
                yield item

    def _of_noun(self, place: Place) -> Resource | None:
        """A place that says nothing of itself holds what another place of that noun holds."""
        if "".join(place.noun) in self.resources:
            return None
        return self._look("".join(place.noun), place.template)

    def _of_view(self, place: Place) -> Resource | None:
        """/movie/top_rated and /movie/{movie_id}/similar list movies: nothing is called top_rated by itself."""
        if place.instance or len(place.template) < 2 or "".join(place.noun) in self.resources:
            return None
        item = next(iter(place.listed), None)
        at = len(place.template) - (2 if place.template[-2] == "{}" else 1)
        above = self._by_place.get(place.template[:at])
        if above is None or item is None or not above.shapes:
            return None
        return above if self.likeness.alike(self.shapes.names(item.schema), above) else None

    def _find_mentioned(self, collection: Collection) -> frozenset[str]:
        """Squashed prefixes of identifying leaves anywhere in answers: a thing that has an id exists."""
        found: set[str] = set()
        for node in self.shapes.nodes(s for op in collection.operations if (s := answer_schema(op)) is not None):
            for name, child in node.properties.items():
                parsed = self.parsed(name)
                if parsed.prefix and parsed.family is not None and parsed.family.strong:
                    found.add("".join(parsed.prefix))
                elif parsed.family is None and "id" in (child.items or child).properties:
                    found.add("".join(self.conventions.noun(name)))
        return frozenset(found)

    def parsed(self, name: str) -> Parsed:
        """*name* taken apart, once."""
        known = self._parsed.get(name)
        if known is None:
            known = self._parsed[name] = self.conventions.parse(name)
        return known

    def _find_tails(self) -> None:
        for resource in self.resources.values():
            words = resource.name.split("_")
            tails = {"".join(words[i:]) for i in range(1, len(words))}
            resource.tails = frozenset(t for t in tails if t not in self.resources and t not in self._by_noun)

    def item_words(self, item: Item, head: tuple[str, ...] = ()) -> tuple[str, ...]:
        """What an item's own name says it is: its component, else the property that holds it."""
        for schema in (item.schema, *item.schema.alternatives):
            if schema.name and schema.name not in self._mere_shapes:
                words = self._without_key(self.component_words(schema.name, head), schema)
                if words:
                    return words
        if item.parents and not item.schema.name:
            return self.conventions.noun(item.parents[-1])
        return ()

    def _without_key(self, words: tuple[str, ...], schema: Schema) -> tuple[str, ...]:
        """A list of plain `UserId` is one of users."""
        if not words or not is_scalar(schema):
            return words
        parsed = self.parsed("_".join(words))
        return parsed.prefix if parsed.prefix and parsed.family is not None and parsed.family.strong else words

    def _add_shape(self, resource: Resource, schema: Schema) -> None:
        if is_object(schema) and all(known is not schema for known in resource.shapes):
            resource.shapes.append(schema)

    def _add_components(self, schemas: Mapping[str, Schema]) -> None:
        for name, schema in sorted(schemas.items()):
            words = self.component_words(name)
            if not words or name in self._mere_shapes or name in self._component or not is_object(schema):
                continue
            if self._lists(schema, name, words):
                continue
            resource = self._component[name] = self.make(words)
            self._add_shape(resource, schema)

    def _lists(self, schema: Schema, name: str, words: tuple[str, ...]) -> bool:
        """Whether a component called like *words* holds a list of them, and so is a page of them and none itself."""
        lists = (node.items.name for node in schema.properties.values() if node.items is not None)
        return any(item and item != name and self.component_words(item) == words for item in lists)


def decorates(words: tuple[str, ...], noun: tuple[str, ...]) -> bool:
    """Whether *words* are *noun* with more words before or behind it."""
    size = len(noun)
    return 0 < size < len(words) and noun in (words[:size], words[-size:])


def _shared(template: Template, near: Template) -> int:
    """How many leading segments two templates share, counting static ones only."""
    count = 0
    for a, b in zip(template, near, strict=False):
        if a != b:
            break
        count += a != "{}"
    return count
