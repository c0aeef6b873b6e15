"""What a plan says of itself: `metadata.synthesis`. Names, kinds, tags and reason codes; never values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from ...model import Plan
from ...model.contract import Input, ToolContract
from ...request.values import Request, SettingOf
from ..problem.evidence import SignalBook
from ..problem.places import Needed
from ..running.redact import REDACTED, Redactor
from ..search.diagnose import dead_ends
from ..search.search import Search
from .assemble import Draft
from .ruled import approvals, vetoes, with_rules


def synthesis_of(
    search: Search, plan: Plan, draft: Draft, book: SignalBook, strict: Callable[[], Search]
) -> dict[str, Any]:
    """The documented keys, `target_selector` left to whoever selected the target.

    *strict* makes the search that asks for no field with producers: it tells which of the
    questions stand for an error of the documented default.
    """
    problem = search.problem
    asked = draft.asked if problem.user_input == "always" else []
    causes = dict(_causes(strict(), asked)) if asked else {}
    rules, producers = problem.rules, search.producers
    slots = [slot | causes.get((slot["tool"], slot["path"]), {}) for slot in draft.slots]
    slots = with_rules(slots, rules, producers)
    found = {
        "target": problem.target,
        "selected_producers": draft.producers,
        "candidate_signals": book.report((*draft.producers, *map(_unchosen, _looked_up(slots)))),
        "fallbacks": [slot["field_name"] for slot in slots],
        "user_input_slots": slots,
        "context_defaults": sorted(draft.context),
        "enum_field_names": sorted(problem.enum_field_names),
        "assumptions": draft.assumptions,
        "origins": draft.origins,
        "auth": _auth(search, dict.fromkeys(step.tool for step in plan.steps)),
    }
    if problem.request is not None:
        found["request"] = told(as_planned(problem.request, plan, draft))
    ruled = {"vetoes": vetoes(rules, producers, plan, draft), "approvals": approvals(rules, producers, plan)}
    found |= {key: rows for key, rows in ruled.items() if rows}
    return found | ({"fan_out": draft.fan_out} if draft.fan_out else {})


def as_planned(request: Request, plan: Plan, draft: Draft) -> Request:
    """*request*, with what no reader placed and the plan uses all the same: an argument or a lookup by that name."""
    target = draft.origins.get(plan.steps[-1].id, {})
    used = {str(o["key"]): path for path, o in target.items() if o.get("how") == "given"}
    origins = [origin for rows in draft.origins.values() for origin in rows.values()]
    elsewhere = {str(o.get("key")) for o in origins} | {str(by["key"]) for o in origins for by in o.get("by", ())}
    settings = tuple(
        SettingOf(input=used[one.word], value=one.value, word=one.word, said_by="planner", reason="an input's name")
        for one in request.unread
        if one.word in used
    )
    unread = tuple(one for one in request.unread if one.word not in used and one.word not in elsewhere)
    return attrs.evolve(request, settings=(*request.settings, *settings), unread=unread)


def told(request: Request) -> dict[str, Any]:
    """*request* as a plan tells it: without the values of what goes by the name of a secret."""
    is_secret = Redactor().is_secret

    def kept(one: dict[str, Any], *names: str) -> dict[str, Any]:
        secret = any(is_secret(str(one.get(name) or "")) for name in names)
        return one | {"value": REDACTED} if secret else one

    found = request.to_dict()
    for key, names in (("settings", ("input", "word")), ("unread", ("word",))):
        if key in found:
            found[key] = [kept(one, *names) for one in found[key]]
    for thing in found.get("things", ()):
        thing["where"] = [kept(one, "attribute", "word") for one in thing.get("where", ())]
    if any(one.get("value") == REDACTED for one in found.get("settings", ())):
        found.pop("question", None)
    return found


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
