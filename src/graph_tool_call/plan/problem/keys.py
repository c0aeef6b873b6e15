"""Whether what was given under the word for a thing ("channel", "issue") is its key."""

from __future__ import annotations

from typing import Any

from ...model.contract import Input
from ...model.key_form import KEY
from ...model.spelling import singular
from ...model.tool import ToolFacts
from ..words.wording import words_in
from .given import normal
from .inputs import known_by_people


def is_key(need: Input, value: Any) -> bool:
    """Whether *value* has the form of a key that *need* takes."""
    if isinstance(value, (list, tuple)):
        return all(is_key(need, item) for item in value)
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return False
    if isinstance(value, int):
        return need.type != "string" or not known_by_people(need)
    if need.type in {"integer", "number"} or need.tag.endswith("_no"):
        return value.isdecimal()
    if need.tag.endswith("_slug"):
        return value == value.lower() and " " not in value
    return known_by_people(need) or _is_own_name(need) or bool(KEY.fullmatch(value))


def _is_own_name(need: Input) -> bool:
    """Whether things carry their key under their own noun: the `database` of a database, not its id."""
    return bool(need.resource) and need.tag == f"{need.resource}_{need.resource}"


def is_word_for(key: str, tool: ToolFacts, need: Input) -> bool:
    """Whether *key* says what thing is meant and not by what: "channel" for a `channel_id`; never "channel_id".

    The word is that of the resource, or of the tool's path ("user group" at /usergroups.disable).
    """
    things = {normal(need.resource), *words_in(tool.path)} - {""}
    return bool(need.tag) and singular(normal(key)) in things and normal(key) != normal(need.tag)
