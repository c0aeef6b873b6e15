"""The text index: what it stores, how it loads, what it says of a term."""

from __future__ import annotations

import json

import pytest
from searching import SHOP, named, plain, session, tool

from graph_tool_call.search import SearchIndex
from graph_tool_call.search.index import WORDS_KEPT


def test_a_saved_index_answers_as_the_built_one():
    """Saving as JSON and loading changes neither postings nor rarities."""
    built = SearchIndex.build(SHOP, session().analyze)

    loaded = SearchIndex.from_dict(json.loads(json.dumps(built.to_dict())))

    assert built.names == loaded.names
    for term in ("order", "item", "customer", "delet"):
        assert built.rarity(term) == loaded.rarity(term)
        assert built.head.postings(term) == loaded.head.postings(term)
        assert built.all.postings(term) == loaded.all.postings(term)


def test_the_same_tools_give_the_same_bytes():
    """An index has no clock, no set order and no identity in it."""
    once, again = (json.dumps(SearchIndex.build(SHOP, session().analyze).to_dict()) for _ in range(2))

    assert once == again


@pytest.mark.bundled
def test_rare_terms_weigh_more_and_unknown_ones_nothing():
    """A term in one operation is rarer than one in five; one in none has no weight at all."""
    index = SearchIndex.build(SHOP, session().analyze)

    assert 1.0 == index.rarity("customer")
    assert index.rarity("customer") > index.rarity("order") > 0
    assert 0.0 == index.rarity("zebra")


@pytest.mark.bundled
def test_words_outside_name_and_summary_are_in_the_second_view_only():
    """Path, fields and tags are found, but not as what the operation is called."""
    one = tool("a", "get", "/things", "List things", inputs=[{"name": "colour", "location": "query"}], tags=["garage"])
    index = SearchIndex.build(named(one), session().analyze)

    assert (False, True) == ("color" in index.head, "color" in index.all)
    assert (False, True) == ("garag" in index.head, "garag" in index.all)


def test_credentials_are_not_indexed():
    """A token parameter says nothing about what an operation is for."""
    one = tool("a", "get", "/things", inputs=[{"name": "passport", "location": "header", "kind": "auth"}])

    assert "passport" not in SearchIndex.build(named(one), session().analyze).all


def test_without_text_plugins_identifiers_are_still_split():
    """The core splits names and paths by itself where every plugin is silent."""
    index = SearchIndex.build(SHOP, plain)

    assert all(term in index.head for term in ("list", "order", "items"))


def test_scripts_without_spaces_are_found_by_pairs():
    """Where no plugin knows a word, neighbouring characters are terms."""
    index = SearchIndex.build(named(tool("a", "get", "/a", "注文一覧")), plain)

    assert ["一覧", "文一", "注文"] == sorted(term for term in ("注文", "文一", "一覧", "覧注") if term in index.head)


def test_an_index_of_nothing_is_an_index():
    """No tools, no postings, no error."""
    index = SearchIndex.build({}, session().analyze)

    assert ((), 0.0) == (index.names, index.rarity("order"))


def test_what_is_kept_of_questions_is_bounded():
    """However many words are asked about, no more than a fixed number of their scores stay in memory."""
    index = SearchIndex.build(SHOP, plain)
    for number in range(3 * WORDS_KEPT):
        index.head.word_scores({"order": 1.0, f"word{number}": 0.5})

    assert len(index.head._words) <= WORDS_KEPT
