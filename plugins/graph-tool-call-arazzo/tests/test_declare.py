from __future__ import annotations

from typing import Any

from arazzo_letters import TOOLS, WORKFLOWS, document, step

from graph_tool_call.hooks import Declared

FIND = step("find", "listBoxes", outputs={"first": "$response.body#/items/0/id", "loc": "$response.header.Location"})


def declared(*sources: dict[str, Any]) -> Declared:
    return WORKFLOWS.declare([WORKFLOWS.open(source) for source in sources], TOOLS, "letters.json")


def test_a_hand_over_is_an_edge() -> None:
    """From consumer to producer, with the path of the contract's row, and the workflow as evidence."""
    source = document(FIND, step("get", "getBox", ("boxId", "path", "$steps.find.outputs.first")))

    assert [
        {
            "source": "getBox",
            "target": "listBoxes",
            "relation": "requires",
            "confidence": "EXTRACTED",
            "data": [{"from": "$.items[*].id", "to": "boxId", "location": "path"}],
            "evidence": [
                {
                    "rule": "arazzo",
                    "field": "boxId",
                    "document": "<mapping>",
                    "workflow": "w",
                    "step": "get",
                    "from_step": "find",
                }
            ],
        }
    ] == declared(source).edges


def test_places_of_a_hand_over() -> None:
    """Members of a body have their path, headers of a response their name, fields without a row the path as written."""
    payload = {"subject": "$steps.find.outputs.loc", "to": {"ids": ["$steps.find.outputs.odd"]}}
    first = {**FIND, "outputs": {**FIND["outputs"], "odd": "$response.body#/x/0/y"}}
    (edge,) = declared(document(first, step("b", "sendLetter", requestBody={"payload": payload}))).edges

    assert [
        {"from": "Location", "from_location": "response_header", "to": "subject", "location": "body"},
        {"from": "$.x[*].y", "to": "ids", "location": "body", "to_path": "$.to.ids[*]"},
    ] == edge["data"]


def test_what_is_no_hand_over() -> None:
    """Inputs, literals, parts of texts, and what an operation hands to itself."""
    source = document(
        FIND,
        step("a", "listBoxes", ("city", "query", "$steps.find.outputs.first")),
        step("b", "getBox", ("boxId", "path", "box {$steps.find.outputs.first}")),
        step("c", "getBox", ("boxId", "path", "$inputs.box")),
    )

    assert [] == declared(source).edges


def test_problems_are_diagnostics() -> None:
    """What cannot be read is said, with its place, once; the rest is read. What only matters to plans is not said."""
    good = step("get", "getBox", ("boxId", "path", "$steps.find.outputs.first"))
    bad = step("bad", "nobody", successCriteria=[{"condition": "$response.body#/x == 1"}])
    found = declared(document(FIND, bad, good))

    assert [("arazzo_unknown_operation", "<mapping>#/workflows/0/steps/1", "warning")] == [
        (row.code, row.pointer, row.severity) for row in found.diagnostics
    ]
    assert 1 == len(found.edges)
