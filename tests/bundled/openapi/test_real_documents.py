"""Real documents: each is read completely, quickly, and the same way every time."""

from __future__ import annotations

import csv
import json
import time
from pathlib import Path
from typing import Any

import pytest
from reading import read_collection
from small_documents import codes

from graph_tool_call.model import Collection, Schema

pytestmark = [pytest.mark.shared, pytest.mark.slow]

#: Operations behind path items in other files, which the manifest does not count.
WITH_FILES = {"kintone-multifile/openapi.yaml": 204, "lob-multifile/lob-api-public.yml": 105}
METHODS = frozenset({"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"})


def _manifest(shared: Path) -> dict[str, dict[str, str]]:
    with (shared / "specs/MANIFEST.tsv").open(encoding="utf-8", newline="") as file:
        return {row["file"]: row for row in csv.DictReader(file, delimiter="\t")}


@pytest.fixture(scope="module", name="collections")
def _collections(shared: Path) -> dict[str, Collection]:
    """Every shared document, read once without validation."""
    return {name: read_collection(shared / "specs" / name, validate="off") for name in _manifest(shared)}


def test_every_operation_is_read(shared: Path, collections: dict[str, Collection]) -> None:
    """As many as were counted independently; names are unique and suitable."""
    expected = {name: WITH_FILES.get(name, int(row["operations"])) for name, row in _manifest(shared).items()}

    assert expected == {name: len(collection.operations) for name, collection in collections.items()}
    for collection in collections.values():
        assert len(collection.operations) == len({operation.name for operation in collection.operations})
        assert len(collection.operations) == len({operation.key for operation in collection.operations})


def test_versions_and_schemas(shared: Path, collections: dict[str, Collection]) -> None:
    """The manifest's version, and every component schema."""
    for name, row in _manifest(shared).items():
        assert row["spec_version"] == collections[name].spec_version
        if name not in WITH_FILES:
            assert int(row["schemas"]) <= len(collections[name].schemas)


def test_errors_are_only_those_of_the_documents(collections: dict[str, Collection]) -> None:
    """Three documents refer to files that are not beside them; no other has an error."""
    faulty = {
        name for name, collection in collections.items() if any(d.severity == "error" for d in collection.diagnostics)
    }

    assert {
        "azure-storage-2019.yaml",
        "oai-petstore-separate-v2/spec/swagger.json",
        "vonage-application-hal.yaml",
    } == faulty


def test_document_beside_its_parts(shared: Path) -> None:
    """With the folder above as the description's own, the separate petstore is whole."""
    folder = shared / "specs/oai-petstore-separate-v2"
    collection = read_collection(folder / "spec/swagger.json", folder=folder, validate="off")

    assert [] == codes(collection)
    schema = collection.operations[0].responses[-1].media[0].schema
    assert schema is not None
    assert ("Error", "common/Error.json#") == (schema.name, schema.pointer.removeprefix("../"))


def _nodes(collection: Collection) -> list[Schema]:
    seen: dict[int, Schema] = {}
    stack: list[Schema | None] = list(collection.schemas.values())
    for operation in collection.operations:
        stack += [parameter.schema for parameter in operation.parameters]
        stack += [media.schema for media in (operation.body.media if operation.body else ())]
        stack += [media.schema for response in operation.responses for media in response.media]
    while stack:
        node = stack.pop()
        if node is not None and id(node) not in seen:
            seen[id(node)] = node
            stack += [*node.properties.values(), node.items, node.additional, *node.alternatives]
    return list(seen.values())


def test_nodes_are_filled_and_say_where_they_stand(collections: dict[str, Collection]) -> None:
    """No node of any document is left without its place; component nodes have their names."""
    for collection in collections.values():
        assert all("#" in node.pointer for node in _nodes(collection))
        for name, node in collection.schemas.items():
            if node.pointer == "#/components/schemas/" + name.replace("~", "~0").replace("/", "~1"):
                assert name == node.name


def test_two_readings_are_equal(shared: Path, collections: dict[str, Collection]) -> None:
    """Operations, diagnostics and digest."""
    for name in ("museum-3.1.yaml", "zoom-v2.json", "xero-accounting.yaml", "kintone-multifile/openapi.yaml"):
        first, second = collections[name], read_collection(shared / "specs" / name, validate="off")
        assert (first.digest, first.diagnostics) == (second.digest, second.diagnostics)
        assert [(o.key, o.name, o.security, o.servers) for o in first.operations] == [
            (o.key, o.name, o.security, o.servers) for o in second.operations
        ]
        assert [node.pointer for node in _nodes(first)] == [node.pointer for node in _nodes(second)]


def test_stripped_documents_are_read(shared: Path) -> None:
    """Documents of another collection: every operation that their paths have."""
    for path in sorted((shared / "bench/plan/specs").glob("*.json")):
        raw = json.loads(path.read_text(encoding="utf-8"))
        expected = [
            f"{method.upper()} {name}" for name, item in raw["paths"].items() for method in item if method in METHODS
        ]

        assert expected == [operation.key for operation in read_collection(path, validate="off").operations], path.name


CASES = ("ingest", "contract", "select", "plan", "run")


def test_every_case_document_is_read(shared: Path) -> None:
    """The documents of the acceptance cases have the operations that the cases name, and read at every tier."""
    for case in sorted((shared / "cases").glob("*/case.json")):
        content: dict[str, Any] = json.loads(case.read_text(encoding="utf-8"))
        spec = next(
            (
                path
                for path in (case.parent / str(content.get("spec", "spec.json")), case.parent / "spec.yaml")
                if path.is_file()
            ),
            None,
        )
        if spec is not None:
            for tier in ("structure", "full"):
                keys = [operation.key for operation in read_collection(spec, validate=tier).operations]
                assert set(content.get("expected", {}).get("operations", keys)) <= set(keys), case.parent.name


@pytest.mark.parametrize("name", ["github-rest.json", "stripe.yaml", "kubernetes-1.10.yaml"])
def test_reading_is_fast(shared: Path, collections: dict[str, Collection], name: str) -> None:
    """Well below 3 ms of CPU an operation, default validation included: an order of magnitude above what it takes."""
    count = len(collections[name].operations)
    before = time.process_time()

    read_collection(shared / "specs" / name)

    assert time.process_time() - before < count * 0.01
