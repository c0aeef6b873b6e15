"""A list inside each element of another is searched in all of them, and the element it lies in is told."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import Any

import pytest

from graph_tool_call.hooks import ToolResult
from graph_tool_call.plan import BindingError, Plan, PlanRunner, PlanStep, SqliteStore, ToolCallError
from graph_tool_call.plan.binding.bindings import resolve

OWNERS = [{"id": f"o{at}", "name": f"Owner {at}"} for at in range(1, 6)]
PETS: dict[str, list[dict[str, Any]]] = {
    "o1": [{"id": 1, "name": "Max"}, {"id": 2, "name": "Rex"}, {"id": 3, "name": "Bella"}],
    "o2": [],
    "o3": [{"id": 1, "name": "Leo"}, {"id": 2, "name": "Max"}, {"id": 3, "name": "Zoe"}],
    "o5": [{"id": 9, "name": "Milo"}],
}


def tool(name: str, method: str, *names: str, paged: bool = False) -> dict[str, Any]:
    consumes = [{"name": one, "path": one, "location": "query"} for one in names]
    result = {"paging": {"style": "offset", "param": "offset"}} if paged else {}
    contract = {"consumes": consumes, "produces": [], "result": result}
    return {"name": name, "metadata": {"method": method, "path": f"/{name}", "api_contract": contract}}


TOOLS = {
    "owners": tool("owners", "get", "offset", paged=True),
    "pets": tool("pets", "get", "owner", "offset", paged=True),
    "drop": tool("drop", "delete"),
    "read": tool("read", "get"),
}


class Clinic:
    """Lists owners and the pets of each, two rows a page."""

    def __init__(self, size: int = 2, fails_at: int = 0) -> None:
        self.size = size
        self.fails_at = fails_at
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.made: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, name: str, args: dict[str, Any]) -> Any:
        if name not in {"owners", "pets"}:
            self.made.append((name, args))
            return args
        self.asked.append((name, args))
        if len(self.asked) == self.fails_at:
            raise ToolCallError("out of order", kind="http", status=500)
        rows = OWNERS if name == "owners" else PETS.get(args["owner"], [])
        start = int(args.get("offset", 0))
        total = {"X-Total-Count": str(len(rows))}
        return ToolResult(ok=True, body={name: rows[start : start + self.size]}, headers=total)


def plan(name: str, taker: str = "drop", foreach: str = "${s1.owners}", **args: Any) -> Plan:
    found = f"s2.*.pets[?name == '{name}']"
    owner = "${item.id}" if foreach.endswith("owners}") else "${item}"
    steps = [
        PlanStep(id="s1", tool="owners"),
        PlanStep(id="s2", tool="pets", args={"owner": owner}, foreach=foreach),
        PlanStep(id="s3", tool=taker, args=args or {"pet": f"${{{found}.id}}", "owner": f"${{{found}.$item.id}}"}),
    ]
    return Plan(id="p", steps=steps)


def run(clinic: Clinic, what: Plan, **options: Any) -> Any:
    limits = {name: options.pop(name) for name in ("lookup_pages", "lookup_parents", "store") if name in options}
    return PlanRunner(clinic, tools=TOOLS, **limits).run(what, **options)


def test_one_of_all_parents_is_the_one() -> None:
    """The pet is found on the second page of the third owner, and the call has the owner's key too."""
    trace = run(clinic := Clinic(), plan("Zoe"))

    assert (trace.status, clinic.made) == ("completed", [("drop", {"pet": 3, "owner": "o3"})])
    asked = [args["owner"] for name, args in clinic.asked if name == "pets"]
    assert sorted(set(asked)) == ["o1", "o2", "o3", "o4", "o5"]
    assert [event.element for event in trace.events if event.type == "page.read" and event.step_id == "s2"] == [0, 2]


def test_key_of_the_parent_may_be_what_the_call_was_made_for() -> None:
    """Where a call is made for each key, the element that it was made for is the key."""
    found = "s2.*.pets[?name == 'Milo']"
    args = {"pet": f"${{{found}.id}}", "owner": f"${{{found}.$item}}"}

    run(clinic := Clinic(), plan("Milo", foreach="${s1.owners.*.id}", **args))

    assert clinic.made == [("drop", {"pet": 9, "owner": "o5"})]


def test_two_in_two_parents_are_asked_for() -> None:
    """Max and Max: each of two owners has one."""
    trace = run(clinic := Clinic(), plan("Max"))

    assert (trace.status, clinic.made) == ("choice_required", [])
    owners = [{"id": "o1", "name": "Owner 1"}, {"id": "o3", "name": "Owner 3"}]
    assert [row["within"] for row in trace.choices[0]["rows"]] == owners
    reasons = {choice["reason"] for choice in trace.choices}
    assert (reasons, {choice["looked_at"] for choice in trace.choices}) == ({"several_match"}, {7})


def test_same_key_in_two_parents_is_no_one_thing() -> None:
    """Equal keys below two parents are two things where the parent's key is needed."""
    found = "s2.*.pets[?name == 'Max']"
    key = f"{found}.$item.id"

    trace = run(clinic := Clinic(), plan("Max", owner=f"${{{key}}}"))
    assert (trace.status, clinic.made) == ("choice_required", [])

    done = run(clinic, plan("Max", owner=f"${{{key}}}"), choices={found: {"id": 2}})
    assert (done.ok, clinic.made) == (True, [("drop", {"owner": "o3"})])


def test_number_of_parents_is_bounded_and_told() -> None:
    """Behind the limit nobody looked."""
    trace = run(clinic := Clinic(), plan("Leo"), lookup_parents=3)

    (first, *_) = trace.choices
    assert (first["reason"], clinic.made) == ("more_pages", [])
    assert "3 of 4 elements" in first["further_pages"] or "3 of 5 elements" in first["further_pages"]
    assert {args["owner"] for name, args in clinic.asked if name == "pets"} == {"o1", "o2", "o3"}

    assert run(clinic := Clinic(), plan("Leo", "read"), lookup_parents=3).ok
    failed = run(Clinic(), plan("Milo", "read"), lookup_parents=3)
    assert (failed.status, failed.error["reason"]) == ("failed", "no_match")
    assert "which is the limit" in failed.error["message"]


def test_parents_that_were_not_read_are_told() -> None:
    """Where the list of parents has pages behind the limit, none of their lists was looked through."""
    trace = run(Clinic(), plan("Leo"), lookup_pages=2)

    assert {choice["reason"] for choice in trace.choices} == {"more_pages"}
    assert "2 pages were read, which is the limit" in trace.choices[0]["further_pages"]


def test_list_of_one_parent_that_fails_is_not_none() -> None:
    """The run ends with what the call said; nothing is changed."""
    trace = run(clinic := Clinic(), plan("Zoe"), store=None)
    calls = len(clinic.asked)

    for number in range(1, calls + 1):
        broken = Clinic(fails_at=number)
        trace = run(broken, plan("Zoe"))
        assert (trace.status, broken.made, trace.error["error_kind"]) == ("failed", [], "tool")


def test_resumed_run_finds_the_same(tmp_path: Any) -> None:
    """Wherever the run broke off, it goes on with what was read, and calls for nothing twice."""
    whole = Clinic()
    run(whole, plan("Zoe"))

    for number in range(1, len(whole.asked) + 1):
        first, second = Clinic(fails_at=number), Clinic()
        with closing(SqliteStore(tmp_path / f"{number}.sqlite")) as store:
            run(first, plan("Zoe"), store=store, run_id="r")
            trace = run(second, plan("Zoe"), store=store, run_id="r")
        assert (trace.ok, second.made) == (True, [("drop", {"pet": 3, "owner": "o3"})])
        assert first.asked[: number - 1] + second.asked == whole.asked


def test_every_element_is_changed_where_all_are_meant() -> None:
    """A step that changes each element of a list is called for those of all pages."""
    steps = [
        PlanStep(id="s1", tool="owners"),
        PlanStep(id="s2", tool="drop", args={"id": "${item}"}, foreach="${s1.owners.*.id}"),
    ]

    assert run(clinic := Clinic(), Plan(id="p", steps=steps)).ok
    assert [args["id"] for _, args in clinic.made] == ["o1", "o2", "o3", "o4", "o5"]


def test_elements_that_go_into_a_change_are_those_of_all_pages() -> None:
    """A call for each element, whose answers are changed, is made for all of them; one that is only read is not."""
    steps = [
        PlanStep(id="s1", tool="owners"),
        PlanStep(id="s2", tool="read", args={"id": "${item}"}, foreach="${s1.owners.*.id}"),
        PlanStep(id="s3", tool="drop", args={"ids": "${s2.*.id}"}),
    ]

    assert run(clinic := Clinic(), Plan(id="p", steps=steps)).ok
    assert clinic.made[-1] == ("drop", {"ids": ["o1", "o2", "o3", "o4", "o5"]})

    assert run(clinic := Clinic(), Plan(id="p", steps=steps[:2])).ok
    assert [args["id"] for _, args in clinic.made] == ["o1", "o2"]


# --- nested lists of one answer ---

TEAMS = {
    "teams": [
        {"id": "a", "members": [{"id": 1, "n": "Ada"}]},
        {"id": "b", "members": [{"id": 2, "n": "Bo"}]},
        {"id": "c"},
    ]
}


@pytest.mark.parametrize(
    ("binding", "value"),
    [
        ("${s1.teams.*.members[?n == 'Bo'].$parent.id}", "b"),
        ("${s1.teams[?id == 'a'].members[?n == 'Ada'].$parent.id}", "a"),
        ("${s1.teams.1.members[?n == 'Bo'].$parent.id}", "b"),
        ("${s1.teams.-1.$parent}", None),
        ("${s1.teams.*.members[?n == 'Bo'].$item}", None),
    ],
)
def test_element_that_the_match_lies_in(binding: str, value: Any) -> None:
    """`$parent` is the element of the outer list; without one, and for `$item` without `foreach`, there is none."""
    if value is not None:
        assert resolve(binding, {"s1": TEAMS}) == value
        return
    with pytest.raises(BindingError) as caught:
        resolve(binding, {"s1": TEAMS})
    assert caught.value.reason in {"no_parent", "no_item"}


def test_equal_answers_of_two_calls_are_told_apart() -> None:
    """An adapter may give the same object for several calls."""
    shared = {"pets": [{"id": 1, "name": "Rex"}]}
    empty: dict[str, Any] = {"pets": []}
    steps = [
        PlanStep(id="s2", tool="pets", args={"owner": "${item}"}, foreach=["o1", "o2", "o3"]),
        PlanStep(id="s3", tool="drop", args={"owner": "${s2.*.pets[?name == 'Rex'].$item}"}),
    ]
    made = []

    def call(name: str, args: Mapping[str, Any]) -> Any:
        if name == "drop":
            made.append(args)
        return shared if args["owner"] == "o3" else empty

    assert PlanRunner(call, tools=TOOLS).run(Plan(id="p", steps=steps)).ok
    assert made == [{"owner": "o3"}]


def test_rows_of_a_table_are_looked_through() -> None:
    """A list of lists of objects is searched object by object; rows that are no objects by position as before."""
    table = {"rows": [[{"n": "a", "id": 1}], [{"n": "b", "id": 2}, {"n": "c", "id": 3}]], "plain": [["a", 1], ["b", 2]]}

    assert resolve("${s1.rows[?n == 'c'].id}", {"s1": table}) == 3
    assert resolve("${s1.plain[?0 == 'b'].1}", {"s1": table}) == 2


# --- hints ---


class Search:
    """A list with a search that finds by key, or by name."""

    def __init__(self, *, required: bool = False, omits: bool = False, finds: bool = False) -> None:
        self.omits = omits
        self.by = "name" if finds else "id"
        self.asked: list[dict[str, Any]] = []
        self.made: list[dict[str, Any]] = []
        consumes = [
            {"name": "q", "path": "q", "location": "query", "required": required},
            {"name": "offset", "path": "offset", "location": "query"},
        ]
        paging = {"style": "offset", "param": "offset"}
        contract = {"consumes": consumes, "produces": [], "result": {"paging": paging}}
        listing = {"name": "list", "metadata": {"method": "get", "path": "/l", "api_contract": contract}}
        self.tools = {"list": listing, "drop": tool("drop", "delete")}

    def __call__(self, name: str, args: dict[str, Any]) -> Any:
        if name == "drop":
            self.made.append(args)
            return None
        self.asked.append(args)
        rows = [row for row in OWNERS if args.get("q") in {None, row[self.by]}]
        start = int(args.get("offset", 0))
        body = {"owners": rows[start : start + 2], "total": len(rows)}
        return {"total": 0} if self.omits and not rows else body

    def run(self, hints: Any = ("q",), store: Any = None, args: Any = None, **options: Any) -> Any:
        steps = [
            PlanStep(
                id="s1", tool="list", args=args or {"q": "Owner 4"}, lookup={"hints": list(hints)} if hints else {}
            ),
            PlanStep(id="s2", tool="drop", args={"id": "${s1.owners[?name == 'Owner 4'].id}"}),
        ]
        what = Plan.from_dict(Plan(id="p", steps=steps).to_dict())
        return PlanRunner(self, tools=self.tools, store=store, **options).run(what, run_id="r")


@pytest.mark.parametrize("omits", [False, True])
def test_list_is_read_without_its_hint_where_that_finds_nothing(omits: bool) -> None:
    """The filter of the server is a hint: nobody says that it finds what the plan compares."""
    search = Search(omits=omits)

    trace = search.run()

    assert (trace.ok, search.made) == (True, [{"id": "o4"}])
    assert search.asked == [{"q": "Owner 4"}, {}, {"offset": 2}, {"offset": 4}]
    pages = [event for event in trace.events if event.type == "page.read"]
    assert [(event.page, event.widened, event.rows_read) for event in pages] == [
        (1, True, 2),
        (2, True, 4),
        (3, True, 5),
    ]


def test_hint_that_finds_it_is_enough() -> None:
    """One page of the server's filter instead of all pages."""
    search = Search(finds=True)

    assert search.run().ok
    assert len(search.asked) == 1


def test_hints_that_are_required_stay_beside_others() -> None:
    """Only what the contract can do without is left out."""
    search = Search()
    search.tools["list"]["metadata"]["api_contract"]["consumes"].append(
        {"name": "org", "path": "org", "location": "query", "required": True}
    )

    assert search.run(("q", "org"), args={"org": "x", "q": "Owner 4"}).ok
    assert search.asked[1:] == [{"org": "x"}, {"org": "x", "offset": 2}, {"org": "x", "offset": 4}]


@pytest.mark.parametrize("lookup", [{"hints": "q"}, {"hints": None}, {"hints": {"q": 1}}, {"other": 1}])
def test_what_is_no_list_of_hints_is_none(lookup: Any) -> None:
    """A plan from elsewhere may say anything there."""
    assert PlanStep.from_dict({"id": "s1", "tool": "list", "lookup": lookup}).hints == ()


@pytest.mark.parametrize(("hints", "required"), [((), False), (("q",), True)])
def test_arguments_stay_where_the_plan_or_the_contract_needs_them(hints: Any, required: bool) -> None:
    """What is no hint, or is required, is never left out: the run asks."""
    search = Search(required=required)

    trace = search.run(hints)

    assert (trace.ok, search.made, len(search.asked)) == (False, [], 1)


def test_resumed_run_keeps_the_list_without_its_hint(tmp_path: Any) -> None:
    """The list that was read anew is the one that the run goes on with."""
    first, second = Search(), Search()
    with closing(SqliteStore(tmp_path / "s.sqlite")) as store:
        assert not first.run(store=store, lookup_pages=1).ok
        trace = second.run(store=store)

    assert (trace.ok, second.made) == (True, [{"id": "o4"}])
    assert second.asked == [{"offset": 2}, {"offset": 4}]
