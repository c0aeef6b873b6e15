"""Keys of a map of things are their identifiers, where the things say none themselves."""

from __future__ import annotations

from typing import Any

import pytest
from tiny_api import TEXT, build, given, op, rows, thing

from graph_tool_call.graph import ToolGraph
from graph_tool_call.plan import PathSynthesizer

ITEM = {"GET /boards/{boardId}": op(thing("title")), "DELETE /boards/{boardId}": op()}


def by_key(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": value}


@pytest.mark.parametrize(
    ("answer", "path", "binding"),
    [
        (by_key(thing("title")), "$.~", "${s1.$keys.0}"),
        (thing("total", boards=by_key(thing("title"))), "$.boards.~", "${s1.boards.$keys.0}"),
        ({"type": "object", "patternProperties": {"^b": thing("title")}}, "$.~", "${s1.$keys.0}"),
    ],
)
def test_keys_of_a_map_feed_the_path(answer: dict[str, Any], path: str, binding: str) -> None:
    """`GET /boards` answers an object by board id: a key of it is the id of a board."""
    artifact = build({"GET /boards": op(answer), **ITEM})
    plan = PathSynthesizer(ToolGraph.from_artifact(artifact)).synthesize(target="get_boards_boardId")

    assert "board_id" == given(artifact, "GET /boards", path)
    assert binding == plan.steps[-1].args["boardId"]


@pytest.mark.parametrize("keyword", ["additionalProperties", "patternProperties"])
def test_things_that_say_their_key_need_no_other(keyword: str) -> None:
    """`{<id>: {id, title}}`: the field is the identifier."""
    item = thing("id", "title")
    answer = {"type": "object", keyword: {"^x-": item} if keyword == "patternProperties" else item}
    made = rows(build({"GET /boards": op(answer), **ITEM}), "GET /boards", "produces")

    assert {"$.*.id", "$.*.title"} == set(made)


def test_keys_of_another_map_identify_nothing() -> None:
    """What one board has by name (counts, labels) are no keys of boards."""
    answer = thing("id", labels=by_key(thing("text")))
    artifact = build({"GET /boards/{boardId}": op(answer), "GET /boards": op({"type": "array", "items": answer})})

    assert not given(artifact, "GET /boards/{boardId}", "$.labels.~")
    assert not given(artifact, "GET /boards", "$[*].labels.~")


def test_a_map_of_plain_values_stays_whole() -> None:
    """Its keys are not told."""
    assert ["$"] == list(rows(build({"GET /boards": op(by_key(TEXT))}), "GET /boards", "produces"))
