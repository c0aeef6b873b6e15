"""How an operation hands out a long list: by cursor, page number, offset, or links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .envelope import Envelope
from .vocabulary import CURSOR_PARAMETERS, NUMBER_PARAMETERS, OFFSET_PARAMETERS, SIZE_PARAMETERS, normal


class PagingReader:
    """Recognises paging; remembers how names are spelled."""

    def __init__(self) -> None:
        self._words: dict[str, str] = {}

    def read(
        self, consumes: Iterable[Mapping[str, Any]], envelope: Envelope, headers: Sequence[str]
    ) -> dict[str, Any] | None:
        """Facts of paging, None when there is none.

        `style` (cursor, page, offset, link), `param` that asks for another page, `size` that
        sets its length, `next`: JSON path of what the next call's `param` takes (a URL for
        style link), `next_header`: `Link` (RFC 8288), where the next page's URL is there.
        """
        rows = [row for row in consumes if row.get("role") in (None, "paging")]
        names = [row["name"] for row in rows if row["location"] == "query"]
        if envelope.next and not names:
            # Searches by POST page through their body.
            names = [row["name"] for row in rows if row["location"] == "body" and row["path"].count(".") == 1]
        style, param = self._parameter(names)
        size = next((name for name in names if self._last(name) in SIZE_PARAMETERS), "")
        link = next((name for name in headers if name.lower() == "link"), "")
        if not param and not envelope.next and not (link and size):
            return None
        if not (envelope.many or envelope.next or link):
            return None
        facts: dict[str, Any] = {"style": style or "link"}
        if param:
            facts["param"] = param
        if size and size != param:
            facts["size"] = size
        if envelope.next:
            facts["next"] = envelope.next
        if link:
            facts["next_header"] = link
        return facts

    def _parameter(self, names: Sequence[str]) -> tuple[str, str]:
        for style, words in (("cursor", CURSOR_PARAMETERS), ("page", NUMBER_PARAMETERS), ("offset", OFFSET_PARAMETERS)):
            found = next((name for name in names if self._last(name) in words), "")
            if found:
                return style, found
        return "", ""

    def _last(self, name: str) -> str:
        """The name itself, or what stands in its brackets: "page[cursor]" → "cursor" (JSON:API's page parameters)."""
        known = self._words.get(name)
        if known is None:
            inner = name[name.index("[") + 1 :] if name.endswith("]") and "[" in name else name
            known = self._words[name] = normal(inner)
        return known
