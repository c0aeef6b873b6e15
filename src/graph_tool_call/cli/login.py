"""A login before a run: what one operation answers with is the credential of the calls that take a token."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from ..model.json_path import steps
from ..model.plan import Plan, PlanStep
from ..model.tool import row_name, row_path, rows_of
from .failure import BAD_INPUT, NEEDS_INPUT, NO_ANSWER, CommandError
from .secrets import METAVAR, from_environment
from .target import find_tool

if TYPE_CHECKING:
    from ..plan import PlanRunner
    from .source import Loaded

_STEP: Final = "login"
#: What OAuth 2.0 calls a token (RFC 6749, 5.1), without case and separators.
_USUAL: Final = "accesstoken"
#: HTTP schemes that take a user name and password, no token.
_PASSWORDS: Final = frozenset({"basic", "digest"})


def options(function: Any) -> Any:
    """`--login` and `--login-with`."""
    return _LOGIN(_WITH(function))


_LOGIN = click.option(
    "--login",
    metavar="OP[:FIELD]",
    help="Call this operation first, and send the token that it answers with where no credential is given.",
)
_WITH = click.option(
    "--login-with",
    multiple=True,
    metavar=METAVAR,
    help="An input of --login, from an environment variable.",
)


@attrs.frozen
class Login:
    """The call that gives a token. The token stands in no output."""

    tool: str
    #: The answer's field, as a binding writes it.
    field: str
    args: Mapping[str, str] = attrs.field(repr=False)
    #: Security schemes that take a token.
    schemes: frozenset[str]
    _tokens: list[str] = attrs.field(factory=list, repr=False)

    def lookup(self, given: Mapping[str, str]) -> Callable[[str], str | None]:
        """What executors ask: the credential that is *given* for a scheme, else the token."""
        return lambda scheme: (
            given.get(scheme) or (self._tokens[0] if self._tokens and scheme in self.schemes else None)
        )

    def take(self, runner: PlanRunner) -> None:
        """Make the call. Raises `CommandError`."""
        from ..plan.binding.bindings import literal_args

        step = PlanStep(id=_STEP, tool=self.tool, args=literal_args(dict(self.args)))
        trace = runner.run(Plan(id=_STEP, steps=[step], output_binding=f"${{{_STEP}.{self.field}}}"))
        if not trace.ok:
            hint = " (--login-with NAME=VARIABLE gives an input)" if trace.error["error_kind"] == "argument" else ""
            message = f"--login {self.tool}: {trace.error['message']}{hint}"
            raise CommandError(trace.error["reason"], message, NEEDS_INPUT if hint else NO_ANSWER)
        if not isinstance(trace.output, str) or not trace.output:
            raise CommandError("login_token", f"--login {self.tool}: {self.field} is no token", NO_ANSWER)
        self._tokens.append(trace.output)


def login_of(given: Mapping[str, Any], loaded: Loaded) -> Login | None:
    """The login that the options ask for; nothing is called yet. Raises `CommandError`."""
    if not given["login"]:
        if given["login_with"]:
            raise CommandError("usage", "--login-with goes with --login")
        return None
    wanted, _, field = given["login"].partition(":")
    tools = loaded.graph.tools
    name = find_tool(wanted, tools)
    described = loaded.graph.artifact["metadata"].get("security_schemes", {})
    schemes = frozenset(scheme for scheme, facts in described.items() if _takes_token(facts))
    if not schemes:
        message = "the document has no security scheme that takes a token; -H NAME=VARIABLE sends a header"
        raise CommandError("login_token", message, BAD_INPUT)
    args = from_environment(given["login_with"], "--login-with")
    return Login(tool=name, field=field or _token_field(name, tools[name]), args=args, schemes=schemes)


def _takes_token(facts: Mapping[str, Any]) -> bool:
    kind, scheme = facts.get("type"), str(facts.get("scheme") or "").lower()
    if kind == "apiKey":
        return str(facts.get("name") or "").lower() == "authorization"
    return kind in {"oauth2", "openIdConnect"} or (kind == "http" and scheme not in _PASSWORDS)


def _token_field(name: str, tool: Any) -> str:
    """The field of the answer that is a token by the contract. Raises `CommandError`."""
    from ..plan.running.redact import Redactor

    is_secret = Redactor().is_secret
    rows = [row for row in rows_of(tool, "produces") if row.get("location") == "response" and "*" not in row_path(row)]
    found = {row_path(row): row_name(row) for row in rows if row.get("kind") == "auth" or is_secret(row_name(row))}
    usual = [path for path, field in found.items() if "".join(filter(str.isalnum, field)).lower() == _USUAL]
    chosen = usual or list(found)
    if len(chosen) == 1:
        return ".".join(steps(chosen[0]))
    there = f"has several ({', '.join('.'.join(steps(path)) for path in chosen)})" if chosen else "describes none"
    message = f"which field of the answer is the token? The contract of {name} {there}: --login {name}:FIELD"
    raise CommandError("login_token", message, BAD_INPUT)
