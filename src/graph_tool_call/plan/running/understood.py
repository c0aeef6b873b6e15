"""What a plan tells of the request that it obeys, as the first event of a run says it: masked and bounded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...model import Plan
from .redact import REDACTED, Redactor

#: What is told of each part; of what is unread never the value.
_SETTING: Final = ("input", "value", "term", "said_by")
_THING: Final = ("noun", "roles", "scope", "quantity", "count", "by")
_CONDITION: Final = ("attribute", "value", "said_by")
_UNREAD: Final = ("word", "reason")


def understood(plan: Plan, redactor: Redactor) -> dict[str, Any]:
    """`target`, `settings`, `things`, `unread` of the request that *plan* tells; empty where it tells none."""
    synthesis = plan.metadata.get("synthesis")
    request = synthesis.get("request") if isinstance(synthesis, Mapping) else None
    if not isinstance(request, Mapping):
        return {}
    told = {
        "target": request.get("target"),
        "settings": [_told(one, _SETTING, redactor) for one in _rows(request, "settings")],
        "things": [
            {**_told(one, _THING, redactor), "where": [_told(c, _CONDITION, redactor) for c in _rows(one, "where")]}
            for one in _rows(request, "things")
        ],
        "unread": [_told(one, _UNREAD, redactor) for one in _rows(request, "unread")],
    }
    found: dict[str, Any] = redactor.preview({key: value for key, value in told.items() if value})
    return found


def _rows(data: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    # A plan may have been written by anybody.
    rows = data.get(key)
    return (row for row in rows if isinstance(row, Mapping)) if isinstance(rows, (list, tuple)) else iter(())


def _told(row: Mapping[str, Any], keys: tuple[str, ...], redactor: Redactor) -> dict[str, Any]:
    told = {key: row[key] for key in keys if key in row}
    names = [str(row[key]) for key in ("input", "attribute", "word") if row.get(key)]
    if "value" in told and any(redactor.hides(name, told["value"]) for part in names for name in part.split(".")):
        told["value"] = REDACTED
    return told
