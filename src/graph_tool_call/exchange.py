"""What is written and read in formats of plugins: plans, graphs, the operations of a document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .graph import ToolGraph
from .hooks import FormatContext
from .model import Collection, Plan


def parts(what: Any, graph: ToolGraph | None) -> tuple[str, Any, Mapping[str, Any]]:
    """(plan, graph or collection; what its exporters take; the artifact). Raises `TypeError` for anything else."""
    around = graph.artifact if graph is not None else {}
    if isinstance(what, Plan):
        return "plan", what, around
    if isinstance(what, Collection):
        return "collection", what, around
    if isinstance(what, ToolGraph):
        return "graph", what.artifact, what.artifact
    if isinstance(what, Mapping) and "tools" in what:
        return "graph", what, what
    raise TypeError(f"a Plan, a ToolGraph, an artifact or a Collection can be exported, not {type(what).__name__}")


def context(artifact: Mapping[str, Any], options: Mapping[str, Any]) -> FormatContext:
    """What the other stages know of documents, bindings and credentials, for formats."""
    from .plan.binding.expression import parse
    from .plan.running.redact import Redactor
    from .sources import read_data

    return FormatContext(
        artifact=artifact, options=options, is_secret=Redactor().is_secret, parse=parse, read=read_data
    )
