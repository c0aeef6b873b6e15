"""Parameter values as text (OpenAPI 3.1, 4.8.12.3 "Style Values"; RFC 6570 where the two differ)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

#: Reserved characters that `allowReserved` leaves as they are; those that delimit a query are not among them.
RESERVED: Final = ":/?@!$'()*,;"
#: Delimiters of the styles that join list elements.
_DELIMITERS: Final = {"form": ",", "spaceDelimited": "%20", "pipeDelimited": "%7C", "tabDelimited": "%09"}
#: A character that is escaped already (RFC 3986, 2.1).
_TRIPLE: Final = re.compile(r"(%[0-9A-Fa-f]{2})")

Escape = Callable[[str], str]


def text_of(value: Any) -> str:
    """One plain value as text: booleans lower case, numbers as in JSON, nested values as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode()
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def escape(text: str) -> str:
    """Percent-encode everything but unreserved characters (RFC 3986, 2.3)."""
    return quote(text, safe="-._~")


def escape_reserved(text: str) -> str:
    """Percent-encode, for parameters with `allowReserved`: what is escaped already stays so (RFC 6570, 3.2.3)."""
    return "".join(
        part if number % 2 else quote(part, safe="-._~" + RESERVED) for number, part in enumerate(_TRIPLE.split(text))
    )


def content_text(facts: Mapping[str, Any], value: Any, media: str = "") -> str:
    """A value whose media type describes it (OpenAPI 3.1, 4.8.12, `content`): a text under JSON is a JSON text.

    *facts* are those of its row; *media* stands for the row's own media type. A text where
    the contract wants something else than text is that something, written as JSON.
    """
    media = (media or str(facts.get("content_type") or "")).partition(";")[0].strip().lower()
    kinds = facts.get("types") or [facts.get("field_type")]
    is_text = isinstance(value, str) and not {"string", "", None}.isdisjoint(kinds)
    if is_text and (media.endswith(("/json", "+json"))):
        return json.dumps(value, ensure_ascii=False)
    return text_of(value)


def path_text(name: str, value: Any, style: str, *, explode: bool) -> str:
    """The expansion of a path parameter: styles simple, label and matrix, and lists with a delimiter of their own."""
    if style == "label":
        # RFC 6570, 3.2.5; the table of OpenAPI 3.0.3 joins with "." here, later texts do not.
        return "." + _joined(value, "." if explode else ",", explode=explode)
    if style == "matrix":
        return _matrix(name, value, explode=explode)
    return _joined(value, _DELIMITERS.get(style, ","), explode=explode)


def _matrix(name: str, value: Any, *, explode: bool) -> str:
    if isinstance(value, Mapping) and explode:
        return "".join(f";{escape(str(key))}={escape(text_of(member))}" for key, member in value.items())
    if isinstance(value, (list, tuple)) and explode:
        return "".join(_semicolon(name, escape(text_of(member))) for member in value)
    return _semicolon(name, _joined(value, ",", explode=False))


def _semicolon(name: str, text: str) -> str:
    # RFC 6570, 3.2.7: an empty value has no "=".
    return f";{escape(name)}={text}" if text else f";{escape(name)}"


def _joined(value: Any, delimiter: str, *, explode: bool, escaped: Escape = escape) -> str:
    if isinstance(value, Mapping):
        pairs = ((escaped(str(key)), escaped(text_of(member))) for key, member in value.items())
        return delimiter.join(f"{key}={member}" if explode else f"{key},{member}" for key, member in pairs)
    if isinstance(value, (list, tuple)):
        return delimiter.join(escaped(text_of(member)) for member in value)
    return escaped(text_of(value))


def header_text(value: Any, style: str = "", *, explode: bool) -> str:
    """The value of a header parameter: style simple, not escaped (RFC 9110 has no escapes)."""
    return _joined(value, _delimiter(style, str), explode=explode, escaped=str)


def _delimiter(style: str, escaped: Escape) -> str:
    """What joins the elements of a list; itself escaped where they are."""
    delimiter = _DELIMITERS.get(style, ",")
    return unquote(delimiter) if escaped is str else delimiter


def query_pairs(
    name: str, value: Any, style: str, *, explode: bool, escaped: Escape = escape
) -> Iterator[tuple[str, str]]:
    """Names and values of a query parameter or form field, escaped by *escaped*."""
    if style == "deepObject" and isinstance(value, (Mapping, list, tuple)):
        yield from _deep(escaped(name), value, escaped)
    elif isinstance(value, Mapping):
        yield from _object_pairs(name, value, style, explode=explode, escaped=escaped)
    elif isinstance(value, (list, tuple)):
        # Exploded, the delimited styles are what `form` is.
        if explode:
            yield from ((escaped(name), escaped(text_of(member))) for member in value if member is not None)
        elif value:
            delimiter = _delimiter(style, escaped)
            yield escaped(name), delimiter.join(escaped(text_of(member)) for member in value)
    else:
        yield escaped(name), escaped(text_of(value))


def _object_pairs(
    name: str, value: Mapping[Any, Any], style: str, *, explode: bool, escaped: Escape
) -> Iterator[tuple[str, str]]:
    members = [(escaped(str(key)), escaped(text_of(member))) for key, member in value.items() if member is not None]
    if explode and style == "form":
        yield from members
    elif members:
        delimiter = _delimiter(style, escaped)
        yield escaped(name), delimiter.join(f"{key}{delimiter}{member}" for key, member in members)


def _deep(name: str, value: Any, escaped: Escape) -> Iterator[tuple[str, str]]:
    """`filter[owner][id]=7`; list elements by index, the one form in which lists of objects stay whole."""
    members = value.items() if isinstance(value, Mapping) else enumerate(value)
    for key, member in members:
        inner = f"{name}[{escaped(str(key))}]"
        if isinstance(member, (Mapping, list, tuple)):
            yield from _deep(inner, member, escaped)
        elif member is not None:
            yield inner, escaped(text_of(member))
