"""Verbs of a question set states of what the target acts on; anything doubtful sets nothing."""

from __future__ import annotations

import pytest
from readings import frame, readings, settings

from graph_tool_call.hooks import Frame, Placement
from graph_tool_call_bundled.requests import unset, verbs

pytestmark = pytest.mark.bundled

BOOLEAN = {"type": "boolean"}
ISSUE = frame(
    "PATCH /issues/{issue_id}",
    {
        "issue_id": {"location": "path", "resource": "issue", "tag": "issue_id"},
        "title": {"type": "string"},
        "state": {"type": "string", "enum": ("open", "closed")},
        "milestone": {"type": "integer", "nullable": True},
        "due_date": {"type": "string", "nullable": True},
        "locked": BOOLEAN,
        "confidential": BOOLEAN,
        "wiki_enabled": BOOLEAN,
        "author.is_locked": BOOLEAN,
    },
    resource="issue",
)


def one(name: str, **facts: object) -> Frame:
    """An update of a user with one attribute."""
    return frame("PUT /users/{user_id}", {name: facts}, resource="user")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Close issue 12", {"state": "closed"}),
        ("Please close the issue", {"state": "closed"}),
        ("Could you reopen issue 12?", {"state": "open"}),
        ("I'd like to lock it", {"locked": True}),
        ("Close issue 12 and lock it", {"state": "closed", "locked": True}),
        ("Mark issue 12 as closed", {"state": "closed"}),
        ("Mark issue 12 as not confidential", {"confidential": False}),
        ("Make the issue confidential", {"confidential": True}),
        ("Set the state of issue 12 to open", {"state": "open"}),
        ("Turn off the wiki", {"wiki_enabled": False}),
        ("Switch the wiki on", {"wiki_enabled": True}),
    ],
)
def test_a_command_sets_a_state(question: str, expected: dict[str, object]) -> None:
    """What the verb or the adjective of a command says goes into the input that holds it."""
    assert settings(verbs, ISSUE, question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "Don't close issue 12",
        "Do not lock the issue",
        "Change the title without closing issue 12",
        "Close issue 12 if the build is green",
        "When the build is green, close the issue",
        "Is issue 12 closed?",
        "Close issue 12 tomorrow",
        "Close issue 12 as soon as the build is green",
        "Move issue 12 to closed",
        "Ask Mona to close issue 12",
        "Close all labels of the issue",
        "Rename issue 12, which I closed",
        'Set the title of issue 12 to "Close the door"',
        "Set the title of issue 12 to closed",
        "Close the milestone of issue 12",
        "Disable notifications for issue 12",
        "Close issue 12 and reopen it",
        "Assign the issue to the lock team",
    ],
)
def test_what_is_no_plain_command_sets_nothing(question: str) -> None:
    """Denials, conditions, questions, texts, and commands about something else."""
    assert settings(verbs, ISSUE, question) == {}


def test_a_value_is_no_command() -> None:
    """What stands in a given value is not said by the speaker."""
    given = {"title": "Close the issue"}

    assert settings(verbs, ISSUE, "Rename issue 12: Close the issue", given) == {}


@pytest.mark.parametrize("given", [{"state": "open"}, {"closed": True}, {"new state": "closed"}])
def test_a_given_value_says_it(given: dict[str, object]) -> None:
    """Where a value was given for it, the verb adds nothing."""
    assert settings(verbs, ISSUE, "Close issue 12", given) == {}


def test_two_inputs_that_fit_are_no_setting() -> None:
    """Which one is meant is not known."""
    two = frame("PUT /users/{id}", {"is_blocked": BOOLEAN, "status": {"enum": ("active", "blocked")}}, resource="user")

    assert settings(verbs, two, "Block the user") == {}


@pytest.mark.parametrize(
    ("facts", "question", "value"),
    [
        ({"name": "active", **BOOLEAN}, "Deactivate the user", False),
        ({"name": "disabled", **BOOLEAN}, "Enable user 4", False),
        ({"name": "is_user_active", **BOOLEAN}, "Activate the user", True),
        ({"name": "active", **BOOLEAN}, "Archive the user", False),
        ({"name": "visibility", "enum": ("PUBLIC", "PRIVATE")}, "Make the user private", "PRIVATE"),
        ({"name": "state", "enum": (1, 2), "labels": ("Active", "Suspended")}, "Suspend the user", 2),
        (
            {"name": "state", "type": "string", "description": "One of: active, closed."},
            "Close it",
            "closed",
        ),
        ({"name": "status", "enum": ("active", "on-hold")}, "Mark the user as on hold", "on-hold"),
    ],
)
def test_names_and_members_of_many_apis(facts: dict[str, object], question: str, value: object) -> None:
    """Booleans of either meaning, enums of any spelling, labels."""
    name = str(facts.pop("name"))

    assert settings(verbs, one(name, **facts), question) == {name: value}


def test_an_operation_that_is_the_verb_sets_nothing() -> None:
    """`POST …/close` closes by itself; its inputs are something else."""
    close = frame("POST /issues/{id}/close", {"state": {"enum": ("open", "closed")}}, action="action", resource="issue")

    assert settings(verbs, close, "Close issue 12") == {}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Create a private channel", {"is_private": True}),
        ("Create a channel and archive it", {}),
        ("Create a channel for private matters", {}),
    ],
)
def test_a_create_takes_what_describes_the_new_thing(question: str, expected: dict[str, object]) -> None:
    """Only an adjective before its noun; a verb never."""
    create = frame("POST /channels", {"is_private": BOOLEAN, "is_archived": BOOLEAN}, resource="channel")

    assert settings(verbs, create, question) == expected


def test_the_trash_is_a_state() -> None:
    """A thing is moved there."""
    page = frame("PATCH /pages/{id}", {"in_trash": BOOLEAN}, resource="page")

    assert settings(verbs, page, "Move the page to the trash") == {"in_trash": True}


def test_a_switch_that_empties_is_set() -> None:
    """Some APIs have a switch for it instead of null."""
    issue = frame("PATCH /issues/{id}", {"unset_due_date": BOOLEAN, "due_date": {}}, resource="issue")

    assert settings(unset, issue, "Remove the due date of issue 12") == {"unset_due_date": True}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Add Ada to the team as a viewer", {"role": "viewer"}),
        ("Add Ada to the team", {}),
        ("Add Ada to the team as soon as possible", {}),
        ("Add the viewer Ada to the team", {}),
    ],
)
def test_what_somebody_is_added_as(question: str, expected: dict[str, object]) -> None:
    """A member of the only enum that has it."""
    create = frame("POST /teams/{team}/members", {"role": {"enum": ("admin", "viewer")}}, resource="member")

    assert settings(verbs, create, question, {"user": "Ada"}) == expected


def test_what_somebody_becomes() -> None:
    """Of "make Ada a viewer": the role is said."""
    update = frame("PUT /members/{id}", {"role": {"enum": ("admin", "viewer")}}, resource="member")

    assert settings(verbs, update, "Make Ada a viewer", {"user": "Ada"}) == {"role": "viewer"}
    assert settings(verbs, update, "Make a viewer of Ada's page", {"user": "Ada"}) == {}


def test_a_named_thing_is_no_input_of_that_name() -> None:
    """Of "the address 10.0.0.1": it is which one; "the address of web-1" would be what is set."""
    address = frame(
        "PATCH /addresses/{id}", {"address": {}, "status": {"enum": ("active", "reserved")}}, resource="address"
    )

    assert settings(verbs, address, "Mark the address 10.0.0.1 as reserved", {"ip": "10.0.0.1"}) == {
        "status": "reserved"
    }


def test_a_given_null_is_placed_where_the_words_empty_it() -> None:
    """A null by itself empties nothing."""
    (placed,) = readings(unset, ISSUE, "Take issue 12 out of its milestone", {"milestone": None})

    assert isinstance(placed, Placement)
    assert (ISSUE.slots[placed.slot].place, placed.value) == ("milestone", None)
    assert readings(unset, ISSUE, "Rename issue 12", {"milestone": None}) == []


def test_a_reading_target_is_not_set() -> None:
    """Commands change; a list of closed issues is another reader's."""
    listing = frame("GET /issues", {"state": {"enum": ("open", "closed"), "location": "query"}}, resource="issue")

    assert settings(verbs, listing, "Close issue 12") == {}


def test_a_setting_tells_its_words() -> None:
    """The span is that of the verb."""
    (setting,) = readings(verbs, ISSUE, "Please close issue 12")

    assert (setting.term, setting.start, setting.end) == ("close", 7, 12)


@pytest.mark.parametrize(
    ("question", "given", "expected"),
    [
        ("Take issue 12 out of its milestone", {}, {"milestone": None}),
        ("Remove issue 12 from the milestone", {}, {"milestone": None}),
        ("Clear the due date of issue 12", {}, {"due_date": None}),
        ("Remove the milestone", {}, {"milestone": None}),
        ("Remove the milestone v2.0 from issue 12", {"milestone": "v2.0"}, {}),
        ("Clear the title of issue 12", {}, {}),
        ("Don't clear the due date", {}, {}),
        ("Take issue 12 out of the way", {}, {}),
    ],
)
def test_what_is_taken_away_becomes_null(question: str, given: dict[str, object], expected: dict[str, object]) -> None:
    """Only an input that is named, that takes null, and that no value is said for."""
    assert settings(unset, ISSUE, question, given) == expected
