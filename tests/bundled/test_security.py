"""Credentials, by security scheme and by name: what proves who calls, and what only looks like it."""

from __future__ import annotations

import pytest
from tiny_api import NUMBER, TEXT, build, op, param, rows, thing

pytestmark = pytest.mark.bundled


def kind_of(name, place="query", **more):
    artifact = build({"GET /reports": op(None, param(name, place, **more))})
    return rows(artifact, "GET /reports", "consumes")[name]["kind"]


@pytest.mark.parametrize(
    "name", ["Authorization", "X-API-Key", "x-auth-token", "X-Amz-Security-Token", "x-shop-authorization"]
)
def test_headers_by_these_names_are_credentials(name):
    """RFC 9110, 11.6.2, and the common X- headers, in any spelling."""
    assert "auth" == kind_of(name, "header")


def test_a_scheme_names_its_parameter():
    """OpenAPI 4.8.27: an apiKey scheme names the parameter that carries it, whatever it is called."""
    schemes = {"securitySchemes": {"door": {"type": "apiKey", "in": "query", "name": "passphrase"}}}
    operations = {"GET /reports": op(None, param("passphrase"))}

    with_scheme = rows(build(operations, components=schemes), "GET /reports", "consumes")
    without = rows(build(operations), "GET /reports", "consumes")
    assert ["auth", "data"] == [with_scheme["passphrase"]["kind"], without["passphrase"]["kind"]]


def test_a_scheme_names_a_parameter_of_its_location_only():
    """A query key by the name `code` makes no credential of a header `code`."""
    schemes = {"securitySchemes": {"door": {"type": "apiKey", "in": "query", "name": "code"}}}
    artifact = build({"GET /reports": op(None, param("code", "header"))}, components=schemes)

    assert "data" == rows(artifact, "GET /reports", "consumes")["code"]["kind"]


def test_a_bare_token_is_a_credential():
    """A query `token` that says nothing else is the caller's."""
    assert "auth" == kind_of("token")


def test_a_described_token_is_what_it_is_described_as():
    """A token of something else is data, a token that authorises is a credential."""
    kinds = [kind_of("token", description=text) for text in ("Where the last page ended.", "Your API token.")]

    assert ["data", "auth"] == kinds


@pytest.mark.parametrize("name", ["next_token", "pageToken", "continuationToken", "NextToken"])
def test_a_token_of_paging_is_no_credential(name):
    """`next_token` turns pages."""
    artifact = build({"GET /reports": op(None, param(name))})
    row = rows(artifact, "GET /reports", "consumes")[name]

    assert ("data", "paging") == (row["kind"], row["role"])


@pytest.mark.parametrize("name", ["token", "api_key", "access_token", "session"])
def test_a_path_parameter_is_never_a_credential(name):
    """DELETE /tokens/{token} is about a token; the caller proves itself elsewhere."""
    artifact = build({f"DELETE /tokens/{{{name}}}": op()})

    assert "data" == rows(artifact, f"DELETE /tokens/{{{name}}}", "consumes")[name]["kind"]


def test_a_body_registers_a_key():
    """POST /integrations with an apiKey stores it: data, unless it is described as the caller's own."""
    own = {"type": "string", "description": "Your API key, for authentication."}
    artifact = build({
        "POST /integrations": op(body=thing("apiKey")),
        "POST /calls": op(body=thing(apiKey=own)),
    })  # fmt: skip

    kinds = [rows(artifact, f"POST {path}", "consumes")["$.apiKey"]["kind"] for path in ("/integrations", "/calls")]
    assert ["data", "auth"] == kinds


def test_only_texts_are_credentials():
    """An `auth` switch or one of few values proves nothing."""
    kinds = [kind_of("api_key", schema=schema) for schema in (TEXT, {"type": "boolean"}, TEXT | {"enum": ["a", "b"]})]

    assert ["auth", "data", "data"] == kinds


@pytest.mark.parametrize(("place", "kind"), [("cookie", "auth"), ("query", "data")])
def test_a_session_is_a_credential_in_a_cookie(place, kind):
    """`sid` in a cookie is the session, `sid` in a query is an id of something."""
    assert kind == kind_of("sid", place)


@pytest.mark.parametrize("name", ["author", "authority", "keyword", "tokenize", "monkey", "secretary", "authorId"])
def test_names_that_only_contain_the_word_are_data(name):
    """Whole names, not letters inside others."""
    assert "data" == kind_of(name)


def test_a_login_issues_credentials():
    """What a login answers with is a credential, never an identifier to chain on."""
    artifact = build({"POST /login": op(thing("access_token", "userId", expires=NUMBER), body=thing("name"))})
    made = rows(artifact, "POST /login", "produces")

    assert ["auth", "data"] == [made[path].get("kind", "data") for path in ("$.access_token", "$.userId")]
    assert "semantic_tag" not in made["$.access_token"]
