"""The answer of `plugin check`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from ..text import one_line
from .parts import bullets, heading, row, table

if TYPE_CHECKING:
    from rich.console import RenderableType

_MARKS: Final = {"passed": ("✓", "green"), "failed": ("✗", "red"), "skipped": ("·", "dim")}
#: Differences of each sort that are shown; --json has all of them.
_SHOWN: Final = 3


def render_checked(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """One line for each rule, with the reason where it is not kept; then what differs with the plugin."""
    contract = None
    for rule in answer["rules"]:
        if rule["contract"] != contract:
            contract = rule["contract"]
            yield heading(one_line(f"{contract}  {rule['hook']}"))
        mark, style = _MARKS[rule["status"]]
        yield Text(f"{mark} ", style=style).append(one_line(rule["claim"]), style="dim")
        if rule["reason"]:
            yield Text(one_line(f"    {rule['reason']}"), style=style)
    counts = ", ".join(f"{count} {status}" for status, count in answer["counts"].items() if count)
    yield Text(f"\n{answer['plugin']}: {counts}", style="bold")
    if answer["unchecked"]:
        yield Text(f"No contract is about {', '.join(answer['unchecked'])}.")
    if not answer["counts"]["failed"]:
        yield from _differences(answer["differences"], answer["document"])


def _differences(found: Sequence[Mapping[str, Any]], document: str) -> Iterator[RenderableType]:
    if not found:
        yield Text(f"On {document} nothing differs with it; --on SPEC compares on a document of yours.")
        return
    kinds: dict[str, int] = {}
    for one in found:
        kinds[one["what"]] = kinds.get(one["what"], 0) + 1
    counts = ", ".join(f"{count} {what}{'s' if count > 1 else ''}" for what, count in kinds.items())
    made = table(f"On {document} {counts} differ", "", "Of", "Without it", "With it")
    shown = [one for kind in kinds for one in [one for one in found if one["what"] == kind][:_SHOWN]]
    for one in shown:
        row(made, one["what"], one["subject"], one["without"] or "none", one["with"] or "none")
    yield made
    if len(found) > len(shown):
        yield from bullets([f"and {len(found) - len(shown)} more (--json has all)"])
