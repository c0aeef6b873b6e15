"""The reader of bare names: which thing is meant, or how it shall be called."""

from __future__ import annotations

import pytest
from asking import asked, field, key, kind, settings, target, things, unread

pytestmark = pytest.mark.bundled

ISSUE = kind("issue", "title")
UPDATE = target("PATCH /issues/{issue_number}", key("issue_number", "issue"), field("title"), kinds=[ISSUE])
READERS = ("exact", "naming", "resource_word")


@pytest.mark.parametrize(
    "question", ['Close the issue titled "Crash"', 'Close the issue "Crash"', "Close Crash of octo"]
)
def test_a_title_describes_what_is_changed(question: str) -> None:
    """Nothing is renamed unless the words say so."""
    request = asked(UPDATE, question, {"title": "Crash"}, *READERS)

    assert settings(request) == {}
    assert things(request) == [("issue", {"title": "Crash"}, ("issue_number",))]


@pytest.mark.parametrize(
    ("question", "entities"),
    [
        ("Change the title of issue 12 to Freeze", {"issue": 12, "title": "Freeze"}),
        ("Rename issue 12 to Freeze", {"issue": 12, "new title": "Freeze"}),
        ("", {"issue": 12, "new_title": "Freeze"}),
        ("12번 이슈 제목을 Freeze로 바꿔줘", {"issue": 12, "제목": "Freeze"}),
    ],
)
def test_to_and_new_set_the_title(question: str, entities: dict[str, object]) -> None:
    """What something is changed to is no description of it."""
    request = asked(UPDATE, question, entities, *READERS)

    assert settings(request) == {"issue_number": 12, "title": "Freeze"}
    assert not unread(request)


def test_the_old_and_the_new_name() -> None:
    """The thing by its noun, the new name by its word."""
    frame = target(
        "POST /rename",
        key("channel", "channel", "body"),
        field("name"),
        kinds=[kind("channel", "name")],
        action="update",
    )
    request = asked(
        frame, "Rename the channel mktg to marketing", {"channel": "mktg", "new name": "marketing"}, *READERS
    )

    assert settings(request) == {"name": "marketing"}
    assert things(request) == [("channel", {"": "mktg"}, ("channel",))]


def test_where_something_is_made_its_name_is_set() -> None:
    """There is nothing yet that the title could describe."""
    frame = target("POST /issues", field("title"), kinds=[ISSUE])

    assert settings(asked(frame, 'Open an issue "Crash"', {"title": "Crash"}, *READERS)) == {"title": "Crash"}


def test_below_a_thing_the_title_describes_that() -> None:
    """A comment has no title: it is the issue's."""
    frame = target("POST /issues/{issue_number}/comments", key("issue_number", "issue"), field("body"), kinds=[ISSUE])
    request = asked(frame, "Comment on Crash", {"title": "Crash", "body": "on it"}, *READERS)

    assert settings(request) == {"body": "on it"}
    assert things(request) == [("issue", {"title": "Crash"}, ("issue_number",))]


def test_an_email_describes_the_reference_that_has_one() -> None:
    """A channel has no address; the user to be removed has."""
    frame = target(
        "POST /kick",
        key("channel", "channel", "body"),
        key("user", "user", "body"),
        kinds=[kind("channel", "name"), kind("user", "name", "profile.email")],
        action="action",
    )
    request = asked(frame, "Remove a@b.example from launch", {"channel": "launch", "email": "a@b.example"}, *READERS)

    assert ("user", {"profile.email": "a@b.example"}, ("user",)) in things(request)


def test_a_key_that_is_a_name_takes_it() -> None:
    """Containers are referred to by id or name."""
    frame = target(
        "GET /containers/{id}/top",
        key("id", "container", key_form={"type": "string", "name": True}),
        kinds=[kind("container", "name")],
    )

    assert settings(asked(frame, "", {"name": "orders-db"}, *READERS)) == {"id": "orders-db"}


@pytest.mark.parametrize(
    "question", ["Close issue 12 Crash", 'Close issue 12 ("Crash")', "Close issue 12 titled Crash"]
)
def test_a_title_told_beside_the_number_renames_nothing(question: str) -> None:
    """Where no word says that something becomes another, a name that has no use is asked about."""
    request = asked(UPDATE, question, {"issue_number": 12, "title": "Crash"}, *READERS)

    assert settings(request) == {"issue_number": 12}
    assert unread(request) == {"title": "ambiguous"}


def test_a_new_name_goes_where_the_new_one_is_wanted() -> None:
    """`PUT /tags/{tag_name}/{new_tag_name}` takes both names in its path."""
    now = key("tag_name", "tag", key_form={"name": True})
    frame = target("PUT /tags/{tag_name}/{new_tag_name}", now, field("new_tag_name", location="path"), resource="tag")
    request = asked(frame, "", {"tag": "Urgnet", "new name": "Urgent"}, "naming", "resource_word", "exact")

    assert settings(request) == {"tag_name": "Urgnet", "new_tag_name": "Urgent"}
