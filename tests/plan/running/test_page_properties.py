"""A list in pages is the same list: whatever its style, the size of its pages, and where a run broke off."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from graph_tool_call.hooks import ToolResult
from graph_tool_call.plan import Plan, PlanRunner, PlanStep, SqliteStore, ToolCallError

pytestmark = pytest.mark.slow

QUICK = settings(max_examples=60, deadline=None, derandomize=True, database=None)
NAMES = ["a", "A ", "b", "#b", "b-c", "b c", "abc"]
STYLES = {
    "page": {"style": "page", "param": "page"},
    "offset": {"style": "offset", "param": "offset"},
    "bare offset": {"style": "offset", "param": "offset"},
    "token": {"style": "cursor", "param": "cursor", "next": "$.next_cursor"},
    "last": {"style": "cursor", "param": "after"},
    "link": {"style": "page", "param": "page", "next_header": "Link"},
}


class Pages:
    """Rows in pages of *size* in one *style*; size 0 gives them at once. Breaks at the call number *fails_at*."""

    def __init__(self, rows: list[dict[str, Any]], style: str, size: int, fails_at: int = 0) -> None:
        self.rows, self.style, self.size, self.fails_at = rows, style, size, fails_at
        self.asked: list[dict[str, Any]] = []
        self.made: list[tuple[str, Any]] = []

    def __call__(self, name: str, args: dict[str, Any]) -> Any:
        if name != "list":
            self.made.append((name, args["id"]))
            return args
        self.asked.append(args)
        if len(self.asked) == self.fails_at:
            raise ToolCallError("broken", kind="http", status=503)
        return {"rows": self.rows} if not self.size else self.page(args)

    def page(self, args: dict[str, Any]) -> Any:
        start = {
            "page": (int(args.get("page", 1)) - 1) * self.size,
            "link": (int(args.get("page", 1)) - 1) * self.size,
            "last": next((at + 1 for at, row in enumerate(self.rows) if row["id"] == args.get("after")), 0),
            "token": int(args.get("cursor") or 0),
        }.get(self.style, int(args.get("offset", 0)))
        end = start + self.size
        more = end < len(self.rows)
        body: dict[str, Any] = {"rows": self.rows[start:end]}
        around: dict[str, dict[str, Any]] = {
            "offset": {"total": len(self.rows)},
            "token": {"next_cursor": str(end) if more else None},
            "last": {"has_more": more},
        }
        body.update(around.get(self.style, {}))
        link = {"Link": f'<https://x.test/l?page={end // self.size + 1}>; rel="next"'} if more else {"Date": "now"}
        return ToolResult(ok=True, body=body, headers=link if self.style == "link" else {})


def tools(style: str) -> dict[str, Any]:
    paging = STYLES[style]
    contract = {"consumes": [{"name": paging["param"], "location": "query"}], "result": {"paging": paging}}
    listing = {"name": "list", "metadata": {"method": "get", "path": "/l", "api_contract": contract}}
    others = {name: {"name": name, "metadata": {"method": how}} for name, how in (("drop", "delete"), ("read", "get"))}
    return {"list": listing, **others}


def plan(taker: str, binding: str) -> Plan:
    return Plan(id="p", steps=[PlanStep(id="s1", tool="list"), PlanStep(id="s2", tool=taker, args={"id": binding})])


def outcome(trace: Any, pages: Pages) -> Any:
    rows = [[row["answer"] for row in choice["rows"]] for choice in trace.choices]
    return trace.status, trace.error.get("reason"), [c["reason"] for c in trace.choices], rows, pages.made


rows_of = st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 3)), min_size=1, max_size=9).map(
    lambda drawn: [{"id": f"i{at}", "name": name, "n": n} for at, (name, n) in enumerate(drawn)]
)
bindings = st.sampled_from(
    [
        "${s1.rows[?name == 'a'].id}",
        "${s1.rows[?name == 'b c'].id}",
        "${s1.rows[?name == 'b' && n == 1].id}",
        "${s1.rows[?name == 'x' || n == 2].id}",
        "${s1.rows[max_by(n)].id}",
    ]
)


@QUICK
@given(rows=rows_of, style=st.sampled_from(sorted(STYLES)), size=st.integers(1, 4), binding=bindings)
def test_pages_change_nothing_about_a_change(rows: Any, style: str, size: int, binding: str) -> None:
    """What is changed, asked or refused is what it is with the whole list."""
    whole, paged = Pages(rows, style, 0), Pages(rows, style, size)

    expected = outcome(PlanRunner(whole, tools=tools(style)).run(plan("drop", binding)), whole)

    assert outcome(PlanRunner(paged, tools=tools(style)).run(plan("drop", binding)), paged) == expected


@QUICK
@given(rows=rows_of, style=st.sampled_from(sorted(STYLES)), size=st.integers(1, 4), binding=bindings)
def test_reading_finds_what_is_there(rows: Any, style: str, size: int, binding: str) -> None:
    """A reading plan takes the element of the pages that it takes of the whole list, or none where that has none."""
    whole, paged = Pages(rows, style, 0), Pages(rows, style, size)

    expected = PlanRunner(whole, tools=tools(style)).run(plan("read", binding))
    trace = PlanRunner(paged, tools=tools(style)).run(plan("read", binding))

    assert (trace.status, paged.made) == (expected.status, whole.made)


@QUICK
@given(
    rows=rows_of,
    style=st.sampled_from(sorted(STYLES)),
    size=st.integers(1, 4),
    binding=bindings,
    fails_at=st.integers(1, 5),
)
def test_resumed_run_ends_like_one_that_never_broke_off(
    rows: Any, style: str, size: int, binding: str, fails_at: int
) -> None:
    """Wherever a page broke, the next process asks for the rest alone, and comes to the same end."""
    straight, first, second = Pages(rows, style, size), Pages(rows, style, size, fails_at), Pages(rows, style, size)
    expected = PlanRunner(straight, tools=tools(style)).run(plan("drop", binding))

    with closing(SqliteStore(":memory:")) as store:
        broken = PlanRunner(first, tools=tools(style), store=store).run(plan("drop", binding), run_id="r")
        trace = PlanRunner(second, tools=tools(style), store=store).run(plan("drop", binding), run_id="r")

    if len(straight.asked) < fails_at:
        assert outcome(broken, first) == outcome(expected, straight)
        return
    assert (broken.status, first.made) == ("failed", [])
    assert outcome(trace, second) == outcome(expected, straight)
    assert trace.outputs["s1"] == expected.outputs["s1"]
    assert first.asked[: fails_at - 1] + second.asked == straight.asked
