"""The answers of `explain` about operations and fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ...plan.explain.differences import source_words
from ..text import shortened
from .parts import bullets, heading, number, row, table, value_text
from .understood import understood

if TYPE_CHECKING:
    from rich.console import RenderableType


def render_operation(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """What the operation does, and a row for each of its fields."""
    yield _title(answer)
    if answer["decisions"]:
        yield _decisions(answer["decisions"])
    made = table("Fields", "", "Name", "In", "Kind", "Role", "Tag", "Said by")
    for field in answer["fields"]:
        arrow = "→" if field["direction"] == "consumes" else "←"
        name = Text(field["name"], style="bold" if field["required"] else "")
        if field["path"] not in (field["name"], f"$.{field['name']}"):
            name.append(f"  {field['path']}", style="not bold dim")
        who = ", ".join(field["said_by"])
        row(made, arrow, name, field["location"], field["kind"], field["role"], field["semantic_tag"], who)
    yield made
    for listed in answer["lists"]:
        inside = f", inside of {', '.join(listed['parents'])}" if listed["parents"] else ""
        yield heading(f"lists {listed['path']}{inside}")
        yield _decisions(listed["decisions"])


def render_field(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """For each row of the field: decisions with their losers, and the producers."""
    yield _title(answer)
    for field in answer["rows"]:
        verb = "takes" if field["direction"] == "consumes" else "gives"
        need = ", required" if field["required"] else ""
        yield heading(f"{verb} {field['path']} in {field['location']}{need}")
        if field["decisions"]:
            yield _decisions(field["decisions"])
        else:
            yield Text("  Nobody has an opinion on it: business data.")
        if field["producers"]:
            yield _producers(field)
        elif field["direction"] == "consumes" and field["kind"] != "auth":
            yield Text("  No operation supplies it.")


def render_verdict(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """What was understood, the verdict on a producer, then how a plan with it differs, and what that costs."""
    yield from understood(answer)
    yield Text(answer["message"], style="bold")
    if answer["chosen"] is not None and answer["verdict"] != "chosen":
        yield Text(f"The plan has the value {source_words(answer['chosen'])}.")
    if answer["differences"]:
        yield heading("A plan with it differs")
        yield from bullets(difference["message"] for difference in answer["differences"])
    if answer["costs"]:
        made = table("", "Cost", "For", "Said by")
        for part in answer["costs"]:
            row(made, f"{part['amount']:+.2f}", part["message"], part.get("plugin", ""))
        yield made


def _title(answer: Mapping[str, Any]) -> Text:
    return Text(answer["tool"], style="bold").append(f"  {answer['operation']}", style="not bold dim")


def _decisions(decisions: Any) -> RenderableType:
    made = table("", "Part", "Value", "Said by", "Confidence", "Reason")
    for decision in decisions:
        confidence = "" if decision["confidence"] is None else number(decision["confidence"])
        value = decision["value"]
        said = value_text(value) if isinstance(value, Mapping) else value
        row(made, decision["part"], said, decision["plugin"], confidence, decision.get("reason", ""))
        for other in decision["others"]:
            sure = number(other["confidence"])
            value = other["value"]
            row(
                made,
                "",
                value_text(value) if isinstance(value, Mapping) else value,
                f"  {other['plugin']}",
                sure,
                other["reason"],
                style="dim",
            )
    return made


def _producers(field: Mapping[str, Any]) -> RenderableType:
    made = table("Operations that could supply it", "Operation", "From", "Found by", "Score", "Signals")
    for entry in field["producers"]:
        vetoes = [f"never: {veto['reason']} [{veto['plugin']}]" for veto in entry.get("vetoes", ())]
        signals = Text("\n".join((*vetoes, *(_signal(signal) for signal in entry["signals"]))))
        row(made, entry["producer"], entry["path"], entry["match"], number(float(entry["score"])), signals)
    if field["producers_not_shown"]:
        row(made, f"and {field['producers_not_shown']} more", "", "", "", "", style="dim")
    return made


def _signal(entry: Mapping[str, Any]) -> str:
    return shortened(f"{entry['signal']} {entry['score']:+.2f} {entry['reason']} [{entry['plugin']}]", 200)
