"""`plan --credentials`: names in, what they cover out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.bundled

DOCUMENT = {
    "openapi": "3.0.3",
    "info": {"title": "small", "version": "1"},
    "components": {
        "securitySchemes": {
            "login": {"type": "oauth2", "flows": {}},
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
        }
    },
    "security": [{"login": ["read"]}, {"key": []}],
    "paths": {"/offers": {"get": {"operationId": "listOffers", "responses": {"200": {"description": "ok"}}}}},
}
LINE = ("plan", "small.json", "--target", "listOffers")


@pytest.fixture(autouse=True)
def _small(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("small.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "ready"),
    [
        (("--credentials", "other,key"), True),
        (("--credentials", "other"), False),
        (("--scope", "login=read,write"), True),
        (("--scope", "login=write"), False),
    ],
)
def test_plan_tells_whether_credentials_suffice(cli, options, ready):
    """Names may be listed or repeated; scopes go with a name."""
    result = cli(*LINE, *options, "--json")

    assert (0, ready) == (result.code, result.json["auth_readiness"]["ready"])


def test_without_names_nothing_is_said(cli):
    """The plan lists what its calls take, as before."""
    answer = cli(*LINE, "--json").json

    assert "auth_readiness" not in answer
    assert {"login", "key"} == {entry["scheme"] for entry in answer["auth"]}


def test_people_see_what_is_missing(cli):
    """The nearest alternative, and the name that was misspelt."""
    short = cli(*LINE, "--scope", "login=write", "--credentials", "kei").words

    assert "they do not suffice" in short
    assert "login: without scope read" in short
    assert "No operation takes a credential named kei; did you mean key?" in short
    assert "covered login (read?)" in cli(*LINE, "--credentials", "login").words


def test_values_are_refused_and_not_repeated(cli):
    """A secret that slipped in stays out of every message."""
    result = cli(*LINE, "--credentials", "key=hunter2")

    assert (2, False) == (result.code, "hunter2" in result.out + result.err)


def test_a_scope_needs_its_scheme(cli):
    """NAME=SCOPE."""
    assert 2 == cli(*LINE, "--scope", "read").code
