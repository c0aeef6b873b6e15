"""The readiness report."""

from __future__ import annotations

from typing import Any

from contractkit import answers, contracts, document, listing, query, takes, thing

from graph_tool_call.contracts import readiness


def report(paths: dict[str, Any], sources: Any = None, **options: Any) -> dict[str, Any]:
    return readiness(contracts(document(paths), **options).tools, sources)


def test_described_collection_is_ready() -> None:
    """Nothing to say of operations whose responses are described and whose inputs have sources."""
    made = report({"/pets": {"get": answers(listing(thing(id="integer", name="string")))}})

    assert (True, {}, []) == (made["ready"], made["counts"], made["findings"])
    assert 1.0 == made["coverage"]["response_schema_coverage"]


def test_missing_response_schema_is_found() -> None:
    """A read without described fields; a 204 and a plain deletion need none."""
    made = report(
        {
            "/pets": {
                "get": {"operationId": "listPets", **answers()},
                "delete": answers(status="204"),
                "post": answers(thing(id="integer")),
            }
        }
    )

    (finding,) = made["findings"]
    assert ("missing_response_schema", 1, [{"tool": "listPets"}]) == (
        finding["code"],
        finding["count"],
        finding["where"],
    )
    assert finding["next_step"]


def test_credentials_taken_for_data_are_found() -> None:
    """Until the caller or a plugin says what they are; then the finding is gone."""
    paths = {"/pets": {"get": {"parameters": [query("X-API-Key", location="header")], **answers(thing(id="integer"))}}}

    assert {"auth_as_data": 1} == report(paths)["counts"]
    assert {} == report(paths, auth_field_names={"X-API-Key"})["counts"]


def test_untyped_identifiers_and_missing_sources_are_found() -> None:
    """A required key that nobody typed, and a required field that nothing produces."""
    paths = {
        "/orders": {
            "post": {
                **takes(thing(["customerId", "note"], customerId="string", note="string")),
                **answers(thing(id="integer")),
            }
        }
    }

    made = report(paths, lambda _tool, row: 1 if row["name"] == "customerId" else 0)

    assert {"untyped_identifier": 1, "required_without_source": 1} == made["counts"]
    assert [["customerId"], ["note"]] == [
        [place["field"] for place in finding["where"]] for finding in made["findings"]
    ]


def test_defaults_and_choices_are_sources() -> None:
    """What the document fixes, or lists, is not missing."""
    body = thing(["unit", "size"], unit={"type": "string", "enum": ["kg", "g"]}, size={"type": "integer", "default": 1})

    assert (
        {} == report({"/a": {"post": {**takes(body), **answers(thing(x="integer"))}}}, lambda _tool, _row: 0)["counts"]
    )


def test_context_without_default_is_told() -> None:
    """Runtime context has to come from the adapter."""
    paths = {"/pets": {"get": {"parameters": [query("siteNo", required=True)], **answers(thing(name="string"))}}}

    assert {"context_without_default": 1} == report(paths, context_field_names={"siteNo"})["counts"]


def test_envelope_that_hides_the_body_is_found() -> None:
    """Code and message, and a payload of which nothing is known."""
    schema = thing(code="integer", message="string", data={"type": "object"})

    assert {"envelope_hides_body": 1} == report({"/pets": {"get": answers(schema)}})["counts"]


def test_duplicate_operation_ids_are_found() -> None:
    """Tool names are distinct all the same."""
    get = {"operationId": "same", **answers(thing(name="string"))}

    assert {"duplicate_operation": 1} == report({"/a": {"get": get}, "/b": {"get": get}})["counts"]


def test_collection_without_outputs_is_not_ready() -> None:
    """Nothing can be planned from calls that give nothing."""
    made = report({"/a": {"get": answers()}})

    assert (False, {"missing_response_schema", "no_producers"}) == (made["ready"], set(made["counts"]))
