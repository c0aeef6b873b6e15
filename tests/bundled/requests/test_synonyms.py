"""The reader of synonyms: another word for one input, never a choice among several."""

from __future__ import annotations

import pytest
from asking import asked, field, settings, target

pytestmark = pytest.mark.bundled


@pytest.mark.parametrize(
    ("word", "name", "value"),
    [
        ("phone", "telephone", "0117"),
        ("comment", "body", "ok"),
        ("branch", "ref", "main"),
        ("email", "login", "a@b.example"),
    ],
)
def test_words_of_one_meaning(word: str, name: str, value: str) -> None:
    """People and documents have different words."""
    frame = target("POST /things", field(name), action="create")

    assert settings(asked(frame, "", {word: value}, "synonyms")) == {name: value}


def test_beside_a_body_an_input_takes_its_own_name_only() -> None:
    """The `login` of the shop in the query of each operation is no customer's e-mail; without a body it may be."""
    login = field("login", location="query")
    made = target("POST /categories", login, field("category.name"), action="create")
    told = target("POST /invitations", login, action="create")

    assert settings(asked(made, "", {"email": "a@b.example"}, "synonyms")) == {}
    assert settings(asked(told, "", {"email": "a@b.example"}, "synonyms")) == {"login": "a@b.example"}


def test_several_inputs_of_the_meaning_are_none() -> None:
    """Text and notes could both be the comment."""
    frame = target("POST /things", field("text"), field("notes"), action="create")

    assert settings(asked(frame, "", {"comment": "ok"}, "synonyms")) == {}


def test_the_name_itself_is_stronger() -> None:
    """Where an input has that very name, no other is looked for."""
    frame = target("POST /things", field("text"), field("comment", type="object"), action="create")

    assert settings(asked(frame, "", {"comment": "ok"}, "synonyms")) == {}


def test_a_date_prefers_a_date() -> None:
    """A day goes to due_on, a moment to due_at."""
    frame = target("PUT /tasks", field("due_on", format="date"), field("due_at", format="date-time"))

    assert settings(asked(frame, "", {"due date": "2025-07-01"}, "synonyms")) == {"due_on": "2025-07-01"}
    assert settings(asked(frame, "", {"due date": "2025-07-01T09:00:00Z"}, "synonyms")) == {
        "due_at": "2025-07-01T09:00:00Z"
    }


def test_the_object_of_a_name() -> None:
    """The restart policy is RestartPolicy.Name."""
    frame = target(
        "POST /containers/{id}/update", field("RestartPolicy.Name"), field("RestartPolicy.MaximumRetryCount")
    )

    assert settings(asked(frame, "", {"restart policy": "always"}, "synonyms")) == {"RestartPolicy.Name": "always"}
