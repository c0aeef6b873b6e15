"""Where fields stand: JSON paths taken apart, and the lists that operations are there to show."""

from __future__ import annotations

import re
from typing import Final

from graph_tool_call.hooks import Operation

from ..resources.conventions import Conventions
from ..resources.paths import Paths
from ..resources.places import answer_schema
from ..resources.shapes import Shapes

_STEP: Final = re.compile(r"\.([^.\[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[\*\]")


def steps(above: str, path: str) -> tuple[str, ...]:
    """The property names that lead from *above* down to *path*; () where it is not below.

    Elements of lists and values of maps are passed over: "$" to "$.items[*].tag.name" is items, tag, name.
    """
    if not path.startswith(above) or path[len(above) :][:1] not in (".", "["):
        return ()
    found = (match[1] or match[2] for match in _STEP.finditer(path, len(above)))
    return tuple(name for name in found if name and name not in ("*", "~"))


class OwnLists:
    """The lists that operations are there to show, not those inside something else."""

    def __init__(self, conventions: Conventions) -> None:
        self._paths = Paths(conventions)
        self._shapes = Shapes(conventions)

    def of(self, operation: Operation) -> frozenset[tuple[str, ...]]:
        """Where they stand in the answer of *operation*: property names from the root."""
        schema = answer_schema(operation)
        if schema is None:
            return frozenset()
        path = self._paths.read(operation.path)
        items = self._shapes.items(schema, "".join(path.noun), ends=path.ends_in_noun)
        return frozenset(item.parents for item in items if item.many)

    def has(self, operation: Operation, path: str) -> bool:
        """Whether the elements at *path* are those of such a list."""
        return path.count("*") == 1 and steps("$", path) in self.of(operation)
