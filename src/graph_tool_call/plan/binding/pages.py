"""Whether an answer shows that its list goes on elsewhere: further pages that nobody has read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

_SEPARATORS: Final = re.compile(r"[^0-9a-z]+")
_NEXT_LINK: Final = re.compile(r""";\s*rel\s*=\s*"?[^",;]*\bnext\b""", re.IGNORECASE)
#: How many elements there are in all: `total`, `totalCount`, `total_entries`, `X-Total-Count`, `count`.
_TOTAL: Final = re.compile(r"x?(total(count|items?|elements|entries|records|results|hits|size|rows)?|count)")
_PAGES: Final = re.compile(r"x?(total|number|num)?pages(count)?|x?pagecount|lastpage")
#: Where the next page is, or what asks for it: `next`, `nextPageToken`, `@odata.nextLink`.
_NEXT: Final = re.compile(
    r"x?(odata|pagination)?next(page|results)?(cursor|token|link|url|href|uri|path|marker|offset|number)?|continuationtoken"
)
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


def further_pages(places: Sequence[ListPlace], headers: Mapping[str, str], page_size: int = 0) -> str:
    """What shows that a list is not the whole of it, for a message; "" where nothing does.

    *places* are the objects that the list stands in, *headers* those of the response. Read
    are links (RFC 8288 `Link`, `next`), tokens, flags and totals. Where none of these says
    anything, a list of exactly *page_size* elements, the number that the call asked for, is
    a full page.
    """
    links = [str(value) for header, value in headers.items() if header.lower() == "link"]
    if any(map(_NEXT_LINK.search, links)):
        return "the header 'Link' names a next page"
    whole = places[0] if places else ListPlace({}, 0)
    ends = bool(links)
    facts = [(ListPlace({}, whole.size, whole.name), key, value) for key, value in headers.items()]
    facts += [(place, key, value) for place in places for key, value in _facts(place.around)]
    for place, key, value in facts:
        told = _tells(_SEPARATORS.sub("", key.lower()), value, place.size, _SEPARATORS.sub("", place.name.lower()))
        if told:
            return f"'{key}' is {value}" if str(value).isalnum() and len(str(value)) < _SHOWN else f"'{key}' is given"
        ends = ends or told is False
    return (
        f"the call asked for {page_size} and got as many" if page_size and page_size == whole.size and not ends else ""
    )


def _facts(place: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The members of an object, and those of the objects in it: `meta.total`, `_links.next`."""
    for key, value in place.items():
        yield str(key), value
        if isinstance(value, Mapping):
            yield from ((str(inner), member) for inner, member in value.items())


def _tells(key: str, value: Any, size: int, name: str) -> bool | None:
    """Whether a member says that there are further pages; None when it says nothing of that."""
    if isinstance(value, bool):
        return value if _MORE.fullmatch(key) else not value if _LAST.fullmatch(key) else None
    number = value if isinstance(value, int) else int(value) if isinstance(value, str) and _is_number(value) else None
    if number is not None and (_TOTAL.fullmatch(key) or (name and key == f"total{name}")):
        # A count may be that of the page.
        return number > size or (None if key.endswith("count") and "total" not in key else False)
    if number is not None and _PAGES.fullmatch(key):
        return number > 1
    if not _NEXT.fullmatch(key):
        return None
    return bool(value) if isinstance(value, (str, int)) else isinstance(value, Mapping) and bool(value.get("href"))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16
