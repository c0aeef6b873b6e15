"""Hard rules of domains: what is never a source, what is never guessed, what a person approves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from small_answers import get, listing

from graph_tool_call import PluginSet, ToolGraph
from graph_tool_call.errors import HookResultError
from graph_tool_call.hooks import (
    PRODUCER,
    AskPerson,
    Consumer,
    NeedsApproval,
    PlanningRule,
    PlanRequest,
    PluginInfo,
    ProducerSignal,
    SignalSpec,
    Veto,
    hookimpl,
)
from graph_tool_call.model import Plan
from graph_tool_call.plan import PathSynthesizer, PlanRunner, PlanSynthesisError

pytestmark = pytest.mark.bundled

CLINIC: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "Clinic", "version": "1"},
    "servers": [{"url": "https://clinic.test/v1"}],
    "paths": {
        "/audit/disclosures": get("listDisclosures", listing("entry", mrn="string", at="string")),
        "/patients": get("listPatients", listing("patients", mrn="string", family="string")),
        "/patients/{mrn}/medications": get("getMeds", listing("items", code="string"), "mrn", tags=["meds"]),
    },
}


class Clinic:
    """Says what a clinic's people would."""

    def __init__(self, *forbidden: str, guess: bool = True, approve: str = "") -> None:
        self.forbidden, self.guess, self.approve = forbidden, guess, approve

    @hookimpl
    def gtc_planning_rules(self, consumer: Consumer) -> Iterator[PlanningRule]:
        for candidate in consumer.candidates:
            if candidate.tool.path.startswith(self.forbidden):
                yield Veto(candidate=candidate.ref, reason="not a source of patients")
        for need in consumer.needs:
            if need.name == "mrn" and not self.guess:
                yield AskPerson(need=need.ref, reason="a patient is never guessed")
        if self.approve and self.approve in consumer.tool.tags:
            yield NeedsApproval(tool=consumer.tool.name, reason="a nurse signs")


def planner(plugin: object | None = None, document: Mapping[str, Any] = CLINIC, **options: Any) -> PathSynthesizer:
    """A synthesizer with the bundled plugins and *plugin*."""
    plugins = PluginSet.installed()
    if plugin is not None:
        plugins = plugins.with_(plugin, id="clinic")
    return PathSynthesizer(ToolGraph.from_openapi(dict(document), plugins=plugins), choose="first", **options)


def tools(plan: Plan) -> list[str]:
    """The calls of a plan."""
    return [step.tool for step in plan.steps]


def slots(plan: Plan) -> list[dict[str, Any]]:
    """What a plan asks."""
    return list(plan.metadata["synthesis"]["user_input_slots"])


# --- never from there ---


@pytest.mark.bundled
def test_what_is_vetoed_is_no_source_whatever_it_costs() -> None:
    """The audit log is the only list left, and the patient is asked for rather than taken from it."""
    assert ["listPatients", "getMeds"] == tools(planner().synthesize(target="getMeds"))

    plan = planner(Clinic("/audit/", "/patients")).synthesize(target="getMeds")

    assert (["getMeds"], ["mrn"]) == (tools(plan), [slot["field_name"] for slot in slots(plan)])


def test_a_veto_says_who_and_why() -> None:
    """In the plan, in the question, and in why the producer does not supply the field."""
    made = planner(Clinic("/audit/", "/patients"))
    plan = made.synthesize(target="getMeds")
    said = {
        "plugin": "clinic",
        "reason": "not a source of patients",
        "producers": ["listPatients", "listDisclosures"],
    }

    assert [{"step_id": "s1", "tool": "getMeds", "field_name": "mrn", **said}] == plan.metadata["synthesis"]["vetoes"]
    assert [said] == slots(plan)[0]["vetoes"]
    verdict = made.explain("getMeds", "mrn", "listDisclosures")
    assert "vetoed" == verdict.verdict
    assert [{"plugin": "clinic", "reason": "not a source of patients"}] == verdict.to_dict()["rules"]
    assert "clinic: not a source of patients" in verdict.message


def test_a_veto_concerns_its_need_alone() -> None:
    """What is barred here may supply elsewhere, and others may supply here."""
    plan = planner(Clinic("/audit/")).synthesize(target="getMeds")

    assert ["listPatients", "getMeds"] == tools(plan)


@pytest.mark.bundled
def test_what_a_request_describes_is_not_looked_up_there() -> None:
    """The patient named Park: by the list that is allowed, or by nothing."""
    goal = "medications of the patient with family Park"
    entities = {"patient_family": "Park"}
    free = planner().synthesize(target="getMeds", goal=goal, entities=entities)
    assert ["listPatients", "getMeds"] == tools(free)

    barred = planner(Clinic("/patients")).synthesize(target="getMeds", goal=goal, entities=entities)
    assert "listPatients" not in tools(barred)


def test_nobody_to_ask_is_an_error_that_says_who_forbids() -> None:
    """The error of the field, with plugin and reason."""
    with pytest.raises(PlanSynthesisError) as caught:
        planner(Clinic("/audit/", "/patients"), user_input="never").synthesize(target="getMeds")

    assert "unsatisfied_field" == caught.value.reason
    assert "clinic: not a source of patients" in str(caught.value)


def test_a_deep_composition_obeys_too() -> None:
    """The closure of tags knows no rules; what it finds is held against them."""
    plan = planner(Clinic("/audit/", "/patients"), max_depth=20).synthesize(target="getMeds")

    assert ["getMeds"] == tools(plan)


# --- never guess ---


def test_what_is_never_guessed_is_given_or_asked() -> None:
    """No list supplies it, whether its first element or the one that is described."""
    made = planner(Clinic(guess=False))
    asked = made.synthesize(target="getMeds")
    given = made.synthesize(target="getMeds", entities={"mrn": "884-12"})
    described = made.synthesize(
        target="getMeds", goal="medications of the patient with family Park", entities={"patient_family": "Park"}
    )

    assert ["getMeds"] == tools(asked) == tools(given) == tools(described)
    assert {"mrn": "884-12"} == given.steps[0].args
    slot = slots(asked)[0]
    assert ("asked_by_rule", [{"plugin": "clinic", "reason": "a patient is never guessed"}]) == (
        slot["reason"],
        slot["asked_by"],
    )
    assert "asked_by_rule" == made.explain("getMeds", "mrn", "listPatients").verdict


# --- approval ---


def test_a_step_that_needs_approval_says_so() -> None:
    """Who wants it and why, by step."""
    plan = planner(Clinic(approve="meds")).synthesize(target="getMeds", entities={"mrn": "1"})

    assert [{"step_id": "s1", "tool": "getMeds", "plugin": "clinic", "reason": "a nurse signs"}] == plan.metadata[
        "synthesis"
    ]["approvals"]
    assert "approvals" not in planner(Clinic()).synthesize(target="getMeds").metadata["synthesis"]


# --- what is asked ---


class ByTenant:
    """A producer of the tenant's own server is better, and others are vetoed where the goal is strict."""

    @hookimpl
    def gtc_plugin_info(self) -> PluginInfo:
        return PluginInfo(signals=(SignalSpec(name="region", kind=PRODUCER, weight=5.0),))

    @hookimpl
    def gtc_producer_signals(self, consumer: Consumer, request: PlanRequest) -> Iterator[ProducerSignal]:
        for candidate in consumer.candidates:
            region = candidate.tool.extensions.get("x-region")
            if region == request.given.get("region"):
                yield ProducerSignal(candidate=candidate.ref, signal="region", score=1.0, reason="the tenant's region")

    @hookimpl
    def gtc_planning_rules(self, consumer: Consumer, request: PlanRequest) -> Iterator[Veto]:
        for candidate in consumer.candidates:
            if "strictly" in request.goal and candidate.tool.extensions.get("x-region") != request.given["region"]:
                yield Veto(candidate=candidate.ref, reason="another region")


def test_rules_and_signals_of_one_request_do_not_reach_the_next() -> None:
    """One synthesizer: each plan is the one that it would make alone."""
    paths = {
        "/eu/patients": get("listEu", listing("patients", mrn="string"), **{"x-region": "eu"}),
        "/us/patients": get("listUs", listing("patients", mrn="string"), **{"x-region": "us"}),
        "/patients/{mrn}/medications": CLINIC["paths"]["/patients/{mrn}/medications"],
    }
    made = planner(ByTenant(), {**CLINIC, "paths": paths}, unread="allow")

    def first(region: str, goal: str = "") -> list[str]:
        return tools(made.synthesize(target="getMeds", goal=goal, entities={"region": region}))

    assert [["listUs", "getMeds"], ["listEu", "getMeds"]] == [first("us"), first("eu")]
    assert ["getMeds"] == first("asia", "strictly mine")
    assert ["listUs", "getMeds"] == first("us", "strictly mine")


class Looking:
    """Keeps what it was shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[Consumer, PlanRequest]] = []

    @hookimpl
    def gtc_planning_rules(self, consumer: Consumer, request: PlanRequest) -> None:
        self.seen.append((consumer, request))


def test_rules_see_what_a_domain_needs() -> None:
    """Servers, security, tags and extensions of tools; goal, given values and what was understood."""
    plugin = Looking()
    document = {**CLINIC, "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "K"}}}}
    document["paths"] = {
        **CLINIC["paths"],
        "/patients": get(
            "listPatients",
            listing("patients", mrn="string"),
            security=[{"key": []}],
            tags=["people"],
            **{"x-phi": True},
        ),
    }
    planner(plugin, document).synthesize(target="getMeds", goal="meds", entities={"mrn": "1"})
    consumer, request = next((c, r) for c, r in plugin.seen if c.tool.name == "getMeds")
    facts = next(candidate.tool for candidate in consumer.candidates if candidate.tool.name == "listPatients")

    assert (("https://clinic.test/v1",), ("key",), ("people",)) == (facts.servers, facts.security, facts.tags)
    assert {"x-phi": True} == dict(facts.extensions)
    assert ("getMeds", "meds", {"mrn": "1"}) == (request.target, request.goal, dict(request.given))
    assert "getMeds" == request.understood["target"]


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (Veto(candidate=99, reason="r"), "no candidate has the ref 99"),
        (AskPerson(need=99, reason="r"), "no need has the ref 99"),
        (NeedsApproval(tool="other", reason="r"), "approval is for the consumer, 'getMeds', not for 'other'"),
        ("never", "expected Veto, AskPerson or NeedsApproval, got str 'never'"),
    ],
)
def test_rules_about_nothing_are_refused(rule: Any, says: str) -> None:
    """With plugin, hook and place."""

    class Wrong:
        @hookimpl
        def gtc_planning_rules(self) -> list[Any]:
            return [rule]

    with pytest.raises(HookResultError) as caught:
        planner(Wrong()).synthesize(target="getMeds")

    assert ("clinic", "gtc_planning_rules") == (caught.value.plugin, caught.value.hook)
    assert says in str(caught.value)
    assert "consumer 'getMeds'" in str(caught.value)


def test_rules_have_reasons() -> None:
    """A rule that says nothing is none."""
    with pytest.raises(ValueError, match="reason"):
        Veto(candidate=0, reason=" ")


@pytest.mark.bundled
def test_a_run_stops_before_a_step_that_nobody_approved() -> None:
    """What comes before it is called, it is not; with the approval the same plan runs through."""
    plan = planner(Clinic(approve="meds")).synthesize(target="getMeds")
    called: list[str] = []

    def call(name: str, _args: dict[str, Any]) -> Any:
        called.append(name)
        return {"patients": [{"mrn": "1", "family": "Park"}], "items": []}

    stopped = PlanRunner(call).run(plan)
    assert (["listPatients"], False, "approval") == (called, stopped.ok, stopped.events[-1].error_kind)
    assert {"s2": ["approve"]} == stopped.events[-1].error["decisions"]

    called.clear()
    assert PlanRunner(call).run(plan, decisions={"s2": "approve"}).ok
    assert ["listPatients", "getMeds"] == called
