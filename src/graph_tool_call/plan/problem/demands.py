"""Which further fields a body needs because of what it requires of its fields together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]


def missing_fields(
    demands: Sequence[Row], has: Callable[[str], bool], value_of: Callable[[str], tuple[Any, ...]], known: Row
) -> Iterator[str]:
    """Paths of fields that are to be added, for one unmet demand after the other.

    Args:
        demands: Rows of `api_contract.demands`, of objects that are sent.
        has: Whether a path has a value, or lies around one.
        value_of: The value that is given for a path, as a tuple of one; empty where it is not known yet.
        known: What is there to add, by path.
    """
    for demand in demands:
        names = _of_if(demand, has, value_of) if demand["rule"] == "if" else _of_sets(demand, has, known)
        yield from (path for path in names if path in known and not has(path))


def _of_sets(demand: Row, has: Callable[[str], bool], known: Row) -> Sequence[str]:
    """The set that lacks the least, of those that the contract has fields for; of equals the one begun."""
    sets: Sequence[Sequence[str]] = demand.get("sets", ())
    if any(all(map(has, names)) for names in sets):
        return ()
    possible = [names for names in sets if all(path in known for path in names)]

    def lacks(names: Sequence[str]) -> tuple[int, int]:
        lacking = sum(not has(path) for path in names)
        return lacking, lacking - len(names)

    return min(possible, key=lacks, default=())


def _of_if(demand: Row, has: Callable[[str], bool], value_of: Callable[[str], tuple[Any, ...]]) -> Sequence[str]:
    """What the condition requires as far as the values are known."""
    holds = True
    for path, values in demand.get("when", {}).items():
        value = value_of(path)
        if not has(path) or (values is not None and value and value[0] not in values):
            return _paths(demand, "otherwise")
        holds = holds and (values is None or bool(value))
    return _paths(demand, "then") if holds else ()


def _paths(demand: Row, key: str) -> Sequence[str]:
    paths: Sequence[str] = demand.get(key, ())
    return paths
