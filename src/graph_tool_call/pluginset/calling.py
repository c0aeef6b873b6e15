"""One call through its wrappers, as steps: whoever drives them makes the calls, waiting or awaiting."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator, Sequence
from typing import Any

from ..errors import PluginError
from ..hooks import RunContext, ToolCall, ToolResult
from ..model.frozen import frozen
from .table import Entry, shown

#: Yields a call to make, is sent its result, and ends with the result of the whole.
Steps = Generator[ToolCall, ToolResult, ToolResult]


def wrapped(call: ToolCall, wrappers: Sequence[Entry], context: Callable[[str, str], RunContext]) -> Steps:
    """*call* through *wrappers*, the outermost first.

    Each `yield` of a wrapper makes the call once and gives it the result, so that a
    second `yield` is a retry; yielding a `ToolCall` makes that call instead. Raises `PluginError`.
    """
    if not wrappers:
        return (yield call)
    entry = wrappers[0]
    place = f"tool {call.name!r}"
    try:
        steps = entry.call(call, context(entry.plugin, call.run_id))
        changed = next(steps)
        while True:
            inner = call if changed is None else _checked_call(entry, changed, place)
            try:
                result = yield from wrapped(inner, wrappers[1:], context)
            except BaseException as exc:  # noqa: BLE001
                # As with any `yield`: the wrapper sees the failure where it waits, and may handle it.
                changed = steps.throw(exc)
            else:
                changed = steps.send(result)
    except StopIteration as stop:
        return checked(entry, stop.value, place)
    except PluginError:
        raise
    except Exception as exc:
        raise entry.failed(exc, place) from exc


def moved(move: Callable[[Any], ToolCall], value: Any) -> tuple[ToolCall | None, ToolResult | None]:
    """The next call of steps, or their result: `move` is `send` or `throw` of them."""
    try:
        return move(value), None
    except StopIteration as stop:
        return None, stop.value


def sealed_event(event: Any) -> Any:
    """*event*, a dataclass, with lists and mappings that nobody can change: the caller sees it too."""
    if not dataclasses.is_dataclass(event) or isinstance(event, type):
        return event
    held = {field.name: getattr(event, field.name) for field in dataclasses.fields(event) if field.init}
    return dataclasses.replace(event, **{name: frozen(value) for name, value in held.items()})


def checked(entry: Entry, result: object, place: str) -> ToolResult:
    """*result* of *entry*, which must be one. Raises `HookResultError`."""
    if not isinstance(result, ToolResult):
        raise entry.wrong(f"expected ToolResult, got {shown(result)}", place)
    return result


def _checked_call(entry: Entry, call: object, place: str) -> ToolCall:
    if not isinstance(call, ToolCall):
        raise entry.wrong(f"a wrapper yields nothing or a ToolCall, got {shown(call)}", place)
    return call
