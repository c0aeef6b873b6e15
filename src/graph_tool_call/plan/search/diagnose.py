"""Why a target has no derivation: which field, what was tried, and whether a cycle or the depth cut it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from ...model.contract import Input, ToolContract
from ..problem.failures import CycleError, EnumRequiredError, MaxDepthError, PlanSynthesisError, UnsatisfiedFieldError
from ..problem.needs import inputs_needed
from .search import Search

#: Dead ends looked at before the first kind found is reported.
_BUDGET = 2_000


@attrs.frozen
class DeadEnd:
    """A chain of producers that leads nowhere: *kind* is "cycle" or "max_depth"; *chain* begins with the consumer."""

    kind: str
    chain: tuple[str, ...]
    field: Input
    tool: str


def diagnose(search: Search) -> PlanSynthesisError:
    """The error that says why the search of *search* found nothing."""
    problem = search.problem
    target = search.producers.contracts[problem.target]
    tags = search.out_of_reach()
    for needed in search.target_needs if tags else ():
        if needed.input.tag in tags:
            return UnsatisfiedFieldError(
                "unsatisfied_field",
                f"{target.name}: no calls lead from what is given to {needed.input.name}; give more, or give it",
                _details(target.name, needed.input) | {"tried": [], "out_of_reach": list(tags)},
            )
    for needed in inputs_needed(search.layout(target), problem.given, is_target=True, placed=search.problem.placed):
        if search.sources_of_target(needed):
            continue
        need = needed.input
        details = _details(target.name, need)
        if search.is_choice(need):
            return EnumRequiredError(
                "enum_required", f"{target.name}: {need.name} needs one of its values, and none was given", details
            )
        ends = dead_ends(search, target, need)
        deep = next((end for end in ends if end.kind == "max_depth"), None)
        cycle = next((end for end in ends if end.kind == "cycle"), None)
        tried = sorted({end.chain[1] for end in ends if len(end.chain) > 1})
        if deep is not None:
            return MaxDepthError(
                "max_depth",
                f"{target.name}: every producer of {need.name} lies deeper than {problem.max_depth} calls "
                f"({' <- '.join(deep.chain)})",
                details | {"chain": list(deep.chain), "tried": tried, "max_depth": problem.max_depth},
            )
        if cycle is not None:
            return CycleError(
                "cycle",
                f"{target.name}: producers of {need.name} need each other ({' <- '.join(cycle.chain)})",
                details | {"chain": list(cycle.chain), "tried": tried},
            )
        return _unsatisfied(search, target, need, tried, details)
    return UnsatisfiedFieldError(
        "unsatisfied_field", f"{target.name}: its inputs cannot be filled together", {"tool": target.name}
    )


def _unsatisfied(
    search: Search, target: ToolContract, need: Input, tried: list[str], details: dict[str, Any]
) -> PlanSynthesisError:
    rules = search.problem.rules
    barred = (one for ones in rules.vetoes(target, need).values() for one in ones)
    said = list(dict.fromkeys((*rules.asks(target, need), *barred)))
    what = f"tried {', '.join(tried)}" if tried else "; ".join(f"{plugin}: {reason}" for plugin, reason in said)
    what = what or "nothing produces it"
    if said:
        details = details | {"rules": [{"plugin": plugin, "reason": reason} for plugin, reason in said]}
    return UnsatisfiedFieldError(
        "unsatisfied_field",
        f"{target.name}: no value for {need.location} input {need.name} ({what}); give it, or let the user be asked",
        details | {"tried": tried},
    )


def _details(tool: str, need: Input) -> dict[str, Any]:
    return {
        "tool": tool,
        "field_name": need.name,
        "location": need.location,
        "path": need.path,
        "kind": need.kind,
        "semantic_tag": need.tag,
    }


def dead_ends(search: Search, consumer: ToolContract, need: Input) -> list[DeadEnd]:
    """Where the chains of producers of *need* are cut; the first few thousand looked at."""
    return list(_dead_ends(search, consumer, need, (consumer.name,), [_BUDGET]))


def _dead_ends(
    search: Search, consumer: ToolContract, need: Input, chain: tuple[str, ...], budget: list[int]
) -> Iterator[DeadEnd]:
    for match in search.offers.usable(consumer, need, offered=bool(search.offered)):
        budget[0] -= 1
        if budget[0] < 0:
            return
        longer = (*chain, match.producer)
        if match.producer in chain:
            yield DeadEnd("cycle", longer, need, consumer.name)
            continue
        if len(longer) - 1 > search.problem.max_depth:
            yield DeadEnd("max_depth", longer, need, consumer.name)
            continue
        producer = search.producers.contracts[match.producer]
        for needed in inputs_needed(
            search.layout(producer), search.offered, required_from=search.problem.required_given
        ):
            if needed.given is None and search.known(needed) is None:
                yield from _dead_ends(search, producer, needed.input, longer, budget)
