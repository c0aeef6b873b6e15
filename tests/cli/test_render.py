from __future__ import annotations

import io

import pytest
from rich.console import Console

from graph_tool_call.cli.output import put
from graph_tool_call.cli.render.build import render_build
from graph_tool_call.cli.render.events import event_line, output_text, render_output
from graph_tool_call.cli.render.plan import render_plan
from graph_tool_call.cli.render.plugins import render_plugins
from graph_tool_call.cli.render.search import render_search
from graph_tool_call.cli.render.select import render_select


def printed(parts, width=120):
    """What a person sees of *parts* in a pipe."""
    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False, markup=False, emoji=False)
    for part in parts:
        put(console, part)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def flat(parts, width=120):
    return " ".join(" ".join(printed(parts, width)).split())


STEP = {
    "id": "s1",
    "tool": "getOrder",
    "operation": "GET /orders/{orderId}",
    "changes_state": False,
    "destructive": False,
}
ARGUMENT = {"name": "orderId", "value": "A-1", "origin": "given", "how": "given as orderId"}


def plan(**parts):
    return {
        "steps": [{**STEP, "arguments": [ARGUMENT]}],
        "asked": [],
        "assumptions": [],
        "auth": [],
        "unread": [],
        **parts,
    }


def test_plan_shows_each_argument_with_its_source():
    """One row for an argument: step, operation, name, value, where it comes from."""
    text = flat(render_plan(plan()))

    assert "s1 getOrder orderId A-1 (given as orderId) GET /orders/{orderId}" in text


def test_plan_without_arguments_still_shows_the_step():
    """A call without arguments is a row of its own."""
    assert "s1 getOrder" in flat(render_plan(plan(steps=[{**STEP, "arguments": []}])))


def test_plan_marks_what_changes_something():
    """A call that changes something says so, one that destroys data says that."""
    steps = [
        {**STEP, "arguments": [], "changes_state": True},
        {**STEP, "arguments": [], "changes_state": True, "destructive": True},
    ]

    text = flat(render_plan(plan(steps=steps)))

    assert "changes something" in text
    assert "destroys data" in text


def test_plan_lists_questions_with_choices_and_reasons():
    """What is asked is shown with its choices, or who lists them, and why it is asked."""
    asked = [
        {
            "step_id": "s1",
            "field_name": "reason",
            "field_type": "string",
            "reason": "enum_required",
            "enum": ["LATE", "LOST"],
        },
        {
            "step_id": "s1",
            "field_name": "slot_id",
            "reason": "dynamic_option_required",
            "options": {"producer": "listSlots", "options_path": "$.items[*].id"},
        },
    ]

    text = flat(render_plan(plan(asked=asked)), width=200)

    assert "s1 reason string LATE, LOST takes one of few values, and none was given" in text
    assert "listed by listSlots at $.items[*].id one of a list must be chosen" in text


def test_plan_says_what_was_given_in_vain():
    """A given value that has no place in the plan is not passed over in silence."""
    assert "Given and not used: colour (nothing on the way is called so; nearest: color)" in flat(
        render_plan(plan(unread=[{"key": "colour", "considered": ["color"]}]))
    )


def test_plan_lists_assumptions_and_credentials():
    """What was assumed, and which credentials are needed, is said in the open."""
    auth = [{"name": "Authorization", "location": "header", "scheme": "bearer", "required": True}] * 2

    lines = printed(render_plan(plan(assumptions=[{"step_id": "s2", "message": "the first is taken"}], auth=auth)))

    assert "  s2: the first is taken" in lines
    assert ["  Authorization in header (scheme bearer), needed"] == [line for line in lines if "Authorization" in line]


def test_markup_and_controls_of_a_document_are_text():
    """Square brackets of a document are not markup, and its escape sequences do not reach the terminal."""
    argument = {"name": "[bold]x[/bold]", "value": "\x1b]0;owned\x07", "origin": "step", "how": "[red]"}

    text = flat(render_plan(plan(steps=[{**STEP, "arguments": [argument]}])))

    assert "[bold]x[/bold]" in text
    assert "[red]" in text
    assert "\x1b" not in text


def test_search_rows():
    """A row has its place, name, operation, summary and score; an expanded one says for whom."""
    rows = [
        {"rank": 1, "name": "getOrder", "operation": "GET /orders/{id}", "summary": "Get an order", "score": 0.914},
        {
            "rank": 2,
            "name": "listOrders",
            "operation": "GET /orders",
            "summary": "",
            "score": 0.2,
            "expanded_from": ["getOrder"],
        },
    ]

    text = flat(render_search({"results": rows}))

    assert "1 getOrder Get an order 0.91 GET /orders/{id}" in text
    assert "supplies what getOrder needs" in text


def test_search_evidence_names_the_plugin():
    """Evidence says its signal, score, reason, and who said so."""
    evidence = [{"signal": "action", "score": 0.5, "reason": "both read", "plugin": "action"}]
    row = {"rank": 1, "name": "a", "operation": "", "summary": "", "score": 1.0, "evidence": evidence}

    assert "action 0.50: both read [action]" in flat(render_search({"results": [row]}))


def selection(**parts):
    return {
        "selected_target": "getOrder",
        "llm_target": "listOrders",
        "margin": 0.25,
        "ambiguous": False,
        "reason_codes": ["llm_target_overridden"],
        "rank_signals": [],
        "candidate_evidence": [],
        "candidates": [
            {"name": "getOrder", "summary": "Get an order", "operation": "", "score": 0.9},
            {"name": "listOrders", "summary": "List orders", "operation": "", "score": 0.6},
        ],
        **parts,
    }


def test_selection_says_what_and_why():
    """The choice, the margin, the reason codes in words, and the model's own choice are shown."""
    text = flat(render_select(selection()))

    assert "Selected: getOrder (margin 0.25)" in text
    assert "llm_target_overridden: strong evidence speaks against the model's choice" in text
    assert "listOrders (model)" in text


def test_ambiguous_selection_says_so():
    """Uncertainty is part of the first line."""
    assert "ambiguous" in printed(render_select(selection(ambiguous=True)))[0]


def test_build_line():
    """What was written, and what was found wrong on the way."""
    answer = {
        "output": "shop.json",
        "title": "Shop",
        "tools": 15,
        "edges": 20,
        "bytes": 51_200,
        "diagnostics": {"warning": 2},
    }

    assert [
        "shop.json: Shop, 15 tools, 20 relations, 51 kB",
        "Diagnostics: 2 warning (graph-tool-call inspect shop.json shows them)",
    ] == printed(render_build(answer))


def test_plugins_that_failed_say_why():
    """A row has id, version, distribution, status and hooks; a failed one says why instead."""
    rows = [
        {
            "id": "names",
            "version": "1.0",
            "distribution": "acme",
            "status": "active",
            "hooks": ["gtc_classify_fields"],
            "why": "",
        },
        {
            "id": "odd",
            "version": "2.0",
            "distribution": "odd",
            "status": "failed",
            "hooks": [],
            "why": "cannot import 'odd'",
        },
    ]
    executor = {
        "name": "own",
        "description": "Calls home.",
        "idempotent": True,
        "dry_run": False,
        "concurrency": 2,
        "options": [{"name": "address"}],
    }
    rows[0]["executors"] = [executor]
    answer = {"plugins": rows, "counts": {"active": 1, "failed": 1}, "executors": ["own"], "hook_api": 1}

    text = flat(render_plugins(answer))

    assert "names 1.0 acme active classify_fields" in text
    assert "odd 2.0 odd failed cannot import 'odd'" in text
    assert "own names Calls home. repeat any call, 2 at once address" in text
    assert "1 active, 1 failed; hook API 1" in text


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            {"type": "step.started", "step_id": "s1", "tool": "getOrder", "args_preview": {"id": 1}},
            '→ s1 getOrder {"id": 1}',
        ),
        (
            {"type": "step.completed", "step_id": "s1", "status": 200, "duration_ms": 12.4, "output_preview": {"a": 1}},
            '✓ s1 200 in 12 ms  {"a": 1}',
        ),
        (
            {"type": "step.failed", "step_id": "s2", "error_kind": "binding", "message": "nothing\nthere"},
            "✗ s2 binding: nothing there",
        ),
        ({"type": "step.skipped", "step_id": "s1", "reason": "already_done"}, "· s1 skipped: already_done"),
        ({"type": "step.retrying", "step_id": "s1", "delay": 0.5, "message": "503"}, "↻ s1 again in 0.5 s: 503"),
    ],
)
def test_event_lines(event, line):
    """Each event is one line that says what happened to which step."""
    assert line == event_line(event).plain


def test_previews_do_not_wrap():
    """In a narrow window a preview is cut, and an event stays one line; a failure is told in full."""
    started = {"type": "step.started", "step_id": "s1", "tool": "getOrder", "args_preview": {"text": "x" * 80}}
    failed = {"type": "step.failed", "step_id": "s1", "error_kind": "tool", "message": "why " * 20 + "end"}

    assert 1 == len(printed([event_line(started)], width=40))
    assert "end" in flat([event_line(failed)], width=40)


def test_events_without_news_have_no_line():
    """The plan's own beginning and end are told by what stands around them."""
    assert [None, None] == [event_line({"type": name}) for name in ("plan.started", "plan.completed")]


def test_result_is_indented_json():
    """The output of a run is readable JSON in the document's own script."""
    text = output_text({"ok": True, "output": {"city": "부산"}})

    assert ["{", '  "city": "부산"', "}"] == text.splitlines() == printed([render_output(text)])


def test_select_compares_candidates():
    """A row for each candidate with action, resource, shape and fields, + where asked for and - where not."""
    evidence = {"canonical_action": "read", "primary_resource": "order", "result_shape": "single"}
    selection = {
        "selected_target": "getOrder",
        "llm_target": "listOrders",
        "reason_codes": ["llm_target_overridden"],
        "margin": 0.2,
        "ambiguous": False,
        "rank_signals": [
            {"name": "getOrder", "rank": 1, "score": 0.8, "signals": {"action": 0.9, "shape": 0.5}},
            {"name": "listOrders", "rank": 2, "score": 0.6, "signals": {"shape": -0.5}},
        ],
        "candidate_evidence": [
            {"name": "getOrder", **evidence, "matched_fields": ["orderNo"]},
            {"name": "listOrders", **evidence, "result_shape": "list"},
        ],
        "candidates": [
            {"name": "getOrder", "summary": "Get an order", "operation": "GET /o", "score": 0.8},
            {"name": "listOrders", "summary": "List orders", "operation": "GET /os", "score": 0.6},
        ],
    }

    lines = [" ".join(line.split()) for line in printed(render_select(selection), 200)]

    assert "→ getOrder Get an order read + order single + orderNo 0.80" in " ".join(lines)
    assert "listOrders (model) List orders read order list - 0.60" in " ".join(lines)
