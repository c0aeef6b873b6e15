from __future__ import annotations

import itertools
import re
import time
import types
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from kit_samples import plugin

import graph_tool_call_testing
from graph_tool_call.errors import PluginError
from graph_tool_call.hooks import (
    AskPerson,
    ChoiceList,
    ChoiceValue,
    Collection,
    EnumMatch,
    Evidence,
    ExecutorSpec,
    FieldVerdict,
    Hit,
    Operation,
    OperationVerdict,
    Option,
    OptionsSource,
    PluginInfo,
    ProducerSignal,
    SignalSpec,
    Term,
    ToolCall,
    ToolResult,
    Veto,
    Vocabulary,
    hookimpl,
)
from graph_tool_call_testing import (
    ChoicesContract,
    ClassifierContract,
    EnumContract,
    ExecutorContract,
    FinderContract,
    OptionsContract,
    PlanningRulesContract,
    PluginContract,
    PluginInfoContract,
    ProducerSignalContract,
    RunEventContract,
    SelectorEvidenceContract,
    SourceContract,
    TextContract,
    VocabularyContract,
    WrapperContract,
)


def outcome(contract: type[PluginContract], tested: object, **members: Any) -> dict[str, str]:
    """What running *contract* on a plugin gives: test name → what it complains of; skipped tests are left out."""
    kind = type("TestIt", (contract,), {"plugin": tested, **members})
    complaints = {}
    for name in sorted(dir(kind)):
        if name.startswith("test_"):
            try:
                # As with pytest: an instance for each test.
                getattr(kind(), name)()
            except pytest.skip.Exception:
                continue
            except (AssertionError, PluginError, TypeError, ValueError) as exc:
                complaints[name] = str(exc)
    return complaints


#: For plugins that print what they should not.
say = print


# --- well-behaved plugins -----------------------------------------------------------


def verdicts(fields):
    for field in fields:
        if field.name.lower().endswith("id"):
            yield FieldVerdict(field=field.ref, role="identifier", confidence=0.8, reason="ends in id")


def signals(consumer):
    for one in consumer.candidates:
        if one.many:
            yield ProducerSignal(candidate=one.ref, signal="many", score=-0.5, reason="one of many")


def rules(consumer):
    for one in consumer.candidates:
        if one.tool.path.startswith("/users"):
            yield Veto(candidate=one.ref, reason="users are no source of orders")


def vetoes_all_but_the_best(consumer):
    """By the smallest path among the rivals."""
    best = min((one.tool.path for one in consumer.candidates), default="")
    return [Veto(candidate=one.ref, reason="another is better") for one in consumer.candidates if one.tool.path != best]


def judge(query, candidates, context):
    words = {term.value for term in context.terms(query)}
    for one in candidates:
        shared = tuple(sorted(words & set(one.tool.summary.lower().split())))
        if shared:
            yield Evidence(candidate=one.name, signal="words", score=0.5, matched=shared, reason="shared words")


def analyze(texts):
    return [tuple(Term(value=word) for word in re.findall(r"\w+", text.value.lower())) for text in texts]


def meant(query, documents):
    """Operations whose text has words of the question, by how many."""
    words = set(query.lower().split())
    rows = zip(documents.names, documents.texts, strict=True)
    shared = {name: len(words & set(text.lower().split())) for name, text in rows}
    most = max(shared.values(), default=0)
    best = sorted((name for name in shared if shared[name]), key=lambda name: (-shared[name], name))[:24]
    return [Hit(name=name, score=shared[name] / most, reason="shared words") for name in best]


def resolve(request):
    for choice in request.choices:
        if str(choice).lower() == request.word.lower():
            return EnumMatch(value=choice, confidence=1.0, reason="equal but for case")
    return None


def choose(request):
    for choice in request.choices:
        if request.word and str(choice).lower() == request.word.lower():
            return ChoiceValue(value=choice, confidence=1.0, reason="equal but for case")
    if request.word or request.choices:
        return None
    return ChoiceList(options=(Option(value="F-11", label="North wing"),), confidence=0.9, reason="the table")


def chooses_a_stranger(request):
    return OptionsSource(producer="nobody", options_path="$.items", value_path="id")


def takes_words_for_codes(request):
    return ChoiceValue(value=(request.choices or ("F-11",))[-1], confidence=1.0, reason="r") if request.word else None


def find(request):
    best = min((one for one in request.candidates if one.many), key=lambda one: one.ref, default=None)
    if best is None:
        return None
    return OptionsSource(producer=best.tool.name, options_path="$.items", value_path="id", reason="a list of them")


def executors():
    return [ExecutorSpec(name="echo")]


def execute(call):
    if call.executor != "echo":
        return None
    if "fail" in call.args:
        return ToolResult(ok=False, error_kind="tool", error="asked to fail")
    return ToolResult(ok=True, body=dict(call.args))


@attrs.frozen
class Settings:
    most: int = 3


def about(**parts):
    return PluginInfo(**{"title": "Sample", "description": "A sample.", "hook_api": 1, "settings": Settings, **parts})


def reads(source):
    """What lists tools, each by its name."""
    listed = source.data.get("tools") if isinstance(source.data, dict) else None
    if not isinstance(listed, list):
        return None
    names = [one["name"] for one in listed if isinstance(one, dict)]
    operations = tuple(Operation(key=f"POST /{name}", method="post", path=f"/{name}", name=name) for name in names)
    return Collection(format="tools", source=source.name, digest=source.digest, operations=operations)


def reading(read: Any, **parts: Any) -> object:
    """A plugin that reads so."""
    info = {"reads": "lists of tools", **parts}
    return plugin(gtc_read_source=read, gtc_plugin_info=lambda: about(**info))


def changed(**parts: Any) -> Any:
    """`reads` with another answer."""

    def read(source):
        found = reads(source)
        return None if found is None else attrs.evolve(found, **parts)

    return read


def reads_all(source):
    return Collection(format="x", source=source.name, digest="d")


def wants_rows(source):
    listed = source.data.get("tools", ()) if isinstance(source.data, dict) else ()
    return reads(source) if all(one.keys() for one in listed) else None


def paths_of(source):
    return len(source.value.get("paths", ())) if source.kind == "data" else 0


def takes_out(source):
    """Reads a list, and takes it out of the document."""
    found = reads(source)
    if found is not None:
        del source.data["tools"]
    return found


USAGE = SignalSpec(name="usage", weight=0.1)


def informed(**parts: Any) -> object:
    return plugin(gtc_plugin_info=lambda: about(**parts))


def wrapping(function):
    return type("Wrapping", (), {"gtc_execute": staticmethod(hookimpl(function, wrapper=True))})()


def patient(call):
    """Tries again once."""
    result = yield
    return result if result.ok else (yield)


CALLS = {
    "calls": (ToolCall(executor="echo", name="say", args={"x": 1}),),
    "failing_calls": (ToolCall(executor="echo", name="say", args={"fail": 1}),),
}
GOOD: dict[type[PluginContract], object] = {
    ClassifierContract: plugin(gtc_classify_fields=verdicts),
    ProducerSignalContract: plugin(gtc_producer_signals=signals),
    PlanningRulesContract: plugin(gtc_planning_rules=rules),
    SelectorEvidenceContract: plugin(gtc_selector_evidence=judge),
    TextContract: plugin(gtc_analyze_text=analyze),
    FinderContract: plugin(gtc_find_tools=meant),
    ChoicesContract: plugin(gtc_choices=choose),
    EnumContract: plugin(gtc_resolve_enum=resolve),
    OptionsContract: plugin(gtc_find_options=find),
    ExecutorContract: plugin(gtc_executors=executors, gtc_execute=execute),
    PluginInfoContract: informed(),
    SourceContract: reading(reads),
    VocabularyContract: plugin(gtc_vocabulary=lambda: Vocabulary(wrappers=frozenset({"resultaat"}))),
    RunEventContract: plugin(gtc_run_event=lambda event: None),
    WrapperContract: wrapping(patient),
}


@pytest.mark.parametrize("contract", GOOD, ids=lambda contract: contract.__name__)
def test_good_plugins_pass(contract: type[PluginContract]) -> None:
    """A plugin that keeps the rules passes every test of its contract."""
    assert {} == outcome(contract, GOOD[contract], **(CALLS if contract is ExecutorContract else {}))


def test_every_contract_is_tested() -> None:
    """Each contract that the kit offers has a good plugin here, and plugins that break its rules."""
    offered = {
        value
        for value in (getattr(graph_tool_call_testing, name) for name in graph_tool_call_testing.__all__)
        if isinstance(value, type) and issubclass(value, PluginContract) and value is not PluginContract
    }

    assert offered == set(GOOD)
    assert offered == set(BROKEN)


# --- plugins that break exactly one rule --------------------------------------------


def spin(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def half_marked() -> object:
    module = types.ModuleType("half_marked")
    module.gtc_classify_fields = hookimpl(verdicts)
    module.gtc_helper = lambda: None
    return module


def with_default() -> object:
    module = types.ModuleType("with_default")
    module.gtc_classify_fields = hookimpl(verdicts)
    module.gtc_hook_of_tomorrow = hookimpl(optionalhook=True)(lambda moon="full": None)
    return module


def spoken(field: int, **parts: Any) -> FieldVerdict:
    return FieldVerdict(**{"field": field, "role": "option", "confidence": 0.5, "reason": "said", **parts})


def only_of_sku(**parts: Any) -> object:
    return plugin(gtc_classify_fields=lambda fields: [spoken(f.ref, **parts) for f in fields if f.name == "sku"])


def moody_classifier() -> object:
    count = itertools.count()
    return plugin(
        gtc_classify_fields=lambda fields: [
            spoken(f.ref, semantic_tag=f"tag_{next(count)}") for f in fields if f.name == "sku"
        ]
    )


def by_first_field(fields):
    """What it says of the operation depends on which field comes first."""
    return [OperationVerdict(resource=f"of_{len(field.name)}", confidence=0.5, reason="first") for field in fields[:1]]


def by_company(fields):
    """What it says of a field depends on which others are there, in whatever order."""
    names = {field.name for field in fields}
    return [spoken(field.ref) for field in fields if field.name == "page" and "size" in names]


def unknown_ref(operation):
    return [spoken(999)] if operation.path == "/health" else None


def wants_names(fields):
    return [spoken(field.ref) for field in fields if field.name[0] == "_" and field.name[1:] == "never"]


def slow_on_long_names(fields):
    if any(len(field.name) > 1_000 for field in fields):
        spin(0.2)


def wants_operations(context):
    assert context.collection.operations, "no operations"


def moody_signals() -> object:
    count = itertools.count()
    return plugin(
        gtc_producer_signals=lambda consumer: [
            ProducerSignal(candidate=one.ref, signal="fit", score=next(count) % 2, reason="mood")
            for one in consumer.candidates[3:4]
        ]
    )


def first_candidate(consumer):
    return [ProducerSignal(candidate=one.ref, signal="fit", score=1, reason="first") for one in consumer.candidates[:1]]


def unknown_candidate(consumer):
    if not consumer.candidates:
        yield ProducerSignal(candidate=77, signal="fit", score=1, reason="x")


def wants_resource_names(consumer):
    return [] if consumer.tool.resource[:1].strip() or consumer.tool.name == "silent" else [1]


def first_evidence(candidates):
    return [Evidence(candidate=one.name, signal="test", score=1, reason="first") for one in candidates[:1]]


def evidence_for_nobody(query):
    return [Evidence(candidate="nobody", signal="test", score=1, reason="x")] if query == "orderNo" else None


def wants_a_query(query):
    assert query, "no query"


def by_size(texts):
    return [(Term(value=str(min(len(texts), 2))),) for _ in texts]


def by_position(texts):
    """The first of many texts is special, whatever it says: neither alone nor reordered is it the same."""
    return [(Term(value="first" if at == 0 and len(texts) > 1 else "x"),) for at, _ in enumerate(texts)]


def drops_empty(texts):
    return [(Term(value="x"),) for text in texts if text.value]


def hit(name: str, **parts: Any) -> Hit:
    return Hit(**{"name": name, "score": 1.0, "reason": "like it", **parts})


def hits(**parts: Any) -> object:
    """Finds what *meant* finds, with other parts."""
    return plugin(
        gtc_find_tools=lambda query, documents: [attrs.evolve(one, **parts) for one in meant(query, documents)]
    )


def first_document(query, documents):
    return [hit(documents.names[0])] if query.strip() and documents.names else None


def unknown_document(query):
    return [hit("nobody")] if query == "qzxvwkj" else None


def always_something(documents):
    return [hit(name) for name in sorted(documents.names)[:1]]


def hits_twice(query, documents):
    return meant(query, documents) * 2


def hits_everything(query, documents):
    return [hit(name) for name in sorted(documents.names)] if query.strip() else None


def remembers_the_first(query, documents, context):
    """Keeps what it computed, and not of which documents."""
    first = context.memo.once("documents", lambda: documents)
    return [one for one in meant(query, first) if one.name in documents.names]


def wants_documents(documents):
    assert documents.names, "no documents"


def takes_first_choice(request):
    return EnumMatch(value=request.choices[0], confidence=1.0, reason="first") if request.word == "open" else None


def takes_anything(request):
    return EnumMatch(value=2, confidence=0.1, reason="why not") if request.choices in ((1, 2, 3), (3, 2, 1)) else None


def invents_a_choice(request):
    return EnumMatch(value="NEW", confidence=1.0, reason="new") if request.word == "취소" else None


def wants_choices(request):
    assert request.choices, "no choices"


def source(producer: str, **parts: Any) -> OptionsSource:
    return OptionsSource(**{"producer": producer, "options_path": "$.a", "value_path": "id", "reason": "r", **parts})


def takes_first_candidate(request):
    return source(request.candidates[0].tool.name) if request.candidates else None


def takes_smallest(**parts: Any) -> object:
    def answer(request):
        names = sorted(one.tool.name for one in request.candidates)
        return source(names[0], **parts) if names else None

    return plugin(gtc_find_options=answer)


def invents_a_producer(request):
    return None if request.candidates else source("nobody")


def wants_fields(request):
    assert request.field, "no field"


def slow(hook: str, argument: str, many: Callable[[Any], int]) -> object:
    """A plugin that takes its time with large questions."""
    takes = {
        "fields": lambda fields: spin(0.2) if many(fields) > 99 else None,
        "consumer": lambda consumer: spin(0.2) if many(consumer) > 99 else None,
        "candidates": lambda candidates: spin(0.2) if many(candidates) > 99 else None,
        "documents": lambda documents: spin(0.2) if many(documents) > 99 else None,
        "source": lambda source: spin(0.2) if many(source) > 99 else None,
        "texts": lambda texts: spin(0.2) if many(texts) > 99 else None,
        "request": lambda request: spin(0.2) if many(request) > 99 else None,
    }
    return plugin(**{hook: takes[argument]})


def echo(function: Callable[..., Any]) -> object:
    return plugin(gtc_executors=executors, gtc_execute=function)


def takes_every_call(call):
    return execute(call) or ToolResult(ok=True)


def counting() -> object:
    count = itertools.count()
    return echo(lambda call: execute(call) and attrs.evolve(execute(call), status=next(count)))


def failing(failure: Callable[[Any], ToolResult]) -> object:
    return echo(lambda call, context: failure(context) if "fail" in call.args else execute(call))


def failed(**parts: Any) -> ToolResult:
    return ToolResult(**{"ok": False, "error_kind": "tool", "error": "gone", **parts})


@attrs.define
class Loose:
    most: int = 3


@attrs.frozen
class Demanding:
    path: str


def moody_about() -> Callable[[], PluginInfo]:
    count = itertools.count()
    return lambda: about(title=f"Sample {next(count)}")


def worded(**parts: Any) -> object:
    return plugin(gtc_vocabulary=lambda: Vocabulary(**parts))


def wants_a_document(context):
    if not context.collection.operations:
        raise ValueError("no operation")


def writes_tags(context):
    context.collection.tags["x"] = "y"


def clears_schemas(context):
    context.collection.schemas.clear()


def names_schemas(context):
    for schema in context.collection.schemas.values():
        object.__setattr__(schema, "title", "mine")


def all_secret(fields):
    return [spoken(field.ref, kind="auth") for field in fields]


def wants_a_step(event):
    vars(event)["step_id"]


def writes_output(event):
    if event.type == "plan.completed":
        event.output["items"] = []


def twice(call):
    yield
    return (yield)


def hides_failures(call):
    yield
    return ToolResult(ok=True)


def endless(call):
    result = yield
    while not result.ok:
        result = yield
    return result


def swallows(call):
    try:
        return (yield)
    except PluginError:
        return ToolResult(ok=True)


def writes_arguments(call):
    call.args["id"] = "t-2"
    return (yield)


def talks(call):
    say("calling", call.name)
    return (yield)


def tells_all(call, context):
    result = yield
    return result if result.ok else attrs.evolve(result, error=str(context.credentials("k")))


def forgets(call):
    yield


def writes_own_arguments(call):
    answer = execute(call)
    if answer is not None:
        call.args["x"] = 2
    return answer


OWN = "uses_its_own_executors_in_calls"
AWAITED = "awaited_calls_are_the_same"
ORDER, TWICE, VALID, ODD = "order_does_not_matter", "same_answer_twice", "answers_are_valid", "survives_odd_input"
LEAVES, SILENT = "leaves_what_it_is_given_alone", "prints_nothing"
FEW, APART = "hits_are_the_best_few", "collections_are_kept_apart"
PLAIN, BATCH, FAST, PATHS = "answers_are_plain_data", "batch_equals_one_by_one", "is_fast_enough", "paths_fit_together"
#: Contract → (what the kit must say, the plugin, the test that must say it, tests that may fail along with it).
FROM = "a_collection_says_where_it_is_from"
BROKEN: dict[type[PluginContract], list[tuple[str, object, str, set[str]]]] = {
    ClassifierContract: [
        ("gtc_helper has no @hookimpl", half_marked(), "every_hook_is_marked", set()),
        ("not gtc_classify_fields", plugin(gtc_plugin_info=lambda: None), "registers_cleanly", set()),
        ("(moon='full') has a default", with_default(), "arguments_have_no_defaults", set()),
        ("another answer in the same session", moody_classifier(), TWICE, {ORDER, BATCH}),
        ("order matters", plugin(gtc_classify_fields=by_first_field), ORDER, set()),
        ("the batch matters", plugin(gtc_classify_fields=by_company), BATCH, set()),
        ("no field has the ref 999", plugin(gtc_classify_fields=unknown_ref), VALID, {"*"}),
        ("must be a number from 0 to 1", only_of_sku(confidence=7), VALID, {"*"}),
        ("cannot write a complex", only_of_sku(filters=1j), PLAIN, {ORDER}),
        ("is one short sentence", only_of_sku(reason=""), VALID, {"*"}),
        ("more than one line", only_of_sku(reason="a\nb"), PLAIN, set()),
        ("string index out of range", plugin(gtc_classify_fields=wants_names), ODD, set()),
        ("allowed are 0.1 s", plugin(gtc_classify_fields=slow_on_long_names), ODD, set()),
        ("allowed are 0.1 s", slow("gtc_classify_fields", "fields", len), FAST, set()),
        ("changes what it is given: $.1.schemas.", plugin(gtc_classify_fields=names_schemas), LEAVES, set()),
        ("TypeError: this dict is read-only", plugin(gtc_classify_fields=clears_schemas), VALID, {"*"}),
        ("prints 'busy", plugin(gtc_classify_fields=lambda fields: say("busy")), SILENT, set()),
        (
            "11 of 11 fields are credentials: userId, status",
            plugin(gtc_classify_fields=all_secret),
            "few_fields_are_credentials",
            set(),
        ),
        ("no operations", plugin(gtc_classify_fields=wants_operations), "survives_an_empty_document", set()),
    ],
    ProducerSignalContract: [
        ("another answer in the same session", moody_signals(), TWICE, {ORDER}),
        ("order matters", plugin(gtc_producer_signals=first_candidate), ORDER, set()),
        ("no candidate has the ref 77", plugin(gtc_producer_signals=unknown_candidate), VALID, {"*"}),
        ("expected ProducerSignal", plugin(gtc_producer_signals=wants_resource_names), ODD, set()),
        ("allowed are 0.1 s", slow("gtc_producer_signals", "consumer", lambda c: len(c.candidates)), FAST, set()),
    ],
    PlanningRulesContract: [
        (
            "is judged by its rivals",
            plugin(gtc_planning_rules=vetoes_all_but_the_best),
            "a_rule_holds_for_its_candidate_alone",
            set(),
        ),
        (
            "no need has the ref 77",
            plugin(gtc_planning_rules=lambda: [AskPerson(need=77, reason="r")]),
            VALID,
            {"*"},
        ),
        ("allowed are 0.1 s", slow("gtc_planning_rules", "consumer", lambda c: len(c.candidates)), FAST, set()),
    ],
    SelectorEvidenceContract: [
        ("order matters", plugin(gtc_selector_evidence=first_evidence), ORDER, set()),
        ("no candidate is named 'nobody'", plugin(gtc_selector_evidence=evidence_for_nobody), VALID, {"*"}),
        ("no query", plugin(gtc_selector_evidence=wants_a_query), ODD, set()),
        ("allowed are 0.1 s", slow("gtc_selector_evidence", "candidates", len), FAST, set()),
    ],
    TextContract: [
        ("the batch matters", plugin(gtc_analyze_text=by_size), BATCH, set()),
        ("one sequence of terms for each text", plugin(gtc_analyze_text=drops_empty), ODD, set()),
        ("allowed are 0.1 s", slow("gtc_analyze_text", "texts", len), FAST, set()),
    ],
    FinderContract: [
        ("order matters", plugin(gtc_find_tools=first_document), ORDER, set()),
        ("no document is named 'nobody'", plugin(gtc_find_tools=unknown_document), VALID, {"*"}),
        ("gives no reason", hits(reason=""), PLAIN, set()),
        ("'' is taken for", plugin(gtc_find_tools=always_something), "abstains_on_blank_questions", set()),
        ("is hit twice", plugin(gtc_find_tools=hits_twice), FEW, set()),
        ("scores 0.5", hits(score=0.5), FEW, set()),
        ("1000 hits, allowed are 100", plugin(gtc_find_tools=hits_everything), FEW, set()),
        ("what was asked before matters", plugin(gtc_find_tools=remembers_the_first), APART, set()),
        ("no documents", plugin(gtc_find_tools=wants_documents), ODD, set()),
        ("allowed are 0.1 s", slow("gtc_find_tools", "documents", lambda d: len(d.names)), FAST, set()),
    ],
    ChoicesContract: [
        ("is taken for", plugin(gtc_choices=takes_words_for_codes), "abstains_on_nonsense", {ORDER}),
        ("no tool is named 'nobody'", plugin(gtc_choices=chooses_a_stranger), VALID, {"*"}),
        ("allowed are 0.1 s", slow("gtc_choices", "request", lambda r: len(r.candidates)), FAST, set()),
    ],
    EnumContract: [
        ("order matters", plugin(gtc_resolve_enum=takes_first_choice), ORDER, set()),
        ("is taken for 2", plugin(gtc_resolve_enum=takes_anything), "abstains_on_nonsense", set()),
        ("'NEW' is not among the choices", plugin(gtc_resolve_enum=invents_a_choice), VALID, {"*"}),
        ("no choices", plugin(gtc_resolve_enum=wants_choices), ODD, set()),
        ("allowed are 0.1 s", slow("gtc_resolve_enum", "request", lambda r: len(r.choices)), FAST, set()),
    ],
    OptionsContract: [
        ("order matters", plugin(gtc_find_options=takes_first_candidate), ORDER, set()),
        ("producer 'nobody' is not among", plugin(gtc_find_options=invents_a_producer), VALID, {"*"}),
        ("options_path 'items' must begin", takes_smallest(options_path="items"), PATHS, set()),
        ("'$.name' is inside one element", takes_smallest(label_paths=("$.name",)), PATHS, set()),
        ("no field", plugin(gtc_find_options=wants_fields), ODD, set()),
        ("allowed are 0.1 s", slow("gtc_find_options", "request", lambda r: len(r.candidates)), FAST, set()),
    ],
    PluginInfoContract: [
        ("PluginInfo.title is empty", informed(title=" "), "says_who_it_is", set()),
        ("description has more than one line", informed(description="a\nb"), "says_who_it_is", set()),
        ("hook_api is 0; this host has 1", informed(hook_api=0), "says_for_which_hooks_it_was_written", set()),
        (
            "Loose can be changed; decorate it with @attrs.frozen",
            informed(settings=Loose),
            "settings_are_frozen",
            set(),
        ),
        (
            "settings without a default: path",
            informed(settings=Demanding),
            "settings_have_defaults",
            {"registers_cleanly"},
        ),
        ("signals without a meaning: usage", informed(signals=(USAGE,)), "signals_say_what_they_mean", set()),
        ("was PluginInfo", plugin(gtc_plugin_info=moody_about()), "says_the_same_again", set()),
    ],
    VocabularyContract: [
        ("expected Vocabulary or None, got dict", plugin(gtc_vocabulary=lambda: {"wrappers": ["x"]}), VALID, {"*"}),
        ("wrappers has ' ', which is no word", worded(wrappers=frozenset({" "})), "words_are_words", set()),
        ("no operation", plugin(gtc_vocabulary=wants_a_document), VALID, {"*"}),
        ("changes what it is given: $.0.schemas.", plugin(gtc_vocabulary=names_schemas), LEAVES, set()),
        ("TypeError: this dict is read-only", plugin(gtc_vocabulary=writes_tags), VALID, {"*"}),
    ],
    SourceContract: [
        ("expected Collection or None, got list", reading(lambda source: []), VALID, {"*"}),
        ("reads <mapping> {}, which describes", reading(reads_all), "abstains_on_nonsense", set()),
        ("Collection.digest is empty", reading(changed(digest="")), FROM, set()),
        ("Collection.source is 'mine'", reading(changed(source="mine")), FROM, set()),
        ("Collection.format is empty", reading(changed(format="")), FROM, set()),
        ("PluginInfo.reads is empty", reading(reads, reads=""), "says_what_it_reads", set()),
        ("has no gtc_plugin_info", plugin(gtc_read_source=reads), "says_what_it_reads", set()),
        ("order matters", reading(lambda source: reads(source) if source.kind == "data" else None), ORDER, set()),
        ("'str' object has no attribute", reading(wants_rows), ODD, set()),
        ("changes what it is given", reading(takes_out), LEAVES, {TWICE, ORDER}),
        ("prints 'reading", reading(lambda source: say("reading")), SILENT, set()),
        ("allowed are 0.1 s", slow("gtc_read_source", "source", paths_of), FAST, {"says_what_it_reads"}),
    ],
    RunEventContract: [
        ("KeyError: 'step_id' (PlanStarted)", plugin(gtc_run_event=wants_a_step), "sees_every_kind_of_event", {FAST}),
        ("TypeError: this dict is read-only", plugin(gtc_run_event=writes_output), "sees_every_kind_of_event", {FAST}),
        ("prints 'plan.started", plugin(gtc_run_event=lambda event: say(event.type)), SILENT, set()),
        ("allowed are 0.1 s", plugin(gtc_run_event=lambda event: spin(0.001)), FAST, set()),
    ],
    WrapperContract: [
        ("get_thing succeeded and was made 2 times", wrapping(twice), "hands_a_success_on", set()),
        ("'http' became a success", wrapping(hides_failures), "hands_failures_on", {"survives_a_request_for_patience"}),
        ("was called 10 times", wrapping(endless), "hands_failures_on", {"keeps_credentials"}),
        ("an executor that raised became a success", wrapping(swallows), "broken_executors_stay_broken", set()),
        ("TypeError: this dict is read-only", wrapping(writes_arguments), "hands_a_success_on", {"*"}),
        ("prints 'calling", wrapping(talks), SILENT, set()),
        ("gives the credential away", wrapping(tells_all), "keeps_credentials", set()),
        ("expected ToolResult, got NoneType", wrapping(forgets), "hands_a_success_on", {"*"}),
        ("implements gtc_plugin_info, and not gtc_execute", informed(), "registers_cleanly", {"*"}),
    ],
    ExecutorContract: [
        ("TypeError: this dict is read-only", echo(writes_own_arguments), "calls_succeed", {"*"}),
        ("prints 'calling", echo(lambda call: say("calling") or execute(call)), SILENT, set()),
        ("gtc_executors names none", plugin(gtc_execute=execute), "names_its_executors", {OWN, AWAITED}),
        ("'somebody-else'", echo(takes_every_call), "leaves_calls_of_others_alone", set()),
        ("another result in another run", counting(), "calls_succeed", {AWAITED}),
        ("ZeroDivisionError: division by zero", failing(lambda _context: 1 / 0), "failures_are_results", {AWAITED}),
        (
            "what is shown gives the credential away",
            plugin(
                gtc_executors=lambda: [ExecutorSpec(name="echo", dry_run=True)],
                gtc_execute=lambda call, context: (
                    ToolResult(ok=True, body=context.credentials("k")) if call.dry_run else execute(call)
                ),
            ),
            "shows_calls",
            set(),
        ),
        ("was expected to fail", failing(lambda _context: failed(ok=True)), "failures_are_results", set()),
        ("no such kind: 'bad'", failing(lambda _context: failed(error_kind="bad")), "failures_are_results", set()),
        ("failed without a text", failing(lambda _context: failed(error="")), "failures_are_results", set()),
        (
            "gives the credential away",
            failing(lambda c: failed(error=c.credentials("k"))),
            "failures_are_results",
            set(),
        ),
    ],
}


@pytest.mark.parametrize(
    ("contract", "text", "broken", "rule", "along"),
    [
        pytest.param(kind, *row, id=f"{kind.__name__}-{row[2]}-{at}")
        for kind, rows in BROKEN.items()
        for at, row in enumerate(rows)
    ],
)
def test_each_rule_is_held(
    contract: type[PluginContract], text: str, broken: object, rule: str, along: set[str]
) -> None:
    """A plugin that breaks one rule fails the test of that rule, which says what is wrong, and no unrelated one."""
    members = CALLS if contract is ExecutorContract else {"budget": 0.1}

    complaints = outcome(contract, broken, **members)

    assert text in complaints.pop(f"test_{rule}")
    if "*" in along:
        # No test gets an answer; each one that asks says why.
        assert {} == {name: said for name, said in complaints.items() if text not in said}
    else:
        assert set(complaints) <= {f"test_{name}" for name in along}


def test_calls_must_be_for_own_executors() -> None:
    """Sample calls for an executor that the plugin does not have would test nothing."""
    calls = (ToolCall(executor="other", name="say", args={}),)

    complaints = outcome(ExecutorContract, GOOD[ExecutorContract], calls=calls)

    assert "the plugin names ['echo']" in complaints["test_uses_its_own_executors_in_calls"]
