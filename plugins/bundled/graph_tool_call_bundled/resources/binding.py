"""Which property of a collection's items a path parameter takes: the rule that most chains stand on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import attrs

from graph_tool_call.hooks import Operation, Parameter

from ..words import singular_phrase, split, squash
from . import evidence
from .catalogue import Catalogue
from .keys import LOGIN_WORDS, NAME, Parsed, parse, unglue
from .nouns import VALUE_WORDS
from .paths import Path
from .places import Place, Template
from .resource import Resource, key_of
from .shapes import Item, Leaf, is_object, is_scalar, scalar_type

#: Below this a property is not taken for what the parameter wants.
_ENOUGH: Final = 0.45
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
_DESCRIBED: Final = re.compile(
    r"\b(name|slug|number|code|key|login|username|handle|email|hash|sha|ids?|uuid|identifier|index|sid|gid)\b",
    re.IGNORECASE,
)
_NOT_IDS: Final = frozenset({"date", "date-time", "time", "duration", "binary", "byte", "password"})


@attrs.frozen(kw_only=True)
class Binding:
    """What a path parameter identifies. `tag` is "" when nothing can be said."""

    tag: str = ""
    resource: str = ""
    confidence: float = 0.0
    reason: str = ""


@attrs.frozen
class Found:
    """The *leaf* of a *resource* that a path parameter takes; *foreign*: the leaf is the key of that other resource."""

    resource: Resource
    leaf: str
    foreign: Resource | None = None


@attrs.frozen(kw_only=True)
class Want:
    """One path parameter, taken apart."""

    name: str
    spelled: str
    parsed: Parsed
    type: str
    hints: frozenset[str]
    #: False for enums, dates, switches: values that are no keys.
    plain: bool
    #: Whether the name is an everyday value's (path, date) rather than a key's.
    value: bool


def read_want(parameter: Parameter) -> Want:
    """Take a path parameter apart."""
    schema = parameter.schema
    node = schema.items if schema.items is not None else schema
    text = parameter.description or schema.description
    hints = {_hint(word) for word in _DESCRIBED.findall(text)} if text else set()
    parsed = parse(parameter.name)
    plain = node.enum is None and node.format not in _NOT_IDS and node.type not in ("boolean", "object", "array")
    value = parsed.family is None and len(parsed.words) == 1 and parsed.words[0] in VALUE_WORDS
    kind = scalar_type(node) if is_scalar(node) else ""
    if "name" in hints:
        # People call a login or a slug a name.
        hints |= {"login", "username", "slug", "handle"}
    return Want(
        name=parameter.name,
        spelled=squash(parameter.name),
        parsed=parsed,
        type=kind,
        hints=frozenset(hints),
        plain=plain,
        value=value,
    )


def _hint(word: str) -> str:
    return key_of(parse(word.lower()))


class Binder:
    """Binds all path parameters of a catalogue; then settles the keys of its resources."""

    def __init__(self, catalogue: Catalogue, operations: tuple[Operation, ...]) -> None:
        self.catalogue = catalogue
        self._leaf: dict[tuple[Template, str], Found | None] = {}
        self._elsewhere: dict[str, Counter[tuple[str, str]]] = {}
        self._bindings: dict[tuple[Template, str, bool], Binding] = {}
        for operation in operations:
            path = catalogue.path(operation.path)
            for parameter in operation.parameters:
                if parameter.location == "path":
                    self._note(path, parameter)
        for resource in catalogue.resources.values():
            resource.settle(catalogue.shapes)

    def binding(self, path: Path, parameter: Parameter) -> Binding:
        """What *parameter* of *path* identifies."""
        at = _position(path, parameter.name)
        if at < 0:
            return Binding()
        want = read_want(parameter)
        key = (path.template[:at], want.spelled, want.plain)
        known = self._bindings.get(key)
        if known is None:
            known = self._bindings[key] = self._bind(path, at, want)
        return known

    # --- first pass: which leaf ---

    def _note(self, path: Path, parameter: Parameter) -> None:
        at = _position(path, parameter.name)
        key = (path.template[:at], squash(parameter.name))
        if at < 0 or key in self._leaf:
            return
        want = read_want(parameter)
        self._leaf[key] = found = self._find_leaf(path, at, want) if want.plain else None
        if found is not None and found.foreign is None:
            found.resource.bind(squash(found.leaf), found.leaf)
            if not _says_nothing(want):
                self._elsewhere.setdefault(want.spelled, Counter())[found.resource.name, found.leaf] += 1

    def _find_leaf(self, path: Path, at: int, want: Want) -> Found | None:
        place = self.catalogue.places.by_template.get(path.template[:at])
        if place is None:
            return None
        if _heads_run(path, at):
            return self._in_run(path, at, want)
        resource = self.catalogue.of_place(place.template)
        if resource is None:
            return None
        best: tuple[float, str] | None = None
        for rank, item in enumerate(self._sources(path, at, place)[:6]):
            for leaf in self.catalogue.shapes.leaves(item.schema).values():
                score = self._score(want, leaf, resource) - 0.02 * rank
                if score >= _ENOUGH and (best is None or score > best[0] + 1e-9):
                    best = (score, leaf.name)
        if best is None:
            return self._only_identifier(want, place, resource, path)
        return Found(resource, best[1], self._foreign(parse(best[1]), resource))

    def _sources(self, path: Path, at: int, place: Place) -> list[Item]:
        items = list(place.items)
        start = at
        while start > 0 and path.segments[start - 1].parameters:
            start -= 1
        if start < at:
            base = self.catalogue.places.by_template.get(path.template[:start])
            items[len(place.listed) : len(place.listed)] = base.listed if base is not None else ()
        return items

    def _in_run(self, path: Path, at: int, want: Want) -> Found | None:
        """{owner} of /repos/{owner}/{repo}: a property of the repository that is another resource."""
        end = at
        while end + 1 < len(path.segments) and path.segments[end + 1].parameters:
            end += 1
        place = self.catalogue.places.by_template.get(path.template[:end])
        for item in place.items if place is not None else ():
            for name, node in self.catalogue.shapes.properties(item.schema).items():
                if squash(name) == want.spelled and is_object(node):
                    words = self.catalogue.item_words(Item(node, (name,)))
                    resource = self.catalogue.lookup(words, path.template) if words else None
                    if resource is not None:
                        return self._best_of(want, Item(node), resource)
        return None

    def _best_of(self, want: Want, item: Item, resource: Resource) -> Found | None:
        bare = attrs.evolve(want, parsed=parse(resource.name), spelled=resource.name.replace("_", ""))
        scored = [
            (self._score(bare, leaf, resource), leaf.name)
            for leaf in self.catalogue.shapes.leaves(item.schema).values()
        ]
        best = max(scored, default=(0.0, ""), key=lambda s: s[0])
        return Found(resource, best[1]) if best[0] >= _ENOUGH else None

    def _score(self, want: Want, leaf: Leaf, resource: Resource) -> float:
        if leaf.type in ("boolean", "number", "object", "array") or leaf.schema.format in _NOT_IDS:
            return 0.0
        spelled = squash(leaf.name)
        parsed = self.catalogue.parsed(leaf.name)
        score = self._by_name(want, spelled, parsed, resource)
        if score and len(leaf.path) > 1 and spelled in resource.aliases:
            # metadata.namespace of a namespace is the pointer that all kinds have, not its own name.
            score = 0.4
        if want.type in ("integer", "number") and leaf.type == "string":
            score -= 0.3
        elif want.type == "string" and leaf.type == "integer":
            score -= 0.15
        return score

    def _by_name(self, want: Want, spelled: str, parsed: Parsed, resource: Resource) -> float:
        if spelled == want.spelled:
            return 1.0
        wanted = want.parsed
        key, own = key_of(parsed), bool(parsed.family) and resource.owns(parsed.prefix)
        if wanted.family is not None and _names(resource, wanted.prefix):
            if not own:
                return 0.0
            if parsed.spelling == wanted.spelling:
                return 0.95 if not parsed.prefix else 0.93
            if key == key_of(wanted):
                return 0.85 if not parsed.prefix else 0.84
            if wanted.spelling in LOGIN_WORDS and parsed.spelling in LOGIN_WORDS:
                return 0.8
            if {wanted.spelling, parsed.spelling} & LOGIN_WORDS and "name" in (wanted.spelling, parsed.spelling):
                return 0.6
            return 0.0
        if wanted.family is None:
            return self._bare(want, spelled, key, resource, own=own)
        if own and not parsed.prefix and key == key_of(wanted) and self.catalogue.lookup(wanted.prefix) is None:
            # {pat_id}, {ReferenceSid}: a prefix that names no other resource decorates this one's key.
            return 0.55 if wanted.spelling == parsed.spelling or key == "id" else 0.5
        return 0.0

    def _bare(self, want: Want, spelled: str, key: str, resource: Resource, *, own: bool) -> float:
        """{team}, {tag}: a mention of the resource, or of the thing that a leaf `tag_name` names."""
        if own and _names(resource, want.parsed.words):
            return _BARE.get(key, 0.5) + (0.25 if key in want.hints else 0.0)
        if key and spelled.startswith(want.spelled) and spelled != want.spelled and len(want.spelled) >= 3:
            return 0.7
        return 0.0

    def _only_identifier(self, want: Want, place: Place, resource: Resource, path: Path) -> Found | None:
        """A parameter of another spelling ({ref}) takes the only identifier of the items, or the one described."""
        parsed = want.parsed
        if want.value or (parsed.prefix and parsed.family is not None and not _names(resource, parsed.prefix)):
            return None
        if parsed.family is not None and parsed.family.strong:
            # An orderId is no orderNo, though there be no other.
            return None
        if self.catalogue.lookup(parsed.words, path.template) not in (None, resource):
            return None
        for item in place.items:
            leaves = self.catalogue.shapes.leaves(item.schema).values()
            found = [(self.catalogue.parsed(leaf.name), leaf) for leaf in leaves if _fits(want, leaf)]
            own = [(p, leaf.name) for p, leaf in found if p.family is not None and resource.owns(p.prefix)]
            made = [name for p, name in own if p.family is not None and p.family.kind != NAME]
            described = [name for p, name in own if key_of(p) in want.hints]
            # branch_protections/{name} takes their only name, branch_name.
            same = [leaf.name for p, leaf in found if parsed.family is not None and p.spelling == parsed.spelling]
            for names in (described, made, [name for _parsed, name in own], same):
                if len(names) == 1:
                    return Found(resource, names[0], self._foreign(parse(names[0]), resource))
        return None

    def _foreign(self, parsed: Parsed, own: Resource) -> Resource | None:
        """The other resource that a property's prefix names (warehouseId of a stock level)."""
        if parsed.family is None or own.owns(parsed.prefix):
            return None
        other = self.catalogue.resources.get("".join(parsed.prefix))
        return other if other is not None and other is not own and (other.instance or other.listed) else None

    # --- second pass: which tag ---

    def _bind(self, path: Path, at: int, want: Want) -> Binding:
        if not want.plain:
            return Binding()
        found = self._leaf.get((path.template[:at], want.spelled))
        if found is not None:
            resource = found.foreign or found.resource
            tag = resource.tag_for(parse(found.leaf)) if found.foreign else resource.tag_of(squash(found.leaf))
            if tag:
                reason = f"takes {found.leaf} of the {found.resource.name} collection"
                if want.parsed.family is not None and key_of(want.parsed) != key_of(parse(found.leaf)):
                    # {orderId} from order_no: nothing else is there to take, but the names speak of two keys.
                    return _made(tag, resource.name, evidence.OTHER_KEY, f"{reason}, the only identifier there")
                return _made(tag, resource.name, evidence.OWN_COLLECTION, reason)
        return next(self._without_leaf(path, at, want), Binding())

    def _without_leaf(self, path: Path, at: int, want: Want) -> Iterator[Binding]:
        parsed, near = want.parsed, path.template
        own = self.catalogue.of_place(path.template[:at])
        if own is not None and _heads_run(path, at):
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
            if own is not None and _names(own, parsed.prefix):
                yield _made(own.tag_for(parsed), own.name, evidence.PATH, "key of the segment before it")
            yield from self._alone(parsed)
        if parsed.family is None and not (want.value and not (own is not None and own.owns(parsed.words))):
            yield from self._called_like(parsed, near, own)

    def _bound_elsewhere(self, want: Want) -> Iterator[Binding]:
        """{owner}, {username} mean the same wherever a document uses them."""
        seen = self._elsewhere.get(want.spelled)
        if seen and not want.value:
            (name, leaf), count = min(seen.items(), key=lambda entry: (-entry[1], entry[0]))
            resource = self.catalogue.resources.get(name.replace("_", ""))
            if resource is not None and 2 * count > sum(seen.values()) and (tag := resource.tag_of(squash(leaf))):
                yield _made(tag, resource.name, evidence.NAME, f"takes {leaf} of {resource.name} elsewhere")

    def _called_like(self, parsed: Parsed, near: Template, own: Resource | None) -> Iterator[Binding]:
        other = (
            own
            if own is not None and _names(own, parsed.words)
            else self.catalogue.lookup(singular_phrase(parsed.words), near)
        )
        if other is not None:
            yield _made(
                other.tag(other.primary or "id"), other.name, evidence.NAME, f"named like the resource {other.name}"
            )
        for prefix, ending in unglue(parsed.words[0]) if len(parsed.words) == 1 else ():
            resource = self.catalogue.lookup((prefix,), near)
            if resource is not None:
                tag = resource.tag_for(parse(f"{prefix}_{ending}"))
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


def _names(resource: Resource, words: tuple[str, ...]) -> bool:
    """Whether *words* mean *resource* at its own place: its name, a part of it, or a short form (repo, org)."""
    if resource.owns(words):
        return True
    spelled = "".join(words)
    whole = split(resource.name)
    return spelled == whole[-1] or (
        len(spelled) >= 3 and any(alias.startswith(spelled) for alias in (*resource.aliases, resource.name))
    )


def _fits(want: Want, leaf: Leaf) -> bool:
    """Whether the leaf's type can be the parameter's."""
    return (
        leaf.schema.format not in _NOT_IDS
        and leaf.schema.enum is None
        and (leaf.type in ("string", "") or leaf.type == want.type)
    )


def _says_nothing(want: Want) -> bool:
    """Whether the parameter's name is a mere key ({id}, {name}), which means another thing at each place."""
    return (
        want.parsed.family is not None
        and not want.parsed.prefix
        and want.parsed.spelling not in LOGIN_WORDS | {"sha", "email"}
    )


def _position(path: Path, name: str) -> int:
    return next((i for i, segment in enumerate(path.segments) if name in segment.parameters), -1)


def _heads_run(path: Path, at: int) -> bool:
    """Whether another parameter segment follows directly."""
    return at + 1 < len(path.segments) and bool(path.segments[at + 1].parameters)
