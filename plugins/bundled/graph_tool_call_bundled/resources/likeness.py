"""Structural likeness: an object with a resource's properties is probably that resource. Late and weak evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from .resource import Resource
from .shapes import Shapes

#: Share of common properties (Jaccard), or of the smaller set in the larger, from which two objects are alike.
_JACCARD: Final = 0.3
_CONTAINMENT: Final = 0.6
#: Share of what the properties tell, each weighing the less the more resources have it; unknown ones tell a little.
_TELLING: Final = 0.5
_UNKNOWN: Final = 0.1
#: A property that no more resources have tells which one it is.
_RARE: Final = 2
#: Properties that almost every object has and that tell nothing.
_COMMON: Final = frozenset(
    """
        id name type url href self title description status state kind createdat updatedat created updated key
        code label value uuid
    """.split()
)
_SHAPES_PER_RESOURCE: Final = 6


class Likeness:
    """Compares property sets with those of the resources it has learned."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self._known: list[tuple[Resource, frozenset[str]]] = []
        self._count: Counter[str] = Counter()
        self._found: dict[frozenset[str], Resource | None] = {}

    def learn(self, resources: Iterable[Resource]) -> None:
        """Remember the shapes of *resources* that have instances or lists."""
        for resource in resources:
            if resource.instance or resource.listed:
                shapes = self._names_of(resource)
                self._known.extend((resource, names) for names in shapes)
                self._count.update(frozenset().union(*shapes))

    def _names_of(self, resource: Resource) -> list[frozenset[str]]:
        return [self._shapes.names(schema) for schema in resource.shapes[:_SHAPES_PER_RESOURCE]]

    def alike(self, names: frozenset[str], resource: Resource) -> bool:
        """Whether an object with these squashed property names may be one of *resource*."""
        return any(alike(names, known) for known in self._names_of(resource))

    def best(self, names: frozenset[str]) -> Resource | None:
        """The resource whose object is most like one with these squashed property names."""
        if names not in self._found:
            best, found = 0.0, None
            for resource, known in self._known:
                score = max(_score(names, known), self._telling(names, known))
                if score > best:
                    best, found = score, resource
            self._found[names] = found
        return self._found[names]

    def _telling(self, names: frozenset[str], known: frozenset[str]) -> float:
        """How much of what *names* tell speaks for *known*: gender and profile_path are a person's alone."""
        count = self._count
        rare = [name for name in names & known if count[name] <= _RARE and name not in _COMMON]
        if len(rare) < 2:
            return 0.0
        told = sum(1 / count[name] for name in sorted(names & known))
        total = sum(1 / count[name] if count[name] else _UNKNOWN for name in sorted(names))
        share = told / total
        # Below equal sets in rank: what is alike in all properties is the likelier one.
        return 0.5 * share if share >= _TELLING else 0.0


def alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether objects with these squashed property names may be of one resource."""
    return _score(one, other) > 0


def _score(names: frozenset[str], known: frozenset[str]) -> float:
    """Jaccard index of two property sets; 0 when they are not alike, or share only what every object has."""
    shared = names & known
    if len(shared - _COMMON) < 2:
        return 0.0
    jaccard = len(shared) / len(names | known)
    contained = len(shared) / min(len(names), len(known))
    return jaccard if jaccard >= _JACCARD or contained >= _CONTAINMENT else 0.0
