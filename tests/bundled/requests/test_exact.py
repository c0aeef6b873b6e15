"""The reader of exact words: an input's own name takes the value, and nothing that lacks its form."""

from __future__ import annotations

import pytest
from asking import asked, field, key, kind, settings, target, unread

pytestmark = pytest.mark.bundled


@pytest.mark.parametrize("word", ["due_on", "dueOn", "due on", "data.due_on"])
def test_spellings_of_a_name_are_one(word: str) -> None:
    """Snake case, camel case, words and the dotted place are the same input."""
    frame = target("PUT /tasks/{id}", key("id", "task"), field("data.due_on"))

    assert settings(asked(frame, "", {word: "2025-01-31"}, "exact")) == {"data.due_on": "2025-01-31"}


def test_a_bare_word_is_the_shallowest_input_of_that_name() -> None:
    """A deeper input of the same name is meant by its dotted path only."""
    frame = target("POST /orders", field("shipping.note"), field("note"), action="create")

    assert settings(asked(frame, "", {"note": "x"}, "exact")) == {"note": "x"}
    assert settings(asked(frame, "", {"shipping.note": "x"}, "exact")) == {"shipping.note": "x"}


def test_two_inputs_of_one_depth_are_a_question() -> None:
    """Nothing tells billing.city from shipping.city."""
    frame = target("POST /orders", field("billing.city"), field("shipping.city"), action="create")

    assert unread(asked(frame, "", {"city": "Bonn"}, "exact")) == {"city": "ambiguous"}


def test_what_is_wanted_comes_before_what_is_seen() -> None:
    """Of spec.replicas and status.replicas people set the first."""
    frame = target("PUT /deployments/{name}/scale", field("status.replicas"), field("spec.replicas"))

    assert settings(asked(frame, "", {"replicas": "3"}, "exact")) == {"spec.replicas": "3"}


def test_a_key_takes_no_name() -> None:
    """A customer's address is no key of a customer, even under the input's own name."""
    frame = target("GET /invoices", key("customer", "customer", "query"), kinds=[kind("customer", "name", "email")])

    assert settings(asked(frame, "", {"customer": "cus_9s6XKzk"}, "exact")) == {"customer": "cus_9s6XKzk"}
    assert settings(asked(frame, "", {"customer": "a@b.example"}, "exact")) == {}


def test_a_null_empties_nothing_by_itself() -> None:
    """Callers give null for what they do not know; that something shall be empty is said in words."""
    frame = target("PATCH /issues/{id}", key("id", "issue"), key("milestone", "milestone", "body", nullable=True))

    assert settings(asked(frame, "", {"milestone": None}, "exact")) == {}


def test_a_value_of_another_type_is_not_taken() -> None:
    """Text is no number of replicas, and no object."""
    frame = target("PUT /apps/{id}", field("replicas", type="integer"), field("labels", type="object"))

    assert settings(asked(frame, "", {"replicas": "many", "labels": "x"}, "exact")) == {}


def test_the_title_of_the_document_is_a_name() -> None:
    """A document in Korean names its fields in `title`."""
    frame = target("POST /payments/{id}/cancel", key("id", "payment"), field("reason", title="취소 사유"))

    assert settings(asked(frame, "", {"취소 사유": "변심"}, "exact")) == {"reason": "변심"}
    assert settings(asked(frame, "", {"사유": "변심"}, "exact")) == {"reason": "변심"}


def test_a_list_fills_an_input_for_many() -> None:
    """The word may be in the singular or plural."""
    frame = target("POST /issues", field("labels", many=True, type="array"), action="create")

    assert settings(asked(frame, "", {"label": ["bug", "docs"]}, "exact")) == {"labels": ["bug", "docs"]}


def test_a_title_does_not_rename_what_it_describes() -> None:
    """The title of an issue that is closed stays as it is."""
    frame = target("PATCH /issues/{id}", key("id", "issue"), field("title"), kinds=[kind("issue", "title")])

    assert settings(asked(frame, 'Close the issue titled "Crash"', {"title": "Crash"}, "exact")) == {}


def test_a_word_that_says_key_is_believed() -> None:
    """A user id may look like anything but a name or a number that it cannot be."""
    frame = target(
        "PATCH /users/{userId}", key("userId", "user"), key("team", "team", "body"), kinds=[kind("user", "name")]
    )

    assert settings(asked(frame, "", {"userId": "u1"}, "exact")) == {"userId": "u1"}
    assert settings(asked(frame, "", {"userId": "Ada Novak"}, "exact")) == {}
    assert settings(asked(frame, "", {"team": "t1"}, "exact")) == {}


def test_members_of_an_enum_in_any_spelling() -> None:
    """What the document lists is sent as it lists it."""
    frame = target("POST /refunds", field("reason", enum=("duplicate", "requested_by_customer")), action="create")

    assert settings(asked(frame, "", {"reason": "requested by customer"}, "exact")) == {
        "reason": "requested_by_customer"
    }


def test_what_is_in_the_path_is_there_alone() -> None:
    """The id of a thing is not set anew in its body."""
    frame = target("PATCH /users/{id}", key("path.id", "user", name="id"), key("body.id", "user", "body"))

    assert settings(asked(frame, "", {"id": "u1"}, "exact")) == {"path.id": "u1"}


def test_the_words_of_a_name_in_another_order() -> None:
    """A due date is the `DateDue`; a word more or less is another input."""
    frame = target("POST /tasks", field("DateDue"), field("DateStart"), field("Date"), action="create")

    assert settings(asked(frame, "", {"due date": "2026-05-15"}, "exact")) == {"DateDue": "2026-05-15"}
    assert settings(asked(frame, "", {"late due date": "2026-05-15"}, "exact")) == {}
