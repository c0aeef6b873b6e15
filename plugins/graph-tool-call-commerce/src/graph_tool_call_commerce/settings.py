"""What users may set, in `settings={"commerce": {...}}` or `[tool.graph-tool-call.plugins.commerce]`."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from . import words


def _nothing() -> dict[str, str]:
    return {}


def _no_codes() -> dict[str, dict[str, str]]:
    return {}


@attrs.frozen(kw_only=True)
class CodeTable:
    """Where the common codes (공통코드) stand in the database; names of a table and its columns."""

    table: str = "common_code"
    #: Holds the group of a code: the field bankCd takes the codes of the group BANK_CD.
    group: str = "grp_cd"
    code: str = "cd"
    name: str = "cd_nm"


@attrs.frozen(kw_only=True)
class Settings:
    """The house's own words beside those that the plugin brings.

    Decoded strictly: a key that is not here, or a value of another type, is an error that names it.
    """

    #: Abbreviation → resource, beside those of `words.NOUNS`, and stronger: {"gift": "present"}. Words are joined by |.
    resources: Mapping[str, str] = attrs.Factory(_nothing)
    #: Fields that whoever makes the calls knows.
    context: tuple[str, ...] = words.CONTEXT
    #: Field → what people say → code: {"ordStatCd": {"배송중": "20"}}.
    codes: Mapping[str, Mapping[str, str]] = attrs.Factory(_no_codes)
    #: An SQLite file with the common codes, relative to the working folder; "" for none. It is only read.
    database: str = ""
    code_table: CodeTable = attrs.Factory(CodeTable)
    #: Resources whose changes a person approves.
    approved: tuple[str, ...] = ("refund",)
    #: Above what general rules claim, and below what a caller says of a single field.
    confidence: float = attrs.field(default=0.95, validator=[attrs.validators.ge(0), attrs.validators.le(1)])
