"""Questions to a person on a terminal: values that are missing, and which of several is meant."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import click

from .entities import parse_entities
from .failure import NEEDS_INPUT, CommandError
from .text import one_line
from .withheld import is_secret

#: Types of which a slip of the pen is told, and asked again.
_PROMPTED: Final[Mapping[str, type]] = {"integer": int, "boolean": bool}
#: Lists what a slot's options source offers: (value, label) pairs; empty when it can't.
Choices = Callable[[Mapping[str, Any]], Sequence[tuple[Any, str]]]


def interactive() -> bool:
    """Whether somebody can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def missing(asked: Sequence[Mapping[str, Any]], known: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Slots that a run cannot do without and *known* doesn't fill, each name once."""
    wanted = {slot["field_name"]: slot for slot in asked if slot["required"] and slot["field_name"] not in known}
    return list(wanted.values())


def ask_for(slots: Sequence[Mapping[str, Any]], choices: Choices | None = None) -> dict[str, Any]:
    """An answer for each slot, asked for on the terminal; without one `CommandError` input_required."""
    if not slots:
        return {}
    if not interactive():
        names = ", ".join(str(slot["field_name"]) for slot in slots)
        message = f"these values are missing: {names} (give each with -e NAME=VALUE)"
        raise CommandError("input_required", message, NEEDS_INPUT, {"missing": [dict(slot) for slot in slots]})
    return {str(slot["field_name"]): _answer(slot, choices) for slot in slots}


def _answer(slot: Mapping[str, Any], choices: Choices | None) -> Any:
    label = one_line(f"{slot['field_name']} for {slot['tool']}")
    if slot.get("description"):
        click.echo(f"  {one_line(slot['description'])}", err=True)
    members = list(slot.get("enum") or ())
    if members:
        return choose_one(label, [(member, str(member)) for member in members])
    listed = list(choices(slot)) if choices is not None and slot.get("options") else []
    if listed:
        return choose_one(label, listed)
    kind = _PROMPTED.get(str(slot.get("field_type")), str)
    unseen = slot.get("kind") == "auth" or is_secret(str(slot["field_name"]))
    answer: Any = click.prompt(label, err=True, type=kind, hide_input=unseen)
    return _typed(slot, answer) if kind is str else answer


def choose_one(label: str, offered: Sequence[tuple[Any, str]]) -> Any:
    """The value of *offered* (value, text) whose number a person types."""
    for place, (_value, text) in enumerate(offered, 1):
        click.echo(f"  {place}. {one_line(text)}", err=True)
    number = click.prompt(f"{label}: number", type=click.IntRange(1, len(offered)), err=True)
    return offered[number - 1][0]


def _typed(slot: Mapping[str, Any], text: str) -> Any:
    """Text where the contract wants text; JSON-like values elsewhere."""
    if slot.get("field_type") == "string":
        return text
    name = str(slot["field_name"])
    return parse_entities([f"{name}={text}"])[name].value
