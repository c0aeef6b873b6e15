"""Places: the collections of an API, by path template, with everything that answers there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from graph_tool_call.hooks import Operation, Schema

from ..words import split, squash
from .conventions import Conventions
from .nouns import AUDIENCES
from .paths import Path, Segment
from .shapes import Item, Shapes

Template = tuple[str, ...]


@attrs.define(eq=False)
class Place:
    """What stands before a path parameter (or behind a listing GET), such as /pets.

    Attributes:
        template: Path template with parameter names erased.
        noun: Words of its last noun, singular; () when it has none.
        namespace: Static segments before the noun, when no parameter stands before it.
        rooted: Whether no parameter stands before the noun.
        plural: Whether the noun stands there in the plural, as collections do.
        instance: Whether a path parameter follows.
        listed: Items of the GET that lists it.
        nearby: Items of lists one static segment further (/pets/findByStatus).
        single: Items of the GET of one of it.
        made: Items of other answers there: POST, PUT, PATCH.
        doubtful: Items of lists further down that may be of something else (/pets/toys).
    """

    template: Template
    noun: tuple[str, ...] = ()
    namespace: tuple[str, ...] = ()
    rooted: bool = False
    plural: bool = False
    instance: bool = False
    listed: list[Item] = attrs.Factory(list)
    nearby: list[Item] = attrs.Factory(list)
    single: list[Item] = attrs.Factory(list)
    made: list[Item] = attrs.Factory(list)
    doubtful: list[Item] = attrs.Factory(list)

    @property
    def items(self) -> tuple[Item, ...]:
        """All items, those that can be listed first."""
        return (*self.listed, *self.nearby, *self.single, *self.made)


def answer_schema(operation: Operation) -> Schema | None:
    """Schema of the successful answer: 200 to 299 in order, then 2XX, then `default` if it stands alone."""
    responses = operation.responses
    good = sorted((r for r in responses if r.status[:1] == "2"), key=lambda r: (r.status == "2XX", r.status))
    if not good and len(responses) == 1 and responses[0].status == "default":
        good = [responses[0]]
    for response in good:
        for media in response.media:
            if media.schema is not None:
                return media.schema
    return None


#: What stands last in the path "/".
_ROOT: Final = Segment("", (), False, ())


class Places:
    """All places of a document."""

    def __init__(self, entries: Iterable[tuple[Operation, Path]], shapes: Shapes, conventions: Conventions) -> None:
        self.by_template: dict[Template, Place] = {}
        self._shapes = shapes
        self._conventions = conventions
        # The order of a document says nothing.
        entries = sorted(entries, key=lambda entry: (entry[0].path, entry[0].method))
        for _operation, path in entries:
            self._instances(path)
        for operation, path in entries:
            self._answers(operation, path)
        for place in self.by_template.values():
            self._settle(place)
        self._pair()

    def _instances(self, path: Path) -> None:
        for i, segment in enumerate(path.segments):
            if segment.parameters:
                self._place(path, i).instance = True

    def _place(self, path: Path, end: int) -> Place:
        template = path.template[:end]
        known = self.by_template.get(template)
        if known is None:
            at = path.last_noun(end)
            # Parameters that directly follow each other share the segment before them.
            noun = path.segments[at].noun if at >= 0 else ()
            before = path.segments[: max(at, 0)]
            rooted = at >= 0 and not any(s.parameters for s in before)
            namespace = tuple("".join(s.noun) for s in before if s.noun and not s.verb) if rooted else ()
            namespace = tuple(n for n in namespace if n not in AUDIENCES)
            plural = at >= 0 and self._conventions.is_plural(split(path.segments[at].text)[-1])
            known = Place(template, noun, namespace, rooted, plural)
            self.by_template[template] = known
        return known

    def _answers(self, operation: Operation, path: Path) -> None:
        schema = answer_schema(operation)
        if schema is None:
            return
        end = len(path.segments)
        at = path.last_noun(end)
        noun = "".join(path.segments[at].noun) if at >= 0 else ""
        items = self._shapes.items(schema, noun, ends=path.ends_in_noun)
        reads = operation.method == "get"
        many = any(item.many for item in items)
        last = path.segments[-1] if end else _ROOT
        if last.parameters:
            # The answer at /pets/{petId} is one pet; at /repos/{owner}/{repo} it is one of the last parameter's place.
            place = self._place(path, end - 1)
            if not reads:
                place.made.extend(items)
            elif not many or self._conventions.is_plural(squash(last.parameters[-1])):
                place.single.extend(items)
        elif reads and many:
            self._place(path, end).listed.extend(items)
            above = self.by_template.get(path.template[:-1]) if end else None
            if above is not None and above.instance and not self._is_instance(path.template):
                (above.nearby if last.verb else above.doubtful).extend(items)
        elif reads and last.verb and end > 1 and path.segments[-2].parameters:
            self._place(path, end - 2).single.extend(items)
        elif path.template in self.by_template:
            self.by_template[path.template].made.extend(items)

    def _is_instance(self, template: Template) -> bool:
        place = self.by_template.get(template)
        return place is not None and place.instance

    def _pair(self) -> None:
        """A list in the plural, one thing in the singular: /recipes and /recipe/{id}, /roles and /roles/role/{id}."""
        lists: dict[tuple[Template, tuple[str, ...]], list[Item]] = {}
        for place in self.by_template.values():
            if place.listed and place.plural:
                for above in (place.template[:-1], place.template):
                    lists.setdefault((above, place.noun), []).extend(place.listed)
        for place in self.by_template.values():
            if place.instance and place.noun and not (place.plural or place.listed):
                place.nearby.extend(lists.get((place.template[:-1], place.noun), ()))

    def _settle(self, place: Place) -> None:
        """Lists further down are of this place's things when the component is the same."""
        names = {item.schema.name for item in (*place.single, *place.made)} - {""}
        place.nearby.extend(item for item in place.doubtful if item.schema.name in names)
