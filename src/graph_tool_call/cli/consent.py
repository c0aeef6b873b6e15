"""What a person consents to: calls that change something or need approval, with what they send and from where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import click

from . import asking
from .failure import NEEDS_INPUT, CommandError
from .text import one_line
from .understanding import beside, things_by_role
from .withheld import HIDDEN, is_secret, plain, stands_there


def changes(answer: Mapping[str, Any], inputs: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The calls of an explained plan that change something, or that a plugin wants approved (`approvals`).

    Each has `tool, destroys, request` and `arguments`, whose members have `name, value, known, how`, and `thing`
    where the request describes what it is the key of; `by` describes what else the request speaks of. *inputs* are
    known answers to what the plan asks. Of a value that a call before gives, `value` is None and `how` says
    which; a secret is hidden.
    """
    request = answer.get("request") or {}
    target = request.get("target")
    wanted = _approvals(answer)
    return [
        _change(step, inputs, request if step["tool"] == target else {}) | wanted.get(step["id"], {})
        for step in answer["steps"]
        if step["changes_state"] or step["id"] in wanted
    ]


def approved(answer: Mapping[str, Any]) -> dict[str, Any]:
    """What a run is told of the steps that need approval, after `confirm`: that they have it."""
    return dict.fromkeys(_approvals(answer), "approve")


def _approvals(answer: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Step id → `approvals`: who wants the step approved, and why."""
    found: dict[str, dict[str, Any]] = {}
    for row in answer.get("approvals", ()):
        said = {key: row[key] for key in ("plugin", "reason")}
        found.setdefault(row["step_id"], {"approvals": []})["approvals"].append(said)
    return found


def confirm(answer: Mapping[str, Any], inputs: Mapping[str, Any], *, yes: bool, silent: bool = False) -> None:
    """Make sure that calls which change something are wanted; with *yes* only tell of them, unless *silent*.

    Raises `CommandError` confirmation_required or declined.
    """
    wanted = changes(answer, inputs)
    if not wanted:
        return
    lines = list(_lines(wanted, _unread(answer)))
    if yes:
        for line in () if silent else lines:
            click.echo(line)
        return
    if not asking.interactive():
        effect = min((_effect(change) for change in wanted), key=_EFFECTS.index)
        calls = ", ".join(f"{change['tool']} ({change['request']})" for change in wanted)
        message = f"this {effect}: {calls} (give --yes to go on without being asked)"
        details = {"tools": [change["tool"] for change in wanted], "calls": wanted}
        raise CommandError("confirmation_required", message, NEEDS_INPUT, details)
    for line in lines:
        click.echo(line, err=True)
    if not click.confirm("Go on?", err=True):
        raise CommandError("declined", "nothing was called", NEEDS_INPUT)


#: What a call does that a person consents to, the gravest first.
_EFFECTS: Final = ("destroys data", "changes something", "needs approval")


def _effect(change: Mapping[str, Any]) -> str:
    if change["destroys"]:
        return _EFFECTS[0]
    return _EFFECTS[1] if change.get("changes", True) else _EFFECTS[2]


def _change(step: Mapping[str, Any], inputs: Mapping[str, Any], request: Mapping[str, Any]) -> dict[str, Any]:
    things, by = things_by_role(request), beside(request)
    told = [_argument(argument, inputs, things) for argument in step["arguments"]]
    call = step["operation"] or step["tool"]
    for argument, said in zip(step["arguments"], told, strict=True):
        if argument["location"] == "path":
            name = argument["name"].rpartition(".")[2]
            filled = said["value"] if said["known"] else f"{{{name}: {_from(argument)}}}"
            call = call.replace(f"{{{name}}}", str(filled))
    each = step["foreach"]
    if each:
        told.insert(0, {"name": "for each", "value": None, "known": False, "how": each["how"]})
    made = {"tool": step["tool"], "destroys": step["destructive"], "request": call, "arguments": told}
    made |= {} if step["changes_state"] else {"changes": False}
    return {**made, "by": by} if by else made


def _argument(argument: Mapping[str, Any], inputs: Mapping[str, Any], things: Mapping[str, str]) -> dict[str, Any]:
    name, value = argument["name"], argument["value"]
    slot = argument["source"].get("slot")
    known = slot in inputs if slot is not None else stands_there(value)
    if known:
        value = HIDDEN if is_secret(name) else inputs[slot] if slot is not None else plain(value)
    # Where two inputs have one name, a request has the location in front, and so may arguments.
    thing = things.get(name) or things.get(f"{argument['location']}.{name}", "")
    said = {"name": name, "value": value if known else None, "known": known, "how": argument["how"]}
    return {**said, "thing": thing} if thing else said


def _from(argument: Mapping[str, Any]) -> str:
    return f"from {argument['source']['step']}" if "step" in argument["source"] else argument["origin"] or "later"


def _unread(answer: Mapping[str, Any]) -> list[str]:
    """What was given, or stands in the question, and was not read."""
    request = answer.get("request") or {}
    said = (one["word"] for one in request.get("unread", ()))
    return list(dict.fromkeys([*(str(row["key"]) for row in answer.get("unread", ())), *map(str, said)]))


def _lines(wanted: list[dict[str, Any]], unread: list[str]) -> Iterator[str]:
    # With its tables it takes a while to import, and there may be nothing to consent to.
    from .render.parts import value_text

    for change in wanted:
        yield one_line(f"{_effect(change).capitalize()}: {change['tool']}")
        yield f"  {one_line(change['request'])}"
        for said in change["arguments"]:
            how = f"({said['how']})" if said["how"] and (said["known"] or "thing" in said) else said["how"]
            value = value_text(said["value"]) if said["known"] else said.get("thing", "")
            yield f"    {one_line(said['name'])} = {one_line(f'{value} {how}')}"
        for thing in change.get("by", ()):
            yield f"    by {one_line(thing)}"
        for row in change.get("approvals", ()):
            yield f"    to be approved: {one_line(row['reason'])} ({one_line(row['plugin'])})"
    told = f"Given and not read: {', '.join(unread)}" if unread else "Nothing that was given is left unread."
    yield one_line(told)
