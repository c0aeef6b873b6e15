"""Where fields stand: JSON paths taken apart."""

from __future__ import annotations

import re
from typing import Final

_STEP: Final = re.compile(r"\.([^.\[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[\*\]")


def steps(above: str, path: str) -> tuple[str, ...]:
    """The property names that lead from *above* down to *path*; () where it is not below.

    Elements of lists and values of maps are passed over: "$" to "$.items[*].tag.name" is items, tag, name.
    """
    if not path.startswith(above) or path[len(above) :][:1] not in (".", "["):
        return ()
    found = (match[1] or match[2] for match in _STEP.finditer(path, len(above)))
    return tuple(name for name in found if name and name not in ("*", "~"))
