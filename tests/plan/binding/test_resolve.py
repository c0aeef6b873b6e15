from __future__ import annotations

import pickle
from typing import Any

import pytest

from graph_tool_call.plan.binding.bindings import BindingError, Response, Scope, envelope_message, resolve, resolve_args

OUTPUTS: dict[str, Any] = {
    "s1": {
        "items": [{"id": 1, "name": "a", "tags": ["x", "y"]}, {"id": 2, "name": "b", "tags": []}, {"id": 3}],
        "map": {"k1": {"v": 1}, "k2": {"v": 2}},
        "empty": [],
        "none": None,
        "n": 12,
        "0": "zero",
        "big": 9007199254740993,
        "flag": False,
    },
    "s2": [10, 20, 30],
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("${s1.n}", 12),
        ("${s1.flag}", False),
        ("${s1.big}", 9007199254740993),
        ("${s1.none}", None),
        ("${s1.0}", "zero"),
        ("${s1['0']}", "zero"),
        ("${s2.0}", 10),
        ("${s2[-1]}", 30),
        ("${s1.items.1.name}", "b"),
        ("${s1.items.*.id}", [1, 2, 3]),
        ("${s1.items.*.name}", ["a", "b"]),
        ("${s1.items.*.tags.*}", ["x", "y"]),
        ("${s1.map.*.v}", [1, 2]),
        ("${s1.map.$keys}", ["k1", "k2"]),
        ("${s1.map.$keys.1}", "k2"),
        ("${s1.map.$values.0.v}", 1),
        ("${s1.empty}", []),
        ("${s1.items[?name == 'b'].id}", 2),
        ("${s1.items[?id == 3]}", {"id": 3}),
        ("n=${s1.n} f=${s1.flag} l=${s2}", "n=12 f=false l=[10,20,30]"),
        ("$${s1.n}", "${s1.n}"),
    ],
)
def test_values(text: str, value: object) -> None:
    """A whole binding keeps its value's type; among other text the value is written as JSON."""
    found = resolve(text, OUTPUTS)

    assert value == found
    assert type(value) is type(found)


@pytest.mark.parametrize(
    ("text", "reason", "says"),
    [
        ("${s1.empty.0.id}", "empty_result", "list 'empty' of s1 is empty"),
        ("${s1.empty.*.id}", "empty_result", "list 'empty' of s1 is empty"),
        ("${s1.empty[?a == 1]}", "empty_result", "list 'empty' of s1 is empty"),
        ("${s2.3}", "index_out_of_range", "index 3, but the list has 3 elements"),
        ("${s2.-4}", "index_out_of_range", "index -4, but the list has 3 elements"),
        ("${s1.nope}", "missing_key", "the output of s1 has no 'nope'; its keys are: items, map, empty"),
        ("${s1.map.k3}", "missing_key", "'map' of s1 has no 'k3'; its keys are: k1, k2"),
        ("${s1.none.x}", "null_value", "'none' of s1 is null"),
        ("${s1.none.*}", "null_value", "'none' of s1 is null"),
        ("${s1.n.x}", "not_a_container", "'n' of s1 is a number"),
        ("${s2.x}", "not_a_container", "the output of s2 is a list"),
        ("${s1.n[?a == 1]}", "not_a_container", "a filter needs a list"),
        ("${s2.$keys}", "not_a_container", "$keys needs an object"),
        (
            "${s1.items[?name == 'z'].id}",
            "no_match",
            "none of the 3 elements of list 'items' of s1 has name equal to z",
        ),
        ("${s9.a}", "unknown_step", "step 's9' has no output; finished steps: s1, s2"),
        ("${input.q}", "missing_input", "input 'q' is not given"),
        ("${item.q}", "no_item", "outside a foreach step"),
        ("a ${s1.none}", "not_text", "is null"),
        ("${s1.n.$last_segment}", "not_text", "needs text"),
        ("${s1.$headers.Location}", "missing_header", "the adapter gave no headers"),
        ("${s1.n.$headers}", "not_a_container", "directly behind a step id"),
    ],
)
def test_what_is_not_there(text: str, reason: str, says: str) -> None:
    """The error says what was there instead, and carries it as data."""
    with pytest.raises(BindingError) as caught:
        resolve(text, OUTPUTS, {})

    assert reason == caught.value.reason
    assert says in str(caught.value)
    assert caught.value.binding in text
    assert pickle.loads(pickle.dumps(caught.value)).to_dict() == caught.value.to_dict()  # noqa: S301


def test_elements_without_the_member_select_nothing() -> None:
    """Under `*` they are left out; when none has it, that is an error."""
    outputs = {"s1": [{"a": 1}, {"b": 2}, {"a": None}]}

    assert [1, None] == resolve("${s1.*.a}", outputs)
    with pytest.raises(BindingError) as caught:
        resolve("${s1.*.c}", outputs)
    assert caught.value.reason == "missing_key"


def test_long_lists_of_keys_are_cut() -> None:
    """A message stays readable next to a wide object; the data has all keys."""
    with pytest.raises(BindingError) as caught:
        resolve("${s1.x}", {"s1": {f"k{i}": i for i in range(100)}})

    assert "and 92 more" in str(caught.value)
    assert len(caught.value.available) == 100


@pytest.mark.parametrize(
    ("given", "field"),
    [({"n": "2"}, "id"), ({"n": 2}, "id"), ({"n": "b"}, "name")],
)
def test_filter_takes_the_words_of_a_person(given: dict[str, Any], field: str) -> None:
    """A text equals the number that it spells: people's words arrive as text."""
    assert resolve("${s1.items[?" + field + " == input.n].id}", OUTPUTS, given) == 2


def test_filter_tells_booleans_from_numbers() -> None:
    """`true` is not 1."""
    outputs = {"s1": [{"on": 1, "id": "a"}, {"on": True, "id": "b"}]}

    assert resolve("${s1[?on == true].id}", outputs) == "b"
    assert resolve("${s1[?on == 1].id}", outputs) == "a"


# --- inputs ---


@pytest.mark.parametrize("root", ["input", "user_input"])
@pytest.mark.parametrize("value", [0, False, "", [], {}])
def test_falsy_inputs_are_values(root: str, value: object) -> None:
    """0, false and empty values are given; null is not."""
    assert value == resolve("${" + root + ".x}", {}, {"x": value})
    with pytest.raises(BindingError):
        resolve("${" + root + ".x}", {}, {"x": None})


def test_both_roots_read_the_one_context() -> None:
    """`user_input` may be nested or flat; each root prefers its own place."""
    context = {"x": "flat", "user_input": {"x": "nested", "y": "only nested"}, "z": "only flat"}

    assert resolve("${input.x}", {}, context) == "flat"
    assert resolve("${user_input.x}", {}, context) == "nested"
    assert resolve("${input.y}", {}, context) == "only nested"
    assert resolve("${user_input.z}", {}, context) == "only flat"


def test_dotted_inputs() -> None:
    """`order.id` is read from a nested object, or from a key with that name."""
    assert resolve("${input.order.id}", {}, {"order": {"id": 7}}) == 7
    assert resolve("${input.order.id}", {}, {"order.id": 7}) == 7


# --- data stays data ---


def test_values_are_never_evaluated_again() -> None:
    """Text from a user or a response that looks like a binding is passed on as it is."""
    outputs = {"s1": {"a": "${s1.secret}", "secret": "hidden"}}

    assert resolve("${s1.a}", outputs) == "${s1.secret}"
    assert resolve("x ${s1.a} y", outputs) == "x ${s1.secret} y"
    assert resolve("${input.q}", outputs, {"q": "${s1.secret} $.items[*]"}) == "${s1.secret} $.items[*]"


def test_values_are_copied() -> None:
    """Changing what was bound does not change the earlier output."""
    outputs = {"s1": {"o": {"k": [1]}}}

    args = resolve_args({"whole": "${s1.o}", "deep": ["${s1.o.k}"]}, Scope(outputs=outputs))
    args["whole"]["k"].append(2)
    args["deep"][0].append(3)

    assert outputs == {"s1": {"o": {"k": [1]}}}


# --- headers ---


@pytest.mark.parametrize(
    ("location", "found"),
    [
        ("https://api.example.test/v3/stuff/77?x=1", "77"),
        ("/v3/stuff/77/", "77"),
        ("stuff/a%20b#frag", "a b"),
        ("77", "77"),
    ],
)
def test_last_segment_of_a_location_header(location: str, found: str) -> None:
    """Absolute and relative URLs, trailing slash, query, fragment and escapes."""
    responses = {"s1": Response(headers={"LOCATION": location}, status=201)}

    assert found == resolve("${s1.$headers.Location.$last_segment}", {"s1": None}, responses=responses)


def test_headers_and_status_of_a_step() -> None:
    """Header names have no case; all headers, and the status, can be had."""
    responses = {"s1": Response(headers={"X-Total": "3"}, status=206)}

    assert resolve("${s1.$headers.x-total}", {"s1": {}}, responses=responses) == "3"
    assert resolve("${s1.$headers}", {"s1": {}}, responses=responses) == {"X-Total": "3"}
    assert resolve("${s1.$status}", {"s1": {}}, responses=responses) == 206


def test_url_without_path_has_no_last_segment() -> None:
    """There is nothing to take, and the error says so."""
    with pytest.raises(BindingError, match="has no path segment"):
        resolve("${s1.u.$last_segment}", {"s1": {"u": "https://a.example.test/"}})


# --- error envelopes ---


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"code": 4001, "message": "token expired", "data": None}, "token expired (code 4001)"),
        ({"error": {"code": "E1", "message": "no"}}, "no (code E1)"),
        ({"errors": [{"detail": "bad"}]}, "bad"),
        ({"type": "about:blank", "title": "Forbidden", "detail": "not yours", "status": 403}, "not yours (status 403)"),
        ({"items": []}, ""),
        (["x"], ""),
        ({"message": {"id": 1}}, ""),
    ],
)
def test_envelope_message(body: Any, message: str) -> None:
    """The usual places of a message, with the code beside it."""
    assert envelope_message(body) == message


def test_binding_error_passes_the_envelope_on() -> None:
    """A binding that misses its value says what the response says."""
    body = {"code": 4001, "message": "token expired", "data": None}

    with pytest.raises(BindingError, match=r"'data' of s1 is null; the response says: token expired \(code 4001\)"):
        resolve("${s1.data.items.0.orderNo}", {"s1": body})
