"""Semantic tags of path parameters: what their own collection lists, else what their names say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from graph_tool_call.hooks import Operation, Parameter

from ..words import squash
from . import evidence
from .catalogue import Catalogue
from .keys import LOGIN_WORDS, Parsed
from .leaves import NAMES, Found, LeafFinder, heads_run, means
from .paths import Path
from .places import Template
from .resource import Resource, key_of
from .wants import Want, read_want


@attrs.frozen(kw_only=True)
class Binding:
    """What a path parameter identifies. `tag` is "" when nothing can be said."""

    tag: str = ""
    resource: str = ""
    confidence: float = 0.0
    reason: str = ""


class Binder:
    """Binds all path parameters of a catalogue; then settles the keys of its resources."""

    def __init__(self, catalogue: Catalogue, operations: tuple[Operation, ...]) -> None:
        self.catalogue = catalogue
        self._finder = LeafFinder(catalogue)
        self._leaf: dict[tuple[Template, str], Found | None] = {}
        self._elsewhere: dict[str, Counter[tuple[str, str]]] = {}
        self._bindings: dict[tuple[Template, str, str, bool], Binding] = {}
        self._find_leaves(operations)
        for resource in catalogue.resources.values():
            resource.settle(catalogue.shapes, catalogue.parsed)

    def binding(self, path: Path, parameter: Parameter) -> Binding:
        """What *parameter* of *path* identifies."""
        at = _position(path, parameter.name)
        if at < 0:
            return Binding()
        schema = parameter.schema
        key = (path.template[:at], parameter.name, schema.type, schema.enum is None)
        known = self._bindings.get(key)
        if known is None:
            known = self._bindings[key] = self._bind(path, at, read_want(parameter, self.catalogue.conventions))
        return known

    # --- first pass: which leaf ---

    def _find_leaves(self, operations: Sequence[Operation]) -> None:
        """Outer parameters first; of two paths through one place, the one that ends there decides."""
        places: dict[tuple[Template, str], tuple[bool, Path, int, Parameter]] = {}
        for operation in operations:
            path = self.catalogue.path(operation.path)
            for parameter in operation.parameters:
                at = _position(path, parameter.name) if parameter.location == "path" else -1
                if at < 0:
                    continue
                key = (path.template[:at], squash(parameter.name))
                known = places.get(key)
                if known is None or (known[0] and not heads_run(path, at)):
                    places[key] = (heads_run(path, at), path, at, parameter)
        for key in sorted(places, key=lambda place: (len(place[0]), place)):
            _heads, path, at, parameter = places[key]
            want = read_want(parameter, self.catalogue.conventions)
            want = attrs.evolve(want, addressed=self._below_a_name(path, at))
            found = self._finder.find(path, at, want, self._before(path, at)) if want.plain else None
            self._leaf[key] = found
            self._remember(want, found)

    def _before(self, path: Path, at: int) -> list[Found | None]:
        """What the parameters take that stand directly before position *at*."""
        before = []
        while at and path.segments[at - 1].parameters:
            at -= 1
            before += [self._leaf.get((path.template[:at], squash(name))) for name in path.segments[at].parameters]
        return before

    def _below_a_name(self, path: Path, at: int) -> bool:
        """Whether the parameter above takes a name: a bare noun below it is a name as well."""
        above = (i for i in range(at - 1, -1, -1) if path.segments[i].parameters)
        place = next(above, None)
        if place is None:
            return False
        found = [self._leaf.get((path.template[:place], squash(name))) for name in path.segments[place].parameters]
        return any(f is not None and key_of(self.catalogue.parsed(f.leaf)) in NAMES for f in found)

    def _remember(self, want: Want, found: Found | None) -> None:
        if found is None or found.foreign is not None or self._says_again(found):
            return
        found.resource.bind(squash(found.leaf), found.leaf)
        if not found.guess and not want.mere_key:
            self._elsewhere.setdefault(want.spelled, Counter())[found.resource.name, found.leaf] += 1

    def _says_again(self, found: Found) -> bool:
        """Whether a leaf stands in something else, and refers to the *resource* by the key that its own shapes have.

        `resourceId` of an appointment is the `id` of a resource.
        """
        leaf, shapes = squash(found.leaf), self.catalogue.shapes
        own = [shapes.leaves(schema) for schema in found.resource.shapes]
        parsed = self.catalogue.parsed(found.leaf)
        return (
            bool(parsed.prefix) and all(leaf not in leaves for leaves in own) and any(parsed.spelling in x for x in own)
        )

    # --- second pass: which tag ---

    def _bind(self, path: Path, at: int, want: Want) -> Binding:
        if not want.plain:
            return Binding()
        found = self._leaf.get((path.template[:at], want.spelled))
        if found is not None:
            resource = found.foreign or found.resource
            tag = (
                resource.tag_for(self.catalogue.parsed(found.leaf))
                if found.foreign
                else resource.tag_of(squash(found.leaf))
            )
            if tag:
                reason = f"takes {found.leaf} of the {found.resource.name} collection"
                if self._another_key(want.parsed, self.catalogue.parsed(found.leaf)):
                    # {orderId} from order_no: nothing else is there to take, but the names speak of two keys.
                    return _made(tag, resource.name, evidence.OTHER_KEY, f"{reason}, the only identifier there")
                return _made(tag, resource.name, evidence.OWN_COLLECTION, reason)
        return next(self._without_leaf(path, at, want), Binding())

    @staticmethod
    def _another_key(wanted: Parsed, found: Parsed) -> bool:
        """Whether a parameter names another key than the leaf that it takes; logins go by several names."""
        logins = {wanted.spelling, found.spelling} <= LOGIN_WORDS
        return wanted.family is not None and key_of(wanted) != key_of(found) and not logins

    def _without_leaf(self, path: Path, at: int, want: Want) -> Iterator[Binding]:
        parsed, near = want.parsed, path.template
        own = self.catalogue.of_place(path.template[:at])
        if own is not None and heads_run(path, at):
            own = None
        if own is not None and parsed.family is not None and parsed.prefix and own.owns(parsed.prefix):
            yield _made(own.tag_for(parsed), own.name, evidence.PATH, "key of the segment before it")
        yield from self._bound_elsewhere(want)
        if own is not None and parsed.family is not None and not parsed.prefix:
            yield _made(own.tag_for(parsed), own.name, evidence.PATH, "key of the segment before it")
        if parsed.family is not None and parsed.prefix:
            yield from self._by_prefix(parsed, path, at)
            if "".join(parsed.prefix) in self.catalogue.mentioned:
                yield from self._alone(parsed)
            if own is not None and means(own, parsed.prefix, self.catalogue.nouns):
                yield _made(own.tag_for(parsed), own.name, evidence.PATH, "key of the segment before it")
            yield from self._alone(parsed)
        if parsed.family is None and not (want.value and not (own is not None and own.owns(parsed.words))):
            yield from self._called_like(parsed, near, own)

    def _bound_elsewhere(self, want: Want) -> Iterator[Binding]:
        """{owner}, {username} mean the same wherever a document uses them."""
        seen = self._elsewhere.get(want.spelled)
        if not seen and want.parsed.words and want.parsed.family is None:
            # {template_owner} is an owner.
            seen = self._elsewhere.get(want.parsed.words[-1])
        if seen and not want.value:
            (name, leaf), count = min(seen.items(), key=lambda entry: (-entry[1], entry[0]))
            resource = self.catalogue.resources.get(name.replace("_", ""))
            if resource is not None and 2 * count > sum(seen.values()) and (tag := resource.tag_of(squash(leaf))):
                yield _made(tag, resource.name, evidence.NAME, f"takes {leaf} of {resource.name} elsewhere")

    def _called_like(self, parsed: Parsed, near: Template, own: Resource | None) -> Iterator[Binding]:
        named = own is not None and (
            own.owns(parsed.words) or (bool(own.shapes) and means(own, parsed.words, self.catalogue.nouns))
        )
        other = own if named else self.catalogue.lookup(self.catalogue.conventions.singular_phrase(parsed.words), near)
        if other is not None:
            tag = other.tag(other.primary or "id")
            yield _made(tag, other.name, evidence.NAME, f"named like the resource {other.name}")
        for prefix, ending in self.catalogue.conventions.unglue(parsed.words[0]) if len(parsed.words) == 1 else ():
            resource = self.catalogue.lookup((prefix,), near)
            if resource is not None:
                tag = resource.tag_for(self.catalogue.parsed(f"{prefix}_{ending}"))
                yield _made(tag, resource.name, evidence.NAME, f"{prefix} and {ending}")

    def _by_prefix(self, parsed: Parsed, path: Path, at: int) -> Iterator[Binding]:
        resource = self.catalogue.lookup(parsed.prefix, path.template)
        if resource is None:
            # /organization-roles/users/{username}/{role_id}: an earlier segment ends in the word.
            for noun, position in path.nouns_before(at):
                if noun[-len(parsed.prefix) :] == parsed.prefix:
                    resource = self.catalogue.of_place(path.template[: position + 1]) or self.catalogue.lookup(
                        noun, path.template
                    )
        if resource is not None:
            yield _made(resource.tag_for(parsed), resource.name, evidence.NAME, f"names a key of {resource.name}")

    def _alone(self, parsed: Parsed) -> Iterator[Binding]:
        if parsed.family is not None and parsed.family.strong:
            name = "_".join(parsed.prefix)
            yield _made(f"{name}_{key_of(parsed)}", name, evidence.NAME_ALONE, "named like a key")


def _made(tag: str, resource: str, confidence: float, reason: str) -> Binding:
    return Binding(tag=tag, resource=resource, confidence=confidence, reason=reason)


def _position(path: Path, name: str) -> int:
    return next((i for i, segment in enumerate(path.segments) if name in segment.parameters), -1)
