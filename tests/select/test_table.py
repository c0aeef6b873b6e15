"""The comparison table: what its rows say, and that nothing of a document gets into the page unescaped."""

from __future__ import annotations

import html.parser
import json

import pytest
from searching import SIGNALS, judges, named, tool

from graph_tool_call.select import select_target, selection_page, selection_table

HOSTILE = "<script>alert('x')</script> & \"orders\" <img src=x onerror=alert(1)> </td></table>"
TOOLS = named(
    tool("getOrder", "get", "/orders/{id}", "Get an order", canonical_action="read", primary_resource="order"),
    tool("listOrders", "get", "/orders", HOSTILE, canonical_action="search", primary_resource="order"),
)
#: Elements of a page; anything else has come from a document.
OWN = set("html head meta title style body h1 p b small div table tr th td br span code ul li mark wbr".split())


def choose(*said, **options):
    rows = [{"name": "getOrder", "score": 0.8}, {"name": "listOrders", "score": 0.3}]
    evidence = judges(*said, ("getOrder", "action", 0.9), ("listOrders", "action", -0.4))
    return select_target("get my order", rows, TOOLS, judges=evidence, signals=SIGNALS, **options)


class Elements(html.parser.HTMLParser):
    """Elements, attributes and visible text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in {"meta", "br", "wbr"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert tag == self.open.pop()

    def handle_data(self, data):
        self.texts.setdefault(self.open[-1] if self.open else "", []).append(data)


def test_rows_say_what_people_compare():
    """Best first: who is final, what matched of action, resource and shape, and the evidence; plain data."""
    rows = selection_table(choose(("getOrder", "resource", 1.0)), TOOLS)

    first, second = rows
    assert ("getOrder", "Get an order", "GET", "/orders/{id}") == tuple(
        first[key] for key in ("name", "summary", "method", "path")
    )
    assert ({"value": "read", "match": 0.9}, {"value": "order", "match": 1.0}) == (first["action"], first["resource"])
    assert ({"value": "search", "match": -0.4}, {"value": "order", "match": None}) == (
        second["action"],
        second["resource"],
    )
    assert (True, ["final"], False, []) == (first["final"], first["badges"], second["final"], second["badges"])
    json.dumps(rows)


def test_badges_tell_of_the_model_and_of_doubt():
    """A model's target has its badge, and doubt stands beside the final one."""
    kept = selection_table(choose(llm_target="listOrders"))
    doubt = selection_table({**choose(), "ambiguous": True})
    over = selection_table({**choose(llm_target="listOrders"), "selected_target": "getOrder", "overrode_llm": True})

    assert [["LLM target"]] == [row["badges"][-1:] for row in kept if row["name"] == "listOrders"]
    assert ["final", "ambiguous"] == doubt[0]["badges"]
    assert [["final"], ["LLM target", "overridden"]] == [row["badges"] for row in over]


def test_learning_is_a_column():
    """What promoted suggestions added is seen, and only where it was applied."""
    selection = choose(("getOrder", "learning", 0.7))

    applied, left = (selection_table({**selection, "learning_applied": on})[0]["learning"] for on in (True, False))
    assert (0.7, 0.0) == (applied, left)


def test_summaries_are_cut():
    """A table shows no essays."""
    long = named(tool("getOrder", "get", "/o", "word " * 200))

    assert 160 == len(selection_table(choose(), long)[0]["summary"])


@pytest.mark.parametrize(
    "selection", [{}, {"rank_signals": None}, {"rank_signals": ["x", {}], "candidate_evidence": 0}]
)
def test_incomplete_selections_have_no_rows(selection):
    """A selection without candidates is an empty table, and still a page."""
    assert [] == selection_table(selection)
    assert "<table>" in selection_page("q", selection)


def test_nothing_of_a_document_becomes_markup():
    """Scripts, pictures and closing tags in names, summaries, paths, reasons and questions are shown as text."""
    named_so = {"name": HOSTILE, "rank": 1, "score": 1.0, "signals": {"action": 0.5}, "allowed": True}
    evidence = {
        "name": HOSTILE,
        "method": HOSTILE,
        "path": HOSTILE,
        "canonical_action": HOSTILE,
        "primary_resource": HOSTILE,
        "result_shape": HOSTILE,
        "matched_fields": [HOSTILE],
        "evidence": [
            {"signal": HOSTILE, "score": 0.5, "matched": [HOSTILE, "script", "<"], "reason": HOSTILE, "plugin": HOSTILE}
        ],
    }
    selection = {
        "selected_target": HOSTILE,
        "llm_target": HOSTILE,
        "overrode_llm": True,
        "reason_codes": [HOSTILE],
        "rank_signals": [named_so],
        "candidate_evidence": [evidence],
    }
    page = selection_page(HOSTILE, selection, {HOSTILE: tool(HOSTILE, "get", "/", HOSTILE)})

    elements = Elements(page)
    assert set() == set(elements.names) - OWN
    assert {"lang", "charset", "http-equiv", "content", "name", "class", "scope"} == elements.attributes
    assert [] == elements.open
    assert "<script" not in page


def test_the_page_asks_for_nothing():
    """No script, no style, font or picture from elsewhere: it can be opened from a mail."""
    page = selection_page("get my order", choose())

    assert "default-src 'none'" in page
    assert [] == [mark for mark in ("<script", "src=", "href=", "url(", "@import") if mark in page]


def test_matched_words_are_highlighted_and_others_not():
    """Words of the question are marked where a word begins, in any case and in other scripts, escaped."""
    from graph_tool_call.select.page import marked

    assert "<mark>Order</mark>s of a border" == marked("Orders of a border", ["order"])
    assert "취소한 <mark>주문</mark>들" == marked("취소한 주문들", ["주문"])
    assert "<mark>&lt;b&gt;</mark> &amp; x" == marked("<b> & x", ["<b>"])
    assert "a &lt; b" == marked("a < b", ["", " "])


def test_candidates_stand_side_by_side():
    """A column for each candidate, the final one marked in every line."""
    elements = Elements(selection_page("get my order", choose(), TOOLS))

    lines = elements.names.count("th")
    assert (2 * lines, 10) == (elements.names.count("td"), lines)
    assert "alert('x')" in " ".join(elements.texts["td"])
