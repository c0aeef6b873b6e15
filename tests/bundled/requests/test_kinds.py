"""Kinds are found by their nouns without a look at all of them."""

from __future__ import annotations

from itertools import product

import pytest

from graph_tool_call.hooks import Kind
from graph_tool_call_bundled.requests.kinds import Kinds
from graph_tool_call_bundled.requests.phrases import likeness

WORDS = [words for size in (2, 1, 3) for words in product(("line", "item", "order"), repeat=size)]
KINDS = [Kind(noun="_".join(words), listed_by=("list", f"list {number % 3}")) for number, words in enumerate(WORDS)]


@pytest.mark.parametrize("said", [("item",), ("line", "item"), ("lineitem",), ("order", "line", "item"), ("cart",), ()])
def test_words_name_kinds(said: tuple[str, ...]) -> None:
    """The one that is called so; else those whose longer noun ends so, in their order."""
    kinds = [kind for kind in KINDS if kind.noun != "item"]
    likely = [(likeness(said, tuple(kind.noun.split("_"))), kind) for kind in kinds]
    named = [kind for found, kind in likely if found == 1.0]
    ending = [kind for found, kind in likely if found and kind.noun.count("_") + 1 > len(said)]

    assert (named[:1] or ending) == Kinds(kinds).like(said)


def test_an_operation_lists_kinds() -> None:
    """Those that name it, in their order."""
    assert Kinds(KINDS).listed_by["list 1"] == [kind for kind in KINDS if "list 1" in kind.listed_by]
