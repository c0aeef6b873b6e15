"""What the source of one more input adds to a call: calls that several inputs use are made, and paid for, once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from ..derivation.creation import is_empty, is_part
from ..derivation.derivation import Source
from ..derivation.ledger import Part, amount_of, total
from ..policy import Policy
from ..problem.given import is_bare
from ..problem.question import role_of


def join(sources: Sequence[Source], option: Source, policy: Policy) -> Source | None:
    """*option* with what it adds to a call that has *sources* already; None where it may not stand beside them.

    One thing plays one role, and what was said is said of one thing. Sender and recipient that would be the same
    element are two roles: the second is found otherwise, or asked for.
    """
    if option.call is None:
        return option
    same = _of_same_call(sources, option)
    if not same:
        if is_spent(sources, option):
            return None
        return _with_empty(option, policy) if is_empty(option, sources) else option
    if _is_other_role(same, option):
        return None
    parts = [part for part in option.parts if not part.once]
    if is_part(option):
        parts.append(Part("empty", policy.empty))
    if len(same) == 1 and (weak := amount_of(same[0].parts, "weak")):
        # The first of two names that vouch for each other was dear; together they are not.
        parts.append(Part("vouched", -weak))
    if not any(_same_element(s, option) for s in same):
        parts.append(Part("other_element", policy.other_element))
    return attrs.evolve(option, cost=total(parts), parts=tuple(parts), paid=True)


def _with_empty(option: Source, policy: Policy) -> Source:
    part = Part("empty", policy.empty)
    return attrs.evolve(option, cost=option.cost + part.amount, parts=(*option.parts, part))


def _is_other_role(same: Iterable[Source], option: Source) -> bool:
    """Whether one of the *same* call's sources is the value of *option* in another role."""
    role = role_of(option.input)
    return any(_same_element_of(s, option) and role_of(s.input) != role for s in same)


def _same_element_of(source: Source, option: Source) -> bool:
    return _same_output(source, option) and source.filter == option.filter and source.where == option.where


def is_spent(sources: Iterable[Source], option: Source) -> bool:
    """Whether *option* looks for what was said of something else already.

    By a search term that another search of *sources* has, or by a filter on a bare name (`name`, `title`).
    """
    key = option.filter[1]
    if key and is_bare(key) and any(key in s.used for s in sources):
        return True
    sought = option.call.sought if option.call is not None else frozenset()
    others = {entry for s in sources if s.call is not None for entry in s.call.sought} if sought else set()
    return any(value == other and tool != its for value, tool in sought for other, its in others)


def _of_same_call(sources: Iterable[Source], option: Source) -> list[Source]:
    """Those of *sources* that the call of *option* gives, too."""
    if option.call is None:
        return []
    signature = option.call.signature
    return [s for s in sources if s.call is not None and s.call.signature == signature]


def _same_output(source: Source, other: Source) -> bool:
    return source.output is not None and other.output is not None and source.output.path == other.output.path


def _same_element(source: Source, other: Source) -> bool:
    """Whether two values stand in one element of a list, or one of them in what the list of the other lies in."""
    if source.output is None or other.output is None:
        return False
    one, two = (s.output.path.rpartition("[*]")[0] for s in (source, other) if s.output is not None)
    return one.startswith(two) or two.startswith(one)
