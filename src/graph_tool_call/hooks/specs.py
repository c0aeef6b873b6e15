"""The hook specifications: names, signatures, and when each is called.

No argument has a default here or in an implementation (pluggy 1.6 and 1.7 treat defaults
differently). The last argument is a context, so that later additions break nobody.
`None` abstains. An implementation may take any subset of the arguments, by name. Hooks
are asked for many items at once, so that no call stands in a loop over fields. Arguments
are frozen, their dicts and lists too: writing into one is a TypeError of the plugin that
writes, and `thawed` gives a copy that may be changed. Equal arguments and settings must give equal answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .markers import hookspec
from .specs_reading import gtc_read_source  # noqa: F401 - one of the hooks

if TYPE_CHECKING:
    from .choices import ChoiceList, ChoiceRequest, ChoiceValue
    from .finding import Documents, Hit
    from .planning import AskPerson, NeedsApproval, PlanRequest, Veto
    from .requests import Frame, Reading, RequestContext, RequestText
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
        Preference,
        ProducerSignal,
        QueryContext,
        RunContext,
        Term,
        Text,
        ToolCall,
        ToolResult,
    )
    from .vocabulary import Vocabulary


@hookspec
def gtc_plugin_info() -> PluginInfo | None:
    """Say who the plugin is, which hook API it was written for, and what settings it takes.

    Called once, when a host is built, before any other hook of the plugin. Optional: a
    plugin without it has no title and takes no settings. Nobody else's answer matters.

    Returns:
        The plugin's own description. With `settings`, an attrs class, the settings that a
        user gives under the plugin's id are decoded into an instance of it, strictly, and
        reach every other hook as `context.settings`.
    """


@hookspec
def gtc_vocabulary(context: BuildContext) -> Vocabulary | None:
    """Say words of the conventions by which names are read: keys, wrappers, pages, outcomes, plurals.

    Called once for each document, before any field is classified, and once without one
    (`context.collection` is empty) for planning and running. The answers of all plugins
    are united; where two differ on one word, the earlier plugin's holds. Every plugin then
    finds them as `context.vocabulary`, and the stages that read names have no others.

    Args:
        context: The whole document, the plugin's settings, and a memo for what is dear.

    Returns:
        The words that the plugin adds; None for none.
    """


@hookspec
def gtc_classify_fields(
    operation: Operation, fields: Sequence[Field], context: BuildContext
) -> Iterable[FieldVerdict | OperationVerdict] | None:
    """Say what the *fields* of one *operation* are, and what the operation does.

    Called once for each operation of a document, with all of its inputs and outputs. All
    answers are collected. Each part (kind, role, tag, action …) is decided singly: it goes
    to the highest confidence, then to the earlier plugin.

    Args:
        operation: The operation as the document describes it.
        fields: Every leaf of its inputs and of its success responses.
        context: The whole document, the plugin's settings, and a memo that lives as long
            as the build: what is dear to compute for a document belongs there.

    Returns:
        Verdicts on the fields that you have an opinion on, each naming its field by `ref`,
        in any order; an `OperationVerdict` may be among them. Parts that are None
        abstain. A verdict must depend on its field, the operation and the document, not on
        which other fields are in the batch. None, or nothing yielded, abstains on all.
    """


@hookspec
def gtc_producer_signals(
    consumer: Consumer, request: PlanRequest, context: PlanContext
) -> Iterable[ProducerSignal] | None:
    """Say which producers are good or bad sources for the needs of one *consumer*.

    Called at most once for each consuming operation that a plan touches. All answers are
    collected; how much a signal counts is the policy's business, by the signal's name.

    Args:
        consumer: The consuming operation, its needs, and the candidates that the index
            offers for them.
        request: Target, goal and given values. An implementation that takes it is asked anew
            for each plan, which costs time; one that does not, once.
        context: All tools of the graph, the plugin's settings, and a memo that lives as
            long as the synthesizer.

    Returns:
        Signals, each naming its candidate by `ref`, with a score from -1 (do not use it)
        to 1 (this is the one). None abstains.
    """


@hookspec
def gtc_planning_rules(
    consumer: Consumer, request: PlanRequest, context: PlanContext
) -> Iterable[Veto | AskPerson | NeedsApproval] | None:
    """Say what must hold for one *consumer*: what never supplies a need, what is never guessed, what is approved.

    Called once for each consuming operation that a plan touches, for what its calls need, and once more for each
    optional input that a plan fills. All answers hold: they are no prices, and nothing outweighs one. Who said it
    and why stands in the plan, in what is asked, and in why a producer does not supply a field.

        @hookimpl
        def gtc_planning_rules(consumer: Consumer) -> Iterator[Veto | AskPerson | NeedsApproval]:
            for candidate in consumer.candidates:
                if candidate.tool.path.startswith("/audit/"):
                    yield Veto(candidate=candidate.ref, reason="the audit log is no source of keys")
            for need in consumer.needs:
                if need.semantic_tag == "patient_id":
                    yield AskPerson(need=need.ref, reason="a patient is never guessed")
            if "billing" in consumer.tool.tags:
                yield NeedsApproval(tool=consumer.tool.name, reason="it costs money")

    Args:
        consumer: The consuming operation, its needs, and all candidates for them. Candidates are made when they
            are first looked at.
        request: Target, goal and given values. An implementation that takes it is asked anew
            for each plan, which costs time; one that does not, once.
        context: All tools of the graph, the plugin's settings, and a memo.

    Returns:
        Rules, each naming its candidate or need by `ref`, or the consumer's tool by its name, with a reason. None
        says nothing.
    """


@hookspec
def gtc_selector_evidence(
    query: str, candidates: Sequence[Candidate], context: QueryContext
) -> Iterable[Evidence | Preference] | None:
    """Say what speaks for and against the *candidates* as the target of a *query*, and what it prefers in general.

    Called once for each query, with all candidates. All answers are collected; the selection
    policy weighs them by their signal's name.

    Args:
        query: The user's question or order, as typed.
        candidates: Retrieved operations, and what is related to them.
        context: The analysed terms of a text, how rare a term is in the collection, what
            was learnt earlier, the plugin's settings, and a memo.

    Returns:
        Evidence, naming candidates by `name`, with a score from -1 to 1 and the words that
        it rests on; and at most one `Preference`. None abstains.
    """


@hookspec
def gtc_analyze_text(texts: Sequence[Text], context: QueryContext) -> Iterable[Sequence[Term]] | None:
    """Give the terms of each text: stems, morphemes, translations of common API words.

    Called in batches, for documents and for queries. The terms of all plugins are united; of
    two equal terms (same value and kind) the greater weight holds.

    Args:
        texts: Names, summaries, descriptions, paths, field names … or a query, each with
            its source.
        context: The plugin's settings and a memo. `context.terms` cannot be asked here: it
            is made of the answers to this hook.

    Returns:
        One sequence of terms for each text, in order, empty where there is nothing to say.
        None, or nothing yielded, abstains on all.
    """


@hookspec
def gtc_find_tools(query: str, documents: Documents, context: QueryContext) -> Iterable[Hit] | None:
    """Find the operations that a *query* means by other ways than its words: vectors, a model, a service.

    Called at most once for each query, and only when the operations' words leave a part of
    it unexplained. All answers are collected; the hits become candidates, with evidence of
    the signal "meaning" that counts for as much as the words leave open.

    Args:
        query: The user's question or order, as typed.
        documents: All operations of the collection as short texts.
        context: The plugin's settings and a memo that lives as long as the search index.

    Returns:
        The best few operations (two dozen are enough), each named as in *documents*, in any
        order. None, or nothing yielded, abstains.
    """


@hookspec
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterable[Reading] | None:
    """Say what a *request* means: which values it gives, and what each of them is for.

    Called for each request, before anything is planned, and again where values were read out of its
    words: these are then among the said ones. Called with a frame without a target before an operation
    is searched for. All answers are collected; the best consistent assignment wins, in which each
    said value has one place and each slot one value.

    Args:
        request: The question, its words, and the values that were said.
        frame: The inputs of the target, and the kinds of things that the API knows.
        context: All tools of the graph, the plugin's settings, and a memo that lives as long as the
            synthesizer.

    Returns:
        Mentions, placements, settings and quantities, each with a score from -1 (surely not) to 1
        (beyond doubt) and a reason. None abstains.
    """


@hookspec(firstresult=True)
def gtc_choices(request: ChoiceRequest, context: PlanContext) -> ChoiceList | OptionsSource | ChoiceValue | None:
    """Say what may be chosen for a field, or what a word for it means: from a table, a directory, a file, an operation.

    Called for each given word, of enums where it is no member, and for each field that a person is going to be
    asked for, whether any operation supplies it or none. The surest answer of all plugins holds; of equal ones the
    earlier plugin's. It stands in the plan with its plugin, its confidence and its reason.

        WINGS = {"North wing": "F-11", "South wing": "F-12"}

        @hookimpl
        def gtc_choices(request: ChoiceRequest) -> ChoiceList | ChoiceValue | None:
            if request.field != "facility":
                return None
            if request.word in WINGS:
                return ChoiceValue(value=WINGS[request.word], confidence=0.9, reason="the table of wings")
            options = tuple(Option(value=code, label=name) for name, code in WINGS.items())
            return ChoiceList(options=options, confidence=0.9, reason="the table of wings")

    Args:
        request: The field, its choices if it has few, the word if there is one, and operations that list values.
        context: All tools of the graph, the plugin's settings, and a memo.

    Returns:
        The value that the word means; or all values with labels, of which the word may be one; or the operation
        that lists them, any that only reads and needs nothing. None abstains. For an enum, values are members.
    """


@hookspec(firstresult=True)
def gtc_resolve_enum(request: EnumRequest, context: PlanContext) -> EnumMatch | None:
    """Find the member of an enum that a user's word means ("completed" → COMPLETE).

    Called for each given word that is not itself a member. The surest answer of this hook and of `gtc_choices`
    holds; of equal ones the earlier plugin's.

    Args:
        request: The field, its choices with their labels, and the word.
        context: All tools of the graph, the plugin's settings, and a memo.

    Returns:
        The match, whose value must be one of the choices; None when the word means none of
        them, or could mean several.
    """


@hookspec(firstresult=True)
def gtc_find_options(request: OptionsRequest, context: PlanContext) -> OptionsSource | None:
    """Find where the values of a choice are listed. Must not call anything.

    Called for each field that wants a choice and has single-hop producers. The surest answer of this hook and of
    `gtc_choices` holds; of equal ones the earlier plugin's.

    Args:
        request: The field, the producers that could list its values, and the names beside
            each candidate's value.
        context: All tools of the graph, the plugin's settings, and a memo.

    Returns:
        The source, whose producer must be the tool of one of the candidates; None when no
        candidate lists the values.
    """


@hookspec
def gtc_executors() -> Iterable[ExecutorSpec] | None:
    """Name the executors that the plugin offers.

    Called once, when a host is built. Executors are looked up by name, so two of one name
    are an error that names both plugins.

    Returns:
        What the plugin's `gtc_execute` answers to.
    """


@hookspec(firstresult=True)
def gtc_execute(call: ToolCall, context: RunContext) -> ToolResult | None:
    """Make one *call*, if `call.executor` is yours; None otherwise.

    Called for each step of a run. The first answer holds. Failures of the called system are
    results (`ok=False`, with an `error_kind`), not exceptions.

    The only hook that may be wrapped (`@hookimpl(wrapper=True)`), for authentication, rate
    limits, redaction and retries. A wrapper is a generator: each `yield` makes the call once
    and gives its result, so that yielding again is a retry; yielding a `ToolCall` makes
    that call instead; what it returns is the result.

    Args:
        call: The tool with its arguments, the executor's name, and a time limit.
        context: Credentials by security scheme, options, the plugin's settings, a memo that
            lives as long as the runner and one that lives as long as the run. What is in a
            memo and has a `close` method is closed at its end.

    Returns:
        What the call gave, or None when it is not yours.
    """


@hookspec(firstresult=True)
async def gtc_aexecute(call: ToolCall, context: RunContext) -> ToolResult | None:
    """`gtc_execute` as a coroutine, for clients that are awaited.

    Called for each step of a run; the first answer holds. A plugin may have either hook, or both. A
    runner on an event loop (`arun`, `arun_stream`) awaits this one and calls the other in a thread; a
    runner without one calls the other, and runs this one to its end on a loop of its own. Wrappers of
    `gtc_execute` are around both. Past its time limit, and when the run is cancelled, the coroutine is
    cancelled; it should let that happen.

    Args:
        call: As for `gtc_execute`.
        context: As for `gtc_execute`. Clients that belong to an event loop belong into `run_memo`.

    Returns:
        What the call gave, or None when it is not yours.
    """


@hookspec
def gtc_open_run(context: RunContext) -> None:
    """Prepare a run whose calls go to your executor, or through your wrapper. May be a coroutine function.

    Called before the first call of a run; a run without calls opens nothing. What it raises is told
    as why no call of the run was made.

    Args:
        context: That of the calls, with `run_id` and `run_memo`.
    """


@hookspec
def gtc_close_run(context: RunContext) -> None:
    """Put away what a run has used. May be a coroutine function.

    Called once when a run that you have opened is over: after a failure, a cancellation, or when its
    events are no longer wanted, too. Without `gtc_open_run` it is called for each run that made a
    call. A failure is logged with the plugin's name and changes nothing. A call that was given up
    after its time may still be on its way.

    Args:
        context: As for `gtc_open_run`.
    """


@hookspec
def gtc_run_event(event: object) -> None:
    """See one run event (a frozen dataclass of `graph_tool_call.plan.running.events`).

    Called for each event, after it was made and before the caller sees it. A failure is
    logged with the plugin's name and changes nothing.

    Args:
        event: What happened: a step began, was retried, gave a result …
    """


from .format_specs import gtc_exporters, gtc_importers  # noqa: E402, F401 - last on the page
