"""Making a plan's calls and showing them: shared by `run` and the demo."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

import click

from ..model.whole_file import write_whole
from . import asking
from .failure import NEEDS_INPUT, NO_ANSWER, CommandError
from .hints import in_words, next_step
from .output import console_for, put, write_json, write_text
from .text import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from ..model.plan import Plan
    from ..plan import PlanRunner
    from ..plan.running.events import RunEvent

#: Characters of an output up to which it is coloured and wrapped: that takes ten times as long as making it.
_COLOURED: Final = 100_000
#: Fields of an element that are told beside what is answered.
_TOLD: Final = 4
#: What stands for bytes where they cannot be shown.
_BYTES: Final = "<bytes>"


def follow(
    runner: PlanRunner,
    plan: Plan,
    inputs: Mapping[str, Any],
    *,
    as_json: bool,
    run_id: str | None = None,
    decisions: Mapping[str, Any] | None = None,
    choices: Mapping[str, Any] | None = None,
    changing: Collection[str] = (),
    save: Path | None = None,
    secrets: bool = False,
) -> dict[str, Any]:
    """Run *plan* and show its events as they come; `{"ok", "output", "events"}`, and `saved` when told where.

    A person at the terminal says which of several elements is meant, where to go on repeats none of the
    *changing* steps. With *secrets* the output has what events mask.

    Raises:
        CommandError: input_required, or the code of what ended the run.
    """
    from .render.events import event_line

    console = None if as_json else console_for(sys.stdout)

    def show(event: RunEvent) -> None:
        line = event_line(asdict(event)) if console is not None else None
        if console is not None and line is not None:
            put(console, line)

    chosen = dict(choices or {})
    while True:
        trace = runner.run(plan, dict(inputs), run_id=run_id, decisions=decisions, choices=chosen, on_event=show)
        events = [asdict(event) for event in trace.events]
        last = events[-1]
        if last["type"] != "choice.required" or not _can_choose(last, changing):
            break
        chosen |= {row["key"]: _chosen(row) for row in last["choices"]}
        run_id = last["run_id"] if last["resumable"] else run_id
    answer = _answer(events)
    if secrets and not isinstance(trace.output, bytes):
        answer["output"] = trace.output
    return answer if save is None else {**answer, "saved": _saved(save, trace.output, answer["output"])}


def _can_choose(paused: Mapping[str, Any], changing: Collection[str]) -> bool:
    """Whether a person can choose now: somebody is there, there are rows, and to go on repeats no change."""
    again = paused["resumable"] or not set(changing) & set(paused["completed_steps"])
    return again and asking.interactive() and all(row["rows"] for row in paused["choices"])


def _chosen(choice: Mapping[str, Any]) -> Any:
    click.echo(one_line(choice["message"]), err=True)
    return asking.choose_one("Which one is meant", [(row["answer"], row_label(row)) for row in choice["rows"]])


def row_label(row: Mapping[str, Any]) -> str:
    """What is answered, and by what else people know the element."""
    answer = row["answer"]
    known = answer if isinstance(answer, Mapping) else {}
    told = [(name, value) for name, value in (row.get("label") or {}).items() if name not in known][:_TOLD]
    around = row.get("within")
    inside = [f"of {_plain(around)}"] if around is not None else []
    return " · ".join([_choice(row), *(f"{name} {_plain(value)}" for name, value in told), *inside])


def _choice(row: Mapping[str, Any]) -> str:
    return json.dumps(row["answer"], ensure_ascii=False)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def can_save(path: Path | None) -> None:
    """See to it that a result can be kept at *path*, before anything is called. Raises `CommandError`."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise CommandError("output", f"--save {path}: {'is a folder' if path.is_dir() else 'there is no such folder'}")


def _saved(path: Path, output: Any, shown: Any) -> dict[str, Any]:
    """Write what a run gave: bytes as they came, anything else as it is shown, without credentials."""
    if isinstance(output, bytes):
        data = output
    elif isinstance(shown, str):
        data = shown.encode("utf-8", "backslashreplace")
    else:
        data = json.dumps(shown, indent=2, ensure_ascii=False).encode("utf-8", "backslashreplace")
    try:
        write_whole(path, data)
    except OSError as error:
        raise CommandError("output", f"--save {path}: cannot be written: {error.strerror}") from None
    return {"file": str(path), "bytes": len(data)}


def show_result(answer: Mapping[str, Any], *, as_json: bool) -> None:
    """The result of a run that went well."""
    if as_json:
        write_json(answer)
        return
    from .render.parts import heading

    put(console_for(sys.stdout), heading("Result"))
    if "saved" in answer:
        write_text(f"{answer['saved']['bytes']} bytes in {answer['saved']['file']}\n")
        return
    show_output(answer)
    if answer["output"] == _BYTES:
        write_text("--save FILE keeps the bytes\n")


def show_output(answer: Mapping[str, Any]) -> None:
    """What a run gave: in colours for a person, as far as a person reads."""
    from .render.events import output_text, render_output

    console = console_for(sys.stdout)
    text = output_text(answer)
    if console.is_terminal and len(text) <= _COLOURED:
        put(console, render_output(text))
    else:
        write_text(text + "\n")


def _open(choice: Mapping[str, Any]) -> str:
    """A choice that is open, with the option that makes it."""
    rows = choice["rows"]
    if not rows:
        return str(choice["message"])
    option = shlex.quote(f"{choice['key']}={_choice(rows[0])}")
    return f"{choice['message']}: {'; '.join(map(row_label, rows))} (--pick {option} means the first of them)"


def _answer(events: list[dict[str, Any]]) -> dict[str, Any]:
    last = events[-1]
    if last["type"] == "plan.completed":
        accepted = {"accepted": last["accepted"]} if last["accepted"] else {}
        return {"ok": True, "plan_id": last["plan_id"], "output": last["output"], **accepted, "events": events}
    required = next((event for event in events if event["type"] == "input.required"), None)
    if required is not None:
        names = ", ".join(str(row["field_name"]) for row in required["missing"])
        message = f"these values are missing: {names} (give each with -e NAME=VALUE)"
        raise CommandError("input_required", message, NEEDS_INPUT, {"missing": required["missing"], "events": events})
    if last["type"] == "choice.required":
        asked = "; ".join(_open(row) for row in last["choices"])
        details = {"choices": last["choices"], "run_id": last["run_id"], "resumable": last["resumable"]}
        raise CommandError("choice_required", asked, NEEDS_INPUT, {**details, "events": events})
    place = f"{last['failed_step']} {last['tool']}: " if last["failed_step"] else ""
    code = last["reason"] or last["error_kind"] or "run_failed"
    details = {key: last[key] for key in ("error_kind", "resumable", "run_id")} | {"events": events}
    hint = next_step(code, last["error"])
    hint += f" (--run-id {last['run_id']} goes on from here)" if last["resumable"] else ""
    raise CommandError(code, f"{place}{in_words(last['message'], last['error'])}{hint}", NO_ANSWER, details)
