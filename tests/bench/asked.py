"""What reading requests and planning them costs over a generated API; each request is for an operation of its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from statistics import median

import attrs
from family import operations, word_of

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import build_openapi_collection_artifact
from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

#: Operations of the collections that are compared.
SMALL, LARGE = 2_500, 20_000
#: Tool, request, values that are given with it; {} is the resource, {owner} what it belongs to.
_FORMS = (
    ("delete{}", 'Delete the {} "North wing"', {}),
    ("update{}", 'Close the {} named "North wing"', {}),
    ("get{}", 'Show the {} "North wing"', {"name": "North wing"}),
    ("list{}s", "Which {}s are open?", {}),
    ("create{}", 'Create a {} called "North wing"', {"name": "North wing"}),
    ("delete{}", 'Delete the {} "North wing" of the {owner} Main', {}),
    ("get{}", "", {}),
)
#: Resources that each form speaks of; they fit into the smaller collection.
_MANY = 60


@attrs.frozen
class Spent:
    """CPU milliseconds of one request of each form; the median over resources."""

    reading: float
    #: Reading it and planning.
    planning: float


def graph_of(count: int) -> ToolGraph:
    """The graph of an API of *count* operations."""
    return ToolGraph.from_artifact(build_openapi_collection_artifact(operations(count), validate="off"))


def measured(graph: ToolGraph) -> Spent:
    """What requests cost over *graph* after one of each form, which makes what all share."""
    synthesizer = PathSynthesizer(graph)
    for at in range(len(_FORMS)):
        _times(synthesizer, at, 0)
    forms = [[_times(synthesizer, at, resource) for resource in range(1, _MANY + 1)] for at in range(len(_FORMS))]
    reading, planning = (sum(median(times[what] for times in form) for form in forms) for what in (0, 1))
    return Spent(1000 * reading, 1000 * planning)


def _times(synthesizer: PathSynthesizer, at: int, resource: int) -> tuple[float, float]:
    """CPU seconds of reading, and of reading and planning; no two forms are for the same resource."""
    tool, goal, entities = _FORMS[at]
    number = 1 + at + resource * len(_FORMS)
    noun, owner = word_of(number), word_of(number - 1)
    asked = {"target": tool.format(noun.title()), "goal": goal.format(noun, owner=owner), "entities": entities}
    return _spent(lambda: synthesizer.read_request(**asked)), _spent(lambda: synthesizer.synthesize(**asked))


def _spent(call: Callable[[], object]) -> float:
    before = time.process_time()
    with suppress(PlanSynthesisError):
        call()
    return time.process_time() - before
