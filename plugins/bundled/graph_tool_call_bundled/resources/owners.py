"""Who owns a leaf: the resource that the object around it is, by component, property, path, or likeness."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import Field, Operation

from . import evidence
from .catalogue import Catalogue, decorates
from .nouns import ACTORS, AGENTS, LINKAGE, PARTS
from .paths import Path
from .places import answer_schema
from .resource import Resource
from .shapes import says_scalar

#: An object with so few properties may be a short form of anything.
_FEW: Final = 4


@attrs.frozen(cache_hash=True)
class Owner:
    """The *resource* around a leaf; None with a *noun* that no resource goes by, or with nothing."""

    resource: Resource | None = None
    noun: tuple[str, ...] = ()
    confidence: float = 0.0
    reason: str = ""


@attrs.frozen(eq=False, kw_only=True)
class Setting:
    """One operation as typing sees it.

    Attributes:
        resource: What its path says it is about; None where the path says nothing.
        items: Property names down to what the answer holds, () for the root.
        scalars: Those of them that lead to plain values: a list of names.
        own: Whether the answer holds the very things that the path's parameters name.
        creates: Whether it makes a new one of the resource, so that its keys are new values.
    """

    operation: Operation
    template: tuple[str, ...]
    resource: Resource | None
    items: tuple[tuple[str, ...], ...]
    scalars: frozenset[tuple[str, ...]]
    own: bool
    creates: bool


def setting_of(operation: Operation, catalogue: Catalogue) -> Setting:
    """What path and answer of *operation* say."""
    path = catalogue.path(operation.path)
    end = len(path.segments)
    last = path.last_noun(end)
    noun = "".join(path.segments[last].noun) if last >= 0 else ""
    schema = answer_schema(operation)
    items = catalogue.shapes.items(schema, noun, ends=path.ends_in_noun) if schema is not None else ()
    many = any(i.many for i in items)
    resource = _path_resource(operation, catalogue, many=many)
    creates = operation.method == "post" and path.ends_in_noun and resource is not None
    return Setting(
        operation=operation,
        template=path.template,
        resource=resource,
        items=tuple(i.parents for i in items),
        scalars=frozenset(i.parents for i in items if says_scalar(i.schema)),
        own=operation.method == "get" and _is_own(path, catalogue, many=many),
        creates=creates,
    )


def _is_own(path: Path, catalogue: Catalogue, *, many: bool) -> bool:
    """Whether a GET at *path* lists the instances of a place, or gives one of them."""
    end = len(path.segments)
    if end and path.segments[-1].parameters:
        end -= 1
    elif not many:
        return False
    place = catalogue.places.by_template.get(path.template[:end])
    return place is not None and place.instance


def _path_resource(operation: Operation, catalogue: Catalogue, *, many: bool) -> Resource | None:
    path = catalogue.path(operation.path)
    template, end = path.template, len(path.segments)
    if not end:
        return catalogue.of_place(template)
    if path.segments[-1].parameters:
        return catalogue.of_place(template[:-1])
    at = path.last_noun(end)
    if at < 0:
        return None
    here = catalogue.of_place(template[: at + 1])
    if here is not None and (many or operation.method != "get"):
        return here
    segment = path.segments[at]
    # One object at /movie/{movie_id}/credits is about the movie: the credits are inside.
    if (
        at
        and path.segments[at - 1].parameters
        and operation.method == "get"
        and not many
        and catalogue.conventions.is_plural(segment.text.lower())
    ):
        return catalogue.of_place(template[: at - 1])
    known = here or catalogue.lookup(segment.noun, template)
    if known is not None:
        return known
    above = catalogue.of_place(template[: path.last_noun(at) + 1]) if at else None
    return above if at and not path.segments[at - 1].parameters else None


def _several(field: Field, parent: str) -> bool:
    """Whether the property *parent* above a field is a map or a list: no part of its owner then."""
    return f".{parent}.*" in field.path or f".{parent}[*]" in field.path


class Owners:
    """Finds owners of the objects of one operation's fields."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._wrappers = catalogue.conventions.list_wrappers | catalogue.conventions.envelopes | LINKAGE
        self._named: dict[tuple[tuple[str, ...], tuple[str, ...]], Owner | None] = {}

    def of(self, field: Field, setting: Setting, beside: Sequence[Field]) -> Owner:
        """The owner of *field*; *beside* are the fields of the same object."""
        if (
            setting.own
            and setting.resource is not None
            and field.direction == "produces"
            and field.parents in setting.items
        ):
            return Owner(setting.resource, (), evidence.NAMED_SCHEMA, f"the path holds a {setting.resource.name}")
        key = (field.parents, field.owners)
        if key not in self._named:
            self._named[key] = self._by_name(field)
        named = self._named[key]
        if named is not None and named.resource is not None:
            return named
        if named is not None:
            # What lies in `status` or in a map called `metadata` is no key of what that stands in.
            return self._by_noun(named, setting, beside) if named.noun else named
        return self._by_path(field, setting)

    def _by_name(self, field: Field) -> Owner | None:
        """What component and property names say, from the object outwards; None when they say nothing."""
        level = len(field.parents)
        while level and field.parents[level - 1].lower() in PARTS and not _several(field, field.parents[level - 1]):
            level -= 1
        while True:
            component = field.owners[level] if level < len(field.owners) else ""
            resource = self._catalogue.of_component(component)
            if resource is not None and level and self._decorated(resource, field.parents[level - 1]):
                resource = None
            if resource is not None:
                at_hand = level == len(field.parents) or level < len(field.owners)
                return Owner(
                    resource,
                    (),
                    evidence.NAMED_SCHEMA if at_hand else evidence.BARE_SCHEMA,
                    f"the schema {component} is a {resource.name}",
                )
            if not level:
                return None
            name = field.parents[level - 1]
            noun = self._catalogue.conventions.noun(name)
            if noun:
                return Owner(None, noun, evidence.PROPERTY, f"lies in the property {name}")
            if name.lower() not in self._wrappers:
                return Owner(None, (), 0.0, "")
            level -= 1

    def _decorated(self, resource: Resource, parent: str) -> bool:
        """Whether a component only decorates what the property *parent* is called: `UserCompany` in `companies`.

        So it is where nothing but the component goes by that name, and the API has the other resource.
        """
        noun = self._catalogue.conventions.noun(parent)
        if not noun or resource.instance or resource.listed or not decorates(tuple(resource.name.split("_")), noun):
            return False
        other = self._catalogue.resources.get("".join(noun))
        return other is not None and (other.instance or other.listed)

    def _by_noun(self, named: Owner, setting: Setting, beside: Sequence[Field]) -> Owner:
        resource = self._catalogue.lookup(named.noun, setting.template)
        if resource is not None:
            return Owner(resource, (), evidence.PROPERTY, named.reason)
        names = frozenset(self._catalogue.conventions.spelled[f.name] for f in beside)
        role = self._by_role(named.noun, setting, names)
        if role is not None:
            return Owner(role, (), evidence.ROLE, f"{named.reason}, the role of a {role.name}")
        alike = self._catalogue.likeness.best(names)
        if alike is not None:
            return Owner(alike, (), evidence.LIKENESS, f"has the properties of a {alike.name}")
        return named

    def _by_role(self, noun: tuple[str, ...], setting: Setting, names: frozenset[str]) -> Resource | None:
        """A production company is a company; what something was created by is a user, a person or a member."""
        for start in range(1, len(noun)):
            resource = self._catalogue.lookup(noun[start:], setting.template)
            if resource is not None and (resource.instance or resource.listed):
                few = len(names) <= _FEW
                return resource if few or self._catalogue.likeness.alike(names, resource) else None
        if noun[-1] in AGENTS:
            actors = (self._catalogue.lookup((actor,), setting.template) for actor in ACTORS)
            return next((actor for actor in actors if actor is not None and actor.instance), None)
        return None

    def _by_path(self, field: Field, setting: Setting) -> Owner:
        if setting.resource is None or (field.direction == "produces" and not self._at_items(field, setting)):
            return Owner()
        return Owner(setting.resource, (), evidence.PATH, f"the path is about a {setting.resource.name}")

    def _at_items(self, field: Field, setting: Setting) -> bool:
        """Whether the object is what the answer is about, or lies in it; not the wrapper around it."""
        return any(field.parents[: len(items)] == items for items in setting.items)
