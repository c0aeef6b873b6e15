"""What the path of an operation says of where it stands: its last noun, and the collections above it."""

from __future__ import annotations

import re

#: What some documents write behind a path to tell operations apart.
_BEHIND = re.compile(r"[?#]")


def last_noun(path: str) -> str:
    """The last static segment of a path, in lower case, without a format suffix."""
    segment = next((s for s in reversed(_BEHIND.split(path, maxsplit=1)[0].split("/")) if s and "{" not in s), "")
    return segment.lower().removesuffix(".json").removesuffix(".xml")


class LastNouns(dict[str, str]):
    """The last nouns of paths, each found once: `nouns[path]`."""

    def __missing__(self, path: str) -> str:
        found = self[path] = last_noun(path)
        return found


def noun_before(path: str, parameter: str) -> str:
    """The last static segment before the placeholder of *parameter*."""
    head, found, _ = path.partition("{" + parameter + "}")
    return last_noun(head.rpartition("/")[0]) if found else ""


def prefixes(path: str) -> list[str]:
    """The paths that *path* stands below, the longest first."""
    segments = path.rstrip("/").split("/")
    return ["/".join(segments[:end]) for end in range(len(segments) - 1, 1, -1)]
