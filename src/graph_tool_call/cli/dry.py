"""`run --dry-run`: the calls of a plan as they would be sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs
from rich.text import Text

from ..model.plan import Plan
from .failure import CommandError
from .output import show

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..plan import PlanRunner
    from .source import Loaded


def can_show(loaded: Loaded, executor: str) -> None:
    """Raise `CommandError` where *executor* makes every call that it is given."""
    executors = loaded.engine.host.executors
    if executor in executors and not executors[executor].value.dry_run:
        able = ", ".join(sorted(name for name, one in executors.items() if one.value.dry_run)) or "none"
        message = f"the executor {executor!r} cannot show calls without making them; those that can: {able}"
        raise CommandError("no_dry_run", message)


def show_calls(runner: PlanRunner, answer: Mapping[str, Any], inputs: Mapping[str, Any], *, as_json: bool) -> None:
    """Show each call of the planned *answer* with the known *inputs*."""
    calls = [attrs.asdict(call) for call in runner.dry_run(Plan.from_dict(answer["plan"]), inputs)]
    show({"calls": calls, "plan": answer["plan"]}, _render, as_json=as_json)


def _render(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    from .render.parts import heading, value_text
    from .text import one_line

    yield heading("Calls that would be made; nothing was sent")
    for call in answer["calls"]:
        shown = call["shown"] if isinstance(call["shown"], Mapping) else {"sends": call["shown"]}
        sends = one_line(f"{shown.get('method', '')} {shown.get('url', '')}")
        yield Text(one_line(f"  {call['step_id']} {call['tool']}  {sends}"), style="bold")
        rest = {name: value for name, value in shown.items() if name not in {"method", "url"} and value}
        if not sends and not rest:
            rest = {"args": call["args"]}
        for name, value in rest.items():
            yield Text(f"    {name}: {value if isinstance(value, str) else value_text(value)}")
        if call["error"]:
            yield Text(f"    would not be sent: {call['error']}", style="red")
        if call["pending"]:
            yield Text(f"    known only when it runs: {', '.join(call['pending'])}", style="dim")
