"""What keys look like: whether a value may be the key that an input takes, or is a name that describes a thing."""

from __future__ import annotations

import re
from typing import Any, Final

from graph_tool_call.hooks import Kind, Slot

from ..words import singular, split, squash

#: What no word looks like: a number, a UUID, a prefix with digits (cus_9s6X), a code (U024BE7LH), a long hash.
_KEY: Final = re.compile(
    r"\d+ | [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} | [A-Za-z]{1,8}_(?=\w*\d)\w+ | [A-Z]{1,2}\d[0-9A-Z]+"
    r" | (?=[a-f]*\d)[0-9a-f]{7,} | (?=\D*\d)(?=\d*[A-Za-z])[0-9A-Za-z]{12,}",
    re.VERBOSE,
)
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}", re.IGNORECASE)
#: One word with a digit in it: what only a key looks like where things have no names.
_CODE: Final = re.compile(r"(?=\S*\d)[\w.:/-]+")
_ONE_WORD: Final = re.compile(r"\S+")
_SLUG: Final = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*")
#: Last words of attributes that number things.
_NUMBERS: Final = frozenset("number no num".split())
#: Names of inputs whose keys are names of hosts, and what these look like.
_HOSTS: Final = frozenset("domain hostname host fqdn zone domainname".split())
_HOST: Final = re.compile(r"(?:\*\.)?[\w-]+(?:\.[\w-]+)+")
#: Endings of tags of keys that people know: logins and addresses, which are one word each, and names.
_HANDLES: Final = ("_login", "_username", "_email", "_slug", "_handle")
_KNOWN: Final = ("_name", *_HANDLES)


def may_be_named_key(slot: Slot, value: Any, kind: Kind | None = None) -> bool:
    """The same where the words say that it is the key: "user id". Only what cannot be one is none."""
    if isinstance(value, (list, tuple)):
        return bool(value) and all(may_be_named_key(slot, item, kind) for item in value)
    if may_be_key(slot, value, kind) or isinstance(value, bool) or not isinstance(value, (int, str)):
        return may_be_key(slot, value, kind)
    form = {**(kind.key_form if kind is not None and slot.tag in kind.tags else {}), **slot.key_form}
    plain = not form.get("pattern") and "integer" not in {slot.type, form.get("type")} and slot.type != "number"
    return plain and bool(_ONE_WORD.fullmatch(str(value))) and "@" not in str(value)


def may_be_key(slot: Slot, value: Any, kind: Kind | None = None) -> bool:
    """Whether *value* has the form of the keys that *slot* takes, which are those of *kind*.

    By the facts of the document (`key_form`) where there are any; else a key is what no word looks like.
    """
    if value is None:
        return slot.nullable
    if isinstance(value, (list, tuple)):
        return bool(value) and all(may_be_key(slot, item, kind) for item in value)
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return False
    text = str(value)
    form = slot.key_form
    if slot.tag.endswith("_slug") or slot.name == "slug" or (form.get("slug") and form.get("type") != "integer"):
        return bool(_SLUG.fullmatch(text))
    if (slot.tag.endswith(_HANDLES) or _is_own_noun(slot)) and not _ONE_WORD.fullmatch(text):
        return False
    if form.get("name") or is_name(slot):
        return bool(text.strip())
    if "uuid" in {form.get("type"), slot.format}:
        return bool(_UUID.fullmatch(text))
    if squash(slot.name) in _HOSTS and _HOST.fullmatch(text):
        return True
    if slot.type in {"integer", "number"} or form.get("type") in {"integer", "number"}:
        return text.isdecimal()
    if kind is not None and kind.key_form.get("type") in {"integer", "number"} and slot.tag in kind.tags:
        return text.isdecimal()
    if prefix := str(form.get("prefix") or ""):
        return text.startswith(prefix)
    if (pattern := str(form.get("pattern") or "")) and not re.fullmatch(pattern, text):
        return False
    return looks_like_key(text, slot, kind)


def looks_like_key(text: str, slot: Slot, kind: Kind | None) -> bool:
    """Whether *text* looks like a key where the document does not say what keys look like."""
    if text.isdecimal() and kind is not None and _has_numbers(kind) and not _takes_number(slot):
        return False
    if _KEY.fullmatch(text):
        return True
    head, mark, rest = text.partition("_")
    if mark and rest and any(abbreviates(head, noun) for noun in (slot.resource, kind.noun if kind else "") if noun):
        return True
    return kind is not None and not kind.naming and bool(_CODE.fullmatch(text))


def _has_numbers(kind: Kind) -> bool:
    """Whether things that have texts as keys are known by numbers: invoice 1188 has an `invoice_number`."""
    return any(split(path)[-1] in _NUMBERS for path in kind.naming)


def _takes_number(slot: Slot) -> bool:
    """Whether the key that a slot takes is that number: `issue_number`."""
    return not _NUMBERS.isdisjoint({split(slot.name)[-1], slot.tag.rpartition("_")[2]})


def abbreviates(head: str, noun: str) -> bool:
    """Whether *head* is how keys of a *noun* may begin: "ch" for charge, "pi" for payment_intent, "variant"."""
    head, words = head.lower(), split(noun)
    if not head.isalpha() or not words:
        return False
    if len(head) > 1 and any(word.startswith(head) for word in words):
        return True
    return len(words) > 1 and "".join(word[0] for word in words).endswith(head) and len(head) > 1


def is_name(slot: Slot) -> bool:
    """Whether people know the keys that *slot* takes: names, logins, addresses, or a thing's own noun as its key."""
    return slot.tag.endswith(_KNOWN) or _is_own_noun(slot)


def _is_own_noun(slot: Slot) -> bool:
    """Whether a thing shows what it is called under its own noun: the `label` of a label."""
    return slot.tag == f"{slot.resource}_{slot.resource}"


#: Formats of texts that may be sent as files.
_FILES: Final = frozenset("binary byte base64 base64url".split())


def takes(slot: Slot, value: Any) -> bool:
    """Whether a plain *slot* may take *value*, by its type."""
    if value is None:
        return slot.nullable
    if isinstance(value, (list, tuple)):
        return slot.many or slot.type in {"array", ""} or all(takes(slot, item) for item in value)
    if isinstance(value, dict):
        # A file has a name, and goes where a form sends texts.
        return slot.type in {"object", ""} or slot.format in _FILES or "filename" in value
    if slot.type == "object":
        return False
    if slot.type in {"integer", "number"}:
        return not isinstance(value, bool) and _is_number(value)
    return slot.type != "boolean" or isinstance(value, bool) or str(value).lower() in {"true", "false"}


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def noun_of(slot: Slot) -> str:
    """The noun of what *slot* refers to, squashed and in the singular; "" for an input that refers to nothing."""
    return squash(singular(slot.resource)) if slot.refers else ""
