"""How many things a change is for: all that fit what was said, the latest, and never more than was meant."""

from __future__ import annotations

import pytest

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer, PlanRunner, PlanSynthesisError

# What is whose key, and how many things words mean, plugins tell.
pytestmark = pytest.mark.bundled
# Documents are read while the module is imported.
pytest.importorskip("graph_tool_call_bundled")

TEXT = {"type": "string"}
ROWS = [
    {"batch_id": "b-1", "batch_number": "2026-1", "status": "invalid", "created_at": "2026-01-01T00:00:00Z"},
    {"batch_id": "b-2", "batch_number": "2026-2", "status": "open", "created_at": "2026-03-01T00:00:00Z"},
    {"batch_id": "b-3", "batch_number": "2026-3", "status": "invalid", "created_at": "2026-02-01T00:00:00Z"},
]


def listed(fields):
    items = {"type": "array", "items": {"type": "object", "properties": fields}}
    content = {"application/json": {"schema": {"type": "object", "properties": {"batches": items}}}}
    return {"responses": {"200": {"description": "ok", "content": content}}}


BATCH = {"batch_id": TEXT, "batch_number": TEXT, "status": TEXT, "created_at": TEXT | {"format": "date-time"}}
KEY = {"name": "batch_id", "in": "path", "required": True, "schema": TEXT}
GRAPH = ToolGraph.from_openapi(
    {
        "openapi": "3.0.3",
        "info": {"title": "Batches", "version": "1"},
        "paths": {
            "/batches": {"get": {"operationId": "list_batches", **listed(BATCH)}},
            "/batches/{batch_id}": {
                "parameters": [KEY],
                "delete": {"operationId": "delete_batch", "responses": {"204": {"description": "gone"}}},
            },
        },
    }
)


def deleted(question, **entities):
    """Keys of the batches that the plan for *question* deletes."""
    plan = PathSynthesizer(GRAPH).synthesize(target="delete_batch", goal=question, entities=entities)
    gone = []

    def call(tool, args):
        if tool == "delete_batch":
            gone.append(args["batch_id"])
        return {"batches": ROWS} if tool == "list_batches" else {}

    trace = PlanRunner(call, tools=GRAPH.tools).run(plan)
    assert trace.status == "completed", trace.error
    return gone


@pytest.mark.parametrize(
    ("question", "entities", "expected"),
    [
        ("Delete all batches that are invalid", {"batches": "all", "status": "invalid"}, ["b-1", "b-3"]),
        ("Delete all batches", {"batches": "all"}, ["b-1", "b-2", "b-3"]),
        ("Delete the latest batch", {"batch": "latest"}, ["b-2"]),
        ("Delete the oldest batch that is open", {"batch": "oldest", "status": "open"}, ["b-2"]),
    ],
)
def test_a_quantity_that_is_given_as_a_value_counts(question, entities, expected):
    """{"batches": "all"} says how many are meant; what is said besides narrows them, and nothing of it is dropped."""
    assert deleted(question, **entities) == expected


def test_what_is_called_all_is_no_quantity():
    """One thing under the noun in the singular is looked up by its name, as any other."""
    plan = PathSynthesizer(GRAPH).synthesize(
        target="delete_batch", goal="Delete the batch all", entities={"batch": "all"}
    )

    assert not plan.steps[-1].foreach
    assert "== 'all'" in str(plan.steps[-1].args)


def test_none_that_fit_is_no_reason_to_take_others():
    """Where nothing fits, nothing is changed."""
    plan = PathSynthesizer(GRAPH).synthesize(
        target="delete_batch", goal="Delete all batches that are void", entities={"batches": "all", "status": "void"}
    )
    gone = []

    def call(tool, args):
        gone.extend([args["batch_id"]] if tool == "delete_batch" else [])
        return {"batches": ROWS}

    assert PlanRunner(call, tools=GRAPH.tools).run(plan).status != "completed"
    assert gone == []


def test_a_quantity_without_a_place_is_told():
    """What has no key to be counted by stays unread, and a change asks about it."""
    with pytest.raises(PlanSynthesisError) as caught:
        PathSynthesizer(GRAPH).synthesize(
            target="delete_batch", goal="Void all labels", entities={"labels": "all", "batch": "2026-1"}
        )

    assert [row["key"] for row in caught.value.to_dict()["unread"]] == ["labels"]
