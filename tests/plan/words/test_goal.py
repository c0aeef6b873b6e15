"""What the goal's words say: which list, what a value is the name of, whose it is, and which one in a row."""

from __future__ import annotations

from typing import Any

import pytest
from conventional import WORDS, worded

from graph_tool_call.plan import PathSynthesizer
from graph_tool_call.plan.words.lexicon import Lexicon
from graph_tool_call.plan.words.mentions import mentions

pytestmark = pytest.mark.bundled


def takes(name: str, tag: str = "", location: str = "path", **more: Any) -> dict[str, Any]:
    row = {"name": name, "path": name, "location": location, "required": True, "field_type": "string"}
    return row | ({"semantic_tag": tag} if tag else {}) | more


def gives(path: str, tag: str) -> dict[str, Any]:
    return {"name": path.rsplit(".", 1)[-1], "path": path, "semantic_tag": tag, "field_type": "string"}


def tool(path: str, consumes: list[Any], produces: list[Any]) -> dict[str, Any]:
    return {
        "description": "",
        "metadata": {"method": "get", "path": path, "api_contract": {"consumes": consumes, "produces": produces}},
    }


SEARCH = takes("term", location="query", role="search")
TOOLS = {
    "getCover": tool("/book/{bookId}/cover", [takes("bookId", "book_id")], []),
    "getBirthday": tool("/person/{personId}/birthday", [takes("personId", "person_id")], []),
    "getChapterText": tool(
        "/book/{bookId}/chapter/{chapter_number}/text",
        [takes("bookId", "book_id"), takes("chapter_number", field_type="integer")],
        [],
    ),
    "searchBooks": tool("/find/book", [SEARCH], [gives("$.hits[*].id", "book_id")]),
    "searchPersons": tool("/find/person", [SEARCH], [gives("$.hits[*].id", "person_id")]),
    "searchSeries": tool("/find/series", [SEARCH], [gives("$.hits[*].id", "series_id")]),
    "getSeries": tool("/series/{seriesId}", [takes("seriesId", "series_id")], [gives("$.parts[*].id", "book_id")]),
    "getPersonBooks": tool("/person/{personId}/books", [takes("personId", "person_id")], [gives("$[*].id", "book_id")]),
    "getBookStaff": tool("/book/{bookId}/staff", [takes("bookId", "book_id")], [gives("$[*].id", "person_id")]),
    "listNewBooks": tool("/book/arrivals", [], [gives("$[*].id", "book_id")]),
    "listBorrowedBooks": tool("/book/borrowed", [], [gives("$[*].id", "book_id")]),
    "listSimilarBooks": tool("/book/{bookId}/similar", [takes("bookId", "book_id")], [gives("$[*].id", "book_id")]),
}


def planned(target: str, goal: str, **entities: Any) -> Any:
    synthesizer = PathSynthesizer({"tools": TOOLS, "edges": []}, plugins=worded())
    return synthesizer.synthesize(target=target, goal=goal, entities=entities)


def calls(target: str, goal: str, **entities: Any) -> list[str]:
    return [step.tool for step in planned(target, goal, **entities).steps]


def test_the_list_that_the_goal_names():
    """A word that few tools have tells between lists of one resource."""
    assert ["listBorrowedBooks", "getCover"] == calls("getCover", "the cover of the book borrowed most")
    assert ["listNewBooks", "getCover"] == calls("getCover", "cover of one of the arrivals")


def test_a_further_step_that_the_goal_names():
    """Something similar to what was given is one step further than what was given."""
    expected = ["searchBooks", "listSimilarBooks", "getCover"]
    assert expected == calls("getCover", "cover of a book similar to Momo", term="Momo")
    assert ["searchBooks", "getCover"] == calls("getCover", "cover of the book Momo", term="Momo")


@pytest.mark.parametrize("goal", ["a cover from the series Discworld", "cover of some Discworld series part"])
def test_the_goal_says_what_a_value_is(goal):
    """The noun beside a value says which search takes it."""
    assert ["searchSeries", "getSeries", "getCover"] == calls("getCover", goal, term="Discworld")


@pytest.mark.parametrize("goal", ["Who wrote more books, Momo or Ende?", "the cover of one of the Ende books"])
def test_a_plural_says_nothing_of_the_value_beside_it(goal):
    """Books are many, and a name beside them is not the name of one."""
    found = mentions(
        goal, {"term": "Ende" if "Ende books" in goal else "Momo"}, {"book", "person"}, frozenset(), Lexicon.of(WORDS)
    )

    assert {} == found


@pytest.mark.parametrize(
    ("noun", "plural"),
    [
        *[("movie", "movies"), ("status", "statuses"), ("branch", "branches"), ("batch", "batches")],
        *[("person", "people"), ("child", "children"), ("category", "categories"), ("address", "addresses")],
        *[("box", "boxes"), ("index", "indices"), ("series", "series"), ("shelf", "shelves")],
    ],
)
def test_a_noun_of_the_goal_is_found_in_both_numbers(noun, plural):
    """Two lists give the missing key, and the goal names one of them: as the path does, or in the other number."""
    tools = {
        "getClip": tool("/clips/{clipId}", [takes("clipId", "clip_id")], []),
        "albums": tool("/albums", [], [gives("$[*].clipId", "clip_id")]),
        "others": tool(f"/{plural}", [], [gives("$[*].clipId", "clip_id")]),
    }
    synthesizer = PathSynthesizer({"tools": tools, "edges": []}, plugins=worded())

    for word in (noun, plural):
        plan = synthesizer.synthesize(target="getClip", goal=f"clip of the {word}")
        assert ["others", "getClip"] == [step.tool for step in plan.steps], word


@pytest.mark.parametrize(
    "goal",
    ["the cover of Ursula Le Guin's first book", "cover of a book written by Ursula Le Guin"],
)
def test_an_owner_is_a_person(goal):
    """Whose a thing is, or by whom it was made, is a person and not that thing."""
    expected = ["searchPersons", "getPersonBooks", "getCover"]
    assert expected == calls("getCover", goal, term="Ursula Le Guin")


def test_a_part_of_what_a_value_names_is_no_owner():
    """A title with an 's whose parts are wanted stays a title."""
    assert ["searchBooks", "getCover"] == calls("getCover", "show Momo's cover", term="Momo")


def test_a_role_in_a_thing():
    """The author of Momo is a person, so Momo is none."""
    assert ["searchBooks", "getBookStaff", "getBirthday"] == calls(
        "getBirthday", "when was the author of Momo born", term="Momo"
    )
    assert ["searchPersons", "getBirthday"] == calls("getBirthday", "when was Michael Ende born", term="Michael Ende")


@pytest.mark.parametrize(
    ("goal", "number"),
    [
        ("text of the second chapter of Momo", 2),
        ("text of chapter 12 of Momo", 12),
        ("the 3rd chapter of Momo please", 3),
    ],
)
def test_which_one_in_a_row(goal, number):
    """An ordinal, or a number behind the noun, fills the input that counts the noun."""
    plan = planned("getChapterText", goal, term="Momo")
    assert ["searchBooks", "getChapterText"] == [step.tool for step in plan.steps]
    assert number == plan.steps[-1].args["chapter_number"]


def test_an_amount_is_not_a_position():
    """An amount of chapters does not point at one; the input is asked for."""
    plan = planned("getChapterText", "how many of the 2 chapters of Momo are read", term="Momo")
    assert "${user_input.chapter_number}" == plan.steps[-1].args["chapter_number"]


def test_what_was_given_comes_before_the_goals_number():
    """An entity is surer than the goal's words."""
    plan = planned("getChapterText", "text of the second chapter of Momo", term="Momo", chapter_number=5)
    assert 5 == plan.steps[-1].args["chapter_number"]
