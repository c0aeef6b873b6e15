"""What a run gave is in colours where a person reads, and otherwise plain: colouring megabytes takes minutes."""

from __future__ import annotations

import io
import json
import sys

import pytest

from graph_tool_call.cli.running import show_output


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self):
        return True


def answer(count):
    """A run's answer of *count* rows, each longer than a line."""
    return {"ok": True, "output": [{"id": number, "text": "word " * 40} for number in range(count)]}


@pytest.fixture(name="shown")
def _shown(monkeypatch):
    """Standard output after `show_output`, on a terminal with colours or elsewhere."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)

    def show(given, stream):
        monkeypatch.setattr(sys, "stdout", stream)
        show_output(given)
        return stream.getvalue()

    return show


def test_a_person_sees_a_small_answer_in_colours(shown):
    """On a terminal names and values are told apart."""
    assert "\x1b[" in shown(answer(3), Terminal())


@pytest.mark.parametrize(("count", "stream"), [(3, io.StringIO), (2_000, io.StringIO), (2_000, Terminal)])
def test_pipes_and_big_answers_get_plain_json(shown, count, stream):
    """Off a terminal, and of an answer that nobody reads to its end, the JSON is written as it is."""
    given = answer(count)

    assert json.dumps(given["output"], indent=2) + "\n" == shown(given, stream())
