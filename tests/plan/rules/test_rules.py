"""Each rule by a plan that is another one without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Final

import attrs
import pytest
from conventional import worded
from hand_made import consume, produce, tool

from graph_tool_call.model.contract import Output, read_input
from graph_tool_call.model.match import Match
from graph_tool_call.plan import PathSynthesizer, Weights
from graph_tool_call.plan.problem.mutation import MUTATIONS
from graph_tool_call.plan.rules.rule import Handover
from graph_tool_call.plan.rules.table import RULES

#: Knows the words of goals that the cases have.
SPEAKING = worded(tables={"goal_existing": ("selected",)})

Tool = Mapping[str, Any]


def key(name: str, resource: str, **more: Any) -> dict[str, Any]:
    """A path parameter that takes the key of a resource."""
    return consume(name, f"{resource}_id", location="path", resource=resource, **more)


def gives(path: str, resource: str) -> dict[str, Any]:
    return produce(path, f"{resource}_id", resource=resource)


def making(made: dict[str, Any], resource: str, **more: Any) -> dict[str, Any]:
    """A POST that creates a resource."""
    made["metadata"]["ai_metadata"] = {"canonical_action": "create", "primary_resource": resource, **more}
    return made


FILE: Final = tool("getFile", [key("fileId", "file")], path="/files/{fileId}")
FILES: Final = tool("listFiles", [], [gives("$[*].id", "file")], path="/files")
PLACE: Final = [consume("city"), consume("country")]
PAIR: Final = [produce("$[*].city"), produce("$[*].country")]
ADD_FILE: Final = making(tool("addFile", [], [gives("$.id", "file")], "post", "/files"), "file")


@attrs.frozen(kw_only=True)
class Case:
    """Calls before the target with the rule, and without it."""

    tools: Sequence[Tool]
    with_it: Sequence[str]
    without: Sequence[str]
    target: str = "getFile"
    given: Mapping[str, Any] = attrs.Factory(dict)
    goal: str = ""
    options: Mapping[str, Any] = attrs.Factory(dict)


CASES: Final = {
    "read": Case(
        tools=(
            FILE,
            FILES,
            tool("zCurrent", [consume("boxId", "box_id")], [gives("$.id", "file")]),
            tool("zBox", [], [gives("$.id", "box")]),
        ),
        options={"policy": {"pick_unguided": 0.8}},
        with_it=("listFiles",),
        without=("zBox", "zCurrent"),
    ),
    "fresh": Case(
        tools=(FILE, FILES, ADD_FILE),
        options={"mutating_producers": "fresh", "policy": {"stale": 0.0, "pick_unguided": 0.5}},
        with_it=("listFiles",),
        without=("addFile",),
    ),
    "allowed": Case(
        tools=(FILE, FILES, ADD_FILE),
        options={"mutating_producers": "allow"},
        with_it=("listFiles",),
        without=("addFile",),
    ),
    "existing": Case(
        tools=(FILE, FILES, ADD_FILE),
        options={"mutating_producers": "fresh"},
        goal="show the selected file",
        with_it=("listFiles",),
        without=("addFile",),
    ),
    "stale": Case(
        tools=(FILE, FILES, ADD_FILE),
        options={"mutating_producers": "fresh", "policy": {"pick_unguided": 0.5}},
        with_it=("addFile",),
        without=("listFiles",),
    ),
    "other_change": Case(
        tools=(FILE, FILES, tool("scan", [], [gives("$.file.id", "file")], "post", "/scans")),
        options={"mutating_producers": "fresh", "policy": {"pick_unguided": 2.0}},
        with_it=("listFiles",),
        without=("scan",),
    ),
    "empty": Case(
        tools=(
            tool("getPage", [key("pageId", "page")], path="/pages/{pageId}"),
            tool("listPages", [key("fileId", "file")], [gives("$[*].id", "page")], path="/files/{fileId}/pages"),
            ADD_FILE,
        ),
        target="getPage",
        options={"mutating_producers": "fresh"},
        with_it=(),
        without=("addFile", "listPages"),
    ),
    "name": Case(
        tools=(
            FILE,
            tool("aLast", [], [produce("$.fileId", resource="file")]),
            tool("zLast", [], [gives("$.id", "file")]),
        ),
        with_it=("zLast",),
        without=("aLast",),
    ),
    "weak": Case(
        tools=(FILE, tool("weather", [consume("city")]), tool("anyPlace", [], [produce("$.city")])),
        target="weather",
        with_it=(),
        without=("anyPlace",),
    ),
    "vouched": Case(
        tools=(FILE, tool("weather", PLACE), tool("places", [], PAIR)),
        target="weather",
        options={"policy": {"weak": 5.0, "ask_opaque": 4.0}},
        with_it=("places",),
        without=(),
    ),
    "unscoped": Case(
        tools=(
            tool("getPage", [key("fileId", "file"), key("pageId", "page")], path="/files/{fileId}/pages/{pageId}"),
            tool("allPages", [], [gives("$.id", "page")], path="/pages"),
            tool("pagesOf", [key("fileId", "file")], [gives("$[*].id", "page")], path="/files/{fileId}/pages"),
        ),
        target="getPage",
        given={"file_id": "7"},
        options={"policy": {"entity": 0.0}},
        with_it=("pagesOf",),
        without=("allPages",),
    ),
    "pick_filter": Case(
        tools=(
            FILE,
            tool("aFiles", [], [gives("$[*].id", "file"), produce("$[*].owner")]),
            tool("zCurrent", [], [gives("$.id", "file")]),
        ),
        given={"owner": "Kim"},
        options={"policy": {"entity": 0.0}},
        with_it=("zCurrent",),
        without=("aFiles",),
    ),
    "pick_narrowed": Case(
        tools=(
            FILE,
            tool("aFiles", [consume("owner")], [gives("$[*].id", "file")]),
            tool("zCurrent", [], [gives("$.id", "file")]),
        ),
        given={"owner": "Kim"},
        options={"policy": {"entity": 0.0}},
        with_it=("zCurrent",),
        without=("aFiles",),
    ),
    "pick_unguided": Case(
        tools=(FILE, FILES, tool("zCurrent", [], [gives("$.id", "file")])),
        with_it=("zCurrent",),
        without=("listFiles",),
    ),
    "pick_posted": Case(
        tools=(
            FILE,
            making(tool("query", [], [gives("$[*].id", "file")], "post", "/query"), "file", changes_state=False),
        ),
        with_it=(),
        without=("query",),
    ),
    "ask_opaque": Case(tools=(FILE, FILES), with_it=("listFiles",), without=()),
    "ask_known": Case(
        tools=(
            tool("getUser", [consume("login", "user_login", location="path")], path="/users/{login}"),
            tool("listUsers", [], [produce("$[*].login", "user_login")]),
        ),
        target="getUser",
        with_it=("listUsers",),
        without=(),
    ),
    "optional": Case(
        tools=(
            FILE,
            tool("aFiles", [consume("owner", required=False)], [gives("$[*].id", "file")]),
            tool("zFiles", [consume("owner")], [gives("$[*].id", "file")]),
        ),
        given={"owner": "Kim"},
        with_it=("zFiles",),
        without=("aFiles",),
    ),
    "entity": Case(
        tools=(
            FILE,
            tool("ownedBy", [consume("owner")], [gives("$[*].id", "file")]),
            tool("zCurrent", [], [gives("$.id", "file")]),
        ),
        given={"owner": "Kim"},
        with_it=("ownedBy",),
        without=("zCurrent",),
    ),
}


def calls(case: Case, *off: str) -> list[str]:
    """Tools that are called before the target."""
    options = dict(case.options)
    weights = Weights(options.pop("policy", {})).without(*off)
    synthesizer = PathSynthesizer(
        {"tools": {t["name"]: t for t in case.tools}, "edges": []}, plugins=SPEAKING, policy=weights, **options
    )
    plan = synthesizer.synthesize(target=case.target, entities=case.given, goal=case.goal)
    return [step.tool for step in plan.steps[:-1]]


@pytest.mark.parametrize("rule", CASES)
def test_the_plan_is_another_one_without_the_rule(rule: str) -> None:
    """What the rule says decides between two ways to the target."""
    case = CASES[rule]

    assert (list(case.with_it), list(case.without)) == (calls(case), calls(case, rule))


def handover(**more: Any) -> Any:
    need, match = read_input(key("fileId", "file")), Match("listFiles", Output(name="id", path="$[*].id"), "name")
    return Handover(**{"consumer": None, "need": need, "match": match, "producer": None} | more)


def test_declared() -> None:
    """A change costs what the rule asks that its strategy names, and a read nothing of that."""
    changes, reads = (SimpleNamespace(facts=SimpleNamespace(changes_state=changes)) for changes in (True, False))
    declared, allow = (SimpleNamespace(mutation=MUTATIONS[name]) for name in ("declared", "allow"))
    price: Any = RULES["declared"].price

    assert (1.0, 0.0, 0.0) == (price(changes, declared), price(changes, allow), price(reads, declared))


def test_signal() -> None:
    """What plugins say for a producer makes it cheaper, what they say against it dearer."""
    said = [SimpleNamespace(price=price) for price in (-0.75, 0.25)]
    price: Any = RULES["signal"].price

    assert -0.5 == price(handover(), SimpleNamespace(signals=lambda *_: said))


def test_every_rule_has_a_test() -> None:
    """Here; what needs the words of a goal or of standards is in `test_goal.py` and `test_lookups.py`."""
    here = {"declared", "signal"}

    assert set(RULES) == {*CASES, *here, "goal_word", "said", "coded"}
