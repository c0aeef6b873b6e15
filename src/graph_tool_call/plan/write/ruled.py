"""What hard rules did to a plan: vetoes, questions, and steps that wait for approval; each with its author."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model import Plan
from ...model.contract import Input, ToolContract
from ..problem.evidence import is_needed
from ..problem.outside import Producers
from ..problem.rulebook import RuleBook
from .assemble import Draft

Row = dict[str, Any]


def vetoes(rules: RuleBook, producers: Producers, plan: Plan, draft: Draft) -> list[Row]:
    """What may not supply the inputs of the plan's steps: `step_id, tool, field_name, plugin, reason, producers`."""
    filled = {(row["tool"], row["field_name"]) for row in draft.producers}
    filled |= {(slot["tool"], slot["parameter"]) for slot in draft.slots}
    found = []
    for step in plan.steps:
        contract = producers.contracts[step.tool]
        for need in contract.inputs:
            if is_needed(need) or (step.tool, need.name) in filled:
                place = {"step_id": step.id, "tool": step.tool, "field_name": need.name}
                found += [place | row for row in _barred(rules, contract, need)]
    return found


def approvals(rules: RuleBook, producers: Producers, plan: Plan) -> list[Row]:
    """Steps that a person has to approve: `step_id, tool, plugin, reason`."""
    return [
        {"step_id": step.id, "tool": step.tool, "plugin": plugin, "reason": reason}
        for step in plan.steps
        for plugin, reason in rules.approvals(producers.contracts[step.tool])
    ]


def with_rules(slots: list[Row], rules: RuleBook, producers: Producers) -> list[Row]:
    """Questions, with who says that they are some (`asked_by`), and what may not supply the values (`vetoes`)."""
    tools = {slot["tool"]: producers.contracts[slot["tool"]] for slot in slots}
    needs = {(name, row.location, row.path): row for name, contract in tools.items() for row in contract.inputs}
    places = [(slot["tool"], slot["location"], slot["path"]) for slot in slots]
    return [
        _with_rules(slot, rules, tools[slot["tool"]], needs[place]) if place in needs else slot
        for slot, place in zip(slots, places, strict=True)
    ]


def _with_rules(slot: Row, rules: RuleBook, contract: ToolContract, need: Input) -> Row:
    asked = [{"plugin": plugin, "reason": reason} for plugin, reason in rules.asks(contract, need)]
    barred = list(_barred(rules, contract, need))
    return slot | ({"asked_by": asked} if asked else {}) | ({"vetoes": barred} if barred else {})


def _barred(rules: RuleBook, contract: ToolContract, need: Input) -> Iterator[Row]:
    """Vetoes for one need: of each plugin and reason the producers."""
    by_said: dict[tuple[str, str], list[str]] = {}
    for (producer, _), said in rules.vetoes(contract, need).items():
        for one in said:
            by_said.setdefault(one, []).append(producer)
    for (plugin, reason), names in by_said.items():
        yield {"plugin": plugin, "reason": reason, "producers": list(dict.fromkeys(names))}
