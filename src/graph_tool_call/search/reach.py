"""What given values may meet on the way to an operation: in it, and in the operations that supply its inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Protocol

from ..hooks.candidates import CandidateParts
from ..model.tool import rows_of, tool_facts

#: Tool name and tool → the parts of its candidate.
Parts = Callable[[str, Any], CandidateParts]
#: Suppliers of an operation that may have a place for a given value.
NEAR: Final = 12


class Tagged(Protocol):
    """Operations by the semantic tags of what they give."""

    def tag_of_producers(self, tag: str) -> Sequence[str]:
        """Names of the tools that give *tag*, in rank order."""
        ...


class Reach(Protocol):
    """What is asked of a graph."""

    @property
    def tools(self) -> Mapping[str, Any]:
        """Tool name → tool."""
        ...

    @property
    def index(self) -> Tagged:
        """Which operations give what."""
        ...

    def neighbours(self, name: str) -> Sequence[str]:
        """Names of the tools that supply what *name* requires."""
        ...


def reaching(known: Parts, graph: Reach | None, given: Mapping[str, Any] | None) -> Parts:
    """The *known* parts of a tool; where values are *given*, what these may meet in it, and in its suppliers, too."""
    if not given:
        return known

    def parts(name: str, tool: Any) -> CandidateParts:
        names = () if graph is None else _suppliers(name, graph.neighbours) + _others(tool, graph)
        return known(name, tool).reached(tool, [graph.tools[other] for other in names] if graph else ())

    return parts


def _others(tool: Any, graph: Reach) -> list[str]:
    """Reads that lead to what *tool* requires as well: a thing by its name, beside the list of such things."""
    tags = (row.get("semantic_tag") for row in rows_of(tool, "consumes") if row.get("required"))
    names = (name for tag in tags if tag for name in graph.index.tag_of_producers(tag))
    reads = (name for name in names if not tool_facts(name, graph.tools[name]).changes_state)
    return list(dict.fromkeys(islice(reads, NEAR)))


def _suppliers(name: str, producers: Callable[[str], Sequence[str]]) -> list[str]:
    """Tools that lead to what *name* requires, the nearest first, few enough to be looked at for each candidate."""
    found = [name]
    for one in found:
        found += [other for other in producers(one) if other not in found]
        if len(found) > NEAR:
            break
    return found[1 : NEAR + 1]
