"""The reader of resource words: a key by its form, else a description; what nothing refers to is another thing."""

from __future__ import annotations

import pytest
from asking import asked, field, key, kind, settings, target, things, unread

pytestmark = pytest.mark.bundled

ISSUE = kind("issue", "title", key_form={"type": "integer"})
PARTNER = kind("partner", "name")


def test_the_form_of_the_key_decides() -> None:
    """A number is the issue's number; a text is its title."""
    frame = target("PATCH /issues/{issue_number}", key("issue_number", "issue", type="integer"), kinds=[ISSUE])

    assert settings(asked(frame, "", {"issue": 15}, "resource_word")) == {"issue_number": 15}
    assert things(asked(frame, "", {"issue": "Crash"}, "resource_word")) == [
        ("issue", {"": "Crash"}, ("issue_number",))
    ]


def test_a_bare_key_in_the_body_repeats_that_of_the_path() -> None:
    """An application that is changed is the one of the path; the `uid` in the body is one that it gets."""
    own = key("uid", "application", "body", role="")
    frame = target("PUT /apps/{app_id}", key("app_id", "application"), own, kinds=[kind("application", "name")])

    assert things(asked(frame, "", {"application": "Acme"}, "resource_word")) == [
        ("application", {"": "Acme"}, ("app_id",))
    ]


def test_words_of_other_languages() -> None:
    """파트너 and チャンネル are a partner and a channel."""
    partners = target("POST /partners/{id}/archive", key("id", "partner"), kinds=[PARTNER], action="action")
    channels = target("POST /archive", key("channel", "channel", "body"), kinds=[kind("channel", "name")])

    assert things(asked(partners, "", {"파트너": "한빛상사"}, "resource_word")) == [
        ("partner", {"": "한빛상사"}, ("id",))
    ]
    assert things(asked(channels, "", {"チャンネル": "general"}, "resource_word")) == [
        ("channel", {"": "general"}, ("channel",))
    ]


def test_what_nothing_refers_to_describes_something_else() -> None:
    """The project of a task is a thing without a role."""
    kinds = [kind("task", "name"), kind("project", "name")]
    frame = target(
        "PUT /tasks/{task_gid}", key("task_gid", "task"), field("data.parent", role="identifier"), kinds=kinds
    )
    request = asked(
        frame,
        'Close the task "Book venue" in the project Launch',
        {"task": "Book venue", "project": "Launch"},
        "resource_word",
    )

    assert things(request) == [("task", {"": "Book venue"}, ("task_gid",)), ("project", {"": "Launch"}, ())]


def test_the_noun_of_what_is_made_names_it() -> None:
    """A new folder is named; its parent is another folder."""
    frame = target("POST /folders", field("name"), key("parent.id", "parent", "body"), kinds=[kind("folder", "name")])
    request = asked(
        frame,
        "Create a folder Invoices inside Finance",
        {"folder": "Invoices", "parent folder": "Finance"},
        "resource_word",
    )

    assert settings(request) == {"name": "Invoices"}
    assert things(request) == [("folder", {"": "Finance"}, ("parent.id",))]


def test_into_a_thing_of_any_kind() -> None:
    """What a file is moved into is its parent, which may be any kind of thing."""
    kinds = [kind("file", "name"), kind("folder", "name")]
    frame = target("PUT /files/{file_id}", key("file_id", "file"), key("parent.id", "parent", "body"), kinds=kinds)

    moved = asked(frame, "Move the file to the folder Finance", {"folder": "Finance"}, "resource_word")
    meant = asked(frame, "Delete the file of the folder Finance", {"folder": "Finance"}, "resource_word")

    assert things(moved) == [("folder", {"": "Finance"}, ("parent.id",))]
    assert things(meant) == [("folder", {"": "Finance"}, ())]


def test_the_type_beside_a_reference_says_the_kind() -> None:
    """item.type and item.id: a folder is shared."""
    frame = target(
        "POST /collaborations",
        field("item.type", enum=("file", "folder")),
        field("item.id", role="identifier"),
        kinds=[kind("folder", "name")],
    )
    request = asked(frame, "Share the folder Campaigns", {"folder": "Campaigns"}, "resource_word")

    assert settings(request) == {"item.type": "folder"}
    assert things(request) == [("folder", {"": "Campaigns"}, ("item.id",))]


ACCOUNTS = target(
    "POST /transfers",
    key("fromAccountId", "account", "body"),
    key("toAccountId", "account", "body"),
    kinds=[kind("account", "name")],
)


def test_one_value_for_two_equal_roles_is_a_question() -> None:
    """Nothing says whether the account gives or takes."""
    assert unread(asked(ACCOUNTS, "", {"account": "Savings"}, "resource_word")) == {"account": "ambiguous"}


def test_the_words_before_a_value_say_its_role() -> None:
    """From one, to the other; a word for one role fills no other."""
    request = asked(
        ACCOUNTS,
        "Send money from the account Savings to the account Holidays",
        {"account": "Savings", "other account": "Holidays"},
        "resource_word",
    )

    assert things(request) == [
        ("account", {"": "Savings"}, ("fromAccountId",)),
        ("account", {"": "Holidays"}, ("toAccountId",)),
    ]


def test_the_role_in_the_word() -> None:
    """The source account is the one that gives."""
    request = asked(ACCOUNTS, "", {"source account": "Savings"}, "resource_word")

    assert things(request) == [("account", {"": "Savings"}, ("fromAccountId",))]


@pytest.mark.parametrize(
    ("value", "is_key"),
    [("in_1A42x", True), ("INV-0042", False), ("SUMMER25", False), ("db_password", False), ("cus_9s6XKz", True)],
)
def test_what_keys_look_like(value: str, is_key: bool) -> None:
    """A prefix with digits is a key; what people write on paper is a name."""
    frame = target("GET /invoices/{invoice}", key("invoice", "invoice"), kinds=[kind("invoice", "number")])

    assert bool(settings(asked(frame, "", {"invoice": value}, "resource_word"))) == is_key


def test_things_without_a_name_are_known_by_their_key() -> None:
    """Where a payment has no name, a code can be nothing but its key."""
    frame = target("GET /payments/{paymentId}", key("paymentId", "payment"), kinds=[kind("payment")])

    assert settings(asked(frame, "", {"payment": "pay-20240501-017"}, "resource_word")) == {
        "paymentId": "pay-20240501-017"
    }


def test_an_optional_role_that_nobody_said_stays_out() -> None:
    """The issue is not the one of which another is a duplicate; that one has to be called so."""
    frame = target(
        "POST /notes", field("text"), key("duplicate_issue_id", "issue", "body"), kinds=[kind("issue", "title")]
    )

    assert things(asked(frame, "", {"issue": "Crash"}, "resource_word")) == [("issue", {"": "Crash"}, ())]
    assert things(asked(frame, "", {"duplicate issue": "Crash"}, "resource_word")) == [
        ("issue", {"": "Crash"}, ("duplicate_issue_id",))
    ]


def test_a_key_of_one_thing_is_no_other_thing() -> None:
    """cart_01 is a cart, whatever word it was given under."""
    frame = target("POST /carts/{id}/items", key("id", "cart"), key("variant_id", "variant", "body"), action="create")

    assert settings(asked(frame, "", {"variant": "cart_01"}, "resource_word")) == {}
    assert settings(asked(frame, "", {"variant": "variant_tee"}, "resource_word")) == {"variant_id": "variant_tee"}


def test_a_new_namespace_is_named() -> None:
    """What is made may hold a reference to its own kind."""
    frame = target(
        "POST /namespaces",
        field("metadata.name"),
        key("metadata.namespace", "namespace", "body", key_form={"name": True}),
        resource="namespace",
    )

    assert settings(asked(frame, "", {"namespace": "qa-eu"}, "resource_word")) == {"metadata.name": "qa-eu"}


def test_a_number_is_no_name() -> None:
    """The VLAN 120 has that number; a thing without numbers is not called by one."""
    vlan = target("POST /vlans", field("name"), field("vid", type="integer"), resource="vlan")
    issue = target("POST /issues", field("title"), resource="issue")

    assert settings(asked(vlan, "Create the VLAN 120", {"vlan": 120}, "resource_word")) == {"vid": 120}
    assert settings(asked(issue, "Open issue 120", {"issue": 120}, "resource_word")) == {}


def test_an_address_is_no_schedule() -> None:
    """Where things have neither name nor address, one that is given for them is asked about."""
    schedule = kind("schedule", attributes=["status"])
    frame = target("POST /schedules/{schedule}/cancel", key("schedule", "schedule"), kinds=[schedule], action="action")

    assert unread(asked(frame, "", {"schedule": "a@b.example"}, "resource_word")) == {"schedule": "ambiguous"}
    assert settings(asked(frame, "", {"schedule": "sub_sched_1"}, "resource_word")) == {"schedule": "sub_sched_1"}


def test_a_reply_is_the_text_of_a_post() -> None:
    """What is written may be called by another word than what is made; where a person is made, a note is none."""
    posts = target(
        "POST /posts", field("raw"), field("title"), kinds=[kind("post", "id")], action="create", resource="post"
    )
    people = target("POST /people", field("name"), kinds=[kind("person", "name")], action="create", resource="person")

    assert settings(asked(posts, "", {"reply": "We look into it."}, "resource_word")) == {"raw": "We look into it."}
    assert unread(asked(people, "", {"reply": "We look into it."}, "resource_word"))


def test_a_word_behind_the_noun_that_says_no_more() -> None:
    """A carrier account is the carrier, where carriers have no account; a project member is not the project."""
    frame = target(
        "PUT /carriers/{id}", key("id", "carrier"), kinds=[kind("carrier", "nickname"), kind("member", "name")]
    )

    assert things(asked(frame, "", {"carrier account": "UPS West"}, "resource_word")) == [
        ("carrier", {"": "UPS West"}, ("id",))
    ]
    assert things(asked(frame, "", {"carrier member": "Ann"}, "resource_word")) == []


UUID = "61d6ffe7-59b7-55be-9120-4119b4ffb16c"


@pytest.mark.parametrize(
    ("form", "naming", "value"),
    [({"type": "uuid"}, "title", 2043), ({"type": "uuid"}, "title", "o-2043"), ({}, "offer_number", 2043)],
)
def test_a_number_that_can_be_no_key_describes(form: dict[str, str], naming: str, value: object) -> None:
    """Offer 2043 is known by its number where keys are UUIDs, or where offers have numbers besides their keys."""
    frame = target("PUT /offers/{offer_id}", key("offer_id", "offer", key_form=form), kinds=[kind("offer", naming)])

    assert things(asked(frame, "", {"offer": value}, "resource_word")) == [("offer", {"": value}, ("offer_id",))]
    assert settings(asked(frame, "", {"offer": UUID}, "resource_word")) == {"offer_id": UUID}
