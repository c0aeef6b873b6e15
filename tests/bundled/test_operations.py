"""What an operation does, by method, path, name and answer: one convention for each test."""

from __future__ import annotations

import pytest
from tiny_api import NUMBER, array, build, facts, op, param, thing

from graph_tool_call_bundled.operations.names import read_name, read_segment

pytestmark = pytest.mark.bundled


def action_of(key, **more):
    return facts(build({key: op(**more)}), key)


@pytest.mark.parametrize(
    ("method", "action"),
    [("GET", "read"), ("POST", "create"), ("PUT", "update"), ("PATCH", "update"), ("DELETE", "delete")],
)
def test_without_a_verb_the_method_decides(method, action):
    """RFC 9110, 9.3: a POST to a collection adds to it, the other methods say what they do."""
    key = f"{method} /orders" if method == "POST" else f"{method} /orders/{{orderId}}"

    assert action == action_of(key)["canonical_action"]


def test_a_post_to_one_thing_changes_it():
    """POST /orders/{orderId} makes no new order."""
    assert "update" == action_of("POST /orders/{orderId}")["canonical_action"]


def test_address_is_not_add():
    """A noun that begins like a verb is no verb: nothing is added by GET /addresses, nor by its name."""
    made = action_of("GET /addresses", operationId="addressesOfCustomer", answer=array(thing("street")))

    assert ("read", False) == (made["canonical_action"], made["changes_state"])


def test_an_address_is_updated_not_added():
    """PUT with a name that begins with "address" is an update."""
    assert "update" == action_of("PUT /addresses/{addressId}", operationId="address")["canonical_action"]


@pytest.mark.parametrize("noun", ["accounts", "discounts", "countries", "counters"])
def test_accounts_are_no_count(noun):
    """Only the word count counts, not its letters inside another word."""
    made = action_of(f"GET /{noun}", operationId=f"list_{noun}", answer=array(thing("id", "name")))

    assert "list" == made["result_shape"]


@pytest.mark.parametrize("path", ["/accounts/count", "/accounts/counts"])
def test_a_count_is_a_count(path):
    """A path that ends in the word count answers how many."""
    assert "count" == action_of(f"GET {path}", answer=NUMBER)["result_shape"]


def test_an_answer_that_holds_only_a_count_is_one():
    """The answer tells, whatever path and name say."""
    assert "count" == action_of("GET /stock", answer=thing(count=NUMBER))["result_shape"]


def test_a_post_named_get_is_no_read():
    """A report behind POST may well be made by the call: `getReport` proves nothing."""
    made = action_of("POST /reports", operationId="getReport")

    assert ("create", True) == (made["canonical_action"], made["changes_state"])


@pytest.mark.parametrize(
    "path", ["/orders/search", "/orders/query", "/orders:search", "/orders/_search", "/orders/paginate"]
)
def test_a_search_by_post_is_a_read(path):
    """The path itself says that the call asks."""
    made = action_of(f"POST {path}")

    assert ("search", False) == (made["canonical_action"], made["changes_state"])


def test_a_list_with_search_words_is_a_search():
    """GET with a `q` is a search, without it a read."""
    plain = op(array(thing("id")))
    asked = op(array(thing("id")), param("q"))
    artifact = build({"GET /orders": plain, "GET /customers": asked})

    actions = [facts(artifact, key)["canonical_action"] for key in ("GET /orders", "GET /customers")]
    assert ["read", "search"] == actions


@pytest.mark.parametrize(
    ("name", "changes"),
    [("deleteAllOrders", True), ("sendReminder", True), ("issuesOfUser", False), ("testResults", False)],
)
def test_only_certain_verbs_make_a_get_dangerous(name, changes):
    """Where a verb stands, delete and send change something; issues and test results are nouns."""
    assert changes is action_of("GET /things", operationId=name)["changes_state"]


@pytest.mark.parametrize("name", ["checkInGuest", "checkOutCart"])
def test_check_in_is_no_check(name):
    """A particle makes another verb: who checks in changes something."""
    assert action_of("POST /stays", operationId=name)["changes_state"] is True


@pytest.mark.parametrize(
    ("key", "destroys"),
    [
        ("DELETE /orders/{orderId}", True),
        ("POST /orders/{orderId}/cancel", True),
        ("POST /orders/{orderId}/revoke", True),
        ("POST /orders/{orderId}/ship", False),
        ("PUT /orders/{orderId}", False),
        ("GET /orders/{orderId}", False),
    ],
)
def test_what_destroys_is_destructive(key, destroys):
    """DELETE and verbs that end something for good; no other change, and no read."""
    assert destroys is bool(action_of(key).get("destructive"))


@pytest.mark.parametrize(
    "path", ["/orders/{orderId}/cancel", "/orders/{orderId}/cancel/", "/cancelOrder", "/cancel.do"]
)
def test_the_verb_of_a_path_decides_before_the_name(path):
    """RPC paths name what they do; a trailing slash and a format suffix change nothing."""
    assert "action" == action_of(f"POST {path}", operationId="orders42")["canonical_action"]


@pytest.mark.parametrize(
    ("answer", "shape"),
    [(array(thing("id")), "list"), (thing("id"), "single"), (thing(items=array(thing("id"))), "list")],
)
def test_the_answer_gives_the_shape(answer, shape):
    """A list, one thing, or a list inside the wrapper of a page."""
    assert shape == action_of("GET /orders", answer=answer)["result_shape"]


def test_a_list_inside_one_thing_makes_no_list():
    """An order with its tags is one order."""
    answer = thing("id", "status", "placedAt", tags=array({"type": "string"}))

    assert "single" == action_of("GET /orders/{orderId}", answer=answer)["result_shape"]


@pytest.mark.parametrize("word", ["change-log", "test-results", "Cancelation", "issue-types", "posts"])
def test_segments_that_only_contain_a_verb_are_no_verbs(word):
    """change-log is a log, not a change."""
    assert not read_segment(word).whole


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("cancelOrder", "cancel"),
        ("delete_user", "delete"),
        ("orders_cancel", "cancel"),
        ("chat.delete", "delete"),
        ("bulkDeleteUsers", "delete"),
        ("address", ""),
        ("settlement", ""),
    ],
)
def test_names_have_their_verb_first_or_behind_their_group(name, verb):
    """Verb first in camel or snake case, or last behind a group; whole words only."""
    assert verb == read_name(name, "post").verb


@pytest.mark.parametrize(
    ("key", "name", "action", "changes"),
    [
        ("POST /queries/{queryId}", "queryExecute", "action", True),
        ("POST /estimates", "estimateCreate", "create", True),
        ("POST /estimates", "estimate", "create", True),
        ("GET /invites/{code}", "inviteResolve", "read", False),
        ("POST /views/search", "viewSearch", "search", False),
        ("POST /orders/search", "searchOrders", "search", False),
    ],
)
def test_a_noun_of_the_path_is_no_verb(key, name, action, changes):
    """A name that begins with the path's noun says its verb behind it: to execute a query is no search."""
    made = action_of(key, operationId=name)

    assert (action, changes) == (made["canonical_action"], made["changes_state"])


def test_a_post_makes_what_can_be_deleted():
    """POST /preview makes a preview where DELETE /preview/{id} takes one away; elsewhere it shows one."""
    alone = build({"POST /preview": op(), "GET /preview/{previewId}": op()})
    kept = build({"POST /preview": op(), "DELETE /preview/{previewId}": op()})

    assert [False, True] == [facts(made, "POST /preview")["changes_state"] for made in (alone, kept)]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("POST /flow_runs/bulk_delete", "bulk_delete_flow_runs"),
        ("POST /tasks/delete/bulk", "tasks"),
        ("POST /actions", "actions_delete_tasks_create"),
        ("POST /reset", "reset"),
        ("POST /projects/{id}/reset", "resetProject"),
        ("PUT /pool/purge", "purgePool"),
        ("POST /disk/wipe", "diskWipe"),
        ("POST /cache/clear", "clearCache"),
        ("POST /trash/empty", "emptyTrash"),
        ("POST /images/prune", "pruneImages"),
        ("DELETE /things", "things"),
    ],
)
def test_what_destroys_by_any_method(key, name):
    """Deleting many, resetting and emptying destroy as DELETE does, wherever the verb stands."""
    assert action_of(key, operationId=name)["destructive"]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("POST /users/{id}/reset_password", "resetPassword"),
        ("POST /keys/{id}/reset", "resetApiKey"),
        ("POST /things/{id}/restore", "restoreDeletedThing"),
        ("GET /deletions", "listDeletions"),
        ("POST /resets", "createReset"),
    ],
)
def test_what_only_sounds_so(key, name):
    """A new password is no loss; what is called after a deletion deletes nothing."""
    assert not action_of(key, operationId=name)["destructive"]


@pytest.mark.parametrize("verb", ["delete", "bulk_delete", "wipe", "truncate"])
def test_a_destroying_verb_names_no_collection(verb):
    """POST /things/wipe deletes things; POST /imports makes an import."""
    assert "delete" == action_of(f"POST /things/{verb}", operationId=f"things_{verb}")["canonical_action"]
    assert "create" == action_of("POST /imports", operationId="imports")["canonical_action"]
