"""Filters with several conditions, joined fields and orders: how they are written, read and matched."""

from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.plan import BindingError, BindingSyntaxError
from graph_tool_call.plan.binding.bindings import Filter, Key, Reference, parse, resolve
from graph_tool_call.plan.binding.expression import Order
from graph_tool_call.plan.binding.matching import best_matches

PEOPLE = {
    "people": [
        {"id": 1, "firstName": "Ada", "lastName": "Novak", "state": "open", "at": {"city": "Brno"}},
        {"id": 2, "firstName": "Ada", "lastName": "Lovelace", "state": "closed", "at": {"city": "London"}},
        {"id": 3, "firstName": "Jan", "lastName": "Novak", "state": "open", "at": {"city": "London"}},
    ]
}


def found(condition: str, rows: Any = PEOPLE, **inputs: Any) -> Any:
    return resolve(f"${{s1.people[{condition}].id}}", {"s1": rows}, inputs)


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        ("?firstName == 'Ada' && state == 'closed'", 2),
        ("?firstName == 'Jan'&&state=='open'", 3),
        ("?at.city == 'London' && lastName == 'Novak'", 3),
        ("?nick == 'Lovelace' || lastName == 'Lovelace'", 2),
        ("?(nick == 'Novak' || lastName == 'Novak') && firstName == 'Jan'", 3),
        ("?state == 'open' && ( lastName == input.who || nick == input.who ) && at.city == 'London'", 3),
        ("?firstName + ' ' + lastName == 'Ada Novak'", 1),
        ("?lastName + ', ' + firstName == 'Novak, Jan'", 3),
    ],
)
def test_element_is_the_one_that_fits_all_conditions(condition: str, wanted: int) -> None:
    """`&&` takes all, `||` any, round brackets hold alternatives together; fields are joined by a plus."""
    assert found(condition, who="Novak") == wanted


@pytest.mark.parametrize(
    "text",
    [
        "${s1[?a == 'x' && b.c == 2].id}",
        "${s1[?a == 'x' || b == 'x'].id}",
        "${s1[?(a == 'x' || b == input.y) && c == null].id}",
        "${s1[?first + ' ' + last == 'Ada N'].id}",
        "${s1[max_by(created_at)].id}",
        "${s1.items[?open == true | all].id}",
        "${s1[?state == 'open' | min_by(at.day)].id}",
        "${s1[?['a (b)'] == 'x' || ['c)'] == 'x'].id}",
    ],
)
def test_filters_are_written_as_they_are_read(text: str) -> None:
    """The canonical text reads as the same binding."""
    assert str(parse(text).whole) == text
    assert parse(str(parse(text).whole)).whole == parse(text).whole


def test_parts_of_a_filter() -> None:
    """Conditions hang on the first comparison; all references of it are among those of the binding."""
    whole = parse("${s1[?a == 'x' && (b == input.y || c == s2.z) | max_by(n)]}").whole
    either = Filter(
        (Key("b"),), Reference("input", (Key("y"),)), either=(Filter((Key("c"),), Reference("s2", (Key("z"),))),)
    )

    assert whole is not None
    assert whole.segments == (Filter((Key("a"),), "x", also=(either,), order=Order((Key("n"),))),)
    assert [one.root for one in whole.walk()] == ["s1", "input", "s2"]
    assert str(whole.renamed({"s2": "s9"})) == "${s1[?a == 'x' && (b == input.y || c == s9.z) | max_by(n)]}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("${s1[?a == 1 && b == 2 || c == 3]}", "round brackets"),
        ("${s1[?(a == 1 || b == 2]}", r"expected '\)'"),
        ("${s1[?a == 1 &&]}", "expected the name of a field"),
        ("${s1[?a == 1 | biggest(b)]}", r"expected max_by\(…\), min_by\(…\) or all"),
        ("${s1[max_by(a.*)]}", "one field"),
        ("${s1[?a + == 1]}", "expected the name of a field"),
    ],
)
def test_what_is_no_filter_is_refused(text: str, says: str) -> None:
    """`&&` and `||` are never mixed by rules of precedence that a reader may not know."""
    with pytest.raises(BindingSyntaxError, match=says):
        parse(text)


# --- how closely ---


@pytest.mark.parametrize(
    ("names", "wanted", "position"),
    [
        (["general", "#general"], "#general", 1),
        (["random", "general"], "#general", 1),
        (["@ada", "@adam"], "ada", 0),
        (["Crash on start", "Crash-on-start!"], "crash on START ", 0),
        (["x", "Crash-on-start"], "Crash on start", 1),
        (["db_password", "db_user"], "DB password", 0),
        (["INV-0042", "INV-0043"], "inv 0042", 0),
        (["web-1", "web-11"], "web 1", 0),
    ],
)
def test_spelling_is_overlooked_step_by_step(names: list[str], wanted: str, position: int) -> None:
    """Equal first; then case and blanks; then prefixes and punctuation between words."""
    rows = {"people": [{"id": at, "name": name} for at, name in enumerate(names)]}

    assert found("?name == input.n", rows, n=wanted) == position


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("C", "C++"),
        ("C#", "C"),
        ("-5", "5"),
        ("1.5", "15"),
        ("v2.0", "v20"),
        ("1.5", "1-5"),
        ("web1", "web 1"),
        ("", "#"),
    ],
)
def test_what_makes_another_name_is_not_overlooked(name: str, wanted: str) -> None:
    """Signs that belong to a name or number count, and so do boundaries of words."""
    rows = [{"name": name}, {"name": "other"}]

    assert best_matches(rows, Filter((Key("name"),), wanted), lenient=False)[0] == ()


def test_a_part_of_the_text_is_enough_where_only_one_has_it() -> None:
    """Reading takes the only element whose text has the words in it, and none of several."""
    rows = {
        "people": [{"id": 1, "name": "Crash on start"}, {"id": 2, "name": "Crash on exit"}, {"id": 42, "name": "n 42"}]
    }

    assert found("?name == 'on start'", rows) == 1
    for several in ("crash", "4"):
        with pytest.raises(BindingError, match="equal to"):
            found(f"?name == '{several}'", rows)


# --- orders ---

DATED = {
    "people": [
        {"id": 1, "at": "2024-05-01T10:00:00Z", "n": 9, "open": True},
        {"id": 2, "at": "2024-05-01T11:30:00+02:00", "n": "10", "open": True},
        {"id": 3, "at": "2024-05-01", "n": 8.5, "open": False},
        {"id": 4, "at": None, "open": True},
    ]
}


@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        ("max_by(at)", 1),
        ("min_by(at)", 3),
        ("max_by(n)", 2),
        ("min_by(n)", 3),
        ("?open == true | min_by(at)", 2),
    ],
)
def test_greatest_and_least(order: str, wanted: int) -> None:
    """Numbers by size, dates and times of ISO 8601 by the moment they mean; an element without a value is left out."""
    assert found(order, DATED) == wanted


@pytest.mark.parametrize("values", [["b", "a"], ["2024-01-01", 5], ["2024-13-01", "2024-01-01"]])
def test_values_without_an_order_are_told(values: list[Any]) -> None:
    """Words have no order that anybody meant, and neither have numbers among dates."""
    rows = {"people": [{"id": at, "n": value} for at, value in enumerate(values)]}

    with pytest.raises(BindingError) as caught:
        found("max_by(n)", rows)

    assert caught.value.reason == "not_comparable"


def test_order_without_values_finds_nothing() -> None:
    """Where no element has the field none is the latest."""
    with pytest.raises(BindingError) as caught:
        found("max_by(created)", DATED)

    assert (caught.value.reason, "greatest created" in str(caught.value)) == ("no_match", True)
