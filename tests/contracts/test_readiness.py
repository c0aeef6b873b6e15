"""The readiness report."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from contractkit import answers, contracts, document, listing, query, takes, thing
from conventional import WORDS, worded
from reading import only_reading

from graph_tool_call import ToolGraph, hookimpl
from graph_tool_call.contracts import readiness
from graph_tool_call.contracts.issues import ISSUES
from graph_tool_call.hooks import FieldVerdict

pytestmark = pytest.mark.bundled


def report(paths: dict[str, Any], sources: Any = None, *, bare: bool = False, **options: Any) -> dict[str, Any]:
    """Readiness of a document that is complete but for what *paths* shows; not completed when *bare*."""
    for path, item in paths.items() if not bare else ():
        for method, operation in item.items():
            operation.setdefault("operationId", f"{method}{path}")
            operation.setdefault("summary", "It does something")
    more = {} if bare else {"servers": [{"url": "https://api.example.test"}]}
    return readiness(contracts(document(paths, **more), **options).tools, sources, vocabulary=WORDS)


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


@pytest.mark.bundled
def test_credentials_taken_for_data_are_found() -> None:
    """Until the caller or a plugin says what they are; then the finding is gone."""
    paths = {"/pets": {"get": {"parameters": [query("X-API-Key", location="header")], **answers(thing(id="integer"))}}}

    assert {"auth_as_data": 1} == report(paths)["counts"]
    assert {} == report(paths, auth_field_names={"X-API-Key"})["counts"]


@pytest.mark.bundled
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

    made = report(paths, lambda _tool, row: "" if row["name"] == "customerId" else "none")

    assert {"untyped_identifier": 1, "required_without_source": 1} == made["counts"]
    assert [["customerId"], ["note"]] == [
        [place["field"] for place in finding["where"]] for finding in made["findings"]
    ]


def test_defaults_and_choices_are_sources() -> None:
    """What the document fixes, or lists, is not missing."""
    body = thing(["unit", "size"], unit={"type": "string", "enum": ["kg", "g"]}, size={"type": "integer", "default": 1})

    assert (
        {}
        == report({"/a": {"post": {**takes(body), **answers(thing(x="integer"))}}}, lambda _tool, _row: "none")[
            "counts"
        ]
    )


def test_context_without_default_is_told() -> None:
    """Runtime context has to come from the adapter."""
    paths = {"/pets": {"get": {"parameters": [query("siteNo", required=True)], **answers(thing(name="string"))}}}

    assert {"context_without_default": 1} == report(paths, context_field_names={"siteNo"})["counts"]


@pytest.mark.bundled
def test_envelope_that_hides_the_body_is_found() -> None:
    """Code and message, and a payload of which nothing is known."""
    schema = thing(code="integer", message="string", data={"type": "object"})

    assert {"envelope_hides_body": 1} == report({"/pets": {"get": answers(schema)}})["counts"]


@pytest.mark.parametrize(
    ("media", "schema"),
    [
        ("application/json", thing(a="string")),
        ("application/vnd.api+json; v=1", thing(a="string")),
        ("application/x-www-form-urlencoded", thing(a="string")),
        ("multipart/mixed", thing(a="string")),
        ("*/*", thing(a="string")),
        ("application/xml", {"type": "string"}),
        ("application/octet-stream", {"type": "string", "format": "binary"}),
    ],
)
def test_bodies_that_can_be_written(media: str, schema: dict[str, Any]) -> None:
    """Fields in JSON and forms, and one text in any media type."""
    paths = {"/a": {"post": {**takes(schema, content_type=media), **answers(thing(label="string"))}}}

    assert "fields_without_form" not in report(paths)["counts"]


def test_duplicate_operation_ids_are_found() -> None:
    """Tool names are distinct all the same."""
    get = {"operationId": "same", **answers(thing(name="string"))}

    assert {"duplicate_operation": 1} == report({"/a": {"get": get}, "/b": {"get": get}})["counts"]


def test_collection_without_outputs_is_not_ready() -> None:
    """Nothing can be planned from calls that give nothing."""
    made = report({"/a": {"get": answers()}})

    assert (False, {"missing_response_schema", "no_producers"}) == (made["ready"], set(made["counts"]))


# --- every code ---------------------------------------------------------------------

GOOD = {"get": answers(thing(label="string"))}
XML = takes(thing(a="string"), content_type="application/xml")
KEYED = {"post": {**takes(thing(["hallId"], hallId="string")), **answers(thing(label="string"))}}


def hall(method: str, path: str, key: str = "hallId") -> dict[str, Any]:
    """An operation that gives a hall's key, as a resource of its own."""
    return {path: {method: {"tags": [path], **answers(thing(**{key: "string"}))}}}


#: Code → (paths that show it, options of the build); the report of the whole engine has it, once.
SHOWN: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "no_producers": ({"/a": {"get": answers()}}, {}),
    "low_response_coverage": ({"/a": GOOD, **{f"/{name}": {"get": answers()} for name in "bcdef"}}, {}),
    "missing_response_schema": ({"/a": GOOD, "/b": {"get": answers()}}, {}),
    "missing_request_schema": ({"/a": {"post": {**takes({}), **answers(thing(label="string"))}}}, {}),
    "fields_without_form": ({"/a": {"post": {**XML, **answers(thing(label="string"))}}}, {}),
    "envelope_hides_body": (
        {"/a": {"get": answers(thing(code="integer", message="string", data={"type": "object"}))}},
        {},
    ),
    "untyped_identifier": ({"/a": KEYED, **hall("get", "/halls")}, {}),
    "ambiguous_producer": ({"/a": KEYED, **hall("get", "/halls"), **hall("get", "/rooms")}, {}),
    "only_changing_source": ({"/a": KEYED, **hall("post", "/halls")}, {}),
    "required_without_source": ({"/a": KEYED}, {}),
    "context_without_default": ({"/a": KEYED}, {"context_field_names": {"hallId"}}),
    "auth_as_data": (
        {"/a": {"get": {"parameters": [query("X-Api-Key", location="header")], **answers(thing(label="string"))}}},
        {},
    ),
    "duplicate_operation": ({path: {"get": {"operationId": "x", **GOOD["get"]}} for path in ("/a", "/b")}, {}),
    "missing_operation_id": ({"/a": GOOD}, {}),
    "undescribed_operation": ({"/a": GOOD}, {}),
    "no_server": ({"/a": GOOD}, {}),
}  # fmt: skip
#: What goes along with a code, being true as well.
ALONG = {
    "no_producers": {"missing_response_schema"},
    "low_response_coverage": {"missing_response_schema"},
    "missing_request_schema": {"required_without_source"},
    "required_without_source": {"untyped_identifier"},
    "ambiguous_producer": {"untyped_identifier"},
}
BARE = {"missing_operation_id", "undescribed_operation", "no_server"}


class PathsOwn:
    """Types `hallId` where it is said to: a plugin that knows one key."""

    @hookimpl
    def gtc_classify_fields(self, fields: Any) -> list[FieldVerdict]:
        return [
            FieldVerdict(field=f.ref, role="identifier", semantic_tag="hall_id", confidence=0.9, reason="known")
            for f in fields
            if f.name == "hallId"
        ]


def test_every_code_is_shown() -> None:
    """No code without a document that has it."""
    assert set(ISSUES) == set(SHOWN)


@pytest.mark.bundled
@pytest.mark.parametrize("code", ISSUES)
def test_code_is_found_and_explained(code: str) -> None:
    """Where it is, what it means and what to do; and nothing else but what goes along."""
    paths, options = copy.deepcopy(SHOWN[code])
    typed = code == "only_changing_source"
    plugins = worded(only_reading().with_(PathsOwn(), id="own") if typed else only_reading())
    if code not in BARE:
        for path, item in paths.items():
            for method, operation in item.items():
                operation.setdefault("operationId", f"{method}{path.replace('/', '_')}")
                operation["summary"] = "It does something"
    more = {} if code in BARE else {"servers": [{"url": "https://api.example.test"}]}
    graph = ToolGraph.from_openapi(document(paths, **more), plugins=plugins, **options)
    made = graph.artifact["readiness"]
    (finding,) = (f for f in made["findings"] if f["code"] == code)

    assert {code, *ALONG.get(code, ()), *(BARE if code in BARE else ())} == set(made["counts"])
    assert (ISSUES[code].severity, ISSUES[code].next_step) == (finding["severity"], finding["next_step"])
    assert (ISSUES[code].severity != "error") == made["ready"]


@pytest.mark.parametrize(
    ("paths", "share"),
    [({"/a": KEYED}, 0.0), ({"/a": KEYED, **hall("get", "/halls")}, 1.0), ({"/a": GOOD}, 1.0)],
)
def test_coverage_of_required_sources(paths: dict[str, Any], share: float) -> None:
    """The share of what must come from somewhere that does."""
    graph = ToolGraph.from_openapi(document(copy.deepcopy(paths)), plugins=only_reading())

    assert share == graph.artifact["readiness"]["coverage"]["required_source_coverage"]
