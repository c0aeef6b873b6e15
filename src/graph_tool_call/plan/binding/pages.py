"""What an answer says of further pages of its list: whether there are some, and what asks for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

_SEPARATORS: Final = re.compile(r"[^0-9a-z]+")
#: A link of RFC 8288 whose relation is next.
_NEXT_LINK: Final = re.compile(r"""<([^<>]*)>[^<>]*;\s*rel\s*=\s*"?[^",;<>]*\bnext\b""", re.IGNORECASE)
#: How many elements there are in all: `total`, `totalCount`, `total_entries`, `X-Total-Count`, `count`.
_TOTAL: Final = re.compile(r"x?(total(count|items?|elements|entries|records|results|hits|size|rows)?|count)")
_PAGES: Final = re.compile(r"x?(total|number|num)?pages(count)?|x?pagecount|lastpage")
#: Where the next page is, or what asks for it: `next`, `nextPageToken`, `@odata.nextLink`.
_NEXT: Final = re.compile(
    r"x?(odata|pagination)?next(page|results)?(cursor|token|link|url|href|uri|path|marker|offset|number)?|continuationtoken"
)
#: How many elements a page has at most: `limit`, `pageSize`, `per_page`.
_SIZE: Final = re.compile(r"x?(page)?(size|limit)|x?perpage")
_MORE: Final = re.compile(r"(has|is)?(more|next|nextpage|moreitems|moreresults|truncated|incomplete)|incompleteresults")
#: Characters of a value that a message shows.
_SHOWN: Final = 12
_LAST: Final = re.compile(r"(is)?last(page)?")


@attrs.frozen
class ListPlace:
    """An object on the way to a list: *around* it, the list's size and name."""

    around: Mapping[str, Any]
    size: int
    name: str = ""


@attrs.define
class Signs:
    """What the answers say of a list that was read so far."""

    #: What shows that there is more, for a message; "" where nothing does.
    more: str = ""
    #: Whether anything says that the list ends here.
    ends: bool = False
    #: Whether a flag says that there is more (`has_more`), without saying what asks for it.
    flagged: bool = False
    #: Whether nothing but a number of elements says that there is more. Numbers may count what nobody shows.
    counted: bool = False
    #: How many elements a page has at most, as far as the call or the answer says; else 0.
    size: int = 0
    #: Whether the page has fewer, though the pages that were read have room for all that is counted.
    short: bool = False
    #: Whether a flag says that there is no more (`has_more: false`), whatever cursors stand beside it.
    closed: bool = False
    #: URL of the next page in the header `Link`.
    link: str = ""
    #: Members that name the next page, by their keys.
    next: list[tuple[str, Any]] = attrs.Factory(list)


def further_pages(places: Sequence[ListPlace], headers: Mapping[str, str], page_size: int = 0) -> str:
    """What shows that a list is not the whole of it, for a message; "" where nothing does. See `page_signs`."""
    signs = page_signs(places, headers, page_size)
    return "" if signs.counted and (signs.ends or signs.short) else signs.more


def page_signs(
    places: Sequence[ListPlace], headers: Mapping[str, str], page_size: int = 0, *, before: int = 0, pages: int = 1
) -> Signs:
    """What an answer says of further pages.

    *places* are the objects that the list stands in, *headers* those of the response. Read
    are links (RFC 8288 `Link`, `next`), tokens, flags and totals. Where none of these says
    anything, a list of exactly *page_size* elements, the number that the call asked for, is
    a full page. *pages* were read, and *before* the last of them so many elements.
    """
    signs = Signs()
    links = [str(value) for header, value in headers.items() if header.lower() == "link"]
    signs.ends = bool(links)
    if found := next(filter(None, map(_NEXT_LINK.search, links)), None):
        signs.more, signs.link = "the header 'Link' names a next page", found[1]
    whole = places[0] if places else ListPlace({}, 0)
    facts: list[tuple[ListPlace, str, Any]] = [
        (ListPlace({}, whole.size, whole.name), key, value) for key, value in headers.items()
    ]
    facts += [(place, key, value) for place in places for key, value in members_of(place.around)]
    signs.counted = not signs.more
    totals = [0]
    for place, key, value in facts:
        name = normal(key)
        told = _tells(name, value, place.size + before, normal(place.name), pages)
        if told:
            short = str(value).isalnum() and len(str(value)) < _SHOWN
            signs.more = signs.more or (f"'{key}' is {value}" if short else f"'{key}' is given")
            signs.counted &= _is_total(name, normal(place.name))
            totals.append(int(value) if signs.counted else 0)
            signs.flagged |= value is True or bool(_LAST.fullmatch(name))
            if _NEXT.fullmatch(name) and not isinstance(value, bool):
                signs.next.append((key, value))
        signs.ends = signs.ends or told is False
        signs.closed |= told is False and isinstance(value, bool)
    signs.counted &= bool(signs.more)
    if signs.closed and not signs.counted and not signs.flagged and not signs.link:
        # Cursors of the last page lead nowhere.
        signs.more, signs.next = "", []
    sizes = [int(value) for _, key, value in facts if _SIZE.fullmatch(normal(key)) and _is_number(str(value))]
    signs.size = min(filter(None, [page_size, *sizes]), default=0)
    signs.short = whole.size < signs.size and max(totals) <= signs.size * pages
    if page_size and page_size == whole.size and not signs.ends and not signs.more:
        signs.more = f"the call asked for {page_size} and got as many"
    return signs


def normal(key: str) -> str:
    """A key without case and separators: `nextpagetoken` of `next_page_token`."""
    return _SEPARATORS.sub("", key.lower())


def members_of(place: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The members of an object, and those of the objects in it: `meta.total`, `_links.next`."""
    for key, value in place.items():
        yield str(key), value
        if isinstance(value, Mapping):
            yield from ((str(inner), member) for inner, member in value.items())


def _tells(key: str, value: Any, size: int, name: str, pages: int) -> bool | None:
    """Whether a member says that there are further pages; None when it says nothing of that."""
    if isinstance(value, bool):
        return value if _MORE.fullmatch(key) else not value if _LAST.fullmatch(key) else None
    number = value if isinstance(value, int) else int(value) if isinstance(value, str) and _is_number(value) else None
    if number is not None and _is_total(key, name):
        # A count may be that of the page.
        return number > size or (None if key.endswith("count") and "total" not in key else False)
    if number is not None and _PAGES.fullmatch(key):
        return number > pages
    if not _NEXT.fullmatch(key):
        return None
    if isinstance(value, Mapping):
        return any(isinstance(member, (str, int)) and member not in ("", False) for member in value.values())
    return bool(value) if isinstance(value, (str, int)) else False


def _is_total(key: str, name: str) -> bool:
    """Whether a member counts the elements of the list called *name*."""
    return bool(_TOTAL.fullmatch(key)) or (bool(name) and key == f"total{name}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16
