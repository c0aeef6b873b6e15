from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import attrs
import pytest

from graph_tool_call.cli import main
from graph_tool_call.engine import Engine
from graph_tool_call.graph.tool_graph import encode_artifact
from graph_tool_call_shop import document_text


@attrs.frozen
class Result:
    """What a command line gave."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        """Standard output as one JSON document."""
        return json.loads(self.out)

    @property
    def error(self):
        """The error of a --json answer."""
        return self.json["error"]

    @property
    def words(self):
        """Standard output on one line: tables without their layout."""
        return " ".join(self.out.split())


@pytest.fixture(name="cli")
def _cli(capsys, monkeypatch):
    """Run a command line in this process, in whatever folder the test stands in."""
    monkeypatch.delenv("GTC_PLUGINS", raising=False)

    def call(*arguments, stdin=None):
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call


@pytest.fixture(name="shop")
def _shop(tmp_path, monkeypatch):
    """A folder of its own with the demo's document in it, as shop.json."""
    monkeypatch.chdir(tmp_path)
    Path("shop.json").write_text(document_text(), encoding="utf-8")
    return "shop.json"


@pytest.fixture(name="built", scope="session")
def _built():
    """The bytes of the shop's artifact, built once."""
    engine = Engine()
    return encode_artifact(engine.build(document_text()))


@pytest.fixture(name="artifact")
def _artifact(shop, built):
    """The shop's artifact beside its document."""
    Path("shop.artifact.json").write_bytes(built)
    return "shop.artifact.json"
