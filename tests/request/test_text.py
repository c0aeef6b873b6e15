"""A question as words: what stands together is one, and numbers keep their sign."""

from __future__ import annotations

import pytest

from graph_tool_call.request.text import words_of


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("its phone is +491525550199.", ["its", "phone", "is", "+491525550199", "."]),
        ("book -18.90 at Lumen", ["book", "-18.90", "at", "Lumen"]),
        ("two+two", ["two+two"]),
        ("C++ 2024", ["C", "+", "+", "2024"]),
        ("write to a+b@acme.example, please", ["write", "to", "a+b@acme.example", ",", "please"]),
    ],
)
def test_words(question: str, words: list[str]) -> None:
    """A sign belongs to the number that it stands before; elsewhere it is a mark or within a word."""
    assert [word.text for word in words_of(question)] == words
