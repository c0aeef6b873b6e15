"""From a question to an operation: candidates, and the decision with its evidence."""

from pathlib import Path

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import retrieve_graphify, select_target_candidate

graph = ToolGraph.from_openapi(Path(__file__).with_name("library.yaml"))
question = "Which books has this member borrowed?"

found = retrieve_graphify(graph, question, top_k=5, include_evidence=True)
for row in found["results"]:
    print(f"{row['score']:.2f}  {row['name']}")

# A model chose the member's details; strong evidence may speak against it, a weak margin never does.
selection = select_target_candidate(
    query=question,
    candidates=found["results"],
    tools=graph.tools,
    retrieval_results=found["results"],
    llm_target="getMember",
)
print("selected:", selection["selected_target"], selection["reason_codes"])
