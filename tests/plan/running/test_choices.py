"""A filter means one element: the only one where something is changed, else the first, and it is told."""

from __future__ import annotations

import asyncio
import json
import pickle
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from graph_tool_call import ToolGraph
from graph_tool_call.hooks import ToolResult
from graph_tool_call.plan import ChoiceError, JournalError, PathSynthesizer, Plan, PlanRunner, PlanStep, SqliteStore

POOLS = [{"id": "p1", "kind": "process", "size": 1}, {"id": "p2", "kind": "process", "size": 2}, {"id": "p3"}]
TOOLS: dict[str, Any] = {
    name: {"name": name, "metadata": {"method": method}}
    for name, method in (("list", "get"), ("read", "get"), ("find", "post"), ("drop", "delete"), ("make", "post"))
}
DROP = PlanStep(id="s2", tool="drop", args={"id": "${s1[?kind == 'process'].id}"})
KEY = "s1[?kind == 'process']"


def plan(*steps: PlanStep, output: str = "", **synthesis: Any) -> Plan:
    metadata = {"synthesis": synthesis} if synthesis else {}
    return Plan(id="p", steps=[PlanStep(id="s1", tool="list"), *steps], output_binding=output, metadata=metadata)


class Server:
    """Answers `list` with its list, and everything else with what it was asked."""

    def __init__(self, listed: Any, headers: dict[str, str] | None = None) -> None:
        self.listed = listed
        self.headers = headers
        self.calls: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, name: str, args: dict[str, Any]) -> Any:
        self.calls.append((name, args))
        if name != "list":
            return args
        return ToolResult(ok=True, body=self.listed, headers=self.headers or {})

    @property
    def made(self) -> list[tuple[str, dict[str, Any]]]:
        """Calls but for those of `list`."""
        return [call for call in self.calls if call[0] != "list"]


def run(server: Server, what: Plan, tools: Any = TOOLS, store: Any = None, **options: Any) -> Any:
    return PlanRunner(server, tools=tools, store=store).run(what, **options)


# --- several, none, and one ---


def test_several_matches_stop_a_run_that_changes_something() -> None:
    """Nothing is changed; the rows tell the matching elements apart, and say how each is chosen."""
    server = Server(POOLS)

    trace = run(server, plan(DROP))

    assert (trace.status, trace.ok, server.made) == ("choice_required", False, [])
    (choice,) = trace.choices
    assert (choice["key"], choice["reason"], choice["step_id"]) == (KEY, "several_match", "s2")
    assert (choice["tool"], choice["source_step"], choice["source_tool"]) == ("drop", "s1", "list")
    assert (choice["looked_at"], choice["matched"], choice["rows_left"]) == (3, 2, 0)
    assert [row["answer"] for row in choice["rows"]] == [{"id": "p1"}, {"id": "p2"}]
    assert choice["rows"][1]["label"] == {"kind": "process", "id": "p2", "size": 2}
    assert [event.type for event in trace.events] == [
        *("plan.started", "step.started", "step.completed", "choice.required")
    ]
    assert json.loads(json.dumps(trace.to_dict()))["choices"][0]["key"] == KEY
    assert [step.status for step in trace.steps] == ["completed", "pending"]


@pytest.mark.parametrize("answer", [{"id": "p2"}, {"size": 2}, {"kind": "process", "size": "2"}, 1])
def test_choice_goes_on(answer: Any) -> None:
    """An element is chosen by fields that only it has, or by its position."""
    server = Server(POOLS)

    trace = run(server, plan(DROP), choices={KEY: answer})

    assert trace.ok
    assert server.made == [("drop", {"id": "p2"})]
    assert [(note["reason"], note["key"]) for note in trace.notes] == [("chosen", KEY)]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"id": "p3"}, "the fields id, which none of the 2 offered elements have"),
        ({"kind": "process"}, "the fields kind, which 2 of the 2 offered elements have"),
        (2, "the position 2, which none of the 2 offered elements have"),
        ("p1", "must be a position, or an object of fields and their values"),
        ({}, "must be a position, or an object of fields and their values"),
        (True, "must be a position, or an object of fields and their values"),
    ],
)
def test_wrong_choice_is_an_error(answer: Any, said: str) -> None:
    """An answer that fits none or several of the offered elements changes nothing."""
    server = Server(POOLS)

    trace = run(server, plan(DROP), choices={KEY: answer})

    assert (trace.status, trace.failed_step, trace.error["error_kind"]) == ("failed", "s2", "choice")
    assert trace.error["reason"] == "wrong_choice"
    assert said in trace.error["message"]
    assert server.made == []


def test_key_of_a_choice_may_have_a_sign_in_its_text() -> None:
    """A lookup for an element of a `foreach` step is named by its whole binding and the element."""
    listed = {"teams": [{"name": "a @b", "pools": POOLS}], "kinds": [{"kind": "process"}]}
    binding = "s1.teams[?name == 'a @b'].pools[?kind == item.kind]"
    drop = PlanStep(id="s2", tool="drop", args={"id": f"${{{binding}.id}}"}, foreach="${s1.kinds}")

    (choice,) = run(Server(listed), plan(drop)).choices

    assert choice["key"] == f"{binding} @s2.0"
    assert run(Server(listed), plan(drop), choices={choice["key"]: {"id": "p2"}}).ok


def test_choice_that_no_lookup_asks_for_is_an_error() -> None:
    """A mistyped key is refused before any call, and the error names those that there are."""
    server = Server(POOLS)

    with pytest.raises(ChoiceError, match=r"there are: s1\[\?kind == 'process'\]") as caught:
        run(server, plan(DROP), choices={"s1[?kind == 'proces']": 0})

    assert (caught.value.reason, server.calls) == ("unknown_choice", [])
    assert pickle.loads(pickle.dumps(caught.value)).to_dict() == caught.value.to_dict()  # noqa: S301 - our own


def test_no_match_offers_the_elements() -> None:
    """Where none matches any element may have been meant; how many were looked at is told."""
    server = Server(POOLS[:2])
    step = PlanStep(id="s2", tool="drop", args={"id": "${s1[?id == 'p9'].id}"})

    trace = run(server, plan(step))

    (choice,) = trace.choices
    assert (choice["reason"], choice["looked_at"], choice["matched"]) == ("no_match", 2, 0)
    assert "none of the 2 elements of the output of s1 has id equal to p9" in choice["message"]
    assert [row["answer"] for row in choice["rows"]] == [{"id": "p1"}, {"id": "p2"}]
    assert run(server, plan(step), choices={choice["key"]: {"id": "p1"}}).ok
    assert server.made == [("drop", {"id": "p1"})]


def test_the_only_match_is_taken() -> None:
    """One element matches: nothing to choose."""
    server = Server(POOLS)

    trace = run(server, plan(PlanStep(id="s2", tool="drop", args={"id": "${s1[?size == 2].id}"})))

    assert (trace.ok, trace.notes, server.made) == (True, (), [("drop", {"id": "p2"})])


def test_matches_that_make_no_difference_are_one() -> None:
    """Where the binding reads the same of all of them, whichever is taken the call is the same."""
    server = Server([{"no": 1, "who": "Ann", "account": "a1"}, {"no": 2, "who": "Ann", "account": "a1"}])

    assert run(server, plan(PlanStep(id="s2", tool="drop", args={"id": "${s1[?who == 'Ann'].account}"}))).ok
    assert server.made == [("drop", {"id": "a1"})]


# --- where it matters ---


@pytest.mark.parametrize(
    ("steps", "tools"),
    [
        ([DROP], TOOLS),
        # A read whose answer a change uses.
        (
            [
                PlanStep(id="s2", tool="read", args={"id": "${s1[?kind == 'process'].id}"}),
                PlanStep(id="s3", tool="drop", args={"id": "${s2.id}"}),
            ],
            TOOLS,
        ),
        # A read before a change that does not use it: the list is known, so it is asked for at once.
        (
            [
                PlanStep(id="s2", tool="make", args={"name": "x"}),
                PlanStep(id="s3", tool="drop", args={"id": "${s1[?kind == 'process'].id}"}),
            ],
            TOOLS,
        ),
        # A POST is not known to be safe by its method, and of a tool that nobody knows nothing is known.
        ([PlanStep(id="s2", tool="find", args={"id": "${s1[?kind == 'process'].id}"})], TOOLS),
        ([PlanStep(id="s2", tool="read", args={"id": "${s1[?kind == 'process'].id}"})], {}),
    ],
)
def test_whatever_may_change_something_waits(steps: list[PlanStep], tools: Any) -> None:
    """The lookup is decided before the first call that may change something."""
    server = Server(POOLS)

    trace = run(server, plan(*steps), tools)

    assert (trace.status, server.made) == ("choice_required", [])


def test_reading_takes_the_first_and_says_so() -> None:
    """A plan that only reads goes on; event and trace tell that there were several."""
    server = Server(POOLS)
    step = PlanStep(id="s2", tool="read", args={"id": "${s1[?kind == 'process'].id}"})

    trace = run(server, plan(step))

    assert (trace.ok, server.made) == (True, [("read", {"id": "p1"})])
    (note,) = trace.notes
    assert (note["step_id"], note["key"], note["reason"]) == ("s2", KEY, "several_match")
    assert (note["position"], note["matched"]) == (0, 2)
    assert "2 of the 3 elements" in note["message"]
    assert "binding.chosen" in [event.type for event in trace.events]


def test_output_of_a_changing_plan_takes_the_first_and_says_so() -> None:
    """Nothing comes after the output."""
    server = Server(POOLS)

    trace = run(server, plan(PlanStep(id="s2", tool="make"), output="${s1[?kind == 'process'].id}"))

    assert (trace.output, [note["step_id"] for note in trace.notes]) == ("p1", [""])


def test_plan_that_may_take_the_first_does() -> None:
    """A plan that was made with `choose="first"` was told to."""
    server = Server(POOLS)

    trace = run(server, plan(DROP, choose="first"))

    assert (trace.ok, server.made) == (True, [("drop", {"id": "p1"})])
    assert [note["reason"] for note in trace.notes] == ["several_match"]


def test_all_open_choices_are_asked_for_at_once() -> None:
    """One pause lists every lookup that is open, each once."""
    server = Server(POOLS)
    later = PlanStep(id="s3", tool="drop", args={"id": "${s1[?kind == 'process'].id}", "of": "${s1[?size == 7].id}"})

    trace = run(server, plan(DROP, later))

    assert [(row["key"], row["reason"]) for row in trace.choices] == [
        (KEY, "several_match"),
        ("s1[?size == 7]", "no_match"),
    ]


# --- spelling ---


@pytest.mark.parametrize("wanted", ["  KIM ", "kim"])
def test_spelling_is_overlooked_where_that_gives_one(wanted: str) -> None:
    """Exactly first; case and surrounding blanks count only where nothing is equal. The trace says so."""
    server = Server([{"id": 1, "name": "Kim"}, {"id": 2, "name": "Lee"}])
    step = PlanStep(id="s2", tool="drop", args={"id": "${s1[?name == input.name].id}"})

    trace = run(server, plan(step), input_context={"name": wanted})

    assert server.made == [("drop", {"id": 1})]
    assert [note["reason"] for note in trace.notes] == ["other_spelling"]
    assert "case and blanks ignored" in trace.notes[0]["message"]


def test_exact_match_goes_before_spelling() -> None:
    """An element that is equal is the one, whatever looks like it."""
    server = Server([{"id": 1, "name": "KIM"}, {"id": 2, "name": "Kim"}])

    trace = run(server, plan(PlanStep(id="s2", tool="drop", args={"id": "${s1[?name == 'Kim'].id}"})))

    assert (trace.notes, server.made) == ((), [("drop", {"id": 2})])


@pytest.mark.parametrize(("tool", "status"), [("drop", "choice_required"), ("read", "failed")])
def test_several_spellings_are_no_match(tool: str, status: str) -> None:
    """Two that differ in case only are chosen from, or not found where nobody is asked."""
    server = Server([{"id": 1, "name": "KIM"}, {"id": 2, "name": "Kim"}])

    trace = run(server, plan(PlanStep(id="s2", tool=tool, args={"id": "${s1[?name == 'kim'].id}"})))

    assert (trace.status, server.made) == (status, [])


# --- pages ---


@pytest.mark.parametrize(
    ("around", "headers", "shown"),
    [
        ({"next": "https://api.test/pools?page=2"}, {}, "next"),
        ({"meta": {"next_page_token": "t2"}}, {}, "next_page_token"),
        ({"_links": {"next": {"href": "/pools?page=2"}}}, {}, "next"),
        ({"@odata.nextLink": "https://api.test/p2"}, {}, "@odata.nextLink"),
        ({"nextPage": 2}, {}, "nextPage"),
        ({"total": 4}, {}, "total"),
        ({"total_entries": 114}, {}, "total_entries"),
        ({"total_pools": 4}, {}, "total_pools"),
        ({"page": {"totalPages": 2, "number": 0}}, {}, "totalPages"),
        ({"has_more": True}, {}, "has_more"),
        ({"pageInfo": {"hasNextPage": True}}, {}, "hasNextPage"),
        ({"last": False}, {}, "last"),
        ({"isLast": False}, {}, "isLast"),
        ({}, {"Link": '<https://api.test/p?page=2>; rel="next", <https://api.test/p?page=9>; rel="last"'}, "Link"),
        ({}, {"X-Total-Count": "4"}, "X-Total-Count"),
        ({}, {"X-Next-Page": "2"}, "X-Next-Page"),
    ],
)
def test_one_match_on_one_of_several_pages_is_no_proof(around: Any, headers: dict[str, str], shown: str) -> None:
    """Only a page was read: whether the match is the only one is asked, and the choice goes on."""
    server = Server({"pools": POOLS, **around}, headers)
    step = PlanStep(id="s2", tool="drop", args={"id": "${s1.pools[?size == 2].id}"})

    trace = run(server, plan(step))

    (choice,) = trace.choices
    assert (choice["reason"], choice["matched"], server.made) == ("more_pages", 1, [])
    assert shown in choice["further_pages"]
    assert run(server, plan(step), choices={choice["key"]: choice["rows"][0]["answer"]}).ok
    assert server.made == [("drop", {"id": "p2"})]


@pytest.mark.parametrize(
    ("around", "headers"),
    [
        ({}, {}),
        ({"next": None, "previous": "https://api.test/p1", "count": 3}, {}),
        # A number may count what nobody shows; that there is no next page is said of this list.
        ({"next": None, "count": 4}, {}),
        ({"has_more": False, "total": 4}, {}),
        ({"total": 4, "limit": 100}, {}),
        ({"page": {"number": 0, "size": 10, "totalCount": 5}}, {}),
        ({"next": "", "total": 3, "limit": 100, "offset": 0}, {"X-Total-Count": "3"}),
        ({"has_more": False, "last": True, "total_pages": 1}, {}),
        ({"_links": {"self": {"href": "/p"}, "next": {}}, "size": 20}, {"Link": '</p?page=1>; rel="first"'}),
        ({"owner": {"name": "next", "age": 40}, "version": 12}, {}),
    ],
)
def test_a_whole_list_is_taken_as_such(around: Any, headers: dict[str, str]) -> None:
    """An answer that shows the end of its list, or says nothing of pages, is whole."""
    server = Server({"pools": POOLS, **around}, headers)

    assert run(server, plan(PlanStep(id="s2", tool="drop", args={"id": "${s1.pools[?size == 2].id}"}))).ok


PAGED = {
    "name": "list",
    "metadata": {
        "method": "get",
        "api_contract": {
            "consumes": [{"name": "limit", "location": "query", "field_type": "integer"}],
            "result": {"paging": {"style": "offset", "param": "offset", "size": "limit"}},
        },
    },
}


@pytest.mark.parametrize(
    ("args", "around", "headers", "status"),
    [
        ({"limit": 3}, {}, {}, "choice_required"),
        ({"limit": "3"}, {}, {}, "choice_required"),
        ({"limit": "${input.limit}"}, {}, {}, "choice_required"),
        ({"query": {"limit": 3}}, {"count": 3}, {}, "choice_required"),
        ({"limit": 4}, {}, {}, "completed"),
        ({}, {}, {}, "completed"),
        ({"limit": 3}, {"total": 3}, {}, "completed"),
        ({"limit": 3}, {"next": None}, {}, "completed"),
        ({"limit": 3}, {"has_more": False}, {}, "completed"),
        ({"limit": 3}, {"last": True}, {}, "completed"),
        ({"limit": 3}, {}, {"Link": '</p?page=1>; rel="first"'}, "completed"),
    ],
)
def test_full_page_is_no_proof(args: Any, around: Any, headers: dict[str, str], status: str) -> None:
    """As many elements as the call asked for may be some of more, unless the answer says that its list ends."""
    drop = PlanStep(id="s2", tool="drop", args={"id": "${s1.pools[?size == 2].id}"})
    paged = Plan(id="p", steps=[PlanStep(id="s1", tool="list", args=args), drop])

    trace = run(
        Server({"pools": POOLS, **around}, headers), paged, {**TOOLS, "list": PAGED}, input_context={"limit": 3}
    )

    assert trace.status == status
    told = "the call asked for 3 and got as many; the next page has the same elements"
    assert [choice["further_pages"] for choice in trace.choices] == [told] * (status != "completed")


def test_no_match_says_that_there_are_pages() -> None:
    """A reading plan that does not find an element on the page says that there are others."""
    server = Server({"pools": POOLS, "total": 114})

    trace = run(server, plan(PlanStep(id="s2", tool="read", args={"id": "${s1.pools[?id == 'p9'].id}"})))

    assert (trace.status, trace.error["reason"]) == ("failed", "no_match")
    assert "there may be further pages ('total' is 114)" in trace.error["message"]


def test_pages_of_an_outer_list_say_nothing_of_a_chosen_elements_own() -> None:
    """What stands around a list is no fact of the lists inside one of its elements."""
    server = Server({"total": 9, "orders": [{"no": 1, "lines": [{"id": "a", "sku": "x"}]}]})

    assert run(server, plan(PlanStep(id="s2", tool="drop", args={"id": "${s1.orders.0.lines[?sku == 'x'].id}"}))).ok


# --- lists inside lists, and elements of a foreach step ---


def test_filter_behind_a_star_looks_in_all_lists() -> None:
    """`.*` before a filter makes one list of them; parents without one are passed over."""
    countries = [{"code": "SE"}, {"code": "NO", "cities": [{"id": 7, "name": "Oslo"}]}, {"code": "FI", "cities": []}]
    step = PlanStep(id="s2", tool="drop", args={"id": "${s1.*.cities[?name == 'Oslo'].id}"})
    server = Server(countries)
    assert run(server, plan(step)).ok
    assert server.made == [("drop", {"id": 7})]

    both = Server([*countries, {"code": "US", "cities": [{"id": 8, "name": "Oslo"}]}])
    trace = run(both, plan(step))

    assert (trace.status, [row["answer"] for row in trace.choices[0]["rows"]]) == (
        "choice_required",
        [{"id": 7}, {"id": 8}],
    )


def test_every_element_is_looked_up_before_the_first_is_called_for() -> None:
    """A `foreach` step does not begin where one of its elements has to be chosen; each has a key of its own."""
    server = Server([{"id": 1, "name": "a"}, {"id": 2, "name": "b"}, {"id": 3, "name": "b"}])
    step = PlanStep(id="s2", tool="drop", args={"id": "${s1[?name == item].id}"}, foreach="${input.names}")
    given: dict[str, Any] = {"input_context": {"names": ["a", "b"]}}

    trace = run(server, plan(step), **given)

    assert (trace.status, server.made) == ("choice_required", [])
    (key,) = [row["key"] for row in trace.choices]
    assert key == "s1[?name == item] @s2.1"
    assert run(server, plan(step), choices={key: {"id": 3}}, **given).ok
    assert [args["id"] for _name, args in server.made] == [1, 3]


# --- stores, event loops, secrets ---


def test_paused_run_goes_on_from_its_store(tmp_path: Path) -> None:
    """The same run id goes on with the choice; finished steps are not called again, and the choice is kept."""
    with closing(SqliteStore(tmp_path / "runs.sqlite")) as store:
        server = Server(POOLS)
        paused = run(server, plan(DROP), store=store, run_id="r")
        assert (paused.resumable, store.run_ids("choice_required")) == (True, ("r",))

        trace = run(server, plan(DROP), store=store, run_id="r", choices={KEY: {"id": "p2"}})

        assert trace.ok
        assert [name for name, _args in server.calls] == ["list", "drop"]
        with pytest.raises(JournalError) as caught:
            run(server, plan(DROP), store=store, run_id="r", choices={KEY: {"id": "p1"}})
        assert caught.value.code == "choice_changed"


def test_used_choice_holds_for_the_rest_of_a_resumed_run(tmp_path: Path) -> None:
    """A run that was cut off after the choice does not ask again, nor take another element."""
    steps = [
        PlanStep(id="s2", tool="read", args={"id": "${s1[?kind == 'process'].id}"}),
        PlanStep(id="s3", tool="drop", args={"id": "${s1[?kind == 'process'].id}", "size": "${s2.size}"}),
    ]
    with closing(SqliteStore(tmp_path / "runs.sqlite")) as store:
        assert run(Server(POOLS), plan(*steps), store=store, run_id="r", choices={KEY: 1}).failed_step == "s3"

        given = {"s2": {"output": {"size": 5}}}
        server = Server(POOLS)
        assert run(server, plan(*steps), store=store, run_id="r", decisions=given).ok
        assert server.calls == [("drop", {"id": "p2", "size": 5})]


@pytest.mark.parametrize("limit", [1, 4])
def test_event_loop_waits_for_the_choice_too(limit: int) -> None:
    """`arun_stream` ends with the same event, one step at a time or side by side."""

    async def collect(choices: Any) -> tuple[list[str], Server]:
        server = Server(POOLS)
        runner = PlanRunner(server, tools=TOOLS, max_concurrency=limit)
        events = [event async for event in runner.arun_stream(plan(DROP), choices=choices)]
        assert all(json.dumps(asdict(event)) for event in events)
        return [event.type for event in events], server

    types, server = asyncio.run(collect(None))
    assert (types[-1], "step.failed" in types, server.made) == ("choice.required", False, [])
    types, server = asyncio.run(collect({KEY: {"id": "p2"}}))
    assert (types[-1], server.made) == ("plan.completed", [("drop", {"id": "p2"})])


def test_rows_hold_no_credential() -> None:
    """Fields that are credentials are masked, and such a row is chosen by its position."""
    server = Server([{"token": "tok-1-abcdefgh", "kind": "k"}, {"token": "tok-2-abcdefgh", "kind": "k"}])

    trace = run(server, plan(PlanStep(id="s2", tool="drop", args={"t": "${s1[?kind == 'k'].token}"})))

    assert "tok-1" not in str(trace.to_dict())
    assert [row["answer"] for row in trace.choices[0]["rows"]] == [0, 1]


def test_values_that_a_store_masked_are_not_compared(tmp_path: Path) -> None:
    """A resumed run whose list lost the compared values says so, instead of finding nothing."""
    step = PlanStep(id="s2", tool="read", args={"id": "${s1[?token == 'tok-1-abcdefgh'].id}"})
    later = PlanStep(id="s3", tool="read", args={"x": "${input.y}", "z": "${s1[?token == 'tok-1-abcdefgh'].id}"})
    with closing(SqliteStore(tmp_path / "runs.sqlite")) as store:
        broken = Server([{"token": "tok-1-abcdefgh", "id": 1}])

        def call(name: str, args: dict[str, Any]) -> Any:
            if name == "read":
                raise ValueError("down")
            return broken(name, args)

        what = plan(step, later)
        PlanRunner(call, tools=TOOLS, store=store).run(what, {"y": 1}, run_id="r")

        trace = run(broken, what, store=store, run_id="r")

        assert (trace.status, trace.error["reason"]) == ("failed", "not_stored")


# --- the whole way ---


@pytest.mark.bundled
def test_pool_of_a_kind_is_not_deleted_on_a_guess() -> None:
    """From a document: two pools have the kind that was given, so none is deleted before one is chosen."""
    pool = {"type": "object", "properties": {"id": {"type": "string"}, "kind": {"type": "string"}}}
    listed = {
        "200": {"description": "ok", "content": {"application/json": {"schema": {"type": "array", "items": pool}}}}
    }
    by_id = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    document = {
        "openapi": "3.0.3",
        "info": {"title": "P", "version": "1"},
        "paths": {
            "/pools": {"get": {"operationId": "listPools", "responses": listed}},
            "/pools/{id}": {
                "delete": {
                    "operationId": "deletePool",
                    "parameters": [by_id],
                    "responses": {"204": {"description": "gone"}},
                }
            },
        },
    }
    graph = ToolGraph.from_openapi(document)
    made = PathSynthesizer(graph).synthesize(target="deletePool", entities={"kind": "process"})
    calls: list[tuple[str, Any]] = []

    def call(name: str, args: dict[str, Any]) -> Any:
        calls.append((name, args))
        return POOLS if name == "listPools" else None

    trace = PlanRunner(call, tools=graph).run(made)
    assert (trace.status, [name for name, _args in calls]) == ("choice_required", ["listPools"])

    (choice,) = trace.choices
    again = PlanRunner(call, tools=graph).run(made, choices={choice["key"]: {"id": "p2"}})
    assert (again.ok, calls[-1]) == (True, ("deletePool", {"id": "p2"}))


# --- conditions, orders, and how closely ---


def test_latest_of_two_is_asked_for() -> None:
    """Two that share the greatest value are two; where they differ in it the latest is changed."""
    rows = [{"id": "a", "at": "2024-05-01"}, {"id": "b", "at": "2024-05-02"}, {"id": "c", "at": "2024-05-02T00:00:00Z"}]
    step = PlanStep(id="s2", tool="drop", args={"id": "${s1[max_by(at)].id}"})

    trace = run(server := Server(rows), plan(step))

    (choice,) = trace.choices
    assert (choice["reason"], choice["field"], server.made) == ("several_match", "at", [])
    assert [row["answer"] for row in choice["rows"]] == [{"id": "b"}, {"id": "c"}]
    assert run(server := Server(rows[:2]), plan(step)).ok
    assert server.made == [("drop", {"id": "b"})]


def test_a_part_of_the_text_changes_nothing() -> None:
    """Where something is changed the only element that has the words in it is offered, not taken."""
    rows = [{"id": "a", "name": "Crash on start"}, {"id": "b", "name": "Other"}]
    read, drop = (
        PlanStep(id="s2", tool=tool, args={"id": "${s1[?name == 'on start'].id}"}) for tool in ("read", "drop")
    )

    trace = run(server := Server(rows), plan(drop))
    assert ([choice["reason"] for choice in trace.choices], server.made) == (["no_match"], [])

    trace = run(server := Server(rows), plan(read))
    assert ([note["reason"] for note in trace.notes], server.made) == (["contains"], [("read", {"id": "a"})])


def test_punctuation_is_overlooked_and_told() -> None:
    """A change takes the only element that differs in punctuation, and says so."""
    rows = [{"id": "a", "name": "#crash-on-start"}, {"id": "b", "name": "Other"}]
    trace = run(
        server := Server(rows), plan(PlanStep(id="s2", tool="drop", args={"id": "${s1[?name == 'Crash on start'].id}"}))
    )

    assert ([note["reason"] for note in trace.notes], server.made) == (["other_spelling"], [("drop", {"id": "a"})])
    assert "punctuation ignored" in trace.notes[0]["message"]


def test_alternatives_are_shown_with_the_rows() -> None:
    """Elements that match by different fields are several."""
    rows = [{"id": "a", "name": "x", "title": "y"}, {"id": "b", "name": "z", "title": "x"}]
    step = PlanStep(id="s2", tool="drop", args={"id": "${s1[?name == 'x' || title == 'x'].id}"})

    (choice,) = run(Server(rows), plan(step)).choices

    assert (choice["reason"], choice["field"]) == ("several_match", "name or title")
    assert choice["rows"][0]["label"] == {"name": "x", "title": "y", "id": "a"}
    assert "have name or title equal to x" in choice["message"]
