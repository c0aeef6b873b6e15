"""What planning hooks are told of a request, and the hard rules that a domain answers with."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import attrs

from .checks import sentence


@attrs.frozen(kw_only=True)
class PlanRequest:
    """What a plan is wanted for.

    An implementation that takes it is asked anew for each plan, any other once for all plans of a synthesizer.
    """

    #: Name of the tool that the plan ends in; "" where no plan is made.
    target: str = ""
    #: The user's words.
    goal: str = ""
    #: What the caller gave, by semantic tag, field name or dotted path.
    given: Mapping[str, Any] = MappingProxyType({})
    #: What was understood of it, as `metadata.synthesis.request` tells it; empty where nothing was read.
    understood: Mapping[str, Any] = MappingProxyType({})


@attrs.frozen(kw_only=True)
class Veto:
    """Never from there: the candidate never supplies its need, whatever else costs."""

    #: `ProducerCandidate.ref`.
    candidate: int
    #: One short sentence for people.
    reason: str = attrs.field(validator=sentence)


@attrs.frozen(kw_only=True)
class AskPerson:
    """Never guess this: the value of a need is given, or a person is asked; no call supplies it."""

    #: `Need.ref`.
    need: int
    #: One short sentence for people.
    reason: str = attrs.field(validator=sentence)


@attrs.frozen(kw_only=True)
class NeedsApproval:
    """A person approves each call of a tool: a run stops before it until somebody has."""

    #: Name of the consumer's tool.
    tool: str
    #: One short sentence for people.
    reason: str = attrs.field(validator=sentence)


#: What `gtc_planning_rules` answers with.
PlanningRule = Veto | AskPerson | NeedsApproval
