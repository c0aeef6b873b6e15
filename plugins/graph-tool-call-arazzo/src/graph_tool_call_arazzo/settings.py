"""What may be said when a document is read or written."""

from __future__ import annotations

from typing import Any

import attrs

from .limits import ArazzoLimits


@attrs.frozen(kw_only=True)
class WritingOptions:
    """Options of the format where a plan is written."""

    #: "1.0.1" or "1.1", also as a number. The first has no filters and no `*`, the second says them by selectors.
    version: str | float = "1.0.1"
    #: Where the OpenAPI document is, seen from the Arazzo document; its file name unless given.
    source_url: str = ""


def _limits(_self: object, _field: attrs.Attribute[Any], value: Any) -> None:
    if value is not None and not isinstance(value, ArazzoLimits):
        raise TypeError(f"limits is an ArazzoLimits, not {value!r}")


@attrs.frozen(kw_only=True)
class ReadingOptions:
    """Options of the format where documents are read."""

    #: Which workflow is the plan, where there are several.
    workflow_id: str = ""
    #: The documents of workflows that it calls, told apart by their file names.
    beside: tuple[Any, ...] = ()
    #: Leave success criteria out that a plan cannot check (what an answer holds), and list them.
    unchecked: bool = False
    #: An `ArazzoLimits`; how much of a document is read.
    limits: Any = attrs.field(default=None, validator=_limits)
