"""Base URLs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from graph_tool_call.hooks import ServerTemplate, kind_of

from .context import Context, text
from .refs import Place

_VARIABLE = re.compile(r"\{([^{}]+)\}")
#: What a Server Variable Object says of its values (OpenAPI 3.1, 4.8.6), and of which type.
_FACTS: Final[Mapping[str, type | tuple[type, ...]]] = {"default": (str, int, float), "enum": list}


def read_servers(place: Place, context: Context) -> tuple[str, ...]:
    """A `servers` list, variables replaced by their defaults; the context keeps the form with variables.

    Relative URLs are resolved (RFC 3986) when the address of the document is known.
    """
    if not isinstance(place.value, list):
        context.report.add("not_a_list", f"servers must be a list, found {kind_of(place.value)}", place.label)
        return ()
    found = []
    for index, raw in enumerate(place.value):
        if isinstance(raw, dict) and isinstance(raw.get("url"), str):
            base = place.document.url or context.document_url
            url = _resolve(_filled(raw, place.at(index), context), base)
            found.append(url)
            if _VARIABLE.search(raw["url"]):
                template = ServerTemplate(url=_resolve(raw["url"], base), variables=_variables(raw))
                context.server_templates.setdefault(url, template)
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


def _variables(raw: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Default and members of each variable that the URL has."""
    said = raw["variables"] if isinstance(raw.get("variables"), dict) else {}
    names = dict.fromkeys(_VARIABLE.findall(raw["url"]))
    variables = {name: said[name] if isinstance(said.get(name), dict) else {} for name in names}
    return {
        name: {key: variable[key] for key, kind in _FACTS.items() if isinstance(variable.get(key), kind)}
        for name, variable in variables.items()
    }


def _resolve(url: str, base: str) -> str:
    url = url.strip()
    try:
        if base and not urlsplit(url).scheme:
            url = urljoin(base, url or "/")
    except ValueError:
        # Whoever calls the server says that its URL cannot be read.
        return url
    return url.removesuffix("/")
