"""Which element of a list a binding takes."""

from __future__ import annotations

from ..model.contract import Input, Output
from ..model.match import Match
from ..model.tool import row_name
from .derivation import ALL, FILTER, NARROWED, ONE, PRODUCED, UNGUIDED, Call, Source
from .given import Given
from .policy import Policy


def choose_pick(need: Input, match: Match, call: Call, given: Given, policy: Policy, prices: tuple[float, float], spent: frozenset[str]) -> Source:
    """The source that *match* makes of *call*, with the element chosen the best way there is.

    An entity that names a field beside the value filters; a list input takes all; a list
    that what the user gave already narrowed takes the first; any other list is unguided.
    *prices* are those of the match (signals, kind) and of standing outside the parent.
    """
    output = match.output
    extra = sum(prices)
    pick, beside, price = ONE, ("", ""), 0.0
    if output.many:
        beside = _beside(call, output, given, spent)
        if beside[0]:
            pick, price = FILTER, policy.pick_filter
        elif need.many:
            pick, price = ALL, policy.pick_all
        elif call.narrowed:
            pick, price = NARROWED, policy.pick_narrowed
        else:
            pick, price = UNGUIDED, policy.pick_unguided
    used = call.used | {beside[1]} if beside[0] else call.used
    return Source(
        input=need,
        how=PRODUCED,
        cost=call.cost + extra + price,
        extra=extra,
        unscoped=prices[1],
        output=output,
        call=call,
        pick=pick,
        match=match.how,
        filter=beside,
        value=given.values[beside[1]] if beside[0] else None,
        used=used,
        words=call.words,
    )


def _beside(call: Call, output: Output, given: Given, spent: frozenset[str]) -> tuple[str, str]:
    """(field beside *output* in its list element, entity key that names it)."""
    if not given or not output.path.rpartition("[*]")[1]:
        return ("", "")
    element = output.path.rpartition("[*]")[0] + "[*]"
    for row in call.contract.output_rows:
        path = str(row.get("json_path") or row.get("path") or "")
        inner = path[len(element) + 1 :]
        if not path.startswith(element + ".") or not inner or "[" in inner or path == output.path:
            continue
        key = given.names(row_name(row), str(row.get("semantic_tag") or ""))
        if key is not None and key not in spent and key not in call.used and not isinstance(given.values[key], (dict, list)):
            return (inner, key)
    return ("", "")
