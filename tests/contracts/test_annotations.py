"""A caller's annotations: what they say wins, and what they get wrong has a place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from contractkit import answers, document, listing, query, takes, thing
from conventional import worded

from graph_tool_call import ToolGraph
from graph_tool_call.contracts import read_annotations
from graph_tool_call.contracts.unresolved import Unresolved, write_unresolved
from graph_tool_call.errors import AnnotationError
from graph_tool_call.graphify import unresolved_annotations
from graph_tool_call.hooks import FieldVerdict, hookimpl
from graph_tool_call.plan import PathSynthesizer

pytestmark = pytest.mark.bundled


class OwnKeys:
    """Types `id` by the first word of the operation's path; nothing else."""

    @hookimpl
    def gtc_classify_fields(self, operation: Any, fields: Any) -> list[FieldVerdict]:
        owner = operation.path.split("/")[1].rstrip("s")
        return [
            FieldVerdict(
                field=f.ref,
                role="identifier",
                semantic_tag=f"{owner}_id",
                resource=owner,
                confidence=0.9,
                reason="own key",
            )
            for f in fields
            if f.name == "id" and f.direction == "produces"
        ]


SHOP = document(
    {
        "/customers": {"get": {"operationId": "listCustomers", **answers(listing(thing(id="string", mail="string")))}},
        "/clients": {"get": {"operationId": "listClients", **answers(listing(thing(id="string", number="string")))}},
        "/orders": {
            "get": {"operationId": "listOrders", **answers(listing(thing(id="string", total="number")))},
            "post": {
                "operationId": "createOrder",
                **takes(thing(["custRef"], custRef="string")),
                **answers(thing(id="string"), status="201"),
            },
        },
        "/orders/{orderRef}": {
            "get": {
                "operationId": "getOrder",
                "parameters": [query("orderRef", location="path", required=True)],
                **answers(thing(total="number")),
            }
        },
        "/refunds": {"post": {"operationId": "refund", **takes(thing(["custRef"], custRef="string")), **answers()}},
    }
)


def shop(annotations: Any = None) -> ToolGraph:
    return ToolGraph.from_openapi(SHOP, plugins=worded().with_(OwnKeys(), id="own"), annotations=annotations)


def row(graph: ToolGraph, tool: str, name: str, surface: str = "consumes") -> dict[str, Any]:
    rows = graph.tools[tool]["metadata"]["api_contract"][surface]
    return next(r for r in rows if r["name"] == name)


def chain(graph: ToolGraph, target: str) -> list[str]:
    """The tools of the plan for *target*."""
    return [step.tool for step in PathSynthesizer(graph, choose="first").synthesize(target=target).steps]


# --- field → tag ---


def test_a_field_gets_the_callers_tag() -> None:
    """Everywhere but in the exceptions, with the resource of the tag, and as the caller's word."""
    graph = shop({"fields": [{"field": "custRef", "tag": "customer_id", "except": ["refund"]}]})
    found = row(graph, "createOrder", "custRef")
    (why,) = (graph.artifact["provenance"][at] for at in found["why"])

    assert ("customer_id", "customer", "identifier") == (found["semantic_tag"], found["resource"], found["role"])
    assert ("caller", 1.0) == (why["plugin"], why["confidence"])
    assert "semantic_tag" not in row(graph, "refund", "custRef")
    assert ["listCustomers", "createOrder"] == chain(graph, "createOrder")
    assert ["refund"] == chain(graph, "refund")


def test_the_caller_wins_over_plugins() -> None:
    """The plugin's tag goes, and its reason with it."""
    graph = shop({"fields": [{"field": "id", "tag": "customer_id", "operations": ["listClients"]}]})
    found = row(graph, "listClients", "id", "produces")

    assert "customer_id" == found["semantic_tag"]
    assert {"caller"} == {graph.artifact["provenance"][at]["plugin"] for at in found["why"]}


def test_a_new_tag_joins_an_output_and_an_input() -> None:
    """A tag that no plugin knows is one as soon as both sides have it."""
    graph = shop({"fields": [{"field": "number", "tag": "client_no"}, {"field": "$.custRef", "tag": "client_no"}]})

    assert ["listClients", "createOrder"] == chain(graph, "createOrder")


def test_one_side_of_a_name_can_be_meant() -> None:
    """Requests and responses may use one name for two things."""
    entry = {"field": "id", "tag": "customer_id", "side": "request"}

    with pytest.raises(AnnotationError, match="no operation has a field 'id'"):
        shop({"fields": [entry]})
    assert (
        "customer_id"
        == row(shop({"fields": [entry | {"side": "response"}]}), "listOrders", "id", "produces")["semantic_tag"]
    )


def test_the_kind_of_a_field_can_be_said() -> None:
    """Context is then the runtime's to give, whatever plugins say."""
    assert "context" == row(shop({"fields": [{"field": "custRef", "kind": "context"}]}), "refund", "custRef")["kind"]


# --- tag = tag ---


def test_equal_tags_become_the_first() -> None:
    """Outside the exceptions."""
    graph = shop({"tags": [{"same": ["customer_id", "client_id", "order_id"], "except": ["listOrders"]}]})

    tags = {tool: row(graph, tool, "id", "produces")["semantic_tag"] for tool in ("listClients", "listOrders")}
    assert {"listClients": "customer_id", "listOrders": "order_id"} == tags


# --- producer → consumer ---


def test_a_producer_is_declared() -> None:
    """It is an extracted edge that says who said so, and no other producer is taken."""
    graph = shop(
        {
            "fields": [{"field": "custRef", "tag": "customer_id"}],
            "producers": [
                {"producer": "GET /clients", "field": "number", "consumer": "createOrder", "input": "custRef"}
            ],
        }
    )
    (edge,) = (e for e in graph.edges if e["source"] == "createOrder" and e["relation"] == "requires")

    assert ["listClients", "createOrder"] == chain(graph, "createOrder")
    assert ("listClients", "EXTRACTED", [{"from": "$[*].number", "to": "custRef"}]) == (
        edge["target"],
        edge["confidence"],
        [{key: flow[key] for key in ("from", "to")} for flow in edge["data"]],
    )
    assert ("annotation", "caller") == (edge["evidence"][0]["rule"], edge["evidence"][0]["plugin"])


def test_a_producer_without_consumer_feeds_all_that_have_the_input() -> None:
    """But for the exceptions; the field is the one with the input's tag."""
    graph = shop(
        {
            "fields": [{"field": "custRef", "tag": "client_id"}],
            "producers": [{"producer": "listClients", "input": "custRef", "except": ["refund"]}],
        }
    )

    assert ["listClients"] == row(graph, "createOrder", "custRef")["fed_by"]
    assert "fed_by" not in row(graph, "refund", "custRef")


# --- never ---


@pytest.mark.parametrize(
    "entry",
    [
        {"producer": "listOrders"},
        {"producer": "listOrders", "consumer": "getOrder"},
        {"producer": "listOrders", "consumer": "getOrder", "input": "orderRef"},
        {"producer": "listOrders", "field": "$[*].id", "input": "orderRef"},
    ],
)
def test_never_is_never(entry: dict[str, Any]) -> None:
    """However much of it is said: the value is asked for, and the account says why."""
    typed = {"fields": [{"field": "orderRef", "tag": "order_id"}]}
    graph = shop({**typed, "never": [entry]})
    contract = graph.index.contracts["getOrder"]

    assert ["listOrders", "getOrder"] == chain(shop(typed), "getOrder")
    assert ["getOrder"] == chain(graph, "getOrder")
    assert "never_by_caller" in {cut.code for cut in graph.index.account(contract, contract.inputs[0]).cut}


def test_never_has_exceptions() -> None:
    """A producer that feeds one operation only."""
    typed = {"fields": [{"field": "custRef", "tag": "customer_id"}]}
    graph = shop({**typed, "never": [{"producer": "listCustomers", "except": ["refund"]}]})

    assert ["createOrder"] == chain(graph, "createOrder")
    assert ["listCustomers", "refund"] == chain(graph, "refund")


# --- errors ---


@pytest.mark.parametrize(
    ("entry", "code", "path", "says"),
    [
        ({"fields": [{"field": "custRef", "tag": "custmer_id"}]}, "unknown_tag", ".fields[0].tag", "'customer_id'?"),
        ({"fields": [{"field": "custRfe", "tag": "customer_id"}]}, "unknown_field", ".fields[0].field", "'custRef'?"),
        ({"fields": [{"field": "custRef", "operations": ["refnd"]}]}, "unknown_operation", ".fields[0].operations[0]",
         "'refund'?"),
        ({"fields": [{"field": "id", "except": ["GET /order"]}]}, "unknown_operation", ".fields[0].except[0]",
         "'GET /orders'?"),
        ({"fields": [{"field": "total", "operations": ["listClients"]}]}, "unknown_field", ".fields[0].field",
         "listClients has no field 'total'"),
        ({"tags": [{"same": ["customer_id", "cleint_id"]}]}, "unknown_tag", ".tags[0].same[1]", "'client_id'?"),
        ({"producers": [{"producer": "listOrders", "input": "custRef"}]}, "missing_key", ".producers[0]",
         "which field of listOrders fills custRef"),
        ({"producers": [{"producer": "listOrders", "field": "totl", "input": "custRef"}]}, "unknown_field",
         ".producers[0].field", "'total'?"),
        ({"never": [{"producer": "listOrders", "input": "custReff"}]}, "unknown_field", ".never[0].input",
         "'custRef'?"),
        ({"never": [{"input": "custRef"}]}, "missing_key", ".never[0]", "needs 'producer'"),
        ({"fields": [{"field": "custRef", "tga": "x"}]}, "unknown_key", ".fields[0].tga", "'tag'?"),
        ({"feilds": []}, "unknown_key", ".feilds", "'fields'?"),
        ({"fields": [{"field": "custRef", "side": "both"}]}, "invalid_value", ".fields[0].side", "request, response"),
        ({"fields": [{"field": 3}]}, "invalid_value", ".fields[0].field", "takes text, not int"),
        ({"fields": {"field": "custRef"}}, "invalid_value", ".fields", "a list of entries"),
        (3, "not_annotations", "", "a path, text or a mapping"),
    ],
)  # fmt: skip
def test_what_is_wrong_has_code_and_place(entry: Any, code: str, path: str, says: str) -> None:
    """And a near name, where there is one."""
    with pytest.raises(AnnotationError) as caught:
        shop(entry)

    assert (code, path) == (caught.value.code, caught.value.path.removeprefix("$"))
    assert says in str(caught.value)


def test_errors_of_a_file_have_its_name_and_line(tmp_path: Path) -> None:
    """As compilers write them."""
    file = tmp_path / "known.yaml"
    file.write_text("# what we know\nfields:\n- field: custRef\n  operations:\n  - createOrder\n  tag: custmer_id\n")

    with pytest.raises(AnnotationError) as caught:
        shop(file)

    assert (6, str(file)) == (caught.value.line, caught.value.source)
    assert str(caught.value).startswith(f"{file}:6: $.fields[0].tag: ")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("fields:\n- field: a\n  tag: [b\n", "invalid_yaml", 4),
        ("fields:\n- field: a\n  field: b\n", "duplicate_key", 3),
        ("- a\n- b\n", "not_annotations", 1),
        ("fields:\n- field:\n    a:\n      b:\n        c: d\n", "invalid_value", 4),
    ],
)
def test_text_that_is_no_annotations_file(text: str, code: str, line: int) -> None:
    """The line is that of the trouble."""
    with pytest.raises(AnnotationError) as caught:
        read_annotations(text)

    assert (code, line) == (caught.value.code, caught.value.line)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """With what the system says."""
    with pytest.raises(AnnotationError, match=r"nowhere\.yaml: cannot be read: No such file"):
        read_annotations(tmp_path / "nowhere.yaml")


def test_words_of_yaml_are_text(tmp_path: Path) -> None:
    """`no` and `on` are names of fields; JSON is read too, and an empty file says nothing."""
    file = tmp_path / "known.json"
    file.write_text(json.dumps({"fields": [{"field": "no", "tag": "order_no"}]}))

    assert read_annotations(file) == read_annotations("fields:\n- field: no\n  tag: order_no\n")
    assert not read_annotations("# nothing\n")


# --- what is unresolved ---


@pytest.mark.bundled
def test_unresolved_identifiers_can_be_filled_in(tmp_path: Path) -> None:
    """Written out, one filled in with an offered tag, built again: the planner uses it."""
    text = unresolved_annotations(shop())
    file = tmp_path / "open.yaml"
    at = text.index('"$.custRef"')
    assert "# customer_id  (listCustomers: $[*].id)" in text[at:]
    file.write_text(text[:at] + text[at:].replace('tag: ""', "tag: customer_id", 1))

    graph = shop(file)

    assert ["createOrder"] == chain(shop(), "createOrder")
    assert ["listCustomers", "createOrder"] == chain(graph, "createOrder")
    assert "custRef" not in unresolved_annotations(graph)


def test_names_stay_inside_their_comments() -> None:
    """A response field's name with a line break in it adds no entry, and controls leave the file readable."""
    entry = Unresolved(
        field="custRef",
        location="query",
        type="string",
        tag="",
        operations=("getOrder",),
        candidates=(("customer_id", "listCustomers", '$["a\n- field: pin\n  tag: customer_id\x00\x1b"]'),),
    )

    text = write_unresolved([entry], "Shop\n- field: pin\x07")

    assert ["custRef"] == [field.field for field in read_annotations(text).fields]


def test_what_is_not_filled_in_changes_nothing() -> None:
    """Entries without a tag are open questions."""
    assert shop().artifact == shop(unresolved_annotations(shop())).artifact


@pytest.mark.bundled
def test_equal_open_fields_are_one_entry() -> None:
    """Two operations, one question; what has a source isn't asked."""
    fields = read_annotations(unresolved_annotations(shop())).fields

    assert [("orderRef", ("getOrder",)), ("$.custRef", ("createOrder", "refund"))] == sorted(
        ((f.field, f.operations) for f in fields), reverse=True
    )
