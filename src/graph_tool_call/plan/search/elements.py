"""Which given value chooses an element of a list, by a field beside what is taken from it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import attrs

from ...model.contract import Input, Output
from ..derivation.derivation import GIVEN, Call, OuterFilter
from ..problem.given import Given
from ..problem.inputs import role_of
from ..problem.problem import Problem
from ..words.wording import words_in
from .offers import Shared
from .picks import Filter, fields_beside


class ElementFilter:
    """The filters of one search.

    Args:
        shared: What searches have in common.
        problem: What is to be solved.
        offered: Given values that the target does not take itself.
        changes: Whether the target changes something.
    """

    def __init__(self, shared: Shared, problem: Problem, offered: Given, *, changes: bool) -> None:
        self._shared = shared
        self._problem = problem
        self._offered = offered
        self._changes = changes
        self._beside: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}
        self._prefixes: dict[tuple[str, str, str], str] = {}

    def __call__(self, need: Input, call: Call, output: Output) -> Filter | None:
        """What chooses the element of *output* for *need*, and elements of the lists that its list lies in."""
        if not self._offered:
            return None
        found = self._inner(need, call, output)
        outer = tuple(self._outer(call, output, found.key if found else ""))
        if not outer:
            return found
        found = found or Filter("", "", None, frozenset())
        return attrs.evolve(found, outer=outer, keys=found.keys | {each.key for each in outer})

    def _outer(self, call: Call, output: Output, inner: str) -> Iterator[OuterFilter]:
        """For each outer list the first field that an entity names which is not said of the element itself."""
        around = self._shared.around(call.contract, output) if output.path.count("[*]") > 1 else ()
        own = self._named(call, output) if around else ()
        spent = {inner, *call.used, *(key for _, key in own)}
        for level, siblings in enumerate(around):
            named = ((field, key) for field, key in fields_beside(siblings, self._offered) if key not in spent)
            for field, key in islice(named, 1):
                spent.add(key)
                yield OuterFilter(level, field, key, self._offered.values[key])

    def _named(self, call: Call, output: Output) -> tuple[tuple[str, str], ...]:
        """(field of the element of *output*, entity that names it)."""
        key = (call.tool, output.path)
        known = self._beside.get(key)
        if known is None:
            beside = self._shared.beside(call.contract, output)
            known = self._beside[key] = fields_beside(beside, self._offered, own=self._changes)
        return known

    def _inner(self, need: Input, call: Call, output: Output) -> Filter | None:
        """The first field of the element that an unused entity names.

        Of two stations the one that `from_station_name` names is the one for `fromStationId`.
        """
        by_role = self._by_role(need, call, output)
        if by_role is not None:
            return by_role
        known = self._named(call, output)
        left = [(field, name) for field, name in known if name not in call.used]
        if not left and self._changes:
            # A server that was asked for it may answer with more: a change compares again.
            asked = {source.key for source in call.sources if source.how == GIVEN}
            left = [(field, name) for field, name in known if name in asked]
        if not left:
            return None
        field, name = left[0]
        meant = self._problem.mutation.meant(name, (name for _, name in left))
        return Filter(field, name, self._offered.values[name], meant)

    def _prefix(self, need: Input) -> str:
        """The role of *need*, normalised, where an entity's name begins with it; else ""."""
        key = (need.name, need.tag, need.resource)
        known = self._prefixes.get(key)
        if known is None:
            role = role_of(need)
            spelled = "".join(word for word in words_in(need.name) if word in role)
            longer = (len(spelled) < len(name) and name.startswith(spelled) for name in self._offered.spellings)
            known = self._prefixes[key] = spelled if spelled and any(longer) else ""
        return known

    def _by_role(self, need: Input, call: Call, output: Output) -> Filter | None:
        """The filter by an entity that is called like a field of the element, after the role of *need*."""
        prefix = self._prefix(need)
        if not prefix:
            return None
        for sibling in self._shared.beside(call.contract, output):
            key = self._offered.names("", [prefix + spelled for spelled in sibling.spellings])
            if key is not None and not isinstance(self._offered.values[key], (dict, list)):
                return Filter(sibling.path, key, self._offered.values[key], frozenset({key}))
        return None
