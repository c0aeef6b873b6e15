"""Deep compositions close on what is given, or there is none: nobody is asked half way."""

from __future__ import annotations

import pytest
from reading import only_reading

from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError


def service(takes, gives):
    rows = [{"name": t, "path": t, "location": "query", "required": True, "semantic_tag": t} for t in takes]
    made = [{"name": t, "path": f"$.{t}", "semantic_tag": t} for t in gives]
    return {
        "description": "",
        "metadata": {"method": "get", "path": "/x", "api_contract": {"consumes": rows, "produces": made}},
    }


#: a → b → c; d needs what nothing gives.
TOOLS = {
    "toB": service(["a"], ["b"]),
    "toC": service(["b"], ["c"]),
    "toD": service(["b", "nowhere"], ["d"]),
    "wantC": service(["c"], []),
    "wantD": service(["c", "d"], []),
}


def planner(**options):
    return PathSynthesizer({"tools": TOOLS, "edges": []}, max_depth=20, plugins=only_reading(), **options)


def test_a_composition_that_closes():
    """From a to c in two calls."""
    plan = planner().synthesize(target="wantC", entities={"a": 1})
    assert ["toB", "toC", "wantC"] == [step.tool for step in plan.steps]


def test_a_composition_that_does_not():
    """d has a producer that nothing given leads to: the error names the field."""
    with pytest.raises(PlanSynthesisError) as caught:
        planner().synthesize(target="wantD", entities={"a": 1})
    told = caught.value.to_dict()
    assert ("unsatisfied_field", "d", ["d"]) == (told["reason"], told["field_name"], told["out_of_reach"])


def test_whoever_asks_always_asks_then_too():
    """A person may know what no call gives."""
    plan = planner(user_input="always").synthesize(target="wantD", entities={"a": 1})
    assert plan.metadata["synthesis"]["user_input_slots"]
