"""Types the leaves of an operation: which resource and key each identifier stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import Field, FieldVerdict, Parameter

from ..words import squash
from . import evidence
from .binding import Binder
from .catalogue import Catalogue
from .conventions import Conventions
from .keys import Parsed
from .nouns import ELSEWHERE, PREPOSITIONS, VALUE_WORDS
from .owners import Owner, Owners, Setting
from .resource import Resource, key_of
from .shapes import is_scalar, scalar_type

_NOT_IDS: Final = frozenset(
    {
        "date",
        "date-time",
        "time",
        "duration",
        "uri",
        "url",
        "email",
        "binary",
        "byte",
        "password",
        "hostname",
        "ipv4",
        "ipv6",
        "float",
        "double",
    }
)
#: Words of a description that say that a value is no key of a resource.
_AGAINST: Final = re.compile(
    r"\b(country|language|locale|iso|date|format|latitude|longitude|coordinates?|city|address|zip|postal|currency|text|"
    r"title|comma.separated list of (?:fields|words))\b",
    re.IGNORECASE,
)
_FOR: Final = re.compile(r"\b(ids?|identifiers?|uuid|guid|unique|key of|slug)\b", re.IGNORECASE)
#: An id is asked for.
_BY_ID: Final = re.compile(r"\b(ids?|identifiers?|uuid|guid)\b", re.IGNORECASE)
#: Whose key an operation takes, in its summary.
_BY_KEY: Final = re.compile(
    r"\bby\s+(?:the\s+|its\s+|their\s+|an?\s+)?(\w+?)(?:['’]s)?[\s_-]*\b(?:id|uuid|guid)\b", re.IGNORECASE
)


@attrs.frozen
class Typed:
    """What a leaf stands for."""

    tag: str
    resource: str
    confidence: float
    reason: str
    role: str = "identifier"


#: Keys that one owner has, by field name and what else they rest on.
OwnKeys = dict[tuple[str, tuple[str, ...]], Typed | None]


class Typing:
    """Types fields; what depends on names and owners only is typed once."""

    def __init__(self, catalogue: Catalogue, binder: Binder) -> None:
        self._catalogue = catalogue
        self._conventions = catalogue.conventions
        self._binder = binder
        self._owners = Owners(catalogue)
        self._keys: dict[Owner, OwnKeys] = {}
        self._key_types: dict[int, frozenset[str]] = {}

    def verdicts(self, setting: Setting, fields: Sequence[Field]) -> Iterator[FieldVerdict]:
        """Verdicts for all fields that identify something."""
        parameters = {p.name: p for p in setting.operation.parameters if p.location == "path"}
        groups: dict[tuple[str, tuple[str, ...], tuple[str, ...]], list[Field]] = {}
        for field in fields:
            if field.location == "path":
                yield from self._path(field, setting, parameters)
            elif field.location in ("query", "body", "cookie") or field.location == "response":
                groups.setdefault((field.direction, field.parents, field.owners), []).append(field)
        for group in groups.values():
            yield from self._group(group, setting)

    def _path(self, field: Field, setting: Setting, parameters: dict[str, Parameter]) -> Iterator[FieldVerdict]:
        parameter = parameters.get(field.name)
        if parameter is None:
            return
        bound = self._binder.binding(self._catalogue.path(setting.operation.path), parameter)
        typed = Typed(bound.tag, bound.resource, bound.confidence, bound.reason) if bound.tag else None
        if typed is None or typed.confidence < evidence.OWN_COLLECTION:
            typed = self._by_summary(field, setting) or typed
        if typed is not None:
            yield _verdict(field, typed)

    def _by_summary(self, field: Field, setting: Setting) -> Typed | None:
        """`id` where the summary says whose: "Get statistics by user id"."""
        parsed = self._catalogue.parsed(field.name)
        said = _BY_KEY.search(setting.operation.summary)
        if said is None or parsed.prefix or parsed.family is None or not parsed.family.strong:
            return None
        resource = self._catalogue.lookup(self._conventions.singular_phrase((said[1].lower(),)), setting.template)
        if resource is None:
            return None
        return Typed(resource.tag_for(parsed), resource.name, evidence.NAME, f"the summary says: {said[0]}")

    def _group(self, group: Sequence[Field], setting: Setting) -> Iterator[FieldVerdict]:
        owner: Owner | None = None
        keys: OwnKeys = {}
        for field in group:
            if not _may_identify(field, self._conventions):
                continue
            if owner is None:
                owner = self._owners.of(field, setting, group)
                keys = self._keys.setdefault(owner, {})
            typed = self._type(field, owner, setting, keys)
            if typed is not None:
                yield _verdict(field, typed)

    def _type(self, field: Field, owner: Owner, setting: Setting, keys: OwnKeys) -> Typed | None:
        if field.path.endswith(".~"):
            return self._map_key(field, setting)
        parsed = self._catalogue.parsed(field.name)
        taken = field.direction == "consumes"
        resource = owner.resource
        made = taken and setting.creates and resource is not None and resource is setting.resource
        if made and parsed.family is not None and resource is not None and resource.owns(parsed.prefix):
            return None
        if parsed.family is None:
            if (named := self._by_type_name(field, setting)) is not None:
                return named
            if resource is not None and not taken and (tag := resource.tag_of(self._conventions.spelled[field.name])):
                return Typed(tag, resource.name, owner.confidence, owner.reason)
            if not taken and setting.scalars and (listed := self._listed_value(field, setting)) is not None:
                return listed
            return self._called_like(field, parsed, setting)
        key = (field.name, setting.template if parsed.prefix else (str(taken and not field.required),))
        if key not in keys:
            keys[key] = self._by_key(field, parsed, owner, setting)
        return keys[key]

    def _by_type_name(self, field: Field, setting: Setting) -> Typed | None:
        """A plain value, or a list of them, whose schema is called a key: `members` of `UserId` are users."""
        schema = field.schema
        node = schema.items if schema is not None and schema.items is not None else schema
        if node is None or not node.name or not is_scalar(node):
            return None
        parsed = self._catalogue.parsed(node.name)
        if parsed.family is None or not parsed.family.strong:
            return None
        for start in range(len(parsed.prefix)):
            resource = self._catalogue.lookup(
                self._conventions.singular_phrase(parsed.prefix[start:]), setting.template
            )
            if resource is not None:
                return Typed(resource.tag_for(parsed), resource.name, evidence.NAME, f"is a {node.name}")
        return None

    def _map_key(self, field: Field, setting: Setting) -> Typed | None:
        """The keys of a map of a collection's things, which say no key themselves."""
        above = tuple(field.path.split(".")[1:-1])
        resource = setting.resource
        if resource is None or not (above in setting.items if setting.own else self._holds(above, resource, setting)):
            return None
        return Typed(resource.tag(resource.primary or "id"), resource.name, evidence.PATH, "its keys")

    def _holds(self, above: tuple[str, ...], resource: Resource, setting: Setting) -> bool:
        """Whether the property at *above*, in what the answer is about, is called like the *resource*."""
        if not above or above[:-1] not in setting.items or not resource.instance:
            return False
        words = self._conventions.singular_phrase(self._catalogue.parsed(above[-1]).words)
        return self._catalogue.lookup(words, setting.template) is resource

    def _listed_value(self, field: Field, setting: Setting) -> Typed | None:
        """A collection that lists plain values lists what its path parameter takes."""
        here = (*field.parents, field.name)
        resource = setting.resource
        if (
            resource is None
            or not setting.own
            or not (here in setting.scalars or (not field.parents and () in setting.scalars))
        ):
            return None
        tag = resource.tag(resource.primary or "name")
        return Typed(tag, resource.name, evidence.PATH, f"lists the values of {resource.name}")

    def _by_key(self, field: Field, parsed: Parsed, owner: Owner, setting: Setting) -> Typed | None:
        resource = owner.resource
        strong = parsed.family is not None and parsed.family.strong
        if resource is not None and (tag := resource.tag_of(self._conventions.spelled[field.name])):
            # A filter by name is a word to look for, not the name of one that exists.
            if strong or field.direction == "produces" or field.required:
                return Typed(tag, resource.name, owner.confidence, owner.reason)
            return None
        if parsed.prefix and not (resource is not None and resource.owns(parsed.prefix)):
            return self._foreign(parsed, setting)
        if not strong:
            return None
        if resource is not None:
            return Typed(resource.tag_for(parsed), resource.name, owner.confidence, owner.reason)
        if owner.noun:
            name = "_".join(owner.noun)
            return Typed(f"{name}_{key_of(parsed)}", name, evidence.NAME_ALONE, owner.reason)
        return None

    def _foreign(self, parsed: Parsed, setting: Setting) -> Typed | None:
        """A key of another resource: customerId, originSkyId."""
        strong = parsed.family is not None and parsed.family.strong
        elsewhere = len(parsed.prefix) > 1 and parsed.prefix[0] in ELSEWHERE
        for start in range(1 if elsewhere else len(parsed.prefix)):
            prefix = self._conventions.singular_phrase(parsed.prefix[start:])
            resource = self._catalogue.lookup(prefix, setting.template)
            if resource is not None:
                tag = resource.tag_for(parsed)
                if strong or tag in {resource.tag(key) for key in resource.keys.values()}:
                    return Typed(tag, resource.name, evidence.NAME, f"names a key of {resource.name}")
            elif strong and "".join(prefix) in self._catalogue.mentioned and not self._role(prefix, setting):
                return self._alone(prefix, parsed)
        return self._alone(parsed.prefix, parsed) if strong else None

    def _role(self, prefix: tuple[str, ...], setting: Setting) -> bool:
        """Whether the last word alone is a collection of its own: a pickup branch is a branch."""
        resource = self._catalogue.lookup(prefix[-1:], setting.template) if len(prefix) > 1 else None
        return resource is not None and resource.listed

    def _alone(self, prefix: tuple[str, ...], parsed: Parsed) -> Typed:
        name = "_".join(prefix)
        return Typed(f"{name}_{key_of(parsed)}", name, evidence.NAME_ALONE, "named like a key")

    def _called_like(self, field: Field, parsed: Parsed, setting: Setting) -> Typed | None:
        """A field called exactly like a resource (customer, channel) holds its primary key."""
        words = self._conventions.singular_phrase(parsed.words)
        if field.type == "number":
            return None  # a `rate` that is measured is no key of a rate
        if not words or (len(words) == 1 and words[0] in self._conventions.generic):
            return self._glued(parsed, setting)
        if parsed.plural and field.direction == "produces" and field.type != "array" and not field.path.endswith("]"):
            return None  # `permissions` as one text is no key of a permission
        resource = self._catalogue.lookup(words, setting.template)
        if resource is not None and words[0] in VALUE_WORDS and not (resource.listed and field.direction == "consumes"):
            return None
        if resource is None and len(words) > 1 and words[0] in PREPOSITIONS and field.direction == "consumes":
            resource = self._catalogue.lookup(words[1:], setting.template)
        if resource is None:
            return self._glued(parsed, setting)
        if (
            not resource.primary
            or not (resource.instance or resource.listed)
            or not self._catalogue.within_reach(words, setting.template)
            or not _speaks_for(field, resource, setting, self._types_of(resource))
        ):
            return None
        role = (
            "option" if resource.primary in ("code", "key", "name") and field.direction == "consumes" else "identifier"
        )
        key = "slug" if self._takes_slug(field, resource) else resource.primary
        return Typed(
            resource.tag(key), resource.name, evidence.CALLED_LIKE, f"called like the resource {resource.name}", role
        )

    def _takes_slug(self, field: Field, resource: Resource) -> bool:
        """Whether an input takes the slug of a *resource* whose ids are numbers: a text, and not described as an id."""
        if field.direction != "consumes" or "slug" not in resource.keys.values():
            return False
        schema = field.schema
        inner = schema.items if schema is not None and schema.items is not None else schema
        kind = field.type if inner is None else scalar_type(inner)
        return kind == "string" and self._types_of(resource) == {"integer"} and not _BY_ID.search(field.description)

    def _types_of(self, resource: Resource) -> frozenset[str]:
        """JSON types of the primary key of *resource*."""
        known = self._key_types.get(id(resource))
        if known is None:
            known = self._key_types[id(resource)] = self._catalogue.key_types(resource)
        return known

    def _glued(self, parsed: Parsed, setting: Setting) -> Typed | None:
        if len(parsed.words) != 1:
            return None
        for prefix, ending in self._conventions.unglue(parsed.words[0]):
            resource = self._catalogue.lookup((prefix,), setting.template)
            if resource is not None and (resource.instance or resource.listed):
                return Typed(
                    resource.tag_for(self._catalogue.parsed(f"{prefix}_{ending}")),
                    resource.name,
                    evidence.NAME,
                    f"{prefix} and {ending}",
                )
        return None


def _may_be(field: Field, types: frozenset[str]) -> bool:
    """Whether a value can be a key of these *types*: a number in `counts.folder` is no folder's text id."""
    return not (types == {"string"} and field.type == "integer")


def _speaks_for(field: Field, resource: Resource, setting: Setting, types: frozenset[str]) -> bool:
    """Whether nothing in the field's type or description says that it is no key of *resource*."""
    if field.direction == "produces" and (resource is setting.resource or not _may_be(field, types)):
        return False
    text = field.description
    if not text or _FOR.search(text):
        return True
    return all(word.lower() in resource.aliases for word in _AGAINST.findall(text))


def _may_identify(field: Field, conventions: Conventions) -> bool:
    if field.enum is not None or field.format in _NOT_IDS:
        return False
    kind = field.type
    if kind in ("string", "integer", ""):
        return True
    if kind == "number":
        return field.format in ("", "int32", "int64")
    if kind == "array" and field.schema is not None and field.schema.items is not None:
        inner = field.schema.items
        return is_scalar(inner) and inner.enum is None and inner.format not in _NOT_IDS
    return kind == "array" and conventions.is_plural(squash(field.name))


def _verdict(field: Field, typed: Typed) -> FieldVerdict:
    return FieldVerdict(
        field=field.ref,
        role=typed.role,
        semantic_tag=typed.tag,
        resource=typed.resource,
        confidence=typed.confidence,
        reason=typed.reason,
    )
