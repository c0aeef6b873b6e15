"""Values that a declared link sets besides those that it hands over."""

from __future__ import annotations

from collections.abc import Sequence

from ..derivation.derivation import ASKED, FIXED, Source


def with_link_values(sources: tuple[Source, ...]) -> tuple[Source, ...]:
    """*sources* of one call, with what a person would be asked taken from the link that the call follows.

    A link that hands over an id may say a constant for another input (OpenAPI, Link Object);
    it holds for calls that follow it, and only where the links that are followed agree.
    """
    if not any(s.how == ASKED and "link_values" in s.input.row for s in sources):
        return sources
    followed = {s.call.contract.name for s in sources if s.call is not None and s.match == "edge"}
    return tuple(_settled(source, followed) if source.how == ASKED else source for source in sources)


def _settled(source: Source, followed: set[str]) -> Source:
    said: Sequence[dict[str, object]] = source.input.row.get("link_values", ())
    values = [each["value"] for each in said if each["from"] in followed]
    if not values or any(value != values[0] for value in values):
        return source
    return Source(input=source.input, how=FIXED, value=values[0], cost=source.cost, parts=source.parts)
