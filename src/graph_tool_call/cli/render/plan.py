"""The answer of `plan`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from ..text import printable
from .parts import bullets, heading, row, table, value_text

if TYPE_CHECKING:
    from rich.console import RenderableType

#: Slot reason → why something is asked.
REASONS: Final = {
    "enum_required": "takes one of few values, and none was given",
    "user_input_fallback": "nothing in the API supplies it",
    "dynamic_option_required": "one of a list must be chosen",
    "context_required": "belongs to the caller's surroundings",
    "cycle": "its producers need each other",
    "max_depth": "its producers lie too deep",
}


def render_plan(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Steps with arguments, then what is asked, assumed and authenticated."""
    yield _steps(answer)
    if answer["asked"]:
        yield heading("Asked of you")
        yield _asked(answer["asked"])
    if answer["unused"]:
        names = ", ".join(answer["unused"])
        yield Text(
            f"\nGiven and not used: {printable(names)} (no input or field on the way is called so)", style="yellow"
        )
    if answer["assumptions"]:
        yield heading("Assumed")
        yield from bullets(f"{a['step_id']}: {a['message']}" for a in answer["assumptions"])
    if answer["auth"]:
        yield heading("Credentials that the calls take")
        yield from bullets(dict.fromkeys(_credential(a) for a in answer["auth"]))


def _steps(answer: Mapping[str, Any]) -> RenderableType:
    made = table("", "Step", "Operation", "Argument", "Where its value comes from")
    for step in answer["steps"]:
        lines = step["arguments"] or [None]
        for place, argument in enumerate(lines):
            first = place == 0
            operation = _operation(step) if first else Text("")
            cells = ("", "") if argument is None else (argument["name"], _value(argument))
            row(made, step["id"] if first else "", operation, *cells)
    return made


def _value(argument: Mapping[str, Any]) -> Text:
    value, how = argument["value"], printable(argument["how"])
    if argument["origin"] in ("given", "context", "fixed"):
        return Text(f"{value_text(value)}  ", style="green").append(f"({how})", style="default")
    return Text(how).append(f"\n{value_text(value, 100)}", style="dim")


def _operation(step: Mapping[str, Any]) -> Text:
    text = Text(step["tool"], style="bold")
    if step["operation"]:
        text.append(f"\n{step['operation']}", style="not bold dim")
    if step["changes_state"]:
        text.append("\ndestroys data" if step["destructive"] else "\nchanges something", style="not bold red")
    return text


def _asked(slots: list[dict[str, Any]]) -> RenderableType:
    made = table("", "Step", "Name", "Type", "Choices", "Why")
    for slot in slots:
        choices = ", ".join(map(str, slot.get("enum", ())))
        options = slot.get("options")
        if options and not choices:
            choices = f"listed by {options['producer']} at {options['options_path']}"
        why = REASONS.get(slot["reason"], slot["reason"])
        row(
            made,
            slot["step_id"],
            slot["field_name"],
            slot.get("field_type", ""),
            value_text(choices, 80) if choices else "",
            why,
        )
    return made


def _credential(entry: Mapping[str, Any]) -> str:
    scheme = f" (scheme {entry['scheme']})" if entry.get("scheme") else ""
    need = "needed" if entry["required"] else "optional"
    return f"{entry['name']} in {entry['location']}{scheme}, {need}"
