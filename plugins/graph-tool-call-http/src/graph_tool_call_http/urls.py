"""The URL of a call: server, path and query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from graph_tool_call.hooks import TEMPLATE_VARIABLE, ToolInputs

from .failures import Problem
from .styles import escape, escape_reserved, path_text, query_pairs, text_of


def base_url(base: str, servers: Sequence[Any], variables: Mapping[str, str]) -> str:
    """The server to use: *base* when set, else the first of *servers*. Raises `Problem`."""
    urls = [server.get("url", "") if isinstance(server, Mapping) else str(server) for server in servers]
    found = base or next(iter(urls), "")
    if not found:
        raise Problem("the document names no server; give the option base_url")
    found = TEMPLATE_VARIABLE.sub(lambda match: _variable(found, match[1], variables), found)
    parts = urlsplit(found)
    if not parts.scheme or not parts.netloc:
        raise Problem(f"the server URL '{found}' is relative; give the option base_url")
    if parts.scheme not in {"http", "https"}:
        raise Problem(f"the server URL '{found}' is neither http nor https", kind="refused")
    return found


def _variable(url: str, name: str, variables: Mapping[str, str]) -> str:
    if name not in variables:
        raise Problem(f"the server URL '{url}' has a variable '{name}'; give the option server_variables")
    return str(variables[name])


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
        return escape(text_of(value))
    return path_text(name, value, str(row.get("style") or "simple"), explode=bool(row.get("explode")))


def query_text(values: Mapping[str, Any], inputs: ToolInputs) -> str:
    """The query of the given *values*; `None` is left out."""
    pairs: list[tuple[str, str]] = []
    for name, value in values.items():
        row = inputs.row("query", name) or {}
        if value is None:
            continue
        if row.get("content_type"):
            pairs.append((escape(name), escape(text_of(value))))
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
    url = head.rstrip("/") + ("/" + tail.lstrip("/") if tail else "")
    query = "&".join(text for text in (base_query, path_query, *queries) if text)
    return f"{url}?{query}" if query else url


def origin(url: str) -> tuple[str, str, int]:
    """Scheme, host and port (RFC 6454, 4)."""
    parts = urlsplit(url)
    default = 443 if parts.scheme == "https" else 80
    return parts.scheme, (parts.hostname or "").lower(), parts.port or default
