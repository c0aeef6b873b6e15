"""Contracts of real documents: they are made, they are small, and they keep what a call needs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from contractkit import nobody
from reading import read_collection

from graph_tool_call.contracts import ContractOptions, build_tools, contract_index, readiness
from graph_tool_call.model import Collection, Operation, Schema

pytestmark = [pytest.mark.shared, pytest.mark.slow]

SMALL = """
    adyen-checkout-v71.json airflow-v2.yaml asana.yaml azure-storage-2019.yaml box.json discord-3.1.json
    docker-engine.yaml freee-hr-ja.json gin-vue-admin-zh.json gitea.json keycloak-23.json klaviyo-jsonapi.json
    medusa-store.yaml mimic-links.yaml msgraph-messages.yaml museum-3.1.yaml notion.json openai-3.1.yaml
    paypal-orders-v2.json petstore-v3.yaml portone-ko.json psd2-berlin-group.yaml qdrant.json
    readme-schema-types-3.1.json realworld-conduit.yaml schemathesis-stateful-users-links.yaml slack-web.json
    spring-petclinic.yaml tmdb.json traq-ja.yaml twilio-api-v2010.json vonage-application-hal.yaml
    xero-accounting.yaml zoom-v2.json kintone-multifile/openapi.yaml lob-multifile/lob-api-public.yml
""".split()
LARGE = ["github-rest.json", "stripe.yaml", "kubernetes-1.10.yaml", "netbox.yaml"]


def required_paths(schema: Schema, path: str, above: tuple[int, ...] = ()) -> Iterator[str]:
    """Plain paths that a body needs, by the letter: required at every step, no list and no choice between."""
    if id(schema) in above:
        return
    for name, inner in schema.properties.items():
        if name not in schema.required or inner.read_only or not name.replace("_", "").isalnum():
            continue
        yield f"{path}.{name}"
        if not inner.alternatives and inner.items is None:
            yield from required_paths(inner, f"{path}.{name}", (*above, id(schema)))


def wanted(operation: Operation) -> set[str]:
    names = {p.name for p in operation.parameters if p.required or p.location == "path"}
    if operation.body is None or not operation.body.required or not operation.body.media:
        return names
    schema = operation.body.media[0].schema
    if schema is None or schema.alternatives:
        return names
    return names | set(required_paths(schema, "$"))


def check(collection: Collection) -> dict[str, Any]:
    """All that holds of any document's contracts."""
    built = build_tools(collection, nobody, ContractOptions())
    assert [operation.name for operation in collection.operations] == list(built.tools)
    for operation in collection.operations:
        contract = built.tools[operation.name]["metadata"]["api_contract"]
        required = {row["path"] for row in contract["consumes"] if row.get("required")}
        assert wanted(operation) <= required, operation.key
        places = [(row["location"], row["path"]) for row in contract["consumes"]]
        assert len(places) == len(set(places)), operation.key
        paths = [(row["location"], row["path"]) for row in contract["produces"]]
        assert len(paths) == len(set(paths)), operation.key
        names = [parameter["name"] for parameter in built.tools[operation.name]["parameters"]]
        assert len(names) == len(set(names)), operation.key
        if "path" in contract.get("result", {}):
            steps = contract["result"]["path"]
            assert (
                steps == "$"
                or not contract["produces"]
                or any(row["path"].startswith(steps) for row in contract["produces"])
            ), operation.key
    return built.tools


@pytest.mark.parametrize("name", SMALL)
def test_contracts_of_a_real_document(shared: Path, name: str) -> None:
    """Every operation has a contract with all that a call needs, each place once."""
    collection = read_collection(shared / "specs" / name)
    tools = check(collection)

    assert collection.operations
    report = readiness(tools)
    assert set(report["counts"]) == {finding["code"] for finding in report["findings"]}


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_contracts_of_a_large_document(shared: Path, name: str) -> None:
    """The same, where a tree of all fields would have up to millions of leaves; no operation has a flood of rows."""
    tools = check(read_collection(shared / "specs" / name))

    rows = [len(tool["metadata"]["api_contract"]["produces"]) for tool in tools.values()]
    assert max(rows) <= 400
    assert sum(rows) / len(rows) <= 64


@pytest.mark.slow
def test_tools_are_small(shared: Path) -> None:
    """GitHub's tools take at most twice the room of the document they come from."""
    source = shared / "specs" / "github-rest.json"
    compact = json.dumps(json.loads(source.read_bytes()), separators=(",", ":"))

    tools = build_tools(read_collection(source), nobody).tools

    assert len(json.dumps(tools, separators=(",", ":"))) <= 2 * len(compact)


def test_index_of_a_real_document(shared: Path) -> None:
    """The index is plain JSON, with a row for every operation."""
    collection = read_collection(shared / "specs" / "box.json")

    index = contract_index(collection, build_tools(collection, nobody))

    assert len(collection.operations) == index["operation_count"]
    assert index["summary"]["response_schema_coverage"] > 0.9
    json.dumps(index)
