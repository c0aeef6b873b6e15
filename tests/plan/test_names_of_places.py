"""Parameters that are called like a place of parameters: path, query, header, cookie, body."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hand_made import consume, planner, tool

from graph_tool_call.model.arguments import ToolInputs
from graph_tool_call.plan.write.origins import leaves

PLACES = ("path", "query", "header", "cookie", "body")


def takes(name: str, location: str) -> dict[str, Any]:
    path = f"$.{name}" if location == "body" else name
    return consume(name, location=location, path=path, json_path=path)


@pytest.mark.parametrize(
    ("name", "first", "second"), [(n, a, b) for n, a, b in product(PLACES, PLACES, PLACES) if a < b]
)
def test_one_name_in_two_places(name: str, first: str, second: str) -> None:
    """Two inputs are called like a place, and both reach theirs, beside one that is called otherwise."""
    rows = [takes(name, first), takes(name, second), takes("x", second)]
    made = tool("find", rows, method="post", path="/find/{" + name + "}" if first == "path" else "/find")

    plan = planner(made).synthesize(target="find", entities={name: "V", "x": "X"})

    sorted_out = ToolInputs(made).sort(plan.steps[0].args)
    found = {(item.location, path[-1]): value for item in sorted_out.items for path, value in inside(item)}
    assert {(first, name): "V", (second, name): "V", (second, "x"): "X"} == found
    assert () == sorted_out.unknown
    told = plan.metadata["synthesis"]["origins"]["s1"]
    assert {".".join(path) for path, _ in leaves(plan.steps[0].args)} == set(told)


def test_a_list_as_body_beside_a_parameter_that_is_called_so() -> None:
    """The parameter and the body both reach their place, and each is asked for by itself."""
    whole = consume("body", location="body", path="$", json_path="$", field_type="array")
    made = tool("find", [takes("body", "query"), whole], method="post")

    plan = planner(made).synthesize(target="find")

    places = {item.location: item.value for item in ToolInputs(made).sort(plan.steps[0].args).items}
    assert {"query": "${user_input.query_body}", "body": "${user_input.body_body}"} == places


def inside(item: Any) -> list[tuple[tuple[str, ...], Any]]:
    """Values of an argument with the names that lead to them; a whole body has several."""
    return list(leaves(item.value)) or [((item.name,), item.value)]
