"""What the source of one more input adds to a call: calls that several inputs use are made, and paid for, once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from ..derivation.derivation import Call, Source
from ..derivation.ledger import total
from ..problem.given import is_bare
from ..problem.inputs import role_of
from ..rules.rule import Joining, Priced


def join(called: Sequence[Source], used: frozenset[str], option: Source, rules: Priced[Joining]) -> Source | None:
    """*option* with what it adds to a call that has other sources already; None where it may not stand beside them.

    One thing plays one role, and what was said is said of one thing. Sender and recipient that would be the same
    element are two roles: the second is found otherwise, or asked for.

    Args:
        called: The sources that other calls supply.
        used: Keys of the caller's values that any of the sources uses.
        option: One more.
        rules: What a source costs beside others.
    """
    if option.call is None:
        return option
    same = [s for s in called if s.call is not None and s.call.signature == option.call.signature]
    if not same:
        if _is_spent(called, used, option.call, option.filter[1]):
            return None
        more = rules.parts(Joining(called, option, same))
        return attrs.evolve(option, cost=option.cost + total(more), parts=(*option.parts, *more)) if more else option
    if _is_other_role(same, option):
        return None
    kept = (part for part in option.parts if not part.once)
    parts = (*kept, *rules.parts(Joining(called, option, same)))
    return attrs.evolve(option, cost=total(parts), parts=parts, paid=True)


def _is_other_role(same: Iterable[Source], option: Source) -> bool:
    """Whether one of the *same* call's sources is the value of *option* in another role."""
    role = role_of(option.input)
    return any(_same_element_of(s, option) and role_of(s.input) != role for s in same)


def _same_element_of(source: Source, option: Source) -> bool:
    return (
        _same_output(source, option)
        and source.filter == option.filter
        and (source.where, source.by) == (option.where, option.by)
    )


def _is_spent(called: Iterable[Source], used: frozenset[str], call: Call, key: str) -> bool:
    """Whether *call* looks for what was said of something else already.

    By a search term that another search has, or by a filter on the bare name (`name`, `title`) *key*.
    """
    if key and is_bare(key) and key in used:
        return True
    sought = call.sought
    others = {entry for s in called if s.call is not None for entry in s.call.sought} if sought else set()
    return any(value == other and tool != its for value, tool in sought for other, its in others)


def _same_output(source: Source, other: Source) -> bool:
    return source.output is not None and other.output is not None and source.output.path == other.output.path
