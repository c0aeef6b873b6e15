"""Request bodies by media type: JSON, form, multipart, text and bytes."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote_plus

import attrs

from graph_tool_call.hooks import ToolInputs

from .failures import Problem
from .styles import query_pairs, text_of

FORM = "application/x-www-form-urlencoded"
MERGE_PATCH = "application/merge-patch+json"
_FILE_FORMATS = frozenset({"binary", "byte", "base64"})

#: As httpx takes parts: (name, (file name or None, content, media type or None)).
Part = tuple[str, tuple[str | None, bytes, str | None]]


@attrs.frozen(kw_only=True)
class Content:
    """A body as it is sent: bytes, or the parts of a multipart body."""

    content_type: str = ""
    data: bytes | None = None
    parts: tuple[Part, ...] = ()


def encode_body(body: Any, content_type: str, inputs: ToolInputs) -> Content:
    """*body* in its media type. Raises `Problem` for what the media type cannot carry."""
    media = content_type.partition(";")[0].strip().lower()
    if "*" in media or not media:
        media = content_type = _guessed(body)
    if media == "application/json" or media.endswith("+json"):
        return Content(content_type=content_type, data=_json(body))
    if media == FORM:
        return Content(content_type=content_type, data=_form(body, inputs))
    if media.startswith("multipart/"):
        return Content(parts=tuple(_parts(body, inputs)))
    return Content(content_type=content_type, data=_bytes(body, media))


def without_nulls(body: Any, inputs: ToolInputs, content_type: str, path: str = "$") -> Any:
    """*body* without null members, but where the contract calls them nullable or does not know them.

    In a merge patch every null stays: it is how a member is removed (RFC 7396).
    """
    if content_type.partition(";")[0].strip().lower() == MERGE_PATCH:
        return body
    if isinstance(body, Mapping):
        kept = {name: member for name, member in body.items() if not _dropped(member, inputs, _below(path, name))}
        return {name: without_nulls(member, inputs, "", _below(path, name)) for name, member in kept.items()}
    if isinstance(body, list):
        return [without_nulls(member, inputs, "", f"{path}[*]") for member in body]
    return body


def _dropped(member: Any, inputs: ToolInputs, path: str) -> bool:
    row = inputs.body.get(path)
    return member is None and row is not None and not row.get("nullable")


def _below(path: str, name: str) -> str:
    return path + ToolInputs.segment(str(name))


def _guessed(body: Any) -> str:
    """A media type for bodies of which the document does not say one."""
    if isinstance(body, bytes):
        return "application/octet-stream"
    return "text/plain; charset=utf-8" if isinstance(body, str) else "application/json"


def _json(body: Any) -> bytes:
    try:
        return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise Problem(f"the body is not JSON: {error}") from None


def _form(body: Any, inputs: ToolInputs) -> bytes:
    pairs = [pair for name, value in _members(body) for pair in _field(name, value, inputs)]
    return "&".join(f"{name}={value}" for name, value in pairs).encode()


def _field(name: str, value: Any, inputs: ToolInputs) -> Iterator[tuple[str, str]]:
    encoding = _encoding(inputs, name)
    style = str(encoding.get("style") or "form")
    if isinstance(value, Mapping) and "style" not in encoding:
        # OpenAPI 3.1, 4.8.15.1.1: without a style, an object's media type is JSON.
        yield quote_plus(name), quote_plus(text_of(value))
    else:
        explode = bool(encoding.get("explode", style == "form"))
        yield from query_pairs(name, value, style, explode=explode, escaped=quote_plus)


def _parts(body: Any, inputs: ToolInputs) -> Iterator[Part]:
    for name, value in _members(body):
        row = inputs.body.get(_below("$", name)) or {}
        item = row.get("array")
        is_file = row.get("format") in _FILE_FORMATS or (
            isinstance(item, Mapping) and item.get("format") in _FILE_FORMATS
        )
        media = str(_encoding(inputs, name).get("contentType") or "").partition(",")[0].strip()
        for element in value if isinstance(value, (list, tuple)) else (value,):
            yield name, _part(name, element, media, is_file=is_file)


def _part(name: str, value: Any, media: str, *, is_file: bool) -> tuple[str | None, bytes, str | None]:
    if (
        isinstance(value, Mapping)
        and ("content" in value or "content_base64" in value)
        and (is_file or "filename" in value)
    ):
        file_name = str(value.get("filename") or name)
        return file_name, _file_content(name, value), str(value.get("content_type") or media) or None
    if isinstance(value, bytes) or (is_file and isinstance(value, str)):
        return name, value if isinstance(value, bytes) else value.encode(), media or None
    if isinstance(value, (Mapping, list)):
        return None, _json(value), media or "application/json"
    return None, text_of(value).encode(), media or None


def _file_content(name: str, value: Mapping[str, Any]) -> bytes:
    """Content of a file argument; files of the machine are never read."""
    if "content_base64" in value:
        try:
            return base64.b64decode(str(value["content_base64"]), validate=True)
        except binascii.Error:
            raise Problem(f"body field '{name}': content_base64 is not base64") from None
    content = value["content"]
    return content if isinstance(content, bytes) else text_of(content).encode()


def _bytes(body: Any, media: str) -> bytes:
    if isinstance(body, Mapping) and ("content" in body or "content_base64" in body):
        return _file_content("body", body)
    if isinstance(body, bytes):
        return body
    if isinstance(body, (Mapping, list)):
        raise Problem(f"a body of type {media} must be text or bytes")
    return text_of(body).encode()


def _members(body: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(body, Mapping):
        raise Problem("a form must be an object of fields")
    return ((str(name), value) for name, value in body.items() if value is not None)


def _encoding(inputs: ToolInputs, name: str) -> Mapping[str, Any]:
    row = inputs.body.get(_below("$", name)) or {}
    encoding = row.get("encoding")
    return encoding if isinstance(encoding, Mapping) else {}
