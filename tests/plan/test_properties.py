"""What holds of all plans, over random small graphs."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from typing import Any

import pytest
from answering import answer_of, answers_to
from hand_made import consume, graph, planner, produce, tool
from hypothesis import assume, given, settings, strategies as st

from graph_tool_call.plan import Plan, PlanRunner, PlanSynthesisError, Weights

pytestmark = pytest.mark.slow

QUICK = settings(max_examples=20, deadline=None, derandomize=True, database=None)

TYPES = {"a_id": "string", "b_id": "integer", "c_id": "string", "d_id": "number"}
WRAPPINGS = ("$.{}", "$.items[*].{}", "$[*].{}", "$.data.{}", "$.groups[*].items[*].{}", "$.map.*.{}", "$.x.y[*].z.{}")


def takes(tag: str, place: str) -> list[dict[str, Any]]:
    """Rows of a required input; in a body it lies inside an object."""
    name = tag.replace("_", "-")
    if place != "body":
        return [consume(name, tag, location=place, field_type=TYPES[tag])]
    outer = consume("inner", location="body", path="$.inner", field_type="object")
    return [outer, consume(name, tag, location="body", path=f"$.inner.{name}", field_type=TYPES[tag])]


@st.composite
def tools(draw: Any, name: str, *, inputs: int, outputs: int = 2) -> dict[str, Any]:
    taken = draw(st.lists(st.sampled_from(sorted(TYPES)), max_size=inputs, unique=True))
    rows = {row["path"]: row for tag in taken for row in takes(tag, draw(st.sampled_from(["path", "query", "body"])))}
    given_tags = draw(st.lists(st.sampled_from(sorted(TYPES)), max_size=outputs, unique=True))
    # One answer is a list or an object, not both.
    wrapping = draw(st.sampled_from(WRAPPINGS))
    produced = [produce(wrapping.format(f"{tag}2"), tag, field_type=TYPES[tag]) for tag in given_tags]
    slots = "".join(f"/{{{row['name']}}}" for row in rows.values() if row["location"] == "path")
    return tool(name, list(rows.values()), produced, path=f"/{name}{slots}")


@st.composite
def graphs(draw: Any) -> list[dict[str, Any]]:
    count = draw(st.integers(0, 5))
    target = draw(tools("target", inputs=3, outputs=0))
    return [target, *(draw(tools(f"t{number}", inputs=2)) for number in range(count))]


entities = st.dictionaries(
    st.sampled_from(["a_id", "c_id", "c_id2"]), st.sampled_from(["v", "${s1.x}", ""]), max_size=2
)


def outcome(made: list[dict[str, Any]], known: Mapping[str, Any], **options: Any) -> Any:
    """The plan as data, or the error."""
    try:
        return planner(*made, **options).synthesize(target="target", entities=known).to_dict()
    except PlanSynthesisError as error:
        return error.to_dict()


@QUICK
@given(graphs(), entities, st.randoms(use_true_random=False))
def test_the_order_of_tools_does_not_matter(made: Any, known: Any, random: Any) -> None:
    """The same plan, metadata and all, or the same failure, under permuted tools."""
    shuffled = random.sample(made, len(made))

    assert outcome(made, known) == outcome(shuffled, known)


@QUICK
@given(graphs(), entities)
def test_every_plan_runs(made: Any, known: Any) -> None:
    """On a transport that answers by contract each step is called once, with arguments that fit the contract."""
    plan = planner(*made, user_input="always").synthesize(target="target", entities=known)
    by_name = {each["name"]: each for each in made}
    calls: list[str] = []

    def call_tool(name: str, _args: Any) -> Any:
        calls.append(name)
        return answer_of(by_name[name], known)

    inputs = answers_to(plan.metadata["synthesis"]["user_input_slots"])
    trace = PlanRunner(call_tool, tools=graph(*made), validate_args="check").run(plan, inputs)

    assert trace.ok, (trace.error, plan)
    assert [step.tool for step in plan.steps] == calls


@QUICK
@given(graphs(), st.sampled_from(sorted(TYPES)))
def test_every_fan_out_runs(made: Any, tag: str) -> None:
    """The target is called once for each element, and its result is a list of as many."""
    try:
        plan = planner(*made, user_input="always").synthesize(target="target", foreach=tag)
    except PlanSynthesisError as error:
        # The target has no such input, or another input would have to be looked up for each element.
        assume(error.reason not in {"unknown_field", "unsatisfied_field"})
        raise
    by_name = {each["name"]: each for each in made}
    calls: list[str] = []

    def call_tool(name: str, _args: Any) -> Any:
        calls.append(name)
        return answer_of(by_name[name], elements=3)

    inputs = answers_to(plan.metadata["synthesis"]["user_input_slots"])
    trace = PlanRunner(call_tool, tools=graph(*made), validate_args="check").run(plan, inputs)

    assert trace.ok, (trace.error, plan)
    assert len(trace.output) == calls.count("target")


@QUICK
@given(graphs(), entities)
def test_plans_survive_json(made: Any, known: Any) -> None:
    """Through text and back a plan is the same, metadata and all."""
    plan = planner(*made, user_input="always").synthesize(target="target", entities=known)

    assert plan == Plan.from_dict(json.loads(json.dumps(plan.to_dict())))


@QUICK
@given(graphs(), entities)
def test_costs_of_alternatives_are_accounted_for(made: Any, known: Any) -> None:
    """The first is the plan of `synthesize`, all differ, and what each costs more is the sum of its parts."""
    synthesizer = planner(*made, user_input="always")
    found = synthesizer.synthesize_all(target="target", entities=known, k=4)

    assert synthesizer.synthesize(target="target", entities=known) == found[0].plan
    assert len(found) == len({json.dumps([s.to_dict() for s in a.plan.steps]) for a in found})
    for other in found[1:]:
        assert other.extra_cost == pytest.approx(sum(part.amount for part in other.costs))
        assert other.extra_cost == pytest.approx(other.cost - found[0].cost, abs=1e-5)


@QUICK
@given(graphs(), st.integers(0, 5), st.sampled_from(sorted(TYPES)))
def test_every_producer_has_a_verdict(made: Any, number: int, tag: str) -> None:
    """Each tool of the graph has one, and "chosen" is said of what the plan uses and of nothing else."""
    synthesizer = planner(*made, user_input="always")
    plan = synthesizer.synthesize(target="target")
    producer = made[number % len(made)]["name"]
    try:
        found = synthesizer.explain("target", tag, producer)
    except PlanSynthesisError as error:
        assume(error.reason != "unknown_field")
        raise
    used = {
        (row["semantic_tag"], row["producer"])
        for row in plan.metadata["synthesis"]["selected_producers"]
        if row["tool"] == "target"
    }

    assert (found.verdict == "chosen") is ((tag, producer) in used)


# --- cost ---

LAYERS, WIDTH = 3, 3


@st.composite
def layered(draw: Any) -> dict[str, tuple[list[str], list[str], bool]]:
    """Tool → (tags it takes, tags it gives, whether as a list); each layer takes what the layer below gives.

    So nothing comes back to itself, and no input is inherited: what is left is the choice of producers.
    """
    made: dict[str, tuple[list[str], list[str], bool]] = {}
    for layer in range(LAYERS):
        below = [f"l{layer - 1}k{number}_id" for number in range(2)] if layer else []
        own = [f"l{layer}k{number}_id" for number in range(2)]
        for number in range(draw(st.integers(0, WIDTH))):
            wanted = draw(st.lists(st.sampled_from(below), unique=True, max_size=2)) if below else []
            offered = draw(st.lists(st.sampled_from(own), unique=True, min_size=1, max_size=2))
            made[f"l{layer}t{number}"] = (sorted(wanted), offered, draw(st.booleans()))
    top = [f"l{LAYERS - 1}k{number}_id" for number in range(2)]
    made["target"] = (sorted(draw(st.lists(st.sampled_from(top), unique=True, max_size=2))), [], False)
    return made


def cheapest(made: Mapping[str, tuple[list[str], list[str], bool]], name: str, policy: Weights) -> float:
    """What a call and all below it cost at least, by trying every choice of a source for every input.

    Inputs that come from one call pay for it, and for its element, once.
    """
    wanted, _, _ = made[name]
    choices = [[None, *(other for other, facts in made.items() if tag in facts[1])] for tag in wanted]
    best = float("inf")
    for chosen in itertools.product(*choices):
        asked = policy["ask_opaque"] * chosen.count(None)
        used = sorted({producer for producer in chosen if producer is not None})
        picks = sum(policy["pick_unguided"] for producer in used if made[producer][2])
        best = min(best, asked + picks + sum(cheapest(made, producer, policy) for producer in used))
    return best + (policy["read"] if name != "target" else 0.0)


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(
    layered(), st.sampled_from([Weights(), Weights({"read": 3.0, "pick_unguided": 0.5}), Weights({"ask_opaque": 2.5})])
)
def test_the_cost_is_that_of_brute_force(made: Any, policy: Weights) -> None:
    """No choice of producers, and of what is asked, costs less than the plan."""
    rows = [
        tool(
            name,
            [consume(tag[:-3], tag) for tag in wanted],
            [produce(f"$.list[*].{tag}" if listed else f"$.{tag}", tag) for tag in offered],
        )
        for name, (wanted, offered, listed) in made.items()
    ]
    (best,) = planner(*rows, policy=policy).synthesize_all(target="target", k=1)

    assert best.cost == pytest.approx(cheapest(made, "target", policy))
