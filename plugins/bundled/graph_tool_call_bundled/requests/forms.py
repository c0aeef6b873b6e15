"""What keys look like: whether a value may be the key that an input takes, or is a name that describes a thing."""

from __future__ import annotations

import re
from typing import Any, Final

from graph_tool_call.hooks import Slot

from ..words import singular, squash

#: What no word looks like: a number, a UUID, a prefix with digits (cus_9s6X), a code (U024BE7LH), a long hash.
_KEY: Final = re.compile(
    r"\d+ | [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} | [A-Za-z]{1,8}_(?=\w*\d)\w+ | [A-Z]{1,4}\d[0-9A-Z]*"
    r" | (?=[a-f]*\d)[0-9a-f]{7,} | (?=\D*\d)(?=\d*[A-Za-z])[0-9A-Za-z]{12,}",
    re.VERBOSE,
)
#: Endings of tags of keys that people know: names, logins, addresses.
_KNOWN: Final = ("_name", "_login", "_username", "_email", "_slug", "_handle")


def may_be_key(slot: Slot, value: Any) -> bool:
    """Whether *value* has the form of the keys that *slot* takes.

    By the facts of the document (`key_form`) where there are any; else a key is what no word looks like.
    """
    if value is None:
        return slot.nullable
    if isinstance(value, (list, tuple)):
        return all(may_be_key(slot, item) for item in value)
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return False
    form = slot.key_form
    if form.get("name") or is_name(slot):
        return True
    text = str(value)
    if slot.type in {"integer", "number"} or form.get("type") in {"integer", "number"}:
        return text.isdecimal()
    if prefix := str(form.get("prefix") or ""):
        return text.startswith(prefix)
    if pattern := str(form.get("pattern") or ""):
        return bool(re.fullmatch(pattern, text))
    return bool(_KEY.fullmatch(text))


def is_name(slot: Slot) -> bool:
    """Whether people know the keys that *slot* takes: names, logins, addresses, or a thing's own noun as its key."""
    return slot.tag.endswith(_KNOWN) or slot.tag == f"{slot.resource}_{slot.resource}"


def noun_of(slot: Slot) -> str:
    """The noun of what *slot* refers to, squashed and in the singular; "" for an input that refers to nothing."""
    return squash(singular(slot.resource)) if slot.refers else ""
