"""Taking one thing away from another is no deletion of it: "take Ann off the team" leaves Ann in the address book.

Where the target deletes the thing itself and has nothing of what it is taken away from, another operation is meant:
the preposition is read as a value of its own, which finds no place and is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graph_tool_call.hooks import Frame, Mention, PluginInfo, RequestContext, RequestText, Said, hookimpl

from ..words import singular, split, squash

#: Verbs that take away, and words before what something is taken away from. Those that destroy are not among them.
_VERBS: Final = re.compile(
    r"\b(?:take|takes|taking|remove|removes|removing|drop|kick|pull|detach|unassign|unlink|exclude|disconnect)\b",
    re.IGNORECASE,
)
_FROM: Final = re.compile(
    r"(?i)\b(?P<from>off|out of|from)\s+(?:the\s+|my\s+|our\s+)?(?:[\w-]+\s+){0,3}[\"'“]?\Z", re.IGNORECASE
)
_KOREAN: Final = re.compile(r"에서\s*(?:빼|제외|내보내|탈퇴)")


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Removals", description="What is taken away from something else, not deleted.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Mention]:
    """The words "off the team", for a target that deletes what is to be taken off it, and knows no team."""
    del context
    tool = frame.tool
    if tool is None or not (tool.method == "delete" or tool.action == "delete"):
        return
    question = request.question
    if not (_VERBS.search(question) or _KOREAN.search(question)):
        return
    own = {squash(singular(tool.resource))}
    for said in request.said:
        if said.start < 0 or _is_around(said, frame, own):
            continue
        if match := _FROM.search(question[: said.start]):
            yield Mention(
                word="",
                value=question[match.start("from") : said.end],
                start=match.start("from"),
                end=match.end("from"),
                always=True,
                score=0.4,
                reason="is taken away from it, not deleted",
            )


def _is_around(said: Said, frame: Frame, own: set[str]) -> bool:
    """Whether the target's path has what a value names, or the value names what is deleted itself."""
    words = {squash(singular(word)) for word in (said.word, *split(said.word)) if word}
    if not words or words & own:
        return True
    return any(words & _nouns(slot.resource, slot.name) for slot in frame.slots)


def _nouns(*names: str) -> set[str]:
    found: set[str] = set()
    for name in names:
        found |= {squash(singular(name)), *(squash(singular(word)) for word in split(name))}
    return found - {"", "id"}
