"""Test classes to subclass for plugins that rule what a plan may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs

from graph_tool_call.hooks import ChoiceRequest, Consumer, EnumRequest, OptionsRequest, PlanRequest, Veto
from graph_tool_call.pluginset import PluginHost

from . import samples
from .base import AnsweringContract
from .contracts import ProducerSignalContract

#: Nothing is wanted or given; something is.
_REQUESTS: Final = (
    PlanRequest(),
    PlanRequest(
        target="get_orders_orderno", goal="show the order of Kim", given={"customer_name": "Kim", "region": "eu"}
    ),
)


class PlanningRulesContract(ProducerSignalContract):
    """What the host relies on in a plugin with `gtc_planning_rules`.

    Each sample is asked about without a request and with one. The budget is for one consumer with 500 candidates.
    """

    hook = "gtc_planning_rules"

    def session(self, host: PluginHost) -> Callable[[Consumer], Sequence[Any]]:
        """Rules for the consumer."""
        session = host.plan_session(self.tools())
        return lambda consumer: [said.value for request in _REQUESTS for said in session.rules(consumer, request)]

    def test_a_rule_holds_for_its_candidate_alone(self) -> None:
        """What is vetoed is so whatever else is offered: alone, it is vetoed as well."""
        session = self.session(self.host())
        for sample in self.samples():
            vetoed = {rule.candidate for rule in session(sample) if isinstance(rule, Veto)}
            for candidate in sample.candidates:
                alone = session(attrs.evolve(sample, candidates=(candidate,)))
                is_vetoed = any(isinstance(rule, Veto) for rule in alone)
                assert is_vetoed == (candidate.ref in vetoed), f"{candidate.tool.name!r} is judged by its rivals"


class ChoicesContract(AnsweringContract):
    """What the host relies on in a plugin with `gtc_choices`.

    Each sample is a field: of an enum with a word, of any text with one, and without a word with operations that
    list values. The budget is for one field with 500 candidates.
    """

    hook = "gtc_choices"

    def samples(self) -> Sequence[ChoiceRequest]:
        """Fields. Add your own: `return (*super().samples(), mine)`."""
        words = [_of_enum(one) for one in samples.enum_requests()]
        free = [attrs.evolve(one, choices=(), labels=()) for one in words]
        return (*words, *free, *map(_of_options, samples.options_requests()))

    def odd_samples(self) -> Sequence[ChoiceRequest]:
        """Fields and words with odd and very long names."""
        return (
            *map(_of_enum, samples.odd_enum_requests()),
            *map(_of_options, samples.odd_options_requests()),
        )

    def large_sample(self) -> ChoiceRequest:
        """A field with 500 candidates."""
        return _of_options(samples.wide_options_request(500))

    def session(self, host: PluginHost) -> Callable[[ChoiceRequest], Sequence[Any]]:
        """What the word means, or what may be chosen."""
        session = host.plan_session({tool.name: tool for tool in samples.tools()})

        def ask(request: ChoiceRequest) -> Sequence[Any]:
            opinion: Any = session.resolve(request) if request.word else session.choices(request)
            return () if opinion is None else (opinion.value,)

        return ask

    def reordered(self, sample: ChoiceRequest) -> ChoiceRequest:
        """Choices with their labels, and candidates, the other way round."""
        return attrs.evolve(
            sample,
            choices=sample.choices[::-1],
            labels=sample.labels[::-1],
            candidates=tuple(reversed(sample.candidates)),
        )

    def test_abstains_on_nonsense(self) -> None:
        """A word that means nothing is resolved to nothing: a wrong value is worse than a question."""
        session = self.session(self.host())
        for sample in (one for one in self.samples() if one.word):
            meant = session(attrs.evolve(sample, word="qzxvwkj"))
            assert not meant, f"'qzxvwkj' is taken for {meant[0].value!r}"


def _of_enum(one: EnumRequest) -> ChoiceRequest:
    names = ("tool", "field", "semantic_tag", "choices", "labels", "word")
    return ChoiceRequest(**{name: getattr(one, name) for name in names})


def _of_options(one: OptionsRequest) -> ChoiceRequest:
    names = ("tool", "field", "semantic_tag", "candidates", "siblings")
    return ChoiceRequest(**{name: getattr(one, name) for name in names})
