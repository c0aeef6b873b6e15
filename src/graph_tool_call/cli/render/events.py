"""Run events, one line each, and the result of a run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rich.syntax import Syntax
from rich.text import Text

from ..text import one_line, printable, shortened

if TYPE_CHECKING:
    from rich.console import RenderableType

#: Characters of a preview on an event's line.
_PREVIEW: Final = 90


def event_line(event: Mapping[str, Any]) -> Text | None:
    """The line for an event (as `asdict` gives it); None for those that say nothing new to a person."""
    make = _LINES.get(event["type"])
    return None if make is None else make(event)


def render_result(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """What the run gave, or why it ended."""
    if answer["ok"]:
        yield Text("\nResult", style="bold")
        text = printable(json.dumps(answer["output"], indent=2, ensure_ascii=False, default=str))
        yield Syntax(text, "json", theme="ansi_dark", background_color="default", word_wrap=True)


def _started(event: Mapping[str, Any]) -> Text:
    # One line also in a narrow window.
    text = Text("→ ", style="cyan", no_wrap=True, overflow="ellipsis").append(
        f"{event['step_id']} {event['tool']}", style="bold"
    )
    return text.append(f" {_preview(event.get('args_preview'))}", style="dim")


def _completed(event: Mapping[str, Any]) -> Text:
    status = f" {event['status']}" if event.get("status") else ""
    text = Text("✓ ", style="green", no_wrap=True, overflow="ellipsis").append(
        f"{event['step_id']}{status} in {event['duration_ms']:.0f} ms"
    )
    return text.append(f"  {_preview(event.get('output_preview'))}", style="dim")


def _failed(event: Mapping[str, Any]) -> Text:
    return Text(one_line(f"✗ {event['step_id']} {event['error_kind']}: {event['message']}"), style="red")


def _retrying(event: Mapping[str, Any]) -> Text:
    return Text(one_line(f"↻ {event['step_id']} again in {event['delay']:g} s: {event['message']}"), style="yellow")


def _skipped(event: Mapping[str, Any]) -> Text:
    return Text(one_line(f"· {event['step_id']} skipped: {event['reason']}"), style="dim")


def _repaired(event: Mapping[str, Any]) -> Text:
    return Text(
        one_line(f"· {event['step_id']} reads {event['repaired']} instead of {event['binding']}"), style="yellow"
    )


def _coerced(event: Mapping[str, Any]) -> Text:
    names = ", ".join(str(change.get("path") or change.get("name") or change) for change in event["changes"])
    return Text(one_line(f"· {event['step_id']} types of the contract for {names}"), style="dim")


def _replanned(event: Mapping[str, Any]) -> Text:
    steps = ", ".join(step.get("tool", "") for step in event["steps"])
    return Text(one_line(f"↻ another way after {event['failed_step']}: {steps}"), style="yellow")


_LINES: Final = {
    "step.started": _started,
    "step.completed": _completed,
    "step.failed": _failed,
    "step.retrying": _retrying,
    "step.skipped": _skipped,
    "binding.repaired": _repaired,
    "args.coerced": _coerced,
    "plan.repaired": _replanned,
}


def _preview(value: Any) -> str:
    return "" if value in (None, {}, "") else shortened(json.dumps(value, ensure_ascii=False, default=str), _PREVIEW)
