"""What parameter names say: runtime context, paging, search, sorting, and what only looks like it."""

from __future__ import annotations

import pytest
from tiny_api import NUMBER, TEXT, array, build, op, param, rows, thing

pytestmark = pytest.mark.bundled


def row_of(name, place="query", **more):
    artifact = build({"GET /reports": op(None, param(name, place, **more))})
    return rows(artifact, "GET /reports", "consumes")[name]


def role_of(name, place="query", **more):
    return row_of(name, place, **more).get("role", "")


def body_row(name, schema=TEXT, *, required=False):
    body = thing(**{name: schema}, required=(name,) if required else ())
    return rows(build({"POST /reports/search": op(body=body)}), "POST /reports/search", "consumes")[f"$.{name}"]


@pytest.mark.parametrize(
    "name",
    "page pageNo page_size per_page limit offset cursor pageToken starting_after page[number] page.size".split(),
)
def test_paging_in_any_spelling(name):
    """Numbers, offsets and cursors of pages, also in the bracket style of JSON:API."""
    assert "paging" == role_of(name)


@pytest.mark.parametrize("name", ["pageTitle", "pages", "limitType", "homepage", "offsetAccount", "pageId"])
def test_names_that_only_contain_paging_words_page_nothing(name):
    """A page id is a page of a site."""
    assert "paging" != role_of(name)


def test_paging_that_is_required_stays_required():
    """What pages and what is demanded are two questions."""
    row = row_of("page", required=True, schema=NUMBER)

    assert ("paging", True) == (row["role"], bool(row.get("required")))


def test_a_count_that_is_required_counts_goods():
    """`size` and `count` page only as optional numbers."""
    roles = [role_of("size", schema=NUMBER, required=needed) == "paging" for needed in (False, True)]

    assert [True, False] == roles


def test_a_size_in_words_is_no_paging():
    """`size` XL is a size."""
    assert "paging" != role_of("size", schema=TEXT)


@pytest.mark.parametrize("name", ["after", "before"])
def test_a_date_is_no_cursor(name):
    """`after` a point in time filters."""
    roles = [role_of(name, schema=TEXT | more) == "paging" for more in ({}, {"format": "date-time"})]

    assert [True, False] == roles


@pytest.mark.parametrize("name", ["q", "query", "keyword", "searchText", "search_term", "filter[status]", "where[age]"])
def test_search_words(name):
    """A person's words, also in the bracket style of JSON:API."""
    assert "search" == role_of(name)


@pytest.mark.parametrize(
    ("name", "role"),
    [("sort", "sort"), ("order_by", "sort"), ("fields", "fields"), ("expand", "expand"), ("embed", "expand")],
)
def test_presentation_parameters(name, role):
    """Sorting, selection of fields and expansion shape an answer; no producer gives them."""
    assert role == role_of(name)


@pytest.mark.parametrize("name", ["sort_code", "orderId", "sorted_by_user", "includesTax"])
def test_names_that_only_contain_presentation_words_present_nothing(name):
    """A bank's sort code sorts nothing, and an orderId orders nothing."""
    assert role_of(name) not in ("sort", "fields", "expand")


@pytest.mark.parametrize(
    "name",
    ["Accept-Language", "X-Tenant-Id", "X-Workspace", "X-Correlation-Id", "traceparent", "User-Agent"],
)
def test_headers_that_the_runtime_knows(name):
    """Tenant, language, tracing: the user says none of them."""
    assert "context" == row_of(name, "header")["kind"]


@pytest.mark.parametrize("name", ["Idempotency-Key", "If-Match", "Range", "Prefer", "X-Order-Note", "X-Website"])
def test_headers_that_are_arguments(name):
    """RFC 9110, 13 and 14: conditions and ranges are arguments; a website is no site."""
    assert "data" == row_of(name, "header")["kind"]


@pytest.mark.parametrize(("place", "kind"), [("header", "context"), ("query", "data")])
def test_a_region_is_context_in_a_header_only(place, kind):
    """A region in the query is chosen by the user."""
    assert kind == row_of("region", place)["kind"]


@pytest.mark.parametrize(("name", "kind"), [("locale", "context"), ("lang", "context"), ("language", "data")])
def test_only_short_locale_names_are_context_in_a_query(name, kind):
    """?locale= is the runtime's; ?language= may well be what is asked for."""
    assert kind == row_of(name)["kind"]


def test_path_parameters_have_no_roles_of_names():
    """GET /pages/{page} is about a page, GET /accounts/{locale} about that locale."""
    artifact = build({"GET /pages/{page}": op(), "GET /texts/{locale}": op()})
    page = rows(artifact, "GET /pages/{page}", "consumes")["page"]
    locale = rows(artifact, "GET /texts/{locale}", "consumes")["locale"]

    assert ("data", "data") == (page["kind"], locale["kind"])
    assert page["required"] is True
    assert "paging" != page.get("role")


def test_a_body_pages_by_clear_names_only():
    """`pageSize` in a body pages; a `count` or a required `limit` there is business."""
    roles = [
        body_row("pageSize", NUMBER).get("role"),
        body_row("count", NUMBER).get("role"),
        body_row("limit", NUMBER, required=True).get("role"),
    ]

    assert [True, False, False] == [role == "paging" for role in roles]


def test_a_body_searches_by_clear_names_only():
    """`keyword` in a body is a search; a `text` there is a text."""
    assert ["search", ""] == [body_row(name).get("role", "") for name in ("keyword", "text")]


def test_what_lies_inside_a_body_has_no_role_of_a_name():
    """`line.page` is the page of the line."""
    body = thing(lines=array(thing(page=NUMBER)))
    artifact = build({"POST /proofs": op(body=body)})

    assert "paging" != rows(artifact, "POST /proofs", "consumes")["$.lines[*].page"].get("role")
