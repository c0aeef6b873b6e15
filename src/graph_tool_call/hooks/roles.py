"""Roles of fields: what a field is for in its operation, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

#: Role → what a field of that role is, and what the core does about it.
ROLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "identifier": "it says which thing is meant: values of one tag are handed from call to call",
        "user_input": "only a person can say it: it is asked for, never looked up and never guessed",
        "search": "words to search for: what the request says, else it is asked for",
        "paging": "which part of a list: left out where nobody gives it, and counted up while pages are read",
        "sort": "the order of a list: never looked up",
        "fields": "which fields an answer has: never looked up",
        "expand": "what an answer has besides: never looked up",
        "option": "one of the values that another operation lists: a choice from that list",
        "code": "the same, of a table of codes",
        "enum": "one of the few values that the document names",
        "version": "a version of a thing beside its key",
        "context": "known to whoever makes the calls, as a tenant or a language; goes with the kind `context`",
        "credential": "a secret of whoever makes the calls; goes with the kind `auth`",
        "payload": "content of a thing, which says nothing of which thing it is",
    }
)
