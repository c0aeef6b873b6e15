"""Paths taken apart: which segments name resources, and which parameter stands behind which segment."""

from __future__ import annotations

import re
from typing import Final

import attrs

from ..words import split
from .conventions import Conventions
from .nouns import BASE_SEGMENTS, KEY_SEGMENTS, SELF_SEGMENTS, VERBS

_PARAMETER: Final = re.compile(r"\{([^{}]+)\}")
_VERSION: Final = re.compile(r"v?\d+([._-]\d+)*((alpha|beta|rc)\d*)?|\d{4}-\d{2}(-\d{2})?|v\d+\w*", re.IGNORECASE)
#: Segments that are looked at. What stands deeper in a path names nothing that anyone could reach.
_MOST_SEGMENTS: Final = 64
#: Format suffixes that are no part of a segment's name (`/Accounts/{Sid}.json`).
_FORMAT: Final = re.compile(r"\.(json|xml|csv|html|yaml|yml|txt|php|do)$", re.IGNORECASE)


@attrs.frozen
class Segment:
    """One path segment.

    Attributes:
        text: Without format suffix, as written.
        noun: Words of a static segment in the singular; () for versions, base segments and parameters.
        verb: Whether a static segment only names an action (`search`), a key (`id`), or the caller (`me`).
        parameters: Names of the parameters in it.
    """

    text: str
    noun: tuple[str, ...]
    verb: bool
    parameters: tuple[str, ...]


@attrs.frozen
class Path:
    """A path template. `template[i]` is the i-th segment with parameter names erased; equal templates are one place."""

    segments: tuple[Segment, ...]
    template: tuple[str, ...]

    def nouns_before(self, end: int) -> tuple[tuple[tuple[str, ...], int], ...]:
        """Noun phrases of the static segments before position *end* with their positions, outermost first."""
        return tuple((s.noun, i) for i, s in enumerate(self.segments[:end]) if s.noun and not s.verb)

    @property
    def noun(self) -> tuple[str, ...]:
        """Words of the last segment that names a resource; () without one."""
        at = self.last_noun(len(self.segments))
        return self.segments[at].noun if at >= 0 else ()

    @property
    def ends_in_noun(self) -> bool:
        """Whether the last segment names a resource: a collection's path."""
        return bool(self.segments) and bool(self.segments[-1].noun) and not self.segments[-1].verb

    def last_noun(self, end: int) -> int:
        """Position of the last segment before *end* that names a resource; -1 without one."""
        for i in range(end - 1, -1, -1):
            if self.segments[i].noun and not self.segments[i].verb:
                return i
        return -1


class Paths:
    """The paths of a document, each taken apart once."""

    def __init__(self, conventions: Conventions) -> None:
        self._conventions = conventions
        self._paths: dict[str, Path] = {}
        self._segments: dict[str, list[Segment]] = {}

    def read(self, path: str) -> Path:
        """Take a path template apart (OpenAPI 4.8.8; also dotted RPC names, `:verb` endings and OData keys)."""
        known = self._paths.get(path)
        if known is None:
            parts = path.split("/", _MOST_SEGMENTS)[:_MOST_SEGMENTS]
            segments = tuple(segment for text in parts for segment in self._read_segments(text))
            template = tuple(_PARAMETER.sub("{}", segment.text) for segment in segments)
            known = self._paths[path] = Path(segments, template)
        return known

    def _read_segments(self, text: str) -> list[Segment]:
        known = self._segments.get(text)
        if known is None:
            plain = _FORMAT.sub("", text.split("?", 1)[0].split("#", 1)[0])
            empty = not text or text.startswith("?")
            known = self._segments[text] = [] if empty else _segments(plain, self._conventions)
        return known


def _segments(text: str, conventions: Conventions) -> list[Segment]:
    names = tuple(_PARAMETER.findall(text))
    if not names:
        return [_static(part, conventions) for part in _static_parts(text)]
    head = text[: text.index("{")]
    # OData writes the key behind the name: Orders('{id}').
    if head.rstrip("'\"").endswith("("):
        noun = head.rstrip("'\"(")
        return [_static(noun, conventions), Segment(text[len(noun) :], (), False, names)]
    tail = text[text.rindex("}") + 1 :]
    # A verb behind a colon is a segment of its own: {name}:cancel.
    if tail.startswith(":") and len(tail) > 1:
        return [Segment(text[: -len(tail)], (), False, names), _static(tail[1:], conventions)]
    return [Segment(text, (), False, names)]


def _static_parts(text: str) -> list[str]:
    """`chat.postMessage` and `orders:search` are two segments each."""
    parts = re.split(r"[:.]", text)
    if len(parts) > 1 and all(p and p[0].isalpha() for p in parts) and not _VERSION.fullmatch(parts[0]):
        return parts
    return [text]


def _static(text: str, conventions: Conventions) -> Segment:
    lower = text.lower()
    words = split(text)
    if not words or lower in BASE_SEGMENTS or _VERSION.fullmatch(lower):
        return Segment(text, (), False, ())
    if lower in VERBS or lower in SELF_SEGMENTS or lower in KEY_SEGMENTS:
        return Segment(text, words, True, ())
    stripped = strip_verb(words)
    return Segment(text, conventions.segment_noun(stripped), not stripped, ())


def strip_verb(words: tuple[str, ...]) -> tuple[str, ...]:
    """*words* without a leading verb and trailing words of shape: getMemberDeliveryList → member, delivery."""
    start, end = 0, len(words)
    if end > 1 and words[0] in VERBS:
        start = 1
        if words[start:] and words[start] == "by":
            return ()
        for i in range(start, end):
            if words[i] == "by":
                end = i
                break
        while end - start > 1 and words[end - 1] in ("list", "info", "detail", "details", "all", "count"):
            end -= 1
    return words[start:end]
