from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sample_plugins import plugin

from graph_tool_call import PluginSet
from graph_tool_call.engine import Engine
from graph_tool_call.errors import HookFailedError, HookResultError, SpecError
from graph_tool_call.hooks import Collection, Limits, Operation, Parameter, PluginInfo, Schema, Source, SourceContext
from graph_tool_call.pluginset.trace import HookCall, traced


def _operation(name: str, **parts: Any) -> Operation:
    return Operation(key=f"POST /{name}", method="post", path=f"/{name}", name=name, **parts)


def tools(source: Source) -> Collection | None:
    """Reads what an MCP server answers to tools/list."""
    listed = source.data.get("tools") if isinstance(source.data, dict) else None
    if not isinstance(listed, list):
        return None
    operations = tuple(
        _operation(
            tool["name"],
            summary=tool.get("description", ""),
            parameters=tuple(
                Parameter(name=name, location="query", required=True, schema=Schema(type=schema["type"]))
                for name, schema in tool["inputSchema"]["properties"].items()
            ),
        )
        for tool in listed
    )
    return Collection(format="mcp", source=source.name, digest=source.digest, operations=operations)


def functions(source: Source) -> Collection | None:
    """Reads a list of Python functions."""
    if source.kind != "object" or not all(map(callable, source.value)):
        return None
    operations = tuple(_operation(one.__name__, summary=one.__doc__ or "") for one in source.value)
    return Collection(format="python", source=source.name, operations=operations)


def schema(source: Source) -> Collection | None:
    """Reads the fields of a GraphQL query type, which is no JSON and no YAML."""
    head, _, body = source.text.partition("{")
    if not head.startswith("type Query"):
        return None
    names = [line.partition(":")[0].strip() for line in body.splitlines() if ":" in line]
    return Collection(format="graphql", source=source.name, operations=tuple(map(_operation, names)))


ADD = {"tools": [{"name": "add", "description": "Adds", "inputSchema": {"properties": {"left": {"type": "integer"}}}}]}


def total() -> None:
    """Sums it up."""


def engine(**readers: Any) -> Engine:
    """An engine with these readers, by plugin id."""
    plugins = PluginSet()
    for name, reader in readers.items():
        plugins = plugins.with_(plugin(gtc_read_source=reader, gtc_plugin_info=_info(name)), id=name)
    return Engine(plugins)


def _info(name: str) -> Callable[[], PluginInfo]:
    return lambda: PluginInfo(reads=f"what {name} has")


@pytest.mark.parametrize(
    ("source", "name", "read_from"),
    [
        (ADD, "add", "mcp"),
        ([total], "total", "python"),
        ("type Query {\n  order: Order\n}\n", "order", "graphql"),
    ],
)
def test_each_source_goes_to_whoever_reads_it(source: Any, name: str, read_from: str) -> None:
    """Data, objects and texts that are neither JSON nor YAML, in one set; the tool says what it was read from."""
    # The reader of data is asked first, and what it cannot parse goes on to the others.
    artifact = engine(a_tools=tools, b_functions=functions, c_schema=schema).build(source)

    assert [name] == list(artifact["tools"])
    assert read_from == artifact["tools"][name]["metadata"]["source"]


def test_the_first_reader_holds() -> None:
    """In plugin order; nobody else is asked after it."""
    asked: list[str] = []

    def second(source: Source) -> Collection | None:
        asked.append(source.name)
        return None

    found = engine(a=tools, b=second).read(ADD)

    assert ("mcp", []) == (found.format, asked)


def test_an_unread_source_says_who_was_asked() -> None:
    """What it holds, who was asked, and what each of them reads."""
    with pytest.raises(SpecError) as caught:
        engine(tools=tools, lists=functions).read({"hello": 1, "world": 2})

    assert "not_openapi" == caught.value.code
    assert "`hello`, `world`" in caught.value.message
    assert "asked: lists, which reads what lists has; tools, which reads what tools has" == caught.value.hint


@pytest.mark.parametrize(
    ("source", "code"),
    [("nowhere.json", "file_not_found"), ('{"cut": ', "invalid_json"), ("https://a.test/b", "ref_remote")],
)
def test_what_cannot_be_opened_is_told_as_such(source: str, code: str) -> None:
    """Nobody reads it because nobody can: that is the error."""
    with pytest.raises(SpecError) as caught:
        engine(tools=tools, functions=functions).read(source)

    assert code == caught.value.code


@pytest.mark.parametrize("source", [{"openapi": "3.0.3", "info": {}, "paths": {}}, "openapi: 3.0.3\n", [total]])
def test_a_set_without_readers_reads_nothing(source: Any) -> None:
    """The error says which plugin reads OpenAPI."""
    with pytest.raises(SpecError) as caught:
        Engine(PluginSet()).build(source)

    assert "no_reader" == caught.value.code
    assert "'openapi'" in caught.value.hint


def test_a_collection_is_built_as_it_is() -> None:
    """Whoever has operations needs no reader."""
    artifact = Engine(PluginSet()).build(Collection(title="Mine", operations=(_operation("greet"),)))

    assert ("Mine", ["greet"]) == (artifact["metadata"]["title"], list(artifact["tools"]))
    assert "source" not in artifact["tools"]["greet"]["metadata"]


def test_what_a_reader_says_of_its_own_source_ends_the_reading() -> None:
    """A later reader does not get what an earlier one knows and refuses."""

    def refuses(source: Source) -> None:
        raise SpecError("ref_outside", "leaves its folder", source.name)

    with pytest.raises(SpecError, match="leaves its folder"):
        engine(a=refuses, b=tools).read(ADD)


def test_a_reader_that_fails_is_named() -> None:
    """Any other exception is the plugin's own."""

    def fails(source: Source) -> None:
        raise KeyError("foo")

    with pytest.raises(
        HookFailedError, match=r"plugin 'broken'.*gtc_read_source.*KeyError: 'foo' \(source '<mapping>'\)"
    ):
        engine(broken=fails).read(ADD)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ([], "expected Collection or None"),
        (Collection(operations=({"name": "a"},)), "operations holds Operation"),  # type: ignore[arg-type]
        (Collection(operations=(_operation("a"), _operation("a"))), "two operations have the key 'POST /a'"),
    ],
)
def test_answers_are_checked(answer: Any, problem: str) -> None:
    """What is no collection is refused, and the plugin named."""
    with pytest.raises(HookResultError, match=problem):
        engine(odd=lambda source: answer).read(ADD)


def test_context_has_limits_and_options() -> None:
    """What `Engine.build` was told reaches the reader, and a misspelt choice is the caller's error."""
    seen: list[SourceContext] = []

    def reader(source: Source, context: SourceContext) -> Collection:
        seen.append(context)
        return Collection()

    limits = Limits(max_depth=7)
    engine(mine=reader).read(ADD, limits=limits, validate="off", documents={"b.json": {}}, folder="/srv")
    (context,) = seen

    assert (limits, "off", {"b.json": {}}, "/srv") == (
        context.limits,
        context.validate,
        context.documents,
        context.folder.as_posix() if context.folder else "",
    )
    with pytest.raises(ValueError, match="validate must be one of off, structure, full, got 'strict'"):
        engine(mine=reader).read(ADD, validate="strict")


def test_reading_is_timed() -> None:
    """Each call of a reader is seen as calls of other hooks are."""
    calls: list[HookCall] = []
    with traced(calls.append):
        engine(a=functions, b=tools).read(ADD)
    read = [(call.plugin, call.answers) for call in calls if call.hook == "gtc_read_source"]

    assert [("a", 0), ("b", 1)] == read
