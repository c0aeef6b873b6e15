"""A question as its first rows with their scores, and the selection with digests of its evidence."""

from __future__ import annotations

from typing import Any

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import retrieve_graphify, select_target_candidate

from .records import digest

ROWS_SHOWN = 5


def question_lines(graph: ToolGraph, query: str) -> list[str]:
    """The first rows, a digest of all ten, and what is selected, with a model's wrong choice and without."""
    found = retrieve_graphify(graph, query, top_k=10, include_evidence=True)
    rows = found["results"]
    bare = [{key: part for key, part in row.items() if key != "tool"} for row in rows]
    lines = [f"row{rank} {row['name']} {row['score']:g}" for rank, row in enumerate(rows[:ROWS_SHOWN], 1)]
    lines.append(f"rows {len(rows)} scores={digest([(r['name'], r['score']) for r in rows])} all={digest(bare)}")
    lines.append(_selection("selected", graph, query, rows, None))
    if len(rows) > 1:
        lines.append(_selection("against", graph, query, rows, rows[1]["name"]))
    return lines


def _selection(word: str, graph: ToolGraph, query: str, rows: list[Any], named: str | None) -> str:
    made = select_target_candidate(
        query=query, candidates=rows, tools=graph.tools, retrieval_results=rows, llm_target=named
    )
    ambiguous = " ambiguous" if made["ambiguous"] else ""
    codes = ",".join(made["reason_codes"])
    return f"{word} {made['selected_target']}{ambiguous} {made['margin']:g} {codes} evidence={digest(made)}"
