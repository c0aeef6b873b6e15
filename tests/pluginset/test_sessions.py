from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from sample_plugins import CANDIDATES, COLLECTION, CONSUMER, ENUM, FIELDS, GET, LIST, OPERATION, OPTIONS, host, plugin

from graph_tool_call.errors import HookFailedError, HookResultError
from graph_tool_call.hooks import (
    ChoiceRequest,
    ChoiceValue,
    EnumMatch,
    Evidence,
    FieldVerdict,
    OperationVerdict,
    OptionsSource,
    ProducerSignal,
    Term,
    Text,
)
from graph_tool_call.pluginset import BuildSession, PlanSession, QuerySession


def verdict(field: int = 1, confidence: float = 0.5, **parts: Any) -> FieldVerdict:
    return FieldVerdict(field=field, confidence=confidence, reason="test", **parts)


def signal(candidate: int = 7, score: float = 0.5) -> ProducerSignal:
    return ProducerSignal(candidate=candidate, signal="fit", score=score, reason="test")


def evidence(candidate: str = "get_order", score: float = 0.5) -> Evidence:
    return Evidence(candidate=candidate, signal="test", score=score, reason="test")


def match(value: Any = "COMPLETE") -> EnumMatch:
    return EnumMatch(value=value, confidence=1.0, reason="test")


def source(producer: str = "list_orders") -> OptionsSource:
    return OptionsSource(producer=producer, options_path="$.items", value_path="id")


def build(**plugins: object) -> BuildSession:
    return host(**plugins).build_session(COLLECTION)


def plan(**plugins: object) -> PlanSession:
    return host(**plugins).plan_session({"get_order": GET, "list_orders": LIST})


def query(**plugins: object) -> QuerySession:
    return host(**plugins).query_session(lambda _term: 1.0)


def saying(*answers: Any) -> object:
    return plugin(gtc_classify_fields=lambda: answers)


# --- gtc_classify_fields ------------------------------------------------------------


def test_highest_confidence_comes_first() -> None:
    """Opinions on a field are ordered by confidence, each with the plugin that has it."""
    decided = build(low=saying(verdict(confidence=0.2)), top=saying(verdict(confidence=0.9))).classify(
        OPERATION, FIELDS
    )

    assert [("top", 0.9), ("low", 0.2)] == [(o.plugin, o.value.confidence) for o in decided.fields[1].opinions]


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_equal_confidence_goes_to_the_earlier_plugin(order: str) -> None:
    """Ties are settled by the order of the set, and not by the order of definition."""
    plugins = {name: saying(verdict(kind={"a": "auth", "b": "context"}[name])) for name in order}

    assert "auth" == build(**plugins).classify(OPERATION, FIELDS).fields[1].value("kind")


def test_parts_are_decided_singly() -> None:
    """A sure opinion on one part takes nothing from another part."""
    kind, tag = saying(verdict(confidence=0.9, kind="data")), saying(verdict(confidence=0.1, semantic_tag="order_id"))
    decided = build(kind=kind, tag=tag).classify(OPERATION, FIELDS).fields[1]

    assert ("data", "order_id", None) == (decided.value("kind"), decided.value("semantic_tag"), decided.value("role"))
    assert "tag" == decided.part("semantic_tag").plugin


def test_every_field_has_an_entry() -> None:
    """A field without opinions is undecided, and not absent."""
    decided = build(one=saying(verdict(2))).classify(OPERATION, FIELDS)

    assert [1, 2] == list(decided.fields)
    assert () == decided.fields[1].opinions


def test_operation_verdicts_are_kept_apart() -> None:
    """One batch answers for fields and for the operation."""
    answer = OperationVerdict(action="read", confidence=1.0, reason="test")
    decided = build(one=saying(answer, verdict())).classify(OPERATION, FIELDS)

    assert ("read", None) == (decided.operation.value("action"), decided.operation.value("resource"))
    assert 1 == len(decided.fields[1].opinions)


def test_generators_and_abstainers_are_welcome() -> None:
    """An implementation may yield, give any iterable, or nothing."""

    def lazily(fields):
        for field in fields:
            yield verdict(field.ref, kind="data")

    decided = build(a=plugin(gtc_classify_fields=lazily), b=plugin(gtc_classify_fields=lambda: None))

    assert "data" == decided.classify(OPERATION, FIELDS).fields[2].value("kind")


def test_nobody_to_ask() -> None:
    """Without classifiers every field is undecided."""
    decided = build().classify(OPERATION, FIELDS)

    assert {1: (), 2: ()} == {ref: one.opinions for ref, one in decided.fields.items()}
    assert () == decided.operation.opinions


def failing_late() -> Any:
    yield from ()
    raise ZeroDivisionError("too\nlate")


@pytest.mark.parametrize(
    ("answers", "error", "text"),
    [
        (lambda: 1 / 0, HookFailedError, "ZeroDivisionError: division by zero"),
        (failing_late, HookFailedError, "ZeroDivisionError: too late"),
        (lambda: [verdict(kind="nonsense")], HookFailedError, "FieldVerdict.kind must be one of data, context, auth"),
        (
            lambda: [verdict(confidence=2)],
            HookFailedError,
            "FieldVerdict.confidence must be a number from 0 to 1, got 2",
        ),
        (lambda: [verdict(confidence=float("nan"))], HookFailedError, "must be a number from 0 to 1, got nan"),
        (lambda: verdict(1), HookResultError, "expected an iterable of answers or None, got FieldVerdict"),
        (lambda: [{"field": 1}], HookResultError, "expected FieldVerdict or OperationVerdict, got dict"),
        (lambda: "no", HookResultError, "expected FieldVerdict or OperationVerdict, got str 'n'"),
        (lambda: [verdict(99)], HookResultError, "no field has the ref 99"),
        (lambda: [verdict([])], HookResultError, r"no field has the ref \[\]"),
    ],
)
def test_bad_classifiers_are_blamed(answers: Callable[[], Any], error: type[Exception], text: str) -> None:
    """Errors name plugin, hook and operation on one line, and keep their cause."""
    with pytest.raises(error, match=text) as caught:
        build(ok=saying(), acme=plugin(gtc_classify_fields=answers)).classify(OPERATION, FIELDS)

    assert ("acme", "gtc_classify_fields") == (caught.value.plugin, caught.value.hook)
    assert "(operation 'GET /orders/{id}')" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (error is HookFailedError) == (caught.value.__cause__ is not None)


def test_interrupts_pass() -> None:
    """What is meant for the process is nobody's failure."""

    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(acme=plugin(gtc_classify_fields=stop)).classify(OPERATION, FIELDS)


# --- contexts and memos -------------------------------------------------------------


def test_memo_is_made_once_in_a_session() -> None:
    """What is dear is made once for each session and plugin, however often it is wanted."""
    made: list[str] = []

    def counting(name: str) -> object:
        def classify(context):
            context.memo.once("key", lambda: made.append(name))

        return plugin(gtc_classify_fields=classify)

    built = host(a=counting("a"), b=counting("b"))
    for session in (built.build_session(COLLECTION), built.build_session(COLLECTION)):
        session.classify(OPERATION, FIELDS)
        session.classify(OPERATION, FIELDS)

    assert ["a", "b", "a", "b"] == made


def test_memo_keeps_none_and_nests() -> None:
    """None is a value like others, and what is made may use the memo itself."""
    calls: list[int] = []

    def classify(context):
        once = context.memo.once
        assert once("none", lambda: calls.append(1)) is None
        assert once("none", lambda: calls.append(2)) is None
        assert 2 == once("outer", lambda: once("inner", lambda: 1) + 1)

    build(a=plugin(gtc_classify_fields=classify)).classify(OPERATION, FIELDS)

    assert [1] == calls


def test_memo_makes_once_for_many_threads() -> None:
    """Threads that ask at once get one value."""
    made: list[int] = []
    barrier = threading.Barrier(4)

    def classify(context):
        barrier.wait(5)
        context.memo.once("key", lambda: made.append(1))

    session = build(a=plugin(gtc_classify_fields=classify))
    threads = [threading.Thread(target=session.classify, args=(OPERATION, FIELDS)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [1] == made


def test_hooks_of_one_plugin_share_its_memo() -> None:
    """Within a session a plugin finds in one hook what it kept in another, and nobody else's."""

    def signals(context):
        context.memo.once("word", lambda: "kept")

    def enum(context):
        return match(context.memo.once("word", lambda: "OPEN"))

    session = plan(a=plugin(gtc_producer_signals=signals, gtc_resolve_enum=enum))
    session.signals(CONSUMER)
    with pytest.raises(HookResultError, match=r"'kept' is not among the choices"):
        session.resolve_enum(ENUM)

    other = plan(a=plugin(gtc_producer_signals=signals), b=plugin(gtc_resolve_enum=enum))
    other.signals(CONSUMER)
    assert "OPEN" == other.resolve_enum(ENUM).value.value


# --- gtc_producer_signals -----------------------------------------------------------


def test_signals_are_collected_in_plugin_order() -> None:
    """Each signal comes with its plugin."""
    both = plan(
        b=plugin(gtc_producer_signals=lambda: [signal(score=-1), signal(score=1)]),
        a=plugin(gtc_producer_signals=lambda: iter([signal(score=0)])),
        c=plugin(gtc_producer_signals=lambda: None),
    )

    assert [("a", 0), ("b", -1), ("b", 1)] == [(o.plugin, o.value.score) for o in both.signals(CONSUMER)]
    assert () == plan().signals(CONSUMER)


def test_signals_see_consumer_and_tools() -> None:
    """The context has all tools of the graph."""
    seen: list[Any] = []
    plan(a=plugin(gtc_producer_signals=lambda context, consumer: seen.extend([consumer, *context.tools]))).signals(
        CONSUMER
    )

    assert [CONSUMER, "get_order", "list_orders"] == seen


@pytest.mark.parametrize(
    ("answers", "error", "text"),
    [
        (lambda: [signal(8)], HookResultError, "no candidate has the ref 8"),
        (lambda: [evidence()], HookResultError, "expected ProducerSignal, got Evidence"),
        (lambda: 5, HookResultError, "expected an iterable of answers or None, got int 5"),
        (lambda: [signal(score=-1.5)], HookFailedError, "ProducerSignal.score must be a number from -1 to 1"),
    ],
)
def test_bad_signals_are_blamed(answers: Callable[[], Any], error: type[Exception], text: str) -> None:
    """Errors name plugin, hook and consumer."""
    with pytest.raises(error, match=text) as caught:
        plan(acme=plugin(gtc_producer_signals=answers)).signals(CONSUMER)

    assert "acme" == caught.value.plugin
    assert "consumer 'get_order'" in str(caught.value)


# --- gtc_resolve_enum, gtc_find_options ---------------------------------------------


def test_the_surest_plugin_that_knows_the_word_holds() -> None:
    """Abstainers are passed over; of equally sure ones the earlier holds."""

    def answer(value: Any, confidence: float = 1.0) -> object:
        said = attrs.evolve(match(value), confidence=confidence) if value else None
        return plugin(gtc_resolve_enum=lambda request: said)

    def holds(**plugins: object) -> Any:
        opinion = plan(**plugins).resolve_enum(ENUM)
        return None if opinion is None else (opinion.plugin, opinion.value.value)

    assert ("b", "OPEN") == holds(a=answer(None), b=answer("OPEN"), c=answer("COMPLETE"))
    assert ("c", "COMPLETE") == holds(a=answer(None), b=answer("OPEN", 0.5), c=answer("COMPLETE"))
    assert holds(a=answer(None)) is None


def test_choices_name_members_alone() -> None:
    """For an enum every value of a list, and the one that a word means, is a member."""
    request = ChoiceRequest(tool=GET, field="status", choices=("OPEN", "COMPLETE"), word="done")
    for value, reason in (("COMPLETE", ""), ("NEW", "'NEW' is not among the choices")):
        said = ChoiceValue(value=value, confidence=1.0, reason="r")
        session = plan(a=_choosing(said))
        if reason:
            with pytest.raises(HookResultError, match=reason):
                session.resolve(request)
        else:
            assert "COMPLETE" == session.resolve(request).value.value


def _choosing(said: ChoiceValue) -> object:
    return plugin(gtc_choices=lambda: said)


@pytest.mark.parametrize(("value", "ok"), [(1, True), (1.0, True), (True, False), ("1", False)])
def test_match_must_be_a_member(value: Any, ok: bool) -> None:
    """Membership is that of JSON values: `true` is not 1."""
    session = plan(acme=plugin(gtc_resolve_enum=lambda: match(value)))
    request = attrs.evolve(ENUM, choices=(1, 2))

    if ok:
        assert value == session.resolve_enum(request).value.value
    else:
        with pytest.raises(HookResultError, match=r"not among the choices \(field 'status' of 'get_order'\)"):
            session.resolve_enum(request)


def test_first_plugin_that_finds_options_holds() -> None:
    """The first source holds; nobody is one too."""
    opinion = plan(
        a=plugin(gtc_find_options=lambda: None), b=plugin(gtc_find_options=lambda: source("list_orders"))
    ).find_options(OPTIONS)

    assert ("b", source()) == (opinion.plugin, opinion.value)
    assert plan().find_options(OPTIONS) is None


@pytest.mark.parametrize(
    ("name", "answer", "error", "text"),
    [
        ("gtc_resolve_enum", "OPEN", HookResultError, "expected EnumMatch or None, got str 'OPEN'"),
        ("gtc_resolve_enum", False, HookResultError, "expected EnumMatch or None, got bool False"),
        ("gtc_find_options", (), HookResultError, r"expected OptionsSource or None, got tuple \(\)"),
        ("gtc_find_options", source("elsewhere"), HookResultError, "producer 'elsewhere' is not among the candidates"),
    ],
)
def test_bad_single_answers_are_blamed(name: str, answer: Any, error: type[Exception], text: str) -> None:
    """Anything but the value or None is an error, falsy things among them."""
    session = plan(acme=plugin(**{name: lambda: answer}))
    ask = {
        "gtc_resolve_enum": lambda: session.resolve_enum(ENUM),
        "gtc_find_options": lambda: session.find_options(OPTIONS),
    }

    with pytest.raises(error, match=text) as caught:
        ask[name]()
    assert ("acme", name) == (caught.value.plugin, caught.value.hook)


def test_failing_resolver_is_blamed() -> None:
    """An exception in a single-answer hook is wrapped too."""
    with pytest.raises(HookFailedError, match=r"plugin 'acme'.*, hook 'gtc_find_options': KeyError"):
        plan(acme=plugin(gtc_find_options=lambda: {}["x"])).find_options(OPTIONS)


# --- gtc_analyze_text, gtc_selector_evidence ----------------------------------------

TEXTS = (Text(value="list orders", source="query"), Text(value="pay", source="name"))


def analyzer(*rows: tuple[Term, ...]) -> object:
    return plugin(gtc_analyze_text=lambda: rows)


def test_terms_of_all_plugins_are_united() -> None:
    """Each text has the terms of every plugin, in plugin order; of equal ones the heavier holds."""
    order, verb = Term(value="order", weight=0.5), Term(value="list", kind="verb")
    heavy, word = Term(value="order", weight=0.9, surface="orders"), Term(value="list")
    session = query(a=analyzer((order, verb), ()), b=analyzer((word, heavy), (Term(value="pay"),)))

    assert ((heavy, verb, word), (Term(value="pay"),)) == session.analyze(TEXTS)


def test_analyzers_may_abstain() -> None:
    """Without any terms each text has an empty tuple, so that answers line up with texts."""
    silent = plugin(gtc_analyze_text=lambda: None)

    assert ((), ()) == query(a=silent).analyze(TEXTS)
    assert ((), ()) == query().analyze(TEXTS)
    assert ((Term(value="x"),), ()) == query(a=silent, b=analyzer((Term(value="x"),), ())).analyze(TEXTS)
    assert () == query(a=analyzer()).analyze(())


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        (lambda: [()], r"expected one sequence of terms for each text, got 1 \(2 texts\)"),
        (lambda: [("x",), ()], "expected Term, got str 'x'"),
        (lambda: [3, 4], "expected sequences of Term, got tuple"),
        (lambda: ["ab", ()], "expected Term, got str 'a'"),
    ],
)
def test_bad_analyzers_are_blamed(answers: Callable[[], Any], text: str) -> None:
    """Answers that do not line up with the texts, or hold no terms, are refused."""
    with pytest.raises(HookResultError, match=text):
        query(acme=plugin(gtc_analyze_text=answers)).analyze(TEXTS)


def test_evidence_is_collected_in_plugin_order() -> None:
    """Evidence comes with its plugin; judges see terms, rarity and learning."""
    seen: list[Any] = []

    def judge(query, candidates, context):
        seen.extend([query, context.terms(query), context.rarity("order"), context.learning])
        yield evidence(candidates[1].name)

    built = host(b=plugin(gtc_selector_evidence=judge), a=analyzer((Term(value="order"),)))
    said = built.query_session(lambda _term: 0.25, learning=[{"tool": "x"}]).evidence("orders", CANDIDATES)

    assert [("b", "list_orders")] == [(o.plugin, o.value.candidate) for o in said]
    assert ["orders", (Term(value="order"),), 0.25, ({"tool": "x"},)] == seen


def test_a_query_is_analysed_once() -> None:
    """However many judges ask for its terms, and the search itself."""
    calls: list[int] = []

    def analyze(texts):
        calls.append(len(texts))
        return [(Term(value=text.value),) for text in texts]

    judge = plugin(gtc_selector_evidence=lambda query, context: [] if context.terms(query) else None)
    other = plugin(gtc_selector_evidence=lambda query, context: [] if context.terms(query) else None)
    session = query(a=plugin(gtc_analyze_text=analyze), b=judge, c=other)
    (terms,) = session.analyze((Text(value="orders", source="query"),))
    session.evidence("orders", CANDIDATES)

    assert (Term(value="orders"),) == terms
    assert [1] == calls


def test_nothing_to_judge() -> None:
    """Without judges or candidates there is no evidence, and nobody is asked."""
    strict = plugin(gtc_selector_evidence=lambda: pytest.fail("asked"))

    assert () == query(a=strict).evidence("orders", ())
    assert () == query().evidence("orders", CANDIDATES)


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        (lambda: [evidence("nobody")], "no candidate is named 'nobody'"),
        (lambda: [signal()], "expected Evidence or Preference, got ProducerSignal"),
    ],
)
def test_bad_evidence_is_blamed(answers: Callable[[], Any], text: str) -> None:
    """Errors name plugin, hook and query."""
    with pytest.raises(HookResultError, match=text) as caught:
        query(acme=plugin(gtc_selector_evidence=answers)).evidence("orders", CANDIDATES)
    assert "query str 'orders'" in str(caught.value)


def test_analyzer_cannot_ask_for_terms() -> None:
    """Terms are made of the analyzers' answers; asking for them there is said to be the mistake."""
    with pytest.raises(HookFailedError, match=r"plugin 'acme'.*cannot be asked for inside that hook"):
        query(acme=plugin(gtc_analyze_text=lambda context: context.terms("x"))).analyze(TEXTS)


def test_the_culprit_is_named_and_not_who_asked() -> None:
    """A judge that asks for terms is not blamed for the analyzer that fails to give them."""
    judge = plugin(gtc_selector_evidence=lambda query, context: context.terms(query))
    with pytest.raises(HookFailedError, match=r"plugin 'culprit'.*, hook 'gtc_analyze_text'"):
        query(asker=judge, culprit=plugin(gtc_analyze_text=lambda: 1 / 0)).evidence("orders", CANDIDATES)
