"""OpenAPI links, and the `Location` header: what the document itself says about who feeds whom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..model import ABSENT, Link, Operation, Response
from .shapes import segment
from .verdicts import Reasons

#: OpenAPI 3.1, 4.8.20.4: runtime expressions.
_EXPRESSION: Final = re.compile(
    r"^\$(request|response)\.(body|header|query|path|cookie)(?:#(?P<pointer>.*)|\.(?P<name>.+))?$"
)
_PLACES: Final = ("path", "query", "header", "cookie", "body")
_POSITION: Final = re.compile(r"\[\d+\]")
_TEMPLATE: Final = re.compile(r"\{([^{}]+)\}")


def link_rows(
    responses: Iterable[Response], names: Mapping[str, str], operations: Mapping[str, Operation]
) -> list[dict[str, Any]]:
    """Rows `{name, target, target_key, bindings}` of the links of *responses* whose target exists, each once."""
    rows: list[dict[str, Any]] = []
    for link in (link for response in responses for link in response.links):
        target = names.get(link.target)
        if target is None:
            continue
        row: dict[str, Any] = {"name": link.name, "target": target, "target_key": link.target}
        row["bindings"] = _bindings(link, operations[link.target])
        if link.description:
            row["description"] = link.description
        if row not in rows:
            rows.append(row)
    return rows


def join_tags(tools: Mapping[str, Any], reasons: Reasons) -> None:
    """Let a link say what a field is that nobody typed: both ends of a binding hold the same value.

    Ends that are typed differently stay so; the link feeds one from the other all the same.
    """
    for name, tool in tools.items():
        contract = _contract(tool)
        for link in contract["links"]:
            for binding in link["bindings"]:
                source = _source_row(contract, binding)
                taken = _target_row(_contract(tools[link["target"]]), binding)
                if taken is not None and "value" in binding:
                    taken["link_values"] = [*taken.get("link_values", ()), {"from": name, "value": binding["value"]}]
                if source is None or taken is None or "template" in binding:
                    continue
                _share_tag(source, taken, f"the link {link['name']} of {name} says so", reasons)
                if str(binding["from_location"]).startswith("request_") and source["name"] != taken["name"]:
                    # What the request carried is known to the caller by the name that it has there.
                    taken["aliases"] = sorted({*taken.get("aliases", ()), source["name"]})


def _contract(tool: Any) -> Any:
    return tool["metadata"]["api_contract"]


def _source_row(contract: Any, binding: Mapping[str, Any]) -> dict[str, Any] | None:
    place, path = str(binding.get("from_location", "")), binding.get("from")
    if place in {"response", "response_header"}:
        surface, location = "produces", place
    else:
        surface, location = "consumes", place.removeprefix("request_")
    wanted = _POSITION.sub("[*]", str(path))
    rows: list[dict[str, Any]] = contract[surface]
    return next((row for row in rows if row["location"] == location and row["path"] in {path, wanted}), None)


def _target_row(contract: Any, binding: Mapping[str, Any]) -> dict[str, Any] | None:
    rows: list[dict[str, Any]] = contract["consumes"]
    place = binding["location"]
    return next((row for row in rows if row["location"] == place and binding["to"] in {row["path"], row["name"]}), None)


def _share_tag(one: dict[str, Any], other: dict[str, Any], reason: str, reasons: Reasons) -> None:
    typed, bare = (one, other) if "semantic_tag" in one else (other, one)
    if "semantic_tag" in bare or "semantic_tag" not in typed or bare.get("kind", "data") != "data":
        return
    for part in ("semantic_tag", "resource"):
        if part in typed:
            bare[part] = typed[part]
    bare["role"] = "identifier"
    bare["why"] = [*bare.get("why", ()), reasons.position("document", ("role", "semantic_tag"), "link", reason, 1.0)]


def _bindings(link: Link, target: Operation) -> list[dict[str, Any]]:
    bindings = []
    for name, expression in link.parameters.items():
        place, _, rest = name.partition(".")
        location, to = (place, rest) if place in _PLACES and rest else (_location(name, target), name)
        bindings.append({"to": to, "location": location, **source_of(expression)})
    if link.request_body is not ABSENT:
        bindings.extend(_body_bindings(link.request_body, "$"))
    return bindings


def _body_bindings(value: Any, path: str) -> list[dict[str, Any]]:
    """A link's request body is an expression, or a literal value that may have expressions in it."""
    if isinstance(value, Mapping):
        return [row for name, inner in value.items() for row in _body_bindings(inner, path + segment(str(name)))]
    return [{"to": path, "location": "body", **source_of(value)}]


def _location(name: str, target: Operation) -> str:
    return next(
        (p.location for p in target.parameters if p.name == name), "body" if target.body is not None else "query"
    )


def source_of(expression: Any) -> dict[str, Any]:
    """Where a link's value comes from: `{from, from_location, expression}`, or `{value}` for a constant.

    `from_location` is response, response_header, request_body, or request_<location>;
    `from` is a JSON path for bodies and a name otherwise.
    """
    if not isinstance(expression, str) or not expression.startswith("$"):
        match = _embedded(expression)
        return source_of(match) | {"template": expression} if match else {"value": expression}
    if expression in {"$url", "$method", "$statusCode"}:
        return {"from": expression[1:], "from_location": "call", "expression": expression}
    found = _EXPRESSION.match(expression)
    if found is None:
        return {"value": expression}
    side, place = found.group(1), found.group(2)
    if place == "body":
        location = "response" if side == "response" else "request_body"
        return {
            "from": path_of_pointer(found.group("pointer") or ""),
            "from_location": location,
            "expression": expression,
        }
    location = f"{side}_{place}"
    return {"from": found.group("name") or "", "from_location": location, "expression": expression}


def _embedded(expression: Any) -> str:
    """The one expression embedded in a text, "" when there is none or more than one ("{$response.body#/id}")."""
    found = re.findall(r"\{(\$[^{}]+)\}", expression) if isinstance(expression, str) else []
    return found[0] if len(found) == 1 else ""


def path_of_pointer(pointer: str) -> str:
    """A JSON pointer (RFC 6901) as a JSON path; numbers are list positions."""
    path = "$"
    for token in pointer.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        path += f"[{name}]" if name.isdigit() else segment(name)
    return path


def item_operations(operations: Mapping[str, Operation]) -> dict[str, tuple[Operation, str]]:
    """Collection path → (an operation on one of its items, name of the item's path parameter).

    `/stuff/{stuffId}` is the item path of `/stuff`: one template variable is all that is added.
    """
    found: dict[str, tuple[Operation, str]] = {}
    for operation in operations.values():
        collection, _, last = operation.path.rstrip("/").rpartition("/")
        names = _TEMPLATE.findall(last)
        if len(names) == 1 and last == f"{{{names[0]}}}" and (collection not in found or operation.method == "get"):
            found[collection] = (operation, names[0])
    return found


def mark_location(row: dict[str, Any], item: tuple[Operation, str], typed: Mapping[str, Any]) -> None:
    """Let a `Location` row say what it identifies: the created resource (RFC 9110, 10.2.2) by its last segment."""
    operation, parameter = item
    row["extract"] = "last_path_segment"
    row["identifies"] = {"path": operation.path, "parameter": parameter}
    for name in ("role", "semantic_tag", "resource", "why"):
        if name in typed:
            row[name] = typed[name]
