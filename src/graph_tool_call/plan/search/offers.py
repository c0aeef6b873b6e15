"""What producers offer for an input, whatever is given: who may be called, and the least that it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from ...model.contract import Input, Output, ToolContract
from ...model.match import Match
from ...model.tool import row_name, rows_of
from ..derivation.creation import creates_for
from ..derivation.ledger import Parts, total
from ..derivation.offer import Offer
from ..problem.given import normal
from ..problem.inputs import Env, echoes, identifies
from ..problem.needs import Layouts
from ..problem.places import Needed
from ..problem.problem import Problem
from ..rules.rule import Handover, Priced, Scope
from ..rules.signal import Signal
from ..rules.table import CALL, MAKING, OFFER, SCOPE
from .memo import Memo
from .picks import Sibling, siblings_of

#: Inputs of one call among which common producers are looked for.
_TOGETHER: Final = 8
#: Common producers that are followed up, those of most inputs and least cost.
_COMMON: Final = 4


@attrs.define
class Shared:
    """What searches of one synthesizer have in common."""

    layouts: Layouts = attrs.Factory(Layouts)
    offers: dict[tuple[str, str, str], list[Offer]] = attrs.Factory(dict)
    #: Normalised names and tags of all required inputs.
    required_names: set[str] = attrs.Factory(set)
    together: dict[str, frozenset[str]] = attrs.Factory(dict)
    #: (consumer, location, path) → whether something creates what the input names.
    created: dict[tuple[str, str, str], bool] = attrs.Factory(dict)
    #: Derivations of producer calls where nothing is given and no goal steers.
    plain: Memo = attrs.Factory(Memo)
    #: Usable producers of an input as far as anyone asked for them, and those to come.
    others: dict[tuple[str, str, str], tuple[list[str], Iterator[str]]] = attrs.Factory(dict)
    siblings: dict[tuple[str, str], tuple[Sibling, ...]] = attrs.Factory(dict)
    #: Names of fields, normalised: documents have few, many times.
    spelled: dict[str, str] = attrs.Factory(dict)

    def beside(self, contract: ToolContract, output: Output) -> tuple[Sibling, ...]:
        """The fields beside *output* in its list element."""
        key = (contract.name, output.path)
        known = self.siblings.get(key)
        if known is None:
            known = self.siblings[key] = siblings_of(contract, output.path, output.resource, self.spell)
        return known

    def spell(self, name: str) -> str:
        """*name*, normalised."""
        known = self.spelled.get(name)
        if known is None:
            known = self.spelled[name] = normal(name)
        return known


class Offers:
    """The offers of one question; what does not depend on it is kept in *shared*."""

    def __init__(self, problem: Problem, shared: Shared) -> None:
        self._producers = problem.producers
        self._problem = problem
        self._shared = shared
        self._call, self._making = Priced(CALL, problem), Priced(MAKING, problem)
        self._offering, self._scope = Priced(OFFER, problem), Priced(SCOPE, problem)
        self._bounded: dict[tuple[str, str, str], list[tuple[Parts, Offer]]] = {}

    def call_parts(self, contract: ToolContract) -> Parts:
        """What a call costs by itself, and more for making what the goal speaks of as existing."""
        return (*self._call.parts(contract), *self._making.parts(contract))

    def usable(self, contract: ToolContract, need: Input, *, offered: bool) -> list[Match]:
        """The producers of *need* that the question allows, the target among them."""
        found = []
        for match in self._producers.plannable(contract, need):
            producer = self._producers.contracts[match.producer]
            if match.producer in self._problem.exclude or (producer.facts.changes_state and not self.may_change(match)):
                continue
            if not echoes(producer, need, match) or (match.output.many and offered):
                found.append(match)
        return found

    def together(self, contract: ToolContract) -> frozenset[str]:
        """Producers that offer values for two or more required inputs of *contract*: one element may fill them all."""
        known = self._shared.together.get(contract.name)
        if known is None:
            least: dict[str, list[float]] = {}
            layout = self._shared.layouts.of(contract)
            needs = [row for row in layout.rows if layout.always(row) and row.kind == "data" and row.tag]
            for row in needs if 1 < len(needs) <= _TOGETHER else ():
                bounds: dict[str, float] = {}
                for offer in self.of(contract, row):
                    bounds.setdefault(offer.match.producer, offer.bound)
                for producer, bound in bounds.items():
                    least.setdefault(producer, []).append(bound)
            ranked = sorted((-len(prices), sum(prices), name) for name, prices in least.items() if len(prices) > 1)
            known = self._shared.together[contract.name] = frozenset(name for *_, name in ranked[:_COMMON])
        return known

    def bounded(
        self, contract: ToolContract, needed: Needed, inner: Env, *, offered: bool
    ) -> list[tuple[Parts, Offer]]:
        """Usable offers with what their scope adds, those that can cost the least first."""
        scoped = needed.level > 0 and bool(inner)
        key = (contract.name, needed.input.location, needed.input.path)
        known = None if scoped else self._bounded.get(key)
        if known is not None:
            return known
        # Without a first one, a list below an item (similar movies) leads nowhere.
        usable = (offer for offer in self.of(contract, needed.input) if offered or not offer.echo)
        found: list[tuple[Parts, Offer]] = [((), o) for o in usable if o.match.producer not in self._problem.exclude]
        if scoped:
            contracts = self._producers.contracts
            hops = (Scope(contracts[offer.match.producer], needed, inner) for _, offer in found)
            found = [(self._scope.parts(hop), offer) for hop, (_, offer) in zip(hops, found, strict=True)]
        found.sort(key=least)
        if not scoped:
            self._bounded[key] = found
        return found

    def any_for(self, contract: ToolContract, need: Input) -> tuple[bool, bool]:
        """Whether there is a producer that does not ask for what it gives, and whether there is only the target."""
        key = (contract.name, need.location, need.path)
        seen, others = self._shared.others.setdefault(key, ([], self._others(contract, need)))
        barred = {self._problem.target, *self._problem.exclude}
        if any(name not in barred for name in seen):
            return True, False
        for name in others:
            seen.append(name)
            if name not in barred:
                return True, False
        return False, self._problem.target in seen

    def _others(self, contract: ToolContract, need: Input) -> Iterator[str]:
        """Usable producers that do not ask for what they give, as they are found."""
        for match in self._producers.matches(contract, need):
            producer = self._producers.contracts[match.producer]
            barred = producer.facts.changes_state and not self.may_change(match)
            if not barred and not echoes(producer, need, match):
                yield match.producer

    def of(self, contract: ToolContract, need: Input) -> list[Offer]:
        """What is true of each producer of *need* whatever the question; made once for each synthesizer."""
        key = (contract.name, need.location, need.path)
        known = self._shared.offers.get(key)
        if known is None:
            found = (self._offer(contract, need, m) for m in self._producers.plannable(contract, need))
            known = self._shared.offers[key] = self._without_doubt([offer for offer in found if offer is not None])
        return known

    def _without_doubt(self, offers: list[Offer]) -> list[Offer]:
        """*offers* without calls that read by their name alone, where a list that plainly reads gives the same.

        `POST /queues/{id}/get_scheduled_runs` reads for a worker, which is seen to be alive by it.
        """
        contracts = self._producers.contracts
        facts = {offer.match.producer: contracts[offer.match.producer].facts for offer in offers}
        doubtful = {n for n, f in facts.items() if f.method == "post" and f.action == "read" and not f.changes_state}
        if not doubtful:
            return offers
        plain = {
            offer.match.how
            for offer in offers
            if (facts[offer.match.producer].method in {"get", ""} or facts[offer.match.producer].action == "search")
            and facts[offer.match.producer].shape == "list"
            and offer.match.output.many
            and not offer.echo
        }
        return [offer for offer in offers if offer.match.producer not in doubtful or offer.match.how not in plain]

    def _offer(self, contract: ToolContract, need: Input, match: Match) -> Offer | None:
        producer, problem = self._producers.contracts[match.producer], self._problem
        if producer.facts.changes_state and not self.may_change(match):
            return None
        echo = echoes(producer, need, match)
        if echo and not match.output.many:
            return None
        if (
            match.how == "name"
            and self._producers.typed
            and (copies(contract, producer) or takes_as_it_is(contract, need, producer))
        ):
            return None
        parts = self._offering.parts(Handover(contract, need, match, producer))
        base, extra = total(self._call.parts(producer)), total(parts)
        return Offer(
            bound=base + extra,
            extra=extra,
            echo=echo,
            match=match,
            said=problem.signals(contract, need, match),
            parts=tuple(part for part in parts if part.rule != Signal.name),
            floor=problem.weights["least"] - base,
            is_made=problem.mutation.makes_new and not producer.facts.changes_state and self._is_made(contract, need),
        )

    def _is_made(self, contract: ToolContract, need: Input) -> bool:
        """Whether something creates what an input names."""
        key = (contract.name, need.location, need.path)
        known = self._shared.created.get(key)
        if known is None:
            known = self._shared.created[key] = any(self.creators(contract, need))
        return known

    def creators(self, contract: ToolContract, need: Input) -> Iterator[ToolContract]:
        """Calls that create what an input names."""
        producers = (self._producers.contracts[m.producer] for m in self._producers.plannable(contract, need))
        return (producer for producer in producers if creates_for(producer, contract))

    def may_change(self, match: Match) -> bool:
        """Whether a state-changing producer may be used for this match."""
        return self._problem.mutation.allows(match)

    def required_elsewhere(self, keys: frozenset[str]) -> bool:
        """Whether a producer could require one of the values that the target takes."""
        if not keys:
            return False
        names = self._shared.required_names
        if not names:
            consumed = (rows_of(contract.tool, "consumes") for contract in self._producers.contracts.values())
            required = (r for rows in consumed for r in rows if r.get("required") or r.get("location") == "path")
            spelled = ((row_name(row), str(row.get("semantic_tag") or "")) for row in required)
            names = self._shared.required_names = {normal(name) for names in spelled for name in names}
        return any(normal(key) in names for key in keys)


def copies(creator: ToolContract, producer: ToolContract) -> bool:
    """Whether what *producer* reads is another of what *creator* makes: a new message says nothing of an old one."""
    facts = creator.facts
    return facts.action == "create" and bool(facts.resource) and facts.resource == producer.facts.resource


def takes_as_it_is(consumer: ToolContract, need: Input, producer: ToolContract) -> bool:
    """Whether a change would take over a plain value of something else: an `amount` that nobody meant to be paid.

    What stands in its path tells which thing is meant, whether its name says so or not.
    """
    plain = need.location != "path" and not identifies(need)
    return consumer.facts.changes_state and plain and consumer.place != producer.place


def least(scoped: tuple[Parts, Offer]) -> float:
    """The least that an offer can cost with what its scope adds."""
    parts, offer = scoped
    return offer.bound + total(parts)
