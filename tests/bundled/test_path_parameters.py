"""Which leaf of its own collection a path parameter takes: one convention of APIs for each test."""

from __future__ import annotations

import pytest
from tiny_api import NUMBER, TEXT, array, build, given, op, param, taken, thing

pytestmark = pytest.mark.bundled


@pytest.mark.parametrize(
    ("parameter", "leaves", "leaf"),
    [
        ("team_slug", {"id": NUMBER, "slug": TEXT, "name": TEXT}, "slug"),
        ("teamName", {"id": TEXT, "name": TEXT}, "name"),
        ("team_number", {"id": NUMBER, "number": NUMBER}, "number"),
        ("teamUuid", {"id": TEXT, "created": TEXT}, "id"),
        ("index", {"id": NUMBER, "number": NUMBER}, "number"),
        ("tid", {"tid": TEXT, "id": TEXT}, "tid"),
        ("id", {"teamId": TEXT, "name": TEXT}, "teamId"),
        ("pat_id", {"id": TEXT, "name": TEXT}, "id"),
        ("team_id", {"id": {"type": "number"}, "uid": TEXT}, "id"),
        ("team_id", {"resourceId": TEXT, "name": TEXT}, "resourceId"),
    ],
)
def test_the_parameter_takes_the_leaf_of_its_key(parameter, leaves, leaf):
    """By equal name, by the key behind the resource's name, by a spelling of the same key."""
    item = thing(**leaves)
    artifact = build({"GET /teams": op(array(item)), f"GET /teams/{{{parameter}}}": op(item)})

    got = taken(artifact, f"GET /teams/{{{parameter}}}", parameter)
    assert got
    assert got == given(artifact, "GET /teams", f"$[*].{leaf}")


@pytest.mark.parametrize(("says", "leaf"), [("The slug of the team", "slug"), ("The team's number", "number")])
def test_a_description_tells_which_key_a_bare_mention_means(says, leaf):
    """{team} takes what its description speaks of."""
    item = thing("slug", "title", number=TEXT)
    slot = param("team", "path", description=says)
    artifact = build({"GET /teams": op(array(item)), "GET /teams/{team}": op(item, slot)})

    assert f"team_{'no' if leaf == 'number' else leaf}" == taken(artifact, "GET /teams/{team}", "team")


def test_a_login_goes_by_several_names():
    """{username} takes the leaf `login`; the id beside it is another value."""
    user = thing("login", id=NUMBER)
    artifact = build({"GET /users": op(array(user)), "GET /users/{username}": op(user)})

    assert "user_login" == taken(artifact, "GET /users/{username}", "username")
    assert "user_login" == given(artifact, "GET /users", "$[*].login")


def test_the_head_of_a_run_is_a_property_of_what_the_run_names():
    """{owner} of /repos/{owner}/{repo} is the login of the repository's owner, {repo} its name."""
    owner = thing("login", id=NUMBER)
    repo = thing("name", id=NUMBER, owner={"$ref": "#/components/schemas/User"})
    artifact = build(
        {
            "GET /users": op(array({"$ref": "#/components/schemas/User"})),
            "GET /users/{username}": op({"$ref": "#/components/schemas/User"}),
            "GET /search/repos": op(array(repo)),
            "GET /repos/{owner}/{repo}": op(repo),
        },
        components={"schemas": {"User": owner}},
    )

    key = "GET /repos/{owner}/{repo}"
    assert ["user_login", "repo_name"] == [taken(artifact, key, name) for name in ("owner", "repo")]
    assert "user_login" == given(artifact, "GET /search/repos", "$[*].owner.login")


@pytest.mark.parametrize(("kind", "leaf"), [("string", "repo_name"), ("integer", "repo_id")])
def test_a_bare_noun_below_a_name_is_a_name(kind, leaf):
    """{repo} of an organization that is called by its login is a name, too; a number is the id all the same."""
    org, repo = thing("login", id=NUMBER), thing("name", id=NUMBER)
    item = "GET /orgs/{org}/repos/{repo}"
    artifact = build(
        {
            "GET /orgs": op(array(org)),
            "GET /orgs/{org}/repos": op(array(repo)),
            item: op(repo, param("org", "path"), param("repo", "path", schema={"type": kind})),
        }
    )

    assert ["org_login", leaf] == [taken(artifact, item, name) for name in ("org", "repo")]


def test_two_parameters_in_a_row_take_two_leaves():
    """A gist and its revision are not the same id."""
    gist = thing("id", "title")
    artifact = build({"GET /gists": op(array(gist)), "GET /gists/{gistId}/{sha}": op(gist)})

    assert taken(artifact, "GET /gists/{gistId}/{sha}", "gistId") != taken(artifact, "GET /gists/{gistId}/{sha}", "sha")


def test_an_object_inside_metadata_is_a_part_of_its_owner():
    """{name} takes `metadata.name`, and {space} that of the space, not the pointer that all kinds have."""
    meta = thing("name", "space", "uid")
    kind = thing("state", metadata=meta)
    space = param("space", "path", description="Name of the space")
    artifact = build({
        "GET /spaces": op(thing(items=array(kind))),
        "GET /spaces/{space}/pods": op(thing(items=array(kind)), space),
        "GET /spaces/{space}/pods/{name}": op(kind, space),
    })  # fmt: skip

    key = "GET /spaces/{space}/pods/{name}"
    assert given(artifact, "GET /spaces", "$.items[*].metadata.name") == taken(artifact, key, "space")
    assert given(artifact, "GET /spaces/{space}/pods", "$.items[*].metadata.name") == taken(artifact, key, "name")
    assert taken(artifact, key, "space") != taken(artifact, key, "name")


def test_a_list_of_plain_values_gives_what_its_parameter_takes():
    """GET /templates lists names; /templates/{name} takes one."""
    artifact = build({"GET /templates": op(array(TEXT)), "GET /templates/{name}": op(thing("source"))})

    assert (
        "template_name" == taken(artifact, "GET /templates/{name}", "name") == given(artifact, "GET /templates", "$[*]")
    )


def test_what_an_addition_answers_with_may_be_the_parent():
    """Adding an assignee to an issue answers with the issue: assignees are no issues."""
    issue = {"$ref": "#/components/schemas/Issue"}
    artifact = build(
        {
            "GET /issues": op(array(issue)),
            "GET /issues/{issueId}": op(issue),
            "POST /issues/{issueId}/assignees": op(issue),
            "DELETE /issues/{issueId}/assignees/{assignee}": op(),
        },
        components={"schemas": {"Issue": thing("id", "title")}},
    )

    assert "issue_id" != taken(artifact, "DELETE /issues/{issueId}/assignees/{assignee}", "assignee")


def test_the_root_of_a_service_holds_what_it_lists():
    """A service with its noun in the server's address: GET / lists, GET /{id} gives one."""
    application = {"$ref": "#/components/schemas/Application"}
    artifact = build(
        {"GET /": op(thing(_embedded=thing(applications=array(application)))), "GET /{id}": op(application)},
        components={"schemas": {"Application": thing("id", "name")}},
    )

    assert "application_id" == taken(artifact, "GET /{id}", "id")
    assert "application_id" == given(artifact, "GET /", "$._embedded.applications[*].id")


def test_a_foreign_key_in_a_collection_stays_foreign():
    """/stock/{warehouseId} takes a warehouse's id, though the collection is of stock levels."""
    level = thing("warehouseId", amount=NUMBER)
    artifact = build({
        "GET /warehouses": op(array(thing("id", "city"))),
        "GET /warehouses/{id}": op(thing("id", "city")),
        "GET /stock": op(array(level)),
        "GET /stock/{warehouseId}": op(level),
    })  # fmt: skip

    tags = [
        taken(artifact, "GET /stock/{warehouseId}", "warehouseId"),
        given(artifact, "GET /stock", "$[*].warehouseId"),
    ]
    assert ["warehouse_id", "warehouse_id"] == tags


def test_a_name_means_the_same_wherever_the_document_uses_it():
    """Where nothing answers, {username} is what it is elsewhere."""
    user = thing("login", id=NUMBER)
    artifact = build({
        "GET /users": op(array(user)),
        "GET /users/{username}": op(user),
        "PUT /groups/{groupId}/memberships/{username}": op(),
    })  # fmt: skip

    assert "user_login" == taken(artifact, "PUT /groups/{groupId}/memberships/{username}", "username")


def test_lists_of_other_things_below_a_collection_say_nothing_of_it():
    """/pets/toys lists toys: /pets/{petId} takes no toy's id."""
    artifact = build({
        "GET /pets/toys": op(array(thing("id", "squeaks"))),
        "GET /pets/{petId}": op(thing("id", "breed")),
    })  # fmt: skip

    assert "pet_id" == taken(artifact, "GET /pets/{petId}", "petId")
    assert "pet_id" != given(artifact, "GET /pets/toys", "$[*].id")


def test_the_same_name_is_surer_than_a_described_key():
    """{realm}, "the realm's name (not id!)", takes the leaf `realm` and not the id beside it."""
    item = thing("id", "realm", "theme")
    for says in ("realm name (not id!)", "id of the realm"):
        slot = param("realm", "path", description=says)
        artifact = build({"GET /realms": op(array(item)), "GET /realms/{realm}": op(item, slot)})

        assert given(artifact, "GET /realms", "$[*].realm") == taken(artifact, "GET /realms/{realm}", "realm") != ""


def test_what_a_description_denies_is_no_hint():
    """{team}, "name of the team, not the id", takes the name."""
    item = thing("id", "name")
    slot = param("team", "path", description="name of the team, not the id")
    artifact = build({"GET /teams": op(array(item)), "GET /teams/{team}": op(item, slot)})

    assert "team_name" == taken(artifact, "GET /teams/{team}", "team")


def test_another_resource_is_no_short_form():
    """{repo} is short for repository; {employeeId} behind `insurances` is an employee's, not an EmployeeInsurance's."""
    schemas = {"EmployeeInsurance": thing("id", "kind"), "Repository": thing("name", "homepage")}
    insurance, repository = ({"$ref": f"#/components/schemas/{name}"} for name in schemas)
    artifact = build(
        {
            "GET /employees": op(array(thing("id", "city"))),
            "GET /employees/{employeeId}": op(thing("id", "city", insurances=array(insurance))),
            "POST /insurances/{employeeId}": op(insurance),
            "GET /repositories": op(array(repository)),
            "GET /repositories/{repo}": op(repository),
        },
        components={"schemas": schemas},
    )

    assert "employee_id" == taken(artifact, "POST /insurances/{employeeId}", "employeeId")
    assert "repository_name" == taken(artifact, "GET /repositories/{repo}", "repo")


@pytest.mark.parametrize(
    ("leaves", "leaf"), [(("login", "login_name"), "login"), (("login", "user_name"), "user_name")]
)
def test_a_username_is_a_login_before_a_login_name(leaves, leaf):
    """{username} takes `user_name`, else `login`, else `login_name`."""
    item = thing(*leaves)
    artifact = build({"GET /users": op(array(item)), "GET /users/{username}": op(item)})

    assert given(artifact, "GET /users", f"$[*].{leaf}") == taken(artifact, "GET /users/{username}", "username") != ""


@pytest.mark.parametrize(
    "summary", ["Get statistics by user id", "Statistics by the user's ID", "Looks up by user uuid."]
)
def test_a_summary_says_whose_key_a_bare_id_is(summary):
    """`id` at /stats/{id}, which lists nothing, is a user's where the summary says so."""
    user = thing("id", "name")
    paths = {"GET /users": op(array(user)), "GET /users/{userId}": op(user), "GET /stats/{id}": op(thing("wins"))}

    assert "stat_id" == taken(build(paths), "GET /stats/{id}", "id")
    paths["GET /stats/{id}"]["summary"] = summary
    assert "user_id" == taken(build(paths), "GET /stats/{id}", "id")


def test_the_own_collection_is_surer_than_a_summary():
    """What the collection lists is what the parameter takes, whatever the summary is about."""
    order, user = thing("id", "total"), thing("id", "name")
    paths = {"GET /users": op(array(user)), "GET /orders": op(array(order)), "GET /orders/{id}": op(order)}
    paths["GET /orders/{id}"]["summary"] = "Get an order by user id"

    assert "order_id" == taken(build(paths), "GET /orders/{id}", "id")


@pytest.mark.parametrize("segment", ["id", "uuid", "identifier"])
def test_a_segment_that_names_the_key_is_no_resource(segment):
    """/pets/id/{id} takes a pet's id, and there is no resource called id."""
    pet = thing("id", "name")
    artifact = build({"GET /pets": op(array(pet)), f"GET /pets/{segment}/{{id}}": op(pet)})

    assert given(artifact, "GET /pets", "$[*].id") == taken(artifact, f"GET /pets/{segment}/{{id}}", "id")


@pytest.mark.parametrize("one", ["/bag/{bag_name}", "/bags/bag/{bag_name}"])
def test_a_list_in_the_plural_is_of_the_one_in_the_singular(one):
    """/bags lists what /bag/{name} gives, though the answers have other names."""
    schemas = {"Bag": thing("name", "state"), "Satchel": thing("name", "depth")}
    listed, single = ({"$ref": f"#/components/schemas/{name}"} for name in schemas)
    made = build({"GET /bags": op(array(listed)), f"GET {one}": op(single)}, components={"schemas": schemas})

    assert given(made, "GET /bags", "$[*].name") == taken(made, f"GET {one}", "bag_name") != ""


def test_a_thing_without_other_key_goes_by_its_own_name():
    """A shelf that is {shelf, note} is told by its `shelf`; one that has an id is not."""
    without, with_id = thing("shelf", "note"), thing("id", "shelf")
    found = []
    for item in (without, with_id):
        made = build({"GET /shelves": op(array(item)), "GET /shelves/{id}": op(item)})
        tag = taken(made, "GET /shelves/{id}", "id")
        found.append(
            [name for name in item["properties"] if tag and given(made, "GET /shelves", f"$[*].{name}") == tag]
        )

    assert [["shelf"], ["id"]] == found


def test_another_way_to_things_names_none_of_them():
    """/limits/tag/{tag} gives a limit by its tag: the tags of a job are no limits."""
    limit = {"$ref": "#/components/schemas/Limit"}
    made = build(
        {
            "GET /limits/{id}": op(limit),
            "GET /limits/tag/{tag}": op(limit),
            "GET /jobs": op(array(thing("id", tags=array(TEXT)))),
        },
        components={"schemas": {"Limit": thing("id", "tag")}},
    )

    assert "" == given(made, "GET /jobs", "$[*].tags[*]")
    assert given(made, "GET /limits/{id}", "$.tag") == taken(made, "GET /limits/tag/{tag}", "tag") != ""


def test_a_parameter_named_exactly_as_its_things_takes_their_id():
    """{promotion_code} of /promotion_codes is the promotion code, not the code that it has."""
    answer = thing("id", "code")
    artifact = build(
        {"GET /promotion_codes": op(thing(data=array(answer))), "GET /promotion_codes/{promotion_code}": op(answer)}
    )

    assert "promotion_code_id" == taken(artifact, "GET /promotion_codes/{promotion_code}", "promotion_code")


def test_a_parameter_named_as_things_without_ids_takes_their_code():
    """A country code is all that identifies a country."""
    answer = thing("code", "name")
    artifact = build({"GET /country_codes": op(array(answer)), "GET /country_codes/{country_code}": op(answer)})

    assert "country_code_code" == taken(artifact, "GET /country_codes/{country_code}", "country_code")


def test_a_reference_inside_another_thing_is_no_key_of_its_own():
    """`resourceId` of an appointment is the `id` of a resource, also where a path takes it by that name."""
    resource, appointment = ({"$ref": f"#/components/schemas/{name}"} for name in ("Resource", "Appointment"))
    artifact = build(
        {
            "GET /resources": op(array(resource)),
            "GET /resources/{id}": op(resource),
            "GET /appointments": op(array(appointment)),
            "PUT /appointments/{id}/reassign/resource/{resourceId}": op(appointment),
        },
        components={"schemas": {"Resource": thing("id", "name"), "Appointment": thing("id", "resourceId")}},
    )
    target = "PUT /appointments/{id}/reassign/resource/{resourceId}"

    assert "resource_id" == given(artifact, "GET /resources", "$[*].id")
    assert "resource_id" == taken(artifact, target, "resourceId")


def test_the_key_that_another_system_has_is_another_key():
    """`external_shipment_id` is no `shipment_id`."""
    shipment = thing("external_shipment_id", "shipment_id")
    artifact = build({"GET /shipments": op(array(shipment)), "GET /shipments/{shipment_id}": op(shipment)})

    assert "shipment_id" == taken(artifact, "GET /shipments/{shipment_id}", "shipment_id")
    assert "external_shipment_id" == given(artifact, "GET /shipments", "$[*].external_shipment_id")


def test_what_is_behind_a_preposition_is_not_the_noun_of_a_component():
    """A `label_from_shipment` is a label: the `shipment_id` of a label is that of a shipment."""
    made, label = ({"$ref": f"#/components/schemas/{n}"} for n in ("create_label_from_shipment_response", "label"))
    artifact = build(
        {
            "GET /shipments": op(array(thing("shipment_id"))),
            "GET /shipments/{shipment_id}": op(thing("shipment_id")),
            "GET /labels": op(array(label)),
            "GET /labels/{label_id}": op(label),
            "POST /labels/shipment/{shipment_id}": op(made),
        },
        components={
            "schemas": {
                "label": thing("label_id", "shipment_id"),
                "create_label_from_shipment_response": thing("label_id", "shipment_id"),
            }
        },
    )

    assert "shipment_id" == given(artifact, "GET /labels", "$[*].shipment_id")
