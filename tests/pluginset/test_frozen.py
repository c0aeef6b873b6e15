"""What reaches hooks cannot be changed, and whoever tries is the one that is named."""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import pickle
from collections.abc import Callable
from dataclasses import asdict
from operator import setitem
from typing import Any

import pytest
from sample_plugins import CANDIDATES, FIELDS, GET, OPERATION, OPTIONS, host, plugin

from graph_tool_call.errors import HookFailedError
from graph_tool_call.hooks import Collection, Schema, Text, ToolCall, ToolResult, Vocabulary, thawed
from graph_tool_call.model.frozen import FrozenDict, frozen
from graph_tool_call.plan import Plan, PlanRunner, PlanStep
from graph_tool_call.pluginset import PluginSet

TOOL = {"name": "t", "metadata": {"method": "get", "api_contract": {"consumes": [{"name": "x"}]}}}
CALL = ToolCall(executor="x", name="t", args={"ids": [1]}, tool=TOOL)

Write = Callable[[Any], object]


def as_hook(write: Callable[..., object], *names: str) -> Callable[..., Any]:
    """*write* as an implementation that takes the arguments of these names."""
    taken = {
        ("context",): lambda context: write(context),  # noqa: PLW0108 - hooks take arguments by name
        ("operation",): lambda operation: write(operation),  # noqa: PLW0108
        ("candidates", "context"): lambda candidates, context: write(candidates, context),  # noqa: PLW0108
        ("call", "context"): lambda call, context: write(call, context),  # noqa: PLW0108
    }
    return taken[names]


def blamed(hook: str, writes: Callable[..., Any], ask: Callable[[Any], Any], **others: Any) -> None:
    """A plugin "writer" whose *hook* writes is named, with a TypeError; one that only looks on is not."""
    built = host(zz_innocent=plugin(**{hook: lambda: None}), writer=plugin(**{hook: writes, **others}))

    with pytest.raises(HookFailedError, match=rf"plugin 'writer'.*{hook}': TypeError") as caught:
        ask(built)
    assert isinstance(caught.value.__cause__, TypeError)


# --- reading documents ----------------------------------------------------------------


@pytest.mark.parametrize(
    "write",
    [
        lambda c: c.collection.schemas.update(Pet=1),
        lambda c: c.collection.schemas.pop("Pet"),
        lambda c: c.collection.tags.__setitem__("x", "y"),
        lambda c: c.collection.security_schemes.clear(),
        lambda c: c.vocabulary.key_endings.__setitem__("nr", "no"),
        lambda c: c.vocabulary.plurals.clear(),
        lambda c: c.vocabulary.tables.__setitem__("paging", ()),
    ],
    ids=["schemas", "schemas-pop", "tags", "security_schemes", "key_endings", "plurals", "tables"],
)
def test_document_and_words(write: Write) -> None:
    """The document and the united words are the same for every classifier."""
    read = Collection(operations=(OPERATION,), schemas={"Pet": Schema()}, tags={"a": "b"})
    words = Vocabulary(key_endings={"x": "id"}, plurals={"cacti": "cactus"})

    blamed(
        "gtc_classify_fields",
        as_hook(write, "context"),
        lambda built: built.build_session(read).classify(OPERATION, FIELDS),
        gtc_vocabulary=lambda: words,
    )


@pytest.mark.parametrize(
    "write",
    [
        lambda operation: operation.extensions.__setitem__("x-a", 1),
        lambda operation: operation.extensions["x-roles"].append("admin"),
        lambda operation: operation.extensions["x-owner"].update(team="a"),
    ],
)
def test_extensions(write: Write) -> None:
    """Extensions are as the document has them, all the way down."""
    extensions = {"x-roles": ["reader"], "x-owner": {"team": "b"}}
    operation = type(OPERATION)(key="GET /a", method="get", path="/a", name="a", extensions=extensions)

    blamed(
        "gtc_classify_fields",
        as_hook(write, "operation"),
        lambda built: built.build_session(Collection(operations=(operation,))).classify(operation, FIELDS),
    )
    assert {"x-roles": ["reader"], "x-owner": {"team": "b"}} == extensions


def test_fields() -> None:
    """The batch is a tuple, whatever the caller has."""

    def writes(fields):
        fields[0] = None

    blamed(
        "gtc_classify_fields", writes, lambda built: built.build_session(Collection()).classify(OPERATION, [*FIELDS])
    )


# --- planning and search ----------------------------------------------------------------


def test_tools_of_planning() -> None:
    """All tools of the graph are seen by every plugin, and are nobody's own."""

    def writes(context):
        context.tools["other"] = GET

    blamed("gtc_find_options", writes, lambda built: built.plan_session({"get_order": GET}).find_options(OPTIONS))


def test_siblings_of_options() -> None:
    """So are the names beside a candidate's value."""
    blamed(
        "gtc_find_options",
        lambda request: request.siblings.clear(),
        lambda built: built.plan_session({"get_order": GET}).find_options(OPTIONS),
    )


@pytest.mark.parametrize(
    "write",
    [
        lambda candidates, _context: setitem(candidates, 0, None),
        lambda _candidates, context: context.learning[0].__setitem__("query", "x"),
        lambda _candidates, context: context.given.__setitem__("id", 2),
        lambda _candidates, context: context.given["tags"].append("z"),
    ],
    ids=["candidates", "learning", "given", "given-inside"],
)
def test_candidates_and_what_is_known(write: Callable[[Any, Any], object]) -> None:
    """Candidates are a tuple, and what was learnt or given stays as it is."""
    learned, given = [{"query": "orders"}], {"id": 1, "tags": ["a"]}

    blamed(
        "gtc_selector_evidence",
        as_hook(write, "candidates", "context"),
        lambda built: built.query_session(lambda _term: 1.0, learned).evidence("orders", [*CANDIDATES], given),
    )
    assert ([{"query": "orders"}], {"id": 1, "tags": ["a"]}) == (learned, given)


def test_texts() -> None:
    """Texts come as a tuple."""

    def writes(texts):
        texts[0] = None

    texts = [Text(value="a", source="name"), Text(value="b", source="name")]
    blamed("gtc_analyze_text", writes, lambda built: built.query_session(lambda _term: 1.0).analyze(texts))


# --- running -------------------------------------------------------------------------


@pytest.mark.parametrize("is_async", [True, False])
@pytest.mark.parametrize(
    "write",
    [
        lambda call, _context: call.args.__setitem__("ids", []),
        lambda call, _context: call.args["ids"].append(2),
        lambda call, _context: call.tool.__setitem__("name", "other"),
        lambda call, _context: call.tool["metadata"]["api_contract"]["consumes"].clear(),
        lambda _call, context: context.options.__setitem__("base_url", "x"),
        lambda _call, context: context.options["headers"].update(a="b"),
        lambda _call, context: context.document["servers"].append("x"),
    ],
    ids=["args", "args-inside", "tool", "tool-inside", "options", "options-inside", "document"],
)
def test_calls(write: Callable[[Any, Any], object], is_async: bool) -> None:
    """Arguments, the graph's own tool, options and the document."""
    tool, options, document = copy.deepcopy(TOOL), {"headers": {}}, {"servers": ["a"]}

    def ask(built: Any) -> None:
        session = built.run_session(options=options, document=document)
        call = ToolCall(executor="x", name="t", args={"ids": [1]}, tool=tool)
        asyncio.run(session.aexecute(call)) if is_async else session.execute(call)

    blamed("gtc_execute", as_hook(write, "call", "context"), ask)
    assert (TOOL, {"headers": {}}, {"servers": ["a"]}) == (tool, options, document)


def test_events(caplog: pytest.LogCaptureFixture) -> None:
    """A watcher cannot change what the run gives; its failure is logged with its name, and the next one sees all."""
    seen: list[Any] = []

    def writes(event):
        if event.type == "plan.completed":
            event.output["items"].clear()

    def watches(event):
        if event.type == "plan.completed":
            seen.append(asdict(event)["output"])

    graph = {"tools": {"t": TOOL}}
    answers = plugin(gtc_executors=lambda: [_spec()], gtc_execute=lambda: ToolResult(ok=True, body={"items": [1]}))
    plugins = PluginSet().with_(answers, id="own").with_(plugin(gtc_run_event=writes), id="awriter")
    plugins = plugins.with_(plugin(gtc_run_event=watches), id="watcher")
    with caplog.at_level(logging.WARNING), PlanRunner.from_plugins(graph, "own", plugins=plugins) as runner:
        trace = runner.run(Plan(id="p", steps=[PlanStep(id="s1", tool="t")], output_binding="${s1}"))

    assert ({"items": [1]}, [{"items": [1]}]) == (trace.output, seen)
    (record,) = caplog.records
    assert "plugin 'awriter'" in record.getMessage()
    assert "TypeError: this list is read-only" in record.getMessage()


def _spec() -> Any:
    from graph_tool_call.hooks import ExecutorSpec

    return ExecutorSpec(name="own")


# --- the values themselves --------------------------------------------------------------


def test_frozen_json_reads_like_json() -> None:
    """Everybody who reads dicts and lists reads them: by type, as JSON, in a copy, by pickle."""
    plain = {"a": [{"b": 1}], "c": ({"d": []},)}
    made = frozen(plain)

    assert made == plain
    assert isinstance(made, dict)
    assert isinstance(made["a"], list)
    assert json.dumps(plain) == json.dumps(made)
    assert {"a": [{"b": 1}], "c": 1} == {**made, "c": 1}
    assert made == pickle.loads(pickle.dumps(made))  # noqa: S301 - our own
    for own in (copy.deepcopy(made), thawed(made)):
        own["a"][0]["b"] = 2
        own["a"].append(3)
    assert (plain, [{"b": 1}]) == (made, plain["a"])


@pytest.mark.parametrize(
    "write",
    [
        lambda d: d.__setitem__("x", 1),
        lambda d: d.__delitem__("a"),
        lambda d: d.update(x=1),
        lambda d: d.pop("a"),
        lambda d: d.popitem(),
        lambda d: d.clear(),
        lambda d: d.setdefault("x", 1),
        lambda d: d.__ior__({"x": 1}),
        lambda d: d["a"].__setitem__(0, 1),
        lambda d: d["a"].__delitem__(0),
        lambda d: d["a"].append(1),
        lambda d: d["a"].extend([1]),
        lambda d: d["a"].insert(0, 1),
        lambda d: d["a"].pop(),
        lambda d: d["a"].remove(1),
        lambda d: d["a"].sort(),
        lambda d: d["a"].reverse(),
        lambda d: d["a"].clear(),
        lambda d: d["a"].__iadd__([1]),
        lambda d: d["a"].__imul__(2),
    ],
)
def test_every_way_to_write_is_closed(write: Write) -> None:
    """A TypeError says that a copy may be changed."""
    made = frozen({"a": [1]})

    with pytest.raises(TypeError, match="is read-only; change a copy of it"):
        write(made)
    assert FrozenDict(a=[1]) == made
