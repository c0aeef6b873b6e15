from __future__ import annotations

import io
import sys

import pytest

from graph_tool_call.cli.progress import Bar, progress_bar


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self):
        return True


def test_no_bar_without_a_terminal(capsys):
    """Where nobody looks there is no callback, and so no cost."""
    with progress_bar() as report:
        assert report is None
    assert "" == capsys.readouterr().err


def test_quick_builds_show_nothing(monkeypatch):
    """A bar appears only after some patience."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    with progress_bar(patience=60) as report:
        report("contracts", 1, 2)

    assert "" == terminal.getvalue()


def test_long_builds_show_stage_and_count(monkeypatch):
    """A long build shows its stage and how far it is, on stderr."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    with progress_bar(patience=0) as report:
        report("contracts", 3, 7)
        report("contracts", 7, 7)
        report("edges", 0, 7)

    assert "Contracts" in terminal.getvalue()
    assert "Relations" in terminal.getvalue()


def test_close_without_start():
    """A bar that was never shown can be closed."""
    Bar(60).close()


@pytest.mark.bundled
def test_build_reports_its_stages(cli, shop, monkeypatch):
    """A build on a terminal goes through reading, contracts and relations, and leaves stdout to the answer."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("graph_tool_call.cli.progress.PATIENCE", 0)

    result = cli("build", shop, "-o", "out.json")

    shown = terminal.getvalue()
    assert 0 <= shown.index("Reading") < shown.index("Contracts") < shown.index("Relations")
    assert result.out.startswith("out.json: Harbor Store, 15 tools")


@pytest.mark.bundled
def test_long_builds_can_be_kept(cli, shop, monkeypatch):
    """After a build that took long a person is told how to keep what was made; a script is told nothing."""
    monkeypatch.setattr("graph_tool_call.cli.source.LONG", -1)
    script = cli("search", shop, "orders")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    cli("search", shop, "orders")

    assert "" == script.err
    assert "note: graph-tool-call build shop.json -o shop.artifact.json once" in terminal.getvalue()
