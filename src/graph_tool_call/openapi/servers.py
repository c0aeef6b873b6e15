"""Base URLs."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin, urlsplit

from .context import Context, text
from .refs import Place, kind_of

_VARIABLE = re.compile(r"\{([^{}]+)\}")


def read_servers(place: Place, context: Context) -> tuple[str, ...]:
    """A `servers` list, variables replaced by their defaults.

    Relative URLs are resolved (RFC 3986) when the address of the document is known.
    """
    if not isinstance(place.value, list):
        context.report.add("not_a_list", f"servers must be a list, found {kind_of(place.value)}", place.label)
        return ()
    found = []
    for index, raw in enumerate(place.value):
        if isinstance(raw, dict) and isinstance(raw.get("url"), str):
            found.append(_resolve(_filled(raw, place.at(index), context), place.document.url or context.document_url))
        else:
            context.report.add("bad_server", "a server needs a `url`; left out", place.at(index).label)
    return tuple(dict.fromkeys(url for url in found if url))


def root_servers(context: Context) -> tuple[str, ...]:
    """The document's own base URLs; without any, its origin (OpenAPI 3: the default is `/`)."""
    if context.swagger:
        return swagger_servers(context.root.value, context)
    if context.root.value.get("servers"):
        return read_servers(context.root.at("servers"), context)
    return (_resolve("/", context.document_url),) if context.document_url else ()


def swagger_servers(operation: dict[str, Any], context: Context) -> tuple[str, ...]:
    """schemes × host + basePath of a Swagger 2.0 document; https before http, since credentials are sent there."""
    root = context.root.value
    base = text(root.get("basePath")).rstrip("/")
    known = urlsplit(context.document_url)
    host = text(root.get("host")) or known.netloc
    if not host:
        return (base,) if base else ()
    said = operation.get("schemes", root.get("schemes"))
    schemes = [s for s in said if isinstance(s, str)] if isinstance(said, list) else []
    schemes = sorted(schemes or [known.scheme or "https"], key=lambda s: s != "https")
    return tuple(dict.fromkeys(f"{scheme}://{host}{base}" for scheme in schemes))


def _filled(raw: dict[str, Any], place: Place, context: Context) -> str:
    variables = raw.get("variables")
    variables = variables if isinstance(variables, dict) else {}

    def value(match: re.Match[str]) -> str:
        variable = variables.get(match[1])
        if isinstance(variable, dict):
            for candidate in (variable.get("default"), *(variable.get("enum") or ())):
                if isinstance(candidate, (str, int, float)):
                    return str(candidate)
        context.report.add("server_variable", f"the server variable {match[1]!r} has no default", place.label)
        return match[0]

    return _VARIABLE.sub(value, raw["url"])


def _resolve(url: str, base: str) -> str:
    url = url.strip()
    if base and not urlsplit(url).scheme:
        url = urljoin(base, url or "/")
    return url.removesuffix("/")
