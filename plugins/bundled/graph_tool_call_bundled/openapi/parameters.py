"""Parameters and response headers of any version."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from graph_tool_call.hooks import ABSENT, Parameter, Schema, kind_of

from .context import Context, text
from .meant import as_meant
from .media import media_rank
from .refs import Place
from .schema_fill import COMPOSED, SHAPE
from .swagger import parameter_schema, parameter_style

_TEMPLATE = re.compile(r"\{([^{}/]+)\}")
#: A variable with an operator before its name, and a pattern, a converter or a mark behind.
_PATTERNED = re.compile(r"(?P<slash>/)?[+*#.]?(?P<name>[\w.-]+)(?:[*?]|[:=].*)?", re.DOTALL)
_LOCATIONS = ("path", "query", "header", "cookie")
#: OpenAPI 3, Parameter Object: the default style of each location.
_STYLES = {"path": "simple", "query": "form", "header": "simple", "cookie": "form", "response_header": "simple"}

#: Keywords of a parameter that lead elsewhere, or that the reader may have something to say about.
_PLACED = frozenset({"$ref", "content", "examples", "collectionFormat"})
#: Keywords of a schema that is more than one plain value.
_NESTED = COMPOSED | SHAPE

#: (location, name) → the raw parameter; header names compare without case.
RawParameters = dict[tuple[str, str], Place]


class ParameterReader:
    """Reads each raw parameter once, however many operations refer to it."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._known: dict[tuple[int, str, str | None], Parameter] = {}
        self._alike: dict[tuple[str, str, str | None], Parameter] = {}

    def collect(self, lists: Iterable[Place]) -> RawParameters:
        """Raw parameters of a path item, then of the operation, which override those of the same name and location."""
        out: RawParameters = {}
        for place in lists:
            if not isinstance(place.value, list):
                self._context.report.add(
                    "not_a_list", f"parameters must be a list, found {kind_of(place.value)}", place.label
                )
                continue
            for index in range(len(place.value)):
                member = place.at(index)
                target = self._context.resolver.mapping(member, "a parameter")
                key = self._key(target) if target is not None else None
                if target is not None and key is not None:
                    out[key] = self._described(member, target)
        return out

    def in_braces(self, path: str, raw: RawParameters, label: str) -> str:
        """*path* with variables that are written like those of web frameworks as `{name}`.

        `{id:[0-9]+}`, `{id:int}`, `{rest*}`, `{/rest*}`; and /pets/:petId, of which only
        declared ones: a colon before a verb (/pets:search) is part of a name.
        """
        path = self._without_patterns(path, raw, label)
        named = {f":{name}": f"{{{name}}}" for location, name in raw if location == "path"}
        made = "/".join(named.get(segment, segment) for segment in path.split("/"))
        if made != path:
            self._context.report.add("path_variable_with_colon", f"{path} is read as {made}", label)
        return made

    def _without_patterns(self, path: str, raw: RawParameters, label: str) -> str:
        made = "".join(_variable(part, raw) if part.startswith("{") else part for part in braced(path))
        if made != path:
            self._context.report.add("path_variable_with_pattern", f"{path} is read as {made}", label)
        return made

    def build(self, raw: RawParameters, path: str, pointer: str) -> tuple[Parameter, ...]:
        """The parameters of an operation on *path*: each template variable is one, and no other is in the path."""
        variables = list(dict.fromkeys(_TEMPLATE.findall(path)))
        found: list[Parameter] = []
        stray: list[tuple[Parameter, Place]] = []
        for (location, name), place in raw.items():
            if location == "querystring":
                found += self._query_string(place)
            if location not in _LOCATIONS:
                continue
            parameter = self._read(place, location)
            if location == "path" and name not in variables:
                stray.append((parameter, place))
            else:
                found.append(parameter)
        declared = {p.name for p in found if p.location == "path"}
        missing = [name for name in variables if name not in declared]
        found = self._place_missing(missing, stray, path, pointer) + found
        order = {name: index for index, name in enumerate(variables)}
        return tuple(sorted(found, key=lambda p: order[p.name] if p.location == "path" else len(order)))

    def headers(self, place: Place) -> tuple[Parameter, ...]:
        """The headers of a response."""
        headers = self._context.resolver.mapping(place, "headers")
        if headers is None:
            return ()
        return tuple(
            self._read(target, "response_header", name)
            for name, target in self._context.resolver.items(headers, "a header")
        )

    def _key(self, place: Place) -> tuple[str, str] | None:
        location, name = place.value.get("in"), place.value.get("name")
        if location == "body":
            return ("body", "")
        if not isinstance(name, str) or not name or not isinstance(location, str):
            self._context.report.add(
                "bad_parameter", "a parameter needs `name` and `in`; left out", place.label, "error"
            )
            return None
        if location not in (*_LOCATIONS, "formData", "querystring"):
            self._context.report.add(
                "bad_parameter",
                f"the parameter {name!r} is in {location!r}, which is no place; left out",
                place.label,
                "error",
            )
            return None
        return (location, name.lower() if location == "header" else name)

    def _described(self, member: Place, target: Place) -> Place:
        """A reference may carry its own description (OpenAPI 3.1, Reference Object)."""
        own = member.value.get("description") if member.value is not target.value else None
        if not isinstance(own, str) or not own:
            return target
        return Place({**target.value, "description": own}, target.document, target.pointer)

    def _read(self, place: Place, location: str, name: str | None = None) -> Parameter:
        key = (id(place.value), location, name)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._written_out(place, location, name)
            self._context.schemas.keep(place.value)
        return known

    def _written_out(self, place: Place, location: str, name: str | None) -> Parameter:
        """One parameter for all that are written alike: lists repeat their filters, paths their keys."""
        if not _stands_alone(place.value):
            return self._make(place, location, name)
        key = (repr(place.value), location, name)
        known = self._alike.get(key)
        if known is None:
            known = self._alike[key] = self._make(place, location, name)
        return known

    def _make(self, place: Place, location: str, name: str | None) -> Parameter:
        raw = as_meant(place, self._context.report)
        schema, content_type = self._schema(place)
        if self._context.swagger:
            style, explode = parameter_style(raw, location, self._context.report, place.label)
        elif content_type:
            style, explode = "", False
        else:
            style = text(raw.get("style")) or _STYLES[location]
            explode = raw["explode"] if isinstance(raw.get("explode"), bool) else style == "form"
        return Parameter(
            name=raw["name"] if name is None else name,
            location=location,
            required=location == "path" or raw.get("required") is True,
            schema=schema,
            description=text(raw.get("description")) or schema.description,
            deprecated=raw.get("deprecated") is True,
            style=style,
            explode=explode,
            allow_reserved=raw.get("allowReserved") is True,
            allow_empty=raw.get("allowEmptyValue") is True and location == "query",
            content_type=content_type,
            example=self._example(place),
        )

    def _schema(self, place: Place) -> tuple[Schema, str]:
        """The schema, and the media type when `content` describes the value."""
        schemas = self._context.schemas
        if self._context.swagger:
            return schemas.made_up(parameter_schema(place.value), place), ""
        if "schema" in place.value:
            return schemas.node(place.at("schema")), ""
        content = place.value.get("content")
        if isinstance(content, dict) and content:
            media_type = min(content, key=media_rank)
            media = self._context.resolver.mapping(place.at("content", media_type), "a media type")
            if media is not None and "schema" in media.value:
                return schemas.node(media.at("schema")), media_type
            return Schema(pointer=place.label), media_type
        return Schema(pointer=place.label), ""

    def _query_string(self, place: Place) -> list[Parameter]:
        """A parameter that is the whole query string (OpenAPI 3.2): each property of its form is a parameter."""
        schema, content_type = self._schema(place)
        self._context.schemas.finish()
        if not schema.properties:
            message = f"the query string of {content_type or 'no media type'} is no form with properties; left out"
            self._context.report.add("unsupported_location", message, place.label, "error")
        required = schema.required if place.value.get("required") is True else frozenset[str]()
        return [
            Parameter(
                name=name,
                location="query",
                required=name in required,
                schema=member,
                description=member.description,
                style="form",
                explode=True,
            )
            for name, member in schema.properties.items()
        ]

    def _example(self, place: Place) -> Any:
        raw = place.value
        for key in ("example", "x-example"):
            if key in raw:
                return raw[key]
        examples = raw.get("examples")
        if isinstance(examples, dict) and examples:
            first = self._context.resolver.mapping(place.at("examples", next(iter(examples))), "an example")
            if first is not None:
                return first.value.get("value", first.value.get("dataValue", ABSENT))
        return ABSENT

    def _place_missing(
        self, missing: list[str], stray: list[tuple[Parameter, Place]], path: str, pointer: str
    ) -> list[Parameter]:
        """Template variables that nothing declares, and declared path parameters that the template has not.

        The two are often one misspelt name: `{userId}` and `user_id`, or the only one of each.
        What remains of the declared ones is left out: the path has no place for it, and sent
        as a query parameter it would be a required input that nobody documented there.
        """
        report = self._context.report
        found: list[Parameter] = []
        spelled = {_letters(pair[0].name): pair for pair in reversed(stray)}
        only = stray[0] if len(missing) == len(stray) == 1 else None
        for name in missing:
            twin = spelled.pop(_letters(name), None) or only
            if twin is not None:
                stray.remove(twin)
                report.add(
                    "path_parameter_renamed",
                    f"the parameter {twin[0].name!r} stands for {{{name}}} of {path}",
                    twin[1].label,
                )
                found.append(_renamed(twin[0], name))
            else:
                report.add(
                    "undeclared_path_parameter",
                    f"{name} is not declared; taken as a required path parameter of {path}",
                    pointer,
                )
                schema = Schema(type="string", pointer=pointer)
                found.append(
                    Parameter(name=name, location="path", required=True, schema=schema, style="simple", declared=False)
                )
        for parameter, place in stray:
            report.add(
                "path_parameter_without_place",
                f"the path parameter {parameter.name!r} is not in {path}; left out",
                place.label,
            )
        return found


def braced(path: str) -> Iterator[str]:
    """*path* in parts: what stands in braces, inner braces with it, and what stands between."""
    start = depth = 0
    for at, char in enumerate(path):
        if char == "{":
            if not depth and at > start:
                yield path[start:at]
                start = at
            depth += 1
        elif char == "}" and depth:
            depth -= 1
            if not depth:
                yield path[start : at + 1]
                start = at + 1
    if start < len(path):
        yield path[start:]


def _variable(text: str, raw: RawParameters) -> str:
    """A template variable without its pattern or operator (RFC 6570), under the name that is declared."""
    said = text[1:-1]
    found = _PATTERNED.fullmatch(said)
    if found is None or found["name"] == said or ("path", said) in raw:
        return text
    spelled = _letters(found["name"])
    alike = (name for location, name in raw if location == "path" and _letters(name) == spelled)
    declared = found["name"] if ("path", found["name"]) in raw else next(alike, found["name"])
    return f"{'/' if found['slash'] else ''}{{{declared}}}"


def _stands_alone(raw: Mapping[str, Any]) -> bool:
    """Whether a parameter refers to nothing, so that its place says nothing, and holds nothing to report."""
    schema = raw.get("schema", raw)
    items = schema.get("items", {}) if isinstance(schema, dict) else None
    return (
        _PLACED.isdisjoint(raw)
        and isinstance(items, dict)
        and _NESTED.isdisjoint(items)
        and all((_NESTED - {"items"}).isdisjoint(part) for part in (raw, schema))
    )


def _renamed(parameter: Parameter, name: str) -> Parameter:
    return attrs.evolve(parameter, name=name)


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()
