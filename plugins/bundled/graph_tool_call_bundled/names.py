"""What parameter names say by convention: runtime context, paging, search, sorting, selection of fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from graph_tool_call.hooks import BuildContext, Field, FieldVerdict, PluginInfo, Vocabulary, hookimpl

from .words import Spelled, split

#: Parameters that page, beside those of the vocabulary: keys of a page, and lengths that `page_sizes` leaves out.
PAGING: Final = frozenset(
    """
    size skip top take endcursor continuation nextmarker before endingbefore startafter startfrom maxkeys maxrecords
    pagestart pagemarker usemarker resultsperpage rowsperpage numrows rowcount pagingtoken paginationtoken
    paginationkey firstresult pageoffset recordsperpage
    """.split()
)
#: Names that page only beside another paging parameter, or as an optional number: they also count goods.
PAGING_NUMBERS: Final = frozenset("count rows first last start from size top take skip".split())
SEARCH: Final = frozenset(
    """
    q query querystring keyword keywords search searchterm searchterms searchtext searchquery searchkeyword searchword
    searchvalue searchtype searchstring searchby term terms text filter filters filterby where criteria condition
    conditions searchcondition fulltext freetext matching contains
    """.split()
)
SORT: Final = frozenset(
    """
        sort sortby sortorder sortdirection sortkey sorting order orderby orderdirection ordering direction
        dir sortdir sortfield sorttype
    """.split()
)
FIELDS: Final = frozenset(
    """
        fields field select include includes exclude excludes props properties optfields projection attributes
        columns
    """.split()
)
EXPAND: Final = frozenset(
    "expand expands expansion embed embeds with populate appendtoresponse relations expandfields".split()
)
#: Of these, only what a body rarely holds as business data counts in a body.
_IN_BODY: Final = frozenset({"paging", "sort"})

#: Words of a header that say that the runtime, not the user, knows its value.
CONTEXT_WORDS: Final = frozenset(
    """
    tenant locale language workspace organization organisation timezone correlation trace traceparent tracestate
    site mall region agent device version accept referer referrer origin host forwarded client platform
    application app channel environment ip geo
    """.split()
)
#: Headers of HTTP itself that concern the representation, not the business (RFC 9110 8 and 12).
CONTEXT_HEADERS: Final = frozenset(
    """
        accept acceptlanguage acceptencoding acceptcharset contenttype contentlanguage contentlength useragent
        xrequestid requestid cookie connection
    """.split()
)
#: Headers that are arguments of the call (RFC 9110 13 and 14, idempotency keys).
DATA_HEADERS: Final = frozenset(
    """
        ifmatch ifnonematch ifmodifiedsince ifunmodifiedsince ifrange range idempotencykey xidempotencykey
        prefer location digest contentrange destination
    """.split()
)
#: Query parameters that are context whatever the operation.
CONTEXT_QUERY: Final = frozenset("locale lang acceptlanguage hl".split())

_ROLES: Final = (("search", SEARCH), ("sort", SORT), ("fields", FIELDS), ("expand", EXPAND))
_PAGES: Final = ("page_cursors", "page_numbers", "page_offsets", "page_sizes")


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Names", description="Context, paging, search and sorting by parameter name.", hook_api=1)


@hookimpl
def gtc_classify_fields(fields: Sequence[Field], context: BuildContext) -> Iterator[FieldVerdict]:
    """Kind `context`, and the roles paging, search, sort, fields, expand."""
    spelled = context.memo.once("spelled", Spelled)
    paging = context.memo.once("paging", lambda: paging_names(context.vocabulary))
    for field in fields:
        if field.direction != "consumes" or field.location == "path":
            continue
        name = spelled[field.name]
        verdict = _of_header(field, name) if field.location in ("header", "cookie") else _of_input(field, name, paging)
        if verdict is not None:
            yield verdict


def paging_names(vocabulary: Vocabulary) -> frozenset[str]:
    """Squashed names of parameters that page wherever they stand."""
    said = {word for table in _PAGES for word in vocabulary.words(table)}
    return PAGING | (said - PAGING_NUMBERS)


def _of_header(field: Field, name: str) -> FieldVerdict | None:
    if name in DATA_HEADERS:
        return FieldVerdict(
            field=field.ref, kind="data", confidence=0.8, reason="an argument of the call by HTTP's own rules"
        )
    if name in CONTEXT_HEADERS or not CONTEXT_WORDS.isdisjoint(split(field.name)):
        return FieldVerdict(
            field=field.ref, kind="context", role="context", confidence=0.8, reason="a header that the runtime knows"
        )
    return None


def _of_input(field: Field, name: str, paging: frozenset[str]) -> FieldVerdict | None:
    if field.location == "query" and name in CONTEXT_QUERY:
        return FieldVerdict(
            field=field.ref, kind="context", role="context", confidence=0.6, reason="named like a runtime setting"
        )
    if field.parents and field.location == "body":
        return None
    if name in paging:
        return _role(field, name, "paging")
    for role, names in _ROLES:
        if name in names:
            return _role(field, name, role)
    last = name.removesuffix("eq") if field.location == "query" else name
    if field.location == "query" and (
        field.name.startswith(("page[", "paging[", "pagination.", "page.")) or last in paging
    ):
        return _role(field, "page", "paging")
    if field.location == "query" and field.name.startswith(("filter[", "filters[", "where[")):
        return _role(field, "filter", "search")
    return None


def _role(field: Field, name: str, role: str) -> FieldVerdict | None:
    if (
        field.location == "body"
        and role not in _IN_BODY
        and not (role == "search" and name in ("q", "query", "keyword", "keywords", "search"))
    ):
        return None
    if role == "paging":
        if name in PAGING_NUMBERS and (field.required or field.type not in ("integer", "number", "")):
            return None
        if field.location == "body" and (
            name in PAGING_NUMBERS or (name in ("after", "before", "limit") and field.required)
        ):
            return None
        if field.format in ("date", "date-time"):
            return None
    return FieldVerdict(field=field.ref, role=role, confidence=0.7, reason=f"named like a {role} parameter")
