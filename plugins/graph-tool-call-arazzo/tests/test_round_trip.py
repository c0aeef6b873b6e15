from __future__ import annotations

from typing import Any

import pytest
from arazzo_letters import ARTIFACT, TOOLS, WORKFLOWS
from hypothesis import given, settings, strategies as st

from graph_tool_call.errors import ArazzoError
from graph_tool_call.model import Plan, PlanStep
from graph_tool_call.plan.binding.bindings import EVERY, Filter, Key, Reference, bind, literal, steps_read_by

NAMES = st.sampled_from(["id", "items", "a b", "x/y", "~", "n-1", "größe", "a.b"])
WAYS = st.lists(NAMES | st.integers(0, 9), max_size=3)
WORDS = st.sampled_from(["Kim", "O'Neil", 'a "b"', "back\\slash", "line\nbreak", "größe", "", "]"])
LITERALS = WORDS | st.integers(-5, 5) | st.sampled_from([True, False, None, 1.5])
FILTERS = st.builds(
    lambda name, value: Filter((Key(name),), value),
    st.sampled_from(["id", "n_1", "a b"]),
    LITERALS | st.sampled_from([Reference("input", (Key("who"),)), Reference("user_input", (Key("a b"),))]),
)
#: What takes selectors: filters, all elements, positions from the end.
SELECTING = st.lists(NAMES | st.integers(-3, 9) | st.just(EVERY) | FILTERS, min_size=1, max_size=4)
TEXTS = st.sampled_from(["", "Hi", "costs $5", "${not}", "{x}", "50%"]).map(literal)
INPUTS = st.builds(bind, st.sampled_from(["input", "user_input"]), st.lists(NAMES, min_size=1, max_size=2))


def bindings(position: int) -> st.SearchStrategy[str]:
    """Bindings that a step at *position* can have: inputs, and earlier steps."""
    if not position:
        return INPUTS
    return INPUTS | st.builds(bind, st.integers(1, position).map("s{}".format), WAYS)


def values(position: int) -> st.SearchStrategy[Any]:
    """Values of arguments: literals, bindings, texts around bindings, lists and objects of them."""
    one = bindings(position)
    mixed = st.builds("{}: {} ".format, st.sampled_from(["No", "Of"]), one)
    plain = st.integers(-5, 5) | st.booleans() | st.none() | TEXTS | one | mixed
    return st.recursive(
        plain, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2), max_leaves=4
    )


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Plans of up to four calls of the letters API."""
    steps = []
    for position in range(draw(st.integers(1, 4))):
        value = values(position)
        tool = draw(st.sampled_from(["listBoxes", "getBox", "sendLetter", "raw"]))
        args = draw(
            {
                "listBoxes": st.fixed_dictionaries({}, optional={"city": value}),
                "getBox": st.fixed_dictionaries({"boxId": value}),
                "sendLetter": st.fixed_dictionaries(
                    {"boxId": value, "subject": value}, optional={"X-Trace": value, "text": value, "to": value}
                ),
                "raw": st.fixed_dictionaries({"body": st.lists(value, max_size=2)}),
            }[tool]
        )
        waits = sorted(one for one in steps_read_by(args))
        steps.append(PlanStep(f"s{position + 1}", tool, args, waits, rationale=f"call {position + 1}"))
    last = draw(st.builds(bind, st.just(f"s{len(steps)}"), WAYS))
    return Plan("plan-1", "Goal", steps, last)


@pytest.mark.slow
@given(plans(), st.sampled_from(["1.0.1", "1.1"]))
@settings(max_examples=60, deadline=None)
def test_plans_come_back(plan: Plan, version: str) -> None:
    """Steps, their order, arguments with their bindings, and the output survive the way through a document."""
    back = WORKFLOWS.plan(WORKFLOWS.write(plan, TOOLS, version, "letters.json", ARTIFACT), "", TOOLS, ARTIFACT)

    assert [(one.id, one.tool, one.args, one.rationale) for one in plan.steps] == [
        (one.id, one.tool, one.args, one.rationale) for one in back.steps
    ]
    # What changes something also keeps its place among the steps.
    assert all(set(one.depends_on) <= set(other.depends_on) for one, other in zip(plan.steps, back.steps, strict=True))
    assert (plan.id, plan.goal, plan.output_binding) == (back.id, back.goal, back.output_binding)


@pytest.mark.slow
@given(SELECTING)
@settings(max_examples=150, deadline=None)
def test_selectors_come_back(way: list[Any]) -> None:
    """What 1.0.1 cannot say survives in 1.1; and 1.0.1 says that it cannot."""
    steps = [PlanStep("s1", "listBoxes"), PlanStep("s2", "getBox", {"boxId": bind("s1", way)}, ["s1"])]
    plan = Plan("p", "Goal", steps, "${s2}")
    back = WORKFLOWS.plan(WORKFLOWS.write(plan, TOOLS, "1.1", "x", ARTIFACT), "", TOOLS, ARTIFACT)
    try:
        WORKFLOWS.write(plan, TOOLS, "1.0.1", "x", ARTIFACT)
        refused = False
    except ArazzoError as error:
        refused = error.code == "needs_1_1"

    assert steps[1].args == back.steps[1].args
    assert refused == any(
        isinstance(part, Filter) or part == EVERY or (isinstance(part, int) and part < 0) for part in way
    )
