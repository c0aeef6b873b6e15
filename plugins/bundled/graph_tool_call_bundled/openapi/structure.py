"""A cheap check of a document's structure: required and unknown keys of the objects that operations consist of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from graph_tool_call.hooks import kind_of

from .refs import escape, is_reference

#: (code, JSON pointer, message)
Finding = tuple[str, str, str]


@attrs.frozen(kw_only=True)
class _Shape:
    """Keys of one kind of object, in any version; those of one version only are not told apart."""

    required: tuple[str, ...] = ()
    allowed: frozenset[str] = frozenset()


def _keys(text: str) -> frozenset[str]:
    return frozenset(text.split())


_METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_ITEM_KEYS: Final = _keys("$ref summary description servers parameters additionalOperations")
_OPERATION_KEYS: Final = _keys(
    "tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security"
    " servers consumes produces schemes"
)
#: OpenAPI 3.2 and Swagger 2.0: the fixed fields of each object, with the ones that every version requires.
_SHAPES: Final = {
    "info": _Shape(
        required=("title", "version"), allowed=_keys("title summary description termsOfService contact license version")
    ),
    "requestBody": _Shape(required=("content",), allowed=_keys("description content required")),
    "response": _Shape(
        required=("description",), allowed=_keys("summary description headers content links schema examples")
    ),
    "server": _Shape(required=("url",), allowed=_keys("url description variables name")),
    "tag": _Shape(required=("name",), allowed=_keys("name summary description externalDocs parent kind")),
    "securityScheme": _Shape(required=("type",)),
}
_ROOT: Final = {
    "2": _Shape(
        required=("info", "paths"),
        allowed=_keys(
            "swagger info host basePath schemes consumes produces paths definitions parameters responses"
            " securityDefinitions security tags externalDocs"
        ),
    ),
    "3.0": _Shape(
        required=("info", "paths"), allowed=_keys("openapi info servers paths components security tags externalDocs")
    ),
    "3": _Shape(
        required=("info",),
        allowed=_keys(
            "openapi $self info jsonSchemaDialect servers paths webhooks components security tags externalDocs"
        ),
    ),
}


def check_structure(root: dict[str, Any], version: str) -> Iterator[Finding]:
    """What is missing or unknown in the root document. Referred objects are looked at where they stand."""
    shape = _ROOT["2"] if version.startswith("2") else _ROOT["3.0"] if version.startswith("3.0") else _ROOT["3"]
    yield from _compare(root, shape, "", "the document")
    if "info" in root:
        yield from _object(root["info"], "info", "/info")
    for name, kind in (("servers", "server"), ("tags", "tag")):
        yield from _list(root.get(name), kind, f"/{name}")
    needs_responses = version.startswith(("2", "3.0"))
    for holder in ("paths", "webhooks"):
        for path, item in _members(root.get(holder)):
            yield from _path_item(item, f"/{holder}/{escape(path)}", needs_responses=needs_responses)
    yield from _shared(root)


def _shared(root: dict[str, Any]) -> Iterator[Finding]:
    components = root.get("components")
    components = components if isinstance(components, dict) else {}
    for holder, base, kind in (
        (components.get("requestBodies"), "/components/requestBodies", "requestBody"),
        (components.get("responses"), "/components/responses", "response"),
        (components.get("securitySchemes"), "/components/securitySchemes", "securityScheme"),
        (root.get("responses"), "/responses", "response"),
        (root.get("securityDefinitions"), "/securityDefinitions", "securityScheme"),
    ):
        for name, value in _members(holder):
            yield from _object(value, kind, f"{base}/{escape(name)}")
    for holder, base in (
        (components.get("parameters"), "/components/parameters"),
        (root.get("parameters"), "/parameters"),
    ):
        for name, value in _members(holder):
            yield from _parameter(value, f"{base}/{escape(name)}")


def _path_item(item: Any, pointer: str, *, needs_responses: bool) -> Iterator[Finding]:
    if not isinstance(item, dict):
        yield _wrong_kind("a path item", item, pointer)
        return
    for key, value in item.items():
        if key in _METHODS:
            yield from _operation(value, f"{pointer}/{key}", needs_responses=needs_responses)
        elif key not in _ITEM_KEYS and not key.startswith("x-"):
            yield "unknown_key", f"{pointer}/{escape(key)}", f"a path item has no {key!r}"
    yield from _parameters(item.get("parameters"), f"{pointer}/parameters")


def _operation(operation: Any, pointer: str, *, needs_responses: bool) -> Iterator[Finding]:
    if not isinstance(operation, dict):
        yield _wrong_kind("an operation", operation, pointer)
        return
    for key in operation:
        if key not in _OPERATION_KEYS and not key.startswith("x-"):
            yield "unknown_key", f"{pointer}/{escape(key)}", f"an operation has no {key!r}"
    if needs_responses and not operation.get("responses"):
        yield "missing_key", pointer, "an operation needs `responses`"
    yield from _parameters(operation.get("parameters"), f"{pointer}/parameters")
    if "requestBody" in operation:
        yield from _object(operation["requestBody"], "requestBody", f"{pointer}/requestBody")
    for status, response in _members(operation.get("responses")):
        yield from _object(response, "response", f"{pointer}/responses/{escape(status)}")


def _parameters(parameters: Any, pointer: str) -> Iterator[Finding]:
    if parameters is None:
        return
    if not isinstance(parameters, list):
        yield _wrong_kind("parameters", parameters, pointer, "a list")
        return
    seen: set[tuple[Any, Any]] = set()
    for index, parameter in enumerate(parameters):
        yield from _parameter(parameter, f"{pointer}/{index}")
        if (
            isinstance(parameter, dict)
            and isinstance(parameter.get("name"), str)
            and isinstance(parameter.get("in"), str)
        ):
            key = (parameter["in"], parameter["name"])
            if key in seen:
                yield (
                    "duplicate_parameter",
                    f"{pointer}/{index}",
                    f"the parameter {key[1]!r} in {key[0]} stands twice; the last one counts",
                )
            seen.add(key)


def _parameter(parameter: Any, pointer: str) -> Iterator[Finding]:
    if is_reference(parameter):
        return
    if not isinstance(parameter, dict):
        yield _wrong_kind("a parameter", parameter, pointer)
        return
    for key in ("name", "in"):
        if not isinstance(parameter.get(key), str):
            yield "missing_key", pointer, f"a parameter needs `{key}`"
    if not any(key in parameter for key in ("schema", "content", "type")):
        yield "missing_key", pointer, "a parameter needs a schema"
    if parameter.get("in") == "path" and parameter.get("required") is not True:
        yield "path_parameter_not_required", pointer, "a path parameter must have `required: true`"


def _object(value: Any, kind: str, pointer: str) -> Iterator[Finding]:
    if is_reference(value):
        return
    if isinstance(value, dict):
        yield from _compare(value, _SHAPES[kind], pointer, kind)
    else:
        yield _wrong_kind(kind, value, pointer)


def _list(values: Any, kind: str, pointer: str) -> Iterator[Finding]:
    for index, value in enumerate(values if isinstance(values, list) else ()):
        yield from _object(value, kind, f"{pointer}/{index}")


def _compare(value: dict[str, Any], shape: _Shape, pointer: str, kind: str) -> Iterator[Finding]:
    for key in shape.required:
        if key not in value:
            yield "missing_key", pointer, f"{kind} needs `{key}`"
    if shape.allowed:
        for key in value:
            if key not in shape.allowed and not key.startswith("x-"):
                yield "unknown_key", f"{pointer}/{escape(key)}", f"{kind} has no {key!r}"


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from ((key, member) for key, member in value.items() if not key.startswith("x-"))


def _wrong_kind(what: str, value: Any, pointer: str, wanted: str = "an object") -> Finding:
    return "wrong_kind", pointer, f"{what} must be {wanted}, found {kind_of(value)}"
