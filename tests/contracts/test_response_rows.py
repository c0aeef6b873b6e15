"""What an operation gives: response bodies and headers."""

from __future__ import annotations

import pytest
from contractkit import answers, contract, contracts, document, listing, produced, ref, thing

from graph_tool_call.contracts import Budget

pytestmark = pytest.mark.bundled


def test_leaves_have_real_json_paths() -> None:
    """Objects, lists, lists of lists, maps and their keys each have their step."""
    schema = thing(
        id="integer",
        owner=thing(login="string"),
        rows=listing(thing(sku="string")),
        grid=listing(listing("number")),
        stocks={"type": "object", "additionalProperties": thing(qty="integer")},
    )

    rows = produced(schema)

    assert {path: row.get("cardinality") for path, row in rows.items()} == {
        "$.id": None,
        "$.grid[*][*]": "many",
        "$.owner.login": None,
        "$.rows[*].sku": "many",
        "$.stocks.~": "many",
        "$.stocks.*.qty": "many",
    }


def test_row_says_what_the_schema_says() -> None:
    """Type, format, values and whether it may be null."""
    rows = produced(
        thing(
            state={"type": "string", "enum": ["on", "off"], "nullable": True}, at={"type": "string", "format": "date"}
        )
    )

    assert rows["$.state"] == {
        "name": "state",
        "path": "$.state",
        "location": "response",
        "field_type": "string",
        "enum": ["on", "off"],
        "nullable": True,
    }
    assert rows["$.at"]["format"] == "date"


def test_long_enums_of_responses_are_counted() -> None:
    """A long list of values is no help in a response row; that there is one is said."""
    (row,) = produced(thing(currency={"type": "string", "enum": [f"C{i}" for i in range(180)]})).values()

    assert ("enum" in row, row["enum_size"]) == (False, 180)


def test_roots_of_any_kind_are_produced() -> None:
    """A list of plain values, and a plain value, are fields too."""
    assert list(produced(listing("integer"))) == ["$[*]"]
    assert list(produced({"type": "string"})) == ["$"]


def test_write_only_properties_are_not_given() -> None:
    """A writeOnly property is never in a response (OpenAPI 3.0, 4.7.24)."""
    assert list(produced(thing(login="string", password={"type": "string", "writeOnly": True}))) == ["$.login"]


def test_two_roles_of_one_schema_are_two_sets_of_fields() -> None:
    """Sender and recipient are both users, and both are told."""
    rows = produced(thing(sender=ref("User"), recipient=ref("User")), {"User": thing(id="integer", name="string")})

    assert list(rows) == ["$.sender.id", "$.sender.name", "$.recipient.id", "$.recipient.name"]


@pytest.mark.bundled
def test_large_schema_in_a_second_role_shows_its_identifiers() -> None:
    """What identifies the second role is kept, what is known from the first is not repeated."""
    user = thing(id="integer", orderNo="string", **{f"text_{i}": "string" for i in range(40)})

    rows = produced(thing(sender=ref("User"), recipient=ref("User")), {"User": user}, response_budget=Budget(rows=100))

    assert [path for path in rows if path.startswith("$.recipient")] == ["$.recipient.id", "$.recipient.orderNo"]
    assert len([path for path in rows if path.startswith("$.sender")]) == 42


def test_mutually_recursive_schemas_give_each_field_once_and_their_roles() -> None:
    """Each schema is looked into once; from there on only identifiers tell roles apart."""
    names = [f"S{i}" for i in range(14)]
    schemas = {
        name: thing(id="integer", text="string", **{f"to_{other}": ref(other) for other in names if other != name})
        for name in names
    }

    rows = produced(ref("S0"), schemas, response_budget=Budget(rows=400, fields=400))

    assert {f"$.to_{name}.text" for name in names[1:]} <= set(rows)
    assert len([path for path in rows if path.endswith(".text")]) == len(names)
    assert len(rows) <= 400


@pytest.mark.bundled
def test_nearest_fields_and_identifiers_are_kept_when_rows_are_few() -> None:
    """The object's own fields stay, then identifiers by distance; what is cut is reported."""
    near = thing(
        a="string",
        b="string",
        c="string",
        inner=thing(text="string", userId="integer", more=thing(word="string", skuNo="string")),
    )

    built = contracts(document({"/things": {"get": answers(near)}}), response_budget=Budget(rows=5))

    (tool,) = built.tools.values()
    rows = [row["path"] for row in tool["metadata"]["api_contract"]["produces"]]
    assert rows == ["$.a", "$.b", "$.c", "$.inner.userId", "$.inner.more.skuNo"]
    assert [(d.code, d.message.split()[0]) for d in built.diagnostics] == [("fields_cut", "2")]


def test_alternatives_are_united() -> None:
    """A value that is a key or the whole object is both, each marked; common fields are not marked."""
    user = thing(id="string", name="string")
    rows = produced(
        thing(owner={"anyOf": [{"type": "string"}, ref("User"), ref("Team")]}),
        {"User": user, "Team": thing(id="string", size="integer")},
    )

    marks = {path: row.get("alternative") for path, row in rows.items()}
    assert marks == {
        "$.owner": "$.owner/0",
        "$.owner.id": "$.owner/1,2",
        "$.owner.name": "$.owner/1",
        "$.owner.size": "$.owner/2",
    }


@pytest.mark.parametrize(
    ("responses", "expected"),
    [
        ({"200": "a", "201": "b"}, "200"),
        ({"201": "a", "2XX": "b"}, "201"),
        ({"2xx": "a", "404": "b"}, "2XX"),
        ({"200": None, "201": "b"}, "201"),
        ({"default": "a"}, "default"),
        ({"default": "a", "404": "b"}, "default"),
        ({"204": None, "default": "b"}, "204"),
        ({"404": "a"}, None),
        ({"302": None, "default": "a"}, None),
    ],
)
def test_success_response_is_chosen(responses: dict[str, str | None], expected: str | None) -> None:
    """Lowest explicit 2xx that has a body, then the range, then `default` where it can only be success."""
    made = {
        status: answers(None if name is None else thing(**{name: "string"}))["responses"]["200"]
        for status, name in responses.items()
    }

    found = contract(document({"/things": {"get": {"responses": made}}}))

    assert expected == found.get("result", {}).get("status")
    wanted = next(
        (name for status, name in responses.items() if status.upper() == (expected or "").upper() and name), None
    )
    assert [row["name"] for row in found["produces"]] == ([wanted] if wanted else [])


def test_response_headers_are_produced() -> None:
    """Headers of the success response are outputs of their own place."""
    operation = answers(status="201", headers={"X-Total": {"schema": {"type": "integer"}}})

    (row,) = contract(document({"/things": {"post": operation}}))["produces"]

    assert row == {"name": "X-Total", "path": "X-Total", "location": "response_header", "field_type": "integer"}


@pytest.mark.bundled
def test_identifiers_are_found_behind_many_plain_fields() -> None:
    """A wide object hides none of the keys that lie in its objects, whatever those are called."""
    wide = thing(
        **{f"text_{i}": "string" for i in range(90)},
        head=thing(label="string", repo=thing(id="integer", note="string")),
    )

    rows = produced(wide)

    assert 90 == len([path for path in rows if path.startswith("$.text_")])
    assert {"$.head.repo.id"} == {path for path in rows if path.startswith("$.head")}


def test_required_response_fields_do_not_fill_the_rows() -> None:
    """What a response always has is no more wanted than what it may have."""
    inner = thing([f"word_{i}" for i in range(60)], **{f"word_{i}": "string" for i in range(60)})

    rows = produced(thing(["inner"], id="integer", inner=inner))

    assert ("$.id" in rows, len(rows)) == (True, Budget().rows)
