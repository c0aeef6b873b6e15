"""One synthesizer, one engine, and many threads: each gets what it would get alone."""

from __future__ import annotations

import json
import random
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from hand_made import consume, graph, planner, produce, tool
from reading import only_reading

from graph_tool_call.engine import Engine
from graph_tool_call.hooks import PRODUCER, Consumer, PluginInfo, ProducerSignal, SignalSpec, hookimpl
from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

T = TypeVar("T")
THREADS = 8
#: Things that hang on each other in a ring, each listed below two others: searches meet, and are cut by cycles.
THINGS = 20


@pytest.fixture(autouse=True)
def _switch_often() -> Iterator[None]:
    """Threads take turns every few bytecodes."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def ring() -> list[dict[str, Any]]:
    tools = []
    for number in range(THINGS):
        above, other = f"k{(number + 1) % THINGS}", f"k{(number * 7 + 3) % THINGS}"
        key = f"k{number}"
        gives = [produce("$[*].id", f"{key}_id"), produce("$[*].name")]
        tools += [
            tool(
                f"list{number}", [consume(above, f"{above}_id", location="path")], gives, path=f"/{above}/{{{above}}}/x"
            ),
            tool(f"find{number}", [consume(other, f"{other}_id")], gives),
            tool(f"get{number}", [consume(key, f"{key}_id", location="path")], path=f"/{key}/{{{key}}}"),
            tool(f"drop{number}", [consume(key, f"{key}_id", location="path")], method="delete"),
        ]
    return tools


def in_threads(names: list[str], work: Callable[[str], T]) -> list[tuple[str, T]]:
    """What *work* gives for each name in each thread, each in an order of its own."""
    found: list[tuple[str, T]] = []
    start = threading.Barrier(THREADS)

    def all_of_them(seed: int) -> None:
        mine = random.Random(seed).sample(names, len(names))
        start.wait()
        found.extend((name, work(name)) for name in mine)

    threads = [threading.Thread(target=all_of_them, args=(seed,)) for seed in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def planned(synthesizer: PathSynthesizer, target: str) -> str:
    try:
        return json.dumps(synthesizer.synthesize(target=target).to_dict(), sort_keys=True)
    except PlanSynthesisError as error:
        return str(error.to_dict())


def test_threads_share_a_synthesizer() -> None:
    """Every plan of every thread is the one that a synthesizer of its own makes, and nothing is raised."""
    tools = ring()
    names = [each["name"] for each in tools if each["name"].startswith(("get", "drop"))]
    alone = {name: planned(planner(*tools, user_input="always"), name) for name in names}

    for _ in range(3):
        shared = planner(*tools, user_input="always")
        found = in_threads(names, lambda name: planned(shared, name))  # noqa: B023 - it is called in this round
        assert THREADS * len(names) == len(found)
        assert {} == {name: plan for name, plan in found if plan != alone[name]}


class Slow:
    """A plugin that speaks against one producer, and waits until another thread has had time to plan."""

    def __init__(self, other_has_planned: threading.Event) -> None:
        self.asked = threading.Event()
        self._other_has_planned = other_has_planned

    @hookimpl
    def gtc_plugin_info(self) -> PluginInfo:
        return PluginInfo(signals=(SignalSpec(name="no", kind=PRODUCER, weight=1.5),))

    @hookimpl
    def gtc_producer_signals(self, consumer: Consumer) -> list[ProducerSignal]:
        self.asked.set()
        self._other_has_planned.wait(0.3)
        against = (one.ref for one in consumer.candidates if one.tool.name == "a")
        return [ProducerSignal(candidate=ref, signal="no", score=-1.0, reason="not this one") for ref in against]


def test_what_plugins_say_is_waited_for() -> None:
    """A thread that plans while a plugin is still being asked about the same input heeds the plugin's answer."""
    planned_twice = threading.Event()
    plugin = Slow(planned_twice)
    tools = [tool(name, [], [produce("$.id", "order_id")]) for name in "ab"]
    get = tool("get", [consume("id", "order_id", location="path")])
    shared = planner(*tools, get, plugins=only_reading().with_(plugin, id="slow"))
    found: list[list[str]] = []

    def plan() -> None:
        found.append([step.tool for step in shared.synthesize(target="get").steps])

    first = threading.Thread(target=plan)
    first.start()
    plugin.asked.wait()
    plan()
    planned_twice.set()
    first.join()

    assert [["b", "get"]] * 2 == found


def test_threads_share_a_graph() -> None:
    """Searches of many threads over one graph that nobody has searched yet find what one thread finds."""
    artifact = graph(*ring())
    names = list(artifact["tools"])

    def searched(engine: Engine, at: Any, name: str) -> str:
        return json.dumps(engine.search(at, name, top_k=5)["results"])

    engine = Engine(only_reading())
    alone = {name: searched(engine, engine.graph(artifact), name) for name in names}
    at = engine.graph(artifact)
    found = in_threads(names, lambda name: searched(engine, at, name))

    assert {} == {name: rows for name, rows in found if rows != alone[name]}
