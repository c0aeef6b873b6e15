"""The URL of a call: server, path and query."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit, urlunsplit

import attrs

from graph_tool_call.hooks import TEMPLATE_VARIABLE, ToolInputs

from .failures import Problem, lacks_option
from .styles import content_text, escape, escape_reserved, path_text, query_pairs


@attrs.frozen(kw_only=True)
class Server:
    """Where requests go, and the user name and password ("a:b") that its URL held."""

    url: str
    userinfo: str = attrs.field(default="", repr=False)


def server_of(base: str, servers: Sequence[Any], templates: Mapping[str, Any], variables: Mapping[str, str]) -> Server:
    """The server to use: *base* when set, else the first of *servers*. Raises `Problem`.

    A *base* that names a host alone keeps the path of a first server that has no host
    (`/api`). *templates* has, by URL, the form of a server URL with its variables, which
    *variables* gives other values than their defaults.
    """
    names = [server.get("url", "") if isinstance(server, Mapping) else str(server) for server in servers]
    first = next(iter(names), "")
    url = _expanded(base, variables) if base else _documented(first, templates, variables)
    if not url:
        raise lacks_option("the document names no server", "base_url")
    try:
        parts = urlsplit(url)
        userinfo, _, netloc = parts.netloc.rpartition("@")
        url = urlunsplit(parts._replace(netloc=netloc))
        scheme = origin(url)[0]
    except ValueError:
        raise Problem("the server URL cannot be read: it is not a URL", kind="refused") from None
    if not scheme or not netloc:
        raise lacks_option(f"the server URL '{url}' is relative", "base_url")
    if scheme not in {"http", "https"}:
        raise Problem(f"the server URL '{url}' is neither http nor https", kind="refused")
    if base and not parts.path.strip("/"):
        url = _with_path_of(url, _documented(first, templates, variables))
    return Server(url=url, userinfo=unquote(userinfo))


def _with_path_of(url: str, documented: str) -> str:
    """*url* with the path of a *documented* server that has no host of its own."""
    parts = urlsplit(documented)
    if parts.scheme or parts.netloc or not parts.path.strip("/"):
        return url
    return urlunsplit(urlsplit(url)._replace(path=urlsplit(urljoin("http://host/", parts.path)).path))


def _documented(url: str, templates: Mapping[str, Any], given: Mapping[str, str]) -> str:
    """The documented *url*, with what was *given* in place of its variables' defaults."""
    known = {name for template in templates.values() for name in template["variables"]}
    unknown = sorted(set(given) - known) if templates else []
    if unknown:
        message = f"no server URL of the document has a variable '{unknown[0]}'; there are {', '.join(sorted(known))}"
        raise Problem(message, data={"option": "server_variables"})
    return _expanded(_filled(url, templates.get(url), given), given)


def _filled(url: str, template: Any, given: Mapping[str, str]) -> str:
    if template is None or not given:
        return url
    variables = template["variables"]
    return TEMPLATE_VARIABLE.sub(
        lambda match: _chosen(match[1], given, variables.get(match[1], {}), match[0]), str(template["url"])
    )


def _chosen(name: str, given: Mapping[str, str], variable: Mapping[str, Any], written: str) -> str:
    if name not in given:
        return str(variable.get("default", written))
    value, members = str(given[name]), [str(member) for member in variable.get("enum") or ()]
    if members and value not in members:
        message = f"the server variable '{name}' must be one of {', '.join(members)}, not '{value}'"
        raise Problem(message, data={"option": "server_variables"})
    return value


def _expanded(url: str, given: Mapping[str, str]) -> str:
    """*url* with every variable that it still has replaced."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in given:
            shown = url.rpartition("@")[2]
            raise lacks_option(f"the server URL '{shown}' has a variable '{match[1]}'", "server_variables")
        return str(given[match[1]])

    return TEMPLATE_VARIABLE.sub(value, url)


def expand_path(template: str, values: Mapping[str, Any], inputs: ToolInputs) -> str:
    """*template* with every variable replaced, in one pass: values are never looked into. Raises `Problem`."""
    path = TEMPLATE_VARIABLE.sub(lambda match: _path_value(match[1], values, inputs), template)
    for before, after in zip(template.split("/"), path.split("/"), strict=False):
        # A segment of dots would be taken for a way up by whoever normalises the path (RFC 3986, 5.2.4).
        if after in {".", ".."} and before != after:
            raise Problem(f"path parameter '{before.strip('{}')}' is '{after}', which leaves the path")
    return path


def _path_value(name: str, values: Mapping[str, Any], inputs: ToolInputs) -> str:
    value = values.get(name)
    if value is None:
        raise Problem(f"path parameter '{name}' is missing")
    if value in ("", [], {}, ()):
        raise Problem(f"path parameter '{name}' is empty")
    row = inputs.row("path", name) or {}
    if row.get("content_type"):
        return escape(content_text(row, value))
    return path_text(name, value, str(row.get("style") or "simple"), explode=bool(row.get("explode")))


def query_text(values: Mapping[str, Any], inputs: ToolInputs) -> str:
    """The query of the given *values*; `None` is left out."""
    pairs: list[tuple[str, str]] = []
    for name, value in values.items():
        row = inputs.row("query", name) or {}
        if value is None:
            continue
        if row.get("content_type"):
            pairs.append((escape(name), escape(content_text(row, value))))
            continue
        style = str(row.get("style") or "form")
        explode = bool(row.get("explode", style == "form"))
        escaped = escape_reserved if row.get("allow_reserved") else escape
        pairs += query_pairs(name, value, style, explode=explode, escaped=escaped)
    return "&".join(f"{name}={value}" for name, value in pairs)


def join_url(base: str, path: str, *queries: str) -> str:
    """*base* and *path* and all that stands behind a `?` in either, in one URL."""
    head, _, base_query = base.partition("#")[0].partition("?")
    tail, _, path_query = path.partition("#")[0].partition("?")
    url = head.removesuffix("/") + ("/" + tail.removeprefix("/") if tail else "")
    return with_query(url, base_query, path_query, *queries)


def with_query(url: str, *queries: str) -> str:
    """*url* with further queries; its path stays as it is, with or without a slash at the end."""
    head, mark, query = url.partition("?")
    joined = "&".join(text for text in (query, *queries) if text)
    return f"{head}?{joined}" if joined else head + mark


def without_userinfo(url: str) -> str:
    """*url* without the user name and password that it may hold: they would take the place of a credential."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])) if "@" in parts.netloc else url


def origin(url: str) -> tuple[str, str, int]:
    """Scheme, host and port (RFC 6454, 4). Raises `ValueError` for what nobody can connect to."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    if host.isascii():
        # A label that is empty or too long (RFC 1035, 2.3.4) would only show when connecting.
        host.encode("idna")
    default = 443 if parts.scheme == "https" else 80
    return parts.scheme, host, parts.port or default
