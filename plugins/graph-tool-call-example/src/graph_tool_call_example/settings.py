"""What users may set, in `settings={"example": {...}}` or `[tool.graph-tool-call.plugins.example]`."""

from __future__ import annotations

from collections.abc import Mapping

import attrs


def _resources() -> dict[str, str]:
    return {"cst": "customer"}


def _keys() -> dict[str, str]:
    return {"no": "no", "cd": "code"}


@attrs.frozen(kw_only=True)
class Settings:
    """The convention, and how sure to be of it.

    Decoded strictly: a key that is not here, or a value of another type, is an error that
    names it.
    """

    #: Abbreviation → resource that it stands for, all lower case.
    resources: Mapping[str, str] = attrs.Factory(_resources)
    #: Ending → key of the identifier, all lower case: cstNo is `customer_no`.
    keys: Mapping[str, str] = attrs.Factory(_keys)
    #: Above what general rules claim, and below what a caller says of a single field.
    confidence: float = attrs.field(default=0.95, validator=[attrs.validators.ge(0), attrs.validators.le(1)])
