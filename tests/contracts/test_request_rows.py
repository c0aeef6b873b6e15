"""What an operation takes: parameters and request bodies."""

from __future__ import annotations

import json

import pytest
from contractkit import answers, consumed, contract, contracts, document, listing, query, ref, takes, thing

from graph_tool_call.contracts import Budget

pytestmark = pytest.mark.bundled


def test_parameter_row_says_what_the_document_says() -> None:
    """Name, place, type, values and limits come from the parameter; what isn't said isn't there."""
    parameter = query(
        "size", type="integer", minimum=1, maximum=9223372036854775807, default=9007199254740993, description="how many"
    )

    rows = consumed({"parameters": [parameter]})

    assert {
        "name": "size",
        "path": "size",
        "location": "query",
        "field_type": "integer",
        "default": 9007199254740993,
        "minimum": 1,
        "maximum": 9223372036854775807,
        "description": "how many",
        "kind": "data",
    } == rows["size"]


def test_path_parameter_is_required_whatever_its_schema_says() -> None:
    """Neither a readOnly schema nor `required: false` takes a template variable out of the path."""
    paths = {"/things/{id}": {"get": {"parameters": [query("id", location="path", readOnly=True)], **answers()}}}

    (row,) = contract(document(paths))["consumes"]

    assert (row["name"], row["required"]) == ("id", True)


def test_undeclared_template_variable_is_marked() -> None:
    """A variable that no parameter declares is an input nevertheless, and says so."""
    (row,) = contract(document({"/things/{id}": {"get": answers()}}))["consumes"]

    assert (row["name"], row["required"], row["declared"]) == ("id", True, False)


def test_style_is_told_where_it_is_unusual() -> None:
    """The default style of a location goes without saying."""
    usual = query("a", type="array", items={"type": "string"})
    unusual = {**query("b", type="array", items={"type": "string"}), "style": "pipeDelimited", "explode": False}

    rows = consumed({"parameters": [usual, unusual]})

    assert "style" not in rows["a"]
    assert (rows["b"]["style"], rows["b"]["explode"]) == ("pipeDelimited", False)


def test_required_is_meant_for_the_call_as_a_whole() -> None:
    """A required child of an optional object is needed only with its parent."""
    size = thing(["size"], size="string")
    body = thing(["box"], note="string", box=size, spare=size)

    rows = consumed(takes(body))

    flags = {path: (row.get("required", False), row.get("required_if_parent", False)) for path, row in rows.items()}
    assert flags == {
        "$.note": (False, False),
        "$.box": (True, False),
        "$.box.size": (True, False),
        "$.spare": (False, False),
        "$.spare.size": (False, True),
    }


def test_fields_of_an_optional_body_are_not_required() -> None:
    """What a body requires is required only when there is a body."""
    rows = consumed(takes(thing(["name"], name="string"), required=False))

    assert "required" not in rows["$.name"]
    assert rows["$.name"]["required_if_parent"] is True


def test_list_is_one_input_with_its_elements_beside_it() -> None:
    """A required list is required; what its elements require is required with an element."""
    body = thing(["lines", "tags"], lines=listing(thing(["sku"], sku="string", note="string")), tags=listing("string"))

    rows = consumed(takes(body))

    assert list(rows) == ["$.lines", "$.tags", "$.lines[*].sku", "$.lines[*].note"]
    assert rows["$.lines"]["required"] is True
    assert rows["$.tags"]["array"] == {"type": "string"}
    assert "required" not in rows["$.lines[*].sku"]
    assert rows["$.lines[*].sku"]["required_if_parent"] is True


def test_body_that_is_no_object_is_one_field() -> None:
    """A scalar body is a single input at the root, with a name that no parameter has."""
    rows = consumed({"parameters": [query("motd")], **takes({"type": "string", "title": "motd"})})

    assert rows["$"]["whole_body"] is True
    assert (rows["$"]["name"], rows["$"]["required"], rows["$"]["field_type"]) == ("body", True, "string")
    assert rows["motd"]["location"] == "query"


def test_list_body_is_one_field_with_its_element_fields() -> None:
    """The fields of one element stand beside the whole body."""
    rows = consumed(takes(listing(thing(["sku"], sku="string"))))

    assert list(rows) == ["$", "$[*].sku"]
    assert rows["$"]["array"] == {"type": "object"}
    assert rows["$[*].sku"]["required_if_parent"] is True


def test_read_only_properties_are_not_taken() -> None:
    """A readOnly property is never sent, required or not (OpenAPI 3.0, 4.7.24)."""
    body = thing(["id", "name"], id={"type": "integer", "readOnly": True}, name="string")

    assert list(consumed(takes(body))) == ["$.name"]


def test_map_is_one_input() -> None:
    """A map is given as a whole: its keys are data."""
    rows = consumed(takes(thing(["labels"], labels={"type": "object", "additionalProperties": thing(a="string")})))

    assert list(rows) == ["$.labels"]
    assert rows["$.labels"]["field_type"] == "object"


def test_form_rows_tell_their_content_type() -> None:
    """Rows of a body that is not JSON say how it is sent, and so does the contract."""
    operation = {
        **takes(thing(["file"], file={"type": "string", "format": "binary"}), content_type="multipart/form-data"),
        **answers(),
    }

    found = contract(document({"/files": {"post": operation}}))

    (row,) = found["consumes"]
    assert (row["format"], row["content_type"]) == ("binary", "multipart/form-data")
    assert found["body"] == {"content_type": "multipart/form-data", "required": True}


def test_body_without_schema_is_one_field() -> None:
    """A media type alone says that there is a body."""
    rows = consumed({"requestBody": {"required": True, "content": {"application/octet-stream": {}}}})

    assert (rows["$"]["required"], rows["$"]["content_type"]) == (True, "application/octet-stream")


def test_alternatives_are_never_required_at_once() -> None:
    """Fields of one alternative say which, and what it requires is required only with it."""
    card = thing(["type", "number"], type={"type": "string", "enum": ["card"]}, number="string")
    bank = thing(["type", "iban"], type={"type": "string", "enum": ["bank"]}, iban="string")
    body = thing(["payment"], payment={"oneOf": [ref("Card"), ref("Bank")], "discriminator": {"propertyName": "type"}})

    found = contract(document({"/orders": {"post": {**takes(body), **answers()}}}, {"Card": card, "Bank": bank}))
    rows = {row["path"]: row for row in found["consumes"]}

    assert [path for path, row in rows.items() if row.get("required")] == ["$.payment", "$.payment.type"]
    assert rows["$.payment.type"]["enum"] == ["card", "bank"]
    assert (rows["$.payment.number"]["alternative"], rows["$.payment.number"]["required_in_alternative"]) == (
        "$.payment/0",
        True,
    )
    assert (rows["$.payment.iban"]["alternative"], rows["$.payment.iban"]["required_in_alternative"]) == (
        "$.payment/1",
        True,
    )
    assert found["choices"] == [
        {
            "group": "$.payment",
            "choice": "oneOf",
            "required": True,
            "discriminator": "type",
            "alternatives": [
                {"name": "Card", "type": "object", "required": ["type", "number"], "value": "card"},
                {"name": "Bank", "type": "object", "required": ["type", "iban"], "value": "bank"},
            ],
        }
    ]


def test_choice_of_required_sets_makes_none_of_them_required() -> None:
    """`anyOf: [{required: [a]}, {required: [b]}]` beside properties says what goes together, and is no field."""
    body = {**thing(a="string", b="string"), "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}

    rows = consumed(takes(body))

    assert list(rows) == ["$.a", "$.b"]
    assert not any(row.get("required") for row in rows.values())


def test_recursive_body_stops() -> None:
    """A schema that refers to itself gives its fields once, and what it has of its own kind is told as an object."""
    node = thing(["name"], name="string", child=ref("Node"), children=listing(ref("Node")))

    rows = consumed(takes(ref("Node")), {"Node": node})

    assert {"$.name", "$.child", "$.children", "$.child.name", "$.children[*].name"} <= set(rows)
    assert len(rows) < 12
    assert [path for path, row in rows.items() if row.get("required")] == ["$.name"]


def test_required_inputs_are_never_cut() -> None:
    """However small the budget, what the call needs is there; optional inputs go first."""
    names = [f"needed_{i}" for i in range(30)]
    deep = thing(names, **dict.fromkeys(names, "string"))
    body = thing(["a"], a=thing(["b"], b=deep), **{f"optional_{i}": thing(x="string") for i in range(30)})

    rows = consumed(takes(body), request_budget=Budget(rows=5, depth=1))

    assert {f"$.a.b.{name}" for name in names} <= {path for path, row in rows.items() if row.get("required")}
    assert not [path for path in rows if path.endswith(".x")]


def test_values_keep_their_json_type() -> None:
    """Enum members, constants and defaults are what the document has."""
    rows = consumed(
        takes(thing(phase={"type": "integer", "enum": [0, 1, 3]}, flag={"type": "boolean", "default": False}))
    )

    assert json.dumps(rows["$.phase"]["enum"]) == "[0, 1, 3]"
    assert rows["$.flag"]["default"] is False


def test_required_only_leaves_optional_inputs_out() -> None:
    """`required_only` keeps what a call needs."""
    rows = consumed({"parameters": [query("a"), query("b", required=True)]}, required_only=True)

    assert list(rows) == ["b"]


def test_names_with_odd_characters_are_quoted() -> None:
    """A path can be taken apart again whatever the names are."""
    rows = consumed(
        takes(thing(**{"order-no": "string", "a.b": "string", "it's": "string", "주문번호": "string", "*": "string"}))
    )

    assert list(rows) == ["$.order-no", "$['a.b']", "$['it\\'s']", "$.주문번호", "$['*']"]


def test_parameter_with_alternatives_has_their_types() -> None:
    """A value or a list of values is one input of both types; of alternatives with values, all are allowed."""
    either = {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}
    words = {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "string", "enum": ["b"]}]}
    parameters = [{"name": name, "in": "query", "schema": schema} for name, schema in (("q", either), ("w", words))]

    rows = consumed({"parameters": parameters})

    assert (rows["q"]["field_type"], rows["q"]["types"]) == ("string", ["string", "array"])
    assert rows["q"]["array"] == {"type": "integer"}
    assert (rows["w"]["field_type"], rows["w"]["enum"]) == ("string", ["a", "b"])


def test_alternative_that_only_says_nullable_is_none() -> None:
    """`anyOf: [X, {nullable: true}]` is X, and nothing is marked as a choice."""
    operation = {**takes(thing(owner={"anyOf": [thing(id="integer"), {"nullable": True}]})), **answers()}

    found = contract(document({"/a": {"post": operation}}))

    marked = [(row["path"], "alternative" in row) for row in found["consumes"]]
    assert marked == [("$.owner", False), ("$.owner.id", False)]
    assert "choices" not in found


def test_keywords_of_another_type_say_nothing() -> None:
    """Properties beside `type: array` are no fields of the list (JSON Schema: they do not apply)."""
    body = thing(channels={"type": "array", "items": thing(id="string"), "properties": {"name": {"type": "string"}}})

    assert list(consumed(takes(body))) == ["$.channels", "$.channels[*].id"]


def test_what_an_optional_part_of_an_alternative_requires_waits_for_that_part() -> None:
    """Only what is required at every step within the alternative is required with it."""
    part = thing(["code"], code="string")
    bank = thing(["account"], account=part, branch=part)
    body = thing(payment={"oneOf": [thing(["number"], number="string"), bank]})

    rows = consumed(takes(body))

    flags = ("required", "required_in_alternative", "required_if_parent")
    marked = {path: [flag for flag in flags if row.get(flag)] for path, row in rows.items() if path != "$.payment"}
    assert marked == {
        "$.payment.number": ["required_in_alternative"],
        "$.payment.account": ["required_in_alternative"],
        "$.payment.account.code": ["required_in_alternative"],
        "$.payment.branch": [],
        "$.payment.branch.code": ["required_if_parent"],
    }


def test_schema_that_requires_itself_stops() -> None:
    """Nobody can send such a body; its fields are told once more within themselves, and no further."""
    rows = consumed(takes(ref("Node")), {"Node": thing(["name", "child"], name="string", child=ref("Node"))})

    assert list(rows) == ["$.name", "$.child", "$.child.name", "$.child.child"]


def test_bodies_that_need_ever_more_are_bounded() -> None:
    """Twenty levels of two required objects each would be a million; the walk ends, and says what it cut."""
    schemas = {f"S{i}": thing(["a", "b"], a=ref(f"S{i + 1}"), b=ref(f"S{i + 1}")) for i in range(20)}
    schemas["S20"] = thing(["x"], x="string")

    built = contracts(document({"/a": {"post": {**takes(ref("S0")), **answers()}}}, schemas))

    assert len(built.tools.popitem()[1]["metadata"]["api_contract"]["consumes"]) < 5000
    assert ["fields_cut"] == [diagnostic.code for diagnostic in built.diagnostics]
