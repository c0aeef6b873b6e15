"""Tool dicts: what models and artifacts see of an operation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from contractkit import answers, contracts, document, listing, nobody, query, ref, takes, thing

pytestmark = pytest.mark.bundled

PETS: dict[str, Any] = {
    "/pets": {
        "post": {
            "operationId": "addPet",
            "summary": "Add a pet",
            "description": "Adds a pet to the store.",
            "tags": ["pets"],
            "deprecated": True,
            "parameters": [query("id"), query("trace", location="header"), query("trace")],
            **takes(
                thing(
                    ["name"],
                    id="integer",
                    name={"type": "string", "description": "what it is called"},
                    owner=thing(id="integer"),
                )
            ),
            **answers(ref("Pet"), status="201"),
        },
        "get": {"operationId": "listPets", **answers(listing(ref("Pet")))},
    }
}
SOURCE = document(PETS, {"Pet": thing(id="integer", name="string")}, servers=[{"url": "https://api.example.test/v1"}])


def test_tool_says_what_the_operation_is() -> None:
    """Name, text and metadata of the operation."""
    tool = contracts(SOURCE).tools["addPet"]
    metadata = tool["metadata"]

    assert ("addPet", "Add a pet. Adds a pet to the store.", ["pets"]) == (
        tool["name"],
        tool["description"],
        tool["tags"],
    )
    assert ("openapi", "post", "/pets", "Add a pet", True) == tuple(
        metadata[k] for k in ("source", "method", "path", "summary", "deprecated")
    )
    assert (["https://api.example.test/v1"], "addPet") == (metadata["servers"], metadata["openapi"]["operation_id"])


def test_models_see_a_flat_list() -> None:
    """Top-level inputs under names that are unique, without what lies inside objects."""
    parameters = contracts(SOURCE).tools["addPet"]["parameters"]

    assert parameters == [
        {"name": "id", "type": "string", "required": False},
        {"name": "trace", "type": "string", "required": False},
        {"name": "query.trace", "type": "string", "required": False},
        {"name": "body.id", "type": "integer", "required": False},
        {"name": "name", "type": "string", "description": "what it is called", "required": True},
        {"name": "owner", "type": "object", "required": False},
    ]


def test_models_never_see_credentials() -> None:
    """Credentials are inputs of the call, and nothing that a model is asked for."""
    operation = {**answers(), "parameters": [query("X-Key", location="header"), query("q")]}

    tool = contracts(document({"/search": {"get": operation}}), auth_field_names={"X-Key"}).tools.popitem()[1]

    assert ["q"] == [parameter["name"] for parameter in tool["parameters"]]
    assert {"X-Key": "auth", "q": "data"} == {
        row["name"]: row["kind"] for row in tool["metadata"]["api_contract"]["consumes"]
    }


def test_deprecated_operations_can_be_left_out() -> None:
    """`skip_deprecated` leaves the others."""
    assert ["listPets"] == list(contracts(SOURCE, skip_deprecated=True).tools)


def test_tools_share_no_rows() -> None:
    """Whoever changes a row of one tool changes no other tool."""
    twice = document(
        {f"/{name}": {"get": answers(ref("Pet"))} for name in ("a", "b")},
        {"Pet": thing(id="integer", state={"type": "string", "enum": ["x"]})},
    )

    first, second = contracts(twice).tools.values()
    before = json.dumps(second)
    for row in first["metadata"]["api_contract"]["produces"]:
        row["semantic_tag"] = "changed"

    assert before == json.dumps(second)


def test_progress_is_told() -> None:
    """Stage, operations done, and operations in all."""
    from reading import read_collection

    from graph_tool_call.contracts import build_tools

    told: list[tuple[str, int, int]] = []

    build_tools(read_collection(SOURCE), nobody, progress=lambda *step: told.append(step))

    assert [("contracts", 1, 2), ("contracts", 2, 2)] == told


def test_long_texts_are_cut_at_a_word() -> None:
    """Descriptions of fields keep their beginning, and show that there was more."""
    text = "word " * 200
    source = document({"/a": {"get": {"parameters": [{**query("q"), "description": text}], **answers()}}})

    ((_name, tool),) = contracts(source, description_length=32).tools.items()

    assert "word word word word word word…" == tool["parameters"][0]["description"]


@pytest.mark.slow
def test_same_bytes_in_every_process() -> None:
    """Nothing depends on the order of sets or on hashes."""
    code = (
        "import json, sys; from contractkit import contracts; "
        "made = contracts(json.loads(sys.stdin.read()), context_field_names={'a', 'b', 'name'}); "
        "print(json.dumps([made.tools, made.provenance]))"
    )
    paths = [p for p in sys.path if p]
    outputs = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(paths)}
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps(SOURCE),
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.add(done.stdout)

    assert 1 == len(outputs)
    assert "addPet" in outputs.pop()
