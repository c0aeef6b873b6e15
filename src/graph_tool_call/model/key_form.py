"""What a key looks like, and whether a value does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

#: What no word looks like: a number, a UUID, a prefix with digits (cus_9s6X), a code (U024BE7LH), a long hash.
KEY: Final = re.compile(
    r"\d+ | [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} | [A-Za-z]{1,8}_(?=\w*\d)\w+ | [A-Z]{1,4}\d[0-9A-Z]*"
    r" | (?=[a-f]*\d)[0-9a-f]{7,} | (?=\D*\d)(?=\d*[A-Za-z])[0-9A-Za-z]{12,}",
    re.VERBOSE,
)
_UUID: Final = re.compile(r"(?i:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})")


def fits_form(form: Mapping[str, Any], type_: str, value: Any) -> bool:
    """Whether *value* may be a key of this *form* (a row's `key_form`) and JSON type.

    Where the form says nothing, a key is what no word looks like. A list is one of keys where all its members are.
    """
    if isinstance(value, (list, tuple)):
        return bool(value) and all(fits_form(form, type_, item) for item in value)
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return False
    text = str(value).strip()
    if type_ in {"integer", "number"} or form.get("type") in {"integer", "number"}:
        return text.isdecimal()
    if form.get("type") == "uuid":
        return bool(_UUID.fullmatch(text))
    if prefix := form.get("prefix"):
        return text.startswith(str(prefix))
    if pattern := form.get("pattern"):
        return bool(re.search(str(pattern), text))
    return bool(form.get("name")) or bool(KEY.fullmatch(text))
