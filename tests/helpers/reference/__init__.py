"""The pages of docs/reference that are made from the sources: `python -m reference` in tests/helpers writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from . import api, command_line, errors, events, hooks, readiness, rules

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "reference"

#: File name → maker of the page's text.
PAGES: Mapping[str, Callable[[], str]] = {
    "api.md": api.make,
    "command-line.md": command_line.make,
    "errors.md": errors.make,
    "events.md": events.make,
    "hooks.md": hooks.make,
    "readiness.md": readiness.make,
    "planning-rules.md": rules.make,
}


def write() -> None:
    """Write every page."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in PAGES.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")
