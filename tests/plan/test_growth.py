"""How the work of a plan grows with its target's inputs and with the collection."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from hand_made import consume, planner, produce, tool


def calls_in(work: Callable[[], Any]) -> int:
    """How often functions and generators are entered while *work* is done."""
    entered = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal entered
        entered += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return entered


def wide(inputs: int, location: str) -> dict[str, Any]:
    """An operation with that many required inputs."""
    names = [f"p{number}" for number in range(inputs)]
    paths = [f"$.{name}" if location == "body" else name for name in names]
    rows = [
        consume(name, location=location, path=path, json_path=path) for name, path in zip(names, paths, strict=True)
    ]
    template = "".join(f"/{{{name}}}" for name in names) if location == "path" else "/wide"
    return tool("wide", rows, method="post", path=template)


@pytest.mark.parametrize("location", ["path", "query", "body"])
def test_five_times_the_inputs_are_five_times_the_work(location: str) -> None:
    """The processor's time for an operation with many required inputs grows with their number, not with its square.

    Twenty-five times would be the square; what the memory of five times the inputs costs reaches ten on a busy machine.
    """

    def work(inputs: int) -> float:
        synthesizer = planner(wide(inputs, location))
        before = time.process_time()
        synthesizer.synthesize(target="wide")
        return time.process_time() - before

    assert min(work(5000) for _ in range(2)) < 15 * min(work(1000) for _ in range(3))


def things(number: int) -> list[dict[str, Any]]:
    """A list and an item operation for each of so many kinds of things."""
    tools = []
    for kind in (f"k{i}" for i in range(number)):
        key = consume("id", f"{kind}_id", location="path")
        tools.append(tool(f"list_{kind}", [], [produce("$[*].id", f"{kind}_id")], path=f"/{kind}"))
        tools.append(tool(f"get_{kind}", [key], [produce("$.name")], path=f"/{kind}/{{id}}"))
    return tools


@pytest.mark.parametrize("wish", [{}, {"entities": {"{}_id": "7"}}, {"goal": "the name of {}"}])
def test_a_plan_looks_at_what_is_reachable(wish: dict[str, Any]) -> None:
    """What else is in the collection is looked at once for a synthesizer, and not for each plan."""

    def work(number: int) -> int:
        synthesizer = planner(*things(number))

        def plan(kind: str) -> Any:
            said = json.loads(json.dumps(wish).replace("{}_", f"{kind}_").replace("of {}", f"of {kind}"))
            return synthesizer.synthesize(target=f"get_{kind}", **said)

        plan("k2")
        return calls_in(lambda: plan("k3"))

    assert work(40) == work(400)
