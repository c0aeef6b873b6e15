"""Key families: which endings of a name say that it identifies something, and of which kind the key is."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

IDENTIFIER: Final = "identifier"
NAME: Final = "name"


@attrs.frozen(kw_only=True)
class Family:
    """Spellings of one key. Two families of one resource are two values: an orderNo is no orderId."""

    key: str
    #: IDENTIFIER (made by the system) or NAME (chosen by people).
    kind: str
    #: Whether the ending alone makes an identifier of any name; the others need a resource that confirms it.
    strong: bool
    spellings: tuple[str, ...]


FAMILIES: Final = (
    Family(
        key="id",
        kind=IDENTIFIER,
        strong=True,
        spellings=("id", "uuid", "guid", "gid", "uid", "oid", "pk", "sid", "identifier"),
    ),
    Family(key="arn", kind=IDENTIFIER, strong=True, spellings=("arn",)),
    Family(key="urn", kind=IDENTIFIER, strong=True, spellings=("urn",)),
    # Romanised Korean endings (No, Seq, Cd, Nm) are as common in enterprise APIs as id elsewhere.
    Family(key="no", kind=IDENTIFIER, strong=True, spellings=("no",)),
    Family(key="seq", kind=IDENTIFIER, strong=True, spellings=("seq",)),
    Family(key="sn", kind=IDENTIFIER, strong=True, spellings=("sn",)),
    Family(key="no", kind=IDENTIFIER, strong=False, spellings=("number", "num", "nbr", "index", "idx")),
    Family(key="key", kind=IDENTIFIER, strong=False, spellings=("key",)),
    Family(key="code", kind=IDENTIFIER, strong=False, spellings=("code", "cd")),
    Family(key="ref", kind=IDENTIFIER, strong=False, spellings=("ref", "reference")),
    Family(key="token", kind=IDENTIFIER, strong=False, spellings=("token",)),
    Family(key="hash", kind=IDENTIFIER, strong=False, spellings=("hash", "sha", "digest")),
    Family(key="slug", kind=NAME, strong=True, spellings=("slug",)),
    Family(key="handle", kind=NAME, strong=False, spellings=("handle",)),
    Family(key="login", kind=NAME, strong=False, spellings=("login",)),
    Family(key="username", kind=NAME, strong=False, spellings=("username",)),
    Family(key="email", kind=NAME, strong=False, spellings=("email",)),
    Family(key="name", kind=NAME, strong=False, spellings=("name", "nm")),
)

#: Spellings of one thing people log in with: {username} is filled by a property `login`.
LOGIN_WORDS: Final = frozenset({"username", "login", "handle"})

BY_SPELLING: Final[Mapping[str, Family]] = MappingProxyType(
    {s: family for family in FAMILIES for s in family.spellings}
)

#: Endings that are told from the rest of a one-word name (userid) when the rest is a resource.
GLUED: Final = (
    "identifier",
    "uuid",
    "guid",
    "gid",
    "uid",
    "sid",
    "ids",
    "id",
    "no",
    "seq",
    "cd",
    "slug",
    "name",
    "code",
    "key",
)


@attrs.frozen
class Parsed:
    """A name taken apart: *prefix* names the owner, *family* the key, *spelling* its last word in the singular."""

    words: tuple[str, ...]
    prefix: tuple[str, ...]
    family: Family | None
    spelling: str
    plural: bool
