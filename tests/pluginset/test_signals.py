"""Signals are declared: what each counts is its author's word, unless the user weighs it anew."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import consume, graph, produce, tool
from sample_plugins import CANDIDATES, CONSUMER, host

from graph_tool_call import PluginSet
from graph_tool_call.engine import Engine
from graph_tool_call.errors import DecodeError, HookResultError
from graph_tool_call.hooks import EVIDENCE, PRODUCER, Evidence, PluginInfo, ProducerSignal, SignalSpec, hookimpl
from graph_tool_call.plan import PathSynthesizer


class Usage:
    """A team's plugin: operations that are called often are meant more often."""

    def __init__(self, *, said: str = "usage", weight: float = 0.3, kind: str = EVIDENCE, often: str = "") -> None:
        self._said, self._spec, self._often = said, SignalSpec(name="usage", weight=weight, kind=kind), often

    @hookimpl
    def gtc_plugin_info(self) -> PluginInfo:
        return PluginInfo(title="Usage", hook_api=1, signals=(self._spec,))

    @hookimpl
    def gtc_selector_evidence(self, candidates: Any) -> list[Evidence]:
        often = (one.name for one in candidates if one.name == self._often)
        return [Evidence(candidate=name, signal=self._said, score=1.0, reason="9,000 calls a day") for name in often]


class Slow:
    """A team's plugin: one producer is slow."""

    def __init__(self, producer: str, weight: float) -> None:
        self._producer, self._weight = producer, weight

    @hookimpl
    def gtc_plugin_info(self) -> PluginInfo:
        return PluginInfo(signals=(SignalSpec(name="slow", weight=self._weight, kind=PRODUCER),))

    @hookimpl
    def gtc_producer_signals(self, consumer: Any) -> list[ProducerSignal]:
        slow = (one.ref for one in consumer.candidates if one.tool.name == self._producer)
        return [ProducerSignal(candidate=ref, signal="slow", score=-1.0, reason="p95 is 3 s") for ref in slow]


def views() -> Any:
    """Three operations of which nothing but their use tells one from another."""
    return graph(*(tool(name, [], [produce("$.id", "order_id")]) for name in ("orderA", "orderB", "orderC")))


def found(settings: Any = None, **options: Any) -> list[str]:
    plugins = PluginSet().with_(Usage(**options), id="usage")
    engine = Engine(plugins, settings=settings)
    return [row["name"] for row in engine.search(engine.graph(views()), "order")["results"]]


def test_a_signal_of_a_team_counts_under_its_own_name() -> None:
    """In search, and in selection among names that come without scores."""
    assert ["orderA", "orderC"] == [found()[0], found(often="orderC")[0]]
    plugins = PluginSet().with_(Usage(often="orderC"), id="usage")
    chosen = Engine(plugins).select("order", ["orderA", "orderB", "orderC"], views()["tools"])

    assert ("orderC", ["usage"]) == (
        chosen["selected_target"],
        [one["signal"] for one in chosen["candidate_evidence"][0]["evidence"]],
    )


def test_user_weighs_it_anew() -> None:
    """A weight of 0 switches it off."""
    assert "orderA" == found({"signals": {"usage": 0}}, often="orderC")[0]


@pytest.mark.parametrize(
    ("weights", "told"),
    [
        ({"usgae": 1}, "no plugin declares a signal 'usgae' (did you mean 'usage'?)"),
        ({"usage": -1}, "weight is a number from 0 to 10, not -1"),
        ({"usage": "much"}, "weight is a number from 0 to 10, not 'much'"),
        ([], "expected weights by signal, got list"),
    ],
)
def test_weights_are_checked(weights: Any, told: str) -> None:
    """The error names the signal and a near one."""
    with pytest.raises(DecodeError) as caught:
        host({"signals": weights}, usage=Usage())

    assert told in str(caught.value)


def test_undeclared_signals_are_refused() -> None:
    """The error names the plugin, the near name, and what to declare."""
    session = host(usage=Usage(said="usages", often="get_order")).query_session(lambda _term: 1.0)

    with pytest.raises(HookResultError) as caught:
        session.evidence("orders", CANDIDATES)

    told = str(caught.value)
    assert "plugin 'usage'" in told
    assert "signal 'usages' is declared by no plugin (did you mean 'usage'?)" in told
    assert "PluginInfo(signals=(SignalSpec(name='usages', kind='evidence', weight=…),))" in told


def test_a_signal_is_for_one_kind_of_argument() -> None:
    """Evidence under the name of a producers' signal is refused: its weight is in another unit."""
    session = host(usage=Usage(kind=PRODUCER, often="get_order")).query_session(lambda _term: 1.0)

    with pytest.raises(HookResultError, match="declared for another kind of argument"):
        session.evidence("orders", CANDIDATES)


def test_two_meanings_of_one_name_are_refused() -> None:
    """Both plugins are named; equal declarations are one."""
    with pytest.raises(HookResultError, match=r"plugin 'b'.*signal 'usage' is declared otherwise by 'a'"):
        host(a=Usage(), b=Usage(weight=0.5))
    assert "a" == host(a=Usage(), b=Usage()).signals["usage"].plugin


def test_weights_of_producers_decide_plans() -> None:
    """What speaks against a producer costs as much as its plugin declares, and `explain` of costs says whose it is."""
    tools = [tool(name, [], [produce("$.id", "order_id")]) for name in ("a", "b")]
    tools.append(tool("get", [consume("id", "order_id", location="path")]))

    def planned(weight: float) -> Any:
        plugins = PluginSet().with_(Slow("a", weight), id="slow")
        return PathSynthesizer(graph(*tools), plugins=plugins).synthesize(target="get")

    assert ["a", "b"] == [planned(0.0).steps[0].tool, planned(0.5).steps[0].tool]


def test_session_knows_weights() -> None:
    """A producer's signal that nobody declares is an error of its author's."""
    session = host(slow=Slow("list_orders", 1.0)).plan_session({})

    assert ["slow"] == [opinion.value.signal for opinion in session.signals(CONSUMER)]


@pytest.mark.parametrize("name", ["", "Usage", "2x", "own collection", 3])
def test_names_of_signals(name: Any) -> None:
    """Lower case, digits and underscores."""
    with pytest.raises(ValueError, match="a signal's name is lower case"):
        SignalSpec(name=name, weight=0.1)


def test_weights_are_part_of_the_digest() -> None:
    """An artifact says when it was built with other weights."""
    digests = {host(settings, usage=Usage()).fingerprint()["digest"] for settings in (None, {"signals": {"usage": 1}})}

    assert 2 == len(digests)
