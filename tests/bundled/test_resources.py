"""Which resource an identifier belongs to: one convention of paths and schemas for each test."""

from __future__ import annotations

import pytest
from tiny_api import NUMBER, TEXT, array, build, facts, given, op, param, rows, taken, thing

pytestmark = pytest.mark.bundled


def two(collection, one, *leaves, **more):
    """A collection and the GET of one of it, both with these leaves."""
    item = thing(*leaves)
    return {f"GET {collection}": op(array(item)), f"GET {one}": op(item), **more}


@pytest.mark.parametrize(
    ("collection", "one"),
    [
        ("/pets", "/pets/{petId}"),
        ("/pets/", "/pets/{petId}/"),
        ("/pets", "/pets/{petId}/"),
        ("/pets.json", "/pets/{petId}.json"),
        ("/api/v1/pets", "/api/v1/pets/{petId}"),
        ("/2010-04-01/pets", "/2010-04-01/pets/{petId}"),
    ],
)
def test_slashes_suffixes_and_versions_name_nothing(collection, one):
    """Trailing slashes, format suffixes, base segments and versions leave the resource as it is."""
    artifact = build(two(collection, one, "id", "name"))

    assert "pet_id" == given(artifact, f"GET {collection}", "$[*].id") == taken(artifact, f"GET {one}", "petId")


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("categories", "category"),
        ("addresses", "address"),
        ("people", "person"),
        ("boxes", "box"),
        ("statuses", "status"),
    ],
)
def test_resources_are_called_in_the_singular(plural, one):
    """English plurals, irregular ones too; "address" and "status" lose no letter."""
    artifact = build(two(f"/{plural}", f"/{plural}/{{id}}", "id", "label"))

    assert f"{one}_id" == given(artifact, f"GET /{plural}", "$[*].id")


def test_the_caller_is_no_id():
    """/users/me is one of the users: its id is a user's, and `me` is no resource."""
    user = thing("id", "email")
    artifact = build({
        "GET /users": op(array(user)),
        "GET /users/{userId}": op(user),
        "GET /users/me": op(user),
    })  # fmt: skip

    assert "user_id" == given(artifact, "GET /users/me", "$.id") == taken(artifact, "GET /users/{userId}", "userId")


def test_an_order_no_is_not_an_order_id():
    """Two kinds of keys of one resource are two values, wherever they are taken."""
    artifact = build(
        two("/orders", "/orders/{orderId}", "orderId", "orderNo")
        | {"POST /labels": op(body=thing("orderNo", required=("orderNo",)))}
    )
    number = taken(artifact, "POST /labels", "$.orderNo")

    assert number == given(artifact, "GET /orders", "$[*].orderNo") == "order_no"
    assert "order_id" == taken(artifact, "GET /orders/{orderId}", "orderId")


def test_spellings_that_never_meet_are_one_key():
    """`id` in the list and `uuid` behind another path are the same key of a resource."""
    artifact = build({
        "GET /orders": op(array(thing("id", "total"))),
        "GET /orders/{orderId}": op(thing("uuid", "total")),
    })  # fmt: skip

    assert given(artifact, "GET /orders", "$[*].id") == given(artifact, "GET /orders/{orderId}", "$.uuid") == "order_id"


def test_spellings_that_meet_are_two_keys():
    """An `id` beside a `uuid` is another value; the plain one keeps the plain tag."""
    artifact = build(two("/orders", "/orders/{id}", "id", "uuid"))
    tags = [given(artifact, "GET /orders", f"$[*].{leaf}") for leaf in ("id", "uuid")]

    assert ["order_id", "order_uuid"] == tags


def test_a_key_in_a_part_says_once_more_which_one_it_is():
    """`profile.userId` of a user is its `id`: a userId elsewhere is either."""
    user = thing("id", "mail", profile=thing("userId", "picture"))
    artifact = build(
        {"GET /users": op(array(user)), "GET /users/{id}": op(user), "POST /badges": op(body=thing("userId"))}
    )

    tags = [given(artifact, "GET /users", f"$[*].{leaf}") for leaf in ("id", "profile.userId")]
    assert [*tags, rows(artifact, "POST /badges", "consumes")["$.userId"]["semantic_tag"]] == ["user_id"] * 3


def test_two_namespaces_of_one_noun_are_two_resources():
    """Mail accounts and billing accounts hold different things, so their ids do not join."""
    artifact = build(
        two("/mail/accounts", "/mail/accounts/{accountId}", "id", "mailbox", "server")
        | two("/billing/accounts", "/billing/accounts/{accountId}", "id", "iban", "balance")
    )
    mail = taken(artifact, "GET /mail/accounts/{accountId}", "accountId")
    billing = taken(artifact, "GET /billing/accounts/{accountId}", "accountId")

    assert mail == given(artifact, "GET /mail/accounts", "$[*].id") == "mail_account_id"
    assert billing == given(artifact, "GET /billing/accounts", "$[*].id") == "billing_account_id"


def test_an_audience_is_no_namespace():
    """/admin/users and /users hold the same users."""
    artifact = build(
        two("/admin/users", "/admin/users/{userId}", "id", "email", "blocked")
        | two("/users", "/users/{userId}", "id", "email")
    )

    assert (
        taken(artifact, "GET /admin/users/{userId}", "userId") == given(artifact, "GET /users", "$[*].id") == "user_id"
    )


@pytest.mark.parametrize("leaf", ["name", "status", "type", "title", "description", "code", "kind"])
def test_generic_names_never_join(leaf):
    """A name or a status of one thing is none of another, and no key beside an id."""
    artifact = build(
        two("/pets", "/pets/{petId}", "id", leaf) | {"POST /tickets": op(body=thing(leaf, required=(leaf,)))}
    )

    assert ["", ""] == [given(artifact, "GET /pets", f"$[*].{leaf}"), taken(artifact, "POST /tickets", f"$.{leaf}")]


def test_a_name_that_a_path_takes_is_a_key():
    """/teams/{team} with nothing but a slug takes the slug."""
    artifact = build(two("/teams", "/teams/{team}", "slug", "about"))

    assert taken(artifact, "GET /teams/{team}", "team") == given(artifact, "GET /teams", "$[*].slug") == "team_slug"


@pytest.mark.parametrize("name", ["date", "year", "lang", "format"])
def test_everyday_values_are_no_keys(name):
    """/rates/{date} takes a day, not what identifies a rate."""
    artifact = build(two("/rates", f"/rates/{{{name}}}", "id", "value"))

    assert "" == taken(artifact, f"GET /rates/{{{name}}}", name)


def test_an_enum_in_a_path_is_no_key():
    """One of few values is chosen, not looked up."""
    slot = param("petId", "path", schema=TEXT | {"enum": ["cat", "dog"]})
    artifact = build({"GET /pets": op(array(thing("id"))), "GET /pets/{petId}": op(thing("id"), slot)})

    assert "" == taken(artifact, "GET /pets/{petId}", "petId")


def test_a_date_that_ends_like_a_key_is_none():
    """A date-time is never an identifier, whatever it is called."""
    item = thing("id", orderNo=TEXT | {"format": "date-time"})
    artifact = build({"GET /orders": op(array(item)), "GET /orders/{orderId}": op(item)})

    assert ["order_id", ""] == [given(artifact, "GET /orders", f"$[*].{leaf}") for leaf in ("id", "orderNo")]


def test_what_a_create_is_given_is_new():
    """POST /pets takes no id that another call gives: it makes one. A foreign key is looked up all the same."""
    body = thing("id", "ownerId", required=("id", "ownerId"))
    artifact = build(
        two("/pets", "/pets/{petId}", "id", "name")
        | two("/owners", "/owners/{ownerId}", "id", "name")
        | {"POST /pets": op(thing("id"), body=body)}
    )

    assert ["", "owner_id"] == [taken(artifact, "POST /pets", path) for path in ("$.id", "$.ownerId")]


def test_nested_collections_own_their_ids():
    """/shops/{shopId}/items lists items; the shop's key stays the shop's."""
    artifact = build(
        two("/shops", "/shops/{shopId}", "id", "city")
        | two("/shops/{shopId}/items", "/shops/{shopId}/items/{itemNo}", "itemNo", "label")
    )
    key = "GET /shops/{shopId}/items/{itemNo}"

    assert "shop_id" == taken(artifact, key, "shopId") == given(artifact, "GET /shops", "$[*].id")
    assert taken(artifact, key, "itemNo") == given(artifact, "GET /shops/{shopId}/items", "$[*].itemNo") == "item_no"


def test_the_id_of_a_wrapper_is_not_the_items():
    """The code of a call, around a list of things with codes, is not theirs."""
    page = thing("code", "message", pets=array(thing("code", "name")))
    artifact = build({"GET /pets": op(page), "GET /pets/{code}": op(thing("code", "name"))})

    assert ["", "pet_code"] == [given(artifact, "GET /pets", path) for path in ("$.code", "$.pets[*].code")]


def test_a_page_with_an_id_of_its_own_is_none_of_its_things():
    """{id, pets: [{id}]} at /pets: the first id is the page's, also where the page is a component called PetList."""
    schemas = {"Pet": thing("id", "name"), "PetList": thing("id", pets=array({"$ref": "#/components/schemas/Pet"}))}
    for page in (thing("id", pets=array(thing("id", "name"))), {"$ref": "#/components/schemas/PetList"}):
        operations = {"GET /pets": op(page), "GET /pets/{petId}": op(thing("id", "name"))}
        artifact = build(operations, components={"schemas": schemas})

        assert ["", "pet_id"] == [given(artifact, "GET /pets", path) for path in ("$.id", "$.pets[*].id")]


@pytest.mark.parametrize("wrapper", ["data", "items", "results", "pets"])
def test_pages_are_looked_through(wrapper):
    """The item lies inside the list of a page."""
    item = thing("id", "name")
    page = thing(total=NUMBER, **{wrapper: array(item)})
    artifact = build({"GET /pets": op(page), "GET /pets/{petId}": op(item)})

    assert "pet_id" == given(artifact, "GET /pets", f"$.{wrapper}[*].id")


def test_foreign_keys_name_the_other_resource():
    """`customerId` of an order, and the id of the customer inside it, are the customer's."""
    customer = thing("id", "city")
    order = thing("id", "customerId", customer=customer)
    artifact = build(
        two("/orders", "/orders/{orderId}", "id", "customerId")
        | {"GET /orders": op(array(order)), "GET /customers/{customerId}": op(customer)}
    )

    tags = [given(artifact, "GET /orders", f"$[*].{leaf}") for leaf in ("id", "customerId", "customer.id")]
    assert ["order_id", "customer_id", "customer_id"] == tags


def test_a_role_before_a_noun_is_no_resource_of_its_own():
    """`pickupBranchId` is a branch."""
    body = thing("pickupBranchId", required=("pickupBranchId",))
    artifact = build(two("/branches", "/branches/{branchId}", "id", "city") | {"POST /orders": op(body=body)})

    tags = [row.get("semantic_tag") for row in rows(artifact, "POST /orders", "consumes").values()]
    assert ["branch_id"] == tags


def test_a_noun_below_others_means_its_resource_only_nearby():
    """`permissions` of a role are none of a checkpoint's, for all that only checkpoints list permissions."""
    permission = thing("id", "createdAt")
    body = thing(permissions=array(TEXT))
    schemas = {"CheckpointPermission": permission}
    listed = array({"$ref": "#/components/schemas/CheckpointPermission"})
    artifact = build(
        {
            "GET /checkpoints/{checkpointId}/permissions": op(listed),
            "DELETE /checkpoints/{checkpointId}/permissions/{permissionId}": op(),
            "POST /roles": op(body=body),
            "POST /checkpoints/{checkpointId}/copy": op(body=body),
        },
        components={"schemas": schemas},
    )

    tags = [
        [row.get("semantic_tag", "") for row in rows(artifact, key, "consumes").values() if row["location"] == "body"]
        for key in ("POST /roles", "POST /checkpoints/{checkpointId}/copy")
    ]
    assert [
        [""],
        [taken(artifact, "DELETE /checkpoints/{checkpointId}/permissions/{permissionId}", "permissionId")],
    ] == tags


def test_a_measure_is_no_key():
    """POST /rates with a `rate` of 12.5 takes no rate's id."""
    body = thing(rate={"type": "number"})
    artifact = build(two("/rates", "/rates/{rateId}", "id", "currency") | {"POST /prices": op(body=body)})

    assert "semantic_tag" not in rows(artifact, "POST /prices", "consumes")["$.rate"]


def test_one_text_in_the_plural_is_no_key():
    """`tags` as one text is no tag's id; as a list it holds them."""
    operations = two("/tags", "/tags/{tagId}", "id", "colour")
    artifact = build(
        operations | {"GET /posts": op(array(thing("tags"))), "GET /notes": op(array(thing(tags=array(TEXT))))}
    )

    assert ["", "tag_id"] == [given(artifact, "GET /posts", "$[*].tags"), given(artifact, "GET /notes", "$[*].tags[*]")]


def test_a_list_of_keys_is_a_list_of_that_key():
    """`petIds` in a body takes pet ids."""
    body = thing(petIds=array(TEXT), required=("petIds",))
    artifact = build(two("/pets", "/pets/{petId}", "id", "name") | {"POST /walks": op(body=body)})

    tags = [row.get("semantic_tag") for row in rows(artifact, "POST /walks", "consumes").values()]
    assert ["pet_id"] == tags


def test_components_name_the_resource_of_their_ids():
    """A `PetDto` anywhere is a pet."""
    schemas = {"PetDto": thing("id", "name")}
    pet = {"$ref": "#/components/schemas/PetDto"}
    operations = {"GET /pets/{petId}": op(pet), "GET /dashboard": op(thing(newest=pet))}
    artifact = build(operations, components={"schemas": schemas})

    assert given(artifact, "GET /dashboard", "$.newest.id") == taken(artifact, "GET /pets/{petId}", "petId") == "pet_id"


@pytest.mark.parametrize(
    ("key", "resource"),
    [("GET /shops/{shopId}/items", "item"), ("GET /shops/{shopId}", "shop"), ("POST /shops", "shop")],
)
def test_an_operation_is_about_the_last_noun(key, resource):
    """The path tells what an operation is about."""
    artifact = build(
        two("/shops", "/shops/{shopId}", "id", "city")
        | {"GET /shops/{shopId}/items": op(array(thing("id", amount=NUMBER))), "POST /shops": op(body=thing("city"))}
    )

    assert resource == facts(artifact, key)["primary_resource"]


def test_a_text_that_is_called_like_a_resource_with_numbers_takes_its_slug():
    """`site=main` beside `site_id=7`: the text is no id."""
    site = thing("name", "slug", id=NUMBER)
    inputs = [param("site"), param("site_id", schema=NUMBER)]
    artifact = build({
        "GET /sites": op(array(site)),
        "GET /sites/{id}": op(site, param("id", "path", schema=NUMBER)),
        "GET /racks": op(array(thing("name", id=NUMBER)), *inputs),
    })  # fmt: skip

    assert ["site_slug", "site_id"] == [taken(artifact, "GET /racks", name) for name in ("site", "site_id")]


def test_a_letter_in_a_path_is_short_for_the_noun_that_its_operations_say():
    """/t/{id} is one of the topics of a list in another answer; a letter that nobody explains stays what it is."""
    topic = thing("id", "title")
    artifact = build({
        "GET /latest": op({"type": "object", "properties": {"topics": array(topic)}}, operationId="listLatestTopics"),
        "GET /t/{id}": op(topic, operationId="getTopic", summary="Get a single topic"),
        "DELETE /t/{id}": op(operationId="removeTopic", summary="Remove a topic"),
        "GET /x/{id}": op(operationId="getThing"),
    })  # fmt: skip

    assert "topic_id" == taken(artifact, "GET /t/{id}", "id") == given(artifact, "GET /latest", "$.topics[*].id")
    assert taken(artifact, "GET /x/{id}", "id") == "x_id"
