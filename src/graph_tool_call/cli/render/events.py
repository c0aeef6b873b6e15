"""Run events, one line each, and what a run gave."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from rich.syntax import Syntax
from rich.text import Text

from ..hints import in_words
from ..text import escaped, on_one_line, one_line, shortened

if TYPE_CHECKING:
    from rich.console import RenderableType

#: Characters of a preview on an event's line.
_PREVIEW: Final = 90
_ACCEPTED: Final = 202


def event_line(event: Mapping[str, Any]) -> Text | None:
    """The line for an event (as `asdict` gives it); None for those that say nothing new to a person."""
    make = _LINES.get(event["type"])
    return None if make is None else make(on_one_line(event))


def output_text(answer: Mapping[str, Any]) -> str:
    """What the run gave, as JSON with lines."""
    return escaped(json.dumps(answer["output"], indent=2, ensure_ascii=False, default=str))


def render_output(text: str) -> RenderableType:
    """The `output_text` in colours."""
    return Syntax(text, "json", theme="ansi_dark", background_color="default", word_wrap=True)


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
    if event.get("status") == _ACCEPTED:
        where = f", look at {event['location']}" if event.get("location") else ""
        text.append(f", accepted and maybe not done yet{where}", style="yellow")
    return text.append(f"  {_preview(event.get('output_preview'))}", style="dim")


def _page(event: Mapping[str, Any]) -> Text:
    kept = ", kept from before" if event["restored"] else ""
    read = f"page {event['page']} of {event['tool']}: {event['rows_read']} rows by now{kept}"
    return Text(one_line(f"· {event['step_id']} {read}, for {event['key']}"), style="dim")


def _failed(event: Mapping[str, Any]) -> Text:
    said = in_words(event["message"], event.get("error", {}))
    return Text(one_line(f"✗ {event['step_id']} {event['error_kind']}: {said}"), style="red")


def _retrying(event: Mapping[str, Any]) -> Text:
    return Text(one_line(f"↻ {event['step_id']} again in {event['delay']:g} s: {event['message']}"), style="yellow")


def _skipped(event: Mapping[str, Any]) -> Text:
    return Text(one_line(f"· {event['step_id']} skipped: {event['reason']}"), style="dim")


def _repaired(event: Mapping[str, Any]) -> Text:
    return Text(
        one_line(f"· {event['step_id']} reads {event['repaired']} instead of {event['binding']}"), style="yellow"
    )


def _chosen(event: Mapping[str, Any]) -> Text:
    return Text(one_line(f"· {event['step_id'] or 'output'} {event['key']}: {event['message']}"), style="yellow")


def _coerced(event: Mapping[str, Any]) -> Text:
    names = ", ".join(str(change.get("path") or change.get("name") or change) for change in event["changes"])
    return Text(one_line(f"· {event['step_id']} types of the contract for {names}"), style="dim")


def _replanned(event: Mapping[str, Any]) -> Text:
    steps = ", ".join(step.get("tool", "") for step in event["steps"])
    return Text(one_line(f"↻ another way after {event['failed_step']}: {steps}"), style="yellow")


_LINES: Final = {
    "step.started": _started,
    "step.completed": _completed,
    "page.read": _page,
    "step.failed": _failed,
    "step.retrying": _retrying,
    "step.skipped": _skipped,
    "binding.repaired": _repaired,
    "binding.chosen": _chosen,
    "args.coerced": _coerced,
    "plan.repaired": _replanned,
}


def _preview(value: Any) -> str:
    return "" if value in (None, {}, "") else shortened(json.dumps(value, ensure_ascii=False, default=str), _PREVIEW)
