"""Whether what was given under the word for a thing ("channel", "issue") is its key."""

from __future__ import annotations

from ...model.contract import Input
from ...model.spelling import singular
from ...model.tool import ToolFacts
from ..words.wording import words_in
from .given import normal


def is_word_for(key: str, tool: ToolFacts, need: Input) -> bool:
    """Whether *key* says what thing is meant and not by what: "channel" for a `channel_id`; never "channel_id".

    The word is that of the resource, or of the tool's path ("user group" at /usergroups.disable).
    """
    things = {normal(need.resource), *words_in(tool.path)} - {""}
    return bool(need.tag) and singular(normal(key)) in things and normal(key) != normal(need.tag)
