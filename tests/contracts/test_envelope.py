"""Where the business result of a response is, and what stands around it."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, contract, document, listing, produced, query, ref, thing

pytestmark = pytest.mark.bundled

PET = thing(id="integer", name="string")


def result(schema: Any, schemas: Any = None, *parameters: Any) -> dict[str, Any]:
    operation = {**answers(schema), "parameters": list(parameters)}
    found: dict[str, Any] = contract(document({"/pets": {"get": operation}}, {"Pet": PET, **(schemas or {})}))["result"]
    return found


@pytest.mark.parametrize(
    ("schema", "path", "cardinality", "wrappers"),
    [
        pytest.param(ref("Pet"), "$", "one", None, id="business object"),
        pytest.param(listing(ref("Pet")), "$[*]", "many", ["list"], id="list at the root"),
        pytest.param({"type": "string"}, "$", "one", ["scalar"], id="plain value"),
        pytest.param({"type": "object", "additionalProperties": ref("Pet")}, "$.*", "many", ["map"], id="map by id"),
        pytest.param(thing(pet=ref("Pet")), "$.pet", "one", ["single"], id="one property"),
        pytest.param(thing(User=ref("Pet")), "$.User", "one", ["single"], id="externally tagged"),
        pytest.param(
            thing(code="integer", message="string", data=ref("Pet")),
            "$.data",
            "one",
            ["status"],
            id="code, message, data",
        ),
        pytest.param(
            thing(code="integer", msg="string", data=listing(ref("Pet"))),
            "$.data[*]",
            "many",
            ["status", "list"],
            id="and a list",
        ),
        pytest.param(
            thing(code="integer", data=thing(list=listing(ref("Pet")), total="integer"), msg="string"),
            "$.data.list[*]",
            "many",
            ["status", "paging", "list"],
            id="and a page in it",
        ),
        pytest.param(
            thing(ok="boolean", channel=ref("Pet")), "$.channel", "one", ["status"], id="ok and the thing itself"
        ),
        pytest.param(
            thing(total_count="integer", incomplete="boolean", items=listing(ref("Pet"))),
            "$.items[*]",
            "many",
            ["paging", "list"],
            id="page",
        ),
        pytest.param(
            thing(
                _embedded=thing(pets=listing(ref("Pet"))),
                _links=thing(self=thing(href="string")),
                page=thing(number="integer"),
            ),
            "$._embedded.pets[*]",
            "many",
            ["hal", "single", "list"],
            id="HAL",
        ),
        pytest.param(
            thing(data=thing(type="string", id="string", attributes=PET), links=thing(self="string")),
            "$.data",
            "one",
            ["json_api"],
            id="JSON:API",
        ),
    ],
)
def test_envelope_is_recognised(schema: Any, path: str, cardinality: str, wrappers: list[str] | None) -> None:
    """The result's path is the real JSON path, whatever the response is wrapped in."""
    found = result(schema)

    assert (path, cardinality, wrappers) == (found["path"], found["cardinality"], found.get("wrappers"))


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(
            thing(id="integer", status="string", total="number", items=listing(thing(sku="string"))),
            id="order with items and a total",
        ),
        pytest.param(
            thing(orderNo="string", count="integer", lines=listing(thing(sku="string"))), id="keyed by its number"
        ),
        pytest.param(
            thing(
                apiVersion="string",
                kind="string",
                metadata=thing(name="string", uid="string"),
                conditions=listing(thing(type="string")),
            ),
            id="thing whose metadata is its own",
        ),
        pytest.param(
            thing(title="string", message="string", tags=listing("string"), authors=listing(PET)), id="two lists"
        ),
    ],
)
def test_business_objects_are_no_envelopes(schema: Any) -> None:
    """A thing with a key of its own, or with more than one part, is the result itself."""
    assert ("$", "one") == (result(schema)["path"], result(schema)["cardinality"])


def test_rows_of_the_wrapping_are_marked() -> None:
    """Outcome and page are told apart from the business fields; paths stay real."""
    rows = produced(thing(code="integer", message="string", data=thing(list=listing(PET), total="integer")))

    assert {path: row.get("envelope", False) for path, row in rows.items()} == {
        "$.code": True,
        "$.message": True,
        "$.data.total": True,
        "$.data.list[*].id": False,
        "$.data.list[*].name": False,
    }


def test_status_of_a_business_object_is_not_wrapping() -> None:
    """The same names on a plain object are its own fields."""
    rows = produced(thing(id="integer", code="string", message="string"))

    assert not any(row.get("envelope") for row in rows.values())


def test_outcome_of_calls_that_always_answer_200_is_told() -> None:
    """A runner can see from these paths whether the call worked."""
    found = result(thing(resultCode="string", resultMessage="string", success="boolean", data=ref("Pet")))

    assert {"code": "$.resultCode", "message": "$.resultMessage", "ok": "$.success"} == found["outcome"]


def test_page_without_status_has_no_outcome() -> None:
    """Paging alone says nothing of success."""
    assert "outcome" not in result(thing(total="integer", items=listing(ref("Pet"))))


@pytest.mark.parametrize(
    ("schema", "parameters", "expected"),
    [
        pytest.param(
            thing(items=listing(PET), meta=ref("Meta")),
            [query("cursor"), query("limit", type="integer")],
            {"style": "cursor", "param": "cursor", "size": "limit", "next": "$.meta.next_cursor"},
            id="cursor under a reference",
        ),
        pytest.param(
            listing(PET),
            [query("page"), query("per_page")],
            {"style": "page", "param": "page", "size": "per_page"},
            id="page number",
        ),
        pytest.param(
            thing(count="integer", next="string", results=listing(PET)),
            [query("offset"), query("limit")],
            {"style": "offset", "param": "offset", "size": "limit", "next": "$.next"},
            id="offset and the next URL",
        ),
        pytest.param(
            thing(data=listing(PET), links=thing(next="string")),
            [query("page[cursor]"), query("page[size]")],
            {"style": "cursor", "param": "page[cursor]", "size": "page[size]", "next": "$.links.next"},
            id="JSON:API's page parameters",
        ),
        pytest.param(
            thing(value=listing(PET), **{"@odata.nextLink": "string"}),
            [query("$skip"), query("$top")],
            {"style": "offset", "param": "$skip", "size": "$top", "next": "$['@odata.nextLink']"},
            id="OData",
        ),
    ],
)
def test_paging_is_recognised(schema: Any, parameters: list[Any], expected: dict[str, str]) -> None:
    """How the next page is asked for, and where its name is."""
    assert expected == result(schema, {"Meta": thing(next_cursor="string")}, *parameters)["paging"]


def test_first_documented_way_goes_first() -> None:
    """Of several ways to ask for a page the first one of the document is the one; the others are told."""
    parameters = [query("page"), query("limit", type="integer"), query("cursor"), query("offset")]

    assert result(listing(PET), None, *parameters)["paging"] == {
        "style": "page",
        "param": "page",
        "size": "limit",
        "others": [{"style": "cursor", "param": "cursor"}, {"style": "offset", "param": "offset"}],
    }


def test_what_takes_a_page_and_its_length_pages() -> None:
    """A list that is not seen in the answer's schema is paged all the same."""
    parameters = [query("offset", type="integer"), query("limit", type="integer")]

    assert result(ref("Pet"), None, *parameters)["paging"] == {"style": "offset", "param": "offset", "size": "limit"}


def test_single_results_do_not_page() -> None:
    """A parameter called `page` does not make a list of an object."""
    assert "paging" not in result(ref("Pet"), None, query("page"))


def test_link_header_is_told() -> None:
    """RFC 8288: the next page's URL is in the `Link` header."""
    operation = {
        **answers(listing(PET), headers={"Link": {"schema": {"type": "string"}}}),
        "parameters": [query("per_page")],
    }

    found = contract(document({"/pets": {"get": operation}}))["result"]["paging"]

    assert {"style": "link", "size": "per_page", "next_header": "Link"} == found


@pytest.mark.parametrize("name", ["next_page", "pageDetails", "paging_info"])
def test_an_object_about_pages_beside_a_list_is_no_part_of_the_result(name: str) -> None:
    """The elements are what the answer is about, and there are many of them."""
    found = contract(
        document(
            {"/tasks": {"get": answers(thing(data=listing(thing(id="string")), **{name: thing(offset="string")}))}}
        )
    )["result"]

    assert ("$.data[*]", "many") == (found["path"], found["cardinality"])
