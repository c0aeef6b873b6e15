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
from typing import Final, Protocol

from ...model.contract import Input, ToolContract
from ..given import Given
from .derivation import GIVEN, PRODUCED, Call, Source
from .needs import Needed

#: Price of a call that the plan has anyhow.
_SHARED: Final = 0.001


class TagIndex(Protocol):
    """What the closure asks of a producer index."""

    @property
    def contracts(self) -> Mapping[str, ToolContract]:
        """All tools by name."""
        ...

    def outputs_by_tag(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        """Tag → (tool, position among its outputs), uncut."""
        ...


def close(
    producers: TagIndex, target: str, needs: Sequence[Needed], given: Given, exclude: frozenset[str]
) -> Call | None:
    """A derivation of *target* from what is given alone, with few calls; None when there is none."""
    wanted = [_key(n.input) for n in needs if n.given is None]
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
    producers: TagIndex, target: str, needs: Sequence[Needed], given: Given, exclude: frozenset[str]
) -> tuple[str, ...]:
    """Tags that *target* needs, that something produces, and that nothing leads to from what is given."""
    if not given:
        return ()
    wanted = {tag for n in needs if n.given is None and (tag := _key(n.input))}
    reached = _Problem(producers, set(given.values), target, exclude).reach()
    return tuple(sorted(tag for tag in wanted - reached if producers.outputs_by_tag().get(tag)))


def _key(row: Input) -> str:
    """The tag that fills *row*; "" where tags alone don't decide: without one, or where the caller named producers."""
    return "" if row.row.keys() & {"fed_by", "never_from"} else row.tag


class _Problem:
    def __init__(self, producers: TagIndex, known: set[str], target: str, exclude: frozenset[str]) -> None:
        self._producers = producers
        self._known = known
        self._inputs: dict[str, tuple[str, ...]] = {}
        self._outputs: dict[str, tuple[str, ...]] = {}
        self._consumers: dict[str, list[str]] = {}
        for name, contract in producers.contracts.items():
            facts = contract.facts
            if name == target or name in exclude or facts.changes_state:
                continue
            needed = tuple(
                dict.fromkeys(
                    _key(row) or f"?{row.name}" for row in contract.inputs if row.required and row.kind != "auth"
                )
            )
            self._inputs[name] = needed
            for tag in needed:
                self._consumers.setdefault(tag, []).append(name)
        self._collect_outputs()

    def _collect_outputs(self) -> None:
        table: dict[str, list[str]] = {name: [] for name in self._inputs}
        for tag, outputs in self._producers.outputs_by_tag().items():
            for name, _ in outputs:
                if name in table:
                    table[name].append(tag)
        self._outputs = {name: tuple(dict.fromkeys(tags)) for name, tags in table.items()}

    def reach(self) -> set[str]:
        """All tags that can be had from what is given; calls that cannot be made are dropped."""
        missing = {name: len([t for t in needed if t not in self._known]) for name, needed in self._inputs.items()}
        reached, ready, waiting = set(self._known), [], [name for name, count in missing.items() if count == 0]
        while waiting:
            name = waiting.pop()
            ready.append(name)
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
        self._consumers = {}
        for name in kept:
            for tag in self._inputs[name]:
                self._consumers.setdefault(tag, []).append(name)

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
        missing = {name: sum(t not in self._known for t in needed) for name, needed in self._inputs.items()}
        heap = [
            (_SHARED if name in shared else 1.0, name)
            for name, count in missing.items()
            if count == 0 and name != without
        ]
        heapq.heapify(heap)
        while heap:
            price, name = heapq.heappop(heap)
            for tag in self._outputs[name]:
                if tag in cost:
                    continue
                cost[tag], maker[tag] = price, name
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


def _derivation(producers: TagIndex, target: str, needs: Sequence[Needed], order: Sequence[str], given: Given) -> Call:
    makers: dict[str, tuple[Call, int]] = {}
    positions: dict[str, list[tuple[str, int]]] = {}
    for tag, outputs in producers.outputs_by_tag().items():
        for name, position in outputs:
            positions.setdefault(name, []).append((tag, position))
    cost = 0.0
    for name in order:
        contract = producers.contracts[name]
        cost += 1.0
        rows = [
            Needed(input=row, given=given.find(row, is_target=False))
            for row in contract.inputs
            if row.required and row.kind != "auth"
        ]
        call = Call.of(contract, tuple(_source(row, makers) for row in rows), cost)
        for tag, position in positions.get(name, ()):
            makers.setdefault(tag, (call, position))
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
