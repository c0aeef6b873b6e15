from __future__ import annotations

import json
from typing import Any

import pytest

from graph_tool_call.plan.running.coerce import Checked, check_args


def row(name: str, location: str = "query", **facts: Any) -> dict[str, Any]:
    path = f"$.{name}" if location == "body" else name
    return {"name": name.rpartition(".")[2], "path": path, "location": location, **facts}


def tool(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"metadata": {"api_contract": {"consumes": list(rows)}}}


FILES: list[dict[str, Any]] = [
    {"field_type": "string", "type": "string", "format": name} for name in ("binary", "byte", "base64", "base64url")
]
NAMED = {"filename": "a.bin", "content_base64": "aGk="}
FILE_VALUES: list[Any] = [NAMED, {"content_base64": "aGk="}, {"content": "hi", "content_type": "text/x"}, b"hi"]
#: A text of a multipart body, which may come as a file of a name.
PART = {"field_type": "string", "type": "string", "content_type": "multipart/form-data"}


@pytest.mark.parametrize(
    ("facts", "value", "fitting"),
    [
        ({"field_type": "integer"}, "12", 12),
        ({"field_type": "integer"}, "-3", -3),
        ({"field_type": "integer"}, 12.0, 12),
        ({"field_type": "integer"}, "9007199254740993", 9007199254740993),
        ({"field_type": "number"}, "1.5", 1.5),
        ({"field_type": "number"}, "12", 12),
        ({"field_type": "number"}, 7, 7),
        ({"field_type": "boolean"}, "True", True),
        ({"field_type": "boolean"}, "false", False),
        ({"field_type": "string"}, "0012", "0012"),
        ({"field_type": "string"}, 12, "12"),
        ({"field_type": "string"}, True, "true"),
        ({"field_type": "string"}, "", ""),
        ({"field_type": "integer"}, 0, 0),
        ({"field_type": "boolean"}, False, False),
        ({"field_type": "array", "array": {"type": "integer"}}, ["1", 2], [1, 2]),
        ({"field_type": "array", "array": {"type": "integer"}}, "1", [1]),
        ({"field_type": "array", "array": {"type": "array", "array": {"type": "string"}}}, [[1]], [["1"]]),
        ({"field_type": "integer", "enum": [1, 2]}, "2", 2),
        ({"enum": [1, 2]}, "2", 2),
        ({"enum": ["1", "2"]}, 2, "2"),
        ({"types": ["string", "integer"], "field_type": "string"}, 5, 5),
        ({"types": ["integer", "boolean"], "field_type": "integer"}, "true", True),
        ({}, {"any": "thing"}, {"any": "thing"}),
        (
            {"field_type": "string", "format": "binary"},
            {"filename": "a", "content": "b"},
            {"filename": "a", "content": "b"},
        ),
        *((facts, value, value) for facts in FILES for value in FILE_VALUES),
        ({"field_type": "array", "array": FILES[0]}, FILE_VALUES, FILE_VALUES),
        ({"field_type": "array", "array": FILES[0]}, FILE_VALUES[0], [FILE_VALUES[0]]),
        (PART, {"filename": "a", "content": "b"}, {"filename": "a", "content": "b"}),
        ({"field_type": "array", "array": PART, "content_type": PART["content_type"]}, [NAMED], [NAMED]),
        ({"field_type": "boolean", "allow_empty": True}, "", ""),
    ],
)
def test_coercion(facts: dict[str, Any], value: object, fitting: object) -> None:
    """Values become what the contract says, without loss; a change is reported, and only a change."""
    checked = check_args(tool(row("x", **facts)), {"x": value}, coerce=True)

    assert checked.problems == ()
    assert fitting == checked.args["x"]
    assert type(fitting) is type(checked.args["x"])
    changed = value != fitting or type(value) is not type(fitting)
    assert changed == bool(checked.changes)


@pytest.mark.parametrize(
    ("facts", "value", "says"),
    [
        ({"field_type": "integer"}, "12a", "must be an integer, not '12a'"),
        ({"field_type": "integer"}, 1.5, "must be an integer"),
        ({"field_type": "integer"}, True, "must be an integer"),
        ({"field_type": "integer"}, "", "must be an integer"),
        ({"field_type": "number"}, "nan", "must be a number"),
        ({"field_type": "number"}, "1e999", "must be a number"),
        ({"field_type": "boolean"}, 1, "must be a boolean"),
        ({"field_type": "boolean"}, "yes", "must be a boolean"),
        ({"field_type": "string"}, {"a": 1}, "must be a string, not an object"),
        ({"field_type": "string"}, {"filename": "a", "content": "b"}, "must be a string, not an object"),
        ({"field_type": "string", "format": "binary"}, {"content": "b", "x": 1}, "must be a string, not an object"),
        ({"field_type": "string", "content_type": "multipart/form-data"}, {"content": "b"}, "not an object"),
        ({"field_type": "object"}, "x", "must be an object"),
        ({"field_type": "array"}, {"a": 1}, "must be a list, not an object"),
        ({"field_type": "array", "array": {"type": "integer"}}, ["x"], "must be an integer"),
        ({"field_type": "string", "enum": ["A", "B"]}, "C", "must be one of A, B, not 'C'"),
        ({"const": 1}, 2, "must be one of 1"),
        ({"field_type": "null"}, "x", "must be null"),
        ({"field_type": "string", "required": True}, None, "is null"),
    ],
)
def test_what_cannot_be_coerced(facts: dict[str, Any], value: object, says: str) -> None:
    """The problem names place, field and what was there."""
    checked = check_args(tool(row("x", **facts)), {"x": value}, coerce=True)

    assert len(checked.problems) == 1
    assert "query parameter 'x'" in checked.problems[0]
    assert says in checked.problems[0]


@pytest.mark.parametrize(("value", "fits"), [("12", False), (12, True), (12.0, False), (None, True)])
def test_check_changes_nothing(value: object, fits: bool) -> None:
    """Without coercion the value fits or does not."""
    checked = check_args(tool(row("x", field_type="integer")), {"x": value})

    assert fits == (checked.problems == ())
    assert checked.args == {"x": value}


BODY = tool(
    row("id", "path", required=True, field_type="integer"),
    row("q", required=True, default=1),
    row("token", "header", required=True, kind="auth"),
    row("ship", "body", field_type="object", container=True),
    row("ship.zip", "body", required_if_parent=True, field_type="string"),
    row("lines", "body", field_type="array", required=True, array={"type": "object"}),
    {"name": "qty", "path": "$.lines[*].qty", "location": "body", "field_type": "integer", "required_if_parent": True},
)


def test_nested_body_fields_are_coerced() -> None:
    """Objects and lists of objects are gone through by the paths of the rows."""
    args = {"id": "7", "ship": {"zip": 1234, "other": 1}, "lines": [{"qty": "1"}, {"qty": 2, "x": "3"}]}

    checked = check_args(BODY, args, coerce=True)

    assert checked.problems == ()
    assert checked.args == {
        "id": 7,
        "q": 1,
        "ship": {"zip": "1234", "other": 1},
        "lines": [{"qty": 1}, {"qty": 2, "x": "3"}],
    }
    assert [change["path"] for change in checked.changes] == ["q", "id", "$.ship.zip", "$.lines[*].qty"]
    assert args["lines"][0] == {"qty": "1"}


def test_grouped_arguments_are_coerced_in_place() -> None:
    """The shape of the arguments stays as the caller has it."""
    checked = check_args(BODY, {"path": {"id": "7"}, "body": {"lines": [{"qty": "1"}]}}, coerce=True)

    assert checked.problems == ()
    assert checked.args == {"path": {"id": 7}, "body": {"lines": [{"qty": 1}]}, "q": 1}


@pytest.mark.parametrize(
    ("args", "problems"),
    [
        ({"id": 1, "lines": []}, []),
        ({"lines": []}, ["path parameter 'id' is missing"]),
        ({"id": 1}, ["body field 'lines' is missing"]),
        ({"id": 1, "lines": [], "ship": {}}, ["body field 'ship.zip' is missing"]),
        ({"id": 1, "lines": [], "ship": None}, []),
    ],
)
def test_missing_arguments(args: dict[str, Any], problems: list[str]) -> None:
    """Required means required; not for credentials, or inside a parent that is not given."""
    assert problems == list(check_args(BODY, {"q": 2, **args}).problems)


def test_unknown_arguments() -> None:
    """A name that the operation does not take is named, with those that it takes."""
    (problem,) = check_args(tool(row("a"), row("b")), {"c": 1}).problems

    assert problem == "unknown argument 'c'; there are: a, b"


def test_credentials_are_left_alone() -> None:
    """They are nobody's business here, and never in a message."""
    secret = tool(row("key", field_type="integer", kind="auth"))

    assert check_args(secret, {"key": "not-a-number"}, coerce=True).problems == ()


def test_tool_without_rows_takes_anything() -> None:
    """There is nothing to compare with."""
    assert check_args({}, {"x": object}).problems == ()


# --- required inputs with a default ---

DEFAULTS = tool(
    row("lang", required=True, field_type="string", default="en"),
    row("Edition", "header", required=True, field_type="integer", default=3),
    row("page", field_type="integer", default=1),
    row("lang", "body", required=True, field_type="string", default="de"),
    row("mode", "body", required=True, field_type="string", default="fast"),
    row("note", "body", field_type="string", default="none"),
    row("opts", "body", field_type="object", container=True),
    row("opts.depth", "body", required_if_parent=True, field_type="integer", default=2),
    {"name": "q", "path": "$.lines[*].q", "location": "body", "required_if_parent": True, "default": 1},
)


@pytest.mark.parametrize(
    ("args", "filled"),
    [
        ({}, {"lang": "en", "Edition": 3, "body.lang": "de", "mode": "fast"}),
        (
            {"edition": 4, "lang": "fr", "mode": "slow"},
            {"edition": 4, "lang": "fr", "body.lang": "de", "mode": "slow"},
        ),
        (
            {"query": {"lang": "fr"}, "body": {"opts": {}, "lines": [{}, {"q": 5}]}},
            {
                "query": {"lang": "fr"},
                "Edition": 3,
                "body": {"opts": {"depth": 2}, "lines": [{"q": 1}, {"q": 5}], "lang": "de", "mode": "fast"},
            },
        ),
        (
            {"query": {}, "opts": {"depth": 7}},
            {"query": {}, "query.lang": "en", "Edition": 3, "opts": {"depth": 7}, "body.lang": "de", "mode": "fast"},
        ),
    ],
)
def test_required_input_with_a_default_is_filled(args: dict[str, Any], filled: dict[str, Any]) -> None:
    """Wherever it belongs, also where two inputs have its name; an optional one stays out."""
    before = json.loads(json.dumps(args))

    checked = check_args(DEFAULTS, args, coerce=True)

    assert (checked.problems, checked.args, args) == ((), filled, before)
    assert all(change["to"] == "default" for change in checked.changes)


def test_required_input_with_a_default_is_missed_where_nothing_is_changed() -> None:
    """A check changes nothing, so it refuses."""
    assert check_args(DEFAULTS, {"lang": "en", "mode": "x", "body.lang": "de"}).problems == (
        "header parameter 'Edition' is missing",
    )


# --- what fields require together ---


def demanding(*demands: dict[str, Any]) -> dict[str, Any]:
    found = tool(*(row(name, "body") for name in ("name", "phone", "email", "card", "cvc", "kind", "lines")))
    found["metadata"]["api_contract"]["demands"] = list(demands)
    return found


EITHER = {"path": "$", "rule": "any_of", "sets": [["$.phone"], ["$.email"]]}
ONE = {"path": "$", "rule": "one_of", "sets": [["$.phone"], ["$.email"]]}
PAIR = {"path": "$", "rule": "any_of", "sets": [["$.card", "$.cvc"], ["$.email"]]}
WITH = {"path": "$", "rule": "if", "when": {"$.card": None}, "then": ["$.cvc"]}
KIND = {"path": "$", "rule": "if", "when": {"$.kind": ["b"]}, "then": ["$.card"], "otherwise": ["$.email"]}
LINES = {"path": "$.lines[*]", "rule": "any_of", "sets": [["$.lines[*].sku"], ["$.lines[*].name"]]}


@pytest.mark.parametrize(
    ("demand", "body", "says"),
    [
        (EITHER, {"name": "x"}, "the body needs 'phone' or 'email'"),
        (EITHER, {"phone": "1"}, ""),
        (EITHER, {"phone": "1", "email": "e"}, ""),
        (EITHER, {"phone": None}, ""),
        (ONE, {"phone": "1", "email": "e"}, "the body takes only one of 'phone' or 'email'"),
        (ONE, {"email": "e"}, ""),
        (PAIR, {"card": "1"}, "the body needs 'card' and 'cvc' or 'email'"),
        (PAIR, {"card": "1", "cvc": "2"}, ""),
        (WITH, {"card": "1"}, "the body needs 'cvc' with 'card'"),
        (WITH, {"name": "x"}, ""),
        (KIND, {"kind": "b"}, "the body needs 'card' with 'kind'"),
        (KIND, {"kind": "a"}, "the body needs 'email' without 'kind'"),
        (KIND, {"kind": "a", "email": "e"}, ""),
        (LINES, {"lines": [{"sku": 1}, {"qty": 2}]}, "the body needs 'sku' or 'name' (in 'lines[*]')"),
        (LINES, {"lines": [{"sku": 1}]}, ""),
        ({"path": "$", "rule": "other"}, {"name": "x"}, ""),
    ],
)
@pytest.mark.parametrize("grouped", [False, True])
def test_what_a_body_requires_together(demand: Any, body: Any, says: str, grouped: bool) -> None:
    """One of several fields, exactly one, all of a set, or one because of another: else nothing is sent."""
    args = {"body": body} if grouped else body

    problems = check_args(demanding(demand), args, coerce=True).problems

    assert problems == ((says,) if says else ())


# --- lists whose positions differ, and rows that do not say all ---

PAIR_ROW = row("pair", "body", field_type="array", positions=[{"type": "string"}, {"type": "integer"}], array={})


@pytest.mark.parametrize(
    ("value", "fitting"),
    [(["a", 2], ["a", 2]), ([1, "2"], ["1", 2]), (["a", 2, {"x": 1}], ["a", 2, {"x": 1}]), ([], []), (["a"], ["a"])],
)
def test_positions_of_a_tuple_have_types_of_their_own(value: Any, fitting: Any) -> None:
    """Each element by its position; what comes behind them is anything, unless the contract says more."""
    assert check_args(tool(PAIR_ROW), {"pair": value}, coerce=True).args == {"pair": fitting}


def test_element_that_does_not_fit_its_position() -> None:
    """It is told."""
    assert check_args(tool(PAIR_ROW), {"pair": ["a", "b"]}, coerce=True).problems == (
        "body field 'pair' must be an integer, not 'b'",
    )


@pytest.mark.parametrize("value", ["7", 7, {"a": 1}, [1, "2"], "other", None, True])
def test_lossy_row_is_neither_changed_nor_judged(value: Any) -> None:
    """The schema says more than the row, so the row is no reason for anything."""
    lossy = tool(row("x", "body", field_type="integer", enum=[1, 2], lossy=True))
    inner = tool(row("x", "body", field_type="array", array={"type": "integer", "lossy": True}))

    for coerce in (False, True):
        assert check_args(lossy, {"x": value}, coerce=coerce) == Checked(args={"x": value})
        assert check_args(inner, {"x": [value]}, coerce=coerce) == Checked(args={"x": [value]})


def test_element_that_may_be_null() -> None:
    """As its schema says."""
    nullable = tool(row("x", "body", field_type="array", array={"type": "integer", "nullable": True}))

    assert check_args(nullable, {"x": [1, None, "2"]}, coerce=True).args == {"x": [1, None, 2]}


def test_bytes_are_no_text() -> None:
    """Neither in JSON nor in a part that takes text."""
    for media in ("application/json", "multipart/form-data"):
        text = tool(row("x", "body", field_type="string", content_type=media))
        assert len(check_args(text, {"x": b"raw"}, coerce=True).problems) == 1
