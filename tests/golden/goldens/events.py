"""Runs of own small plans with recorded answers and a clock that stands still, event by event."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bundled import bundled

from graph_tool_call import ToolGraph
from graph_tool_call.plan import Plan, PlanRunner, RetryPolicy

from .records import Records
from .runs import RUNS, SHOP_RUNS

ROOT = Path(__file__).resolve().parents[3]
LIBRARY = ROOT / "examples" / "library.yaml"
#: What says nothing where the clock stands still and each run is its own.
_UNTOLD = {"type", "plan_id", "run_id", "timestamp", "library_version", "duration_ms", "sequence"}
#: Values that most events have.
_USUAL: Mapping[str, Any] = {"element": -1, "attempts": 1, "status": 0, "trace_metadata": {}, "resumed": False}
#: Fields with long rows.
_ASKED = {"choices", "missing"}


def records() -> Records:
    """The events of each run, and its trace."""
    from graph_tool_call_shop import document_text

    plugins = bundled()
    library = ToolGraph.from_openapi(LIBRARY, plugins=plugins)
    shop = ToolGraph.from_openapi(document_text(), plugins=plugins)
    made = {f"library: {run['name']}": _lines(library, run, plugins) for run in RUNS}
    return {**made, **{f"shop: {run['name']}": _lines(shop, run, plugins) for run in SHOP_RUNS}}


def _lines(graph: ToolGraph, run: Mapping[str, Any], plugins: Any) -> list[str]:
    """Each part of *run*: an attempt with its own answers and inputs, all under one run id and store."""
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, part in enumerate(run.get("parts", (run,)), 1):
            if number > 1:
                lines.append(f"part {number}")
            store = f"{folder}/runs.sqlite" if "parts" in run else None
            lines += _attempt(graph, {**run, **part}, plugins, store)
    return lines


def _attempt(graph: ToolGraph, run: Mapping[str, Any], plugins: Any, store: str | None) -> list[str]:
    lines: list[str] = []
    options = dict(run.get("options", {}))
    if "retry" in run:
        options["retry_policy"] = RetryPolicy(**run["retry"])
    plan = Plan.from_dict({"id": "plan", **run["plan"]})
    executor = {"responses": run.get("answers", ())}
    with PlanRunner.from_plugins(
        graph,
        "replay",
        plugins=plugins,
        options=executor,
        store=store,
        sleep=lambda seconds: lines.append(f"sleeps {seconds:g}"),
        now=lambda: 0.0,
        clock=lambda: 0.0,
        on_event=lambda event: lines.extend(_event_lines(asdict(event))),
        **options,
    ) as runner:
        try:
            trace = runner.run(plan, run.get("inputs"), run_id="run", **_arguments(run))
        except Exception as error:  # noqa: BLE001 - what a run raises is what it says
            return [*lines, f"raises {type(error).__name__}: {error}"]
    output = json.dumps(trace.output, ensure_ascii=False, sort_keys=True)
    return [*lines, f"trace {trace.status}{' resumable' if trace.resumable else ''} {output}"]


def _arguments(run: Mapping[str, Any]) -> dict[str, Any]:
    """Further arguments of the run; `cancel_after` counts the steps that are asked about."""
    arguments = {key: run[key] for key in ("decisions", "choices", "trace_metadata") if key in run}
    if "cancel_after" in run:
        arguments["cancelled"] = _counted(run["cancel_after"])
    return arguments


def _counted(limit: int) -> Callable[[], bool]:
    asked: list[None] = []

    def cancelled() -> bool:
        asked.append(None)
        return len(asked) > limit

    return cancelled


def _event_lines(event: Mapping[str, Any]) -> Iterator[str]:
    """The event's type, then each field that says something, as JSON; the data of an error field by field."""
    yield str(event["type"])
    error = event.get("error") if isinstance(event.get("error"), dict) else {}
    fields = {**event, **{f"error.{key}": part for key, part in (error or {}).items()}}
    for key, value in fields.items():
        usual = key in _UNTOLD or (key in _USUAL and _USUAL[key] == value)
        if not usual and value not in ({}, [], "", None) and not (key == "error" and error):
            yield from _field_lines(key, value)


def _field_lines(key: str, value: Any) -> Iterator[str]:
    """One line; of what is asked for, a line for each of its facts."""
    if key.rpartition(".")[2] not in _ASKED:
        yield f"  {key} {json.dumps(value, ensure_ascii=False, sort_keys=True)}"
        return
    for number, row in enumerate(value):
        for fact, said in sorted(row.items()):
            yield f"  {key}.{number}.{fact} {json.dumps(said, ensure_ascii=False, sort_keys=True)}"
