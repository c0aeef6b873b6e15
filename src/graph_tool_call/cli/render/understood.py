"""What was understood of a request: as a table of its own, and as the lines that other answers begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from ..text import shortened
from ..understanding import Reading, described, quoted, readings
from .parts import bullets, heading, number, row, table, value_text

if TYPE_CHECKING:
    from rich.console import RenderableType

#: Characters of an unread value.
_SHOWN: Final = 60
#: Other readings that a row shows.
_OTHERS: Final = 3
#: Inputs that nothing is said of which are named.
_INPUTS: Final = 8


def render_request(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """The operation and how sure it is, a row for each reading, and how what has none is given a place."""
    yield _operation(answer)
    found = readings(answer["request"])
    if found:
        yield Text("")
        yield _table(found)
    else:
        yield Text("\nNothing is said: no value is given, and the question gives none.", style="yellow")
    yield from _unsaid(answer["unsaid"])
    yield from _hints(found, answer["corrections"])
    if answer["saved"]:
        yield Text(f"\nWritten to {answer['saved']}; plan it with --request {answer['saved']}")


def understood(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """The part "Understood" of a plan: a line for each setting and thing; what is unread or ambiguous stands out."""
    request = answer.get("request")
    if not request:
        return
    lines = list(_lines(request))
    if lines:
        yield Text("Understood", style="bold")
        yield from lines
        yield Text("")


def _operation(answer: Mapping[str, Any]) -> Text:
    target, selection = answer["target"], answer["selection"]
    line = Text(target, style="bold").append(f"  {answer['operation']}", style="not bold dim")
    if selection is None:
        return line
    if selection["ambiguous"]:
        others = [row["name"] for row in selection["candidates"] if row["name"] != target][:3]
        also = f"; also: {', '.join(others)}" if others else ""
        return line.append(f"  ambiguous (margin {number(selection['margin'])}{also})", style="not bold yellow")
    return line.append(f"  selected (margin {number(selection['margin'])})", style="not bold")


def _unsaid(inputs: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """Inputs that nothing is said of: what is required is looked up or asked for, and nothing else is set."""
    required = [str(one["place"]) for one in inputs if one["required"]]
    others = [str(one["place"]) for one in inputs if not one["required"]]
    if required:
        yield Text(f"\nNothing is said of, and required: {', '.join(required)}")
    if others:
        more = f" and {len(others) - _INPUTS} more" if len(others) > _INPUTS else ""
        yield Text(f"\nNot set: {', '.join(others[:_INPUTS])}{more}", style="dim")


def _hints(found: Sequence[Reading], corrections: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """How what has no place is given one."""
    if any(one.state in ("unread", "ambiguous") for one in found):
        yield heading("A word says what is meant")
        known = [f"{one['option']}  ({one['place']})" for one in corrections]
        yield from bullets(known or ["-e INPUT=VALUE", "-e THING.ATTRIBUTE=VALUE, as in -e issue.title='Crash'"])
    if any(one.state == "unexplained" for one in found):
        yield Text("\nBefore a change such words are asked about: say it without them, or give its values with -e.")


def _table(found: list[Reading]) -> RenderableType:
    made = table("", "Word", "Value", "Taken for", "Who says so", "Other readings", widths={"Value": 32})
    for one in found:
        value = "" if one.value is None and one.state == "read" else value_text(one.value)
        others = [f"{other['place']} {number(other['score'])}" for other in one.others[:_OTHERS]]
        author = Text(one.said_by).append(f"\n{one.reason}" if one.reason else "", style="dim")
        row(
            made,
            one.word,
            value,
            one.taken_for,
            author,
            "\n".join(others),
            style="" if one.state == "read" else "yellow",
        )
    return made


def _lines(request: Mapping[str, Any]) -> Iterator[Text]:
    things = {str(thing["id"]): thing for thing in request.get("things", ())}
    for thing in things.values():
        roles = ", ".join(thing.get("roles", ()))
        said = dict.fromkeys(str(one.get("said_by", "")) for one in thing.get("where", ()))
        yield _line(described(thing, things), f"→ {roles}" if roles else "", said)
    for one in request.get("settings", ()):
        words = f"said: {one['term']}" if one.get("term") else ""
        yield _line(f"{one['input']} = {value_text(one.get('value'))}", words, [str(one.get("said_by", ""))])
    for one in readings(request):
        if one.state != "read":
            said_under = f"{one.word} = " if one.word != one.value else ""
            yield Text(f"  ! {said_under}{shortened(quoted(one.value), _SHOWN)}: {one.taken_for}", style="yellow")


def _line(what: str, more: str, authors: Any) -> Text:
    line = Text(f"  {what}")
    if more:
        line.append(f"  {more}")
    who = ", ".join(author for author in authors if author)
    return line.append(f"  ({who})", style="dim") if who else line
