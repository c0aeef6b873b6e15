"""`PathSynthesizer`: from a target and what is known to a plan, or to the reason why there is none."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ...model import Plan
from ...model.collector import collector_paused
from ...model.contract import ToolContract
from ...model.names import names_of
from ...request.read import RequestReader
from ...request.values import Request
from ..derivation.derivation import Call
from ..explain.alternatives import Alternative, compared
from ..explain.costs import PLACES, total_cost
from ..explain.whynot import ProducerVerdict, WhyNot
from ..finding.dropped import dropped
from ..finding.obey import handed_back, is_asked_for, obeying, said_in, spoken_in, unexplained, with_unread
from ..problem.checks import check_entities, check_shapes, find_contract, find_input
from ..problem.evidence import SignalBook
from ..problem.failures import DynamicOptionRequiredError, EmptyFilterError, UnreadValueError
from ..problem.given import Given
from ..problem.goal import GoalWords, Surfaces
from ..problem.meaning import Words
from ..problem.mutation import MUTATIONS
from ..problem.needs import Layouts
from ..problem.outside import Advice, Index, Producers
from ..problem.places import ReadPlaces
from ..problem.problem import KEEP, Problem
from ..problem.rulebook import Permitted, RuleBook
from ..problem.variant import PLAIN, Variant, fan_out_over
from ..rules.weights import Weights
from ..search import gates
from ..search.diagnose import diagnose
from ..search.leftovers import with_leftovers
from ..search.offers import Shared
from ..search.paging import with_pages
from ..search.search import Search
from ..words.lexicon import Lexicon
from ..words.mentions import counted
from ..write.assemble import Assembler, Writing
from ..write.metadata import synthesis_of
from ..write.options import OptionLists
from .said import Said, check_depth, check_mode, plan_request

if TYPE_CHECKING:
    from ...hooks import PlanRequest


class PathSynthesizer:
    """Makes plans for the tools of one graph. Deterministic; no I/O, no clock, no randomness.

    Threads may share one: it makes one plan after the other, and each is the one that it would make alone.

    Args:
        graph: A collection artifact (`dict` with `tools`), or a `ToolGraph`.
        max_depth: Longest chain of producers before the target.
        context_defaults: Ambient values by field name; used for context fields.
        enum_field_names: Fields that are asked for, never chained.
        user_input: "fallback": ask where nothing produces a value. "always": ask also where
            every producer was cut by a cycle or the depth limit, or a choice must be made.
            "never": ask nothing.
        choose: "auto": take the first element of a list that nothing narrows for a target
            that reads, demand a choice for one that changes something. "first", "ask".
        mutating_producers: Whether state-changing calls may supply values: "declared" (by a
            link or a curated edge), "never", "allow", "fresh" (the creator before the list).
        unread: "stop": a target that changes something is not planned while a given value has
            no place, or while nothing is said of what it takes. "allow": it is, and the plan says so.
        policy: Rule name → weight, where it is to differ from the usual; see `Weights`.
        plugins: Plugin set whose signals and enum words count; the graph's own by default.
        settings: Plugin id → settings; the graph's own by default.
        engine: The engine whose plugins are asked, in place of *plugins* and *settings*.
    """

    def __init__(
        self,
        graph: Any,
        max_depth: int = 5,
        context_defaults: Mapping[str, Any] | None = None,
        enum_field_names: Iterable[str] | None = None,
        *,
        user_input: str = "fallback",
        choose: str = "auto",
        mutating_producers: str = "declared",
        unread: str = "stop",
        policy: Mapping[str, float] | None = None,
        plugins: Any = None,
        settings: Mapping[str, Any] | None = None,
        engine: Any = None,
    ) -> None:
        modes = {"user_input": user_input, "choose": choose, "mutating_producers": mutating_producers, "unread": unread}
        for name, value in modes.items():
            check_mode(name, value)
        # The engine wires stages and plugins; it stands above this module, so it is looked up when needed.
        from ...advice import planning_parts

        parts = planning_parts(graph, plugins, settings, engine)
        self._index: Index = parts.index
        self._requests: RequestReader = parts.requests
        self._advice: Callable[[], Advice] = parts.advice
        # Plugins are loaded here, not by the first plan.
        parts.advice()
        self.max_depth = check_depth(max_depth)
        self.context_defaults = dict(context_defaults or {})
        self.enum_field_names = names_of(enum_field_names)
        self.user_input = user_input
        self.choose = choose
        self.mutating_producers = mutating_producers
        self.unread = unread
        self.policy = Weights(policy)
        #: What searches share is read and filled by one at a time: half of it would be another answer.
        self._lock = threading.RLock()
        self._layouts = Layouts()
        self._words = Words(self._advice)
        self._lexicon = Lexicon.of(parts.vocabulary)
        self._surfaces = Surfaces(self._index.contracts, self._lexicon)
        self._places = ReadPlaces(self._index.contracts)
        self._open(None)

    def _open(self, request: PlanRequest | None) -> None:
        """Begin what searches share: once, or for each *request* where plugins look at it."""
        self._rules = RuleBook(self._index, self._advice, request)
        self.producers: Producers = Permitted(self._index, self._rules)
        self._shared = Shared(layouts=self._layouts)
        #: The same for searches that ask less, and for those that keep more derivations.
        self._fallback = Shared(layouts=self._layouts)
        self._wide: dict[int, Shared] = {}
        self._book = SignalBook(self.producers, self._advice, request)

    @collector_paused()
    def synthesize(
        self,
        *,
        target: str,
        entities: Mapping[str, Any] | None = None,
        goal: str = "",
        exclude_tools: Iterable[str] | None = None,
        foreach: str = "",
        found: Mapping[str, Any] | None = None,
        unread: str | None = None,
        request: Request | Mapping[str, Any] | None = None,
    ) -> Plan:
        """The plan of least cost that ends in a call of *target*.

        Args:
            target: Tool name.
            entities: Known values, by semantic tag, field name or dotted path; None values are ignored.
            goal: What the user wants, in words; steers between producers and is kept on the plan.
            exclude_tools: Producers not to use; never the target.
            foreach: An input of the target, by name, tag or path: the target is called once for
                each value of it, and its result is a list. The values are what the caller gave
                (a list), every element of the list that a producer answers with, or asked for.
            found: Values that calls of an earlier plan gave, named like entities. They fill
                required inputs, and unlike entities speak for no derivation.
            unread: "stop" or "allow", for this plan.
            request: What was understood, where a model, a form or a person settled that; read from
                *goal* and *entities* unless given. What is unread in it is still without a place.

        Raises:
            DecodeError: *request* is none for *target*; with a line for each problem and its place.
            PlanSynthesisError: one subclass for each documented reason.
        """
        with self._lock:
            handed, said = self._handed(target, request, entities)
            search, call = self._best(self._search(target, said, goal, exclude_tools, foreach, found, handed))
            return self._plan(search, call, goal, Said.of(said, unread or self.unread))

    def read_request(self, *, target: str = "", entities: Mapping[str, Any] | None = None, goal: str = "") -> Request:
        """What is understood of a request: settings of *target*, things that are described, values without a place.

        Without a target the values that the words of *goal* give are unread, and nothing else is said.
        Raises `PlanSynthesisError` unknown_target.
        """
        with self._lock:
            return self._requests.read(
                find_contract(self.producers.contracts, target) if target else None, goal, entities
            )

    def synthesize_all(
        self,
        *,
        target: str,
        entities: Mapping[str, Any] | None = None,
        goal: str = "",
        exclude_tools: Iterable[str] | None = None,
        foreach: str = "",
        k: int = 3,
        unread: str | None = None,
        request: Request | Mapping[str, Any] | None = None,
    ) -> tuple[Alternative, ...]:
        """Up to *k* plans for *target*, the best first.

        Each says in what it differs from the best, and why it costs more. Arguments as for
        `synthesize`, whose plan is the first. Plans that would need a choice which the caller
        must make first are left out. Raises what `synthesize` raises.
        """
        if k < 1:
            msg = f"k must be at least 1, not {k}"
            raise ValueError(msg)
        with self._lock:
            handed, said = self._handed(target, request, entities)
            search = self._search(target, said, goal, exclude_tools, foreach, request=handed)
            return tuple(self._ranked(search, goal, k, Said.of(said, unread or self.unread)))

    def explain(
        self,
        target: str,
        field: str,
        producer: str,
        *,
        entities: Mapping[str, Any] | None = None,
        goal: str = "",
        exclude_tools: Iterable[str] | None = None,
        request: Request | Mapping[str, Any] | None = None,
    ) -> ProducerVerdict:
        """Why *producer* fills *field* of *target*, or why it does not: no candidate, not callable, or dearer.

        Args:
            target: Tool name.
            field: An input of the target, by name, tag or path.
            producer: Name of the tool asked about.
            entities: Known values; the verdict may depend on them.
            goal: As for `synthesize`.
            exclude_tools: As for `synthesize`.
            request: As for `synthesize`.

        Raises `PlanSynthesisError` unknown_target or unknown_field.
        """
        with self._lock:
            handed, said = self._handed(target, request, entities)
            search = self._search(target, said, goal, exclude_tools, request=handed)
            call = search.best()
            if call is not None:
                search, _ = with_leftovers(search, call)
            contracts = self.producers.contracts
            need = find_input(contracts[target], self._shared.layouts.of(contracts[target]), field)
            return WhyNot(search, need, find_contract(contracts, producer)).judge()

    # --- parts ---

    def _handed(
        self, target: str, request: Request | Mapping[str, Any] | None, entities: Mapping[str, Any] | None
    ) -> tuple[Request | None, Mapping[str, Any] | None]:
        """A request that was handed in, and all that is given by it and beside it."""
        handed = handed_back(request, find_contract(self.producers.contracts, target), self._requests)
        return handed, said_in(handed, entities)

    def _ranked(self, search: Search, goal: str, k: int, said: Said) -> list[Alternative]:
        """The best *k* plans of a search, fewer where there are no more."""
        narrow, best = self._best(search)
        plan = self._plan(narrow, best, goal, said)
        found = [Alternative(plan=plan, rank=1, cost=round(total_cost(narrow, best), PLACES))]
        wide = self._wider(narrow, max(KEEP, 2 * k))
        for call in wide.ranked():
            if len(found) == k:
                break
            try:
                plan = self._plan(wide, call, goal, said)
            except (DynamicOptionRequiredError, UnreadValueError, EmptyFilterError):
                continue
            if all(plan.steps != other.plan.steps for other in found):
                found.append(compared(wide, best, call, plan, len(found) + 1))
        return found

    def _search(
        self,
        target: str,
        entities: Mapping[str, Any] | None,
        goal: str,
        exclude: Iterable[str] | None,
        foreach: str = "",
        found: Mapping[str, Any] | None = None,
        request: Request | None = None,
    ) -> Search:
        contract = find_contract(self.producers.contracts, target)
        check_entities(entities, target)
        layout = self._shared.layouts.of(contract)
        known = {**(found or {}), **(entities or {})}
        given = Given(known, self.context_defaults, counted(goal, contract, self._lexicon))
        extra = frozenset(found or ()) - frozenset(entities or ())
        variant = Variant(found=extra) if extra else PLAIN
        if foreach:
            variant = fan_out_over(find_input(contract, layout, foreach), contract, extra)
        plain = bool(found or foreach)
        understood = None if plain else request or self._requests.read(contract, goal, entities)
        if self._advice().by_request:
            self._open(plan_request(target, goal, known, understood))
        problem = self._problem(contract, given, goal, exclude)
        search = Search(problem, self._shared, variant)
        if understood is not None:
            search = obeying(search, understood, self._requests)
        check_shapes(contract, search.target_needs)
        return search

    def _best(self, search: Search) -> tuple[Search, Call]:
        """The derivation to take, and the search that it comes from. Raises `PlanSynthesisError`."""
        call = search.best()
        if call is None:
            raise diagnose(search)
        return with_leftovers(search, call)

    def _wider(self, search: Search, keep: int) -> Search:
        """The same search with more derivations kept."""
        shared = self._wide.setdefault(keep, Shared(layouts=self._shared.layouts))
        return Search(attrs.evolve(search.problem, keep=keep), shared, search.variant)

    def _problem(self, contract: ToolContract, given: Given, goal: str, exclude: Iterable[str] | None) -> Problem:
        goal_words = GoalWords(goal, contract, self._surfaces, given, self.policy)
        return Problem(
            producers=self.producers,
            weights=self.policy.table,
            target=contract.name,
            given=given,
            goal_words=goal_words,
            existing=MUTATIONS[self.mutating_producers].exists(goal, self._lexicon),
            has_goal=bool(goal_words),
            signals=self._book.said,
            rules=self._rules,
            meaning=self._words,
            enum_field_names=self.enum_field_names,
            exclude=names_of(exclude) - {contract.name},
            user_input=self.user_input,
            mutation=MUTATIONS[self.mutating_producers],
            max_depth=self.max_depth,
        )

    def _plan(self, search: Search, call: Call, goal: str, said: Said) -> Plan:
        call = with_pages(call, said.given)
        left = self._left(search, call, said)
        writing = Writing(
            choose=self.choose,
            ask=self.user_input == "always",
            exclude=search.problem.exclude,
            foreach=search.variant.foreach,
            spoken=spoken_in(search.problem.request) | search.problem.given.spoken,
            unread=bool(left) and said.unread == "stop",
        )
        options = OptionLists(self.producers, self._advice, self._shared.layouts)
        plan, draft = Assembler(self._shared.layouts, options, writing).write(call, goal)
        if said.unread == "stop" and call.contract.facts.changes_state:
            # Last of the stops: which thing is meant is asked before what becomes of it.
            layout, forms = search.layout(call.contract), self._advice().forms
            gates.stop_empty(call, layout, goal, self._places, forms, self._lexicon.everything)
            gates.stop_unread(call.contract, unexplained(search.problem.request, call, {*said.given.keys, *said.nulls}))
        plan.metadata["target"] = call.tool
        plan.metadata["synthesis"] = synthesis_of(search, plan, draft, self._book, lambda: self._strict(search))
        if self.choose == "first":
            plan.metadata["synthesis"]["choose"] = "first"
        if left:
            plan.metadata["synthesis"]["unread"] = left
        return plan

    def _left(self, search: Search, call: Call, said: Said) -> list[gates.Unread]:
        """What was given and has no place. Raises `UnreadValueError` for a target that changes."""
        target = call.contract
        request = search.problem.request
        left = with_unread(gates.unread(call, said.given), request, said.given) + dropped(call, request, said.given)
        if target.facts.changes_state:
            left += gates.unset(target, said.nulls, (source.input for source in call.sources))
            left += gates.two_ways(call)
            if said.unread == "stop":
                contracts = self.producers.contracts
                hard = [row for row in left if not gates.is_on_the_way(row["key"], call, search.offers, contracts)]
                hard = [row for row in hard if not is_asked_for(row, call, request)]
                gates.stop_unread(target, hard + gates.unfit(call))
        return left

    def _strict(self, search: Search) -> Search:
        """The same search where nothing is asked that has producers."""
        problem = attrs.evolve(search.problem, user_input="fallback")
        return Search(problem, self._fallback, search.variant)


__all__ = ["PathSynthesizer"]
