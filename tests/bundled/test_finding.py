"""What finding a thing needs: what names it, what its key looks like, what filters its list, what a list is of."""

from __future__ import annotations

import pytest
from tiny_api import NUMBER, TEXT, array, build, op, param, rows, thing, tool

pytestmark = pytest.mark.bundled


def naming(artifact, key):
    return {path: row["naming"] for path, row in rows(artifact, key, "produces").items() if "naming" in row}


def filters(artifact, key):
    return {path: row["filters"] for path, row in rows(artifact, key, "consumes").items() if "filters" in row}


def form(artifact, key, path):
    return rows(artifact, key, "consumes")[path].get("key_form")


def lists(artifact, key):
    found = tool(artifact, key)["metadata"]["api_contract"].get("lists", ())
    return {entry["path"]: {k: v for k, v in entry.items() if k not in ("path", "why")} for entry in found}


# --- naming ---


def test_a_domain_is_called_by_its_domain_before_the_user_who_has_it():
    """What is spelled like its thing names it, also where the word names other things only for want of a better one."""
    artifact = build({"GET /domains": op(array(thing("id", "domain", "username")))})

    assert 2 == naming(artifact, "GET /domains")["$[*].domain"]


def test_a_thing_is_named_by_its_title_and_not_by_its_description():
    """A title is what people say; a description is prose, and a state is one of few words."""
    answer = array(thing("id", "title", "description", state={"type": "string", "enum": ["open", "closed"]}))
    artifact = build({"GET /issues": op(answer)})

    assert {"$[*].title"} == set(naming(artifact, "GET /issues"))


def test_what_has_no_other_label_is_called_by_its_description_or_address():
    """A webhook's endpoint has a URL, and a description is where people write what they call it."""
    artifact = build({"GET /endpoints": op(array(thing("id", "url", "description")))})

    assert {"$[*].url", "$[*].description"} == set(naming(artifact, "GET /endpoints"))


def test_the_name_of_something_else_names_no_element():
    """`author.name` is the author's name, and `owner_name` says whose it is."""
    answer = array(thing("id", "owner_name", author=thing("name")))
    artifact = build({"GET /books": op(answer)})

    assert {} == naming(artifact, "GET /books")


def test_a_name_may_say_whose_it_is():
    """`company_name` in a list of companies is the company's name."""
    artifact = build({"GET /companies": op(thing(companies=array(thing("company_id", "company_name"))))})

    assert {"$.companies[*].company_name"} == set(naming(artifact, "GET /companies"))


@pytest.mark.parametrize("part", ["metadata", "attributes", "profile", "spec", "config"])
def test_a_name_may_stand_in_a_part_of_the_thing(part):
    """Kubernetes keeps names in metadata, JSON:API in attributes, chat services in profiles."""
    artifact = build({"GET /pods": op(thing(items=array(thing("id", **{part: thing("name")}))))})

    assert {f"$.items[*].{part}.name"} == set(naming(artifact, "GET /pods"))


def test_the_name_of_what_a_single_answer_is_about():
    """Also inside a wrapper; and a list inside has elements with names of their own."""
    answer = thing(data=thing("id", "name", labels=array(thing("name"))))
    artifact = build({"GET /boards/{boardId}": op(answer)})

    assert {"$.data.name", "$.data.labels[*].name"} == set(naming(artifact, "GET /boards/{boardId}"))


def test_a_title_is_tried_before_a_login_and_a_login_before_a_code():
    """The lower the rank, the more people use it."""
    ranks = naming(build({"GET /things": op(array(thing("id", "title", "login", "code")))}), "GET /things")

    assert ranks["$[*].title"] < ranks["$[*].login"] < ranks["$[*].code"]


def test_first_and_last_name_go_together():
    """Each says where the other one is."""
    artifact = build({"GET /people": op(thing(people=array(thing("id", "firstName", "lastName"))))})
    made = rows(artifact, "GET /people", "produces")

    assert "$.people[*].lastName" == made["$.people[*].firstName"]["naming_with"]
    assert "$.people[*].firstName" == made["$.people[*].lastName"]["naming_with"]


# --- forms of keys ---


def test_a_key_is_a_number_where_all_answers_have_numbers():
    """The path parameter is declared as text, as many are."""
    artifact = build({"GET /issues": op(array(thing("title", id=NUMBER))), "GET /issues/{issueId}": op(thing("title"))})

    assert {"type": "integer"} == form(artifact, "GET /issues/{issueId}", "issueId")


def test_a_key_is_a_uuid_where_answers_have_uuids():
    """The format stands at the response field only."""
    answer = array(thing("title", id={"type": "string", "format": "uuid"}))
    artifact = build({"GET /issues": op(answer), "GET /issues/{issueId}": op(thing("title"))})

    assert "uuid" == form(artifact, "GET /issues/{issueId}", "issueId")["type"]


@pytest.mark.parametrize(
    "description",
    [
        "ID or name of the container",
        "The name or ID of the network.",
        "The ID or URL-encoded path of the project",
        "The slug or id of the team",
    ],
)
def test_a_key_may_be_a_name_where_the_description_says_so(description):
    """Docker, GitLab and others take either."""
    artifact = build({"GET /boxes/{id}": op(thing("id"), param("id", "path", description=description))})

    assert form(artifact, "GET /boxes/{id}", "id")["name"] is True


@pytest.mark.parametrize("name", ["name", "username", "slug", "repo", "owner", "volume_name"])
def test_a_key_that_is_called_a_name_is_one(name):
    """What people say is what the path takes."""
    artifact = build({f"GET /volumes/{{{name}}}": op(thing("id"))})

    assert form(artifact, f"GET /volumes/{{{name}}}", name)["name"] is True


@pytest.mark.parametrize("description", ["The ID of the user", "Unique identifier", "User whose name is shown", ""])
def test_a_key_that_is_an_id_is_no_name(description):
    """A mere mention of a name makes none."""
    artifact = build({"GET /users/{userId}": op(thing("id"), param("userId", "path", description=description))})

    assert "name" not in (form(artifact, "GET /users/{userId}", "userId") or {})


def test_a_key_has_the_prefix_of_its_example():
    """Payment services begin their keys by what they are of."""
    made = param("customer", "path", schema={"type": "string", "example": "cus_9s6XKzkNRiz8i3"})
    artifact = build({"GET /customers/{customer}": op(thing("id"), made)})

    assert "cus_" == form(artifact, "GET /customers/{customer}", "customer")["prefix"]


# --- filters ---


def test_an_input_filters_by_the_attribute_that_it_is_named_after():
    """Not paging, not a search over everything, not what no element has."""
    inputs = map(param, ["status", "q", "page", "limit", "verbose"])
    artifact = build({"GET /issues": op(array(thing("id", "title", "status")), *inputs)})

    assert {"status": "status"} == filters(artifact, "GET /issues")


@pytest.mark.parametrize(
    "name", ["filter[name]", "filter.name", "name__ic", "name[contains]", "where[name]", "name_eq"]
)
def test_a_filter_may_be_wrapped_or_have_an_operator(name):
    """JSON:API, Django and others each write filters their way."""
    artifact = build({"GET /sites": op(thing(data=array(thing("id", "name"))), param(name))})

    assert {name: "name"} == filters(artifact, "GET /sites")


@pytest.mark.parametrize("name", ["customer", "customer_id", "customerId"])
def test_a_filter_by_another_thing_is_one_by_its_key(name):
    """The element has the customer as an object."""
    answer = thing(data=array(thing("id", customer=thing("id", "name"))))
    artifact = build({"GET /orders": op(answer, param(name))})

    assert {name: "customer.id"} == filters(artifact, "GET /orders")


def test_what_reads_one_thing_filters_nothing():
    """A query parameter of a read by key is no filter of a list."""
    artifact = build({"GET /issues/{issueId}": op(thing("id", "title"), param("title"))})

    assert {} == filters(artifact, "GET /issues/{issueId}")


# --- lists ---


def test_a_list_has_a_noun_and_a_key():
    """From the resource that the key belongs to."""
    artifact = build(
        {"GET /issues": op(thing(items=array(thing("id", "title")))), "GET /issues/{issueId}": op(thing("id"))}
    )

    assert {"$.items[*]": {"noun": "issue", "own": True, "tag": "issue_id", "key": "$.items[*].id"}} == lists(
        artifact, "GET /issues"
    )


def test_lists_inside_lists_are_lists_of_their_own():
    """Each with its own noun and key."""
    answer = array(thing("id", variants=array(thing("id", "sku"))))
    artifact = build({"GET /products": op(answer), "GET /products/{productId}": op(thing("id"))})
    found = lists(artifact, "GET /products")

    assert ["product", "variant"] == [found["$[*]"]["noun"], found["$[*].variants[*]"]["noun"]]
    assert "$[*].variants[*].id" == found["$[*].variants[*]"]["key"]


def test_a_list_below_another_thing_says_below_which():
    """The inputs that it takes, by their tags."""
    paths = ("GET /boards", "GET /boards/{boardId}/cards", "GET /boards/{boardId}/cards/{cardId}")
    artifact = build({paths[0]: op(array(thing("id"))), paths[1]: op(array(thing("id"))), paths[2]: op(thing("id"))})

    assert ["board_id"] == lists(artifact, paths[1])["$[*]"]["parents"]


def test_a_list_of_plain_values_is_none_of_things():
    """Nothing in it could be found by an attribute."""
    artifact = build({"GET /tags": op(thing(tags=array(TEXT)))})

    assert {} == lists(artifact, "GET /tags")


def test_what_is_called_an_account_names_a_bank_account():
    """Also where the name says only the last word of the noun."""
    artifact = build({"GET /bankAccounts": op(thing(items=array(thing("id", "accountName", "sortCode"))))})

    assert ["$.items[*].accountName"] == list(naming(artifact, "GET /bankAccounts"))


def test_the_title_of_a_person_is_no_name():
    """It is a job, or a form of address."""
    artifact = build({"GET /employees": op(array(thing("id", "title", "first_name", "last_name")))})

    assert {"$[*].first_name", "$[*].last_name"} == set(naming(artifact, "GET /employees"))


def test_the_key_of_a_list_is_what_paths_take():
    """An issue has an id and a number; the paths below it take the number."""
    answer = array(thing("title", id=NUMBER, number=NUMBER))
    artifact = build({"GET /issues": op(answer), "GET /issues/{issue_number}": op(thing("title"))})

    assert "$[*].number" == lists(artifact, "GET /issues")["$[*]"]["key"]


def test_a_key_of_something_else_is_no_key_of_the_element():
    """An execution says of which function it is; that does not identify the execution."""
    paths = ("GET /functions/{functionId}", "GET /functions/{functionId}/executions")
    artifact = build({paths[0]: op(thing("functionId")), paths[1]: op(array(thing("functionId", "status")))})

    assert "key" not in lists(artifact, paths[1])["$[*]"]


def test_a_wrapper_is_no_noun():
    """The things are the channels, however deep in wrappers they lie."""
    artifact = build({"GET /search": op(thing(channels=thing(total=NUMBER, items=array(thing("id", "name")))))})

    assert "channel" == lists(artifact, "GET /search")["$.channels.items[*]"]["noun"]


def test_a_segment_that_selects_is_no_noun():
    """/broadcasts/latest lists broadcasts."""
    artifact = build({"GET /broadcasts/latest": op(array(thing("start", "end")))})

    assert "broadcast" == lists(artifact, "GET /broadcasts/latest")["$[*]"]["noun"]


def test_links_to_pages_are_no_list_of_things():
    """They are part of the wrapper."""
    answer = thing(data=array(thing("id", "name")), pagination=thing(links=array(thing("rel", "uri"))))
    artifact = build({"GET /players": op(answer)})

    assert ["$.data[*]"] == list(lists(artifact, "GET /players"))


def test_a_change_has_no_lists():
    """Nothing is looked up by a change."""
    artifact = build({"POST /orders": op(thing("id", lines=array(thing("id", "sku"))), body=thing("note"))})

    assert {} == lists(artifact, "POST /orders")


def test_the_list_that_an_operation_shows_is_its_own():
    """What lies inside something else is only seen there."""
    answer = thing(events=array(thing("id", files=array(thing("id", "name")))))
    found = lists(build({"GET /events": op(answer), "GET /files/{fileId}": op(thing("id"))}), "GET /events")

    assert ["$.events[*]"] == [path for path, entry in found.items() if entry.get("own")]


def test_a_read_by_key_has_no_list_of_its_own():
    """The labels of one issue are not what the operation lists."""
    answer = thing("id", "title", labels=array(thing("id", "name")))
    found = lists(build({"GET /issues/{issueId}": op(answer)}), "GET /issues/{issueId}")

    assert [False] == [entry.get("own", False) for entry in found.values()]


def test_what_has_neither_key_nor_name_is_no_thing():
    """How a list was sorted is told, and nobody looks for it."""
    answer = thing(entries=array(thing("id", "name")), order=array(thing("by", "direction")))

    assert ["$.entries[*]"] == list(lists(build({"GET /files": op(answer)}), "GET /files"))


def test_things_of_several_kinds_are_told_apart():
    """Each kind with its noun, the value that tells it, and the key that paths take."""
    kinds = [
        thing("id", "name", type={"type": "string", "enum": ["file"]}, size=NUMBER),
        thing("id", "name", type={"type": "string", "enum": ["folder"]}, parent=TEXT),
    ]
    schemas = {"File": kinds[0], "Folder": kinds[1]}
    refs = [{"$ref": f"#/components/schemas/{name}"} for name in schemas]
    paths = ("GET /folders/{folder_id}/items", "GET /files/{file_id}", "GET /folders/{folder_id}")
    made = {paths[0]: op(thing(entries=array({"oneOf": refs}))), paths[1]: op(refs[0]), paths[2]: op(refs[1])}
    artifact = build(made, components={"schemas": schemas})
    found = tool(artifact, paths[0])["metadata"]["api_contract"]["lists"]

    assert [("file", "file", "file_id"), ("folder", "folder", "folder_id")] == [
        (entry["noun"], entry["kind"]["value"], entry["tag"]) for entry in found
    ]
    assert {"type"} == {entry["kind"]["field"] for entry in found}


def test_a_type_of_things_of_one_kind_makes_no_kinds():
    """Public and private repositories are repositories."""
    answer = array(thing("id", "name", type={"type": "string", "enum": ["public", "private"]}))

    assert [{"noun": "repository"}] == [
        {"noun": entry["noun"]}
        for entry in lists(build({"GET /repositories": op(answer)}), "GET /repositories").values()
    ]


@pytest.mark.parametrize(("kind", "path"), [("string", "site.slug"), ("integer", "site.id")])
def test_a_filter_by_another_thing_takes_the_key_of_its_own_type(kind, path):
    """A text beside numbers is the slug."""
    answer = thing(results=array(thing("name", id=NUMBER, site=thing("name", "slug", id=NUMBER))))
    artifact = build({"GET /racks": op(answer, param("site", schema={"type": kind}))})

    assert {"site": path} == filters(artifact, "GET /racks")


def test_a_filter_by_what_an_element_is_related_to():
    """JSON:API keeps the keys of related things apart."""
    related = thing(app=thing(data=thing("id", "type")))
    artifact = build({"GET /builds": op(thing(data=array(thing("id", relationships=related))), param("filter[app]"))})

    assert {"filter[app]": "relationships.app.data.id"} == filters(artifact, "GET /builds")


def test_a_slug_has_the_form_of_one():
    """It is what people write, in lower case and without blanks."""
    made = param("team_slug", "path", description="The slug of the team name.")
    artifact = build({"GET /teams/{team_slug}": op(thing("id", "slug"), made)})

    assert {"type": "string", "name": True, "slug": True} == form(artifact, "GET /teams/{team_slug}", "team_slug")


def test_items_of_one_thing_are_not_that_thing():
    """A cart's items are called by their type, not by the cart; the cart's key in them is not theirs."""
    schemas = {"CartLineItem": thing("id", "title", "cart_id")}
    answer = thing(cart=thing("id", items=array({"$ref": "#/components/schemas/CartLineItem"})))
    artifact = build({"GET /carts/{id}": op(answer)}, components={"schemas": schemas})
    found = lists(artifact, "GET /carts/{id}")["$.cart.items[*]"]

    assert ("$.cart.items[*].id", True) == (found["key"], found["noun"].endswith("line_item"))


def test_a_key_of_another_thing_is_none_though_paths_take_it():
    """A bookkeeping account has an id, and the account that it is for."""
    answer = thing(data=array(thing("id", "name", "account_id")))
    made = {"GET /bookkeeping_accounts": op(answer), "GET /accounts/{account_id}": op(thing("id", "name"))}

    assert "$.data[*].id" == lists(build(made), "GET /bookkeeping_accounts")["$.data[*]"]["key"]


def test_a_text_does_not_filter_by_a_switch():
    """Who favours an article is another question than whether it is a favourite."""
    answer = array(thing("id", "title", favorited={"type": "boolean"}))
    artifact = build({"GET /articles": op(answer, param("favorited"))})

    assert {} == filters(artifact, "GET /articles")


def test_a_filter_by_one_of_a_list_of_values():
    """Whatever the list is called besides."""
    artifact = build({"GET /articles": op(array(thing("id", "title", tagList=array(TEXT))), param("tag"))})

    assert {"tag": "tagList[*]"} == filters(artifact, "GET /articles")


def test_what_people_know_a_thing_by_that_has_a_number():
    """A batch is called by its number, or by what another system calls it; another thing's number names none."""
    batch = thing("batch_id", "batch_number", "external_batch_id", "order_number")
    artifact = build({"GET /batches": op(array(batch)), "GET /orders": op(array(thing("id")))})

    assert {"$[*].batch_number", "$[*].external_batch_id"} == set(naming(artifact, "GET /batches"))


def test_the_plain_key_of_an_element_is_its_own():
    """Beside `id`, an `erp_project_id` is what the project is called elsewhere; numbers name it as texts do."""
    project = thing("id", "erp_project_id", project_number={"type": "integer"})
    artifact = build({"GET /projects": op(array(project)), "GET /projects/{project_id}": op(project)})

    assert "$[*].id" == lists(artifact, "GET /projects")["$[*]"]["key"]
    assert 4 == naming(artifact, "GET /projects")["$[*].project_number"]
