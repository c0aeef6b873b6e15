"""The documented collection functions: plain dicts in and out, each a few lines over the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .engine import Engine, engine_for
from .graph import ToolGraph, Tools
from .model import Plan
from .pluginset import PluginSet
from .request import Request
from .select import selection_page, selection_table


def build_openapi_collection_artifact(
    source: Any, *, plugins: PluginSet | None = None, settings: Mapping[str, Any] | None = None, **options: Any
) -> dict[str, Any]:
    """Read an OpenAPI document and make its collection artifact.

    Args:
        source: Path, mapping, or JSON or YAML text; what else a plugin reads; or a `Collection` that is read already.
        plugins: Plugin set; the installed ones by default.
        settings: Plugin id → settings.
        **options: `context_field_names`, `auth_field_names`, `paging_field_names`,
            `search_filter_field_names`, `user_input_field_names`, `annotations`, `skip_deprecated`, `arazzo`,
            `documents`, `loader`, `validate`, `document_url` …; see `Engine.build`.

    Raises:
        SpecError: the document cannot be read at all, or no plugin of the set reads it.
        PluginError: a plugin failed; it is named.
    """
    return Engine(plugins, settings=settings).build(source, **options)


def extract_openapi_contract_index(
    source: Any,
    *,
    required_only: bool = False,
    skip_deprecated: bool = False,
    plugins: PluginSet | None = None,
    settings: Mapping[str, Any] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Operation-level contract rows of a document, with lookups and a summary.

    Keys: `version, operation_count, operations, by_operation_id, by_tool_name,
    by_method_path, summary`. *source* may also be an artifact. Raises as
    `build_openapi_collection_artifact` does.
    """
    return Engine(plugins, settings=settings).contract_index(
        source, required_only=required_only, skip_deprecated=skip_deprecated, **options
    )


def ablate_plugins(
    source: Any, *, plugins: PluginSet | None = None, settings: Mapping[str, Any] | None = None, **options: Any
) -> dict[str, Any]:
    """What each plugin that types fields adds to a document's collection, found by leaving out its answers.

    Keys: `baseline` (`rows, typed, edges, path_parameters, derived`) and `plugins`, for
    each `typed`, `described`, `edges`, `chains` (what is lost, gained or changed without
    it) and `examples`. Takes about four times the CPU of a build. Arguments and errors as
    of `build_openapi_collection_artifact`.
    """
    from .ablation import ablation

    return ablation(Engine(plugins, settings=settings), source, **options)


def unresolved_annotations(graph: ToolGraph | Mapping[str, Any]) -> str:
    """The required identifiers that nothing is known to produce, as an annotations file to be filled in.

    YAML with an empty `tag` for each and likely tags as comments; what is filled in counts
    when the document is built again with `annotations=`.
    """
    from .contracts import unresolved, write_unresolved

    at = graph if isinstance(graph, ToolGraph) else ToolGraph.from_artifact(graph)
    title = str(at.artifact.get("metadata", {}).get("title", ""))
    return write_unresolved(unresolved(at.tools, at.index.source, engine_for(at).host.vocabulary), title)


def retrieve_graphify(
    graph: ToolGraph | Mapping[str, Any],
    query: str,
    *,
    top_k: int = 10,
    include_evidence: bool = False,
    learning_suggestions: Sequence[Mapping[str, Any]] | None = None,
    entities: Mapping[str, Any] | None = None,
    plugins: PluginSet | None = None,
    settings: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The operations that fit a question best: `{"results": [row…], "intent": {…}, "stats": {…}}`.

    A row has `name, score, tool`, and with *include_evidence* `score_breakdown, evidence, expanded_from`.
    Of *entities*, the values that are known by the words under which they are given, those count for an
    operation that have a place in it; they are not searched for as words.
    """
    at = graph if isinstance(graph, ToolGraph) else ToolGraph.from_artifact(graph)
    engine = engine_for(at, plugins, settings)
    return engine.search(
        at,
        _question(query),
        top_k=top_k,
        include_evidence=include_evidence,
        learning_suggestions=learning_suggestions,
        entities=entities,
    )


def read_request(
    graph: ToolGraph | Mapping[str, Any],
    *,
    goal: str = "",
    entities: Mapping[str, Any] | None = None,
    target: str = "",
    plugins: PluginSet | None = None,
) -> Request:
    """What is understood of a request for one operation, before anything is planned: pure, nothing is called.

    The answer's `settings` are inputs of the target with their values, its `things` describe what exists already
    and which inputs refer to it, and `unread` is what no place was found for; `to_dict()` is JSON by
    `graph_tool_call.request.REQUEST_SCHEMA`. `PathSynthesizer.synthesize(request=…)` obeys one, also one that
    somebody corrected.

    Args:
        graph: A graph or an artifact.
        goal: The request in words; values that it gives by itself are read where no entities are given.
        entities: Known values, by the words under which they were given: an input's name, a thing
            ("assignee"), an attribute of one ("issue.title").
        target: Tool name. Without one, values that the words give are unread, and nothing else is said.
        plugins: Plugin set whose readers are asked; the graph's own, or the installed ones by default.

    Raises:
        PlanSynthesisError: unknown_target.
        PluginError: a plugin failed; it is named.
    """
    from .plan import PathSynthesizer

    return PathSynthesizer(graph, plugins=plugins).read_request(target=target, entities=entities, goal=_question(goal))


def select_target_candidate(
    query: str,
    candidates: Sequence[Any],
    tools: Mapping[str, Any],
    retrieval_results: Sequence[Mapping[str, Any]] | None = None,
    llm_target: str | None = None,
    learning_suggestions: Sequence[Mapping[str, Any]] | None = None,
    policy: str = "strong_evidence",
    *,
    entities: Mapping[str, Any] | None = None,
    plugins: PluginSet | None = None,
    settings: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Which candidate is meant, and why: a plain dict with all documented keys, always.

    What changes something is ambiguous where it does not do what the question's verb says, or where words of its
    own are said neither by the question nor by *entities*: `unsaid` then says which, in sentences.

    Args:
        query: The user's words.
        candidates: Names, or retrieval rows.
        tools: Tool name → tool (dict or object); candidates that are not in it are ignored.
        retrieval_results: Rows of `retrieve_graphify` with evidence.
        llm_target: What a model chose; kept unless strong evidence speaks against it.
        learning_suggestions: Promoted suggestions; a small, capped boost.
        policy: "strong_evidence".
        entities: Values that are known, by the words under which they are given. With some, the answer also has
            `no_place`, the keys of those that have no place in the selected operation; where that changes
            something, the selection is ambiguous.
        plugins: Plugin set; the graph's own, or the installed ones by default.
        settings: Plugin id → settings; the graph's own by default.
    """
    graph = tools.graph if isinstance(tools, Tools) else None
    return engine_for(graph, plugins, settings).select(
        _question(query),
        candidates,
        tools,
        retrieval_results=retrieval_results,
        llm_target=llm_target,
        learning_suggestions=learning_suggestions,
        policy=policy,
        entities=entities,
    )


def plan_to_arazzo(
    plan: Plan | Mapping[str, Any],
    graph: ToolGraph | Mapping[str, Any],
    version: str = "1.0.1",
    *,
    source_url: str = "",
) -> dict[str, Any]:
    """A plan as an Arazzo document that other runners read and run.

    Args:
        plan: A plan, or what its `to_dict` gave.
        graph: The graph or artifact that the plan was made with.
        version: "1.0.1" or "1.1". The first has no filters and no `*`, the second says them by selectors.
        source_url: Where the OpenAPI document is, seen from the Arazzo document; its file name unless given.

    Raises:
        ArazzoError: needs_1_1, not_expressible …; `pointer` is the step and argument, `hint` the next step.
        UnknownFormatError: graph-tool-call-arazzo is not installed.
    """
    at = graph if isinstance(graph, ToolGraph) else ToolGraph.from_artifact(graph)
    made = plan if isinstance(plan, Plan) else Plan.from_dict(plan)
    return engine_for(at).plan_to_arazzo(made, at, version, source_url=source_url)


def plan_from_arazzo(
    document: Any,
    graph: ToolGraph | Mapping[str, Any],
    workflow_id: str = "",
    *,
    beside: Sequence[Any] = (),
    unchecked: bool = False,
) -> Plan:
    """The plan that does what a workflow of an Arazzo document does.

    Inputs of the workflow become questions; credentials are left to whoever runs the plan.

    Args:
        document: A path, a mapping, or JSON or YAML text. Nothing that it refers to is fetched.
        graph: The graph or artifact of the API that the workflow calls.
        workflow_id: Which workflow, where there are several.
        beside: The documents of workflows that it calls, told apart by their file names.
        unchecked: Leave success criteria out that a plan cannot check (what an answer holds), and list them.

    Raises:
        ArazzoError: the document cannot be read, or the workflow has a part that a plan cannot keep;
            `pointer` is its place.
        UnknownFormatError: graph-tool-call-arazzo is not installed.
    """
    at = graph if isinstance(graph, ToolGraph) else ToolGraph.from_artifact(graph)
    return engine_for(at).plan_from_arazzo(document, at, workflow_id, beside=tuple(beside), unchecked=unchecked)


def _question(query: Any) -> str:
    # A plugin would stumble over anything else, and be blamed for it.
    if not isinstance(query, str):
        raise TypeError(f"query must be a text, not {type(query).__name__}")
    return query


__all__ = [
    "ablate_plugins",
    "build_openapi_collection_artifact",
    "extract_openapi_contract_index",
    "plan_from_arazzo",
    "plan_to_arazzo",
    "read_request",
    "retrieve_graphify",
    "select_target_candidate",
    "selection_page",
    "selection_table",
    "unresolved_annotations",
]
