"""The naming convention: an abbreviation of the resource, then what kind of key it is."""

from __future__ import annotations

import re
from typing import Final

import attrs

from .settings import Settings

#: Words of cstNo, cst_no, CST-NO, and CSTNo.
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
#: No name of the convention is longer; it keeps odd names of many thousand characters cheap.
_LONGEST: Final = 40


@attrs.frozen
class Reading:
    """What a name means by the convention."""

    abbreviation: str
    resource: str
    key: str


def read_name(name: str, settings: Settings) -> Reading | None:
    """The meaning of *name*; None when it does not follow the convention.

    The abbreviation and the key are the last two words, so that `delyCstNo`, the customer
    that something is delivered to, is read too.
    """
    words = [word.lower() for word in _WORD.findall(name)] if len(name) <= _LONGEST else []
    if len(words) < 2:
        return None
    abbreviation, ending = words[-2:]
    resource, key = settings.resources.get(abbreviation), settings.keys.get(ending)
    return Reading(abbreviation, resource, key) if resource and key else None
