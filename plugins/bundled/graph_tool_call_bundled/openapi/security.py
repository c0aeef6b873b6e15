"""Security schemes and requirements."""

from __future__ import annotations

from typing import Any

from graph_tool_call.hooks import SecurityScheme, kind_of

from .context import Context, text
from .refs import Place

Requirements = tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]


def read_schemes(context: Context) -> dict[str, SecurityScheme]:
    """All declared schemes: `securityDefinitions` (2.0) or `components.securitySchemes` (3.x)."""
    root = context.root
    keys = ("securityDefinitions",) if context.swagger else ("components", "securitySchemes")
    place: Place | None = root
    for key in keys:
        if place is None or not isinstance(place.value, dict) or place.value.get(key) is None:
            return {}
        place = context.resolver.mapping(place.at(key), key)
    if place is None:
        return {}
    return {name: _scheme(name, target.value) for name, target in context.resolver.items(place, "a security scheme")}


def _scheme(name: str, raw: dict[str, Any]) -> SecurityScheme:
    kind, scheme = text(raw.get("type")), text(raw.get("scheme")).lower()
    if kind == "basic":  # Swagger 2.0
        kind, scheme = "http", "basic"
    in_header = kind in ("http", "oauth2", "openIdConnect")
    return SecurityScheme(
        id=name,
        type=kind,
        location="header" if in_header else text(raw.get("in")),
        name="Authorization" if in_header else text(raw.get("name")),
        scheme=scheme,
        description=text(raw.get("description")),
        scopes=_scopes(raw),
    )


def _scopes(raw: dict[str, Any]) -> tuple[str, ...]:
    flows = raw.get("flows")
    holders = [raw, *(flows.values() if isinstance(flows, dict) else ())]
    found = [
        scope for h in holders if isinstance(h, dict) and isinstance(h.get("scopes"), dict) for scope in h["scopes"]
    ]
    return tuple(dict.fromkeys(found))


def read_requirements(place: Place, context: Context, schemes: dict[str, SecurityScheme]) -> Requirements:
    """A `security` list: alternatives, each of schemes that are needed together."""
    if not isinstance(place.value, list):
        context.report.add("not_a_list", f"security must be a list, found {kind_of(place.value)}", place.label)
        return ()
    found = []
    for index, alternative in enumerate(place.value):
        if not isinstance(alternative, dict):
            context.report.add(
                "not_an_object",
                f"a security requirement must be an object, found {kind_of(alternative)}",
                place.at(index).label,
            )
            continue
        for name in alternative:
            if name not in schemes:
                context.report.add(
                    "unknown_security_scheme", f"the security scheme {name!r} is not declared", place.at(index).label
                )
        found.append(tuple((name, _strings(scopes)) for name, scopes in alternative.items()))
    return tuple(found)


def _strings(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
