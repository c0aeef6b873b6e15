"""From a call to the request that makes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from graph_tool_call.hooks import ABSENT, Arguments, RunContext, ToolCall, ToolInputs, body_type

from .auth import AUTHORIZATION, Credentials, attach, attach_given, given_token
from .bodies import Content, encode_body, without_nulls
from .failures import Problem
from .settings import HttpSettings
from .styles import content_text, escape, header_text, query_pairs
from .urls import expand_path, join_url, query_text, server_of

#: Headers that describe the body; the media type of the contract decides (OpenAPI 3.1, 4.8.12.2).
_OWN_HEADERS = frozenset({"content-type", "content-length", "host", "transfer-encoding", "connection"})
_IDEMPOTENCY = "Idempotency-Key"
_UNSAFE = frozenset({"POST", "PATCH"})


@attrs.frozen(kw_only=True)
class Outgoing:
    """A request before it is sent. Credentials are apart, so that they can be left out of a redirect."""

    method: str
    #: "GET /orders/{orderNo}": how messages call the request.
    label: str
    url: str
    headers: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    #: Values of cookie parameters, escaped.
    cookies: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    content: Content = attrs.field(factory=Content, repr=False)
    credentials: Credentials = attrs.field(factory=Credentials, repr=False)
    #: Whether the caller named the server, and so vouches for its address.
    trusted: bool = False

    @property
    def is_safe(self) -> bool:
        """Whether the method only reads (RFC 9110, 9.2.1)."""
        return self.method in {"GET", "HEAD", "OPTIONS"}

    @property
    def has_credential(self) -> bool:
        """Whether it carries a credential, from a security scheme or in the header of that name."""
        given = self.credentials
        in_header = any(name.lower() == AUTHORIZATION.lower() for name in self.headers)
        return in_header or bool(given.headers or given.query or given.cookies or given.login)


def build(call: ToolCall, context: RunContext, settings: HttpSettings) -> Outgoing:
    """The request of *call*. Raises `Problem`."""
    metadata = _mapping(call.tool.get("metadata"))
    template, method = str(metadata.get("path") or ""), str(metadata.get("method") or "").upper()
    if not template or not method:
        raise Problem(f"tool '{call.name}' is not an HTTP operation: its metadata has no method and path")
    inputs = ToolInputs(call.tool)
    documented = _mapping(context.document.get("security_schemes"))
    given = _sorted(call, inputs, documented)
    servers = metadata.get("servers") or context.document.get("servers") or ()
    templates = _mapping(context.document.get("server_templates"))
    server = server_of(settings.base_url, servers, templates, settings.server_variables)
    path = expand_path(template, given.at("path"), inputs)
    content = _content(call.tool, given, inputs, metadata)
    headers = _headers(call, given.at("header"), inputs, method, settings)
    credentials = _credentials(metadata, documented, inputs, context)
    if AUTHORIZATION.lower() not in {name.lower() for name in headers}:
        credentials = credentials.with_userinfo(server.userinfo)
    return Outgoing(
        method=method,
        label=f"{method} {template}",
        url=join_url(server.url, path, query_text(given.at("query"), inputs)),
        headers=headers,
        cookies=_cookies(given.at("cookie"), inputs),
        content=content,
        credentials=credentials,
        trusted=bool(settings.base_url),
    )


def _credentials(
    metadata: Mapping[str, Any], documented: Mapping[str, Any], inputs: ToolInputs, context: RunContext
) -> Credentials:
    """What the operation's security asks for, or what was given for schemes that no operation asks for."""
    requirements = _list(metadata.get("security"))
    if requirements:
        return attach(requirements, documented, inputs, context.credentials)
    unrequired = _list(context.document.get("unrequired_schemes"))
    return attach_given(unrequired, documented, inputs, context.credentials)


def _sorted(call: ToolCall, inputs: ToolInputs, documented: Mapping[str, Any]) -> Arguments:
    given = inputs.sort(call.args)
    # What is not given need not be known.
    unknown = [name for name in given.unknown if call.args[name] is not None]
    if unknown:
        taken = sorted({str(row.get("name")) for row in inputs.rows if row.get("kind") != "auth"})
        raise Problem(f"unknown argument '{unknown[0]}'; the operation takes {', '.join(taken[:20]) or 'none'}")
    items = []
    for item in given.items:
        row = inputs.row(item.location, item.name)
        if row is not None and row.get("kind") == "auth":
            item = attrs.evolve(item, value=given_token(row, documented, inputs, item.value))  # noqa: PLW2901
        items.append(item)
    return attrs.evolve(given, items=tuple(items))


def _content(tool: Mapping[str, Any], given: Arguments, inputs: ToolInputs, metadata: Mapping[str, Any]) -> Content:
    body, media = given.body, body_type(tool)
    facts = _mapping(_mapping(metadata.get("api_contract")).get("body"))
    if body is ABSENT and facts.get("required") and inputs.whole is None and media.partition(";")[0].endswith("json"):
        # A required body whose members are all optional.
        body = {}
    if body is ABSENT:
        return Content()
    kept = without_nulls(body, inputs, media)
    return encode_body(kept, media, inputs)


def _headers(
    call: ToolCall, values: Mapping[str, Any], inputs: ToolInputs, method: str, settings: HttpSettings
) -> dict[str, str]:
    found = {"Accept": _accepted(call.tool), "User-Agent": "graph-tool-call-http", **settings.headers}
    declared = inputs.row("header", _IDEMPOTENCY)
    if call.idempotency_key and (declared is not None or (settings.idempotency_header and method in _UNSAFE)):
        found[_IDEMPOTENCY if declared is not None else settings.idempotency_header] = call.idempotency_key
    for name, value in values.items():
        if value is None or name.lower() in _OWN_HEADERS:
            continue
        row = inputs.row("header", name) or {}
        style, explode = str(row.get("style") or ""), bool(row.get("explode"))
        text = content_text(row, value) if row.get("content_type") else header_text(value, style, explode=explode)
        _replace(found, name, text)
    for name, text in found.items():
        if any(char in text for char in "\r\n\0"):
            raise Problem(f"header '{name}' has a line break in its value")
    return found


def _replace(headers: dict[str, str], name: str, text: str) -> None:
    for known in [known for known in headers if known.lower() == name.lower()]:
        del headers[known]
    headers[name] = text


def _accepted(tool: Mapping[str, Any]) -> str:
    contract = _mapping(_mapping(tool.get("metadata")).get("api_contract"))
    declared = str(_mapping(contract.get("result")).get("content_type") or "")
    return f"{declared}, */*;q=0.5" if declared and "*" not in declared else "application/json, */*;q=0.5"


def _cookies(values: Mapping[str, Any], inputs: ToolInputs) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in values.items():
        if value is None:
            continue
        row = inputs.row("cookie", name) or {}
        if row.get("content_type"):
            found[name] = escape(content_text(row, value))
            continue
        # A cookie is one pair: lists are joined, whatever `explode` says.
        found |= dict(query_pairs(name, value, "form", explode=isinstance(value, Mapping) and bool(row.get("explode"))))
    return found


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else []
