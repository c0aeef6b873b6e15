"""From a plan to its result: the adapter callback makes the calls, events tell what happens."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer, PlanRunner

MEMBERS = [{"id": "m-7", "name": "Ada Byron"}, {"id": "m-9", "name": "Blaise Pascal"}]
LOANS = {"m-7": [{"id": "l-1", "isbn": "9780441478125", "status": "overdue", "due": "2026-11-02"}], "m-9": []}


def call_tool(name: str, args: dict[str, Any]) -> dict[str, Any]:
    """Stand in for a product's adapter, which resolves the base URL, attaches credentials and makes the call."""
    if name == "listMembers":
        return {"total": len(MEMBERS), "items": MEMBERS}
    return {"items": [loan for loan in LOANS[args["memberId"]] if loan["status"] == args["status"]]}


graph = ToolGraph.from_openapi(Path(__file__).with_name("library.yaml"))
plan = PathSynthesizer(graph).synthesize(target="listMemberLoans", entities={"name": "Ada Byron", "status": "overdue"})

runner = PlanRunner(call_tool, tools=graph.tools, validate_args="coerce")
for event in runner.run_stream(plan, trace_metadata={"collection_id": "library"}):
    row = asdict(event)
    print(row["type"], row.get("step_id", ""), row.get("tool", ""))

print(runner.run(plan).output)
