"""Numbers with a unit go where that unit is counted; nothing is converted, money least of all."""

from __future__ import annotations

from typing import Any

import pytest
from reading import only_reading
from readings import frame, readings

from graph_tool_call.hooks import Mention, Placement
from graph_tool_call.pluginset import PluginHost
from graph_tool_call.request.text import request_text, with_mentions
from graph_tool_call_bundled.requests import amounts
from graph_tool_call_bundled.requests.units import amount_of

pytestmark = pytest.mark.bundled

#: Readings that are less sure only say what was considered.
LEAST = 0.3
NUMBER = {"type": "number"}
INTEGER = {"type": "integer"}


def places(slots: dict[str, Any], given: dict[str, Any]) -> tuple[dict[str, Any], set[str]]:
    """Values by place, and the places that were only considered."""
    target = frame("PATCH /things/{id}", slots, resource="thing")
    found = readings(amounts, target, "", given)
    sure = {target.slots[one.slot].place: one.value for one in found if one.score >= LEAST}
    return sure, {target.slots[one.slot].place for one in found if one.score < LEAST}


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("25 dollars", 25, "usd"),
        ("$25", 25, "usd"),
        ("1,250.50 €", 1250.5, "eur"),
        ("5000원", 5000, "krw"),
        ("10%", 10, "percent"),
        ("10 percent", 10, "percent"),
        ("2 weeks", 2, "week"),
        ("30 min", 30, "minute"),
        ("512 MB", 512, "megabyte"),
        ("3 pieces", 3, "piece"),
    ],
)
def test_amounts_are_numbers_with_a_unit(text: str, number: float, unit: str) -> None:
    """In front of it or behind it, in words or signs."""
    found = amount_of(text)

    assert found is not None
    assert (found[0], found[1].name) == (number, unit)


@pytest.mark.parametrize("text", ["25", "INV-0042", "web-1", "7.2", "10.0.0.1/24", "2025-07-01", "v2", "3 bears", 25])
def test_other_texts_are_no_amounts(text: object) -> None:
    """Codes, versions, dates, addresses, and numbers of something that is no unit."""
    assert amount_of(text) is None


@pytest.mark.parametrize(
    ("slots", "given", "expected"),
    [
        ({"percent_off": NUMBER, "amount_off": INTEGER}, {"discount": "10%"}, {"percent_off": 10}),
        ({"timeout_minutes": INTEGER}, {"timeout": "30 minutes"}, {"timeout_minutes": 30}),
        ({"duration": {**INTEGER, "description": "Duration in minutes"}}, {"duration": "45 min"}, {"duration": 45}),
        ({"quantity": INTEGER}, {"quantity": "3 pieces"}, {"quantity": 3}),
        ({"price": NUMBER}, {"price": "25 dollars"}, {"price": 25}),
        ({"amount": INTEGER, "count": INTEGER}, {"취소 금액": 5000}, {"amount": 5000}),
    ],
)
def test_an_amount_goes_where_its_unit_is_counted(
    slots: dict[str, Any], given: dict[str, Any], expected: dict[str, Any]
) -> None:
    """As a plain number."""
    assert places(slots, given)[0] == expected


@pytest.mark.parametrize(
    ("slots", "given"),
    [
        ({"amount": {**INTEGER, "description": "A positive integer in the smallest currency unit"}}, "25 dollars"),
        ({"amount_cents": INTEGER}, "25 dollars"),
        ({"amount": INTEGER}, "25 dollars"),
        ({"amount_usd": NUMBER}, "25 euros"),
        ({"amount_minutes": INTEGER}, "2 hours"),
        ({"amount": {**INTEGER, "description": "in seconds"}}, "2 weeks"),
    ],
)
def test_another_unit_is_a_question(slots: dict[str, Any], given: str) -> None:
    """Converting is for the person who said it."""
    assert places(slots, {"amount": given})[0] == {}


def test_the_smallest_unit_is_considered() -> None:
    """What was considered is told."""
    slots = {"amount": {**INTEGER, "description": "in the smallest currency unit"}}

    assert places(slots, {"amount": "25 dollars"}) == ({}, {"amount"})


def test_two_amounts_of_money_are_not_chosen_between() -> None:
    """A word for money that names neither."""
    assert places({"price": NUMBER, "fee": NUMBER}, {"amount": 5}) == ({}, set())


def test_a_number_in_the_question_has_its_unit_behind_it() -> None:
    """Of a value without a label: "3 pieces" goes into the quantity, "3 euros" does not."""
    target = frame("PATCH /items/{id}", {"quantity": INTEGER, "position": INTEGER}, resource="item")

    def said(question: str) -> list[str]:
        text = with_mentions(request_text(question), [Mention(word="", value=3, start=10, end=11)])
        session = PluginHost(only_reading().with_(amounts, id="mine")).request_session({})
        found = [one.value for one in session.read(text, target) if isinstance(one.value, Placement)]
        return [target.slots[one.slot].place for one in found if one.score >= LEAST]

    assert said("Change to 3 pieces") == ["quantity"]
    assert said("Change to 3 euros") == []
