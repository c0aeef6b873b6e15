"""Formats of plugins: looked up by name, called with their options, their answers and failures checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from reading import only_reading
from sample_plugins import plugin
from tiny_api import array, op, thing

from graph_tool_call.engine import Engine
from graph_tool_call.errors import (
    DecodeError,
    DuplicateFormatError,
    HookFailedError,
    HookResultError,
    SpecError,
    UnknownFormatError,
)
from graph_tool_call.hooks import Collection, Declared, ExporterSpec, ImporterSpec
from graph_tool_call.plan import Plan, PlanStep

PLAN = Plan(id="p", steps=[PlanStep(id="s1", tool="t")])
DOCUMENT = {
    "openapi": "3.0.3",
    "info": {"title": "Things", "version": "1"},
    "paths": {
        "/things": {"get": op(array(thing("id")), operationId="listThings")},
        "/boxes": {"get": op(array(thing("id")), operationId="listBoxes")},
    },
}


@attrs.frozen
class Options:
    indent: int = 2


def engine(**plugins: object) -> Engine:
    made = only_reading()
    for name, one in plugins.items():
        made = made.with_(one, id=name)
    return Engine(made)


def exporter(**spec: Any) -> object:
    return plugin(gtc_exporters=lambda: [ExporterSpec(**{"name": "own", "media_type": "text/plain"} | spec)])


def importer(**spec: Any) -> object:
    return plugin(gtc_importers=lambda: [ImporterSpec(**{"name": "own", "media_type": "text/plain"} | spec)])


def raising(error: Exception) -> Callable[..., Any]:
    def write(_what: Any, _context: Any) -> str:
        raise error

    return write


@pytest.mark.bundled
def test_each_thing_has_its_function() -> None:
    """A plan, a graph, an artifact and a collection reach the function for them, with the artifact beside."""
    seen: list[Any] = []

    def write(what: Any, context: Any) -> str:
        seen.append((type(what).__name__, sorted(context.tools)))
        return "text"

    own = engine(own=exporter(plan=write, graph=write, collection=write))
    artifact = own.build(DOCUMENT)
    graph = own.graph(artifact)
    for what in (PLAN, graph, artifact, Collection()):
        assert "text" == own.export(what, "own", graph if what is PLAN else None)

    names = ["listBoxes", "listThings"]
    assert [("Plan", names), ("dict", names), ("dict", names), ("Collection", [])] == seen


def test_nothing_else_can_be_exported() -> None:
    """What is neither of these is an error that says what can be."""
    with pytest.raises(TypeError, match="a Plan, a ToolGraph, an artifact or a Collection can be exported, not str"):
        engine().export("plan", "own")  # type: ignore[arg-type]


def test_an_unknown_name_has_a_near_one_and_those_on_offer() -> None:
    """Names are of formats that write the thing in question; others are none of them."""
    own = engine(a=exporter(name="marble", plan=lambda _plan, _context: ""), b=exporter(name="graphs", graph=str))
    with pytest.raises(UnknownFormatError) as caught:
        own.export(PLAN, "marbel")

    assert "no plugin writes a plan as 'marbel' (did you mean 'marble'?); on offer: marble" == str(caught.value)
    with pytest.raises(UnknownFormatError, match=r"as 'graphs'; on offer: marble$"):
        own.export(PLAN, "graphs")


def test_a_format_that_can_be_installed_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    """A format of a distribution of its own names the extra that brings it."""
    monkeypatch.setattr("graph_tool_call.pluginset.formats.is_installed", lambda _id: False)
    with pytest.raises(UnknownFormatError, match=r'on offer: none; pip install "graph-tool-call\[arazzo\]" brings it'):
        engine().export(PLAN, "arazzo")


def test_two_formats_of_one_name_are_an_error() -> None:
    """It names both plugins; an importer of the same name is another thing."""
    with pytest.raises(DuplicateFormatError, match=r"plugin 'b'.*exporter 'own' is offered by plugin 'a'"):
        engine(a=exporter(plan=str), b=exporter(plan=str))
    both = engine(a=exporter(plan=str), b=importer(plan=str)).host.formats
    assert (["own"], ["own"]) == (list(both.exporters), list(both.importers))


def test_options_are_decoded() -> None:
    """Into the format's class, strictly; without one they are let through."""
    strict = engine(own=exporter(plan=lambda _plan, context: repr(context.options), options=Options))
    free = engine(own=exporter(plan=lambda _plan, context: dict(context.options)))

    assert "Options(indent=4)" == strict.export(PLAN, "own", indent=4)
    assert {"any": 1} == free.export(PLAN, "own", any=1)
    with pytest.raises(DecodeError, match=r"options of format 'own': unknown field 'indnt' \(did you mean 'indent'"):
        strict.export(PLAN, "own", indnt=4)


def test_failures_name_the_plugin_and_errors_of_ours_pass() -> None:
    """A format that breaks is its plugin's failure; what it cannot say is the caller's business."""
    with pytest.raises(HookFailedError, match=r"plugin 'own'.*gtc_exporters.*KeyError: 'x' \(format 'own'\)"):
        engine(own=exporter(plan=raising(KeyError("x")))).export(PLAN, "own")
    with pytest.raises(SpecError, match="no words for it"):
        engine(own=exporter(plan=raising(SpecError("x", "no words for it")))).export(PLAN, "own")
    with pytest.raises(HookResultError, match="expected a text or a mapping of format 'own', got int 3"):
        engine(own=exporter(plan=lambda _plan, _context: 3)).export(PLAN, "own")


@pytest.mark.bundled
def test_a_plan_is_read() -> None:
    """From the importer of that name, which sees the tools of the graph; anything else is no plan."""
    own = engine(own=importer(plan=lambda source, context: Plan(id=source, goal=" ".join(sorted(context.tools)))))
    graph = own.graph(own.build(DOCUMENT))

    assert ("p9", "listBoxes listThings") == (
        own.import_plan("p9", "own", graph).id,
        own.import_plan("p9", "own", graph).goal,
    )
    with pytest.raises(HookResultError, match="expected a Plan of format 'own', got str 'x'"):
        engine(own=importer(plan=lambda _source, _context: "x")).import_plan("", "own", graph)


def test_plugins_say_what_they_write_and_read() -> None:
    """`describe` has each format with what it can, and its options."""
    said = engine(own=exporter(plan=str, graph=str, suffix=".x", options=Options)).host.describe("own")
    read = engine(own=importer(declared=lambda _sources, _context: Declared())).host.describe("own")

    (written,) = said["exporters"]
    assert ("own", "text/plain", ".x", ["plan", "graph"]) == (
        written["name"],
        written["media_type"],
        written["suffix"],
        written["writes"],
    )
    assert ["indent"] == [row["name"] for row in written["options"]]
    assert ["declared"] == read["importers"][0]["reads"]


def test_another_answer_than_a_spec_is_refused() -> None:
    """It names what was expected."""
    with pytest.raises(HookResultError, match="expected ExporterSpec, got str 'own'"):
        engine(own=plugin(gtc_exporters=lambda: ["own"]))


@pytest.mark.bundled
def test_documents_of_a_build_reach_their_importer() -> None:
    """Under the name of the format, with limits beside; what it says is in the artifact, its edges as declared."""
    seen: list[Any] = []

    def declared(sources: Any, context: Any) -> Declared:
        seen.append((sources, context.options, sorted(context.tools)))
        edge = {"source": "listBoxes", "target": "listThings", "relation": "requires", "confidence": "EXTRACTED"}
        flow = {"from": "$[*].id", "to": "id", "location": "query"}
        said = {**edge, "data": [flow], "evidence": [{"rule": "own"}]}
        return Declared(edges=[said], documents=[{"source": "x", "digest": "d"}])

    own = engine(own=importer(declared=declared))
    artifact = own.build(DOCUMENT, own=["x"], own_limits=3)

    assert [(("x",), {"limits": 3}, ["listBoxes", "listThings"])] == seen
    assert [{"source": "x", "digest": "d"}] == artifact["metadata"]["own"]
    assert [["own"]] == [[row["rule"] for row in edge["evidence"]] for edge in artifact["edges"]]
    assert "own" not in own.build(DOCUMENT, own=[])["metadata"]


@pytest.mark.bundled
def test_documents_that_no_plugin_reads_are_an_error() -> None:
    """Before the document is read; without documents the name is no matter."""
    with pytest.raises(UnknownFormatError, match="no plugin reads declared hand-overs as 'arazzo'"):
        engine().build({}, arazzo=["flows.yaml"])
    assert engine().build(DOCUMENT, arazzo=())["tools"]
