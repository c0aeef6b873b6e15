"""What plugins forbid, ask and want approved: hard rules, asked for lazily, kept with who said what.

They are filters of the search, and no prices: nothing outweighs one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from ...model.contract import Input, Output, ToolContract
from ...model.match import Match
from .evidence import Key, page_of, rows_of_page
from .outside import Advice, Index

if TYPE_CHECKING:
    from ...hooks import Consumer, Need, PlanRequest, ProducerCandidate

#: (location, path) of an input.
Place = tuple[str, str]
#: Who says something, and why: `plugin` and `reason`.
Said = tuple[str, str]


@attrs.define
class _Page:
    """What was said of the inputs of one consumer that are asked about together."""

    #: Input → (producer, path) → who vetoes it.
    vetoes: dict[Place, dict[tuple[str, str], list[Said]]] = attrs.Factory(dict)
    #: Input → who says that a person is asked.
    asks: dict[Place, list[Said]] = attrs.Factory(dict)
    approvals: list[Said] = attrs.Factory(list)


_EMPTY: Final = _Page()


class RuleBook:
    """The hard rules of all plugins for one graph; they hold as long as its searches share what they find."""

    def __init__(self, index: Index, advice: Callable[[], Advice], request: PlanRequest | None = None) -> None:
        self._index = index
        self._advice = advice
        self._request = request
        self._pages: dict[Key, _Page] = {}
        self._outsiders: dict[tuple[str, Place, str, str], Sequence[Said]] = {}

    def vetoes(self, consumer: ToolContract, need: Input) -> Mapping[tuple[str, str], Sequence[Said]]:
        """What never supplies *need*, by producer and path, and who says so."""
        return self._page(consumer, need).vetoes.get(_place(need), {})

    def asks(self, consumer: ToolContract, need: Input) -> Sequence[Said]:
        """Who says that *need* is given or asked for, and never supplied by a call."""
        return self._page(consumer, need).asks.get(_place(need), ())

    def approvals(self, consumer: ToolContract) -> Sequence[Said]:
        """Who wants each call of *consumer* approved."""
        where = (consumer.name, "", "")
        said = self._page_of(where, consumer, rows_of_page(consumer, _ANY)).approvals
        others = (page.approvals for key, page in self._pages.items() if key[0] == consumer.name and key != where)
        return tuple(dict.fromkeys((*said, *(one for page in others for one in page))))

    def forbids(self, consumer: ToolContract, need: Input, producer: ToolContract, output: Output) -> Sequence[Said]:
        """Who says that *output* of *producer*, a candidate or found otherwise, is no source of *need*."""
        if said := self.asks(consumer, need):
            return said
        known = self.vetoes(consumer, need).get((producer.name, output.path))
        if known is not None:
            return known
        key = (consumer.name, _place(need), producer.name, output.path)
        if key not in self._outsiders:
            self._outsiders[key] = self._said_alone(consumer, need, Match(producer.name, output, "name"))
        return self._outsiders[key]

    def _said_alone(self, consumer: ToolContract, need: Input, match: Match) -> Sequence[Said]:
        """Who vetoes a producer that the index does not offer, as a search by what a request describes may find one."""
        if not self._advice().has_rules:
            return ()
        page = self._ask(consumer, [need], lambda _row: (match,))
        return page.vetoes.get(_place(need), {}).get((match.producer, match.output.path), ())

    def _page(self, consumer: ToolContract, need: Input) -> _Page:
        where = page_of(consumer, need)
        return self._pages.get(where) or self._page_of(where, consumer, rows_of_page(consumer, need))

    def _page_of(self, where: Key, consumer: ToolContract, rows: Sequence[Input]) -> _Page:
        page = self._pages.get(where)
        if page is None:
            asked = self._advice().has_rules
            page = self._ask(consumer, rows, lambda row: self._index.possible(consumer, row)) if asked else _EMPTY
            # Kept when it is whole: a plugin may fail on the way.
            self._pages[where] = page
        return page

    def _ask(self, consumer: ToolContract, rows: Sequence[Input], matches: Callable[[Input], Iterable[Match]]) -> _Page:
        from ...hooks import AskPerson, Consumer, Veto
        from ...hooks.questions import Lazily, need_of

        needs: tuple[Need, ...] = tuple(need_of(row, ref) for ref, row in enumerate(rows))
        candidates = Lazily(lambda: tuple(self._candidates(rows, matches)))
        question: Consumer = Consumer(tool=consumer.facts, needs=needs, candidates=candidates)
        page = _Page()
        for opinion in self._advice().rules(question, self._request):
            rule, said = opinion.value, (opinion.plugin, opinion.value.reason)
            if isinstance(rule, Veto):
                one = candidates[rule.candidate]
                barred = page.vetoes.setdefault(_place(rows[one.need]), {})
                barred.setdefault((one.tool.name, one.path), []).append(said)
            elif isinstance(rule, AskPerson):
                page.asks.setdefault(_place(rows[rule.need]), []).append(said)
            else:
                page.approvals.append(said)
        return page

    def _candidates(
        self, rows: Sequence[Input], matches: Callable[[Input], Iterable[Match]]
    ) -> Iterator[ProducerCandidate]:
        from ...hooks.questions import candidate_of

        count = 0
        for need, row in enumerate(rows):
            seen: set[tuple[str, str]] = set()
            for match in matches(row):
                key = (match.producer, match.output.path)
                if key not in seen:
                    seen.add(key)
                    facts = self._index.contracts[match.producer].facts
                    yield candidate_of(match, facts, ref=count, need=need)
                    count += 1


def _place(need: Input) -> Place:
    return need.location, need.path


#: Stands for any input that calls need: those are asked about together.
_ANY: Final = Input(name="", path="", location="path")


class Permitted:
    """A producer index without what rules forbid: the one that planning asks."""

    def __init__(self, index: Index, rules: RuleBook) -> None:
        self._index = index
        self._rules = rules
        self._plannable: dict[tuple[str, str, str], tuple[Match, ...]] = {}

    @property
    def contracts(self) -> Mapping[str, ToolContract]:
        """All tools by name."""
        return self._index.contracts

    @property
    def typed(self) -> bool:
        """Whether inputs carry semantic tags or roles."""
        return self._index.typed

    def candidates(self, consumer: ToolContract, need: Input) -> tuple[Match, ...]:
        """Outputs that may fill *need*: the likely ones."""
        barred = self._barred(consumer, need)
        return tuple(m for m in self._index.candidates(consumer, need) if (m.producer, m.output.path) not in barred)

    def matches(self, consumer: ToolContract, need: Input) -> Iterator[Match]:
        """All outputs that may fill *need*, one at a time."""
        barred = self._barred(consumer, need)
        return (m for m in self._index.matches(consumer, need) if (m.producer, m.output.path) not in barred)

    def plannable(self, consumer: ToolContract, need: Input) -> tuple[Match, ...]:
        """Outputs that may fill *need*: all that a plan weighs."""
        if not self._barred(consumer, need):
            return self._index.plannable(consumer, need)
        where = (consumer.name, need.location, need.path)
        known = self._plannable.get(where)
        if known is None:
            known = self._plannable[where] = self._index.weighed(self.matches(consumer, need))
        return known

    def against(self, consumer: ToolContract, need: Input, match: Match) -> str:
        """Code of what speaks against *match* as a source of *need*; "" for nothing."""
        code = self._index.against(consumer, need, match)
        return "vetoed" if not code and (match.producer, match.output.path) in self._barred(consumer, need) else code

    def outputs_by_tag(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        """Tag → (tool, position among its outputs), uncut."""
        return self._index.outputs_by_tag()

    def _barred(self, consumer: ToolContract, need: Input) -> Mapping[tuple[str, str], Any]:
        return self._rules.vetoes(consumer, need)
