"""The four strategies for calls that change something, each by what it says of itself."""

from __future__ import annotations

import pytest

from graph_tool_call.model.contract import Output
from graph_tool_call.model.match import Match
from graph_tool_call.plan.problem.mutation import MUTATIONS
from graph_tool_call.plan.words.lexicon import Lexicon

FOUND = {how: Match("createOrder", Output(name="id", path="$.id"), how) for how in ("edge", "tag")}


@pytest.mark.parametrize(
    ("mode", "declared", "tagged"),
    [("never", False, False), ("declared", True, False), ("allow", True, True), ("fresh", True, True)],
)
def test_who_may_be_called(mode: str, declared: bool, tagged: bool) -> None:
    """Only what a document declares, or everything, or nothing."""
    assert (declared, tagged) == tuple(MUTATIONS[mode].allows(FOUND[how]) for how in ("edge", "tag"))


def test_keys_of_new_things_are_never_asked_for_cheaply() -> None:
    """A creator's data is asked of a person; the key of what it lies in is made or found."""
    assert [True, False] == [MUTATIONS["fresh"].asks_for_less(is_key=key) for key in (False, True)]
    assert [True, True] == [MUTATIONS["allow"].asks_for_less(is_key=key) for key in (False, True)]
    assert not any(MUTATIONS[mode].asks_for_less(is_key=False) for mode in ("never", "declared"))


def test_only_where_things_are_made_anew_the_goal_tells_which_exist() -> None:
    """What a goal calls selected is looked up although a new one could be made."""
    goal, words = "add the selected product to a new cart", Lexicon(existing=frozenset({"selected"}))

    assert "product" in MUTATIONS["fresh"].exists(goal, words)
    assert ["fresh"] == [mode for mode, strategy in MUTATIONS.items() if strategy.exists(goal, words)]


def test_what_a_new_one_would_be_made_of_means_no_old_one() -> None:
    """One key chooses an element; the others mean it, too, but for what is made anew."""
    said = {mode: strategy.meant("name", ["name", "city"]) for mode, strategy in MUTATIONS.items()}

    assert {"name"} == said.pop("fresh")
    assert [{"name", "city"}] * 3 == list(said.values())
