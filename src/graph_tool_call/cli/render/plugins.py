"""The answer of `plugins`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from .parts import row, table

if TYPE_CHECKING:
    from rich.console import RenderableType

_STYLES: Final = {"active": "", "blocked": "dim", "failed": "red"}


def render_plugins(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """One row for each plugin, then the executors."""
    made = table("", "Plugin", "Version", "Distribution", "Status", "Hooks")
    for entry in answer["plugins"]:
        says = Text("\n".join(hook.removeprefix("gtc_") for hook in entry["hooks"]))
        if entry["why"]:
            says = Text(entry["why"])
        row(
            made,
            entry["id"],
            entry["version"],
            entry["distribution"],
            entry["status"],
            says,
            style=_STYLES.get(entry["status"], ""),
        )
    yield made
    counts = ", ".join(f"{count} {status}" for status, count in answer["counts"].items()) or "no plugin"
    executors = ", ".join(answer["executors"]) or "none"
    yield Text(f"{counts}; executors: {executors}; hook API {answer['hook_api']}")
