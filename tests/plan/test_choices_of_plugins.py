"""Choices from anywhere: what plugins know of words and values, for enums and for free fields."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from small_answers import get, listing

from graph_tool_call import PluginSet, ToolGraph
from graph_tool_call.errors import HookResultError
from graph_tool_call.hooks import (
    ChoiceList,
    ChoiceRequest,
    ChoiceValue,
    EnumMatch,
    EnumRequest,
    Option,
    OptionsSource,
    PluginInfo,
    hookimpl,
)
from graph_tool_call.model import Plan
from graph_tool_call.plan import PathSynthesizer

pytestmark = pytest.mark.bundled

DOCUMENT: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "Hospital", "version": "1"},
    "paths": {
        "/directory": get("listDirectory", listing("sites", code="string", title="string")),
        "/encounters": {
            "get": {
                "operationId": "listEncounters",
                "parameters": [
                    {"name": "facility", "in": "query", "required": True, "schema": {"type": "string"}},
                    {
                        "name": "encClass",
                        "in": "query",
                        "description": "Kind of visit.",
                        "schema": {"type": "string", "enum": ["AMB", "IMP", "EMER"]},
                    },
                ],
                "responses": listing("rows", at="string"),
            }
        },
    },
}


class Table:
    """Facilities and visit kinds from SQLite."""

    def __init__(self) -> None:
        self._rows = [("F-11", "North wing"), ("F-12", "South wing")]

    @hookimpl
    def gtc_choices(self, request: ChoiceRequest) -> ChoiceList | None:
        if request.field != "facility":
            return None
        with closing(sqlite3.connect(":memory:")) as table:
            table.execute("CREATE TABLE facility (code, name)")
            table.executemany("INSERT INTO facility VALUES (?, ?)", self._rows)
            rows = table.execute("SELECT code, name FROM facility ORDER BY code").fetchall()
        options = tuple(Option(value=code, label=name) for code, name in rows)
        return ChoiceList(options=options, confidence=0.9, reason="the table of facilities")


def planner(**plugins: object) -> PathSynthesizer:
    """A synthesizer with the bundled plugins and these."""
    known = PluginSet.installed()
    for name, plugin in plugins.items():
        known = known.with_(plugin, id=name)
    return PathSynthesizer(ToolGraph.from_openapi(DOCUMENT, plugins=known))


def plan(entities: dict[str, Any] | None = None, **plugins: object) -> Plan:
    """What is planned for the encounters."""
    return planner(**plugins).synthesize(target="listEncounters", entities=entities)


def origin(made: Plan, name: str) -> dict[str, Any]:
    """Where the value of an argument of the last step comes from."""
    found: dict[str, Any] = made.metadata["synthesis"]["origins"][made.steps[-1].id][name]
    return found


class Says:
    """Answers each question about `encClass` with one member."""

    def __init__(self, value: str, confidence: float, **info: Any) -> None:
        self.match = EnumMatch(value=value, confidence=confidence, reason="said so")
        self.info = PluginInfo(**info)

    @hookimpl
    def gtc_plugin_info(self) -> PluginInfo:
        return self.info

    @hookimpl
    def gtc_resolve_enum(self, request: EnumRequest) -> EnumMatch | None:
        return self.match if request.field == "encClass" else None


# --- words ---


def test_a_word_of_a_free_field_is_resolved_from_a_table() -> None:
    """No operation supplies it, and it has no enum; the plan says who knew."""
    made = plan({"facility": "North wing"}, table=Table())

    assert "F-11" == made.steps[-1].args["facility"]
    assert {
        "how": "given",
        "key": "facility",
        "meant": [{"word": "North wing", "plugin": "table", "confidence": 0.9, "reason": "the table of facilities"}],
    } == origin(made, "facility")


def test_what_no_plugin_knows_goes_out_as_it_was_given() -> None:
    """A free field takes any text."""
    made = plan({"facility": "West wing"}, table=Table())

    assert ("West wing", {"how": "given", "key": "facility"}) == (
        made.steps[-1].args["facility"],
        origin(made, "facility"),
    )


def test_a_word_of_an_enum_has_its_author() -> None:
    """Plugin, confidence and reason stand beside the argument."""
    made = plan({"facility": "F-11", "encClass": "walk-in"}, codes=Says("AMB", 0.8))

    assert "AMB" == made.steps[-1].args["encClass"]
    assert [{"word": "walk-in", "plugin": "codes", "confidence": 0.8, "reason": "said so"}] == origin(made, "encClass")[
        "meant"
    ]


def test_confidence_decides_and_not_the_alphabet() -> None:
    """The surer plugin, whatever it is called."""
    first = plan({"facility": "F", "encClass": "x"}, aa=Says("AMB", 0.4), zz=Says("IMP", 0.9))
    second = plan({"facility": "F", "encClass": "x"}, aa=Says("AMB", 0.9), zz=Says("IMP", 0.4))

    assert ("IMP", "AMB") == (first.steps[-1].args["encClass"], second.steps[-1].args["encClass"])


def test_of_equally_sure_ones_the_earlier_holds_as_declared() -> None:
    """`before` moves a plugin in front of one that would come first."""
    plain = plan({"facility": "F", "encClass": "x"}, aa=Says("AMB", 0.9), zz=Says("IMP", 0.9))
    moved = plan({"facility": "F", "encClass": "x"}, aa=Says("AMB", 0.9), zz=Says("IMP", 0.9, before=("aa",)))

    assert ("AMB", "IMP") == (plain.steps[-1].args["encClass"], moved.steps[-1].args["encClass"])


def test_the_general_hook_and_the_narrow_one_are_one_decision() -> None:
    """A surer `gtc_choices` wins over `gtc_resolve_enum`."""

    class Sure:
        @hookimpl
        def gtc_choices(self, request: ChoiceRequest) -> ChoiceValue | None:
            known = request.field == "encClass" and request.word
            return ChoiceValue(value="EMER", confidence=1.0, reason="sure") if known else None

    made = plan({"facility": "F", "encClass": "x"}, aa=Says("AMB", 0.9), sure=Sure())

    assert "EMER" == made.steps[-1].args["encClass"]


def test_plugins_see_where_the_field_stands() -> None:
    """Two fields of one name are told apart by path, location and description."""
    seen: list[EnumRequest] = []

    class Looking:
        @hookimpl
        def gtc_resolve_enum(self, request: EnumRequest) -> None:
            seen.append(request)

    plan({"facility": "F", "encClass": "xyzzy"}, looking=Looking())

    assert [("encClass", "query", "Kind of visit.")] == [(r.path, r.location, r.description) for r in seen]


# --- lists ---


def test_a_question_for_a_free_field_offers_the_table() -> None:
    """With labels, and whose it is."""
    slot = plan(table=Table()).metadata["synthesis"]["user_input_slots"][0]

    assert (["F-11", "F-12"], ["North wing", "South wing"]) == (slot["enum"], slot["enum_labels"])
    assert {"plugin": "table", "confidence": 0.9, "reason": "the table of facilities"} == slot["choices"]


def test_a_question_offers_an_operation_that_the_index_does_not_know() -> None:
    """The directory lists sites under other names."""

    class Directory:
        @hookimpl
        def gtc_choices(self, request: ChoiceRequest) -> OptionsSource | None:
            if request.field != "facility":
                return None
            return OptionsSource(
                producer="listDirectory", options_path="$.sites", value_path="code", label_paths=("title",)
            )

    slot = plan(directory=Directory()).metadata["synthesis"]["user_input_slots"][0]

    assert {
        "producer": "listDirectory",
        "options_path": "$.sites[*].code",
        "list_path": "$.sites",
        "value_path": "code",
        "label_field_hints": ["title"],
        "plugin": "directory",
    } == slot["options"]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (ChoiceValue(value="F", confidence=1.0, reason="r"), "no word was given"),
        (OptionsSource(producer="nobody", options_path="$", value_path="x"), "no tool is named 'nobody'"),
        ("F-11", "expected ChoiceList, OptionsSource, ChoiceValue or None"),
        (ChoiceList(options=("F-11",), confidence=1.0, reason="r"), "options holds Option"),  # type: ignore[arg-type]
    ],
)
def test_answers_that_fit_no_question_are_refused(answer: Any, says: str) -> None:
    """With plugin, hook and field."""

    class Wrong:
        @hookimpl
        def gtc_choices(self) -> Any:
            return answer

    with pytest.raises(HookResultError, match=says) as caught:
        plan(wrong=Wrong())

    assert ("wrong", "gtc_choices") == (caught.value.plugin, caught.value.hook)
