"""The JSON paths of contract rows: "$.items[*].orderNo", "$.stocks.*.sku", "$['a.b']", "$.boards.~".

RFC 9535, names and wildcards only, and `~` for the keys of an object, as JSONPath Plus has it.
"""

from __future__ import annotations

import re
from typing import Final

EVERY_ELEMENT: Final = "[*]"
EVERY_VALUE: Final = ".*"
EVERY_KEY: Final = ".~"

_STEP = re.compile(
    r"""(?P<element>\[\*\])|\[(?:'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)")\]|(?P<value>\.[*~])(?=[.\[]|$)|\.?(?P<name>[^.\[\]]+)"""
)
_ESCAPE = re.compile(r"\\(.)")


def steps(path: str) -> tuple[str, ...]:
    """The names and wildcards (`EVERY_…`) of a path, outermost first; a bare name is one step."""
    if not path.startswith("$"):
        return (path,) if path else ()
    if "'" not in path and '"' not in path and "*" not in path and "~" not in path:
        return tuple(path[2:].split(".")) if len(path) > 1 else ()
    found = []
    for match in _STEP.finditer(path, 1):
        quoted = match["single"] if match["single"] is not None else match["double"]
        if quoted is not None:
            found.append(_ESCAPE.sub(r"\1", quoted))
        else:
            found.append(match["element"] or match["value"] or match["name"])
    return tuple(found)


def inside(rest: str) -> str:
    """The dotted name of what stands at *rest* (".tag.name", "['$id']") in an element; "" for a list, a map or no name.

    A name that has dots itself, or stands in other quotes, has no dotted name.
    """
    if "[" not in rest:
        return rest[1:] if rest.startswith(".") and EVERY_VALUE not in rest and EVERY_KEY not in rest else ""
    names = steps(f"${rest}")
    plain = not any(name in (EVERY_ELEMENT, EVERY_VALUE, EVERY_KEY) or "." in name for name in names)
    return ".".join(names) if plain else ""
