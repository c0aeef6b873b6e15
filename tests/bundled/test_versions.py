"""Optimistic concurrency: the version that an update requires is the one that reading gave (RFC 9110, 13.1.1)."""

from __future__ import annotations

import pytest
from tiny_api import array, build, given, op, param, rows, taken, thing

pytestmark = pytest.mark.bundled


def update(name, *, required=True, method="PUT"):
    body = thing("label", name, required=(name,) if required else ())
    return build({
        "GET /tags/{tagId}": op(thing("id", "label", name)),
        "GET /tags": op(array(thing("id", "label", name))),
        f"{method} /tags/{{tagId}}": op(body=body),
    })  # fmt: skip


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
@pytest.mark.parametrize("name", ["etag", "ETag", "rowVersion", "lock_version", "checksum", "version", "revision"])
def test_an_update_takes_the_version_that_reading_gave(name, method):
    """In any spelling, in the body of PUT and PATCH."""
    artifact = update(name, method=method)
    tag = f"tag_{name.replace('_', '').lower()}"

    read = given(artifact, "GET /tags/{tagId}", f"$.{name}")
    assert tag == read == taken(artifact, f"{method} /tags/{{tagId}}", f"$.{name}")


@pytest.mark.parametrize("name", ["etag", "version"])
def test_a_version_that_is_not_required_is_none(name):
    """Where no update has to show it, an etag or a version is a value like any other."""
    artifact = update(name, required=False)

    assert ["", ""] == [
        given(artifact, "GET /tags/{tagId}", f"$.{name}"),
        taken(artifact, "PUT /tags/{tagId}", f"$.{name}"),
    ]


def test_a_create_shows_no_version():
    """What POST makes has not been read."""
    body = thing("label", "etag", required=("etag",))
    artifact = build({"GET /tags/{tagId}": op(thing("id", "etag")), "POST /tags": op(body=body)})

    assert "" == taken(artifact, "POST /tags", "$.etag")


def test_a_list_gives_no_version():
    """Which version a list shows is not sure; reading the one thing gives it."""
    artifact = update("etag")

    assert ["tag_etag", ""] == [
        given(artifact, "GET /tags/{tagId}", "$.etag"),
        given(artifact, "GET /tags", "$[*].etag"),
    ]


def test_if_match_takes_the_etag():
    """RFC 9110, 13.1.1: the header If-Match holds an entity tag."""
    artifact = build({
        "GET /tags/{tagId}": op(thing("id", "etag")),
        "PUT /tags/{tagId}": op(None, param("If-Match", "header", required=True), body=thing("label")),
    })  # fmt: skip
    taken_tag = rows(artifact, "PUT /tags/{tagId}", "consumes")["If-Match"].get("semantic_tag")

    assert taken_tag == given(artifact, "GET /tags/{tagId}", "$.etag") == "tag_etag"


def test_versions_of_two_resources_do_not_join():
    """The etag of a note is no etag of a tag."""
    body = thing("label", "etag", required=("etag",))
    artifact = build({
        f"{method} /{noun}/{{id}}": op(thing("id", "etag"), **more)
        for noun in ("tags", "notes")
        for method, more in (("GET", {}), ("PUT", {"body": body}))
    })  # fmt: skip

    tags = [taken(artifact, f"PUT /{noun}/{{id}}", "$.etag") for noun in ("tags", "notes")]
    assert ["tag_etag", "note_etag"] == tags
