"""The hook specifications: names, signatures, and when each is called.

No argument has a default here or in an implementation (pluggy 1.6 and 1.7 treat defaults
differently). The last argument is a context, so that later additions break nobody.
`None` abstains. An implementation may take any subset of the arguments, by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .markers import hookspec

if TYPE_CHECKING:
    from .types import (
        BuildContext,
        Candidate,
        Consumer,
        EnumMatch,
        EnumRequest,
        Evidence,
        ExecutorSpec,
        Field,
        FieldVerdict,
        Operation,
        OperationVerdict,
        OptionsRequest,
        OptionsSource,
        PlanContext,
        PluginInfo,
        ProducerSignal,
        QueryContext,
        RunContext,
        Term,
        Text,
        ToolCall,
        ToolResult,
    )


@hookspec
def gtc_plugin_info() -> PluginInfo | None:
    """Say who the plugin is, which hook API it was written for, and what settings it takes.

    Called once, when a host is built. Optional. Each plugin's answer is its own.
    """


@hookspec
def gtc_classify_fields(
    operation: Operation, fields: Sequence[Field], context: BuildContext
) -> Iterable[FieldVerdict | OperationVerdict] | None:
    """Say what the *fields* of one *operation* are, and what the operation does.

    Called once for each operation of a document, with all of its inputs and outputs.
    Answer only for fields you have an opinion on, naming each by its `ref`; one
    `OperationVerdict` may be among the answers. All answers are collected; each part
    (kind, role, tag …) goes to the highest confidence, then to the earlier plugin.
    """


@hookspec
def gtc_producer_signals(consumer: Consumer, context: PlanContext) -> Iterable[ProducerSignal] | None:
    """Say which producers are good or bad sources for the needs of one *consumer*.

    Called at most once for each consuming operation that a plan touches, with the
    candidates that the index offers. All answers are collected; how much a signal
    counts is the policy's business.
    """


@hookspec
def gtc_selector_evidence(
    query: str, candidates: Sequence[Candidate], context: QueryContext
) -> Iterable[Evidence] | None:
    """Say what speaks for and against the *candidates* as the target of a *query*.

    Called once for each query, with all candidates. All answers are collected.
    """


@hookspec
def gtc_analyze_text(texts: Sequence[Text], context: QueryContext) -> Iterable[Sequence[Term]] | None:
    """Give the terms of each text: stems, morphemes, translations of common API words.

    Called in batches, for documents and for queries. Answer with one sequence for each
    text, in order (empty where there is nothing to say). The terms of all plugins are
    united; of two equal terms the greater weight holds.
    """


@hookspec(firstresult=True)
def gtc_resolve_enum(request: EnumRequest, context: PlanContext) -> EnumMatch | None:
    """Find the member of an enum that a user's word means ("completed" → COMPLETE).

    Called for each given word that is not itself a member. The first answer holds; it
    must be one of the choices.
    """


@hookspec(firstresult=True)
def gtc_find_options(request: OptionsRequest, context: PlanContext) -> OptionsSource | None:
    """Find where the values of a choice are listed. Must not call anything.

    Called for each field that wants a choice and has single-hop producers. The first
    answer holds.
    """


@hookspec
def gtc_executors() -> Iterable[ExecutorSpec] | None:
    """Name the executors that the plugin offers.

    Called once, when a host is built. Two executors of one name are an error that names
    both plugins.
    """


@hookspec(firstresult=True)
def gtc_execute(call: ToolCall, context: RunContext) -> ToolResult | None:
    """Make one *call*, if `call.executor` is yours; `None` otherwise.

    Called for each step of a run. The first answer holds. The only hook that may be
    wrapped (`@hookimpl(wrapper=True)`), for authentication, rate limits, redaction.
    Failures of the called system are results (`ok=False`), not exceptions.
    """


@hookspec
def gtc_run_event(event: object) -> None:
    """See one run event (a frozen dataclass of `graph_tool_call.plan.events`).

    Called for each event, after it was made and before the caller sees it. A failure is
    logged with the plugin's name and changes nothing.
    """
