"""Words of API names: splitting, and singular forms."""

from __future__ import annotations

import pytest

from graph_tool_call_bundled.words import is_plural, singular, singular_phrase, split, squash

pytestmark = pytest.mark.bundled


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("petId", "pet id"),
        ("pet_id", "pet id"),
        ("pet-id", "pet id"),
        ("PetID", "pet id"),
        ("petIDs", "pet ids"),
        ("DAGRunID", "dag run id"),
        ("HTTPServer", "http server"),
        ("X-API-Key", "x api key"),
        ("ORDER_NO", "order no"),
        ("io.acme.v1.Pod", "io acme v1 pod"),
        ("utf8", "utf8"),
        ("회원번호", "회원번호"),
        ("", ""),
    ],
)
def test_names_are_split_by_any_convention(name, words):
    """Camel, Pascal, snake, kebab and dotted names; acronyms with and without a plural s."""
    assert tuple(words.split()) == split(name)


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("pets", "pet"), ("categories", "category"), ("movies", "movie"), ("boxes", "box"), ("branches", "branch"),
        ("caches", "cache"), ("addresses", "address"), ("statuses", "status"), ("analyses", "analysis"),
        ("criteria", "criterion"), ("aliases", "alias"), ("indices", "index"), ("people", "person"),
        ("children", "child"), ("databases", "database"), ("purchases", "purchase"), ("responses", "response"),
        ("leaves", "leave"), ("archives", "archive"), ("drives", "drive"), ("cookies", "cookie"), ("heroes", "hero"),
        ("employees", "employee"), ("houses", "house"), ("keys", "key"), ("ids", "id"), ("vms", "vm"),
        ("processes", "process"), ("matrices", "matrix"), ("prizes", "prize"), ("quizzes", "quiz"), ("taxes", "tax"),
        ("apis", "api"), ("skus", "sku"), ("menus", "menu"), ("emojis", "emoji"), ("bookshelves", "bookshelf"),
    ],
)  # fmt: skip
def test_plurals_have_a_singular(plural, one):
    """Regular and irregular ones as API paths have them; the singular itself stays."""
    assert one == singular(plural)
    assert one == singular(one)
    assert is_plural(plural)


@pytest.mark.parametrize(
    "word",
    "status address series data media news sms dns aws https bus gas lens business access metadata timeseries".split(),
)
def test_words_that_only_look_plural_stay(word):
    """Singular words in -s, acronyms and uncountable nouns lose no letter."""
    assert word == singular(word)
    assert not is_plural(word)


def test_a_phrase_has_its_plural_at_the_head():
    """news_items is a news_item; user_types a user_type."""
    assert ("news", "item") == singular_phrase(("news", "items"))
    assert () == singular_phrase(())


@pytest.mark.parametrize("name", ["order_no", "orderNo", "Order-No", "ORDER.NO"])
def test_squashed_names_are_equal_in_all_spellings(name):
    """Case and separators make no other word."""
    assert "orderno" == squash(name)
