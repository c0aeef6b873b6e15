"""Which credentials a caller says to have: names of security schemes and scopes, never values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from .failure import CommandError
from .text import one_line

if TYPE_CHECKING:
    from ..model.plan import Plan
    from .source import Loaded


def named(function: Any) -> Any:
    """`--credentials` and `--scope`."""
    return _NAMES(_SCOPES(function))


_NAMES = click.option(
    "--credentials",
    multiple=True,
    metavar="NAME,NAME",
    help="Names of the security schemes that you have a credential for; the plan tells whether they suffice.",
)
_SCOPES = click.option(
    "--scope",
    "scopes",
    multiple=True,
    metavar="NAME=SCOPE,SCOPE",
    help="Scopes that the credential of a scheme has; schemes without are not checked for scopes.",
)


def readiness(loaded: Loaded, plan: Plan, given: Mapping[str, Any]) -> dict[str, Any]:
    """`{"auth_readiness": …}` for the names *given*; nothing where none are. Raises `CommandError`."""
    if not given["credentials"] and not given["scopes"]:
        return {}
    from ..plan.explain.auth import auth_readiness

    names = [name for text in given["credentials"] for name in _split(text)]
    if any("=" in name for name in names):
        # Whatever stands behind it may be a secret: it is not repeated.
        raise CommandError("usage", "--credentials takes names of security schemes, never values")
    return {"auth_readiness": auth_readiness(plan, loaded.graph, names, _scopes(given["scopes"]))}


def warn_of_unknown(loaded: Loaded, plan: Plan, names: Iterable[str]) -> None:
    """Say on stderr which of *names* no call of *plan* asks for: a slip of the pen, or another API's."""
    from ..plan.explain.auth import auth_readiness

    for entry in auth_readiness(plan, loaded.graph, names)["unknown_credentials"]:
        near = f"; did you mean {entry['near']}?" if "near" in entry else ""
        click.echo(one_line(f"warning: no call takes a credential named {entry['name']}{near}"), err=True)


def _scopes(texts: Sequence[str]) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for text in texts:
        name, equals, listed = text.partition("=")
        if not equals or not name:
            raise CommandError("usage", "--scope takes NAME=SCOPE,SCOPE")
        table.setdefault(name.strip(), []).extend(_split(listed))
    return table


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
