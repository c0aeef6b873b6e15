"""What a request means, settled before anything is planned: `read_request`, `Request`."""

from __future__ import annotations

from .claims import Dropped
from .read import read_request
from .values import REQUEST_SCHEMA, Condition, OtherReading, Request, SettingOf, Thing, UnreadValue

__all__ = [
    "REQUEST_SCHEMA",
    "Condition",
    "Dropped",
    "OtherReading",
    "Request",
    "SettingOf",
    "Thing",
    "UnreadValue",
    "read_request",
]
