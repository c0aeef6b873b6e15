from __future__ import annotations

import re
from typing import Any

import pytest

from graph_tool_call.engine import Engine
from graph_tool_call.errors import DecodeError
from graph_tool_call.plan import Plan, PlanStep

pytestmark = pytest.mark.bundled

TWO = Plan(
    id="p",
    steps=[
        PlanStep(id="s1", tool="list", args={"day": "${user_input.day}"}),
        PlanStep(id="s2", tool="get", args={"a": {"b": "${s1.items.0.id}"}, "c": "$${s1.x}"}, depends_on=["s1"]),
    ],
    metadata={"synthesis": {"user_input_slots": [{"field_name": "day", "step_id": "s1"}]}},
)

#: A label that no quote or bracket of a name can leave; the one line break in it is the picture's own.
_NAME = r'[^"`<>{}\[\]()|\\]*'
_LABEL = rf'"{_NAME}(?:<br/>{_NAME})?"'
MERMAID_LINE = re.compile(
    rf"flowchart TD|    (n\d+(\[{_LABEL}\]|\[\[{_LABEL}\]\])|q\d+\[/{_LABEL}/\]|[nq]\d+ --> (\|{_LABEL}\| )?n\d+)"
)
_TEXT = r'"(?:[^"\\]|\\["\\n])*"'
DOT_LINE = re.compile(
    rf"digraph plan \{{|\}}|    (node|edge) \[[\w=, ]+\];"
    rf"|    [nq]\d+ \[label={_TEXT}, shape=(box|parallelogram)(, peripheries=2)?\];"
    rf"|    [nq]\d+ -> n\d+( \[label={_TEXT}\])?;"
)


def test_mermaid() -> None:
    """Steps in call order, the target by its shape, questions, and the argument that takes a value on its edge."""
    assert TWO.to_mermaid().splitlines() == [
        "flowchart TD",
        '    q0[/"asked: day"/]',
        '    n0["s1: list"]',
        '    n1[["s2: get"]]',
        '    q0 --> |"day"| n0',
        '    n0 --> |"a.b"| n1',
    ]


def test_dot() -> None:
    """The same for Graphviz."""
    assert TWO.to_dot().splitlines()[3:] == [
        '    q0 [label="asked: day", shape=parallelogram];',
        '    n0 [label="s1: list", shape=box];',
        '    n1 [label="s2: get", shape=box, peripheries=2];',
        '    q0 -> n0 [label="day"];',
        '    n0 -> n1 [label="a.b"];',
        "}",
    ]


def test_fan_out_is_told() -> None:
    """A step that runs for each element says over what, and its edge comes from the list."""
    plan = Plan(
        id="p",
        steps=[
            PlanStep(id="s1", tool="list"),
            PlanStep(id="s2", tool="get", args={"id": "${item.id}"}, foreach="${s1.items}", depends_on=["s1"]),
        ],
    )

    assert '    n0 --> |"each"| n1' in plan.to_mermaid().splitlines()
    assert r'    n1 [label="s2: get\nfor each: ${s1.items}", shape=box, peripheries=2];' in plan.to_dot().splitlines()


HOSTILE = [
    'x"] --> evil["y',
    "`**bold**`",
    "a\nclick n0 call alert()",
    "%%{init: {}}%%",
    "<script>alert(1)</script>",
    'a", shape=none, URL="javascript:x',
    "back\\",
    "\\N \\G",
    "end\u2028next",
    "#quot;",
    "x" * 500,
]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("place", ["tool", "id", "argument", "question", "foreach"])
def test_names_stay_text(name: str, place: str) -> None:
    """Whatever a document calls its operations and fields, it stays inside its label."""
    where: dict[str, Any] = dict.fromkeys(("tool", "id", "argument", "question", "foreach"), "plain") | {place: name}
    plan = Plan(
        id="p",
        steps=[
            PlanStep(id="first", tool="list"),
            PlanStep(
                id=where["id"],
                tool=where["tool"],
                args={where["argument"]: "${first.x}"},
                depends_on=["first"],
                foreach=where["foreach"] if place == "foreach" else "",
            ),
        ],
        metadata={"synthesis": {"user_input_slots": [{"field_name": where["question"]}]}},
    )

    assert [] == [line for line in plan.to_mermaid().splitlines() if not MERMAID_LINE.fullmatch(line)]
    assert [] == [line for line in plan.to_dot().splitlines() if not DOT_LINE.fullmatch(line)]


def test_a_plan_without_metadata_or_steps_has_a_picture() -> None:
    """Hand-made plans need not say anything of themselves."""
    assert Plan(id="p").to_mermaid() == "flowchart TD\n"
    assert Plan(id="p").to_dot().startswith("digraph plan {")


def test_a_graph_is_drawn_with_its_relations() -> None:
    """Each tool is a node, each relation an arrow of its kind with what is handed over; none leads nowhere."""
    requires = {"source": "get", "target": "list", "relation": "requires", "data": [{"to": "id"}, {"to": "id"}]}
    follows = {"source": "list", "target": 'odd" -> x', "relation": "precedes"}
    nowhere = {"source": "get", "target": "gone", "relation": "requires"}
    tools = {"get": {}, "list": {}, 'odd" -> x': {}}
    artifact = {"tools": tools, "edges": [requires, follows, nowhere]}

    assert [
        '    n0 [label="get"];',
        '    n1 [label="list"];',
        r'    n2 [label="odd\" -> x"];',
        '    n0 -> n1 [style=solid, label="id"];',
        "    n1 -> n2 [style=dashed];",
        "}",
    ] == str(Engine().export(artifact, "dot")).splitlines()[3:]


def test_a_picture_takes_no_options() -> None:
    """One that is given is an error, and not passed over."""
    with pytest.raises(DecodeError, match="options of format 'mermaid': unknown field 'width'"):
        Engine().export(TWO, "mermaid", width=3)
