"""What a derivation costs, part by part: the same sum that the search made, each part with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs

from ..derivation.derivation import ALL, FILTER, NARROWED, ONE, UNGUIDED, Call, Source
from ..derivation.ledger import Part, total
from ..search.search import Search

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

#: Code → a part of a source in words.
_WORDS: Final = {
    "ask": "a person is asked for {field}",
    "optional": "{key} is given to {field}, which {consumer} does not require",
    "match": "{field} from {producer} was found by its {match}",
    "signal": "{field} from {producer}: {reason}",
    "pick": "{field} from {producer}: {pick}",
    "unscoped": "{field} from {producer} does not come from what stands above it",
    "empty": "{field} would be a part of what is only being created",
    "vouched": "{field} and another input of {consumer} stand in one answer of {producer}",
}
#: Rule → its code where that is not its name.
_CODES: Final = {
    **dict.fromkeys(("name", "weak", "coded", "stale", "other_change", "least"), "match"),
    **dict.fromkeys(("pick_filter", "pick_narrowed", "pick_unguided", "pick_posted"), "pick"),
    **dict.fromkeys(("ask_known", "ask_opaque"), "ask"),
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


def cost_parts(search: Search, call: Call) -> list[CostPart]:
    """The parts of `total_cost`, dearest first."""
    parts = list(_call_parts(call))
    parts += [
        CostPart(
            code="entity", amount=-search.problem.weights["entity"], detail=key, message=f"uses {key}, which was given"
        )
        for key in sorted(call.used & search.offered.keys)
    ]
    worth = search.problem.goal_words.worth
    parts += [
        CostPart(code="goal", amount=-worth(frozenset({word})), detail=word, message=f"the goal speaks for it ({word})")
        for word in sorted(call.words)
    ]
    return sorted((part for part in parts if part.amount), key=_order)


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


def _call_parts(call: Call) -> Iterator[CostPart]:
    """What the ledger says of *call* and of all that it is made of."""
    for source in call.sources:
        if source.call is not None and not source.paid:
            yield from _call_parts(source.call)
        told: dict[CostPart, list[float]] = {}
        for part in source.parts:
            told.setdefault(_of_source(call, source, part), []).append(part.amount)
        yield from (attrs.evolve(part, amount=_rounded(sum(amounts))) for part, amounts in told.items())
    changes = call.contract.facts.changes_state
    yield CostPart(
        code="changing_call" if changes else "call",
        amount=_rounded(total(call.parts)),
        tool=call.tool,
        message=f"a call of {call.tool}" + (", which changes something" if changes else ""),
    )


def _of_source(consumer: Call, source: Source, part: Part) -> CostPart:
    """A part of a source in words, without its amount: rules of one code are told together."""
    producer = source.call.tool if source.call is not None else ""
    code, field = _CODES.get(part.rule, part.rule), source.input.name
    detail = {
        "ask": source.reason,
        "optional": source.key,
        "match": f"{producer} {source.match}",
        "empty": field,
        "pick": source.pick,
    }
    message = _WORDS[code].format(
        field=field,
        producer=producer,
        consumer=consumer.tool,
        key=source.key,
        match=source.match,
        pick=_PICKS[source.pick],
        reason=part.reason,
    )
    return CostPart(
        code=code,
        amount=0.0,
        tool=consumer.tool,
        field=field,
        detail=f"{producer} {part.detail}" if part.detail else detail.get(code, producer),
        message=message,
        plugin=part.plugin,
    )


def _rounded(amount: float) -> float:
    return round(amount, PLACES)
