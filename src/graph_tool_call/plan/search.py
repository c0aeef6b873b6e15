"""The cheapest derivation of a call: a best-first search of the AND-OR graph of tools and inputs.

A call needs all of its inputs; an input needs one source. The cost of a derivation is the
sum of its parts (a superior function in Knuth's sense), bounded in depth by layers. What
the caller gave and the words of the goal are worth something to a derivation as a whole,
so a few of the best are kept for each input and ranked again where they meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

import attrs

from ..model import ABSENT
from ..model.contract import Input, Output, ToolContract
from ..model.match import Match
from .closure import close
from .derivation import ASKED, CONTEXT, FIXED, GIVEN, INHERITED, Call, Source, keys_used
from ..model.tool import row_name, rows_of
from .given import Given, normal
from .needs import Layout, Layouts, Needed, inputs_needed
from .picks import choose_pick, fields_beside
from .policy import Policy

#: Beyond this depth a derivation that asks nobody is looked for by closure: layers would be as many as calls.
DEEP: Final = 12

#: Inputs of one call among which common producers are looked for.
_TOGETHER: Final = 8
#: Roles whose values a person gives: a page of results, a search term, what the caller marked.
_ASKED_ROLES: Final = frozenset({"paging", "search", "user_input"})

Env = frozenset[tuple[str, str]]


class Producers(Protocol):
    """What the search asks of a producer index."""

    @property
    def contracts(self) -> Mapping[str, ToolContract]: ...
    @property
    def typed(self) -> bool: ...
    def candidates(self, consumer: ToolContract, need: Input) -> tuple[Match, ...]: ...
    def outputs_by_tag(self) -> Mapping[str, Sequence[tuple[str, int]]]: ...


@attrs.frozen(kw_only=True, eq=False)
class Question:
    """One request for a plan."""

    target: str
    given: Given
    goal_words: Callable[[ToolContract], frozenset[str]]
    #: Sum of plugin signals for a match of a consumer's input.
    signals: Callable[[ToolContract, Input, Match], float]
    #: (input, word) → a member of its enum, or ABSENT.
    resolve_enum: Callable[[ToolContract, Input, object], object]
    enum_field_names: frozenset[str] = frozenset()
    exclude: frozenset[str] = frozenset()
    has_goal: bool = False
    user_input: str = "fallback"
    mutating: str = "declared"
    max_depth: int = 5


@attrs.frozen
class Offer:
    """A producer of an input: the least it costs, what choosing it adds, whether it takes what it gives."""

    bound: float
    extra: float
    echo: bool
    match: Match


@attrs.define
class Shared:
    """What searches of one synthesizer have in common."""

    layouts: Layouts = attrs.Factory(Layouts)
    offers: dict[tuple[str, str, str], list[Offer]] = attrs.Factory(dict)
    #: Normalised names and tags of all required inputs.
    required_names: set[str] = attrs.Factory(set)
    together: dict[str, frozenset[str]] = attrs.Factory(dict)
    #: Derivations of producer calls where nothing is given and no goal steers.
    plain: dict[tuple[str, int, Env], tuple[Call, ...]] = attrs.Factory(dict)


class Search:
    """One search; its memo lives as long as one question."""

    def __init__(self, producers: Producers, policy: Policy, question: Question, shared: Shared) -> None:
        self.producers = producers
        self.policy = policy
        self.question = question
        self.shared = shared
        target = producers.contracts[question.target]
        self._target_needs = inputs_needed(self.layout(target), question.given, is_target=True)
        spent = frozenset(n.given.key for n in self._target_needs if n.given is not None)
        #: What is left for producers; what the target takes itself reaches them as the target's input.
        self.offered = question.given.without(spent)
        #: Nothing is left to give and nothing steers: derivations of producers are the same for every target.
        self._plain = not (self.offered or question.given.defaults or question.exclude or question.has_goal or self._required_elsewhere(spent))
        self._calls: dict[tuple[str, int, Env], tuple[Call, ...]] = shared.plain if self._plain else {}
        self._beside: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}

    def best(self) -> Call | None:
        """The cheapest derivation of the target; None when there is none."""
        if self.question.max_depth > DEEP:
            call = close(self.producers, self.question.target, self._target_needs, self.question.given, self.question.exclude)
            if call is not None:
                return call
        calls = self._target_calls()
        if calls and self._plain and self.question.target in _tools(calls[0]):
            # What other targets share may lead through this one; then it is derived by itself.
            self._calls = {}
            calls = self._target_calls()
        return calls[0] if calls else None

    def _target_calls(self) -> tuple[Call, ...]:
        contract = self.producers.contracts[self.question.target]
        return self._call(contract, self.question.max_depth, frozenset(), (), self._target_needs)

    def sources_of_target(self, needed: Needed) -> tuple[Source, ...]:
        """The sources of one input of the target, taken alone."""
        contract = self.producers.contracts[self.question.target]
        return self._sources(contract, needed, self.question.max_depth, frozenset(), frozenset(), ())

    def usable(self, contract: ToolContract, need: Input) -> list[Match]:
        """The producers of *need* that the question allows, the target among them."""
        found = []
        for match in self.producers.candidates(contract, need):
            producer = self.producers.contracts[match.producer]
            if match.producer in self.question.exclude or (producer.facts.changes_state and not self._may_change(match)):
                continue
            if not _echoes(producer, need, match) or (match.output.many and self.offered):
                found.append(match)
        return found

    def has_value(self, needed: Needed) -> bool:
        """Whether an input needs neither a call nor a person."""
        return self._known(self.producers.contracts[self.question.target], needed, frozenset()) is not None

    def _required_elsewhere(self, keys: frozenset[str]) -> bool:
        """Whether a producer could require one of the values that the target takes."""
        if not keys:
            return False
        names = self.shared.required_names
        if not names:
            for contract in self.producers.contracts.values():
                for row in rows_of(contract.tool, "consumes"):
                    if row.get("required") or row.get("location") == "path":
                        names.update((normal(row_name(row)), normal(str(row.get("semantic_tag") or ""))))
        return any(normal(key) in names for key in keys)

    def layout(self, contract: ToolContract) -> Layout:
        """The tool's layout."""
        return self.shared.layouts.of(contract)

    def score(self, cost: float, used: frozenset[str], words: frozenset[str]) -> float:
        """What a derivation costs after what it makes of the caller's values and goal."""
        return cost - self.policy.entity * len(used & self.offered.keys) - self.policy.goal_word * len(words)

    # --- calls ---

    def calls(self, contract: ToolContract, depth: int, env: Env, stack: tuple[str, ...]) -> tuple[Call, ...]:
        """The best few derivations of a producer call, at most *depth* calls deep."""
        key = (contract.name, depth, env)
        known = self._calls.get(key)
        if known is None:
            self._calls[key] = ()  # a call that comes back to itself has no derivation
            needs = inputs_needed(self.layout(contract), self.offered, required_from=self.question.given)
            known = self._calls[key] = self._call(contract, depth, env, stack, needs)
        return known

    def _call(self, contract: ToolContract, depth: int, env: Env, stack: tuple[str, ...], needs: Sequence[Needed]) -> tuple[Call, ...]:
        base = self._base_cost(contract) if stack else 0.0
        beam: list[tuple[float, float, tuple[Source, ...]]] = [(base, base, ())]
        settled = [] if stack else [(n.input.tag, n.input.name) for n in needs if n.given is not None]
        for needed in needs:
            inner = env | frozenset(settled)
            options = self._sources(contract, needed, depth, env, inner, stack)
            if not options:
                return ()
            beam = self._extend(beam, options)
            settled.append((needed.input.tag, needed.input.name))
        words = self.question.goal_words(contract) if stack else frozenset()
        made = [Call.of(contract, sources, cost, words) for _, cost, sources in beam]
        ranked = sorted(made, key=lambda c: (self.score(c.cost, c.used, c.words), c.signature))
        return tuple(ranked[: self.policy.keep])

    def _extend(
        self, beam: list[tuple[float, float, tuple[Source, ...]]], options: Sequence[Source]
    ) -> list[tuple[float, float, tuple[Source, ...]]]:
        grown = []
        for _, cost, sources in beam:
            for option in options:
                added = option.cost
                if option.call is not None and any(_same_call(s, option) for s in sources):
                    added = option.extra - option.unscoped
                    if any(_same_call(s, option) and _same_output(s, option) for s in sources):
                        # Two inputs that would take the same leaf are two roles: sender and recipient.
                        added += self.policy.same_role
                total = cost + added
                chosen = (*sources, option)
                grown.append((self.score(total, keys_used(chosen), _union(s.words for s in chosen)), total, chosen))
        if len(grown) > 1:
            grown.sort(key=lambda g: g[0])
        return grown[: 2 * self.policy.keep]

    def _base_cost(self, contract: ToolContract) -> float:
        policy, facts = self.policy, contract.facts
        if not facts.changes_state:
            # A query that is sent by POST has a reason only where it has something to look for.
            return policy.read if facts.method in {"", "get", "head"} else 2 * policy.read
        return {"fresh": policy.fresh, "allow": policy.allowed}.get(self.question.mutating, policy.declared)

    # --- sources of one input ---

    def _sources(
        self, contract: ToolContract, needed: Needed, depth: int, env: Env, inner: Env, stack: tuple[str, ...]
    ) -> tuple[Source, ...]:
        need = needed.input
        known = self._known(contract, needed, env)
        if known is not None:
            return (known,)
        options, tried = self._produced(contract, needed, depth, inner, stack)
        asked = self._asked(contract, needed, options=bool(options), tried=tried)
        if asked is not None:
            options.append(asked)
        if len(options) > 1:
            options.sort(key=lambda s: (self.score(s.cost, s.used, s.words), s.how, s.call.tool if s.call else "", need.name))
        return tuple(options[: self.policy.keep])

    def _known(self, contract: ToolContract, needed: Needed, env: Env) -> Source | None:
        """A source that needs no call and no person."""
        need, question = needed.input, self.question
        if needed.given is not None:
            value = question.resolve_enum(contract, need, needed.given.value)
            if value is not ABSENT:
                used = frozenset({needed.given.key})
                return Source(input=need, how=GIVEN, value=value, key=needed.given.key, used=used)
        if needed.empty:
            return Source(input=need, how=FIXED, value={})
        parent = _inherit(need, env)
        if parent is not None:
            return Source(input=need, how=INHERITED, inherited=parent)
        if need.kind == "context":
            default = question.given.context(need)
            if default is not None:
                return Source(input=need, how=CONTEXT, value=default.value, key=default.key)
        value = need.fixed
        if value is ABSENT and not _identifies(need):
            value = need.default
        return None if value is ABSENT else Source(input=need, how=FIXED, value=value)

    def _produced(
        self, contract: ToolContract, needed: Needed, depth: int, inner: Env, stack: tuple[str, ...]
    ) -> tuple[list[Source], bool]:
        """Sources from other calls, and whether there was a producer at all (even one that lies too deep)."""
        need, policy = needed.input, self.policy
        if self.is_choice(need) or need.kind == "context" or need.role in _ASKED_ROLES:
            return [], False
        options: list[Source] = []
        tried = False
        worst = float("inf")
        together = self._together(contract)
        for bound, unscoped, offer in self._bounded(contract, needed, inner):
            match = offer.match
            tried = tried or not offer.echo
            if depth <= 0 or match.producer in stack or (bound >= worst and match.producer not in together):
                continue
            producer = self.producers.contracts[match.producer]
            for call in self.calls(producer, depth - 1, inner, (*stack, contract.name)):
                options.append(choose_pick(need, match, call, self._filters, policy, (offer.extra, unscoped)))
            if not self.offered and len(options) >= policy.keep:
                worst = sorted(o.cost for o in options)[policy.keep - 1]
        options.sort(key=lambda s: self.score(s.cost, s.used, s.words))
        kept = options[: policy.keep]
        kept += [o for o in options[policy.keep :] if o.call is not None and o.call.tool in together][: policy.keep]
        return kept, tried

    def _filters(self, call: Call, output: Output) -> tuple[str, str, object] | None:
        """(field beside *output* in its list element, entity key that names it, its value), if there is one."""
        if not self.offered:
            return None
        key = (call.tool, output.path)
        known = self._beside.get(key)
        if known is None:
            known = self._beside[key] = fields_beside(call.contract, output, self.offered)
        for field, name in known:
            if name not in call.used:
                return field, name, self.offered.values[name]
        return None

    def _together(self, contract: ToolContract) -> frozenset[str]:
        """Producers that offer values for two or more required inputs of *contract*: one element may fill them all."""
        known = self.shared.together.get(contract.name)
        if known is None:
            count: dict[str, int] = {}
            layout = self.layout(contract)
            needs = [row for row in layout.rows if layout.always(row) and row.kind == "data" and row.tag]
            for row in needs if 1 < len(needs) <= _TOGETHER else ():
                for producer in {offer.match.producer for offer in self._offers(contract, row)}:
                    count[producer] = count.get(producer, 0) + 1
            known = self.shared.together[contract.name] = frozenset(name for name, times in count.items() if times > 1)
        return known

    def _bounded(self, contract: ToolContract, needed: Needed, inner: Env) -> list[tuple[float, float, Offer]]:
        """Usable offers: the least that each can cost, its price for standing outside the parent; cheapest first."""
        question = self.question
        out = []
        for offer in self._offers(contract, needed.input):
            producer = offer.match.producer
            if producer in question.exclude or producer == question.target:
                continue
            if offer.echo and not self.offered:
                # Without a first one, a list below an item (similar movies) leads nowhere.
                continue
            price = self._unscoped(self.producers.contracts[producer], needed, inner)
            out.append((offer.bound + price, price, offer))
        out.sort(key=_first)
        return out

    def _offers(self, contract: ToolContract, need: Input) -> list[Offer]:
        """What is true of each producer of *need* whatever the question; made once for each synthesizer."""
        key = (contract.name, need.location, need.path)
        known = self.shared.offers.get(key)
        if known is None:
            known = self.shared.offers[key] = [o for m in self.producers.candidates(contract, need) if (o := self._offer(contract, need, m))]
        return known

    def _offer(self, contract: ToolContract, need: Input, match: Match) -> Offer | None:
        producer, policy = self.producers.contracts[match.producer], self.policy
        if producer.facts.changes_state and not self._may_change(match):
            return None
        echo = _echoes(producer, need, match)
        if echo and not match.output.many:
            return None
        extra = -policy.signal * self.question.signals(contract, need, match)
        if match.how == "name":
            extra += policy.name_match if _identifies(need) or not self.producers.typed else policy.weak
        extra += policy.echo_list if echo else 0.0
        return Offer(self._base_cost(producer) + extra, extra, echo, match)

    def _may_change(self, match: Match) -> bool:
        mode = self.question.mutating
        return mode in {"allow", "fresh"} or (mode == "declared" and match.how == "edge")

    def _unscoped(self, producer: ToolContract, needed: Needed, inner: Env) -> float:
        """A price for a value below a parent that is not looked up under that parent."""
        if needed.level <= 0 or not inner:
            return 0.0
        scoped = any(_inherit(row, inner) for row in producer.inputs if row.required or row.location == "path")
        return 0.0 if scoped else self.policy.unscoped

    def is_choice(self, need: Input) -> bool:
        """Whether the input takes one of few values, which are asked for and never chained."""
        enum = need.row.get("enum")
        return need.name in self.question.enum_field_names or bool(enum) or need.type == "boolean"

    def _asked(self, contract: ToolContract, needed: Needed, *, options: bool, tried: bool) -> Source | None:
        need, policy = needed.input, self.policy
        if self.question.user_input == "never":
            return None
        opaque = _identifies(need) or not self.producers.typed
        if tried and not options and opaque and self.question.user_input == "fallback":
            # Every producer was cut by the cycle guard or the depth limit: the caller learns which.
            return None
        cost = policy.ask_opaque if opaque and not _known_by_people(need) else policy.ask_known
        if self.question.mutating in {"allow", "fresh"} and contract.facts.changes_state and contract.name != self.question.target:
            cost *= policy.creator_inputs
        reason = "context_required" if need.kind == "context" else "enum_required" if self.is_choice(need) else "user_input_fallback"
        return Source(input=need, how=ASKED, cost=cost, reason=reason)


def _first(bounded: tuple[float, float, Offer]) -> float:
    return bounded[0]


def _tools(call: Call) -> set[str]:
    """Tools that a derivation calls before its last step."""
    return {tool for source in call.produced() if source.call is not None for tool in (source.call.tool, *_tools(source.call))}


def _identifies(need: Input) -> bool:
    return bool(need.tag) or need.role == "identifier"


def _known_by_people(need: Input) -> bool:
    """Names, logins and addresses are known to people; ids and hashes are not."""
    return need.tag.endswith(("_name", "_login", "_username", "_email", "_slug", "_handle"))


def _inherit(need: Input, env: Env) -> tuple[str, str] | None:
    """The input of a consumer that *need* takes its value from: the same tag; of several, the same name."""
    if not need.tag:
        return None
    same = sorted(entry for entry in env if entry[0] == need.tag)
    return next((entry for entry in same if entry[1] == need.name), same[0] if same else None)


def _echoes(producer: ToolContract, need: Input, match: Match) -> bool:
    """Whether the producer itself takes what it is asked for: it gives back what it was given."""
    tag = match.output.tag or need.tag
    if tag:
        return any(row.tag == tag for row in producer.inputs)
    return any(row.name == need.name and row.required for row in producer.inputs)


def _same_call(source: Source, other: Source) -> bool:
    return source.call is not None and other.call is not None and source.call.signature == other.call.signature


def _same_output(source: Source, other: Source) -> bool:
    return source.output is not None and other.output is not None and source.output.path == other.output.path


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    out: frozenset[str] = frozenset()
    for each in sets:
        if each:
            out = out | each if out else each
    return out
