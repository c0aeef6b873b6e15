"""What a body requires of its fields together: one of several, or one because of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...model.json_path import EVERY_ELEMENT, EVERY_VALUE, steps

Row = Mapping[str, Any]


def unmet_demands(demands: Sequence[Row], body: Any) -> Iterator[str]:
    """What *body* lacks of `api_contract.demands`, one sentence each; see `contracts.rows.demand_row`.

    A field that is null is there. What no row can say (rule "other") is not looked at.
    """
    for demand in demands:
        way = steps(str(demand.get("path") or "$"))
        for holder in _objects(body, way):
            if problem := _problem(demand, len(way), holder):
                place = str(demand.get("path") or "$").removeprefix("$.")
                yield problem if place == "$" else f"{problem} (in '{place}')"


def _objects(value: Any, way: tuple[str, ...]) -> Iterator[Mapping[str, Any]]:
    if not way:
        if isinstance(value, Mapping):
            yield value
        return
    first, rest = way[0], way[1:]
    if first == EVERY_ELEMENT:
        inner: Sequence[Any] = value if isinstance(value, (list, tuple)) else ()
    elif first == EVERY_VALUE:
        inner = list(value.values()) if isinstance(value, Mapping) else ()
    else:
        inner = (value[first],) if isinstance(value, Mapping) and first in value else ()
    for one in inner:
        yield from _objects(one, rest)


def _problem(demand: Row, depth: int, holder: Mapping[str, Any]) -> str:
    def name(path: str) -> str:
        return steps(path)[depth]

    rule = demand.get("rule")
    if rule in {"any_of", "one_of"}:
        sets = [[name(path) for path in paths] for paths in demand.get("sets") or ()]
        whole = [names for names in sets if all(one in holder for one in names)]
        shown = " or ".join(" and ".join(map(repr, names)) for names in sets)
        if sets and not whole:
            return f"the body needs {shown}"
        return f"the body takes only one of {shown}" if rule == "one_of" and len(whole) > 1 else ""
    if rule != "if":
        return ""
    when = {name(path): values for path, values in (demand.get("when") or {}).items()}
    holds = all(one in holder and (values is None or holder[one] in values) for one, values in when.items())
    wanted = [name(path) for path in demand.get("then" if holds else "otherwise") or ()]
    lacking = [one for one in wanted if one not in holder]
    if not lacking:
        return ""
    because = " and ".join(repr(one) for one in when if one in holder or not holds)
    return f"the body needs {' and '.join(map(repr, lacking))} {'with' if holds else 'without'} {because}"
