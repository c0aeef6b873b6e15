"""What a request says and a derivation does not hold: nothing that was said is dropped in silence.

Values that were given under words are the gates' to look at. This is for what the words of a question say, and for
requests that are handed back: there a value may have no word at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ...request.values import Condition, Request, SettingOf
from ..derivation.derivation import Call, Source
from ..problem.given import Given
from ..search.gates import Unread, sources_of

_BETWEEN: Final = re.compile(r"[\W_]+")


def dropped(call: Call, request: Request | None, given: Given) -> list[Unread]:
    """Settings and descriptions of *request* whose value stands nowhere in *call* and the calls below it.

    Those under a word of *given* are left out.
    """
    if request is None:
        return []
    said: list[tuple[str, Condition | SettingOf]] = [(one.input, one) for one in request.settings]
    said += [(_attribute(thing.noun, one), one) for thing in request.things for one in thing.where]
    open_ = [(place, one) for place, one in said if one.word not in given.values and one.value is not None]
    if not open_:
        return []
    sources = [source for source, _ in sources_of(call)]
    words = frozenset[str]().union(*(source.used for source in sources))
    held = {_plain(value) for source in sources for value in _values(source, given)}
    lost = [(place, one) for place, one in open_ if one.word not in words - {""} and not _is_held(one, held)]
    return [{"key": one.word or str(one.value), "considered": [place]} for place, one in lost]


def _attribute(noun: str, condition: Condition) -> str:
    return f"{noun}.{condition.attribute}".strip(".")


def _is_held(one: Condition | SettingOf, held: set[str]) -> bool:
    return all(_plain(value) in held for value in _each(one.value))


def _values(source: Source, given: Given) -> Iterator[Any]:
    """The literals of one source: its value, and what its filters compare with."""
    yield from _each(source.value)
    if source.filter[1]:
        yield given.values.get(source.filter[1])
    for where in source.where:
        if isinstance(where.value, Source):
            yield from _values(where.value, given)
        else:
            yield where.value
    for one in source.each:
        yield from _values(one, given)


def _each(value: Any) -> Iterator[Any]:
    """A value, or the members of one."""
    if isinstance(value, (list, tuple)):
        for member in value:
            yield from _each(member)
    elif isinstance(value, dict):
        yield from _each(list(value.values()))
    else:
        yield value


def _plain(value: Any) -> str:
    text = str(value).casefold()
    return _BETWEEN.sub("", text) or text
