"""What a derivation costs, part by part: the same sum that the search made, each part with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import attrs

from ...model import Opinion
from ...model.contract import Input, ToolContract
from ...model.match import Match
from ..policy import Policy
from .creation import is_empty
from .derivation import ALL, ASKED, FILTER, NARROWED, ONE, PRODUCED, UNGUIDED, Call, Source
from .search import Search
from .sharing import added_cost, is_shared

#: (consumer, input, match) → what plugins said of it.
Said = Callable[[ToolContract, Input, Match], "Sequence[Opinion[Any]]"]

#: Amounts are told apart and compared to this many places; sums of floats differ beyond.
PLACES: Final = 6
#: Code → what the parts of that code are together.
CODES: Final[Mapping[str, str]] = MappingProxyType({
    "call": "calls",
    "changing_call": "calls that change something",
    "pick": "choosing elements",
    "ask": "asking a person",
    "match": "how producers were found",
    "signal": "what plugins say of producers",
    "unscoped": "values from outside their parents",
    "empty": "parts of what is only being created",
    "other_element": "values of two lists in one answer",
    "vouched": "names that vouch for each other",
    "optional": "optional inputs",
    "entity": "use of what was given",
    "goal": "words of the goal",
})  # fmt: skip
_PICKS: Final = {
    ONE: "how it is read",
    FILTER: "the element that what was given names",
    ALL: "all elements of a list",
    NARROWED: "the first element of a list that what was given narrows",
    UNGUIDED: "the first element of a list that nothing narrows",
}


@attrs.frozen(kw_only=True)
class CostPart:
    """One part of a cost.

    Attributes:
        code: A key of `CODES`.
        amount: In units of one read call; below zero for what speaks for the plan.
        tool: The operation that is called, or that takes the field.
        field: Name of the input that it is about; "" for a call as a whole.
        detail: Producer, signal, given key or word: what tells two parts of one code apart.
        message: The part in words.
        plugin: Who said so; "" for the policy.
    """

    code: str
    amount: float
    tool: str = ""
    field: str = ""
    detail: str = ""
    message: str
    plugin: str = ""

    def to_dict(self) -> dict[str, Any]:
        """All parts, without empty ones."""
        return {key: value for key, value in attrs.asdict(self).items() if value not in ("", None)}


def total_cost(search: Search, call: Call) -> float:
    """What the search ranks *call* by."""
    return search.score(call.cost, call.used, call.words)


def cost_parts(search: Search, call: Call, said: Said) -> list[CostPart]:
    """The parts of `total_cost`, dearest first."""
    policy = search.policy
    parts = list(_call_parts(call, policy, said))
    parts += [
        CostPart(code="entity", amount=-policy.entity, detail=key, message=f"uses {key}, which was given")
        for key in sorted(call.used & search.offered.keys)
    ]
    worth = search.question.goal_words.worth
    parts += [
        CostPart(code="goal", amount=-worth(frozenset({word})), detail=word, message=f"the goal speaks for it ({word})")
        for word in sorted(call.words)
    ]
    return sorted((part for part in parts if round(part.amount, PLACES)), key=_order)


def cost_difference(ours: Iterable[CostPart], theirs: Iterable[CostPart]) -> list[CostPart]:
    """What *ours* has beyond *theirs*, and with the opposite sign what only *theirs* has; largest first."""
    more, less = Counter(ours), Counter(theirs)
    added = list((more - less).elements())
    saved = [_without(part) for part in (less - more).elements()]
    return sorted((*added, *saved), key=_order)


def cost_words(extra: float, parts: Iterable[CostPart]) -> str:
    """Why something costs *extra* more, in words: what the parts of each code amount to."""
    if not round(extra, PLACES):
        return "Costs the same: the name decides."
    sums: dict[str, float] = {}
    for part in parts:
        sums[part.code] = sums.get(part.code, 0.0) + part.amount
    named = sorted(((code, round(amount, 2)) for code, amount in sums.items()), key=lambda s: (-abs(s[1]), s[0]))
    words = ", ".join(f"{CODES[code]} {amount:+.2f}" for code, amount in named if amount)
    return f"Costs {abs(extra):.2f} {'more' if extra > 0 else 'less'}: {words}."


def _without(part: CostPart) -> CostPart:
    return attrs.evolve(part, amount=-part.amount, message=f"without: {part.message}")


def _order(part: CostPart) -> tuple[float, str, str, str, str]:
    return -abs(part.amount), part.code, part.tool, part.field, part.detail


def _call_parts(call: Call, policy: Policy, said: Said) -> Iterator[CostPart]:
    rest = call.cost
    before: tuple[Source, ...] = ()
    for source in call.sources:
        added, shared = added_cost(before, source, policy), is_shared(before, source)
        rest -= added
        before = (*before, source)
        if source.how == ASKED:
            yield _part("ask", added, call, source, source.reason, f"a person is asked for {source.input.name}")
        elif shared:
            yield from _shared_parts(call, source, added, policy, said)
        elif source.how == PRODUCED:
            yield from _produced_parts(call, source, policy, said)
            empty = policy.empty if is_empty(source, before[:-1]) else 0.0
            text = f"{source.input.name} would be a part of what is only being created"
            yield _part("empty", empty, call, source, source.input.name, text)
        elif added:
            text = f"{source.key} is given to {source.input.name}, which {call.tool} does not require"
            yield _part("optional", added, call, source, source.key, text)
    changes = call.contract.facts.changes_state
    yield CostPart(
        code="changing_call" if changes else "call",
        amount=_rounded(rest),
        tool=call.tool,
        message=f"a call of {call.tool}" + (", which changes something" if changes else ""),
    )


def _produced_parts(consumer: Call, source: Source, policy: Policy, said: Said) -> Iterator[CostPart]:
    assert source.call is not None
    producer, field = source.call.tool, source.input.name
    yield from _call_parts(source.call, policy, said)
    price = source.cost - source.call.cost - source.extra
    yield _part("pick", price, consumer, source, source.pick, f"{field} from {producer}: {_PICKS[source.pick]}")
    text = f"{field} from {producer} does not come from what stands above it"
    yield _part("unscoped", source.unscoped, consumer, source, producer, text)
    yield from _match_parts(consumer, source, policy, said)


def _shared_parts(consumer: Call, source: Source, added: float, policy: Policy, said: Said) -> Iterator[CostPart]:
    assert source.call is not None
    price = added - (source.extra - source.unscoped - source.weak)
    text = f"{source.input.name} takes the value that another input of {consumer.tool} takes from {source.call.tool}"
    if price < 0:
        text = f"{source.input.name} and another input of {consumer.tool} stand in one answer of {source.call.tool}"
    code = "vouched"
    if price > 0:
        code = "other_element"
        text = f"{source.input.name} stands in another list of the answer of {source.call.tool} than the other inputs"
    yield _part(code, price, consumer, source, source.call.tool, text)
    yield from _match_parts(consumer, source, policy, said, shared=True)


def _match_parts(
    consumer: Call, source: Source, policy: Policy, said: Said, *, shared: bool = False
) -> Iterator[CostPart]:
    """What plugins said of the hand-over, and the rest: how it was found."""
    assert source.call is not None
    assert source.output is not None
    producer, field, rest = source.call.tool, source.input.name, source.extra - source.unscoped
    rest -= source.weak if shared else 0.0
    for opinion in said(consumer.contract, source.input, Match(producer, source.output, source.match)):
        signal = opinion.value
        amount = -policy.signal * signal.score
        rest -= amount
        text = f"{field} from {producer}: {signal.reason or signal.signal}"
        part = _part("signal", amount, consumer, source, f"{producer} {signal.signal}", text)
        yield attrs.evolve(part, plugin=opinion.plugin)
    text = f"{field} from {producer} was found by its {source.match}"
    yield _part("match", rest, consumer, source, f"{producer} {source.match}", text)


def _part(code: str, amount: float, consumer: Call, source: Source, detail: str, message: str) -> CostPart:
    return CostPart(
        code=code,
        amount=_rounded(amount),
        tool=consumer.tool,
        field=source.input.name,
        detail=detail,
        message=message,
    )


def _rounded(amount: float) -> float:
    return round(amount, PLACES)
