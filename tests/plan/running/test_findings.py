"""Every run ends with a table of its lookups: how much was read, what matched, and why nothing did."""

from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.plan import Plan, PlanRunner, PlanStep, ToolCallError

METHODS = {"list": "get", "read": "get", "drop": "delete"}
TOOLS: dict[str, Any] = {
    name: {
        "name": name,
        "metadata": {
            "method": method,
            "api_contract": {
                "consumes": [{"name": "offset", "location": "query"}] if name == "list" else [],
                "result": {"paging": {"style": "offset", "param": "offset"}} if name == "list" else {},
            },
        },
    }
    for name, method in METHODS.items()
}
BIND = "${s1.items[?name == 'x'].id}"
ROWS = [{"id": 1, "name": "Crash on start"}, {"id": 2, "name": "#login-fails"}, {"id": 3, "name": "Slow"}]


def table(binding: str, body: Any, taker: str = "read", given: Any = None, choices: Any = None, **options: Any) -> Any:
    """The only row of the lookup *binding* of a step that reads an answer with *body*."""

    def call(name: str, args: Any) -> Any:
        if name != "list":
            return args
        if isinstance(body, Exception):
            raise body
        if isinstance(body, list):
            start = int(args.get("offset", 0))
            return {"items": body[start : start + 2], "total": len(body)}
        return body

    steps = [PlanStep(id="s1", tool="list"), PlanStep(id="s2", tool=taker, args={"id": binding})]
    trace = PlanRunner(call, tools=TOOLS, **options).run(Plan(id="p", steps=steps), given or {}, choices=choices)
    assert trace.to_dict()["lookups"] == [dict(row) for row in trace.lookups]
    (row,) = trace.lookups
    return row


@pytest.mark.parametrize(
    ("wanted", "taker", "level"),
    [
        ("Slow", "drop", "exact"),
        ("slow ", "drop", "case"),
        ("Login fails", "drop", "punctuation"),
        ("on start", "read", "contains"),
    ],
)
def test_row_of_what_was_found(wanted: str, taker: str, level: str) -> None:
    """What was looked for where, how much was read, and how closely it matches."""
    row = table("${s1.items[?name == input.n].id}", ROWS, taker, {"n": wanted})

    assert {name: row[name] for name in ("key", "step_id", "tool", "source_step", "source_tool", "list", "fields")} == {
        "key": "s1.items[?name == input.n]",
        "step_id": "s2",
        "tool": taker,
        "source_step": "s1",
        "source_tool": "list",
        "list": "items",
        "fields": ["name"],
    }
    assert (row["wanted"], row["pages"], row["matched"], row["level"], row["reason"]) == ([wanted], 2, 1, level, "")


def test_row_of_a_list_that_was_read_to_its_end_has_no_reason() -> None:
    """The only one of all pages is found like any other."""
    row = table(BIND.replace("'x'", "'Slow'"), ROWS, "drop")

    assert (row["pages"], row["rows"], row["reason"], row["level"]) == (2, 3, "", "exact")


@pytest.mark.parametrize(
    ("binding", "body", "reason", "more"),
    [
        (BIND, {"ok": True}, "no_list", {"lists": []}),
        (BIND, {"data": {"rows": ROWS, "more": ROWS}}, "wrong_array", {"lists": ["data.rows", "data.more"]}),
        # The only list of an answer is the one that is meant, wherever it stands.
        (BIND, {"data": {"rows": ROWS}}, "no_match", {"rows": len(ROWS)}),
        (BIND, {"items": {"rows": ROWS}}, "no_match", {"rows": len(ROWS)}),
        ("${s1.items[?title == 'x'].id}", ROWS, "no_attribute", {"rows": 3, "pages": 2}),
        (BIND, ROWS, "no_match", {"rows": 3, "pages": 2}),
        (BIND, {"items": []}, "no_match", {"rows": 0}),
        ("${s1.items[max_by(name)].id}", ROWS, "not_comparable", {"fields": ["name"]}),
        (
            "${s1.items[?name == 'x'].id}",
            ToolCallError("gone", kind="http", status=410),
            "list_failed",
            {"status": 410},
        ),
    ],
)
@pytest.mark.parametrize("taker", ["read", "drop"])
def test_reason_why_nothing_was_found(binding: str, body: Any, reason: str, more: dict[str, Any], taker: str) -> None:
    """Whether there is no list, another one, no such field, no such value, or no answer."""
    row = table(binding, body, taker)

    assert (row["reason"], row["matched"], row["level"]) == (reason, 0, "")
    assert {name: row[name] for name in more} == more


def test_page_limit_is_a_reason() -> None:
    """Behind the limit nobody looked."""
    row = table("${s1.items[?name == 'Slow'].id}", ROWS, lookup_pages=1)

    assert (row["reason"], row["pages"], row["rows"]) == ("page_limit", 1, 2)


def test_several_and_chosen() -> None:
    """Two are no one until somebody chooses."""
    rows = [{"id": 1, "name": "x"}, {"id": 2, "name": "x"}]

    asked = table(BIND, rows, "drop")
    assert (asked["reason"], asked["matched"], asked["level"]) == ("several_match", 2, "exact")

    row = table(BIND, rows, "drop", choices={"s1.items[?name == 'x']": {"id": 2}})
    assert (row["reason"], row["level"]) == ("", "chosen")


def test_secrets_are_masked() -> None:
    """What a credential is compared with stands in no table."""
    rows = [{"id": 1, "api_key": "sk_live_4242424242"}]

    row = table("${s1.items[?api_key == input.k].id}", rows, "read", {"k": "sk_live_4242424242"})

    assert (row["wanted"], row["matched"]) == (["[redacted]"], 1)
