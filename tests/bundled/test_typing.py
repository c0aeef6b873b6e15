"""The bundled classifiers on small documents: one convention of APIs for each test."""

from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.graphify import build_openapi_collection_artifact

pytestmark = pytest.mark.bundled

TEXT = {"type": "string"}


def listing(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


def thing(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def call(answer: dict[str, Any] | None = None, *, body: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    content = {"application/json": {"schema": answer}} if answer is not None else None
    made: dict[str, Any] = {
        "responses": {"200": {"description": "ok"} | ({"content": content} if content else {})}
    } | more
    if body is not None:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return made


def parameter(name: str, place: str = "query", **more: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "schema": TEXT} | more


def build(paths: dict[str, Any], **components: Any) -> dict[str, Any]:
    document = {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": paths, "components": components}
    return build_openapi_collection_artifact(document, validate="off")


def rows(artifact: dict[str, Any], key: str, surface: str) -> dict[str, dict[str, Any]]:
    method, path = key.split(" ")
    for tool in artifact["tools"].values():
        if (tool["metadata"]["method"].upper(), tool["metadata"]["path"]) == (method, path):
            return {row["path"]: row for row in tool["metadata"]["api_contract"][surface]}
    raise LookupError(key)


def facts(artifact: dict[str, Any]) -> dict[str, Any]:
    (tool,) = artifact["tools"].values()
    return tool["metadata"]["ai_metadata"]


@pytest.mark.parametrize(
    ("path", "parameter_name", "leaf"),
    [
        ("/pets/{petId}", "petId", "id"),
        ("/pets/{id}", "id", "id"),
        ("/pets/{pet_id}", "pet_id", "petId"),
        ("/api/v2/pets/{pet}/", "pet", "id"),
        ("/pets/{Sid}.json", "Sid", "sid"),
        ("/pets/{slug}", "slug", "slug"),
    ],
)
def test_a_path_parameter_is_what_its_collection_lists(path, parameter_name, leaf):
    """Whatever the spelling: the parameter and the key of the collection's items have one tag."""
    collection = path.partition("{")[0].rstrip("/") + (
        ".json" if path.endswith(".json") else "/" if path.endswith("/") else ""
    )
    item = thing(**{leaf: TEXT, "name": TEXT})
    artifact = build({collection: {"get": call(listing(item))}, path: {"get": call(item)}})

    taken = rows(artifact, f"GET {path}", "consumes")[parameter_name]["semantic_tag"]
    given = rows(artifact, f"GET {collection}", "produces")[f"$[*].{leaf}"]["semantic_tag"]
    assert taken == given
    assert taken.startswith("pet_")


@pytest.mark.parametrize("wrapper", ["data", "items", "results", "pets"])
def test_paging_wrappers_are_looked_through(wrapper):
    """The item lies inside the list of a paging wrapper."""
    item = thing(id=TEXT, name=TEXT)
    page = thing(total={"type": "integer"}, **{wrapper: listing(item)})
    artifact = build({"/pets": {"get": call(page)}, "/pets/{petId}": {"get": call(item)}})

    assert "pet_id" == rows(artifact, "GET /pets", "produces")[f"$.{wrapper}[*].id"]["semantic_tag"]


def test_foreign_keys_name_the_other_resource():
    """`customerId` of an order, and the id of the customer inside it, are the customer's."""
    customer = thing(id=TEXT, name=TEXT)
    order = thing(id=TEXT, customerId=TEXT, customer=customer)
    artifact = build({
        "/customers": {"get": call(listing(customer))},
        "/customers/{customerId}": {"get": call(customer)},
        "/orders": {"get": call(listing(order))},
        "/orders/{orderId}": {"get": call(order)},
    })  # fmt: skip

    given = rows(artifact, "GET /orders", "produces")
    tags = [given[f"$[*].{leaf}"]["semantic_tag"] for leaf in ("id", "customerId", "customer.id")]
    assert ["order_id", "customer_id", "customer_id"] == tags


def test_a_role_before_a_noun_is_no_resource_of_its_own():
    """`pickupBranchId` is a branch."""
    artifact = build({
        "/branches": {"get": call(listing(thing(id=TEXT, name=TEXT)))},
        "/orders": {"post": call(body=thing(pickupBranchId=TEXT) | {"required": ["pickupBranchId"]})},
    })  # fmt: skip

    assert "branch_id" == rows(artifact, "POST /orders", "consumes")["$.pickupBranchId"]["semantic_tag"]


def test_an_order_number_is_no_order_id():
    """Two families of keys are two values."""
    order = thing(orderId=TEXT, orderNo=TEXT)
    artifact = build({"/orders": {"get": call(listing(order))}, "/orders/{orderId}": {"get": call(order)}})

    given = rows(artifact, "GET /orders", "produces")
    assert given["$[*].orderId"]["semantic_tag"] != given["$[*].orderNo"].get("semantic_tag")


@pytest.mark.parametrize("name", ["name", "status", "type", "title"])
def test_generic_names_are_no_keys(name):
    """A name or a status alone identifies nothing."""
    artifact = build(
        {"/pets": {"get": call(listing(thing(id=TEXT, **{name: TEXT})))}, "/pets/{petId}": {"get": call()}}
    )

    assert "semantic_tag" not in rows(artifact, "GET /pets", "produces")[f"$[*].{name}"]


def test_standard_keys_join_across_owners():
    """A stock keeping unit is the same wherever it stands."""
    artifact = build({
        "/catalog": {"get": call(thing(products=listing(thing(sku=TEXT, title=TEXT))))},
        "/dispatches": {"post": call(body=thing(sku=TEXT) | {"required": ["sku"]})},
    })  # fmt: skip

    given = rows(artifact, "GET /catalog", "produces")["$.products[*].sku"]["semantic_tag"]
    assert given == rows(artifact, "POST /dispatches", "consumes")["$.sku"]["semantic_tag"]


def test_an_update_shows_the_version_that_reading_gave():
    """An etag that an update requires is the one of the resource that it updates."""
    tag = thing(label=TEXT, etag=TEXT)
    artifact = build({
        "/tags/{label}": {"get": call(tag)},
        "/tags": {"put": call(body=tag | {"required": ["label", "etag"]})},
    })  # fmt: skip

    given = rows(artifact, "GET /tags/{label}", "produces")["$.etag"]["semantic_tag"]
    assert given == rows(artifact, "PUT /tags", "consumes")["$.etag"]["semantic_tag"] == "tag_etag"


KINDS = {
    ("Authorization", "header"): "auth",
    ("X-API-Key", "header"): "auth",
    ("api_key", "query"): "auth",
    ("access_token", "query"): "auth",
    ("X-Tenant-Id", "header"): "context",
    ("Accept-Language", "header"): "context",
    ("Idempotency-Key", "header"): "data",
    ("If-Match", "header"): "data",
    ("next_token", "query"): "data",
}


@pytest.mark.parametrize(("name", "place"), KINDS)
def test_only_credentials_are_credentials(name, place):
    """Credentials by name, runtime context by name, and headers that are arguments of the call."""
    artifact = build({"/reports": {"get": call(parameters=[parameter(name, place)])}})

    assert KINDS[name, place] == rows(artifact, "GET /reports", "consumes")[name]["kind"]


ROLES = {
    "page": "paging",
    "limit": "paging",
    "cursor": "paging",
    "next_token": "paging",
    "q": "search",
    "keyword": "search",
}


@pytest.mark.parametrize("name", ROLES)
def test_paging_and_search_have_roles(name):
    """Paging is never required, whatever the document says; search terms are a person's words."""
    artifact = build({"/reports": {"get": call(parameters=[parameter(name, required=True)])}})

    row = rows(artifact, "GET /reports", "consumes")[name]
    assert (ROLES[name], ROLES[name] != "paging") == (row["role"], bool(row.get("required")))


ACTIONS = [
    ("get", "/accounts", "listAccounts", "read", False),
    ("get", "/shipping-address", "showShippingAddress", "read", False),
    ("post", "/orders", "createOrder", "create", True),
    ("post", "/orders/search", "searchOrders", "search", False),
    ("post", "/reports/projects", "getProjectsReport", "create", True),
    ("put", "/orders/{id}", "replaceOrder", "update", True),
    ("delete", "/orders/{id}", "removeOrder", "delete", True),
    ("post", "/orders/{id}/cancel", "cancelOrder", "action", True),
]


@pytest.mark.parametrize(("method", "path", "name", "action", "changes"), ACTIONS)
def test_operations_are_known_by_whole_words(method, path, name, action, changes):
    """Accounts are no count, an address adds nothing, a search by POST reads, a POST named get may not."""
    parameters = [parameter("id", "path", required=True)] if "{id}" in path else []
    made = facts(build({path: {method: call(parameters=parameters, operationId=name)}}))

    assert (action, changes) == (made["canonical_action"], made["changes_state"])


@pytest.mark.parametrize(("path", "destroys"), [("/orders/{id}/cancel", True), ("/orders/{id}/confirm", False)])
def test_what_ends_something_is_destructive(path, destroys):
    """A cancellation destroys, a confirmation changes."""
    made = facts(build({path: {"post": call(parameters=[parameter("id", "path", required=True)])}}))

    assert destroys is bool(made.get("destructive"))
