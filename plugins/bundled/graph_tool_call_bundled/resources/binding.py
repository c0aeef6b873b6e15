"""Which property of a collection's items a path parameter takes: the rule that most chains stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import attrs

from graph_tool_call.hooks import Operation, Parameter

from ..words import split, squash
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
_BARE: Final = {"id": 0.75, "slug": 0.62, "login": 0.62, "username": 0.62, "code": 0.6, "key": 0.6, "name": 0.58, "no": 0.55, "hash": 0.55}
_DESCRIBED: Final = re.compile(r"\b(name|slug|number|code|key|login|username|handle|email|hash|sha|ids?|uuid|identifier|index|sid|gid)\b", re.IGNORECASE)
_NOT_IDS: Final = frozenset({"date", "date-time", "time", "duration", "binary", "byte", "password"})


@attrs.frozen(kw_only=True)
class Binding:
    """What a path parameter identifies. `tag` is "" when nothing can be said."""

    tag: str = ""
    resource: str = ""
    confidence: float = 0.0
    reason: str = ""


@attrs.frozen(kw_only=True)
class Want:
    """One path parameter, taken apart."""

    name: str
    spelled: str
    parsed: Parsed
    type: str
    hints: frozenset[str]
    plain: bool


def read_want(parameter: Parameter) -> Want:
    """Take a path parameter apart."""
    schema = parameter.schema
    node = schema.items if schema.items is not None else schema
    text = parameter.description or schema.description
    hints = {_hint(word) for word in _DESCRIBED.findall(text)} if text else set()
    parsed = parse(parameter.name)
    plain = node.enum is None and node.format not in _NOT_IDS and node.type not in ("boolean", "object", "array")
    if parsed.family is None and len(parsed.words) == 1 and parsed.words[0] in VALUE_WORDS:
        plain = False
    kind = scalar_type(node) if is_scalar(node) else ""
    return Want(name=parameter.name, spelled=squash(parameter.name), parsed=parsed, type=kind, hints=frozenset(hints), plain=plain)


def _hint(word: str) -> str:
    return key_of(parse(word.lower()))


class Binder:
    """Binds all path parameters of a catalogue; then settles the keys of its resources."""

    def __init__(self, catalogue: Catalogue, operations: tuple[Operation, ...]) -> None:
        self.catalogue = catalogue
        self._leaf: dict[tuple[Template, str], tuple[Resource, str] | None] = {}
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
        if found is not None:
            resource, leaf = found
            resource.bind(squash(leaf), leaf)

    def _find_leaf(self, path: Path, at: int, want: Want) -> tuple[Resource, str] | None:
        place = self.catalogue.places.by_template.get(path.template[:at])
        if place is None:
            return None
        resource = self.catalogue.of_place(place.template)
        if _heads_run(path, at):
            return self._in_run(path, at, want)
        if resource is None:
            return None
        best: tuple[float, Resource, str] | None = None
        for rank, item in enumerate(self._sources(path, at, place)[:6]):
            for leaf in self.catalogue.shapes.leaves(item.schema).values():
                score = self._score(want, leaf, resource) - 0.02 * rank
                if score >= _ENOUGH and (best is None or score > best[0] + 1e-9):
                    best = (score, resource, leaf.name)
        if best is None:
            return self._only_identifier(want, place, resource)
        owner = self._foreign(parse(best[2]), resource, path)
        return None if owner is not None else (best[1], best[2])

    def _sources(self, path: Path, at: int, place: Place) -> list[Item]:
        items = list(place.items)
        start = at
        while start > 0 and path.segments[start - 1].parameters:
            start -= 1
        if start < at:
            base = self.catalogue.places.by_template.get(path.template[:start])
            items[len(place.listed) : len(place.listed)] = base.listed if base is not None else ()
        return items

    def _in_run(self, path: Path, at: int, want: Want) -> tuple[Resource, str] | None:
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

    def _best_of(self, want: Want, item: Item, resource: Resource) -> tuple[Resource, str] | None:
        bare = attrs.evolve(want, parsed=parse(resource.name), spelled=resource.name.replace("_", ""))
        scored = [(self._score(bare, leaf, resource), leaf.name) for leaf in self.catalogue.shapes.leaves(item.schema).values()]
        best = max(scored, default=(0.0, ""), key=lambda s: s[0])
        return (resource, best[1]) if best[0] >= _ENOUGH else None

    def _score(self, want: Want, leaf: Leaf, resource: Resource) -> float:
        if leaf.type in ("boolean", "number", "object", "array") or leaf.schema.format in _NOT_IDS:
            return 0.0
        spelled = squash(leaf.name)
        parsed = parse(leaf.name)
        score = self._by_name(want, spelled, parsed, resource)
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
            return self._bare(want, spelled, key, own, resource)
        return 0.0

    def _bare(self, want: Want, spelled: str, key: str, own: bool, resource: Resource) -> float:
        """{team}, {tag}: a mention of the resource, or of the thing that a leaf `tag_name` names."""
        if own and _names(resource, want.parsed.words):
            return _BARE.get(key, 0.5) + (0.25 if key in want.hints else 0.0)
        if key and spelled.startswith(want.spelled) and spelled != want.spelled and len(want.spelled) >= 3:
            return 0.7
        return 0.0

    def _only_identifier(self, want: Want, place: Place, resource: Resource) -> tuple[Resource, str] | None:
        """A parameter of another spelling ({ref}) takes the only identifier that the items have."""
        if want.parsed.family is not None and want.parsed.prefix and not _names(resource, want.parsed.prefix):
            return None
        for item in place.items:
            found = []
            for leaf in self.catalogue.shapes.leaves(item.schema).values():
                parsed = parse(leaf.name)
                if parsed.family is None or not resource.owns(parsed.prefix) or leaf.schema.format in _NOT_IDS:
                    continue
                if leaf.type in ("string", "") or leaf.type == want.type:
                    found.append((parsed, leaf.name))
            strong = [name for parsed, name in found if parsed.family is not None and parsed.family.kind != NAME] or [name for _p, name in found]
            if len(strong) == 1:
                return (resource, strong[0])
        return None

    def _foreign(self, parsed: Parsed, own: Resource, path: Path) -> Resource | None:
        """The other resource that a property's prefix names (warehouseId of a stock level)."""
        if parsed.family is None or own.owns(parsed.prefix):
            return None
        other = self.catalogue.lookup(parsed.prefix, path.template)
        return other if other is not None and other is not own and (other.instance or other.listed) else None

    # --- second pass: which tag ---

    def _bind(self, path: Path, at: int, want: Want) -> Binding:
        if not want.plain:
            return Binding()
        found = self._leaf.get((path.template[:at], want.spelled))
        if found is not None:
            resource, leaf = found
            tag = resource.tag_of(squash(leaf))
            if tag:
                return Binding(tag=tag, resource=resource.name, confidence=evidence.OWN_COLLECTION, reason=f"takes {leaf} of the {resource.name} collection")
        return next(self._without_leaf(path, at, want), Binding())

    def _without_leaf(self, path: Path, at: int, want: Want) -> Iterator[Binding]:
        parsed, near = want.parsed, path.template
        own = self.catalogue.of_place(path.template[:at])
        last = not _heads_run(path, at)
        if own is not None and last and parsed.family is not None and _names(own, parsed.prefix):
            yield _made(own.tag_for(parsed), own.name, evidence.PATH, "key of the segment before it")
        if parsed.family is not None and parsed.prefix:
            yield from self._by_prefix(parsed, near)
        other = self.catalogue.lookup(parsed.words, near) if parsed.family is None else None
        if own is not None and last and parsed.family is None and _names(own, parsed.words):
            other = own
        if other is not None:
            yield _made(other.tag(other.primary or "id"), other.name, evidence.NAME, f"named like the resource {other.name}")
        for prefix, ending in unglue(parsed.words[0]) if len(parsed.words) == 1 and parsed.family is None else ():
            resource = self.catalogue.lookup((prefix,), near)
            if resource is not None:
                yield _made(resource.tag_for(parse(f"{prefix}_{ending}")), resource.name, evidence.NAME, f"{prefix} and {ending}")

    def _by_prefix(self, parsed: Parsed, near: Template) -> Iterator[Binding]:
        resource = self.catalogue.lookup(parsed.prefix, near)
        if resource is not None:
            yield _made(resource.tag_for(parsed), resource.name, evidence.NAME, f"names a key of {resource.name}")
        elif parsed.family is not None and parsed.family.strong:
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
    return spelled == whole[-1] or (len(spelled) >= 3 and any(alias.startswith(spelled) for alias in (*resource.aliases, resource.name)))


def _position(path: Path, name: str) -> int:
    return next((i for i, segment in enumerate(path.segments) if name in segment.parameters), -1)


def _heads_run(path: Path, at: int) -> bool:
    """Whether another parameter segment follows directly."""
    return at + 1 < len(path.segments) and bool(path.segments[at + 1].parameters)
