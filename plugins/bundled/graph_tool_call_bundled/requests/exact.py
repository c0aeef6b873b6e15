"""The word is an input's own: its place, its tag, its name in any spelling, or its title in the document."""

from __future__ import annotations

from collections.abc import Iterator

from graph_tool_call.hooks import Frame, Placement, PluginInfo, RequestContext, RequestText, Said, Slot, hookimpl

from ..words import squash
from .forms import may_be_key

#: How sure a place is, by how the word names it.
PLACE = 1.0
TAG = 0.98
SPELLED = 0.96
TITLE = 0.95
#: The last name of a dotted place, nearest to the root.
LAST = 0.9


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Exact words", description="Words that are an input's own name.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Placement]:
    """Places for values whose word is the name of an input; a key takes only what has the form of a key."""
    del context
    for said in request.said:
        found = [(score, slot) for slot in frame.slots if (score := _score(said, slot))]
        # Only the shallowest input of a name is meant by it; a deeper one has a dotted word.
        depth = min((slot.place.count(".") for score, slot in found if score == LAST), default=0)
        for score, slot in found:
            if score == LAST and slot.place.count(".") > depth:
                continue
            if not slot.refers or may_be_key(slot, said.value):
                yield Placement(said=said.ref, slot=slot.ref, score=score, reason=f"{said.word!r} is the input's name")


def _score(said: Said, slot: Slot) -> float:
    word = said.word
    if not word:
        return 0.0
    if word in {slot.place, f"{slot.location}.{slot.place}"}:
        return PLACE
    if word == slot.tag:
        return TAG
    spelled = squash(word)
    if spelled in {squash(slot.place), squash(slot.tag)}:
        return SPELLED
    if slot.title and spelled == squash(slot.title):
        return TITLE
    return LAST if spelled == squash(slot.name) else 0.0
