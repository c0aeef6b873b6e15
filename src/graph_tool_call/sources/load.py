"""Bytes or text → plain Python data."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from ..errors import SpecError
from .limits import Limits
from .report import Report

_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)


def parse_document(content: str | bytes, *, source: str, limits: Limits, report: Report) -> Any:
    """The data of a JSON or YAML document; mappings have text keys only.

    JSON is told from YAML by its first character. Numbers keep their digits (64-bit
    integers are never floats), a byte order mark and CRLF are harmless.

    Raises:
        SpecError: unreadable, empty, too_large, too_deep, too_many_aliases, invalid_json,
            invalid_yaml, or not_openapi for HTML and XML pages.
    """
    text = decoded(content, source, limits)
    start = text[:400].lstrip()
    if not start and not text.strip():
        raise SpecError("empty", "is empty", source, "", "give an OpenAPI document in JSON or YAML")
    if start.startswith("<"):
        what = "an HTML page" if _HTML.match(start) else "XML or HTML"
        raise SpecError(
            "not_openapi",
            f"looks like {what}, not like JSON or YAML",
            source,
            "",
            "download the raw document instead of the page that shows it",
        )
    try:
        if start[:1] in ("{", "["):
            return _parse_json(text, source, limits, report)
        return _parse_yaml(text, source, limits, report)
    except RecursionError:
        raise too_deep(source) from None


def _parse_yaml(text: str, source: str, limits: Limits, report: Report) -> Any:
    # Most documents are JSON, and this module is imported wherever plugins are.
    from .yaml import parse_yaml

    return parse_yaml(text, source=source, limits=limits, report=report)


def too_deep(source: str) -> SpecError:
    """The error for data nested beyond all use."""
    return SpecError("too_deep", "is nested too deeply", source, "", "raise Limits.max_depth if this is intended")


def decoded(content: str | bytes, source: str, limits: Limits) -> str:
    """*content* as text, without a byte order mark. Raises `SpecError` too_large or unreadable."""
    if len(content) > limits.max_bytes:
        hint = "raise Limits.max_bytes if this is intended"
        raise SpecError("too_large", f"has more than {limits.max_bytes} bytes", source, "", hint)
    if isinstance(content, str):
        return content.removeprefix("\ufeff")
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise SpecError(
            "unreadable", f"is not UTF-8 text (byte {error.start})", source, "", "save it as UTF-8"
        ) from None


def _parse_json(text: str, source: str, limits: Limits, report: Report) -> Any:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        out = dict(items)
        if len(out) != len(items):
            _report_duplicates([key for key, _ in items], report)
        return out

    try:
        data = json.loads(text, object_pairs_hook=pairs, parse_constant=str)
    except json.JSONDecodeError as error:
        data = _json_as_yaml(text, error, source, limits, report)
    except ValueError as error:  # An integer of thousands of digits.
        raise SpecError("invalid_json", f"is not valid JSON: {_first_line(error)}", source) from None
    if isinstance(data, (dict, list)):
        check_depth(data, source, limits)
    return data


def _json_as_yaml(text: str, error: json.JSONDecodeError, source: str, limits: Limits, report: Report) -> Any:
    """Some documents are nearly JSON (trailing commas, comments, bare keys), which YAML flow style allows."""
    message = f"is not valid JSON: {error.msg} at line {error.lineno} column {error.colno}"
    if error.pos >= len(text.rstrip()):
        raise SpecError(
            "invalid_json", message + ", where it ends", source, "", "the document is cut off; get it again"
        ) from None
    try:
        data = _parse_yaml(text, source, limits, report)
    except SpecError as other:
        if other.code in ("too_many_aliases", "too_deep"):
            raise
        raise SpecError("invalid_json", message, source, "", "correct the document there") from None
    report.add("json_tolerated", message + "; read as YAML", "#")
    return data


def _report_duplicates(keys: list[str], report: Report) -> None:
    for key in sorted(key for key, count in Counter(keys).items() if count > 1):
        report.add("duplicate_key", f"the key {key!r} stands twice in one mapping; the last one counts", "#")


def check_depth(data: Any, source: str, limits: Limits) -> None:
    """Raise `SpecError` too_deep for data (a tree) nested deeper than allowed."""
    level = [data]
    for _ in range(limits.max_depth):
        level = [
            value
            for container in level
            for value in (container.values() if type(container) is dict else container)
            if type(value) is dict or type(value) is list
        ]
        if not level:
            return
    raise too_deep(source)


def _first_line(error: BaseException) -> str:
    return str(error).strip().split("\n", 1)[0]
