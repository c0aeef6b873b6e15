"""Hard rules on derivations: no source that a plugin forbids, whichever way it was found."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.contract import ToolContract
from ..derivation.derivation import PRODUCED, Call, Source, calls_of
from ..problem.rulebook import RuleBook, Said


def forbidden(source: Source, consumer: ToolContract, rules: RuleBook) -> Sequence[Said]:
    """Who forbids that *source* supplies its input of *consumer*; nobody where no call does."""
    if source.how != PRODUCED or source.call is None or source.output is None:
        return ()
    return rules.forbids(consumer, source.input, source.call.contract, source.output)


def obeys(call: Call, rules: RuleBook) -> bool:
    """Whether *call* and the calls below it have no source that a rule forbids."""
    return not any(forbidden(source, at.contract, rules) for at in calls_of(call) for source in at.sources)
