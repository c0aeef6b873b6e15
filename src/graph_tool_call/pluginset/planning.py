"""The session of planning: producer signals, hard rules, enum words and option sources."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from ..hooks import (
    PRODUCER,
    AskPerson,
    ChoiceList,
    ChoiceRequest,
    ChoiceValue,
    Consumer,
    EnumMatch,
    EnumRequest,
    NeedsApproval,
    OptionsRequest,
    OptionsSource,
    PlanContext,
    PlanningRule,
    PlanRequest,
    ProducerSignal,
    ToolFacts,
    Veto,
)
from ..model import Opinion
from .choosing import as_value, choices, enum_request, meant, members, options_request, sources, surest
from .sessions import Contexts, Desk
from .signals import undeclared
from .table import Entry, shown

#: For whoever asks without a plan: nothing is wanted, nothing is given.
NO_REQUEST: Final = PlanRequest()


class PlanSession:
    """Producer signals, hard rules, enum words and option sources over one set of tools.

    Attributes:
        has_rules: Whether any plugin has hard rules.
        has_choices: Whether any plugin knows choices of free fields.
        by_request: Whether signals or rules depend on the request, and are asked anew for each.
    """

    def __init__(self, desk: Desk, tools: Mapping[str, ToolFacts]) -> None:
        contexts = Contexts(
            lambda settings, memo: PlanContext(tools=MappingProxyType(tools), settings=settings, memo=memo),
            desk.settings,
        )
        #: The declared signals by name.
        self.declared = desk.signals
        self._signals = contexts.pairs(desk.tables["gtc_producer_signals"])
        self._choices = contexts.pairs(desk.tables["gtc_choices"])
        self.has_choices = bool(self._choices)
        self._tools = tools
        self._order = {plugin: place for place, plugin in enumerate(desk.settings)}
        self._rules = contexts.pairs(desk.tables["gtc_planning_rules"])
        self.has_rules = bool(self._rules)
        self.by_request = any("request" in entry.wants for entry, _ in (*self._signals, *self._rules))
        self._enums = contexts.pairs(desk.tables["gtc_resolve_enum"])
        self._options = contexts.pairs(desk.tables["gtc_find_options"])

    def signals(self, consumer: Consumer, request: PlanRequest = NO_REQUEST) -> tuple[Opinion[ProducerSignal], ...]:
        """What speaks for and against the candidates of *consumer*, in plugin order."""
        if not self._signals:
            return ()
        place = f"consumer {consumer.tool.name!r}"
        refs = {candidate.ref for candidate in consumer.candidates}
        said: list[Opinion[ProducerSignal]] = []
        for entry, context in self._signals:
            for signal in entry.collect(place, consumer, request, context):
                if not isinstance(signal, ProducerSignal):
                    raise entry.wrong(f"expected ProducerSignal, got {shown(signal)}", place)
                if signal.candidate not in refs:
                    raise entry.wrong(f"no candidate has the ref {signal.candidate!r}", place)
                if wrong := undeclared(signal.signal, PRODUCER, self.declared):
                    raise entry.wrong(wrong, place)
                said.append(Opinion(entry.plugin, signal))
        return tuple(said)

    def rules(self, consumer: Consumer, request: PlanRequest = NO_REQUEST) -> tuple[Opinion[PlanningRule], ...]:
        """What must hold for *consumer*, in plugin order. Raises `HookFailedError` and `HookResultError`."""
        place = f"consumer {consumer.tool.name!r}"
        said: list[Opinion[PlanningRule]] = []
        about = _About(consumer)
        for entry, context in self._rules:
            for rule in entry.collect(place, consumer, request, context):
                _check_rule(rule, about, entry, place)
                said.append(Opinion(entry.plugin, rule))
        return tuple(said)

    def resolve_enum(self, request: EnumRequest) -> Opinion[EnumMatch] | None:
        """The member that the word of *request* means, by the surest plugin that knows enums."""
        return surest(members(self._enums, request), self._order)

    def find_options(self, request: OptionsRequest) -> Opinion[OptionsSource] | None:
        """Where the values for the field of *request* are listed, by the surest plugin that knows operations."""
        return surest(sources(self._options, request), self._order)

    def resolve(self, request: ChoiceRequest) -> Opinion[ChoiceValue] | None:
        """The value that the word of *request* means, by the surest plugin."""
        found = list(meant(choices(self._choices, request, self._tools), request.word))
        if request.choices:
            found += map(as_value, members(self._enums, enum_request(request)))
        return surest(found, self._order)

    def choices(self, request: ChoiceRequest) -> Opinion[ChoiceList | OptionsSource] | None:
        """What may be chosen for the field of *request*, which has no word, by the surest plugin."""
        found: list[Opinion[Any]] = list(choices(self._choices, request, self._tools))
        if request.candidates:
            found += sources(self._options, options_request(request))
        return surest(found, self._order)


class _About:
    """What the rules of one consumer may be about."""

    def __init__(self, consumer: Consumer) -> None:
        self._consumer = consumer
        self.tool = consumer.tool.name

    @cached_property
    def needs(self) -> frozenset[int]:
        return frozenset(need.ref for need in self._consumer.needs)

    @cached_property
    def candidates(self) -> frozenset[int]:
        return frozenset(candidate.ref for candidate in self._consumer.candidates)


def _check_rule(rule: Any, about: _About, entry: Entry, place: str) -> None:
    """Refuse what is no rule, or is about nothing that was asked about."""
    if isinstance(rule, Veto):
        if rule.candidate not in about.candidates:
            raise entry.wrong(f"no candidate has the ref {rule.candidate!r}", place)
    elif isinstance(rule, AskPerson):
        if rule.need not in about.needs:
            raise entry.wrong(f"no need has the ref {rule.need!r}", place)
    elif not isinstance(rule, NeedsApproval):
        raise entry.wrong(f"expected Veto, AskPerson or NeedsApproval, got {shown(rule)}", place)
    elif rule.tool != about.tool:
        raise entry.wrong(f"approval is for the consumer, {about.tool!r}, not for {rule.tool!r}", place)
