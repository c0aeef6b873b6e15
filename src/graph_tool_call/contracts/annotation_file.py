"""Reading of annotations: YAML or JSON with line numbers, or plain data; every problem has its place."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ..errors import AnnotationError
from .annotations import CHOICES, SECTIONS, Annotations, Place

#: Levels of a file: sections, entries, keys, lists of names.
_DEPTH: Final = 4


def read_annotations(source: Any) -> Annotations:
    """The annotations of a file, of text with line breaks, or of a mapping. Raises `AnnotationError`."""
    if isinstance(source, Annotations):
        return source
    if source is None:
        return Annotations()
    if isinstance(source, Mapping):
        return _annotations(source, Place())
    if isinstance(source, (str, os.PathLike)):
        text, name = _text(source)
        data, lines = _parsed(text, name)
        return _annotations(data, Place(source=name, lines=lines))
    msg = f"annotations must be a path, text or a mapping, not {type(source).__name__}"
    raise AnnotationError("not_annotations", msg)


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?`, or "" when nothing is near."""
    folded = {name.casefold(): name for name in sorted(known, reverse=True)}
    found = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.6)
    return f"; did you mean {folded[found[0]]!r}?" if found else ""


def problem(code: str, message: str, place: Place) -> AnnotationError:
    """The error for what stands at *place*."""
    return AnnotationError(code, message, place.source, place.line, place.path)


def _text(source: str | os.PathLike[str]) -> tuple[str, str]:
    name = os.fspath(source)
    if isinstance(source, str) and "\n" in source:
        return source, "<annotations>"
    try:
        return Path(name).read_text(encoding="utf-8"), name
    except OSError as exc:
        raise AnnotationError("unreadable", f"cannot be read: {exc.strerror or exc}", name) from exc
    except UnicodeDecodeError as exc:
        raise AnnotationError("unreadable", f"is not UTF-8 text: {exc.reason}", name) from exc


def _parsed(text: str, name: str) -> tuple[Any, dict[str, int]]:
    import yaml

    try:
        # The base loader takes every plain word as text: `no` is a key, not a falsehood.
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as exc:
        mark = exc.problem_mark or exc.context_mark
        line = mark.line + 1 if mark is not None else 0
        raise AnnotationError("invalid_yaml", f"not YAML: {exc.problem or exc.context}", name, line) from exc
    except yaml.YAMLError as exc:
        raise AnnotationError("invalid_yaml", f"not YAML: {exc}", name) from exc
    lines: dict[str, int] = {}
    return (None if node is None else _plain(node, Place(source=name, lines=lines), lines)), lines


def _plain(node: Any, place: Place, lines: dict[str, int]) -> Any:
    lines[place.path] = node.start_mark.line + 1
    if node.id == "scalar":
        return node.value
    if place.path.count(".") + place.path.count("[") >= _DEPTH:
        raise problem("invalid_value", "expected text here", place)
    if node.id == "sequence":
        return [_plain(item, place.at(f"[{i}]"), lines) for i, item in enumerate(node.value)]
    out: dict[str, Any] = {}
    for key, value in node.value:
        word = str(key.value)
        here = place.at(f".{word}")
        lines[here.path] = key.start_mark.line + 1
        if word in out:
            raise problem("duplicate_key", f"{word!r} is given twice", here)
        out[word] = _plain(value, here, lines)
        lines[here.path] = key.start_mark.line + 1
    return out


def _annotations(data: Any, place: Place) -> Annotations:
    if data is None or data == "":
        return Annotations()
    if not isinstance(data, Mapping):
        raise problem("not_annotations", f"expected sections {', '.join(SECTIONS)}", place)
    _known_keys(data, SECTIONS, "section", place)
    return Annotations(**{name: tuple(_entries(name, entries, place.at(f".{name}"))) for name, entries in data.items()})


def _entries(section: str, entries: Any, place: Place) -> Iterator[Any]:
    if entries is None or entries == "":
        return
    if not isinstance(entries, Sequence) or isinstance(entries, str):
        raise problem("invalid_value", f"{section} takes a list of entries", place)
    made, keys = SECTIONS[section]
    for number, entry in enumerate(entries):
        here = place.at(f"[{number}]")
        if not isinstance(entry, Mapping):
            raise problem("invalid_value", f"an entry of {section} has the keys {', '.join(keys)}", here)
        _known_keys(entry, keys, "key", here)
        for key, (_, _, required) in keys.items():
            if required and not entry.get(key):
                raise problem("missing_key", f"an entry of {section} needs {key!r}", here)
        values = {keys[key][0]: _value(key, value, keys[key][1], here.at(f".{key}")) for key, value in entry.items()}
        yield made(place=here, **values)


def _known_keys(data: Mapping[Any, Any], known: Iterable[str], what: str, place: Place) -> None:
    for key in data:
        if key not in known:
            hint = near(str(key), known) or f"; known are {', '.join(known)}"
            raise problem("unknown_key", f"there is no {what} {str(key)!r}{hint}", place.at(f".{key}"))


def _value(key: str, value: Any, many: bool, place: Place) -> Any:  # noqa: FBT001 - from the table of keys
    if many:
        listed = [value] if isinstance(value, str) else [] if value is None else value
        if not isinstance(listed, Sequence) or not all(isinstance(item, str) for item in listed):
            raise problem("invalid_value", f"{key} takes a list of names", place)
        return tuple(item for item in listed if item)
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool) and str(value) in CHOICES.get(key, ()):
        value = str(value)
    if not isinstance(value, str):
        raise problem("invalid_value", f"{key} takes text, not {type(value).__name__}", place)
    words = CHOICES.get(key)
    if words and value and value not in words:
        raise problem("invalid_value", f"{key} is one of {', '.join(words)}, not {value!r}", place)
    return value.strip()
