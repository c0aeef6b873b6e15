"""Test classes to subclass for plugins that rule what a plan may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs

from ..hooks import Consumer, PlanRequest, Veto
from ..pluginset import PluginHost
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
