"""How an operation hands out a long list: by cursor, page number, offset, or links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .envelope import Envelope
from .vocabulary import Lists, normal


class PagingReader:
    """Recognises paging; remembers how names are spelled."""

    def __init__(self, words: Lists) -> None:
        self._lists = words
        self._words: dict[str, str] = {}

    def read(
        self, consumes: Iterable[Mapping[str, Any]], envelope: Envelope, headers: Sequence[str]
    ) -> dict[str, Any] | None:
        """Facts of paging, None when there is none.

        `style` (cursor, page, offset, link), `param` that asks for another page, `others`: further
        such parameters with their styles, in the order of the document, `size` that
        sets its length, `next`: JSON path of what the next call's `param` takes (a URL for
        style link), `next_header`: `Link` (RFC 8288), where the next page's URL is there.
        """
        rows = [row for row in consumes if row.get("role") in (None, "paging")]
        names = [row["name"] for row in rows if row["location"] == "query"]
        if envelope.next and not names:
            # Searches by POST page through their body.
            names = [row["name"] for row in rows if row["location"] == "body" and row["path"].count(".") == 1]
        ways = [way for name in names if (way := self._way(name))]
        # What is known to page goes before what only has such a name: `from` may be a date.
        known = {row["name"] for row in rows if row.get("role")}
        ways = [way for way in ways if way["param"] in known] or ways
        size = next((name for name in names if self._last(name) in self._lists.page_sizes), "")
        link = next((name for name in headers if name.lower() == "link"), "")
        if not ways and not envelope.next and not (link and size):
            return None
        # Who takes a page and its length pages, whatever the answer is described as.
        if not (envelope.many or envelope.next or link or (ways and size)):
            return None
        facts: dict[str, Any] = {**ways[0]} if ways else {"style": "link"}
        if len(ways) > 1:
            facts["others"] = ways[1:]
        if size and all(size != way["param"] for way in ways):
            facts["size"] = size
        if envelope.next:
            facts["next"] = envelope.next
        if link:
            facts["next_header"] = link
        return facts

    def _way(self, name: str) -> dict[str, str] | None:
        """The style of a parameter that asks for another page; None for others."""
        styles = self._lists.page_styles
        return next(({"style": style, "param": name} for style, words in styles if self._last(name) in words), None)

    def _last(self, name: str) -> str:
        """The name itself, or what stands in its brackets: "page[cursor]" → "cursor" (JSON:API's page parameters)."""
        known = self._words.get(name)
        if known is None:
            inner = name[name.index("[") + 1 :] if name.endswith("]") and "[" in name else name
            known = self._words[name] = normal(inner)
        return known
