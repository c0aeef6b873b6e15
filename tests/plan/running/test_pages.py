"""A list that is looked through is read page by page: until it is found, and for the only one to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any

import pytest

from graph_tool_call.hooks import ToolResult
from graph_tool_call.plan import Plan, PlanRunner, PlanStep, SqliteStore, ToolCallError

ROWS = [{"id": f"i{at}", "title": f"T{at}"} for at in range(1, 8)]
SIZE = 2


def query(name: str, **facts: Any) -> dict[str, Any]:
    return {"name": name, "path": name, "location": "query", **facts}


def tool(name: str, method: str, *rows: dict[str, Any], paging: Any = None) -> dict[str, Any]:
    result = {"paging": paging} if paging else {}
    contract = {"consumes": list(rows), "produces": [], "result": result}
    return {"name": name, "metadata": {"method": method, "path": f"/{name}", "api_contract": contract}}


def tools(*rows: dict[str, Any], paging: Any = None) -> dict[str, Any]:
    listing = tool("list", "get", *rows, paging=paging)
    return {"list": listing, "drop": tool("drop", "delete"), "read": tool("read", "get")}


def part(start: int) -> list[dict[str, str]]:
    return ROWS[start : start + SIZE]


# --- servers, each with a style of its own ---


def by_page(args: Mapping[str, Any]) -> Any:
    number = int(args.get("page", 1))
    return {"items": part((number - 1) * SIZE), "page": number, "total_pages": 4}


def by_zero_page(args: Mapping[str, Any]) -> Any:
    number = int(args.get("page", 0))
    return {"items": part(number * SIZE), "number": number, "last": number == 3}


def by_offset(args: Mapping[str, Any]) -> Any:
    return {"items": part(int(args.get("offset") or 0)), "total": len(ROWS)}


def by_token(args: Mapping[str, Any]) -> Any:
    start = int(str(args.get("page_token", "t0")).removeprefix("t"))
    more = {"next_page_token": f"t{start + SIZE}"} if start + SIZE < len(ROWS) else {"next_page_token": ""}
    return {"items": part(start), "meta": more}


def by_last_id(args: Mapping[str, Any]) -> Any:
    after = args.get("starting_after")
    start = next((at + 1 for at, row in enumerate(ROWS) if row["id"] == after), 0)
    # Another list of another length stands first.
    return {"object": "list", "warnings": ["w"], "items": part(start), "has_more": start + SIZE < len(ROWS)}


def by_named_offset(args: Mapping[str, Any]) -> Any:
    start = int(str(args.get("offset") or "o0").removeprefix("o"))
    uri = f"https://api.test/list?offset=o{start + SIZE}"
    more = {"offset": f"o{start + SIZE}", "uri": uri} if start + SIZE < len(ROWS) else None
    return {"items": part(start), "next_page": more}


def by_edges(args: Mapping[str, Any]) -> Any:
    after = args.get("after")
    start = next((at + 1 for at, row in enumerate(ROWS) if row["id"] == after), 0)
    last = part(start)[-1]["id"]
    # The last page has a cursor too.
    return {"items": part(start), "pageInfo": {"endCursor": last, "hasNextPage": start + SIZE < len(ROWS)}}


def by_url(args: Mapping[str, Any]) -> Any:
    start = int(args.get("skip", 0))
    more = f"https://elsewhere.test/list?skip={start + SIZE}&api_key=stolen&state=all&state2=x"
    return {"items": part(start), "next": more if start + SIZE < len(ROWS) else None}


def by_links(args: Mapping[str, Any]) -> Any:
    number = int(args.get("page[number]", 1))
    more = {"href": f"/list?page[number]={number + 1}"} if number < 4 else {}
    return {"items": part((number - 1) * SIZE), "_links": {"next": more}}


def by_header(args: Mapping[str, Any]) -> Any:
    number = int(args.get("page", 1))
    link = (
        f'<https://api.test/list?page={number + 1}&per_page=2>; rel="next", <https://api.test/list?page=4>; rel="last"'
    )
    first = '<https://api.test/list?page=1>; rel="first"'
    return ToolResult(ok=True, body=part((number - 1) * SIZE), headers={"Link": link if number < 4 else first})


def by_nothing(args: Mapping[str, Any]) -> Any:
    return {"items": part((int(args.get("page", 1)) - 1) * SIZE)}


PAGE, OFFSET = {"style": "page", "param": "page"}, {"style": "offset", "param": "offset"}
STYLES: list[Any] = [
    pytest.param(by_page, tools(query("page"), paging=PAGE), id="page"),
    pytest.param(by_zero_page, tools(query("page", default=0), paging=PAGE), id="page from zero"),
    pytest.param(by_zero_page, tools(query("page"), paging=PAGE), id="page from zero, said by the answer"),
    pytest.param(by_offset, tools(query("offset"), paging=OFFSET), id="offset and total"),
    pytest.param(
        by_token,
        tools(query("page_token"), paging={"style": "cursor", "param": "page_token", "next": "$.meta.next_page_token"}),
        id="token",
    ),
    pytest.param(by_token, tools(query("page_token", role="paging")), id="token that no contract tells"),
    pytest.param(
        by_last_id,
        tools(query("starting_after"), paging={"style": "cursor", "param": "starting_after"}),
        id="key of the last row",
    ),
    pytest.param(by_named_offset, tools(query("offset"), query("limit"), paging=OFFSET), id="token called offset"),
    pytest.param(
        by_edges,
        tools(query("after"), paging={"style": "cursor", "param": "after", "next": "$.pageInfo.endCursor"}),
        id="cursor with a flag",
    ),
    pytest.param(by_url, tools(query("skip"), query("state"), paging={"style": "offset", "param": "skip"}), id="URL"),
    pytest.param(by_url, tools(query("skip", role="paging")), id="URL that no contract tells"),
    pytest.param(by_links, tools(query("page[number]"), paging={"style": "page", "param": "page[number]"}), id="HAL"),
    pytest.param(
        by_header, tools(query("page"), query("per_page"), paging={**PAGE, "size": "per_page"}), id="header Link"
    ),
    pytest.param(by_nothing, tools(query("page"), paging=PAGE), id="page and nothing else"),
    pytest.param(
        by_offset,
        tools(
            query("marker"),
            query("offset"),
            paging={"style": "cursor", "param": "marker", "next": "$.next_marker", "others": [OFFSET]},
        ),
        id="the way that the answer serves",
    ),
]


class Server:
    """Answers `list` by a style and everything else with its arguments; keeps the calls."""

    def __init__(self, style: Callable[[Mapping[str, Any]], Any], fails_at: int = 0) -> None:
        self.style = style
        self.fails_at = fails_at
        self.asked: list[dict[str, Any]] = []
        self.made: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, name: str, args: dict[str, Any]) -> Any:
        if name != "list":
            self.made.append((name, args))
            return args
        self.asked.append(args)
        if len(self.asked) == self.fails_at:
            raise ToolCallError("the list is out of order", kind="http", status=503)
        return self.style(args)


def plan(title: str, taker: str = "drop", style: Any = None, args: Any = None) -> Plan:
    way = "" if style is by_header else ".items"
    steps = [
        PlanStep(id="s1", tool="list", args=args or {}),
        PlanStep(id="s2", tool=taker, args={"id": f"${{s1{way}[?title == '{title}'].id}}"}, depends_on=["s1"]),
    ]
    return Plan(id="p", steps=steps)


def run(server: Server, what: Plan, known: Any, **options: Any) -> Any:
    store = options.pop("store", None)
    limits = {name: options.pop(name) for name in ("lookup_pages", "lookup_parents") if name in options}
    return PlanRunner(server, tools=known, store=store, **limits).run(what, **options)


# --- styles ---


@pytest.mark.parametrize(("style", "known"), STYLES)
def test_the_only_one_is_the_only_one_of_all_pages(style: Any, known: Any) -> None:
    """In a changing plan every page is read before the change, whatever says how the next is asked for."""
    server = Server(style)

    trace = run(server, plan("T6", style=style), known)

    assert (trace.status, server.made) == ("completed", [("drop", {"id": "i6"})])
    listed = trace.outputs["s1"] if style is by_header else trace.outputs["s1"]["items"]
    assert listed == ROWS
    pages = [event for event in trace.events if event.type == "page.read"]
    assert [(event.page, event.rows) for event in pages[:3]] == [(2, 2), (3, 2), (4, 1)]
    assert [event.step_id for event in pages] == ["s1"] * len(pages)
    # Only what says nothing of its end is asked for one page more.
    assert len(pages) == (4 if style is by_nothing else 3)
    assert trace.steps[0].calls == len(server.asked)


@pytest.mark.parametrize(("style", "known"), STYLES)
def test_reading_ends_at_the_first_match(style: Any, known: Any) -> None:
    """A plan that only reads needs no page behind the one that has it."""
    server = Server(style)

    trace = run(server, plan("T3", "read", style=style), known)

    assert (trace.ok, server.made, len(server.asked)) == (True, [("read", {"id": "i3"})], 2)


@pytest.mark.parametrize(("style", "known"), STYLES)
def test_a_second_match_on_the_last_page_stops_a_change(style: Any, known: Any, monkeypatch: Any) -> None:
    """Two pages apart are two all the same."""
    monkeypatch.setitem(ROWS[6], "title", "T2")
    server = Server(style)

    trace = run(server, plan("T2", style=style), known)

    assert (trace.status, server.made) == ("choice_required", [])
    (choice,) = trace.choices
    assert (choice["reason"], choice["looked_at"], choice["further_pages"]) == ("several_match", 7, "")
    assert [row["answer"] for row in choice["rows"]] == [{"id": "i2"}, {"id": "i7"}]
    assert run(server, plan("T2", style=style), known, choices={choice["key"]: {"id": "i7"}}).ok
    assert server.made == [("drop", {"id": "i7"})]


def test_an_url_gives_its_paging_and_nothing_else() -> None:
    """No other host is called, no credential is taken, and nothing that was asked for is changed."""
    server = Server(by_url)
    known = tools(query("skip"), query("state"), query("api_key"), paging={"style": "offset", "param": "skip"})

    run(server, plan("T6", args={"state": "open"}), known)

    assert server.asked == [{"state": "open"}, *({"state": "open", "skip": at} for at in ("2", "4", "6"))]


def test_grouped_arguments_stay_grouped() -> None:
    """The next page is asked for where the other arguments of the query stand."""
    server = Server(lambda args: by_offset(args.get("query", {})))

    run(server, plan("T6", args={"query": {"offset": None, "q": 1}}), tools(query("offset"), query("q"), paging=OFFSET))

    assert [args["query"]["offset"] for args in server.asked] == [None, 2, 4, 6]


# --- ends ---


def test_limit_is_told() -> None:
    """Behind the limit nobody looked: a change asks, and a reading plan says why it found nothing."""
    known = tools(query("offset"), paging=OFFSET)

    trace = run(server := Server(by_offset), plan("T1"), known, lookup_pages=2)
    (choice,) = trace.choices
    assert (choice["reason"], choice["looked_at"], server.made, len(server.asked)) == ("more_pages", 4, [], 2)
    assert "2 pages were read, which is the limit" in choice["further_pages"]

    trace = run(server := Server(by_offset), plan("T7", "read"), known, lookup_pages=2)
    assert (trace.status, trace.error["reason"], len(server.asked)) == ("failed", "no_match", 2)
    assert "2 pages were read, which is the limit" in trace.error["message"]


@pytest.mark.parametrize("number", [0, -1])
def test_limits_are_positive(number: int) -> None:
    """A limit of no pages would read none."""
    with pytest.raises(ValueError, match="lookup_pages must be at least 1"):
        PlanRunner(Server(by_page), lookup_pages=number)


def test_a_page_that_comes_again_ends_the_reading() -> None:
    """A server that does not know the parameter gives its first page for ever: what it counts is told."""
    server = Server(lambda _args: {"items": ROWS[:2], "total": 7})

    trace = run(server, plan("T2"), tools(query("offset"), paging=OFFSET))

    (choice,) = trace.choices
    assert (choice["reason"], choice["looked_at"], len(server.asked)) == ("more_pages", 2, 2)
    assert "the next page has the same elements" in choice["further_pages"]


@pytest.mark.parametrize("around", [{"next": None}, {"limit": 50}, {"has_more": False}])
def test_a_page_that_comes_again_is_whole_where_it_says_so(around: Any) -> None:
    """What is counted and not shown is nothing where the page has room for it, or says that it is the last."""
    server = Server(lambda _args: {"items": ROWS[:2], "total": 7, **around})

    assert run(server, plan("T2"), tools(query("offset"), paging=OFFSET)).ok
    assert (len(server.asked), server.made) == (2, [("drop", {"id": "i2"})])


@pytest.mark.parametrize("around", [{"next": None}, {"limit": 50}, {"has_more": False}])
def test_what_is_counted_is_sought_whatever_else_is_said(around: Any) -> None:
    """A wrong end, or a wrong size, hides no element that the next page has."""
    server = Server(lambda args: {**by_offset(args), **around})

    assert run(server, plan("T7"), tools(query("offset"), paging=OFFSET)).ok
    assert (len(server.asked), server.made) == (4, [("drop", {"id": "i7"})])


def test_a_cursor_that_comes_again_ends_the_reading() -> None:
    """A cursor that leads to itself is followed once."""
    rows = iter(ROWS)
    server = Server(lambda _args: {"items": [next(rows)], "next_cursor": "c"})

    trace = run(server, plan("T2"), tools(query("cursor"), paging={"style": "cursor", "param": "cursor"}))

    assert ([choice["reason"] for choice in trace.choices], len(server.asked)) == (["more_pages"], 2)
    assert "asked for before" in trace.choices[0]["further_pages"]


def test_a_short_page_is_the_last() -> None:
    """Where nothing else is said, fewer elements than a page has by the contract are all."""
    server = Server(lambda _args: {"items": ROWS[:2]})
    known = tools(query("page"), query("per_page", default=30), paging={**PAGE, "size": "per_page"})

    assert run(server, plan("T2"), known).ok
    assert len(server.asked) == 1


def test_an_empty_page_ends_what_is_only_counted() -> None:
    """A number of elements may count those that nobody shows: behind the last there are none."""
    server = Server(lambda args: {"items": part(int(args.get("offset", 0))), "total": 9})

    trace = run(server, plan("T6"), tools(query("offset"), paging=OFFSET))

    assert (trace.ok, server.made, len(server.asked)) == (True, [("drop", {"id": "i6"})], 5)


@pytest.mark.parametrize(
    ("around", "status"),
    [
        ({"page": {"size": 10, "total": 5}}, "completed"),
        ({"limit": 5, "total": 5}, "completed"),
        ({"limit": 4, "total": 5}, "choice_required"),
        ({"total": 5}, "choice_required"),
        ({"limit": 10, "total": 5, "total_pages": 2}, "choice_required"),
        ({"limit": 10, "total": 5, "has_more": True}, "choice_required"),
    ],
)
def test_page_with_room_for_all_is_whole_where_nothing_asks_for_another(around: Any, status: str) -> None:
    """Three elements of five on a page of ten: the others are not for us, and no call could ask for them."""
    server = Server(lambda _args: {"items": ROWS[:3], **around})

    assert (run(server, plan("T2"), tools()).status, len(server.asked)) == (status, 1)


def test_an_empty_page_with_a_token_goes_on() -> None:
    """A server that filters after cutting its pages has empty ones in the middle."""
    pages = {"": (ROWS[:2], "a"), "a": ([], "b"), "b": (ROWS[2:4], "")}

    def style(args: Mapping[str, Any]) -> Any:
        rows, token = pages[args.get("cursor", "")]
        return {"items": rows, "next_cursor": token}

    server = Server(style)

    assert run(server, plan("T4"), tools(query("cursor"), paging={"style": "cursor", "param": "cursor"})).ok
    assert (len(server.asked), server.made) == (3, [("drop", {"id": "i4"})])


def test_a_page_that_the_plan_asks_for_is_the_page() -> None:
    """Who asks for the second page has that one looked through; that there are others is told."""
    server = Server(by_page)

    trace = run(server, plan("T3", args={"page": 2}), tools(query("page"), paging=PAGE))

    assert ([choice["reason"] for choice in trace.choices], len(server.asked)) == (["more_pages"], 1)


def test_a_length_that_the_plan_asks_for_is_no_page() -> None:
    """Who asks for pages of a certain length has all of them looked through."""
    server = Server(by_offset)
    known = tools(query("offset", role="paging"), query("limit", role="paging"), paging=OFFSET)

    assert run(server, plan("T6", args={"limit": 2}), known).ok
    assert [args["limit"] for args in server.asked] == [2, 2, 2, 2]


@pytest.mark.parametrize("known", [{}, {"list": tool("list", "post"), "drop": tool("drop", "delete")}])
def test_a_call_that_may_change_something_is_not_repeated_for_a_page(known: Any) -> None:
    """What is not known to read is called once."""
    server = Server(by_page)

    trace = run(server, plan("T1"), known)

    assert (trace.status, len(server.asked)) == ("choice_required", 1)


def test_nothing_is_read_on_without_need() -> None:
    """A list that is only passed on, or used by position, is what was answered."""
    server = Server(by_page)
    step = PlanStep(id="s2", tool="read", args={"id": "${s1.items.1.id}"})

    trace = PlanRunner(server, tools=tools(query("page"), paging=PAGE)).run(
        Plan(id="p", steps=[PlanStep(id="s1", tool="list"), step], output_binding="${s1.items.*.id}")
    )

    assert (trace.output, len(server.asked)) == (["i1", "i2"], 1)


def test_output_is_looked_up_on_all_pages() -> None:
    """A lookup of the plan's output is one like the others."""
    server = Server(by_offset)
    what = Plan(id="p", steps=[PlanStep(id="s1", tool="list")], output_binding="${s1.items[?title == 'T5'].id}")

    assert run(server, what, tools(query("offset"), paging=OFFSET)).output == "i5"
    assert len(server.asked) == 3


def test_latest_is_the_latest_of_all_pages() -> None:
    """An order has no answer before the end, in a reading plan either."""
    server = Server(
        lambda args: {"items": [{**row, "n": int(row["id"][1:]) % 7} for row in by_offset(args)["items"]], "total": 7}
    )
    step = PlanStep(id="s2", tool="read", args={"id": "${s1.items[max_by(n)].id}"})

    trace = run(
        server, Plan(id="p", steps=[PlanStep(id="s1", tool="list"), step]), tools(query("offset"), paging=OFFSET)
    )

    assert (trace.ok, server.made) == (True, [("read", {"id": "i6"})])


# --- failures, resumption, concurrency ---


def test_a_page_that_fails_is_not_none() -> None:
    """The run ends with what the call said, and names the lookup; nothing is changed."""
    server = Server(by_offset, fails_at=3)

    trace = run(server, plan("T1"), tools(query("offset"), paging=OFFSET))

    assert (trace.status, trace.failed_step, trace.error["reason"], server.made) == ("failed", "s1", "http", [])
    assert trace.error["message"].startswith("the list is out of order")
    assert "s1.items[?title == 'T1']" in trace.error["message"]


def test_a_page_is_retried_like_any_call() -> None:
    """Pages are calls that read."""
    server = Server(by_offset, fails_at=3)
    runner = PlanRunner(
        server, tools=tools(query("offset"), paging=OFFSET), on_error="retry", sleep=lambda _seconds: None
    )

    trace = runner.run(plan("T1"))

    assert (trace.ok, len(server.asked), trace.steps[0].calls) == (True, 5, 5)
    assert [event.type for event in trace.events].count("step.retrying") == 1


@pytest.mark.parametrize(("style", "known"), STYLES)
def test_resumed_run_reads_no_page_again(style: Any, known: Any, tmp_path: Any) -> None:
    """What was read is kept: the next process goes on behind it and has the same rows."""
    first, second = Server(style, fails_at=3), Server(style)
    with closing(SqliteStore(tmp_path / "runs.sqlite")) as store:
        broken = run(first, plan("T6", style=style), known, store=store, run_id="r")
        assert (broken.status, broken.resumable, first.made) == ("failed", True, [])

        trace = run(second, plan("T6", style=style), known, store=store, run_id="r")

    assert (trace.ok, second.made) == (True, [("drop", {"id": "i6"})])
    listed = trace.outputs["s1"] if style is by_header else trace.outputs["s1"]["items"]
    assert listed == ROWS
    assert second.asked[0] == first.asked[2]
    restored = [event.restored for event in trace.events if event.type == "page.read"]
    assert restored[:3] == [True, False, False]


def test_choice_is_made_among_the_same_rows(tmp_path: Any) -> None:
    """A position that was offered means the same element after the pause, without a call."""
    rows = [{"id": f"i{at}", "title": "same"} for at in range(1, 5)]
    known = tools(query("offset"), paging=OFFSET)

    def style(args: Mapping[str, Any]) -> Any:
        start = int(args.get("offset", 0))
        return {"items": rows[start : start + 2], "total": 4}

    with closing(SqliteStore(tmp_path / "runs.sqlite")) as store:
        trace = run(server := Server(style), plan("same"), known, store=store, run_id="r")
        rows.reverse()
        done = run(server, plan("same"), known, store=store, run_id="r", choices={trace.choices[0]["key"]: 3})

    assert (done.ok, server.made, len(server.asked)) == (True, [("drop", {"id": "i4"})], 2)


def test_list_that_is_read_anew_is_read_anew(tmp_path: Any) -> None:
    """Where the caller wants the list again, no page of the old one is among the new."""
    rows = [dict(row) for row in ROWS]
    known = tools(query("offset"), paging=OFFSET)

    def style(args: Mapping[str, Any]) -> Any:
        start = int(args.get("offset", 0))
        return {"items": rows[start : start + 2], "total": len(rows)}

    with closing(SqliteStore(tmp_path / "runs.sqlite")) as store:
        server = Server(style)
        assert run(server, plan("new"), known, store=store, run_id="r").status == "choice_required"
        rows[5]["title"] = "new"
        done = run(server, plan("new"), known, store=store, run_id="r", decisions={"s1": "retry"})

    assert (done.status, server.made) == ("completed", [("drop", {"id": "i6"})])
    assert len(server.asked) == 8


def test_side_by_side_steps_wait_for_their_pages() -> None:
    """On an event loop the pages come before the steps that look through them."""
    server = Server(by_offset)
    steps = [PlanStep(id="s1", tool="list"), PlanStep(id="s3", tool="read", args={"id": "x"})]
    steps += [PlanStep(id="s2", tool="drop", args={"id": "${s1.items[?title == 'T7'].id}"}, depends_on=["s3"])]

    runner = PlanRunner(server, tools=tools(query("offset"), paging=OFFSET), max_concurrency=3)
    trace = asyncio.run(runner.arun(Plan(id="p", steps=steps)))

    assert trace.ok
    assert server.made == [("read", {"id": "x"}), ("drop", {"id": "i7"})]
    assert len(server.asked) == 4


@pytest.mark.parametrize("fails_at", [0, 2, 4])
def test_side_by_side_is_what_one_after_the_other_is(fails_at: int) -> None:
    """Whatever the number of steps at a time, and where a page fails, the run ends alike."""
    known = tools(query("offset"), paging=OFFSET)
    ends = []
    for limit in (1, 4):
        server = Server(by_offset, fails_at=fails_at)
        trace = asyncio.run(PlanRunner(server, tools=known, max_concurrency=limit).arun(plan("T7")))
        ends.append((trace.status, trace.failed_step, trace.error.get("message"), server.made, server.asked))

    assert ends[0] == ends[1]
    assert ends[0][0] == ("failed" if fails_at else "completed")


def test_each_element_is_looked_up_on_all_pages() -> None:
    """Lookups for the elements of a `foreach` step read on too, before the first of them is called for."""
    server = Server(by_offset)
    steps = [
        PlanStep(id="s1", tool="list"),
        PlanStep(id="s2", tool="drop", args={"id": "${s1.items[?title == item].id}"}, foreach=["T1", "T7"]),
    ]

    trace = run(server, Plan(id="p", steps=steps), tools(query("offset"), paging=OFFSET))

    assert (trace.ok, server.made) == (True, [("drop", {"id": "i1"}), ("drop", {"id": "i7"})])


@pytest.mark.parametrize(
    ("binding", "value"),
    [("${s1.items.*.id}", [row["id"] for row in ROWS]), ("${s1.items.-1.id}", "i7"), ("${s1.items.0.id}", "i1")],
)
def test_a_change_of_all_is_one_of_all_pages(binding: str, value: Any) -> None:
    """All elements, and the last one, are those of the whole list where something is changed."""
    server = Server(by_offset)
    steps = [PlanStep(id="s1", tool="list"), PlanStep(id="s2", tool="drop", args={"ids": binding})]

    assert run(server, Plan(id="p", steps=steps), tools(query("offset"), paging=OFFSET)).ok
    assert server.made == [("drop", {"ids": value})]
    assert len(server.asked) == (1 if value == "i1" else 4)
