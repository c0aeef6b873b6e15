"""What a plan says of itself: `metadata.synthesis`. Names, kinds, tags and reason codes; never values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...model import Plan
from ...model.contract import Input, ToolContract
from ..problem.evidence import SignalBook
from ..problem.places import Needed
from ..search.diagnose import dead_ends
from ..search.search import Search
from .assemble import Draft


def synthesis_of(
    search: Search, plan: Plan, draft: Draft, book: SignalBook, strict: Callable[[], Search]
) -> dict[str, Any]:
    """The documented keys, `target_selector` left to whoever selected the target.

    *strict* makes the search that asks for no field with producers: it tells which of the
    questions stand for an error of the documented default.
    """
    question = search.question
    asked = draft.asked if question.user_input == "always" else []
    causes = dict(_causes(strict(), asked)) if asked else {}
    slots = [slot | causes.get((slot["tool"], slot["path"]), {}) for slot in draft.slots]
    found = {
        "target": question.target,
        "selected_producers": draft.producers,
        "candidate_signals": book.report((*draft.producers, *map(_unchosen, _looked_up(slots)))),
        "fallbacks": [slot["field_name"] for slot in slots],
        "user_input_slots": slots,
        "context_defaults": sorted(draft.context),
        "enum_field_names": sorted(question.enum_field_names),
        "assumptions": draft.assumptions,
        "origins": draft.origins,
        "auth": _auth(search, dict.fromkeys(step.tool for step in plan.steps)),
    }
    return found | ({"fan_out": draft.fan_out} if draft.fan_out else {})


def _looked_up(slots: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Questions for what a producer could have supplied; a choice among the elements of one has its producer."""
    return (slot for slot in slots if slot["reason"] == "user_input_fallback")


def _unchosen(slot: Mapping[str, Any]) -> dict[str, Any]:
    """A question as a row of `selected_producers` without a producer."""
    facts = {key: slot[key] for key in ("step_id", "tool", "semantic_tag")}
    return facts | {"field_name": slot["parameter"], "producer": "", "path": ""}


def _causes(
    search: Search, asked: Sequence[tuple[ToolContract, Input]]
) -> Iterator[tuple[tuple[str, str], dict[str, Any]]]:
    """(tool, path) of what is asked because its producers were cut → what cut them, and the chain."""
    for contract, need in asked:
        if search.has_source(contract, Needed(input=need)):
            continue
        ends = sorted(dead_ends(search, contract, need), key=lambda end: end.kind != "max_depth")
        if ends:
            yield (contract.name, need.path), {"cause": ends[0].kind, "chain": list(ends[0].chain)}


def _auth(search: Search, tools: Iterable[str]) -> list[dict[str, Any]]:
    """Credentials that the plan's tools take: names and places, for the adapter."""
    found = []
    for tool in tools:
        for row in search.producers.contracts[tool].inputs:
            if row.kind == "auth":
                scheme = {"scheme": row.row["scheme"]} if "scheme" in row.row else {}
                found.append(
                    {"tool": tool, "name": row.name, "location": row.location, "required": row.required} | scheme
                )
    return found
