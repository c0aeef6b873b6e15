"""Which answers cannot be what the contract promises."""

from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.plan.binding.scope import Response
from graph_tool_call.plan.running.outcome import Reply, answer_failure

FIELDS = [{"name": "id", "path": "$.id", "location": "response"}]


@pytest.mark.parametrize(
    ("result", "status", "fails"),
    [
        ({"status": "200", "content_type": "application/json"}, 200, True),
        ({"status": "200", "content_type": "application/json"}, 0, True),
        ({"status": "2XX", "content_type": "application/json"}, 201, True),
        ({"status": "default", "content_type": "application/json"}, 200, True),
        ({}, 200, True),
        # Of an answer with another status the contract says nothing.
        ({"status": "200", "content_type": "application/json"}, 202, False),
        # The operation answers in another form too.
        ({"status": "200", "content_types": ["application/json; v=1", "text/csv"]}, 200, False),
        ({"status": "200", "content_types": ["application/json; v=1", "application/hal+json"]}, 200, True),
    ],
)
def test_text_where_fields_are_described(result: dict[str, Any], status: int, fails: bool) -> None:
    """It is a failure where the contract speaks of that very answer."""
    tool = {"metadata": {"api_contract": {"result": result, "produces": FIELDS}}}
    reply = Reply(body="<html>", response=Response(status=status))

    assert fails == (answer_failure(tool, reply) is not None)
