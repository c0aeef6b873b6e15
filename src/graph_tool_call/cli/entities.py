"""Values given on the command line: `key=value` with JSON-like values, `key=@file`."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from ..model.files import is_file
from .failure import BAD_INPUT, CommandError
from .withheld import HIDDEN, is_secret

# Without an exponent: 1e5 and 12e0 are more often the beginning of a hash than a number.
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_WORDS: Final = {"true": True, "false": False, "null": None}


@attrs.frozen
class Entity:
    """One given value.

    Attributes:
        key: Field name, semantic tag or dotted path.
        value: As JSON: numbers, true, false, null, quoted text, lists, objects; else the text.
        text: As written, for a field that takes text.
        typed: The value isn't simply the text as written.
        file: Name of the file that it was read from; "" for none.
    """

    key: str
    value: Any
    text: str
    typed: bool
    file: str = ""

    @property
    def as_file(self) -> dict[str, Any]:
        """The value as a call sends a file."""
        return self.value if is_file(self.value) else {"filename": self.file, "content": self.text}


def parse_entities(given: Sequence[str], option: str = "-e") -> dict[str, Entity]:
    """The entities of repeated *option*s, by key. Raises `CommandError`."""
    found: dict[str, Entity] = {}
    for item in given:
        key, equals, text = item.partition("=")
        key = key.strip()
        if not equals or not key:
            raise CommandError("usage", f"{option} {item!r} is not of the form NAME=VALUE")
        if key in found:
            raise CommandError("usage", f"{option} gives {key} twice; a list is written {key}='[1, 2]'")
        found[key] = _entity(key, text, option)
    return found


def values_of(entities: Mapping[str, Entity]) -> dict[str, Any]:
    """Key → value."""
    return {key: entity.value for key, entity in entities.items()}


def _entity(key: str, text: str, option: str) -> Entity:
    if text.startswith("@@"):
        return Entity(key, text[1:], text[1:], typed=False)
    if text.startswith("@"):
        return _from_file(key, Path(text[1:]), option)
    if text in _WORDS:
        return Entity(key, _WORDS[text], text, typed=True)
    if _NUMBER.fullmatch(text) or text[:1] in ('"', "[", "{"):
        return Entity(key, _json(key, text, option), text, typed=True)
    return Entity(key, text, text, typed=False)


def _json(key: str, text: str, option: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        hint = f"for text that begins like JSON write {option} {key}='\"…\"'"
        shown = HIDDEN if is_secret(key) else text
        raise CommandError("usage", f"{option} {key}={shown} is not JSON: {error} ({hint})") from None


def _from_file(key: str, path: Path, option: str) -> Entity:
    try:
        data = path.read_bytes()
    except OSError as error:
        message = (
            f"{option} {key}=@{path}: the file cannot be read: {error.strerror} (a value that begins with @ is "
            "written @@…)"
        )
        raise CommandError("entity_file", message, BAD_INPUT) from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        content = {"filename": path.name, "content_base64": base64.b64encode(data).decode("ascii")}
        return Entity(key, content, "", typed=True, file=path.name)
    if path.suffix == ".json":
        return Entity(key, _json(key, text, option), text, typed=True, file=path.name)
    return Entity(key, text, text, typed=False, file=path.name)
