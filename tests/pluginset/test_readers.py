"""The session of `gtc_read_request`: answers are checked, and each is kept with its author."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from graph_tool_call.errors import HookResultError
from graph_tool_call.hooks import Frame, Placement, Setting, Slot, hookimpl
from graph_tool_call.pluginset import PluginHost, PluginSet
from graph_tool_call.request.text import request_text

SLOT = Slot(ref=0, place="state", name="state", path="$.state", location="body")
TEXT = request_text("Close it", {"state": "closed"})


def session(gtc_read_request: object):
    """A session with one reader, called 'mine'."""
    plugin = SimpleNamespace(gtc_read_request=hookimpl(gtc_read_request))
    return PluginHost(PluginSet().with_(plugin, id="mine")).request_session({})


def test_readings_are_kept_with_their_author() -> None:
    """Whoever placed a value is named."""

    def gtc_read_request(request, frame):
        return [Placement(said=request.said[0].ref, slot=frame.slots[0].ref, score=1.0, reason="its name")]

    (opinion,) = session(gtc_read_request).read(TEXT, Frame(slots=(SLOT,)))

    assert opinion.plugin == "mine"
    assert opinion.value.slot == 0


@pytest.mark.parametrize(
    ("reading", "problem"),
    [
        (Placement(said=7, slot=0, score=1.0, reason=""), "nothing said has the ref 7"),
        (Placement(said=0, slot=9, score=1.0, reason=""), "no slot has the ref 9"),
        (Placement(said=0, noun="issue", score=1.0, reason=""), "has a noun and an attribute"),
        (Setting(slot=9, value=1, term="", score=1.0, reason=""), "no slot has the ref 9"),
        ("closed", "expected Mention, Placement, Setting, Quantity or Explained"),
    ],
)
def test_wrong_answers_name_their_author(reading: object, problem: str) -> None:
    """An answer that refers to nothing is an error that names the plugin."""

    def gtc_read_request(request):
        return [reading]

    with pytest.raises(HookResultError, match=problem) as caught:
        session(gtc_read_request).read(TEXT, Frame(slots=(SLOT,)))

    assert caught.value.plugin == "mine"


@pytest.mark.bundled
def test_readers_of_one_distribution_share_a_memo() -> None:
    """What several readers need is read once for all of them; a reader from elsewhere has one of its own."""
    plugin = SimpleNamespace(gtc_read_request=hookimpl(lambda request: None))
    readers = PluginHost(PluginSet.installed().with_(plugin, id="mine")).request_session({})._readers
    shared: dict[str, set[int]] = {}
    for entry, context in readers:
        shared.setdefault(entry.origin, set()).add(id(context.shared))

    assert all(len(memos) == 1 for memos in shared.values())
    assert len(set.union(*shared.values())) == len(shared) > 1
    assert len({id(context.memo) for _, context in readers}) == len(readers)
