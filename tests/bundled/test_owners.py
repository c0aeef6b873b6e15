"""Who owns the leaf of an answer: by component, role, view of a collection, or likeness."""

from __future__ import annotations

import pytest
from tiny_api import NUMBER, TEXT, array, build, facts, given, op, thing

pytestmark = pytest.mark.bundled

FILM = thing("id", "title", "runtime", "poster")
ACTOR = thing("id", "name", "birthday", "portrait", "gender")


def films(**more):
    """An API of films and people."""
    return build(
        {
            "GET /film/{filmId}": op(FILM),
            "GET /search/film": op(thing(results=array(FILM))),
            "GET /person/{personId}": op(ACTOR),
        }
        | more
    )


@pytest.mark.parametrize("path", ["/search/film", "/film/popular", "/film/{filmId}/similar"])
def test_views_of_a_collection_give_its_ids(path):
    """A search, a ranking and a relation list the same things."""
    artifact = films(**{f"GET {path}": op(thing(results=array(FILM)))})

    assert "film_id" == given(artifact, f"GET {path}", "$.results[*].id")


def test_what_has_the_properties_of_a_resource_is_one():
    """A cast is people: birthday, portrait and gender are theirs alone."""
    cast = thing("id", "name", "character", "portrait", "gender")
    artifact = films(**{"GET /film/{filmId}/credits": op(thing("id", cast=array(cast)))})

    assert "person_id" == given(artifact, "GET /film/{filmId}/credits", "$.cast[*].id")
    assert "film_id" == given(artifact, "GET /film/{filmId}/credits", "$.id")


def test_what_every_object_has_makes_nothing_alike():
    """A list of reviews with id and name is no list of people."""
    artifact = films(**{"GET /film/{filmId}/extras": op(thing(trailers=array(thing("id", "name"))))})

    assert "person_id" != given(artifact, "GET /film/{filmId}/extras", "$.trailers[*].id")


@pytest.mark.parametrize("name", ["production_companies", "homeCompany", "parent-company"])
def test_a_role_before_the_noun_leaves_the_owner(name):
    """A production company is a company."""
    company = thing("id", "name")
    inner = array(company) if name.endswith("s") else company
    artifact = build({
        "GET /companies": op(array(company)),
        "GET /companies/{companyId}": op(company),
        "GET /films": op(array(thing("id", "title", **{name: inner}))),
    })  # fmt: skip

    path = f"$[*].{name}[*].id" if name.endswith("s") else f"$[*].{name}.id"
    if "-" in name:
        path = next(row for row in _paths(artifact, "GET /films") if "company" in row and row.endswith("id"))
    assert "company_id" == given(artifact, "GET /films", path)


def _paths(artifact, key):
    method, path = key.split()
    tools = artifact["tools"].values()
    found = next(t for t in tools if (t["metadata"]["method"].upper(), t["metadata"]["path"]) == (method, path))
    return [row["path"] for row in found["metadata"]["api_contract"]["produces"]]


@pytest.mark.parametrize("name", ["created_by", "author", "assignee", "owner"])
def test_who_acts_is_a_user(name):
    """Properties of actors hold users, where the API has such."""
    user = thing("id", "email")
    artifact = build({
        "GET /users": op(array(user)),
        "GET /users/{userId}": op(user),
        "GET /notes": op(array(thing("id", "text", **{name: thing("id", "label")}))),
    })  # fmt: skip

    assert "user_id" == given(artifact, "GET /notes", f"$[*].{name}.id")


@pytest.mark.parametrize(
    "component",
    ["Order", "OrderDto", "OrderResponse", "CreateOrderResponse", "RetrieveOrderResponse", "v1.Order", "OrderWithLines",
     "MiniOrder", "Order--Full", "acme.shop.Order", "Page«Order»"],
)  # fmt: skip
def test_component_names_say_what_they_are_about(component):
    """Use, size, version and package are no part of the resource's name."""
    order = thing("id", "state")
    name = component.replace("«", "%C2%AB").replace("»", "%C2%BB")
    artifact = build(
        {
            "GET /orders": op(array(thing("id", "state"))),
            "GET /orders/{orderId}": op(order),
            "GET /inbox": op({"$ref": f"#/components/schemas/{name}"}),
        },
        components={"schemas": {component: order}},
    )

    assert "order_id" == given(artifact, "GET /inbox", "$.id")


@pytest.mark.parametrize("component", ["OrderLine", "PriceOrder", "OrderTemplate"])
def test_other_words_make_another_resource(component):
    """An order line is no order."""
    artifact = build(
        {
            "GET /orders": op(array(thing("id", "state"))),
            "GET /orders/{orderId}": op(thing("id", "state")),
            "GET /inbox": op({"$ref": f"#/components/schemas/{component}"}),
        },
        components={"schemas": {component: thing("id", "amount")}},
    )

    assert "order_id" != given(artifact, "GET /inbox", "$.id")


def test_the_noun_of_the_path_keeps_an_ending_that_is_dropped_elsewhere():
    """In /spaces/{spaceId}/resources a SpaceResource is a resource, and no space."""
    resource, space = {"$ref": "#/components/schemas/SpaceResource"}, {"$ref": "#/components/schemas/Space"}
    artifact = build(
        {
            "GET /spaces": op(array(space)),
            "GET /spaces/{spaceId}": op(space),
            "GET /spaces/{spaceId}/resources": op(array(resource)),
            "GET /spaces/{spaceId}/resources/{resourceId}": op(resource),
        },
        components={"schemas": {"SpaceResource": thing("id", "kind"), "Space": thing("id", "title")}},
    )

    assert "space_id" == given(artifact, "GET /spaces", "$[*].id")
    assert "space_resource_id" == given(artifact, "GET /spaces/{spaceId}/resources", "$[*].id")


def test_an_answer_named_by_the_path_is_looked_into():
    """{user: {…}, groups: […]} at /users/{userId} is about the user."""
    user = thing("id", "email")
    artifact = build({
        "GET /users": op(thing(users=array(user))),
        "GET /users/{userId}": op(thing(user=user, groups=array(thing("id", "size")))),
    })  # fmt: skip

    assert "user_id" == given(artifact, "GET /users/{userId}", "$.user.id")
    assert "group_id" == given(artifact, "GET /users/{userId}", "$.groups[*].id")


def test_wrappers_may_tell_of_the_call_besides():
    """{usage, time, status, result: {collections: […]}} is a list of collections."""
    page = thing("status", usage=thing("cpu"), time={"type": "number"}, result=thing(collections=array(thing("name"))))
    artifact = build({"GET /collections": op(page), "GET /collections/{collection_name}": op(thing("state"))})

    assert "collection_name" == given(artifact, "GET /collections", "$.result.collections[*].name")


def test_operations_are_about_what_they_list():
    """The resource of an operation is the one that its tags speak of."""
    artifact = films(**{"GET /film/popular": op(thing(results=array(FILM), total=NUMBER, next=TEXT))})

    assert ["film"] * 2 == [
        facts(artifact, key)["primary_resource"] for key in ("GET /film/popular", "GET /search/film")
    ]


@pytest.mark.parametrize("component", ["PetSerializer", "pet-response-200_json", "PetIndex", "HousePet"])
def test_the_path_names_what_its_component_decorates(component):
    """What /pets holds are pets, whatever words stand around in the name of the component."""
    schemas = {component: thing("id", "name")}
    item = {"$ref": f"#/components/schemas/{component}"}
    artifact = build({"GET /pets": op(array(item)), "GET /pets/{id}": op(item)}, components={"schemas": schemas})

    assert "pet_id" == given(artifact, "GET /pets", "$[*].id")


@pytest.mark.parametrize(
    ("leaves", "tag"), [(("id", "name", "icon", "motto"), "club_id"), (("id", "clubId", "since"), "my_club_id")]
)
def test_a_list_of_ones_own_shows_the_same_things(leaves, tag):
    """`MyClub` at /me/clubs is a club when it has a club's properties; a link to a club is none."""
    schemas = {"Club": thing("id", "name", "icon", "motto", "founded"), "MyClub": thing(*leaves)}
    one, mine = ({"$ref": f"#/components/schemas/{name}"} for name in schemas)
    artifact = build(
        {"GET /clubs/{clubId}": op(one), "GET /me/clubs": op(array(mine))}, components={"schemas": schemas}
    )

    assert tag == given(artifact, "GET /me/clubs", "$[*].id")


def test_instances_of_two_names_stay_two_resources():
    """Teams of an organisation and teams of a project: their components tell them apart."""
    schemas = {"OrgTeam": thing("id", "name"), "ProjectTeam": thing("id", "name")}
    operations = {}
    for component, parent in (("OrgTeam", "orgs"), ("ProjectTeam", "projects")):
        item = {"$ref": f"#/components/schemas/{component}"}
        operations[f"GET /{parent}/{{id}}/teams"] = op(array(item))
        operations[f"GET /{parent}/{{id}}/teams/{{teamId}}"] = op(item)
    artifact = build(operations, components={"schemas": schemas})

    tags = [given(artifact, f"GET /{parent}/{{id}}/teams", "$[*].id") for parent in ("orgs", "projects")]
    assert ["org_team_id", "project_team_id"] == tags


def test_a_map_called_metadata_is_no_part_of_its_owner():
    """`metadata.*.id` of a file is the id of one entry; `metadata.id` would be the file's."""
    entry = {"type": "object", "additionalProperties": thing("id", "scope")}
    file = thing("id", "name", metadata=entry)
    artifact = build({"GET /files": op(array(file)), "GET /files/{fileId}": op(file)})

    assert "file_id" != given(artifact, "GET /files", "$[*].metadata.*.id")


def test_what_lies_in_a_state_is_no_key_of_its_owner():
    """`order.status.id` is a status's id."""
    artifact = build(
        {"GET /orders": op(array(thing("id", status=thing("id", "label")))), "GET /orders/{orderId}": op()}
    )

    assert "order_id" == given(artifact, "GET /orders", "$[*].id") != given(artifact, "GET /orders", "$[*].status.id")


def test_a_property_names_what_its_component_decorates():
    """`companies: [UserCompany]` are companies, where nothing else goes by the name user company."""
    schemas = {"UserCompany": thing("id", "role"), "Company": thing("id", "city")}
    mine, company = ({"$ref": f"#/components/schemas/{name}"} for name in schemas)
    operations = {"GET /me": op(thing("id", companies=array(mine))), "GET /companies/{companyId}": op(company)}
    artifact = build(operations, components={"schemas": schemas})

    assert "company_id" == given(artifact, "GET /me", "$.companies[*].id")


@pytest.mark.parametrize(("kind", "tag"), [(NUMBER, ""), (TEXT, "folder_id")])
def test_a_number_is_no_key_of_what_has_texts_for_keys(kind, tag):
    """`counts.folder` counts folders, whose ids are texts."""
    counts = thing(counts=thing(folder=kind))
    artifact = build({"GET /folders/{folderId}": op(thing("id", "colour")), "GET /policies/{policyId}": op(counts)})

    assert tag == given(artifact, "GET /policies/{policyId}", "$.counts.folder")


@pytest.mark.parametrize("name", ["UserId", "defs_user_id", "UserUUID"])
def test_a_type_that_is_called_a_key_is_one(name):
    """Members that are plain values of the type `UserId` are users, whatever the property is called."""
    user = thing("id", "name")
    key = {"$ref": f"#/components/schemas/{name}"}
    paths = {
        "GET /users": op(array(user)),
        "GET /users/{userId}": op(user),
        "GET /groups/{groupId}/members": op(thing(members=array(key), boss=key, note=TEXT)),
    }
    artifact = build(paths, components={"schemas": {name: {"type": "string"}}})

    assert "user_id" == given(artifact, "GET /groups/{groupId}/members", "$.members[*]")
    assert "user_id" == given(artifact, "GET /groups/{groupId}/members", "$.boss")
    assert not given(artifact, "GET /groups/{groupId}/members", "$.note")


def test_a_list_of_keys_is_one_of_what_they_are_keys_of():
    """/teams/users of plain `UserId` lists users: there is no resource called user id."""
    user = thing("id", "name")
    key = {"$ref": "#/components/schemas/UserId"}
    paths = {"GET /users": op(array(user)), "GET /users/{userId}": op(user), "GET /teams/users": op(array(key))}
    artifact = build(paths, components={"schemas": {"UserId": {"type": "string"}}})

    assert "user_id" == given(artifact, "GET /teams/users", "$[*]")
