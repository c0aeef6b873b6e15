"""Which given value chooses an element of a list, by a field beside what is taken from it."""

from __future__ import annotations

from ...model.contract import Output
from ..derivation.derivation import GIVEN, Call
from ..problem.given import Given
from ..problem.problem import Problem
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

    def __call__(self, call: Call, output: Output) -> Filter | None:
        """What chooses the element of *output*: the first field of it that an unused entity names."""
        known = self._named(call, output) if self._offered else ()
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

    def _named(self, call: Call, output: Output) -> tuple[tuple[str, str], ...]:
        """(field of the element of *output*, entity that names it)."""
        key = (call.tool, output.path)
        known = self._beside.get(key)
        if known is None:
            beside = self._shared.beside(call.contract, output)
            known = self._beside[key] = fields_beside(beside, self._offered, own=self._changes)
        return known
