from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given, strategies as st

from graph_tool_call.plan.binding.bindings import (
    EVERY,
    BindingSyntaxError,
    Filter,
    Key,
    Position,
    Pseudo,
    Reference,
    bind,
    bind_header,
    from_json_path,
    literal,
    literal_args,
    parse,
    references_in,
    resolve,
    steps_read_by,
)

# --- reading ---


@pytest.mark.parametrize(
    ("text", "segments"),
    [
        ("${s1}", ()),
        ("${s1.a.b}", (Key("a"), Key("b"))),
        ("${s1.items.0.id}", (Key("items"), Position(0), Key("id"))),
        ("${s1.items[0].id}", (Key("items"), Position(0), Key("id"))),
        ("${s1.items.-1}", (Key("items"), Position(-1))),
        ("${s1.items[-1]}", (Key("items"), Position(-1))),
        ("${s1.items.*.id}", (Key("items"), EVERY, Key("id"))),
        ("${s1.items[*].id}", (Key("items"), EVERY, Key("id"))),
        ("${s1['a.b'].c}", (Key("a.b"), Key("c"))),
        ('${s1["a.b"]}', (Key("a.b"),)),
        (r"${s1['it\'s']}", (Key("it's"),)),
        ("${s1['0']}", (Key("0"),)),
        ("${s1['}']}", (Key("}"),)),
        ("${s1.007}", (Key("007"),)),
        ("${s1.order-no}", (Key("order-no"),)),
        ("${s1.주문번호}", (Key("주문번호"),)),
        ("${s1['$headers']}", (Key("$headers"),)),
        ("${s1.$headers.Location.$last_segment}", (Pseudo("headers"), Key("Location"), Pseudo("last_segment"))),
        ("${ s1.a }", (Key("a"),)),
    ],
)
def test_one_binding(text: str, segments: tuple[Any, ...]) -> None:
    """Each form of a segment is read as what it is."""
    assert parse(text).whole == Reference("s1", segments)


@pytest.mark.parametrize(
    ("operand", "value"),
    [
        ("'Kim'", "Kim"),
        ('"Kim"', "Kim"),
        ("7", 7),
        ("-1.5", -1.5),
        ("1e3", 1000.0),
        ("true", True),
        ("false", False),
        ("null", None),
        ("input.name", Reference("input", (Key("name"),))),
        ("s2.a.0", Reference("s2", (Key("a"), Position(0)))),
    ],
)
def test_filter_compares_with_a_literal_or_a_reference(operand: str, value: object) -> None:
    """The right side of a filter is JSON's literals or a reference, with or without spaces around."""
    for text in (f"${{s1.items[?name == {operand}].id}}", f"${{s1.items[?name=={operand}].id}}"):
        assert parse(text).whole == Reference("s1", (Key("items"), Filter((Key("name"),), value), Key("id")))


def test_filter_field_may_be_a_path() -> None:
    """What a filter compares may lie deeper, and may be quoted."""
    assert parse("${s1[?owner['full.name'] == 'x']}").whole == Reference(
        "s1", (Filter((Key("owner"), Key("full.name")), "x"),)
    )


def test_text_around_bindings() -> None:
    """Literal pieces and references keep their order."""
    assert parse("a ${s1.x} b ${input.y}").parts == (
        "a ",
        Reference("s1", (Key("x"),)),
        " b ",
        Reference("input", (Key("y"),)),
    )


@pytest.mark.parametrize("text", ["$${s1}", "cost: $5", "$", "{s1}", "$ {s1}", ""])
def test_text_without_bindings(text: str) -> None:
    """An escaped `${`, lone dollars and braces are text."""
    assert parse(text).references == ()
    assert resolve(text) == text.replace("$${", "${")


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("${", 2, "expected a step id"),
        ("${}", 2, "expected a step id"),
        ("id ${s1.a", 3, "without closing"),
        ("${s1.}", 5, "expected a name"),
        ("${s1..a}", 5, "expected a name"),
        ("${s1[}", 5, "expected an index"),
        ("${s1[0}", 6, "expected ']'"),
        ("${s1['a}", 5, "without closing quote"),
        ("${s1.$nope}", 5, "unknown pseudo member '$nope'"),
        ("${s1[?a = 1]}", 8, "expected '=='"),
        ("${s1[?a == ]}", 11, "expected a literal"),
        ("${s1[?a.* == 1]}", 7, "one field"),
        ("${s1 s2}", 5, "expected '.', '[' or '}'"),
        pytest.param("${" + "s1[?a == " * 2000 + "s1" + "].x" * 2000 + "}", 191, "deeper than 20", id="nested filters"),
        pytest.param("${s1[?a == " + "9" * 5000 + "]}", 5011, "a number of more than", id="long number"),
    ],
)
def test_syntax_errors_have_a_position(text: str, position: int, says: str) -> None:
    """A binding that cannot be read says where and why."""
    with pytest.raises(BindingSyntaxError) as caught:
        parse(text)

    assert position == caught.value.position
    assert says in str(caught.value)


def test_syntax_error_pickles() -> None:
    """The error survives a process boundary with its data."""
    with pytest.raises(BindingSyntaxError) as caught:
        parse("${s1.}")

    assert pickle.loads(pickle.dumps(caught.value)).to_dict() == caught.value.to_dict()  # noqa: S301


# --- writing ---


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ([], "${s1}"),
        (["items", 0, "id"], "${s1.items.0.id}"),
        (["a.b", "c"], "${s1['a.b'].c}"),
        (["0"], "${s1['0']}"),
        (["*"], "${s1['*']}"),
        (["$ref"], "${s1['$ref']}"),
        (["order-no"], "${s1.order-no}"),
        (["주문번호"], "${s1.주문번호}"),
        (["items", EVERY, "id"], "${s1.items.*.id}"),
        (["list", -1], "${s1.list.-1}"),
        (
            ["c", Filter((Key("name"),), Reference("input", (Key("n"),))), "id"],
            "${s1.c[?name == input.n].id}",
        ),
        (["c", Filter((Key("a b"),), "it's")], r"${s1.c[?['a b'] == 'it\'s']}"),
        (["c", Filter((Key("on"),), value=True)], "${s1.c[?on == true]}"),
        (["c", Filter((Key("on"),), value=None)], "${s1.c[?on == null]}"),
    ],
)
def test_bind_writes_canonical_text(path: list[Any], text: str) -> None:
    """Names are quoted only where they have to be, and a text is always a key."""
    assert text == bind("s1", path)


@given(st.lists(st.text() | st.integers(-1000, 1000), max_size=5))
def test_what_bind_writes_is_read_back(path: list[str | int]) -> None:
    """Any names and indexes survive writing and reading."""
    whole = parse(bind("s1", path)).whole

    assert whole == Reference("s1", tuple(Key(p) if isinstance(p, str) else Position(p) for p in path))


@given(st.text() | st.none() | st.booleans() | st.integers(), st.text(min_size=1))
def test_filters_are_read_back(value: object, field: str) -> None:
    """Any literal and any field name survive in a filter."""
    segment = Filter((Key(field),), value)

    assert parse(bind("s1", [segment])).whole == Reference("s1", (segment,))


@given(st.text(alphabet="${}s1.a'\\ ") | st.text())
def test_literal_is_never_a_binding(text: str) -> None:
    """Escaped text resolves to itself, whatever stands in it."""
    assert parse(literal(text)).references == ()
    assert text == resolve(literal(text))


def test_literal_args_escapes_every_text() -> None:
    """Given values may go into a plan's arguments as they are, nested ones too."""
    value = {"a": ["${s1}", 1, {"b": "$${x"}], "c": None}

    assert value == {name: _resolved(member) for name, member in literal_args(value).items()}


def _resolved(value: Any) -> Any:
    if isinstance(value, str):
        return resolve(value)
    if isinstance(value, list):
        return [_resolved(member) for member in value]
    return {name: _resolved(member) for name, member in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize(
    ("json_path", "pick", "text"),
    [
        ("$", 0, "${s1}"),
        ("$.items[*].id", 0, "${s1.items.0.id}"),
        ("$.items[*].id", -1, "${s1.items.-1.id}"),
        ("$.items[*].id", EVERY, "${s1.items.*.id}"),
        ("$[*].id", 0, "${s1.0.id}"),
        ("$.a[*].b[*].c", [2, EVERY], "${s1.a.2.b.*.c}"),
        ("$.a[*].b[*].c", [1], "${s1.a.1.b.1.c}"),
        ("$['a.b'].c", 0, "${s1['a.b'].c}"),
        ("$.data.*.name", 0, "${s1.data.$values.0.name}"),
        ("$.data.*.name", EVERY, "${s1.data.*.name}"),
        ("id", 0, "${s1.id}"),
        ("$.c[*].id", Filter((Key("n"),), 1), "${s1.c[?n == 1].id}"),
    ],
)
def test_json_paths_of_contracts_become_bindings(json_path: str, pick: Any, text: str) -> None:
    """Lists and maps on the way are passed by the picked element."""
    assert text == bind("s1", from_json_path(json_path, pick=pick))


def test_bind_header() -> None:
    """A response header is read by its name, and a created id from the URL in it."""
    assert bind_header("s1", "X-Total") == "${s1.$headers.X-Total}"
    assert bind_header("s1", "Location", last_segment=True) == "${s1.$headers.Location.$last_segment}"


# --- what arguments read ---


def test_references_in_arguments() -> None:
    """References are found in nested arguments, in reading order, those inside filters too."""
    args = {"a": ["${s2.x}", {"b": "t ${s1[?n == input.k].y}"}], "c": 3, "d": "$${s9}"}

    assert [str(ref) for ref in references_in(args)] == ["${s2.x}", "${s1[?n == input.k].y}", "${input.k}"]


def test_steps_read_by_arguments() -> None:
    """Each step once; inputs and the element of a foreach are no steps."""
    args = {"a": "${s2.x}${s1.y}", "b": "${s2}", "c": "${input.s3} ${user_input.s4} ${item.s5}"}

    assert steps_read_by(args) == ("s2", "s1")
