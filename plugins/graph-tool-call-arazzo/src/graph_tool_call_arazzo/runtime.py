"""Runtime expressions of Arazzo (1.1, "Runtime Expressions"): told from text, taken apart, and written.

Documents also write `$steps.a.outputs.b.c[0].d`, with the operators that conditions have; such a tail is read
as the pointer `#/c/0/d` would be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from graph_tool_call.hooks.plans import Key, Position, Segment

#: What an output may be called so that every runner reads it as one name: a dot could also lead into a value.
OUTPUT_NAME: Final = re.compile(r"[A-Za-z0-9_-]+")
#: Characters of the longest text that is taken for an expression.
LONGEST: Final = 2_000
#: Characters of step ids, workflow ids and names of sources.
IDENTIFIER: Final = re.compile(r"[A-Za-z0-9_-]+")

_HEAD = re.compile(
    r"\$(?:(?P<alone>url|method|statusCode|self)$"
    r"|(?P<side>request|response|message)\.(?P<part>header|query|path|body|payload)s?(?P<rest>.*)"
    r"|(?P<root>inputs|outputs|steps|workflows|sourceDescriptions|components)\.(?P<name>.+))$",
    re.DOTALL,
)
_ROOTS = re.compile(
    r"\$(?:request|response|message|inputs|outputs|steps|workflows|sourceDescriptions|components)\b(?!-)"
)
_EMBEDDED = re.compile(r"\{(\$[^{}]*)\}")
_TAIL = re.compile(r"\.(?P<name>[^.\[\]#]+)|\[(?P<index>-?\d+)\]|\[(?P<quote>['\"])(?P<key>[^'\"]*)(?P=quote)\]")
_INDEX = re.compile(r"0|[1-9]\d*")


@attrs.frozen
class Expression:
    """One runtime expression: `response.body` and `#/id`, or `steps` and `login.outputs.token`."""

    source: str
    root: str
    rest: str = ""


def read(text: str) -> Expression | None:
    """The expression that *text* is, None for any other text."""
    found = _HEAD.match(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    if found["alone"]:
        return Expression(text, found["alone"])
    if found["root"]:
        return Expression(text, found["root"], found["name"])
    root, rest = f"{found['side']}.{found['part']}", found["rest"]
    if found["part"] in ("body", "payload"):
        return Expression(text, root, rest) if tail(rest) is not None else None
    return Expression(text, root, rest[1:]) if len(rest) > 1 and rest[0] == "." else None


def is_broken(text: str) -> bool:
    """Whether *text* was meant as an expression, and is none that can be read."""
    return _ROOTS.match(text) is not None and read(text) is None


def pieces(text: str) -> Iterator[str | Expression]:
    """*text* in order: what is literal, and the expressions that stand in braces in it."""
    at = 0
    for found in _EMBEDDED.finditer(text):
        expression = read(found[1])
        if expression is None:
            continue
        if found.start() > at:
            yield text[at : found.start()]
        yield expression
        at = found.end()
    if at < len(text):
        yield text[at:]


def is_plain(text: str) -> bool:
    """Whether every runner takes *text* as it stands."""
    return read(text) is None and not any(isinstance(piece, Expression) for piece in pieces(text))


def tail(text: str) -> tuple[Segment, ...] | None:
    """The way that stands behind a name: `#/items/0/id`, or `.items[0].id`; None for what is neither."""
    if not text:
        return ()
    if text.startswith("#"):
        return from_pointer(text[1:])
    segments: list[Segment] = []
    at = 0
    while at < len(text):
        found = _TAIL.match(text, at)
        if found is None:
            return None
        at = found.end()
        if found["index"] is not None:
            segments.append(Position(int(found["index"])))
        else:
            segments.append(_step(found["name"]) if found["name"] is not None else Key(found["key"]))
    return tuple(segments)


def from_pointer(pointer: str) -> tuple[Segment, ...] | None:
    """The way of a JSON pointer (RFC 6901); None where it is none. A number may be a key or an index."""
    if pointer and not pointer.startswith("/"):
        return None
    return tuple(_step(token.replace("~1", "/").replace("~0", "~")) for token in pointer.split("/")[1:])


def to_pointer(segments: Iterable[Segment]) -> str | None:
    """The JSON pointer of a way; None where it has anything but names and positions from the start."""
    tokens = []
    for segment in segments:
        if isinstance(segment, Key) and not set("{}") & set(segment.name):
            tokens.append("/" + segment.name.replace("~", "~0").replace("/", "~1"))
        elif isinstance(segment, Position) and segment.index >= 0:
            tokens.append(f"/{segment.index}")
        else:
            # Braces are not allowed in the pointer of an expression.
            return None
    return "".join(tokens)


def _step(token: str) -> Segment:
    return Position(int(token)) if _INDEX.fullmatch(token) else Key(token)
