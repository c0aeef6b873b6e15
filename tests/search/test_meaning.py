"""What plugins find by meaning: when they are asked, how much it counts, what it may not do."""

from __future__ import annotations

import pytest
from searching import SIGNALS, named, tool

from graph_tool_call.hooks import Hit, Term
from graph_tool_call.model import Opinion
from graph_tool_call.search import SearchIndex, documents_of, retrieve

SHOP = named(
    tool("listOrders", "get", "/orders", "List orders", canonical_action="search"),
    tool("getRefund", "get", "/refunds/{id}", "Get a refund", canonical_action="read"),
    tool("deleteOrder", "delete", "/orders/{id}", "Delete an order", canonical_action="delete"),
)


def analyze(texts):
    words = [[word.lower() for word in text.value.split()] for text in texts]
    verbs = {"list": "search", "get": "read"}
    return [
        (*(Term(value=w) for w in row), *(Term(value=verbs[w], kind="verb") for w in row if w in verbs))
        for row in words
    ]


def ask(query, *hits, asked=None):
    def find(text):
        if asked is not None:
            asked.append(text)
        return [Opinion("acme", Hit(name=name, score=score, reason="like it")) for name, score in hits]

    index = SearchIndex.build(SHOP, analyze)
    answer = retrieve(
        index,
        SHOP,
        query,
        analyze=analyze,
        evidence=lambda _query, _candidates: (),
        signals=SIGNALS,
        producers=lambda _name: (),
        find=find if hits else None,
        include_evidence=True,
    )
    return answer["results"]


def test_hits_are_found_where_words_find_nothing():
    """A question in words that nobody knows finds what plugins say it means, best first, with the reason."""
    rows = ask("remboursement", ("getRefund", 1.0), ("listOrders", 0.4))

    assert ["getRefund", "listOrders"] == [row["name"] for row in rows]
    assert [{"signal": "meaning", "score": 1.0, "matched": [], "reason": "like it", "plugin": "acme"}] == rows[0][
        "evidence"
    ]


def test_covered_questions_are_not_asked():
    """Where words explain the whole question nobody is asked, and the scores stay as they are."""
    asked: list[str] = []

    assert ask("list orders") == ask("list orders", ("getRefund", 1.0), asked=asked)
    assert [] == asked


def test_meaning_counts_for_what_words_leave_open():
    """A half explained question gives half the weight to what it means."""
    (row,) = [r for r in ask("list orders quickly please", ("getRefund", 1.0)) if r["name"] == "getRefund"]

    (said,) = row["evidence"]
    assert 0.5 == said["score"]


def test_destruction_is_withheld_from_reading_questions():
    """What destroys is no answer to a question that reads, however it was found."""
    rows = ask("get pedido", ("deleteOrder", 1.0), ("getRefund", 0.5))

    assert "deleteOrder" not in [row["name"] for row in rows]


def test_unknown_names_do_no_harm():
    """A hit for a tool that the index does not have is left out."""
    assert [] == ask("remboursement", ("gone", 1.0))


def test_documents_are_the_same_for_the_same_tools():
    """Names sorted, a text for each; the digest follows the texts and nothing else."""
    documents = documents_of(SHOP)
    again = documents_of(dict(reversed(SHOP.items())), folder="elsewhere")
    other = documents_of({**SHOP, "listOrders": tool("listOrders", "get", "/orders", "List all orders")})

    assert ("deleteOrder", "getRefund", "listOrders") == documents.names
    assert ("Delete an order delete order", "Get a refund get refund", "List orders list orders") == documents.texts
    assert documents.digest == again.digest != other.digest


@pytest.mark.parametrize("query", ["", "   "])
def test_empty_questions_mean_nothing(query):
    """Nobody is asked what nothing means."""
    asked: list[str] = []

    assert ([], []) == (ask(query, ("getRefund", 1.0), asked=asked), asked)
