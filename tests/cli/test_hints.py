"""Failures of calls say what to do in the words of the command line."""

from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.cli.hints import in_words, next_step


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("the document names no server; give the option base_url", "the document names no server; give --base-url"),
        ("give the option base_url, or the option allow_private", "give --base-url, or --option allow_private=…"),
        ("larger than 9 bytes (option max_bytes)", "larger than 9 bytes (--option max_bytes=…)"),
        ("give the option server_variables", "give --option server_variables=…"),
    ],
)
def test_options_of_executors(message: str, words: str) -> None:
    """They are called as the command line calls them, where the failure says that it speaks of one."""
    assert in_words(message, {"option": "base_url"}) == words
    assert in_words(message, {}) == message


def test_decisions_of_a_resumed_run() -> None:
    """They are given by the option of that name."""
    message = "go on with decisions={'s1': 'retry'} or decisions={'s1': {'output': …}}"

    assert in_words(message, {"decisions": {"s1": ["retry", "output"]}}) == (
        "go on with --decide s1=retry or --decide s1=JSON"
    )
    assert in_words(message, {}) == message


@pytest.mark.parametrize(
    ("code", "error", "says"),
    [
        ("auth", {"lacking": ["token", "key"], "with_credential": False}, "(--credential token=VARIABLE gives"),
        ("auth", {"lacking": [], "with_credential": False}, "(-H NAME=VARIABLE sends a header"),
        ("auth", {}, "(--credential SCHEME=VARIABLE gives a credential)"),
        ("auth", {"lacking": [], "with_credential": True}, ""),
        ("http", {"lacking": []}, ""),
    ],
)
def test_how_a_credential_is_given(code: str, error: dict[str, Any], says: str) -> None:
    """By scheme where the document has one, by header where it has none, not at all where one was refused."""
    hint = next_step(code, error)

    assert says in hint
    assert bool(says) == bool(hint)
