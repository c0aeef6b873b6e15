"""What planning asks of plugins over one graph, and the parts that a synthesizer works with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from .engine import Engine, catalogue_of, engine_for
from .graph import ProducerIndex, ToolGraph
from .model import Opinion
from .model.tool import ToolFacts, tool_facts
from .pluginset import PluginSet
from .request.read import RequestReader

if TYPE_CHECKING:
    from .hooks import (
        ChoiceList,
        ChoiceRequest,
        ChoiceValue,
        Consumer,
        Frame,
        OptionsSource,
        PlanningRule,
        PlanRequest,
        ProducerSignal,
        Reading,
        RequestText,
        Vocabulary,
    )


@attrs.frozen
class PlanningParts:
    """What a synthesizer works with."""

    index: ProducerIndex
    advice: Callable[[], Any]
    requests: RequestReader
    #: The words by which goals are read.
    vocabulary: Vocabulary


class Advice:
    """The planning hooks of one engine over one graph."""

    def __init__(self, graph: ToolGraph, engine: Engine) -> None:
        self._graph = graph
        self._host = engine.host

    @cached_property
    def _session(self) -> Any:
        return self._host.plan_session(self._facts)

    @cached_property
    def _reading(self) -> Any:
        return self._host.request_session(self._facts)

    @cached_property
    def _analyzer(self) -> Any:
        from .search.text import Analyzer

        return Analyzer(self._host.query_session(lambda _: 0.0).analyze)

    @cached_property
    def _facts(self) -> Mapping[str, ToolFacts]:
        return {name: tool_facts(name, tool) for name, tool in self._graph.tools.items()}

    def ready(self) -> Advice:
        """Itself, with its plugins loaded."""
        _ = self._session
        return self

    @property
    def has_rules(self) -> bool:
        """Whether any plugin has hard rules."""
        return bool(self._session.has_rules)

    @property
    def by_request(self) -> bool:
        """Whether what plugins say of producers depends on the request."""
        return bool(self._session.by_request)

    def signals(self, consumer: Consumer, request: PlanRequest | None = None) -> Sequence[Opinion[ProducerSignal]]:
        """What plugins say of the candidates of one consuming operation."""
        said: Sequence[Opinion[ProducerSignal]] = self._session.signals(consumer, *_wanted(request))
        return said

    def rules(self, consumer: Consumer, request: PlanRequest | None = None) -> Sequence[Opinion[PlanningRule]]:
        """What must hold for one consuming operation, whatever it costs."""
        said: Sequence[Opinion[PlanningRule]] = self._session.rules(consumer, *_wanted(request))
        return said

    def weight(self, signal: str) -> float:
        """What a full score of *signal* counts, in units of one read call."""
        return self._host.signals[signal].value.weight

    @property
    def has_choices(self) -> bool:
        """Whether any plugin knows choices of free fields."""
        return bool(self._session.has_choices)

    def resolve(self, request: ChoiceRequest) -> Opinion[ChoiceValue] | None:
        """The value that a word means."""
        answer: Opinion[ChoiceValue] | None = self._session.resolve(request)
        return answer

    def read(self, text: RequestText, frame: Frame) -> Sequence[Opinion[Reading]]:
        """What readers say of a request."""
        said: Sequence[Opinion[Reading]] = self._reading.read(text, frame)
        return said

    def forms(self, text: str) -> frozenset[str]:
        """The words of a text or an identifier in the forms that text plugins compare words by."""
        return frozenset(self._analyzer.weights(("field", text)))

    def choices(self, request: ChoiceRequest) -> Opinion[ChoiceList | OptionsSource] | None:
        """What may be chosen, or where it is listed."""
        answer: Opinion[ChoiceList | OptionsSource] | None = self._session.choices(request)
        return answer


def _wanted(request: PlanRequest | None) -> tuple[PlanRequest, ...]:
    return () if request is None else (request,)


def planning_parts(
    graph: ToolGraph | Mapping[str, Any],
    plugins: PluginSet | None = None,
    settings: Mapping[str, Any] | None = None,
    engine: Engine | None = None,
) -> PlanningParts:
    """Index and plugin advice for planning over a graph or an artifact."""
    at = graph if isinstance(graph, ToolGraph) else ToolGraph.from_artifact(graph)
    chosen = engine or engine_for(at, plugins, settings)
    advice = Advice(at, chosen)
    requests = RequestReader(catalogue_of(at), lambda: advice.ready().read)
    return PlanningParts(at.index, advice.ready, requests, chosen.host.vocabulary)
