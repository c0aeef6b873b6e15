"""Which call supplies each path parameter when nothing is given: the cheapest derivations of a whole graph at once.

By the weights of the rules and the order of the producer index, without the signals of
planning plugins: a measure of the contracts, a hundred times cheaper than a plan for each operation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from ...model.absent import ABSENT
from ...model.contract import Input, ToolContract
from ..problem.outside import Producers
from ..rules.weights import Weights

#: Calls that the description of a chain names.
_SHOWN: Final = 6
#: What a place in the producer index's order adds: it decides between equals.
_RANK: Final = 0.001
#: Rounds after which costs that still fall are left as they are.
_ROUNDS: Final = 12

Place = tuple[str, str]


@attrs.frozen
class _Option:
    producer: str
    path: str
    cost: float


def path_chains(producers: Producers, weights: Mapping[str, float] | None = None) -> dict[Place, str]:
    """(tool, path parameter) → its chain: "listPets $[*].id ← listShops $[*].code"; "" where a person is asked."""
    return _Chains(producers, weights or Weights()).all()


class _Chains:
    def __init__(self, producers: Producers, weights: Mapping[str, float]) -> None:
        self._weights = weights
        self._contracts = producers.contracts
        self._needs: dict[str, list[tuple[Input, tuple[_Option, ...]]]] = {
            name: [(row, tuple(self._options(producers, contract, row))) for row in contract.inputs if _counts(row)]
            for name, contract in producers.contracts.items()
        }
        self._costs = {name: weights["ask_opaque"] * len(needs) for name, needs in self._needs.items()}
        self._settle()

    def _options(self, producers: Producers, contract: ToolContract, row: Input) -> list[_Option]:
        weights, found = self._weights, []
        for rank, match in enumerate(producers.candidates(contract, row)):
            facts = self._contracts[match.producer].facts
            if facts.changes_state:
                # No reading plan creates something in order to read it.
                continue
            pick = weights["pick_unguided"] if match.output.many else 0.0
            name = weights["name"] if match.how == "name" else 0.0
            found.append(_Option(match.producer, match.output.path, weights["read"] + pick + name + _RANK * rank))
        return found

    def _settle(self) -> None:
        """Costs from above: each round, what a call costs with the costs of the round before."""
        for _ in range(_ROUNDS):
            costs = {name: sum(self._cheapest(opts)[0] for _, opts in needs) for name, needs in self._needs.items()}
            if costs == self._costs:
                return
            self._costs = costs

    def _cheapest(self, options: tuple[_Option, ...]) -> tuple[float, _Option | None]:
        best: tuple[float, _Option | None] = (self._weights["ask_opaque"], None)
        for option in options:
            cost = option.cost + self._costs[option.producer]
            if cost < best[0]:
                best = (cost, option)
        return best

    def all(self) -> dict[Place, str]:
        return {
            (name, row.name): " ← ".join(self._links(options, _SHOWN))
            for name, needs in self._needs.items()
            for row, options in needs
            if row.location == "path"
        }

    def _links(self, options: tuple[_Option, ...], room: int) -> list[str]:
        option = self._cheapest(options)[1]
        if option is None or not room:
            return []
        below = [link for _, inner in self._needs[option.producer] for link in self._links(inner, room - 1)]
        return [f"{option.producer} {option.path}", *below]


def _counts(row: Input) -> bool:
    """Whether a call needs a value of *row* that has to be found."""
    if row.kind != "data" or row.role in {"paging", "search", "user_input"}:
        return False
    if row.location != "path" and not (row.required and row.tag):
        return False
    return row.fixed is ABSENT and row.default is ABSENT and "enum" not in row.row
