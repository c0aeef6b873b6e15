"""The weights of the rules, by name: one table, which a caller may change."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from .table import RULES

#: Numbers that no rule asks, but all of them are measured by: name → (value, meaning).
MEASURES: Final[Mapping[str, tuple[float, str]]] = MappingProxyType(
    {
        "least": (0.05, "least price of a call and the choice from its answer, whatever speaks for it"),
        "creator_inputs": (0.1, "share of the price of a question, for the inputs of what is created"),
    }
)
_DEFAULTS: Final = {name: rule.weight for name, rule in RULES.items()} | {
    name: value for name, (value, _) in MEASURES.items()
}


class Weights(Mapping[str, float]):
    """What each rule of planning weighs, in units of one read call.

    Args:
        changed: Rule name → weight, for those that are to differ from the usual.

    Raises `ValueError` for a name that no rule has, with near ones.
    """

    def __init__(self, changed: Mapping[str, float] | None = None) -> None:
        changed = changed or {}
        for name in changed:
            _check(name)
        #: The table itself, for those that look up often.
        self.table = _DEFAULTS | {name: float(weight) for name, weight in changed.items()}

    def without(self, *names: str) -> Weights:
        """The same with some rules switched off: what is a rule good for?"""
        return Weights(self.table | dict.fromkeys(names, 0.0))

    def __getitem__(self, name: str) -> float:
        return self.table[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def __len__(self) -> int:
        return len(self.table)

    def __repr__(self) -> str:
        changed = {name: weight for name, weight in self.table.items() if weight != _DEFAULTS[name]}
        return f"Weights({changed or ''})"


def _check(name: str) -> None:
    if name not in _DEFAULTS:
        near = difflib.get_close_matches(name, _DEFAULTS, n=3)
        hint = f"; near names: {', '.join(near)}" if near else ""
        msg = f"no rule of planning is called {name!r}{hint}"
        raise ValueError(msg)
