"""What a document says does not depend on the order in which it says it, nor on where its parts are written down."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from graph_tool_call.graphify import build_openapi_collection_artifact

pytestmark = [pytest.mark.bundled, pytest.mark.slow]

NOUNS = ("pets", "owners", "shop-items", "categories", "visits")
TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
LEAVES = {
    "id": NUMBER, "uuid": TEXT, "name": TEXT, "slug": TEXT, "code": TEXT, "ownerId": NUMBER, "pet_id": NUMBER,
    "categoryCode": TEXT, "status": TEXT, "colour": TEXT, "weight": {"type": "number"}, "visitedAt": TEXT,
}  # fmt: skip
SPELLINGS = ("{%sId}", "{id}", "{%s}", "{%s_slug}", "{code}")


def _component(noun: str) -> str:
    return "".join(word.title() for word in noun.removesuffix("s").split("-"))


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """Small valid documents: a collection with one-of-it for each noun, some nested, some with others inside."""
    nouns = draw(st.lists(st.sampled_from(NOUNS), min_size=1, max_size=3, unique=True))
    paths: dict[str, Any] = {}
    schemas: dict[str, Any] = {}
    for noun in nouns:
        leaves = draw(st.lists(st.sampled_from(sorted(LEAVES)), min_size=1, max_size=6, unique=True))
        properties = {leaf: LEAVES[leaf] for leaf in leaves}
        inside = draw(st.sampled_from(nouns))
        if inside != noun and draw(st.booleans()):
            properties[inside] = {"type": "array", "items": {"$ref": f"#/components/schemas/{_component(inside)}"}}
        schemas[_component(noun)] = {"type": "object", "properties": properties, "required": leaves[:1]}
        item = {"$ref": f"#/components/schemas/{_component(noun)}"}
        slot = draw(st.sampled_from(SPELLINGS))
        slot = slot % noun.removesuffix("s").replace("-", "_") if "%" in slot else slot
        base = draw(st.sampled_from(["", "/v1", f"/{nouns[0]}/{{parentId}}"])) if noun != nouns[0] else ""
        page = {"type": "object", "properties": {"total": NUMBER, "items": {"type": "array", "items": item}}}
        listed = draw(st.sampled_from([{"type": "array", "items": item}, page]))
        paths[f"{base}/{noun}"] = {"get": _call(base, listed), "post": _call(base, item, item)}
        paths[f"{base}/{noun}/{slot}"] = {"get": _call(base + slot, item), "put": _call(base + slot, item, item)}
    return {
        "openapi": "3.0.3",
        "info": {"title": "Small", "version": "1"},
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _call(path: str, answer: Any, body: Any = None) -> dict[str, Any]:
    slots = [part.partition("}")[0] for part in path.split("{")[1:]]
    call: dict[str, Any] = {
        "parameters": [{"name": slot, "in": "path", "required": True, "schema": TEXT} for slot in slots],
        "responses": {"200": {"description": "fine", "content": {"application/json": {"schema": answer}}}},
    }
    if body is not None:
        call["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return call


def shuffled(value: Any, chance: random.Random) -> Any:
    """*value* with the members of every object in another order."""
    if isinstance(value, dict):
        names = list(value)
        chance.shuffle(names)
        return {name: shuffled(value[name], chance) for name in names}
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


def pointed(document: dict[str, Any]) -> dict[str, Any]:
    """*document* with its parameters, bodies and answers under `components`, and references in their places."""
    parts: dict[str, dict[str, Any]] = {"parameters": {}, "requestBodies": {}, "responses": {}}

    def kept(kind: str, part: Any) -> dict[str, str]:
        name = f"part{len(parts[kind])}"
        parts[kind][name] = part
        return {"$ref": f"#/components/{kind}/{name}"}

    paths = {
        path: {
            method: call
            | {
                "parameters": [kept("parameters", parameter) for parameter in call["parameters"]],
                "responses": {status: kept("responses", made) for status, made in call["responses"].items()},
            }
            | ({"requestBody": kept("requestBodies", call["requestBody"])} if "requestBody" in call else {})
            for method, call in calls.items()
        }
        for path, calls in document["paths"].items()
    }
    return document | {"paths": paths, "components": document["components"] | parts}


def contracts(document: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of each field of each operation, whatever the order; `why` refers to a table."""
    tools = build_openapi_collection_artifact(document, validate="off")["tools"]
    return {
        f"{name} {surface} {row['location']} {row['path']}": {key: row[key] for key in row if key != "why"}
        for name, tool in tools.items()
        for surface in ("consumes", "produces")
        for row in tool["metadata"]["api_contract"][surface]
    }


@settings(max_examples=8, deadline=None, derandomize=True)
@given(documents(), st.integers(0, 999))
def test_order_says_nothing(document: dict[str, Any], seed: int) -> None:
    """Paths, methods, properties and components in another order give the same contracts."""
    assert contracts(document) == contracts(shuffled(document, random.Random(seed)))


@settings(max_examples=8, deadline=None, derandomize=True)
@given(documents())
def test_references_say_nothing(document: dict[str, Any]) -> None:
    """Parameters, bodies and answers behind `$ref` are the same as written out."""
    assert contracts(document) == contracts(pointed(document))


@settings(max_examples=8, deadline=None, derandomize=True)
@given(documents())
def test_every_path_parameter_is_required(document: dict[str, Any]) -> None:
    """No typing, no budget and no other rule takes away what the path needs."""
    tools = build_openapi_collection_artifact(document, validate="off")["tools"]

    for tool in tools.values():
        slots = {part.partition("}")[0] for part in tool["metadata"]["path"].split("{")[1:]}
        rows = {r["name"]: r for r in tool["metadata"]["api_contract"]["consumes"] if r["location"] == "path"}
        assert slots == {name for name, row in rows.items() if row["required"] and row["kind"] == "data"}
