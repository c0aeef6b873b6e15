"""The contract of plugins that read sources, and the sources that it is held against."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest

from graph_tool_call.errors import SpecError
from graph_tool_call.hooks import Collection, Operation, Source
from graph_tool_call.pluginset import PluginHost

from .base import AnsweringContract
from .samples import ODD_NAMES

_TEXT: Final = """\
openapi: 3.0.3
info: {title: Orders, version: '1'}
paths:
  /orders:
    get: {responses: {'200': {description: OK}}}
"""
_SCHEMA: Final = "type Query {\n  order(no: ID!): Order\n}\n"


def _listed() -> dict[str, Any]:
    """What an MCP server answers to tools/list, made anew, so that what changes it is found out."""
    return {"tools": [{"name": "add", "description": "Adds", "inputSchema": {"type": "object"}}]}


def _document(count: int) -> dict[str, Any]:
    """A description of *count* operations."""
    ok = {"responses": {"200": {"description": "OK"}}}
    paths = {f"/things{at}": {"get": {"operationId": f"listThings{at}", **ok}} for at in range(count)}
    return {"openapi": "3.0.3", "info": {"title": "Things", "version": "1"}, "paths": paths}


def _nothing() -> tuple[Source, ...]:
    """What describes no operation of anybody."""
    return tuple(map(Source.of, ({}, "{}", "[]", "just words\nand more\n", [], {"hello": "world"}, 42, None)))


class SourceContract(AnsweringContract):
    """What the host relies on in a plugin with `gtc_read_source`.

    A sample is a source. Add some of your own, by which it is seen that they are read:

        def samples(self):
            return (*super().samples(), Source.of({"commands": [{"name": "greet"}]}))

    The budget is for a document of 300 operations.
    """

    hook = "gtc_read_source"

    def samples(self) -> Sequence[Source]:
        """Sources of several kinds, each opened anew. Add your own: `return (*super().samples(), mine)`."""
        return tuple(map(Source.of, (_document(3), _TEXT, _listed(), _SCHEMA, [len, sorted]))) + _nothing()

    def odd_samples(self) -> Sequence[Source]:
        """Odd names, broken texts, what is no text, and deep nests."""
        deep: list[Any] = []
        for _ in range(300):
            deep = [deep]
        odd: tuple[Any, ...] = (
            dict.fromkeys(ODD_NAMES),
            {"tools": list(ODD_NAMES)},
            {"openapi": list(ODD_NAMES), "paths": ODD_NAMES[3]},
            {"deep": deep},
            "<html></html>",
            '{"cut": ',
            b"\xff\xfe\xfd\n",
            json,
            object,
        )
        return tuple(map(Source.of, odd))

    def large_sample(self) -> Source:
        """A document of 300 operations."""
        return Source.of(_document(300))

    def session(self, host: PluginHost) -> Callable[[Source], Sequence[Any]]:
        """What can be called, in rows; nothing for a source that is not read."""

        def ask(source: Source) -> Sequence[Any]:
            found = read(host, source)
            return () if found is None else [_row(one) for one in found.operations]

        return ask

    def reordered(self, sample: Source) -> Source:
        """The same as text, where it is data; the text of everything else as it is."""
        return Source.of(json.dumps(sample.value)) if sample.kind == "data" else Source.of(sample.value)

    def test_order_does_not_matter(self) -> None:
        """A source that is given as text has the same operations as one that is given as data."""
        super().test_order_does_not_matter()

    def test_abstains_on_nonsense(self) -> None:
        """What describes no operation is not read: another plugin may know it."""
        for source in _nothing():
            found = read(self.host(), source)
            assert found is None, f"reads {source.name} {source.value!r}, which describes nothing"

    def test_says_what_it_reads(self) -> None:
        """`PluginInfo.reads` says what it reads; people read that where nobody reads their source."""
        say = getattr(self.plugin, "gtc_plugin_info", None)
        assert say is not None, "has no gtc_plugin_info, whose `reads` says what it reads"
        assert say().reads.strip(), "PluginInfo.reads is empty"

    def test_a_collection_says_where_it_is_from(self) -> None:
        """A collection has the name and a digest of its source, and its format; equal sources have equal digests."""
        for first, second in zip(self._read(), self._read(), strict=True):
            source, found = first
            assert found.source == source.name, f"Collection.source is {found.source!r} for {source.name!r}"
            assert found.digest, f"Collection.digest is empty; source.digest has one of {source.name}"
            assert found.digest == second[1].digest, f"another digest of {source.name} the second time"
            assert found.format, "Collection.format is empty; one word says what kind of source it is"

    def _read(self) -> list[tuple[Source, Collection]]:
        """The samples that are read. Skips where there are none."""
        host = self.host()
        pairs = [(source, found) for source in self.samples() if (found := read(host, source)) is not None]
        if not pairs:
            pytest.skip("none of the samples is read: add some of yours in `samples`")
        return pairs


def read(host: PluginHost, source: Source) -> Collection | None:
    """What the plugin makes of *source*; None where it does not read it."""
    try:
        return host.source_session().read(source).value
    except SpecError:
        return None


def _row(operation: Operation) -> list[Any]:
    """One operation as JSON-shaped data, as far as two readings may be compared by."""
    inputs = [[one.name, one.location, one.required] for one in operation.parameters]
    answers = [response.status for response in operation.responses]
    head = [operation.key, operation.name, operation.method, operation.path, operation.summary]
    return [*head, inputs, operation.body is not None, answers]
