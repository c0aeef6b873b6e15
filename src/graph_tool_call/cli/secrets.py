"""Credentials and headers: given by the names of environment variables, never by their values."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from .failure import NEEDS_INPUT, CommandError

#: So that no secret stands in a shell's history or a process list.
METAVAR = "NAME=VARIABLE"


def from_environment(given: Sequence[str], option: str) -> dict[str, str]:
    """Name → value of the environment variable that each `NAME=VARIABLE` names. Raises `CommandError`."""
    found = {}
    for item in given:
        name, equals, variable = item.partition("=")
        if not equals or not name.strip() or not variable.strip():
            # The item itself may be a secret in the wrong place: it is not repeated.
            raise CommandError(
                "usage", f"{option} takes {METAVAR}, the name of an environment variable and never a value"
            )
        value = os.environ.get(variable.strip())
        if value is None:
            message = f"{option} {name.strip()}: that environment variable is not set (export it first)"
            raise CommandError("credential_missing", message, NEEDS_INPUT, {"name": name.strip()})
        found[name.strip()] = value
    return found


def lookup(credentials: Mapping[str, str]) -> Callable[[str], str | None]:
    """What executors ask for the credential of a security scheme."""
    return credentials.get
