"""Tool names: what a model calls an operation."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

import attrs

#: Longest name that the tool-calling interfaces of model providers accept.
MAX_NAME = 64
_UNSUITABLE = re.compile(r"[^A-Za-z0-9_-]+")
_WORD = re.compile(r"[A-Za-z0-9]")


@attrs.frozen(kw_only=True)
class Nameable:
    """An operation, as far as naming looks at it."""

    method: str
    path: str
    operation_id: str
    #: It stands behind the `$ref` of a path item; what that refers to has the better right to the name.
    borrowed: bool = False

    @property
    def key(self) -> str:
        """Method and path: "GET /pets"."""
        return f"{self.method.upper()} {self.path}"


def tool_names(operations: Iterable[Nameable]) -> dict[str, str]:
    """Operation key → name: 1 to 64 characters of `A-Z a-z 0-9 _ -`, unique, whatever the order of operations."""
    groups: dict[str, list[Nameable]] = {}
    for operation in operations:
        groups.setdefault(base_name(operation), []).append(operation)
    names: dict[str, str] = {}
    rest: list[tuple[str, Nameable]] = []
    for name, group in groups.items():
        first, *others = sorted(group, key=lambda o: (o.operation_id != name, o.borrowed, o.path, o.method))
        names[first.key] = name
        rest += [(name, other) for other in others]
    taken = set(groups)
    for name, other in sorted(rest, key=lambda pair: (pair[1].path, pair[1].method)):
        names[other.key] = _distinct(name, other, taken)
        taken.add(names[other.key])
    return names


def base_name(operation: Nameable) -> str:
    """The name before equal ones are told apart."""
    wanted = operation.operation_id.strip()
    name = _UNSUITABLE.sub("_", wanted)
    if not _WORD.search(name):
        wanted = f"{operation.method} {operation.path}"
        name = slug(operation)
    return shortened(name, wanted)


def slug(operation: Nameable) -> str:
    """`get_pets_petId` for `GET /pets/{petId}`."""
    path = _UNSUITABLE.sub("_", operation.path).strip("_")
    method = _UNSUITABLE.sub("_", operation.method.lower())
    return f"{method}_{path}" if path else f"{method}_root"


def shortened(name: str, original: str) -> str:
    """*name*, or its beginning and a hash of *original* when it is too long."""
    if len(name) <= MAX_NAME:
        return name
    return f"{name[: MAX_NAME - 9].rstrip('_-')}_{_hash(original)}"


def _distinct(name: str, operation: Nameable, taken: set[str]) -> str:
    candidate = f"{name}_{slug(operation)}"
    if len(candidate) <= MAX_NAME and candidate not in taken:
        return candidate
    number = 0
    while True:
        mark = _hash(operation.key + ("" if not number else f"#{number}"))
        candidate = f"{name[: MAX_NAME - 9].rstrip('_-')}_{mark}"
        if candidate not in taken:
            return candidate
        number += 1


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
