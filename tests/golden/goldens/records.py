"""Records: name → lines; how they are written to a file, read from one, and made short."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

#: Record name → its lines.
Records = dict[str, list[str]]

_HEAD = "=== "
_INDENT = "  "


def digest(value: Any) -> str:
    """Six hexadecimal digits of *value* as canonical JSON: enough to see that something changed."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]


def digests(parts: Mapping[str, Any]) -> list[str]:
    """A line `name digest` for each part that is not empty, by name."""
    return [f"{name} {digest(part)}" for name, part in sorted(parts.items()) if part not in (None, "", [], {}, ())]


def told(lines: Callable[[], list[str]]) -> list[str]:
    """What *lines* gives; where that fails, the failure is what there is to tell."""
    try:
        return lines()
    except Exception as error:  # noqa: BLE001 - the other records are still to be made
        return [f"crash {type(error).__name__} {digest(str(error))}"]


def write(path: Path, records: Mapping[str, Iterable[str]]) -> None:
    """Write *records* to *path*, by name, a blank line between two."""
    blocks = ("\n".join((_HEAD + name, *_indented(records[name]))) for name in sorted(records))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8", newline="\n")


def read(path: Path) -> Records:
    """The records of the file at *path*; none where there is no file."""
    found: Records = {}
    if not path.is_file():
        return found
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith(_HEAD):
            name = line.removeprefix(_HEAD)
            found[name] = []
        elif found:
            found[name].append(line.removeprefix(_INDENT))
    return {name: _trimmed(lines) for name, lines in found.items()}


def plain(lines: Iterable[str]) -> list[str]:
    """*lines* as they are after writing and reading: without spaces at ends, and blank lines at the last."""
    return _trimmed([part.rstrip() for line in lines for part in line.split("\n")])


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"{_INDENT}{line}".rstrip() for line in plain(lines)]


def _trimmed(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines
