"""Common codes (공통코드): what people call them, from the settings and from a table in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from . import words
from .naming import spelled, squashed
from .settings import CodeTable, Settings

#: Spelling of a member → what people say, by `squashed`.
_SPELLINGS: Final = {said: frozenset(spellings.split()) for said, spellings in words.ENUM_WORDS.items()}


class CodeTableError(Exception):
    """The database of the settings cannot be read."""


def group_of(field: str) -> str:
    """The group whose codes *field* takes: bankCd → BANK_CD; "" for a field that takes none."""
    parts = spelled(field)
    return "_".join(parts).upper() if len(parts) > 1 and parts[-1] == "cd" else ""


def read_codes(database: str, where: CodeTable) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Group → its codes with their names, in the order of the codes. The file is opened for reading, and closed.

    Raises:
        CodeTableError: There is no such file, it is no SQLite database, or it has no such table or column.
    """
    path = Path(database)
    if not path.is_file():
        raise CodeTableError(f"there is no file {database!r}; mend the setting `database` of the plugin commerce")
    columns = ", ".join(map(_quoted, (where.group, where.code, where.name)))
    question = f"SELECT {columns} FROM {_quoted(where.table)} ORDER BY 1, 2"  # noqa: S608 - names are quoted
    groups: dict[str, list[tuple[str, str]]] = {}
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            for group, code, name in connection.execute(question):
                groups.setdefault(str(group), []).append((str(code), str(name)))
    except sqlite3.Error as error:
        raise CodeTableError(f"{database!r}: {error}; see the settings `database` and `code_table`") from error
    return {group: tuple(rows) for group, rows in groups.items()}


def said_in_settings(field: str, word: str, settings: Settings) -> str | None:
    """The code that *word* means for *field* by the settings; None when they don't say."""
    for name, codes in settings.codes.items():
        if squashed(name) == squashed(field):
            return next((code for said, code in codes.items() if squashed(said) == squashed(word)), None)
    return None


def spelled_member(word: str, choices: Sequence[Any]) -> Any:
    """The one of *choices* that spells what *word* says: 배송중 → DLV_ING; None when none or several do."""
    spellings = _SPELLINGS.get(squashed(word), frozenset())
    fits = [choice for choice in choices if isinstance(choice, str) and squashed(choice) in spellings]
    return fits[0] if len(fits) == 1 else None


def _quoted(name: str) -> str:
    """*name* as an identifier of SQL. A quoted name that is no column would be a text to SQLite; brackets are none."""
    if "]" in name or "\0" in name:
        raise CodeTableError(f"{name!r} in the setting `code_table` is no name of a table or a column")
    return f"[{name}]"
