"""What is kept of one question and its run: names of tools, codes, and words of the collection."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from ..engine import engine_for
from ..hooks import Text
from ..model import Plan
from ..model.digest import digest_of
from ..search import SearchIndex
from ..search.text import words_of
from .scrub import plain_words, texts_in

if TYPE_CHECKING:
    from ..graph import ToolGraph
    from ..plan import ExecutionTrace
    from ..pluginset import PluginSet

#: Version of records and suggestions.
FORMAT: Final = 1
#: Codes that may stand in a record; anything else is left out.
REASONS: Final = frozenset(
    """
    selected_by_strong_evidence selected_by_rank llm_target_overridden llm_target_preserved llm_target_not_in_candidates
    ambiguous_target candidate_tie no_candidates
    """.split()
)
STATUSES: Final = frozenset({"completed", "failed", "input_required", "choice_required", "cancelled"})
ERROR_KINDS: Final = frozenset(
    """
    http timeout connection argument auth refused tool binding cancelled input answer choice approval uncertain
    validation journal output_binding
    """.split()
)


def trace_record(
    graph: ToolGraph,
    query: str,
    selection: Mapping[str, Any],
    *,
    plan: Plan | None = None,
    trace: ExecutionTrace | None = None,
    values: Any = (),
    plugins: PluginSet | None = None,
) -> dict[str, Any]:
    """The scrubbed record of a question, its selection, and what came of it.

    Args:
        graph: The collection; its tool names and the words of their names and summaries may be kept.
        query: The user's words. Kept of them: the analysed terms that the collection knows.
        selection: The answer of `select_target_candidate`.
        plan: What was planned; its tools are kept, its arguments only tell what to remove.
        trace: What came of running it; status, failed tool and kind of error are kept.
        values: Anything the user gave (entities, inputs): removed from the question first.
        plugins: Plugin set that analyses the question; the graph's own by default.

    Returns:
        Plain data: `format, id, collection, terms, selected_target, llm_target, overrode_llm,
        ambiguous, reason_codes, candidates, steps, status, failed_tool, error_kind`.
    """
    given = [*texts_in(values), *texts_in([step.args for step in plan.steps] if plan else ())]
    candidates = [row.get("name") for row in selection.get("rank_signals") or () if isinstance(row, Mapping)]
    error = trace.error if trace is not None else {}
    record = {
        "format": FORMAT,
        "collection": _collection(graph),
        "terms": sorted(known_terms(graph, plain_words(query, given), plugins)),
        "selected_target": _name(selection.get("selected_target"), graph),
        "llm_target": _name(selection.get("llm_target"), graph),
        "overrode_llm": selection.get("overrode_llm") is True,
        "ambiguous": selection.get("ambiguous") is True,
        "reason_codes": [code for code in selection.get("reason_codes") or () if code in REASONS],
        "candidates": list(_names(candidates, graph)),
        "steps": list(_names((step.tool for step in plan.steps), graph)) if plan else [],
        "status": trace.status if trace is not None and trace.status in STATUSES else "",
        "failed_tool": _failed(trace, graph),
        "error_kind": error.get("error_kind") if error.get("error_kind") in ERROR_KINDS else "",
    }
    return {"format": FORMAT, "id": _id(trace.run_id if trace is not None else "", record), **record}


def known_terms(graph: ToolGraph, text: str, plugins: PluginSet | None = None) -> set[str]:
    """For each word of *text* its first term that stands in the name or summary of an operation of *graph*."""
    session = engine_for(graph, plugins).host.query_session(lambda _term: 1.0)
    vocabulary = _vocabulary(graph, session.analyze)
    found = set()
    for word in words_of(session.analyze((Text(value=text, source="query"),))[0]):
        known = [t for t in word.terms if t in vocabulary and not any(char.isdigit() for char in t)]
        if known:
            found.add(max(known, key=lambda term: (word.terms[term], term)))
    return found


def _vocabulary(graph: ToolGraph, analyze: Any) -> Any:
    saved = graph.artifact.get("search")
    return (
        SearchIndex.from_dict(saved).head
        if isinstance(saved, Mapping)
        else SearchIndex.build(graph.tools, analyze).head
    )


def _collection(graph: ToolGraph) -> str:
    """Which collection it is: its title, hashed, so that suggestions survive a new version of the document."""
    about = graph.artifact.get("metadata")
    title = str(about.get("title") or "") if isinstance(about, Mapping) else ""
    return digest_of(title, 16)


def _name(name: Any, graph: ToolGraph) -> str | None:
    """*name* where it is a tool of the collection: a model may have said anything."""
    return name if isinstance(name, str) and name in graph.tools else None


def _names(names: Iterable[Any], graph: ToolGraph) -> Iterator[str]:
    yield from (name for name in dict.fromkeys(names) if _name(name, graph))


def _failed(trace: ExecutionTrace | None, graph: ToolGraph) -> str | None:
    if trace is None or not trace.failed_step:
        return None
    return next((_name(step.tool, graph) for step in trace.steps if step.step_id == trace.failed_step), None)


def _id(run: str, record: Mapping[str, Any]) -> str:
    """Tells records apart, and the same one again; it cannot be read back."""
    text = json.dumps([run, record], sort_keys=True, ensure_ascii=False)
    return digest_of(text, 16)
