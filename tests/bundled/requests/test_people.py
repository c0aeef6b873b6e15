"""The reader of people: roles, logins, addresses, and the caller."""

from __future__ import annotations

import pytest
from asking import asked, field, key, kind, settings, target, things, unread

from graph_tool_call.hooks import ToolFacts

pytestmark = pytest.mark.bundled

USER = kind("user", "name", "email")
ME = ToolFacts(name="getMe", method="get", path="/users/me")


def test_a_name_describes_the_person() -> None:
    """An input without a resource takes a user by its name."""
    frame = target("PUT /tasks/{id}", key("id", "task"), field("data.assignee"), kinds=[USER])
    request = asked(frame, "", {"assignee": "Lena Ortiz"}, "exact", "people")

    assert settings(request) == {}
    assert things(request) == [("user", {"": "Lena Ortiz"}, ("data.assignee",))]


def test_an_address_is_compared_with_addresses() -> None:
    """What looks like an e-mail address is no name."""
    frame = target("PUT /tasks/{id}", key("id", "task"), field("assignee"), kinds=[USER])

    assert things(asked(frame, "", {"assignee": "a@b.example"}, "people")) == [
        ("user", {"email": "a@b.example"}, ("assignee",))
    ]


def test_a_login_goes_where_logins_are_taken() -> None:
    """The description says that user names are taken."""
    taken = field("reviewers", many=True, type="array", description="An array of user `login`s.")
    frame = target("POST /pulls/{number}/requested_reviewers", taken, kinds=[USER])

    assert settings(asked(frame, "", {"reviewer": "hubot"}, "people")) == {"reviewers": ["hubot"]}


def test_a_role_is_not_another_role() -> None:
    """The creator of a task is not its assignee."""
    frame = target("PUT /tasks/{id}", key("id", "task"), field("assignee"), kinds=[USER])
    request = asked(frame, "", {"creator": "Lena"}, "people")

    assert things(request) == [("user", {"": "Lena"}, ())]


def test_two_people_without_roles_are_a_question() -> None:
    """Who sends and who receives is not said."""
    frame = target("POST /messages", key("sender", "user", "body"), key("recipient", "user", "body"), kinds=[USER])

    assert unread(asked(frame, "", {"user": "Lena"}, "people")) == {"user": "ambiguous"}


def test_me_is_whom_the_api_says() -> None:
    """The operation that answers for the caller tells the key."""
    frame = target("PUT /tasks/{id}", key("id", "task"), key("assignee", "user", "body"), kinds=[USER])
    request = asked(frame, "Assign it to me", {"assignee": "me"}, "people", tools=[ME])

    assert things(request) == [("user", {"@caller": "getMe"}, ("assignee",))]


def test_me_is_sent_where_the_api_takes_it() -> None:
    """The description says that "me" is a value."""
    takes_me = key("assignee", "user", "body", description='The id of a user, or "me".')
    frame = target("PUT /tasks/{id}", key("id", "task"), takes_me, kinds=[USER])

    assert settings(asked(frame, "", {"assignee": "me"}, "people", tools=[ME])) == {"assignee": "me"}


def test_an_owner_is_a_user_where_owners_are_not_listed() -> None:
    """The key of an owner is that of a user."""
    frame = target("PUT /accounts/{id}", key("id", "account"), key("owner_id", "owner", "body"), kinds=[USER])

    assert things(asked(frame, "", {"owner": "Lena Ortiz"}, "people", "resource_word")) == [
        ("user", {"": "Lena Ortiz"}, ("owner_id",))
    ]


@pytest.mark.parametrize("word", ["assignee name", "assigneeName", "assignee_email", "name of the assignee"])
def test_the_name_of_a_role(word: str) -> None:
    """An assignee's name is the assignee."""
    frame = target("PUT /tasks/{id}", key("id", "task"), field("assignee"), kinds=[USER])

    assert things(asked(frame, "", {word: "Lena Ortiz"}, "people")) == [("user", {"": "Lena Ortiz"}, ("assignee",))]


def test_a_user_is_made_no_owner() -> None:
    """In a change, who is only called a user takes no optional part."""
    frame = target("POST /notes", field("text"), key("owner_id", "owner", "body"), kinds=[USER])

    assert unread(asked(frame, "", {"user": "Lena"}, "people")) == {"user": "no_place"}


def test_a_login_beside_an_id_needs_no_lookup() -> None:
    """Who is named by address goes where addresses are taken, and the kind beside it is a user."""
    frame = target(
        "POST /collaborations",
        field("accessible_by.type", enum=("user", "group")),
        key("accessible_by.id", "user", "body"),
        field("accessible_by.login"),
        kinds=[USER],
    )
    request = asked(frame, "", {"user": "a@b.example"}, "people", "resource_word")

    assert settings(request) == {"accessible_by.type": "user", "accessible_by.login": "a@b.example"}
    assert things(request) == []


def test_the_name_of_a_sender_is_no_person() -> None:
    """Under which name a message is posted says nothing of whom it is for."""
    frame = target("POST /messages", field("text"), field("username"), kinds=[USER])

    assert settings(asked(frame, "", {"user": "Tom"}, "people")) == {}


def test_a_new_login_is_what_somebody_shall_be_called() -> None:
    """The new username goes into the input of that name, whoever the path names; a new owner is somebody who exists."""
    login = key("username", "user", key_form={"name": True})
    frame = target("PUT /users/{username}", login, field("new_username", required=True), kinds=[USER])
    given = {"user": "old_nick", "new username": "nick"}

    assert settings(asked(frame, "", given, "exact", "people", "resource_word")) == {
        "username": "old_nick",
        "new_username": "nick",
    }

    frame = target("POST /repos/{id}/transfer", key("id", "repo"), field("new_owner", required=True), kinds=[USER])
    assert things(asked(frame, "", {"new owner": "Lena Ortiz"}, "exact", "people")) == [
        ("user", {"": "Lena Ortiz"}, ("new_owner",))
    ]
