"""Human names of the members of an enum, as extensions write them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

#: Where an entry of an extension has its member, and what it calls it, the best first.
_MEMBER: Final = ("value", "const", "key")
_CALLED: Final = ("title", "label", "displayName", "name", "description", "summary")


def enum_labels(said: Any, enum: Any) -> dict[str, str]:
    """Member of *enum* as text → its name, from the value of an extension; {} where that is something else.

    Extensions have a list as long as the enum (x-enumNames, x-enum-varnames, x-enum-descriptions), a list of
    objects (x-ms-enum), or an object by member (`{"PAID": {"title": "Paid"}}`).
    """
    members = [str(member) for member in enum] if isinstance(enum, list) else []
    if isinstance(said, dict) and isinstance(said.get("values"), list):
        said = said["values"]
    known = set(members)
    return {member: label for member, label in _entries(said, members) if label != member and member in known}


def _entries(said: Any, members: list[str]) -> Iterator[tuple[str, str]]:
    if isinstance(said, dict):
        for member, entry in said.items():
            label = entry if isinstance(entry, str) else _called(entry)
            if label:
                yield str(member), label
    elif isinstance(said, list) and all(isinstance(entry, str) for entry in said):
        if len(said) == len(members):
            yield from zip(members, said, strict=True)
    elif isinstance(said, list):
        for entry in said:
            member = next((entry[key] for key in _MEMBER if key in entry), None) if isinstance(entry, dict) else None
            label = _called(entry)
            if member is not None and label:
                yield str(member), label


def _called(entry: Any) -> str:
    found = (entry.get(key) for key in _CALLED) if isinstance(entry, dict) else ()
    return next((label.strip() for label in found if isinstance(label, str) and label.strip()), "")
