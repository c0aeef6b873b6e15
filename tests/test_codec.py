from __future__ import annotations

import enum
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import attrs
import pytest
from hypothesis import given, strategies as st

from graph_tool_call.codec import decode, encode, make_converter
from graph_tool_call.errors import DecodeError
from graph_tool_call.hooks import ROLES, Evidence, FieldVerdict, Need, ProducerCandidate, Term, Text, ToolResult
from graph_tool_call.model import ABSENT, Absent, Diagnostic, Link, SecurityScheme, ToolFacts


class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"


class Colour(str, enum.Enum):
    RED = "red"


@attrs.frozen
class Leaf:
    name: str
    type: str = ""


@attrs.frozen(kw_only=True)
class Everything:
    text: str = ""
    flag: bool = False
    count: int = 0
    share: float = 0.0
    maybe: str | None = None
    either: str | int | None = None
    level: Level = Level.LOW
    colour: Colour = Colour.RED
    word: Literal["a", "b", 1] = "a"
    leaf: Leaf | None = None
    leaves: tuple[Leaf, ...] = ()
    pair: tuple[str, int] = ("", 0)
    names: list[str] = attrs.Factory(list)
    items: Sequence[int] = ()
    kinds: frozenset[str] = frozenset()
    table: Mapping[str, tuple[int, ...]] = attrs.Factory(dict)
    bare: dict = attrs.Factory(dict)
    any: Any = None


def problems(data: Any, cls: type[Any] = Everything) -> tuple[str, ...]:
    with pytest.raises(DecodeError) as caught:
        decode(data, cls, what="thing")
    assert "thing" == caught.value.what
    return caught.value.problems


def test_plain_data_becomes_a_value() -> None:
    """Lists become tuples and sets, objects become values, whole numbers are fine floats."""
    data = {
        "text": "x",
        "flag": True,
        "count": 3,
        "share": 1,
        "maybe": "m",
        "either": 4,
        "level": "high",
        "colour": "red",
        "word": 1,
        "leaf": {"name": "l"},
        "leaves": [{"name": "a", "type": "t"}],
        "pair": ["p", 2],
        "names": ["n"],
        "items": [1, 2],
        "kinds": ["k", "k"],
        "table": {"row": [1]},
        "bare": {"x": [1]},
        "any": {"y": None},
    }

    value = decode(data, Everything, what="thing")

    assert value == Everything(
        text="x",
        flag=True,
        count=3,
        share=1.0,
        maybe="m",
        either=4,
        level=Level.HIGH,
        word=1,
        leaf=Leaf("l"),
        leaves=(Leaf("a", "t"),),
        pair=("p", 2),
        names=["n"],
        items=(1, 2),
        kinds=frozenset({"k"}),
        table={"row": (1,)},
        bare={"x": [1]},
        any={"y": None},
    )
    assert isinstance(value.share, float)
    assert value.colour is Colour.RED


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"text": 3}, "expected str, got int 3 @ $.text"),
        ({"text": None}, "expected str, got NoneType None @ $.text"),
        ({"flag": "maybe"}, "expected bool, got str 'maybe' @ $.flag"),
        ({"flag": 1}, "expected bool, got int 1 @ $.flag"),
        ({"count": "3"}, "expected int, got str '3' @ $.count"),
        ({"count": True}, "expected int, got bool True @ $.count"),
        ({"count": 3.0}, "expected int, got float 3.0 @ $.count"),
        ({"share": True}, "expected float, got bool True @ $.share"),
        ({"maybe": 1}, "expected str, got int 1 @ $.maybe"),
        ({"either": 1.5}, "expected str or int, got float 1.5 @ $.either"),
        ({"either": True}, "expected str or int, got bool True @ $.either"),
        ({"level": "hgih"}, "expected one of 'low', 'high', got str 'hgih' @ $.level"),
        ({"colour": "blue"}, "expected one of 'red', got str 'blue' @ $.colour"),
        ({"word": True}, "expected one of 'a', 'b', 1, got bool True @ $.word"),
        ({"word": []}, "expected one of 'a', 'b', 1, got list [] @ $.word"),
        ({"leaf": "x"}, "expected an object, got str 'x' @ $.leaf"),
        ({"leaf": {}}, "required field missing @ $.leaf.name"),
        ({"leaves": "abc"}, "expected a list, got str 'abc' @ $.leaves"),
        ({"leaves": {}}, "expected a list, got dict {} @ $.leaves"),
        ({"leaves": [{"name": "a"}, 5]}, "expected an object, got int 5 @ $.leaves[1]"),
        ({"pair": ["x"]}, "expected a list of 2, got list ['x'] @ $.pair"),
        ({"pair": ["x", "y"]}, "expected int, got str 'y' @ $.pair[1]"),
        ({"names": "abc"}, "expected a list, got str 'abc' @ $.names"),
        ({"kinds": "abc"}, "expected a list, got str 'abc' @ $.kinds"),
        ({"table": []}, "expected an object, got list [] @ $.table"),
        ({"table": {"row": "x"}}, "expected a list, got str 'x' @ $.table['row']"),
        ({"table": {"row": [1, "x"]}}, "expected int, got str 'x' @ $.table['row'][1]"),
        ({"table": {3: []}}, "expected str, got int 3 @ $.table[3]"),
        ({"bare": 1}, "expected an object, got int 1 @ $.bare"),
        ({"leaf": {"name": "x", "tpye": "s"}}, "unknown field 'tpye' (did you mean 'type'?) @ $.leaf"),
        ({"leaf": {"name": "x", "zzz": "s"}}, "unknown field 'zzz' (known are name, type) @ $.leaf"),
        ([], "expected an object, got list [] @ $"),
        (None, "expected an object, got NoneType None @ $"),
        ("x", "expected an object, got str 'x' @ $"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(data: Any, problem: str) -> None:
    """Nothing is coerced; each problem says what was wanted, what was there, and where."""
    assert (problem,) == problems(data)


def test_all_problems_are_reported_at_once() -> None:
    """One pass names everything that is wrong."""
    found = problems({"text": 3, "leaves": [{"tpye": "s"}, "x"]})

    assert {
        "expected str, got int 3 @ $.text",
        "required field missing @ $.leaves[0].name",
        "unknown field 'tpye' (did you mean 'type'?) @ $.leaves[0]",
        "expected an object, got str 'x' @ $.leaves[1]",
    } == set(found)


def test_long_values_are_cut() -> None:
    """An error shows the beginning of a wrong value, and no more."""
    (problem,) = problems({"count": "x" * 500})

    assert len(problem) < 100
    assert "…" in problem


def test_validators_of_the_class_count() -> None:
    """What a class itself refuses is a problem like others, in its own words."""
    assert ("invalid value: FieldVerdict.confidence must be a number from 0 to 1, got 7.0 @ $",) == problems(
        {"field": 1, "confidence": 7, "reason": ""}, FieldVerdict
    )


@attrs.frozen
class Guess:
    thing: Leaf | Everything


@attrs.frozen
class Strange:
    thing: complex = 0j


@pytest.mark.parametrize(("cls", "name"), [(Guess, "Leaf"), (Strange, "complex")])
def test_types_that_cannot_be_told_are_refused(cls: type[Any], name: str) -> None:
    """A union of classes would be a guess, and some types have no form in JSON; the type is named."""
    (problem,) = problems({"thing": {"name": "x"}}, cls)

    assert re.search(rf"a value of type .*{name}.* cannot be read", problem)


@attrs.frozen(kw_only=True)
class Kept:
    optional: Any = ABSENT
    said: str | Absent | None = ABSENT
    kinds: frozenset[str] = frozenset()
    level: Level = Level.LOW
    table: Mapping[str, Any] = attrs.Factory(dict)


def test_encoded_values_are_json() -> None:
    """Tuples and sets are lists, sets sorted; enums are their values; what is absent is left out."""
    value = Kept(kinds=frozenset("cab"), level=Level.HIGH, table={"x": (1, Leaf("l"))})

    assert {
        "kinds": ["a", "b", "c"],
        "level": "high",
        "table": {"x": [1, {"name": "l", "type": ""}]},
    } == json.loads(json.dumps(encode(value)))


@pytest.mark.parametrize("data", [{}, {"said": None}, {"said": "x"}])
def test_absent_is_told_from_null(data: Any) -> None:
    """A part that may be null keeps apart what is null and what is not written."""
    value = decode(data, Kept, what="thing")

    assert data.get("said", ABSENT) == value.said
    assert data.items() <= encode(value).items()
    assert ("said" in data) == ("said" in encode(value))


def test_what_json_cannot_hold_is_refused() -> None:
    """Nothing is turned into text by accident; a caller may say how."""
    with pytest.raises(TypeError, match="cannot write a complex as plain data"):
        encode({"x": [1j]})
    assert {"x": ["1j"]} == encode({"x": [1j]}, other=str)


WORDS = st.text(max_size=8)
SENTENCES = WORDS.filter(str.strip)
UNIT = st.floats(0, 1)
VALUES: dict[type[Any], dict[str, st.SearchStrategy[Any]]] = {
    Diagnostic: {"code": WORDS, "message": WORDS, "pointer": WORDS},
    Evidence: {
        "candidate": WORDS,
        "signal": WORDS,
        "score": UNIT,
        "matched": st.tuples(WORDS, WORDS),
        "reason": SENTENCES,
    },
    FieldVerdict: {
        "field": st.integers(),
        "kind": st.sampled_from(("data", "auth", None)),
        "role": st.none() | st.sampled_from(tuple(ROLES)),
        "confidence": UNIT,
        "reason": SENTENCES,
    },
    Link: {"name": WORDS, "parameters": st.dictionaries(WORDS, WORDS), "request_body": st.just(ABSENT) | WORDS},
    Need: {"ref": st.integers(), "name": WORDS, "path": WORDS, "location": WORDS, "required": st.booleans()},
    ProducerCandidate: {
        "ref": st.integers(),
        "need": st.integers(),
        "tool": st.builds(ToolFacts, name=WORDS, tags=st.tuples(WORDS)),
        "name": WORDS,
        "path": WORDS,
    },
    SecurityScheme: {"id": WORDS, "type": WORDS, "scopes": st.tuples(WORDS)},
    Term: {"value": WORDS, "weight": UNIT},
    Text: {"value": WORDS, "source": WORDS},
    ToolResult: {"ok": st.booleans(), "headers": st.dictionaries(WORDS, WORDS), "retry_after": st.none() | UNIT},
}


@pytest.mark.parametrize("cls", VALUES, ids=lambda cls: cls.__name__)
def test_decode_undoes_encode(cls: type[Any]) -> None:
    """Values survive the way through JSON."""

    @given(st.fixed_dictionaries(VALUES[cls]).map(lambda parts: cls(**parts)))
    def check(value: Any) -> None:
        assert value == decode(json.loads(json.dumps(encode(value))), cls, what="value")

    check()


def test_converters_are_independent() -> None:
    """A hook on one converter changes no other."""
    mine = make_converter()
    mine.register_structure_hook(str, lambda value, _type: "mine")

    assert "mine" == mine.structure("x", str)
    assert "x" == make_converter().structure("x", str)
