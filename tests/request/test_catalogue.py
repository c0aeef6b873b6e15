"""The catalogue finds nouns by their words without a look at all of them."""

from __future__ import annotations

from itertools import product

import pytest

from graph_tool_call.request.catalogue import Catalogue

#: Nouns of up to three words, in an order that is not that of their letters.
NOUNS = ["_".join(words) for size in (2, 1, 3) for words in product(("line", "item", "order"), repeat=size)]


@pytest.mark.parametrize("beginning", [False, True])
@pytest.mark.parametrize("noun", [*NOUNS, "items", "store_order_item", ""])
def test_nouns_of_like_words(noun: str, *, beginning: bool) -> None:
    """The same as by comparing with every noun, in their order."""
    catalogue = Catalogue({})
    catalogue.by_noun = {known: [] for known in NOUNS}

    longer = [n for n in NOUNS if n.endswith(f"_{noun}") or (beginning and n.startswith(f"{noun}_"))]
    shorter = [n for n in NOUNS if noun.endswith(f"_{n}")]

    assert sorted({*longer, *shorter}, key=NOUNS.index) == list(catalogue.alike(noun, beginning=beginning))
