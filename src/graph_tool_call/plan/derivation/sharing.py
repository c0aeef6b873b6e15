"""What the source of one more input adds to a call: calls that several inputs use are made, and paid for, once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..given import is_bare
from ..policy import Policy
from .creation import is_empty, is_part
from .derivation import Source
from .question import role_of


def is_shared(sources: Iterable[Source], option: Source) -> bool:
    """Whether *option* comes from a call that one of *sources* uses already."""
    return bool(_of_same_call(sources, option))


def added_cost(sources: Sequence[Source], option: Source, policy: Policy) -> float:
    """What *option* adds to a call that has *sources* already: a call that both use is made, and paid for, once."""
    return _added(sources, option, _of_same_call(sources, option), policy)


def joined_cost(sources: Sequence[Source], option: Source, policy: Policy) -> float | None:
    """What *option* adds to a call that has *sources* already; None where it may not stand beside them.

    One thing plays one role, and what was said is said of one thing. Sender and recipient that would be the same
    element are two roles: the second is found otherwise, or asked for.
    """
    if option.call is None:
        return option.cost
    same = _of_same_call(sources, option)
    if _is_other_role(same, option) if same else is_spent(sources, option):
        return None
    return _added(sources, option, same, policy)


def _added(sources: Sequence[Source], option: Source, same: Sequence[Source], policy: Policy) -> float:
    """`added_cost`; *same* are those of *sources* that the same call gives."""
    if not same:
        return option.cost + (policy.empty if is_empty(option, sources) else 0.0)
    shared = option.extra - option.unscoped - option.weak + (policy.empty if is_part(option) else 0.0)
    if len(same) == 1:
        # The first of two names that vouch for each other was dear; together they are not.
        shared -= same[0].weak
    if not any(_same_element(s, option) for s in same):
        shared += policy.other_element
    return shared


def _is_other_role(same: Iterable[Source], option: Source) -> bool:
    """Whether one of the *same* call's sources is the value of *option* in another role."""
    role = role_of(option.input)
    return any(_same_output(s, option) and s.filter == option.filter and role_of(s.input) != role for s in same)


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
