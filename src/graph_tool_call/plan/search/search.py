"""The cheapest derivation of a call: a best-first search of the AND-OR graph of tools and inputs.

A call needs all of its inputs; an input needs one source. The cost of a derivation is the
sum of its parts (a superior function in Knuth's sense), bounded in depth by layers. What
the caller gave and the words of the goal are worth something to a derivation as a whole,
so a few of the best are kept for each input and ranked again where they meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from ...model import ABSENT
from ...model.contract import Input, ToolContract
from ..derivation.derivation import CONTEXT, FIXED, GIVEN, INHERITED, Call, Source
from ..derivation.ledger import Parts, total
from ..derivation.offer import Offer
from ..problem.inputs import Env, entry_of, identifies, inherit, selects
from ..problem.needs import Layout, inputs_needed
from ..problem.places import Needed
from ..problem.problem import Problem, is_there
from ..problem.variant import PLAIN, Variant, place_of
from ..rules.rule import Priced, Taking
from ..rules.table import ASK, GIVE, JOIN, TAKE
from ..rules.worth import Entity
from .asking import ask, is_choice
from .beam import Above, Beam
from .best import Best
from .closure import close, out_of_reach
from .constants import with_link_values
from .elements import ElementFilter
from .memo import Derived, Memo
from .offers import Offers, Shared, least
from .picks import choose_pick
from .vetoes import obeys

#: Beyond this depth a derivation that asks nobody is looked for by closure: layers would be as many as calls.
DEEP: Final = 12

#: Depth that a search is content with where nobody is asked for a key.
NEAR: Final = 3

#: Derivations of calls that a search makes before it looks no deeper: a document can make their number explode.
EFFORT: Final = 400

#: Roles whose values a person gives: a page of results, a search term, what the caller marked.
_ASKED_ROLES: Final = frozenset({"paging", "search", "user_input"})


class Search:
    """One search; its memo lives as long as one question."""

    def __init__(self, problem: Problem, shared: Shared, variant: Variant = PLAIN) -> None:
        self.producers = problem.producers
        self.problem = problem
        self.shared = shared
        self.variant = variant
        self.offers = Offers(problem, shared)
        self._take, self._join = Priced(TAKE, problem), Priced(JOIN, problem)
        self._ask, self._give = Priced(ASK, problem), Priced(GIVE, problem)
        self._entity = problem.weights[Entity.name]
        target = self.producers.contracts[problem.target]
        #: Inputs of the target that get a value.
        self.target_needs = variant.needs(self.layout(target), problem.given, problem.placed)
        spent = frozenset(n.given.key for n in self.target_needs if n.given is not None)
        #: What is left for producers; what the target takes itself reaches them as the target's input.
        self.offered = variant.named(problem.given).without(spent)
        self._element = ElementFilter(shared, problem, self.offered, changes=target.facts.changes_state)
        #: Nothing is left to give and nothing steers: derivations of producers are the same for every target.
        self._plain = not (
            self.offered
            or problem.given.defaults
            or problem.exclude
            or variant.found
            or problem.has_goal
            or problem.existing
            or problem.placed
            or self.offers.required_elsewhere(spent)
        )
        self._memo = shared.plain if self._plain else Memo()
        #: Whether the depth limit or a cycle cut something off the derivation that is being made; what led back.
        self._cut = False
        self._back: frozenset[str] = frozenset()
        self._needs: dict[str, tuple[Needed, ...]] = {}
        self._derived = 0
        #: The most that what was given and what is wanted may be worth to a derivation.
        self._bonus = self._entity * self.offered.count + problem.goal_words.most

    def best(self) -> Call | None:
        """The cheapest derivation of the target; None when there is none."""
        calls = self.ranked()
        return calls[0] if calls else None

    def ranked(self) -> tuple[Call, ...]:
        """The best few derivations of the target, the cheapest first; one by closure stands alone."""
        if self.problem.max_depth > DEEP and self.variant is PLAIN:
            call = close(
                self.producers, self.problem.target, self.target_needs, self.problem.given, self.problem.exclude
            )
            if call is not None and obeys(call, self.problem.rules):
                return (call,)
            if self.problem.user_input != "always" and self.out_of_reach():
                return ()
        return self._by_layers()

    def _by_layers(self) -> tuple[Call, ...]:
        """Few calls are looked at first, and most often do: what steers makes each derivation its own."""
        depth = self._depth()
        for near in range(NEAR if self._plain else 1, min(depth, NEAR + 1)):
            calls = self._target_calls(near)
            if not self._cut:
                return calls
            if calls and not calls[0].asks_for_keys() and (near == NEAR or self._has_all(calls[0])):
                return calls
        return self._target_calls(depth)

    def out_of_reach(self) -> tuple[str, ...]:
        """In a deep composition: what the target needs and nothing leads to from what is given."""
        if self.problem.max_depth <= DEEP:
            return ()
        problem = self.problem
        return out_of_reach(self.producers, problem.target, self.target_needs, problem.given, problem.exclude)

    def _target_calls(self, depth: int) -> tuple[Call, ...]:
        contract = self.producers.contracts[self.problem.target]
        self._cut, self._back = False, frozenset()
        return self._call(contract, depth, frozenset(), (), self.target_needs)

    def _depth(self) -> int:
        """How deep layers go; a variant of a deep composition, which has no closure, no deeper than they can."""
        return self.problem.max_depth if self.variant is PLAIN else min(self.problem.max_depth, DEEP)

    def sources_of_target(self, needed: Needed) -> tuple[Source, ...]:
        """The sources of one input of the target, taken alone."""
        target = self.producers.contracts[self.problem.target]
        return self._sources(target, needed, self._depth(), frozenset(), Above(frozenset()), ())

    def known(self, needed: Needed) -> Source | None:
        """The source of an input of the target that needs neither a call nor a person."""
        return self._known(self.producers.contracts[self.problem.target], needed, frozenset())

    def fill(self, contract: ToolContract, need: Input) -> Source | None:
        """What fills an input of a call before the target's without a further call: what is known, else a person."""
        env = frozenset(entry_of(n.input) for n in self.target_needs if n.given is not None or n.source is not None)
        needed = next((n for n in self._needed(contract) if n.input == need), Needed(input=need))
        known = self._known(contract, needed, env)
        return known if known is not None else ask(contract, needed, self.problem, self._ask, cut_off=False)

    def has_source(self, contract: ToolContract, needed: Needed) -> bool:
        """Whether an input of the target, or of a producer of it, has any source."""
        if contract.name == self.problem.target:
            return bool(self.sources_of_target(needed))
        depth = self.problem.max_depth - 1
        return bool(self._sources(contract, needed, depth, frozenset(), Above(frozenset()), (self.problem.target,)))

    def is_looked_up(self, contract: ToolContract, need: Input) -> bool:
        """Whether calls may supply an input of *contract*."""
        if self.is_choice(need) or need.kind == "context" or need.role in _ASKED_ROLES:
            return False
        return not self.problem.rules.asks(contract, need)

    def layout(self, contract: ToolContract) -> Layout:
        """The tool's layout."""
        return self.shared.layouts.of(contract)

    def score(self, cost: float, used: frozenset[str], words: frozenset[str]) -> float:
        """What a derivation costs after what it makes of the caller's values and goal."""
        if used:
            cost -= self._entity * len(used & self.offered.keys)
        return cost - self.problem.goal_words.worth(words) if words else cost

    def _has_all(self, call: Call) -> bool:
        """Whether *call* makes as much of the caller's values and goal as any derivation could."""
        gained = call.cost - self.score(call.cost, call.used, call.words)
        return gained > self._bonus - self.problem.weights["least"]

    # --- calls ---

    def calls(self, contract: ToolContract, depth: int, env: Env, stack: tuple[str, ...]) -> tuple[Call, ...]:
        """The best few derivations of a producer call, at most *depth* calls deep."""
        # What it takes from consumers itself tells calls apart that nothing lies below.
        own = frozenset((tag, name) for tag, name in env if (tag or name) in contract.inheritable)
        at = (contract.name, depth, env, own)
        derived = self._memo.find(*at)
        # What all questions share must not depend on which of them comes first, or on the way here.
        if derived is None or (self._plain and not derived.holds({self.problem.target, *stack})):
            self._derived += 1
            if self._derived > EFFORT and depth:
                self._cut = True
                return self.calls(contract, 0, env, stack)
            if not self._plain:
                # A call that comes back to itself has no derivation.
                self._memo.keep(*at, Derived())
            above, self._cut, self._back = (self._cut, self._back), False, frozenset()
            calls = self._call(contract, depth, env, stack, self._needed(contract))
            derived = Derived(calls, cut=self._cut, back=self._back - {contract.name})
            if not (self._plain and depth and self._derived > EFFORT):
                # What a search that ended early found is not what others would find.
                self._memo.keep(*at, derived)
            self._cut, self._back = above
        self._cut, self._back = self._cut or derived.cut, self._back | derived.back
        return derived.calls

    def _needed(self, contract: ToolContract) -> tuple[Needed, ...]:
        """What a call of a producer needs."""
        needs = self._needs.get(contract.name)
        if needs is None:
            needs = inputs_needed(self.layout(contract), self.offered, required_from=self.problem.required_given)
            self._needs[contract.name] = needs
        return needs

    def _call(
        self, contract: ToolContract, depth: int, env: Env, stack: tuple[str, ...], needs: Sequence[Needed]
    ) -> tuple[Call, ...]:
        own = self.offers.call_parts(contract) if stack else ()
        beam = Beam(total(own), 2 * self.problem.keep, self.offered.keys, self.score, self._join)
        inner = Above(env)
        for needed in needs if not stack else ():
            if needed.given is not None:
                inner.add(needed)
        for needed in needs:
            options = self._sources(contract, needed, depth, env, inner, stack)
            if not (options and beam.extend(options)):
                return ()
            inner.add(needed)
        settled = [(way.cost, with_link_values(way.sources)) for way in beam.ways]
        made = [
            Call.of(contract, sources, cost, self._words(contract, sources, stack), own) for cost, sources in settled
        ]
        if len(made) > 1:
            made.sort(key=lambda c: (self.score(c.cost, c.used, c.words), c.order))
        return tuple(made[: self.problem.keep])

    def _words(self, contract: ToolContract, sources: Sequence[Source], stack: tuple[str, ...]) -> frozenset[str]:
        """What the goal says for this call of a producer."""
        goal = self.problem.goal_words
        if not goal or not stack:
            return frozenset()
        return goal(contract) | goal.said(contract, (s.key for s in sources if s.how == GIVEN))

    # --- sources of one input ---

    def _sources(
        self, contract: ToolContract, needed: Needed, depth: int, env: Env, inner: Above, stack: tuple[str, ...]
    ) -> tuple[Source, ...]:
        need = needed.input
        known = self._known(contract, needed, env)
        if known is not None:
            return (known,)
        options, tried = self._produced(contract, needed, depth, inner, stack)
        if not stack and self.variant.never_asks(need):
            return tuple(options)
        asked = ask(contract, needed, self.problem, self._ask, cut_off=tried and not options)
        if asked is not None:
            options.append(asked)
        if len(options) > 1:
            options.sort(key=lambda s: (self.score(s.cost, s.used, s.words), s.how, s.order))
        return tuple(options)

    def _known(self, contract: ToolContract, needed: Needed, env: Env) -> Source | None:
        """A source that needs no call and no person."""
        need, problem = needed.input, self.problem
        if needed.source is not None:
            return cast("Source", needed.source)
        if needed.given is not None:
            meant = problem.meaning(contract, need, needed.given.value)
            if meant is not None:
                # The target takes what it takes; to a producer a switch or a page says nothing of what is meant.
                speaks = contract.name == problem.target or selects(need)
                used = frozenset({needed.given.key} if speaks else ())
                parts = () if self.layout(contract).always(need) else self._give.parts(need)
                cost = total(parts)
                return Source(
                    input=need,
                    how=GIVEN,
                    value=meant.value,
                    key=needed.given.key,
                    meant=meant.authors,
                    used=used,
                    cost=cost,
                    parts=parts,
                )
        if needed.empty:
            return Source(input=need, how=FIXED, value={})
        parent = inherit(need, env)
        if parent is not None:
            return Source(input=need, how=INHERITED, inherited=parent)
        if need.kind == "context":
            default = problem.given.context(need)
            if default is not None:
                return Source(input=need, how=CONTEXT, value=default.value, key=default.key)
        value = need.fixed
        if (
            value is ABSENT
            and not identifies(need)
            and not (need.default is ABSENT or problem.rules.asks(contract, need))
        ):
            value = need.default
        return None if value is ABSENT else Source(input=need, how=FIXED, value=value)

    def _produced(
        self, contract: ToolContract, needed: Needed, depth: int, above: Above, stack: tuple[str, ...]
    ) -> tuple[list[Source], bool]:
        """Sources from other calls, and whether there was a producer at all (even one that lies too deep)."""
        need = needed.input
        if not self.is_looked_up(contract, need):
            return [], False
        if depth <= 0:
            tried, itself = self.offers.any_for(contract, need)
            self._cut = self._cut or tried
            self._back |= {self.problem.target} if itself else frozenset()
            return [], tried
        best = Best(self.problem.keep, self._bonus, self.offers.together(contract))
        inner = above()
        tried = False
        back: list[tuple[str, float]] = []
        barred: list[tuple[str, float]] = []
        forced = "" if stack else self.variant.forced.get(place_of(need), "")
        guesses = not (stack and contract.facts.changes_state and identifies(need))
        exists = is_there(need.resource, self.problem) or (bool(stack) and contract.facts.shape == "list")
        for scoped in self.offers.bounded(contract, needed, inner, offered=bool(self.offered)):
            (scope, offer), bound = scoped, least(scoped)
            tool = offer.match.producer
            if forced and tool != forced:
                continue
            if tool == self.problem.target:
                barred.append((tool, bound))
                continue
            tried = tried or not offer.echo
            if tool in stack:
                back.append((tool, bound))
            elif best.could_hold(tool, bound):
                calls = self.calls(self.producers.contracts[tool], depth - 1, inner, (*stack, contract.name))
                self._choose(need, offer, scope, calls, best, exists=exists, guesses=guesses)
        # What leads back matters where it could have been among the best.
        leads_back = {tool for tool, bound in back if best.could_hold(tool, bound)}
        self._cut = self._cut or bool(leads_back)
        self._back |= leads_back | {tool for tool, bound in barred if best.could_hold(tool, bound)}
        return best.sources(need, self.problem), tried and guesses

    def _choose(
        self, need: Input, offer: Offer, scope: Parts, calls: Sequence[Call], best: Best, *, exists: bool, guesses: bool
    ) -> None:
        """Add to *best* what *offer* gives by way of *calls*.

        *exists* when it is a thing that was there before. Without *guesses*, no element is taken for being the first:
        a call on the way that changes something takes no key of any thing.
        """
        weights = self.problem.weights
        for call in calls:
            parts = (*scope, *self._take.parts(Taking(offer, call, exists)))
            extra = offer.extra + total(parts)
            for choice in choose_pick(need, offer, call, self._element, weights, parts, extra):
                if choice.is_guess and not guesses:
                    continue
                best.add(self.score(choice.cost, choice.used, call.words), choice)

    def is_choice(self, need: Input) -> bool:
        """Whether the input takes one of few values, which are asked for and never chained."""
        return is_choice(need, self.problem)
