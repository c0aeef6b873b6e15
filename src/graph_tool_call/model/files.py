"""Files as JSON has them, in arguments of calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

#: Formats of texts that may be given as a file.
FILE_FORMATS: Final = frozenset({"binary", "byte", "base64", "base64url"})
_CONTENT: Final = frozenset({"content", "content_base64"})
_KEYS: Final = frozenset({*_CONTENT, "filename", "content_type"})


def is_file(value: Any) -> bool:
    """Whether it is a file: `{"filename", "content"}`, or with "content_base64" in place of "content"."""
    return isinstance(value, Mapping) and not _CONTENT.isdisjoint(value) and set(value) <= _KEYS


def takes_file(value: Any, facts: Mapping[str, Any]) -> bool:
    """Whether an input of these *facts* (`format`, `content_type` of its row) takes the file *value*."""
    # Where each field is a part of its own, any text may come as a file of that name.
    is_named = isinstance(value, Mapping) and "filename" in value
    is_part = is_named and str(facts.get("content_type") or "").startswith("multipart/")
    return is_part or facts.get("format") in FILE_FORMATS
