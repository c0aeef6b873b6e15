"""Why a producer was not chosen for a field: it is no candidate, it cannot be called, or it costs more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from ...model.contract import Input, ToolContract
from ...model.match import Match
from ..derivation.derivation import CONTEXT, GIVEN, Call, Source
from ..problem.given import normal
from ..problem.inputs import echoes
from ..problem.needs import inputs_needed
from ..problem.rulebook import Said
from ..problem.variant import Variant, place_of
from ..search.diagnose import dead_ends
from ..search.search import Search
from .alternatives import compare
from .costs import CostPart, cost_words
from .differences import Difference, source_facts

#: Verdict → what it means.
VERDICTS: Final[Mapping[str, str]] = {
    "chosen": "the plan uses it",
    "costs_more": "it could supply the field, at a higher cost",
    "as_good": "it could supply the field at the same cost; the name decides",
    "given": "the caller gave the value",
    "context": "a context default has the value",
    "fixed": "the contract allows one value, or has a default",
    "choice": "the field takes one of few values, which are asked for and never looked up",
    "steering": "the field steers a listing, or is for a person to fill",
    "credential": "credentials are configured, never produced",
    "optional": "the field is optional, and nothing that was given names it",
    "own_answer": "the operation's own answer comes after its call",
    "excluded": "the caller excluded it",
    "not_produced": "nothing in its answer is what the field wants",
    "never_by_caller": "the caller's annotations rule it out",
    "vetoed": "a rule of a plugin forbids it",
    "asked_by_rule": "a rule of a plugin says that the value is given or asked for, and never supplied by a call",
    "caller_chose": "the caller's annotations name another producer",
    "other_tag": "what has the field's name in its answer identifies something else",
    "incompatible_type": "the value's type cannot be sent for the field",
    "beyond_limit": "likelier producers fill the list of candidates",
    "needs_it_itself": "it takes the very value that it would give",
    "changes_state": "it changes something, and nothing declares it as a source",
    "cycle": "what it needs leads back to it",
    "max_depth": "what it needs lies deeper than the limit",
    "cannot_be_called": "something that it needs has no source",
}


@attrs.frozen(kw_only=True)
class ProducerVerdict:
    """Why *producer* fills *field* of *tool*, or why it does not.

    Attributes:
        tool: The target.
        field: Name of its input.
        producer: The operation asked about.
        verdict: A key of `VERDICTS`.
        message: The verdict in words.
        chosen: Where the plan takes the value from instead: `how`, and what belongs to it. None without a plan.
        extra_cost: What the plan with this producer costs more, for "costs_more".
        differences: In which inputs that plan differs.
        costs: The parts of the difference in cost, largest first.
        details: Further data: tags, types, the chain of a cycle, the needs without a source.
    """

    tool: str
    field: str
    producer: str
    verdict: str
    message: str
    chosen: Mapping[str, Any] | None = None
    extra_cost: float = 0.0
    differences: tuple[Difference, ...] = ()
    costs: tuple[CostPart, ...] = ()
    details: Mapping[str, Any] = attrs.Factory(dict)

    def to_dict(self) -> dict[str, Any]:
        """All parts as JSON-shaped data."""
        return {
            "tool": self.tool,
            "field_name": self.field,
            "producer": self.producer,
            "verdict": self.verdict,
            "message": self.message,
            "chosen": None if self.chosen is None else dict(self.chosen),
            "extra_cost": self.extra_cost,
            "differences": [difference.to_dict() for difference in self.differences],
            "costs": [part.to_dict() for part in self.costs],
            **self.details,
        }


class WhyNot:
    """Judges one producer for one input of the target of a search."""

    def __init__(self, search: Search, need: Input, producer: ToolContract) -> None:
        self._search = search
        self._need = need
        self._producer = producer
        self._target = search.producers.contracts[search.problem.target]
        self._needed = next((n for n in search.target_needs if place_of(n.input) == place_of(need)), None)

    def judge(self) -> ProducerVerdict:
        """Why the producer is, or is not, where the input's value comes from."""
        best = self._search.best()
        found = self._not_looked_up() or self._no_candidate() or self._by_cost(best)
        source = None if best is None else self._source(best)
        return attrs.evolve(found, chosen=None if source is None else source_facts(source))

    # --- the field itself ---

    def _not_looked_up(self) -> ProducerVerdict | None:
        """The verdict where the field has no need of any producer."""
        need = self._need
        if need.kind == "auth":
            return self._verdict("credential")
        if self._needed is None:
            return self._verdict("optional")
        known = self._search.known(self._needed)
        if known is not None:
            code = {GIVEN: "given", CONTEXT: "context"}.get(known.how, "fixed")
            return self._verdict(code, f"as {known.key}" if known.key else "")
        if self._search.is_choice(need):
            return self._verdict("choice")
        if said := self._search.problem.rules.asks(self._target, need):
            return self._ruled("asked_by_rule", said)
        return None if self._search.is_looked_up(self._target, need) else self._verdict("steering")

    # --- candidates ---

    def _no_candidate(self) -> ProducerVerdict | None:
        """The verdict where the producer is none for this field, whatever it would cost."""
        search, producer, need = self._search, self._producer, self._need
        if producer.name == self._target.name:
            return self._verdict("own_answer")
        if producer.name in search.problem.exclude:
            return self._verdict("excluded")
        matches = [m for m in search.producers.plannable(self._target, need) if m.producer == producer.name]
        if not matches:
            return self._vetoed() or self._unmatched()
        usable = [m for m in matches if not producer.facts.changes_state or search.offers.may_change(m)]
        if not usable:
            mode = search.problem.mutation.name
            words = f"{producer.facts.method.upper()}; changing producers: {mode}"
            return self._verdict("changes_state", words, method=producer.facts.method, mutating_producers=mode)
        # With something given, a list below an item leads on from that item.
        if all(echoes(producer, need, m) and not (m.output.many and search.offered) for m in usable):
            return self._verdict("needs_it_itself", need.tag, semantic_tag=need.tag)
        return None

    def _vetoed(self) -> ProducerVerdict | None:
        """The verdict where rules forbid all that the producer answers with; None where they do not."""
        barred = self._search.problem.rules.vetoes(self._target, self._need)
        said = [one for (producer, _), ones in barred.items() if producer == self._producer.name for one in ones]
        if not said:
            return None
        codes = {self._search.producers.against(self._target, self._need, m) for m in self._by_name_or_tag()}
        return self._ruled("never_by_caller" if "never_by_caller" in codes else "vetoed", said)

    def _ruled(self, code: str, said: Sequence[Said]) -> ProducerVerdict:
        """A verdict by rules, with who says so and why."""
        rules = [{"plugin": plugin, "reason": reason} for plugin, reason in dict.fromkeys(said)]
        words = "; ".join(f"{rule['plugin']}: {rule['reason']}" for rule in rules)
        return self._verdict(code, "" if code == "never_by_caller" else words, rules=rules)

    def _by_name_or_tag(self) -> list[Match]:
        need, producer = self._need, self._producer
        tagged = [Match(producer.name, o, "tag") for o in producer.outputs if need.tag and o.tag == need.tag]
        return tagged or [
            Match(producer.name, o, "name") for o in producer.outputs if normal(o.name) == normal(need.name)
        ]

    def _unmatched(self) -> ProducerVerdict:
        """The verdict where no output is a candidate: the nearest that there is, and what is wrong with it."""
        need, producer = self._need, self._producer
        matches = self._by_name_or_tag()
        codes = {self._search.producers.against(self._target, need, match) for match in matches}
        near = [match.output for match in matches] or producer.outputs
        tags = sorted({output.tag for output in near if output.tag})
        types = sorted({output.type for output in near})
        if not codes:
            words = f"wanted: {need.tag or need.name}; there: {', '.join(tags) or 'nothing that identifies'}"
            return self._verdict("not_produced", words, wants_tag=need.tag, has_tags=tags)
        if "" in codes:
            return self._verdict("beyond_limit", paths=[output.path for output in near])
        code = next(code for code in VERDICTS if code in codes)
        words = {
            "other_tag": f"wanted: {need.tag}; there: {', '.join(tags)}",
            "incompatible_type": f"{need.type}, not {' or '.join(types)}",
            "needs_it_itself": need.tag,
        }.get(code, "")
        return self._verdict(code, words, wants_tag=need.tag, has_tags=tags, wants_type=need.type, has_types=types)

    # --- cost ---

    def _by_cost(self, best: Call | None) -> ProducerVerdict:
        search = self._search
        source = None if best is None else self._source(best)
        if source is not None and source.call is not None and source.call.tool == self._producer.name:
            return self._verdict("chosen")
        variant = Variant(forced={place_of(self._need): self._producer.name})
        forced = Search(search.problem, search.shared, variant).best()
        if forced is None or best is None:
            return self._underivable()
        extra, found, parts = compare(search, best, forced)
        if extra <= 0:
            return self._verdict("as_good")
        made = self._verdict("costs_more")
        return attrs.evolve(
            made,
            message=f"{made.message}. {cost_words(extra, parts)}",
            extra_cost=extra,
            differences=tuple(found),
            costs=tuple(parts),
        )

    def _underivable(self) -> ProducerVerdict:
        search, producer = self._search, self._producer
        ends = [e for e in dead_ends(search, self._target, self._need) if e.chain[1:2] == (producer.name,)]
        for kind in ("max_depth", "cycle"):
            end = next((e for e in ends if e.kind == kind), None)
            if end is not None:
                return self._verdict(kind, " <- ".join(end.chain), chain=list(end.chain))
        needs = inputs_needed(search.layout(producer), search.offered, required_from=search.problem.required_given)
        lacking = [n.input.name for n in needs if not search.has_source(producer, n)]
        return self._verdict("cannot_be_called", ", ".join(lacking), lacks=lacking)

    def _source(self, call: Call) -> Source | None:
        return next((s for s in call.sources if place_of(s.input) == place_of(self._need)), None)

    def _verdict(self, code: str, words: str = "", **details: Any) -> ProducerVerdict:
        about = f"{self._producer.name} for {self._need.name} of {self._target.name}"
        return ProducerVerdict(
            tool=self._target.name,
            field=self._need.name,
            producer=self._producer.name,
            verdict=code,
            message=f"{about}: {VERDICTS[code]}" + (f" ({words})" if words else ""),
            details=details,
        )
