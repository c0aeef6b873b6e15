"""The answer of `plan`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from .parts import bullets, heading, row, table, value_text
from .understood import understood

if TYPE_CHECKING:
    from rich.console import RenderableType

#: Slot reason → why something is asked.
REASONS: Final = {
    "enum_required": "takes one of few values, and none was given",
    "user_input_fallback": "nothing in the API supplies it",
    "dynamic_option_required": "one of a list must be chosen",
    "context_required": "belongs to the caller's surroundings",
    "asked_by_rule": "a rule says that it is never guessed",
    # Causes: why a fallback is one.
    "cycle": "its producers need each other",
    "max_depth": "its producers lie too deep",
    "secret": "a secret is kept out of the plan; the run takes it from -e, or asks",
}


def render_plan(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """What was understood, steps with arguments, then what is asked, assumed and authenticated."""
    selection = answer.get("selection")
    if selection and selection["ambiguous"]:
        others = [row["name"] for row in selection["candidates"] if row["name"] != selection["selected_target"]]
        also = ", ".join(others[:3])
        yield Text(f"Selected: {selection['selected_target']}, ambiguous (also: {also})\n", style="yellow")
    yield from understood(answer)
    yield _steps(answer)
    if answer["asked"]:
        yield heading("Asked of you")
        yield _asked(answer["asked"])
    told = {one["word"] for one in (answer.get("request") or {}).get("unread", ())}
    for entry in (left for left in answer["unread"] if left["key"] not in told):
        near = f"; nearest: {', '.join(entry['considered'])}" if entry["considered"] else ""
        text = f"\nGiven and not used: {entry['key']} (nothing on the way is called so{near})"
        yield Text(text, style="yellow")
    if answer.get("vetoes"):
        yield heading("Ruled out")
        yield from bullets(_veto(row) for row in answer["vetoes"])
    if answer.get("approvals"):
        yield heading("Needs approval")
        yield from bullets(f"{row['step_id']} {row['tool']}: {_by(row)}" for row in answer["approvals"])
    if answer["assumptions"]:
        yield heading("Assumed")
        yield from bullets(f"{a['step_id']}: {a['message']}" for a in answer["assumptions"])
    if answer.get("alternatives"):
        yield heading("Other plans")
        yield from bullets(f"{a['rank']}: {a['summary']}" for a in answer["alternatives"])
    if answer["auth"]:
        yield heading("Credentials that the calls take")
        yield from bullets(dict.fromkeys(_credential(a) for a in answer["auth"]))
    if "auth_readiness" in answer:
        yield from _readiness(answer["auth_readiness"])


#: What stands behind the status of a step.
_STATUSES: Final = {"none": "takes none", "covered": "covered", "optional": "can go without", "missing": "missing"}
_LACKS: Final = {
    "missing_credential": "no credential",
    "missing_scope": "without scope",
    "undeclared_scheme": "not declared in the document",
}


def _readiness(report: Mapping[str, Any]) -> Iterator[RenderableType]:
    yield heading("Your credentials: " + ("they suffice" if report["ready"] else "they do not suffice"))
    made = table("", "Step", "Operation", "Credentials", "Which")
    for step in report["steps"]:
        lacks = "; ".join(_lack(entry) for entry in step["missing"])
        unchecked = [f"{name} ({', '.join(scopes)}?)" for name, scopes in step.get("unchecked_scopes", {}).items()]
        uses = [name for name in step["uses"] if name not in step.get("unchecked_scopes", {})]
        style = "red" if step["status"] == "missing" else ""
        which = lacks or ", ".join((*uses, *unchecked))
        row(made, step["step_id"], step["tool"], _STATUSES[step["status"]], which, style=style)
    yield made
    for entry in report["unknown_credentials"]:
        near = f"; did you mean {entry['near']}?" if "near" in entry else ""
        yield Text(f"\nNo operation takes a credential named {entry['name']}{near}", style="yellow")


def _lack(entry: Mapping[str, Any]) -> str:
    scopes = f" {', '.join(entry['scopes'])}" if entry["code"] == "missing_scope" else ""
    return f"{entry['scheme']}: {_LACKS[entry['code']]}{scopes}"


#: Origins of values that stand in the plan themselves.
_STANDING: Final = ("given", "goal", "context", "fixed", "default")


def _steps(answer: Mapping[str, Any]) -> RenderableType:
    made = table("", "Step", "Operation", "Argument", "Where its value comes from")
    for step in answer["steps"]:
        lines = [*_each(step), *step["arguments"]] or [None]
        for place, argument in enumerate(lines):
            first = place == 0
            operation = _operation(step) if first else Text("")
            cells = ("", "") if argument is None else (argument["name"], _value(argument))
            row(made, step["id"] if first else "", operation, *cells)
    return made


def _each(step: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The list of a step that is called for each element, as a line among the arguments."""
    each = step.get("foreach")
    return [{"name": "for each", "value": each["value"], "how": each["how"], "origin": ""}] if each else []


def _value(argument: Mapping[str, Any]) -> Text:
    value, how = argument["value"], argument["how"]
    if not how:
        return Text(value_text(value), style="green")
    if argument["origin"] in _STANDING:
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
        if "choices" in slot:
            choices = f"{value_text(choices, 60)} ({slot['choices']['plugin']})"
        code = slot.get("cause", slot["reason"])
        why = "; ".join(map(_by, slot.get("asked_by", ()))) or REASONS.get(code, code)
        row(
            made,
            slot["step_id"],
            slot["field_name"],
            slot.get("field_type", ""),
            value_text(choices, 80) if choices else "",
            why,
        )
    return made


def _veto(row: Mapping[str, Any]) -> str:
    return f"{row['field_name']} of {row['tool']} never from {', '.join(row['producers'])}: {_by(row)}"


def _by(row: Mapping[str, Any]) -> str:
    """What a rule says, and whose it is."""
    return f"{row['reason']} ({row['plugin']})"


def _credential(entry: Mapping[str, Any]) -> str:
    scheme = f" (scheme {entry['scheme']})" if entry.get("scheme") else ""
    need = "needed" if entry["required"] else "optional"
    return f"{entry['name']} in {entry['location']}{scheme}, {need}"
