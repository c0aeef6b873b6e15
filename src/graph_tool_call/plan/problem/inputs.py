"""What the rows of a contract say about an input."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ...model.contract import Input, ToolContract
from ...model.match import Match
from ..words.wording import different_words

#: An input that takes one of several keys: username_or_id.
_ONE_OF_KEYS = re.compile(
    r"(?i:(?:^|[_-])ids?[_-]or[_-]|[_-]or[_-]ids?(?:$|[_-]))|(?:Id|ID)s?Or[A-Z]|Or(?:Id|ID)s?(?![a-z])"
)

#: Roles of inputs that shape an answer, whatever it is about.
LOOKS: Final = frozenset({"paging", "sort", "fields", "expand"})

#: (tag, name) of the consumer's inputs that a producer may take values from.
Env = frozenset[tuple[str, str]]


def identifies(need: Input) -> bool:
    """Whether the input takes the key of something."""
    return bool(need.tag) or need.role == "identifier" or bool(_ONE_OF_KEYS.search(need.name))


def role_of(need: Input) -> frozenset[str]:
    """Words of an input's name that tell in which role it takes a thing: `from` of `fromAccountId`, an account's."""
    return _role(need.name, need.tag, need.resource)


@lru_cache(maxsize=4096)
def _role(name: str, tag: str, resource: str) -> frozenset[str]:
    return different_words(name) - different_words(tag) - different_words(resource) - {"id"}


def selects(need: Input) -> bool:
    """Whether a value tells which things are meant: switches, pages and the looks of an answer do not."""
    return need.type != "boolean" and need.role not in LOOKS


def known_by_people(need: Input) -> bool:
    """Names, logins and addresses are known to people; ids and hashes are not."""
    return need.tag.endswith(("_name", "_login", "_username", "_email", "_slug", "_handle"))


def entry_of(need: Input) -> tuple[str, str]:
    """What an input is among those that calls below may take values from; one for all that nothing is taken from."""
    return (need.tag, need.name) if need.tag or need.location == "header" else ("", "")


def inherit(need: Input, env: Env) -> tuple[str, str] | None:
    """The input of a consumer that *need* takes its value from: the same tag; of several, the same name.

    A header that identifies nothing has the value of the header of the same name.
    """
    if not need.tag:
        entry = ("", need.name)
        return entry if need.location == "header" and entry in env else None
    same = sorted(entry for entry in env if entry[0] == need.tag)
    return next((entry for entry in same if entry[1] == need.name), same[0] if same else None)


def echoes(producer: ToolContract, need: Input, match: Match) -> bool:
    """Whether the producer itself takes what it is asked for: it gives back what it was given.

    An optional input counts too, but for a list: its filter by key may stay empty.
    """
    return producer.echoes(need, match.output)
