"""Plugin sets and settings go where the graph goes, and two engines over one graph never mix."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import attrs
import pytest
from hand_made import consume, graph, produce, tool

from graph_tool_call import PluginSet, ToolGraph
from graph_tool_call.cli import main
from graph_tool_call.engine import Engine
from graph_tool_call.errors import UnknownPluginError
from graph_tool_call.graphify import build_openapi_collection_artifact, retrieve_graphify
from graph_tool_call.hooks import (
    PRODUCER,
    Collection,
    ExecutorSpec,
    FieldVerdict,
    Operation,
    Parameter,
    PluginInfo,
    ProducerSignal,
    Schema,
    SignalSpec,
    ToolResult,
    hookimpl,
)
from graph_tool_call.plan import PathSynthesizer, PlanRunner

DOCUMENT = Collection(
    title="Orders",
    source="orders.json",
    operations=(
        Operation(
            key="GET /orders/{no}",
            method="get",
            path="/orders/{no}",
            name="getOrder",
            parameters=(Parameter(name="no", location="path", required=True, schema=Schema(type="string")),),
        ),
    ),
)


@attrs.frozen
class Settings:
    against: str = "nobody"
    token: str = ""
    doors: tuple[dict[str, str], ...] = ()


class Against:
    """Speaks against the producer that the settings name."""

    @hookimpl
    def gtc_plugin_info(self) -> PluginInfo:
        return PluginInfo(settings=Settings, signals=(SignalSpec(name="against", weight=1.0, kind=PRODUCER),))

    @hookimpl
    def gtc_producer_signals(self, consumer: Any, context: Any) -> list[ProducerSignal]:
        told = [one.ref for one in consumer.candidates if one.tool.name == context.settings.against]
        return [ProducerSignal(candidate=ref, signal="against", score=-1.0, reason="told so") for ref in told]

    @hookimpl
    def gtc_classify_fields(self, fields: Any, context: Any) -> list[FieldVerdict]:
        tag = f"{context.settings.against}_no"
        return [FieldVerdict(field=f.ref, semantic_tag=tag, confidence=1.0, reason="told so") for f in fields[:1]]


class Caller:
    """An executor that answers with its settings."""

    @hookimpl
    def gtc_plugin_info(self) -> PluginInfo:
        return PluginInfo(settings=Settings)

    @hookimpl
    def gtc_executors(self) -> list[ExecutorSpec]:
        return [ExecutorSpec(name="own")]

    @hookimpl
    def gtc_execute(self, call: Any, context: Any) -> ToolResult | None:
        return ToolResult(ok=True, body={"id": context.settings.against}) if call.executor == "own" else None


SET = PluginSet().with_(Against(), id="against").with_(Caller(), id="caller")


def orders() -> Any:
    """A read that two others give the key of."""
    tools = [tool(name, [], [produce("$.id", "order_id")]) for name in ("a", "b")]
    return graph(*tools, tool("get", [consume("id", "order_id", location="path")]))


def settings(name: str) -> dict[str, Any]:
    return {"against": {"against": name}, "caller": {"against": name}}


def first(at: Any, **options: Any) -> str:
    return str(PathSynthesizer(at, **options).synthesize(target="get").steps[0].tool)


def called(runner: PlanRunner, at: ToolGraph) -> Any:
    with runner:
        return runner.run(PathSynthesizer(at).synthesize(target="get")).output


@pytest.mark.parametrize(
    "copy",
    [lambda at: at, lambda at: pickle.loads(pickle.dumps(at))],  # noqa: S301
    ids=["itself", "pickled"],
)
def test_settings_travel_with_the_graph(copy: Any) -> None:
    """To plans, to executors, and to a copy in another process."""
    at = copy(ToolGraph.from_artifact(orders(), plugins=SET, settings=settings("a")))

    assert ("b", {"id": "a"}) == (first(at), called(PlanRunner.from_plugins(at, "own"), at))


def test_settings_are_taken_by_name() -> None:
    """A caller's own settings win over the graph's."""
    at = ToolGraph.from_artifact(orders(), plugins=SET, settings=settings("a"))

    assert "a" == first(at, settings=settings("b"))
    assert {"id": "b"} == called(PlanRunner.from_plugins(at, "own", settings=settings("b")), at)


def test_two_engines_over_one_graph_never_mix() -> None:
    """Whoever made the graph, and whoever is asked first."""
    one, other = Engine(SET, settings("a")), Engine(SET, settings("b"))
    at = one.graph(orders())

    for engine, against in ((other, "b"), (one, "a"), (other, "b")):
        plan = engine.synthesizer(at).synthesize(target="get")
        assert ({"a", "b"} - {against}) == {plan.steps[0].tool}
        assert {"id": against} == engine.runner(at, "own").run(plan).output


def test_sets_without_a_plugin_have_none_of_it() -> None:
    """Another set over the same graph takes those of the graph's settings that it has a plugin for."""
    at = ToolGraph.from_artifact(orders(), plugins=SET, settings=settings("a"))

    assert ["a", "b", "b"] == [
        first(at, plugins=SET.without("against")),
        first(at),
        first(at, plugins=SET.without("caller")),
    ]
    assert ["get"] == [row["name"] for row in retrieve_graphify(at, "get", plugins=PluginSet())["results"]]


def test_artifact_brings_the_settings_it_was_built_with(tmp_path: Path) -> None:
    """Those of plugins that read and judge; an executor's are the user's to give, and no secret is written."""
    given = {"against": {"against": "a", "token": "s3cret", "doors": [{"token": "t"}]}, "caller": {"against": "a"}}
    artifact = build_openapi_collection_artifact(DOCUMENT, plugins=SET, settings=given)

    assert {"against": {"against": "a", "doors": [{}]}} == artifact["library"]["settings"]
    ToolGraph.from_artifact(artifact).save(tmp_path / "a.json")
    assert artifact["library"]["settings"] == ToolGraph.load(tmp_path / "a.json").settings
    assert {} == ToolGraph.load(tmp_path / "a.json", settings={}).settings


def test_artifact_of_another_set_says_so() -> None:
    """Each difference in a sentence; none where nothing differs."""
    engine = Engine(SET, settings("a"))
    artifact = engine.build(DOCUMENT)

    def said(plugins: PluginSet, given: Any = None) -> tuple[str, ...]:
        other = Engine(plugins, given)
        return other.differences(other.graph(artifact))

    assert () == engine.differences(engine.graph(artifact))
    assert ("plugins had other settings, or other weights of signals",) == said(SET, settings("b"))
    assert ("plugin 'against' took part in building, and takes none here",) == said(SET.without("against"))
    assert ("plugin 'more' took no part in building",) == said(SET.with_(Against(), id="more"), settings("a"))


def test_command_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On standard error; `--plugins ''` is the empty set."""
    target = tmp_path / "orders.artifact.json"
    artifact = build_openapi_collection_artifact(DOCUMENT, plugins=SET)
    target.write_text(json.dumps(artifact), encoding="utf-8")

    code = main(["search", str(target), "order", "--plugins", ""])

    assert 0 == code
    assert "plugin 'against' took part in building, and takes none here; build it again" in capsys.readouterr().err


def test_instances_differ_by_what_they_hold() -> None:
    """Two instances of one class are two plugins: their artifacts say which they were."""

    class Table:
        def __init__(self, words: tuple[str, ...]) -> None:
            self.words = words

        @hookimpl
        def gtc_vocabulary(self) -> None:
            """Say nothing."""

    digests = {
        Engine(PluginSet().with_(Table(words), id="t")).host.fingerprint()["digest"]
        for words in (("a",), ("b",), ("a",))
    }

    assert 2 == len(digests)


def test_engines_are_copied() -> None:
    """An engine in another process is made of the same set and settings."""
    engine = pickle.loads(pickle.dumps(Engine(SET, settings("a"))))  # noqa: S301

    assert "b" == engine.synthesizer(orders()).synthesize(target="get").steps[0].tool


def test_unknown_plugins_are_not_left_out() -> None:
    """A typo leaves nobody out in silence."""
    with pytest.raises(UnknownPluginError, match=r"did you mean 'against'"):
        SET.without("agianst")


def test_sets_are_shown_in_one_line() -> None:
    """Ids, and who is left out."""
    assert "<PluginSet of 1: caller, without against>" == repr(SET.without("against"))


def test_artifact_sets_no_executor() -> None:
    """Whatever a file says: where calls go is for the user to say, also after a copy."""
    artifact = build_openapi_collection_artifact(DOCUMENT, plugins=SET, settings=settings("a"))
    artifact["library"]["settings"]["caller"] = {"against": "somewhere else"}
    artifact |= orders()
    at = ToolGraph.from_artifact(artifact, plugins=SET)

    for graph_ in (at, pickle.loads(pickle.dumps(at))):  # noqa: S301
        assert ("b", {"id": "nobody"}) == (first(graph_), called(PlanRunner.from_plugins(graph_, "own"), graph_))
