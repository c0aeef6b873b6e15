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
from .styles import content_text, query_pairs, text_of

FORM = "application/x-www-form-urlencoded"
MERGE_PATCH = "application/merge-patch+json"
_FILE_FORMATS = frozenset({"binary", "byte", "base64", "base64url"})
_FILE_CONTENT = frozenset({"content", "content_base64"})
_FILE_KEYS = frozenset({*_FILE_CONTENT, "filename", "content_type"})
#: What makes an encoding one of styles, as parameters have them, instead of media types.
_STYLE_WORDS = frozenset({"style", "explode", "allowReserved"})

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
    if media == "application/json" or media.endswith(("+json", "/json")):
        return Content(content_type=content_type, data=_json(_as_text(body, inputs)))
    if media == FORM:
        return Content(content_type=content_type, data=_form(_as_text(body, inputs), inputs))
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
    media = str(encoding.get("contentType") or "").partition(",")[0].strip()
    # OpenAPI 3.1, 4.8.15.1.1: without a style, the media type decides; an object's is JSON.
    if _STYLE_WORDS.isdisjoint(encoding) and (isinstance(value, Mapping) or media.partition(";")[0].endswith("json")):
        row = inputs.body.get(_below("$", name)) or {}
        yield quote_plus(name), quote_plus(content_text(row, value, media))
    else:
        explode = bool(encoding.get("explode", style == "form"))
        yield from query_pairs(name, value, style, explode=explode, escaped=quote_plus)


def _as_text(value: Any, inputs: ToolInputs, path: str = "$") -> Any:
    """*value* with files and bytes as the texts that JSON and forms can carry."""
    row = inputs.body.get(path) or {}
    if isinstance(value, bytes) or (is_file(value) and row.get("format") in _FILE_FORMATS):
        return _text_of_file(value, str(row.get("format") or ""), path)
    if isinstance(value, Mapping):
        return {name: _as_text(member, inputs, _below(path, name)) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        item = row.get("array")
        kind = str(item.get("format") or "") if isinstance(item, Mapping) else ""
        return [
            _text_of_file(element, kind, path)
            if isinstance(element, bytes) or (is_file(element) and kind in _FILE_FORMATS)
            else _as_text(element, inputs, f"{path}[*]")
            for element in value
        ]
    return value


def _text_of_file(value: Any, kind: str, path: str) -> str:
    """A file as text: in Base64 where *kind*, the field's format, is one of it; text as it is. Raises `Problem`."""
    data = value if isinstance(value, bytes) else _file_content(path, value)
    if kind in {"byte", "base64"}:
        return base64.b64encode(data).decode()
    if kind == "base64url":
        return base64.urlsafe_b64encode(data).decode().rstrip("=")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Problem(f"body field '{path.removeprefix('$.')}' has bytes, which this body cannot carry") from None


def _parts(body: Any, inputs: ToolInputs) -> Iterator[Part]:
    for name, value in _members(body):
        row = inputs.body.get(_below("$", name)) or {}
        item = row.get("array")
        of_files = row.get("format") in _FILE_FORMATS or (
            isinstance(item, Mapping) and item.get("format") in _FILE_FORMATS
        )
        encoding = _encoding(inputs, name)
        media = _media(name, encoding.get("contentType"))
        if "style" in encoding and not of_files and isinstance(value, (list, tuple, Mapping)) and not is_file(value):
            # OpenAPI 3.1, 4.8.15.1.2; the collection formats of Swagger 2.0 are read as such styles.
            style = str(encoding["style"])
            explode = bool(encoding.get("explode", style == "form"))
            pairs = query_pairs(name, value, style, explode=explode, escaped=str)
            yield from ((one, (None, text.encode(), media or None)) for one, text in pairs)
            continue
        for element in value if isinstance(value, (list, tuple)) else (value,):
            yield name, _part(name, element, media, of_files=of_files)


def _media(name: str, said: Any) -> str:
    """The first media type of *said*. Raises `Problem` for one that would make a header of its own."""
    media = str(said or "").partition(",")[0].strip()
    if not media.isprintable():
        raise Problem(f"body field '{name}': its content type has a line break in it")
    return media


def is_file(value: Any) -> bool:
    """Whether it has the form of a file: {"content"} or {"content_base64"}, with or without "filename"."""
    return isinstance(value, Mapping) and not _FILE_CONTENT.isdisjoint(value) and set(value) <= _FILE_KEYS


def _part(name: str, value: Any, media: str, *, of_files: bool) -> tuple[str | None, bytes, str | None]:
    if is_file(value) and (of_files or "filename" in value):
        file_name = str(value.get("filename") or name)
        own = _media(name, value.get("content_type")) or media
        return file_name, _file_content(name, value), own or None
    if isinstance(value, bytes) or (of_files and isinstance(value, str)):
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
    if is_file(body):
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
