"""What readers of sources get, and what they need besides to describe operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

from ..sources import Limits, Loader

#: Called with (operations read, operations in all).
Progress = Callable[[int, int], None]


def _choice(*known: str) -> Callable[[object, attrs.Attribute[Any], Any], None]:
    def check(_self: object, field: attrs.Attribute[Any], value: Any) -> None:
        if value not in known:
            raise ValueError(f"{field.name} must be one of {', '.join(known)}, got {value!r}")

    return check


@attrs.frozen(kw_only=True, eq=False)
class SourceContext:
    """How a source is to be read: within which limits, how strictly, and with what beside it."""

    #: Bounds on what one collection may cost; what goes over one is a `SpecError`.
    limits: Limits = attrs.Factory(Limits)
    #: "off", "structure" or "full": how much of the source is held against its format. Findings are diagnostics of
    #: the collection, and never stop the reading.
    validate: str = attrs.field(default="structure", validator=_choice("off", "structure", "full"))
    #: Further documents by name, for references between documents in memory.
    documents: Mapping[str, Any] = MappingProxyType({})
    #: Gets what stands at an http(s) address (text, bytes or data). Without one, nothing is ever fetched.
    loader: Loader | None = None
    #: Address that the document came from; relative addresses of servers are resolved against it.
    document_url: str = ""
    #: Folder that files may be read from; that of the source unless given.
    folder: Path | None = attrs.field(default=None, converter=attrs.converters.optional(Path))
    #: What a reference out of that folder to a file that exists does: "raise" (ref_outside), or "report" to go on
    #: without it. It is never read.
    outside: str = attrs.field(default="raise", validator=_choice("raise", "report"))
    progress: Progress | None = None
    settings: Any = None


__all__ = ["Progress", "SourceContext"]
