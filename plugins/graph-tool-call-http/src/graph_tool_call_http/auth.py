"""Credentials on requests (OpenAPI 3.1, 4.8.27 "Security Scheme Object")."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs
import httpx

from graph_tool_call.hooks import ToolInputs

from .failures import Problem

AUTHORIZATION = "Authorization"
#: HTTP schemes that carry a token as it is (RFC 6750, and names in use for the same); a document may leave it out.
_BEARER: Final = frozenset({"", "bearer", "token", "jwt"})


@attrs.frozen(kw_only=True)
class Scheme:
    """One security scheme, from the document or from the contract's `auth` rows."""

    id: str
    type: str = ""
    location: str = "header"
    name: str = AUTHORIZATION
    scheme: str = ""


@attrs.frozen(kw_only=True)
class Credentials:
    """What goes on a request; never shown, never sent to another origin."""

    headers: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    query: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    cookies: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    #: Answers a server that asks who sends the request, where the credential itself is never sent.
    login: httpx.DigestAuth | None = attrs.field(default=None, repr=False)
    #: Schemes that the operation accepts and no credential was there for.
    lacking: tuple[str, ...] = ()

    def with_userinfo(self, userinfo: str) -> Credentials:
        """These, and "user:password" of a URL where nothing else stands in the header (RFC 7617)."""
        taken = self.login is not None or any(name.lower() == AUTHORIZATION.lower() for name in self.headers)
        if not userinfo or taken:
            return self
        return attrs.evolve(self, headers={**self.headers, AUTHORIZATION: _basic(userinfo)})


def scheme_of(scheme_id: str, documented: Mapping[str, Any], inputs: ToolInputs) -> Scheme | None:
    """The scheme of that id; None when nothing describes it."""
    facts = documented.get(scheme_id)
    if isinstance(facts, Mapping):
        return Scheme(
            id=scheme_id,
            type=str(facts.get("type") or ""),
            location=str(facts.get("location") or "header"),
            name=str(facts.get("name") or AUTHORIZATION),
            scheme=str(facts.get("scheme") or "").lower(),
        )
    for row in inputs.rows:
        if row.get("scheme") == scheme_id:
            location, name = str(row.get("location") or "header"), str(row.get("name") or AUTHORIZATION)
            is_key = name.lower() != AUTHORIZATION.lower()
            return Scheme(id=scheme_id, type="apiKey" if is_key else "", location=location, name=name)
    return None


def attach(
    requirements: Sequence[Any],
    documented: Mapping[str, Any],
    inputs: ToolInputs,
    find: Callable[[str], Any],
) -> Credentials:
    """Credentials for the first alternative of *requirements* that all are there for.

    None, where an alternative needs none, or where there are none: a server's 401 then says so.
    """
    lacking: dict[str, None] = {}
    optional = False
    for alternative in requirements:
        if not isinstance(alternative, Mapping):
            continue
        optional = optional or not alternative
        # A scheme that the document names and describes nowhere has no place on a request.
        schemes = {scheme_id: scheme_of(scheme_id, documented, inputs) for scheme_id in alternative}
        found = {scheme_id: find(scheme_id) for scheme_id, scheme in schemes.items() if scheme is not None}
        missing = [scheme_id for scheme_id in alternative if found.get(scheme_id) is None]
        lacking.update(dict.fromkeys(missing))
        if found and not missing:
            return _placed([(scheme, found[scheme.id]) for scheme in schemes.values() if scheme is not None])
    return Credentials(lacking=() if optional else tuple(lacking))


def attach_given(
    schemes: Sequence[Any], documented: Mapping[str, Any], inputs: ToolInputs, find: Callable[[str], Any]
) -> Credentials:
    """Credentials that were given for *schemes*, which the document describes and no operation of it asks for."""
    described = [scheme_of(str(scheme_id), documented, inputs) for scheme_id in schemes]
    found = [(scheme, find(scheme.id)) for scheme in described if scheme is not None]
    return _placed([(scheme, credential) for scheme, credential in found if credential is not None])


def _placed(found: Sequence[tuple[Scheme, Any]]) -> Credentials:
    places: dict[str, dict[str, str]] = {"header": {}, "query": {}, "cookie": {}}
    login = None
    for scheme, credential in found:
        if _is_digest(scheme) and not _brings(credential, scheme.scheme):
            login = httpx.DigestAuth(*_user_and_password(scheme, credential).split(":", 1))
        elif scheme.type != "mutualTLS":
            places.get(scheme.location, places["header"])[scheme.name] = value_of(scheme, credential)
    return Credentials(headers=places["header"], query=places["query"], cookies=places["cookie"], login=login)


def answered(login: httpx.DigestAuth, response: httpx.Response) -> httpx.Request | None:
    """The request once more, with the answer to the server's challenge (RFC 7616); None where it asks for none.

    Raises `Problem` for a challenge that cannot be answered.
    """
    flow = login.auth_flow(response.request)
    next(flow)
    try:
        return flow.send(response)
    except StopIteration:
        return None
    except (LookupError, ValueError, NotImplementedError, httpx.ProtocolError):
        raise Problem(
            "the server asks for a form of digest authentication that this executor does not know", kind="auth"
        ) from None


def value_of(scheme: Scheme, credential: Any) -> str:
    """The text that carries *credential*. Raises `Problem` for a credential of an unfit shape.

    Of a scheme that is not known here nothing is made up: a password behind its name
    would go out in the clear.
    """
    if scheme.type != "http" or scheme.scheme in _BEARER:
        token = _token(scheme, credential)
        # A value that brings its own scheme ("Bearer abc") goes as it is.
        return token if scheme.type == "apiKey" or " " in token else f"{scheme.scheme.capitalize() or 'Bearer'} {token}"
    if _brings(credential, scheme.scheme):
        return str(credential)
    if scheme.scheme == "basic":
        return _basic(_user_and_password(scheme, credential))
    message = f"security scheme '{scheme.id}' is of HTTP scheme '{scheme.scheme}', which this executor does not know"
    raise Problem(f"{message}; give the whole header value, '{scheme.scheme.capitalize()} …'", kind="auth")


def _brings(credential: Any, scheme: str) -> bool:
    """Whether *credential* is the whole header value, with the name of its scheme."""
    return isinstance(credential, str) and credential.lower().startswith(f"{scheme} ")


def _is_digest(scheme: Scheme) -> bool:
    return scheme.type == "http" and scheme.scheme == "digest"


def _basic(user_and_password: str) -> str:
    return "Basic " + base64.b64encode(user_and_password.encode()).decode()


def _token(scheme: Scheme, credential: Any) -> str:
    if isinstance(credential, Mapping):
        credential = next((credential[name] for name in ("access_token", "token", "value") if name in credential), None)
    if not isinstance(credential, str) or not credential:
        raise Problem(f"the credential for security scheme '{scheme.id}' must be a text", kind="auth")
    return credential


def _user_and_password(scheme: Scheme, credential: Any) -> str:
    if isinstance(credential, Mapping):
        credential = (credential.get("username"), credential.get("password"))
    if isinstance(credential, (tuple, list)) and len(credential) == 2 and None not in credential:
        return f"{credential[0]}:{credential[1]}"
    if isinstance(credential, str) and ":" in credential:
        return credential
    raise Problem(f"the credential for '{scheme.id}' must be a user name and a password", kind="auth")


def given_token(row: Mapping[str, Any], documented: Mapping[str, Any], inputs: ToolInputs, value: Any) -> Any:
    """An argument that fills a credential's place, with the scheme's prefix: a login step gives the bare token."""
    scheme = scheme_of(str(row.get("scheme") or ""), documented, inputs)
    if scheme is None or not isinstance(value, str) or scheme.type == "apiKey":
        return value
    return value_of(scheme, value)
