"""What producers offer for an input, whatever is given: who may be called, and the least that it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from ...model import Opinion
from ...model.contract import Input, Output, ToolContract
from ...model.match import Match
from ...model.standards import standard_of, tells
from ...model.tool import row_name, rows_of
from ..derivation.creation import creates_for
from ..derivation.ledger import Part, Parts, total
from ..policy import Policy
from ..problem.given import normal
from ..problem.needs import Layouts
from ..problem.places import Needed
from ..problem.question import Env, Producers, Question, echoes, identifies, inherit
from ..words.wording import words_in
from .memo import Memo
from .picks import Sibling, siblings_of

#: Inputs of one call among which common producers are looked for.
_TOGETHER: Final = 8
#: Common producers that are followed up, those of most inputs and least cost.
_COMMON: Final = 4


@attrs.frozen
class Offer:
    """A producer of an input: the least it costs, what choosing it adds, whether it takes what it gives."""

    bound: float
    extra: float
    echo: bool
    match: Match
    #: What plugins say of it, how much that weighs, and the other parts of `extra`.
    said: Sequence[Opinion[Any]]
    signal: float
    other: Parts
    #: The least that choosing it adds, with the choice of an element: a call is never for nothing, or chains grow.
    floor: float = 0.0
    #: The part of `extra` for a name that identifies nothing.
    weak: float = 0.0
    #: What is added where something else would be made anew.
    stale: float = 0.0

    @property
    def parts(self) -> Iterator[Part]:
        """What `extra` is made of."""
        for opinion in self.said:
            signal = opinion.value
            reason, amount = signal.reason or signal.signal, self.signal * signal.score
            yield Part("signal", amount, reason, signal.signal, opinion.plugin)
        yield from self.other


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
        return self._fields(contract, output.path, output.resource)

    def around(self, contract: ToolContract, output: Output) -> tuple[tuple[Sibling, ...], ...]:
        """The fields of the elements that the innermost list of *output* lies in, the outermost first."""
        way = output.path.split("[*]")[:-1]
        heads = ["[*]".join(way[:number]) for number in range(1, len(way))]
        found = [self._fields(contract, f"{heads[0]}[*].", contract.facts.resource)] if heads else []
        further = ((head, words_in(head.rpartition(".")[2])[-1:]) for head in heads[1:])
        return (*found, *(self._fields(contract, f"{head}[*].", "".join(noun)) for head, noun in further))

    def _fields(self, contract: ToolContract, path: str, resource: str) -> tuple[Sibling, ...]:
        key = (contract.name, path)
        known = self.siblings.get(key)
        if known is None:
            known = self.siblings[key] = siblings_of(contract, path, resource, self.spell)
        return known

    def spell(self, name: str) -> str:
        """*name*, normalised."""
        known = self.spelled.get(name)
        if known is None:
            known = self.spelled[name] = normal(name)
        return known


class Offers:
    """The offers of one question; what does not depend on it is kept in *shared*."""

    def __init__(self, producers: Producers, policy: Policy, question: Question, shared: Shared) -> None:
        self._producers = producers
        self._policy = policy
        self._question = question
        self._shared = shared
        self._bounded: dict[tuple[str, str, str], list[tuple[float, float, Offer]]] = {}

    def base(self, contract: ToolContract) -> Part:
        """What a call costs by itself."""
        policy, facts = self._policy, contract.facts
        if not facts.changes_state:
            # A query that is sent by POST has a reason only where it has something to look for.
            return Part("read", policy.read if facts.method in {"", "get", "head"} else 2 * policy.read)
        rule = self._question.mutation.price
        return Part(rule, getattr(policy, rule))

    def call_parts(self, contract: ToolContract) -> Parts:
        """The same, and more for making what the goal speaks of as existing."""
        facts = contract.facts
        remade = facts.method == "post" and facts.changes_state and self.exists(facts.resource)
        base = self.base(contract)
        return (base, Part("existing", self._policy.existing)) if remade else (base,)

    def exists(self, resource: str) -> bool:
        """Whether the goal speaks of a *resource* that is there, where others are made anew."""
        existing = self._question.existing
        return bool(existing) and not existing.isdisjoint(words_in(resource))

    def usable(self, contract: ToolContract, need: Input, *, offered: bool) -> list[Match]:
        """The producers of *need* that the question allows, the target among them."""
        found = []
        for match in self._producers.plannable(contract, need):
            producer = self._producers.contracts[match.producer]
            if match.producer in self._question.exclude or (
                producer.facts.changes_state and not self.may_change(match)
            ):
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
    ) -> list[tuple[float, float, Offer]]:
        """Usable offers: the least that each can cost, its price for standing outside the parent; cheapest first."""
        scoped = needed.level > 0 and bool(inner)
        key = (contract.name, needed.input.location, needed.input.path)
        known = None if scoped else self._bounded.get(key)
        if known is not None:
            return known
        question = self._question
        out = []
        for offer in self.of(contract, needed.input):
            producer = offer.match.producer
            if producer in question.exclude:
                continue
            if offer.echo and not offered:
                # Without a first one, a list below an item (similar movies) leads nowhere.
                continue
            price = self._unscoped(self._producers.contracts[producer], needed, inner)
            out.append((offer.bound + price, price, offer))
        out.sort(key=_first)
        if not scoped:
            self._bounded[key] = out
        return out

    def any_for(self, contract: ToolContract, need: Input) -> tuple[bool, bool]:
        """Whether there is a producer that does not ask for what it gives, and whether there is only the target."""
        key = (contract.name, need.location, need.path)
        seen, others = self._shared.others.setdefault(key, ([], self._others(contract, need)))
        barred = {self._question.target, *self._question.exclude}
        if any(name not in barred for name in seen):
            return True, False
        for name in others:
            seen.append(name)
            if name not in barred:
                return True, False
        return False, self._question.target in seen

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
        producer, policy = self._producers.contracts[match.producer], self._policy
        if producer.facts.changes_state and not self.may_change(match):
            return None
        echo = echoes(producer, need, match)
        if echo and not match.output.many:
            return None
        said = self._question.signals(contract, need, match)
        extra = -policy.signal * sum(opinion.value.score for opinion in said)
        weak, parts = 0.0, list[Part]()
        if match.how == "name":
            parts.append(Part("name_match", policy.name_match))
            if self._producers.typed and copies(contract, producer):
                return None
            if self._producers.typed and (not identifies(need) or is_mere_word(contract, need, producer, match.output)):
                code = bool(standard := standard_of(need)) and standard == tells(producer.facts, match.output.path)
                weak = (policy.coded if code else policy.weak) - policy.name_match
                parts.append(Part("weak", weak, once=True))
        if echo:
            parts.append(Part("echo", policy.echo_list))
        stale = 0.0
        if self._question.mutation.makes_new:
            if not producer.facts.changes_state:
                stale = self._stale(contract, need)
            elif not creates_for(producer, contract):
                parts.append(Part("other_change", policy.allowed))
        base, extra = self.base(producer).amount, extra + total(parts)
        return Offer(
            base + extra, extra, echo, match, said, -policy.signal, tuple(parts), policy.least - base, weak, stale
        )

    def _stale(self, contract: ToolContract, need: Input) -> float:
        """The price of what exists where it can be created."""
        key = (contract.name, need.location, need.path)
        known = self._shared.created.get(key)
        if known is None:
            contracts = self._producers.contracts
            known = self._shared.created[key] = any(
                creates_for(contracts[m.producer], contract) for m in self._producers.plannable(contract, need)
            )
        return self._policy.stale if known else 0.0

    def shows_names(self, contract: ToolContract, need: Input) -> bool:
        """Whether a list has names beside the keys that *need* takes."""
        found = (offer.match for offer in self.of(contract, need) if offer.match.output.many)
        contracts = self._producers.contracts
        return any(s.thing for m in found for s in self._shared.beside(contracts[m.producer], m.output))

    def may_change(self, match: Match) -> bool:
        """Whether a state-changing producer may be used for this match."""
        return self._question.mutation.allows(match)

    def _unscoped(self, producer: ToolContract, needed: Needed, inner: Env) -> float:
        """A price for a value below a parent that is not looked up under that parent."""
        if needed.level <= 0 or not inner:
            return 0.0
        keys = (row for row in producer.inputs if row.tag and (row.required or row.location == "path"))
        scoped = any(inherit(row, inner) for row in keys)
        return 0.0 if scoped else self._policy.unscoped

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


def is_mere_word(consumer: ToolContract, need: Input, producer: ToolContract, output: Output) -> bool:
    """Whether one word is all that a key and a value have in common, and the value is known for no key.

    The `metric` of a route is no metric to be measured; an `accountName` is an account's wherever it stands. Things
    below one parent share their words: the `ref` of an analysis of a repository is one of the repository.
    """
    if not need.tag or output.tag or len(words_in(need.name)) > 1:
        return False
    return output.path.count(".") > 1 or not (consumer.own_parents - {need.tag}) & producer.own_parents


def copies(creator: ToolContract, producer: ToolContract) -> bool:
    """Whether what *producer* reads is another of what *creator* makes: a new message says nothing of an old one."""
    facts = creator.facts
    return facts.action == "create" and bool(facts.resource) and facts.resource == producer.facts.resource


def _first(bounded: tuple[float, float, Offer]) -> float:
    return bounded[0]
