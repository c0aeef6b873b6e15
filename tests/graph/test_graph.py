"""The producer index, relation edges, and graphs loaded from artifacts."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from reading import only_reading

from graph_tool_call import ToolGraph
from graph_tool_call.errors import ArtifactError
from graph_tool_call.graph import FORMAT_VERSION, ProducerIndex, encode_artifact, relation_edges
from graph_tool_call.graphify import retrieve_graphify
from graph_tool_call.plan import PathSynthesizer


def tool(
    name: str,
    consumes: Any = (),
    produces: Any = (),
    *,
    method: str = "get",
    path: str = "",
    links: Any = (),
    **ai: Any,
) -> dict[str, Any]:
    contract = {
        "consumes": [
            {
                "name": n,
                "location": "path",
                "path": n,
                "required": True,
                "kind": "data",
                "semantic_tag": t,
                "resource": t[:-3],
            }
            for n, t in consumes
        ],
        "produces": [{"name": p.rsplit(".", 1)[-1], "path": p, "json_path": p, "semantic_tag": t} for p, t in produces],
        "links": list(links),
    }
    return {
        "name": name,
        "metadata": {"method": method, "path": path or f"/{name}", "api_contract": contract, "ai_metadata": ai},
    }


def tools(*made: dict[str, Any]) -> dict[str, Any]:
    return {t["name"]: t for t in made}


PETS = tools(
    tool(
        "listPets",
        (),
        [("$[*].id", "pet_id")],
        path="/pets",
        primary_resource="pet",
        result_shape="list",
        canonical_action="search",
    ),
    tool(
        "createPet",
        (),
        [("$.id", "pet_id")],
        method="post",
        path="/pets",
        primary_resource="pet",
        canonical_action="create",
    ),
    tool(
        "getPet",
        [("petId", "pet_id")],
        [("$.id", "pet_id"), ("$.name", "")],
        path="/pets/{petId}",
        primary_resource="pet",
    ),
)


def test_candidates_share_the_tag_and_reads_come_first():
    """Outputs with the same tag are candidates; what changes state comes last, the consumer itself is none."""
    index = ProducerIndex(PETS)
    consumer = index.contracts["getPet"]

    found = index.candidates(consumer, consumer.inputs[0])

    assert [("listPets", "tag"), ("createPet", "tag")] == [(m.producer, m.how) for m in found]


def test_incompatible_types_are_no_candidates():
    """A boolean or an object cannot be sent where a string is wanted."""
    made = tools(tool("use", [("flagId", "flag_id")]), tool("show", (), [("$.flagId", "flag_id")]))
    made["use"]["metadata"]["api_contract"]["consumes"][0]["field_type"] = "string"
    made["show"]["metadata"]["api_contract"]["produces"][0]["field_type"] = "object"
    index = ProducerIndex(made)

    assert () == index.candidates(index.contracts["use"], index.contracts["use"].inputs[0])


@pytest.mark.parametrize("name", ["id", "name", "status"])
def test_generic_names_make_no_producer(name):
    """Equal generic names alone join nothing."""
    made = tools(tool("use", [(name, "")]), tool("show", (), [(f"$.{name}", "")]))
    index = ProducerIndex(made)

    assert () == index.candidates(index.contracts["use"], index.contracts["use"].inputs[0])


def test_rows_are_read_where_older_artifacts_have_them():
    """Rows at metadata.consumes and metadata.produces, with only field_name or only json_path, are read."""
    old = {
        "use": {"name": "use", "metadata": {"consumes": [{"field_name": "orderNo", "required": True}]}},
        "list": {"name": "list", "metadata": {"produces": [{"json_path": "$.rows[*].orderNo"}]}},
    }
    index = ProducerIndex(old)

    (match,) = index.candidates(index.contracts["use"], index.contracts["use"].inputs[0])
    assert ("list", "$.rows[*].orderNo", "name") == (match.producer, match.output.path, match.how)


def test_links_make_extracted_edges_with_data_flow():
    """A declared link becomes a `requires` edge EXTRACTED from the document, with the fields it joins."""
    link = {"name": "it", "target": "getPet", "bindings": [{"to": "petId", "location": "path", "from": "$.id"}]}
    made = dict(PETS)
    made["createPet"] = tool("createPet", (), [("$.id", "pet_id")], method="post", path="/pets", links=[link])

    edges = [
        e for e in relation_edges(ProducerIndex(made)) if e["relation"] == "requires" and e["target"] == "createPet"
    ]

    (edge,) = edges
    assert ("getPet", "EXTRACTED", [{"from": "$.id", "to": "petId", "location": "path"}]) == (
        edge["source"],
        edge["confidence"],
        edge["data"],
    )


def test_changing_calls_are_no_inferred_producers():
    """An inferred edge never leads a read through a call that changes state."""
    edges = relation_edges(ProducerIndex(PETS))

    assert {("getPet", "listPets")} == {(e["source"], e["target"]) for e in edges if e["relation"] == "requires"}


def test_creators_precede_what_takes_the_resource_by_key():
    """`precedes` runs from the creator to the operations keyed by the resource."""
    edges = relation_edges(ProducerIndex(PETS))

    assert [("createPet", "getPet")] == [(e["source"], e["target"]) for e in edges if e["relation"] == "precedes"]


def test_edges_grow_with_the_tools_not_with_their_square():
    """Four times the tools of one resource make about four times the edges."""

    def count(size: int) -> int:
        many = [
            tool(
                f"use{i}",
                [("petId", "pet_id")],
                [("$.id", "pet_id")],
                primary_resource="pet",
                path=f"/pets/{{petId}}/u{i}",
            )
            for i in range(size)
        ]
        lists = [
            tool(f"list{i}", (), [("$[*].id", "pet_id")], primary_resource="pet", path=f"/p{i}") for i in range(size)
        ]
        return len(relation_edges(ProducerIndex(tools(*many, *lists))))

    assert count(400) <= 4.5 * count(100)


def test_save_and_load_keep_every_byte(tmp_path):
    """A saved graph loads with the same artifact, and saves again to the same bytes."""
    artifact = {
        "format_version": FORMAT_VERSION,
        "tools": PETS,
        "edges": relation_edges(ProducerIndex(PETS)),
        "metadata": {"title": "été"},
    }
    first, second = tmp_path / "a.json", tmp_path / "b.json"

    ToolGraph.from_artifact(artifact).save(first)
    ToolGraph.load(first).save(second)

    assert encode_artifact(artifact) == first.read_bytes() == second.read_bytes()
    assert artifact == json.loads(first.read_text(encoding="utf-8"))


def test_tools_may_be_a_list():
    """Older artifacts list their tools."""
    assert ["listPets"] == list(ToolGraph.from_artifact({"tools": [PETS["listPets"]]}).tools)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("{", "invalid_json"),
        ("[]", "not_artifact"),
        ('{"openapi": "3.0.0"}', "not_artifact"),
        ('{"tools": {}, "format_version": 99}', "unsupported_format"),
    ],
)
def test_what_is_no_artifact_is_refused_with_the_file_named(tmp_path, content, code):
    """Bad artifacts are typed errors that name the file."""
    path = tmp_path / "a.json"
    path.write_text(content)

    with pytest.raises(ArtifactError) as caught:
        ToolGraph.load(path)

    assert (code, True) == (caught.value.code, str(path) in str(caught.value))


def test_a_missing_artifact_is_named(tmp_path):
    """A file that is not there is an error with its own code."""
    with pytest.raises(ArtifactError) as caught:
        ToolGraph.load(tmp_path / "none.json")

    assert "file_not_found" == caught.value.code


def test_the_network_has_a_key_for_each_relation():
    """networkx sees parallel edges of different relations."""
    edges = [
        {"source": "getPet", "target": "listPets", "relation": "requires", "confidence": "INFERRED"},
        {"source": "getPet", "target": "listPets", "relation": "same_resource", "confidence": "INFERRED"},
    ]
    network = ToolGraph.from_artifact({"tools": PETS, "edges": edges}).network

    assert {"requires", "same_resource"} == set(network["getPet"]["listPets"])


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda graph: pickle.loads(pickle.dumps(graph))])  # noqa: S301
def test_copies(copied, tmp_path):
    """A graph that was searched and planned with can be copied, and sent to another process."""
    ToolGraph.from_artifact({"tools": PETS, "edges": []}, plugins=only_reading()).save(tmp_path / "pets.json")
    graph = ToolGraph.load(tmp_path / "pets.json", plugins=only_reading())
    retrieve_graphify(graph, "pets")
    plan = PathSynthesizer(graph).synthesize(target="listPets")

    again = copied(graph)

    assert (graph.artifact, graph.plugins, graph.folder) == (again.artifact, again.plugins, again.folder)
    assert again.tools.graph is again
    assert plan == PathSynthesizer(again).synthesize(target="listPets")
