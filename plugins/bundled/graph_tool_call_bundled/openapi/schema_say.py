"""Keywords of a raw schema that need no other schema → fields of a `Schema` node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graph_tool_call.hooks import ABSENT, Schema

from .labels import enum_labels

#: What the reader writes into a schema that it made of an example.
INFERRED: Final = "x-inferred"

Say = Callable[[Schema, Any], None]

_TYPES_BY_VALUE: Final = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    dict: "object",
    list: "array",
}
_LIMITS: Final = (
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
)  # fmt: skip


def say_all(node: Schema, raw: dict[str, Any]) -> None:
    """Write into *node* what *raw* says of itself; what an earlier raw schema said is overridden, limits add up."""
    for key, value in raw.items():
        say = KEYWORDS.get(key)
        if say is not None:
            say(node, value)
        elif key.startswith("x-") and "enum" in key.lower():
            labels = enum_labels(value, raw.get("enum"))
            if labels:
                node.labels = {**labels, **node.labels}


def implied_type(node: Schema) -> str:
    """The type of a schema that names none, by its other keywords."""
    if node.properties or (node.additional is not None and not node.alternatives):
        return "object"
    if node.items is not None:
        return "array"
    if node.enum is None and node.const is ABSENT:
        return ""
    values = [value for value in node.enum or () if value is not None]
    if node.const is not ABSENT and node.const is not None:
        values.append(node.const)
    kinds = {_TYPES_BY_VALUE.get(type(value), "") for value in values}
    return kinds.pop() if len(kinds) == 1 else ""


def says_null(raw: dict[str, Any]) -> bool:
    """Whether *raw* itself allows null, in any version's spelling."""
    if raw.get("nullable") is True or raw.get("x-nullable") is True:
        return True
    said = raw.get("type")
    if said == "null" or (isinstance(said, list) and "null" in said):
        return True
    enum = raw.get("enum")
    return (isinstance(enum, list) and None in enum) or ("const" in raw and raw["const"] is None)


def _type(node: Schema, said: Any) -> None:
    if isinstance(said, str):
        if said == "file":  # Swagger 2.0
            node.type, node.format = "string", "binary"
        elif said == "null":
            node.type, node.nullable = node.type or "null", True
        else:
            node.type, node.types = said, ()
    elif isinstance(said, list):
        types = tuple(kind for kind in said if isinstance(kind, str) and kind != "null")
        node.type = types[0] if types else "null"
        node.types = types if len(types) > 1 else ()
        if "null" in said:
            node.nullable = True


def _enum(node: Schema, said: Any) -> None:
    if not isinstance(said, list) or not said:  # JSON Schema, validation, 6.1.2: an enum should have a member.
        return
    members = tuple(said)
    if None in members:
        node.nullable = True
    if node.enum:
        # Members of an allOf narrow each other down; where nothing is common, the later one is taken at its word.
        known = set(map(repr, node.enum))
        members = tuple(member for member in members if repr(member) in known) or members
    node.enum = members


def _const(node: Schema, said: Any) -> None:
    node.const = said
    if said is None:
        node.nullable = True


def _default(node: Schema, said: Any) -> None:
    node.default = said


def _example(node: Schema, said: Any) -> None:
    node.example = said


def _example_of(node: Schema, said: Any) -> None:
    if node.example is ABSENT:
        node.example = said


def _examples(node: Schema, said: Any) -> None:
    if isinstance(said, list) and said:
        _example_of(node, said[0])


def _nullable(node: Schema, said: Any) -> None:
    if said is True:
        node.nullable = True


#: `contentEncoding` → the format that says the same (OpenAPI format registry); others say that it is no plain text.
_ENCODINGS: Final = {"base64url": "base64url"}


def _encoding(node: Schema, said: Any) -> None:
    # Encoded, a file is text, whatever media type it has.
    if isinstance(said, str) and node.format in {"", "binary"}:
        node.format = _ENCODINGS.get(said.lower(), "byte")


def _content_type(node: Schema, said: Any) -> None:
    """A file (OpenAPI 3.1, 4.8.14.2), but where the media type is one of texts that stand in a field as they are."""
    if isinstance(said, str) and not node.format and not _is_text_type(said.partition(";")[0].strip().lower()):
        node.format = "binary"


def _is_text_type(media: str) -> bool:
    return media.startswith("text/") or media.endswith(("json", "xml", "yaml", "x-www-form-urlencoded"))


def _discriminator(node: Schema, said: Any) -> None:
    if isinstance(said, dict):
        said = said.get("propertyName")
    if isinstance(said, str):  # Swagger 2.0 has the bare name.
        node.discriminator = said


def _text(attribute: str) -> Say:
    def say(node: Schema, said: Any) -> None:
        if isinstance(said, str) and said:
            setattr(node, attribute, said)

    return say


def _flag(attribute: str) -> Say:
    def say(node: Schema, said: Any) -> None:
        if said is True:
            setattr(node, attribute, True)

    return say


def _limit(keyword: str) -> Say:
    def say(node: Schema, said: Any) -> None:
        node.limits = {**node.limits, keyword: said} if node.limits else {keyword: said}

    return say


KEYWORDS: Final[dict[str, Say]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "default": _default,
    "example": _example,
    "examples": _examples,
    "x-example": _example_of,
    "nullable": _nullable,
    "x-nullable": _nullable,
    "contentEncoding": _encoding,
    "contentMediaType": _content_type,
    "discriminator": _discriminator,
    "format": _text("format"),
    "title": _text("title"),
    "description": _text("description"),
    "pattern": _text("pattern"),
    INFERRED: _flag("inferred"),
    "readOnly": _flag("read_only"),
    "writeOnly": _flag("write_only"),
    "deprecated": _flag("deprecated"),
    **{keyword: _limit(keyword) for keyword in _LIMITS},
}
