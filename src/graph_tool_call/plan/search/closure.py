"""Deep compositions that ask nobody: forward closure, then the fewest calls.

For graphs whose chains are long (dozens of calls) and whose values are typed by tags.
Reach is computed forward from what is given and backward from the target, both linear in
the number of rows. Costs are Knuth's generalisation of Dijkstra's algorithm; what several
inputs share is found by pricing calls that are already in the plan at next to nothing and
deriving again, as long as the plan gets smaller.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ...model.contract import ToolContract
from ...model.tool import Row, row_name, rows_of
from ..derivation.derivation import GIVEN, PRODUCED, Call, Source
from ..problem.given import Given
from ..problem.outside import Producers
from ..problem.places import Needed

#: Price of a call that the plan has anyhow.
_SHARED: Final = 0.001


def close(
    producers: Producers, target: str, needs: Sequence[Needed], given: Given, exclude: frozenset[str]
) -> Call | None:
    """A derivation of *target* from what is given alone, with few calls; None when there is none."""
    wanted = [_tag(n.input.row) for n in needs if n.given is None]
    if not all(wanted):
        return None
    problem = _Problem(producers, set(given.values), target, exclude)
    reached = problem.reach()
    if not set(wanted) <= reached:
        return None
    problem.keep_relevant(wanted)
    chosen = problem.improve(wanted)
    return _derivation(producers, target, needs, problem.order(chosen), given)


def out_of_reach(
    producers: Producers, target: str, needs: Sequence[Needed], given: Given, exclude: frozenset[str]
) -> tuple[str, ...]:
    """Tags that *target* needs, that something produces, and that nothing leads to from what is given."""
    if not given:
        return ()
    wanted = {tag for n in needs if n.given is None and (tag := _tag(n.input.row))}
    reached = _Problem(producers, set(given.values), target, exclude).reach()
    return tuple(sorted(tag for tag in wanted - reached if producers.outputs_by_tag().get(tag)))


def _tag(row: Row) -> str:
    """The tag that fills *row*; "" where tags alone don't decide: without one, or where the caller named producers."""
    return "" if "fed_by" in row or "never_from" in row else str(row.get("semantic_tag") or "")


def _needed(contract: ToolContract) -> tuple[str, ...]:
    """Tags of what a call requires; "?" and the name for what tags don't decide. Rows stay unread: they are many."""
    rows = rows_of(contract.tool, "consumes")
    required = (row for row in rows if row.get("required") and row.get("kind") != "auth")
    return tuple(dict.fromkeys(_tag(row) or f"?{row_name(row)}" for row in required))


def _given_off(contract: ToolContract) -> tuple[str, ...]:
    """Tags of what a call answers."""
    return tuple(dict.fromkeys(tag for row in contract.output_rows if (tag := row.get("semantic_tag"))))


class _Problem:
    def __init__(self, producers: Producers, known: set[str], target: str, exclude: frozenset[str]) -> None:
        self._contracts = producers.contracts
        self._known = known
        barred = {target, *exclude}
        self._inputs = {name: _needed(contract) for name, contract in self._contracts.items() if name not in barred}
        self._outputs: dict[str, tuple[str, ...]] = {}
        self._index()

    def _index(self) -> None:
        """Who consumes each tag; how many values that are not given each call requires; calls that require none."""
        self._consumers: dict[str, list[str]] = {}
        self._missing: dict[str, int] = {}
        for name, needed in self._inputs.items():
            self._missing[name] = sum(tag not in self._known for tag in needed)
            for tag in needed:
                self._consumers.setdefault(tag, []).append(name)
        self._ready = [name for name, count in self._missing.items() if count == 0]

    def reach(self) -> set[str]:
        """All tags that can be had from what is given; calls that cannot be made, or change something, are dropped."""
        missing, reached, ready = self._missing.copy(), set(self._known), []
        waiting = self._ready.copy()
        while waiting:
            name = waiting.pop()
            contract = self._contracts[name]
            if contract.facts.changes_state:
                continue
            ready.append(name)
            self._outputs[name] = _given_off(contract)
            for tag in self._outputs[name]:
                if tag in reached:
                    continue
                reached.add(tag)
                for consumer in self._consumers.get(tag, ()):
                    missing[consumer] -= 1
                    if missing[consumer] == 0:
                        waiting.append(consumer)
        self._restrict(ready)
        return reached

    def keep_relevant(self, wanted: Iterable[str]) -> None:
        """Drop calls that nothing on the way to *wanted* uses."""
        makers: dict[str, list[str]] = {}
        for name, tags in self._outputs.items():
            for tag in tags:
                makers.setdefault(tag, []).append(name)
        seen, relevant, waiting = set(), set(), [tag for tag in wanted if tag not in self._known]
        while waiting:
            tag = waiting.pop()
            if tag in seen:
                continue
            seen.add(tag)
            for name in makers.get(tag, ()):
                if name not in relevant:
                    relevant.add(name)
                    waiting.extend(t for t in self._inputs[name] if t not in self._known)
        self._outputs = {name: tuple(t for t in self._outputs[name] if t in seen) for name in relevant}
        self._restrict(relevant)

    def _restrict(self, names: Iterable[str]) -> None:
        kept = sorted(names)
        self._inputs = {name: self._inputs[name] for name in kept}
        self._outputs = {name: self._outputs[name] for name in kept}
        self._index()

    def improve(self, wanted: Sequence[str]) -> frozenset[str]:
        """The smallest set of calls found.

        Calls that are in the plan anyhow are priced low, and each is tried without, until nothing gets better.
        """
        best = self._derive(wanted, frozenset(), "")
        while True:
            smaller = self._derive(wanted, best, "")
            for without in sorted(best):
                if len(smaller) < len(best):
                    break
                other = self._derive(wanted, best - {without}, without)
                if other:
                    again = self._derive(wanted, other, "")
                    smaller = min((smaller, other, again), key=len)
            if len(smaller) >= len(best):
                return best
            best = smaller

    def _derive(self, wanted: Sequence[str], shared: frozenset[str], without: str) -> frozenset[str]:
        """Calls of the cheapest derivation (Knuth 1977); empty when there is none."""
        cost = dict.fromkeys(self._known, 0.0)
        maker: dict[str, str] = {}
        missing = self._missing.copy()
        heap = [(_SHARED if name in shared else 1.0, name) for name in self._ready if name != without]
        heapq.heapify(heap)
        left = {tag for tag in wanted if tag not in cost}
        while heap and left:
            price, name = heapq.heappop(heap)
            for tag in self._outputs[name]:
                if tag in cost:
                    continue
                cost[tag], maker[tag] = price, name
                left.discard(tag)
                for consumer in self._consumers.get(tag, ()):
                    missing[consumer] -= 1
                    if missing[consumer] == 0 and consumer != without:
                        own = _SHARED if consumer in shared else 1.0
                        heapq.heappush(heap, (own + sum(cost[t] for t in self._inputs[consumer]), consumer))
        chosen: set[str] = set()
        waiting = list(wanted)
        while waiting:
            tag = waiting.pop()
            if tag in self._known:
                continue
            if tag not in maker:
                return frozenset()
            if maker[tag] not in chosen:
                chosen.add(maker[tag])
                waiting.extend(self._inputs[maker[tag]])
        return frozenset(chosen)

    def order(self, chosen: frozenset[str]) -> list[str]:
        """*chosen* in an order in which each call finds its inputs."""
        known, rest, done = set(self._known), sorted(chosen), []
        while rest:
            name = next(n for n in rest if known.issuperset(self._inputs[n]))
            rest.remove(name)
            done.append(name)
            known.update(self._outputs[name])
        return done


def _derivation(producers: Producers, target: str, needs: Sequence[Needed], order: Sequence[str], given: Given) -> Call:
    makers: dict[str, tuple[Call, int]] = {}
    cost = 0.0
    for name in order:
        contract = producers.contracts[name]
        cost += 1.0
        required = (row for row in contract.inputs if row.required and row.kind != "auth")
        needed = [Needed(input=row, given=given.find(row, is_target=False)) for row in required]
        call = Call.of(contract, tuple(_source(need, makers) for need in needed), cost)
        for position, row in enumerate(contract.output_rows):
            if row.get("semantic_tag"):
                makers.setdefault(row["semantic_tag"], (call, position))
    return Call.of(producers.contracts[target], tuple(_source(needed, makers) for needed in needs), cost)


def _source(needed: Needed, makers: Mapping[str, tuple[Call, int]]) -> Source:
    if needed.given is not None:
        return Source(
            input=needed.input,
            how=GIVEN,
            value=needed.given.value,
            key=needed.given.key,
            used=frozenset({needed.given.key}),
        )
    call, position = makers[needed.input.tag]
    output = call.contract.output(position)
    return Source(
        input=needed.input,
        how=PRODUCED,
        cost=call.cost,
        call=call,
        output=output,
        match="tag",
        pick="narrowed" if output.many else "one",
    )
