"""Asking a person for an input: who is asked for what, and what that costs."""

from __future__ import annotations

from ...model.contract import Input, ToolContract
from ..derivation.derivation import ASKED, Source
from ..derivation.ledger import total
from ..problem.inputs import identifies
from ..problem.places import Needed
from ..problem.problem import Problem
from ..rules.rule import Asking, Priced


def is_choice(need: Input, problem: Problem) -> bool:
    """Whether the input takes one of few values, which are asked for and never chained."""
    return need.name in problem.enum_field_names or bool(need.row.get("enum")) or need.type == "boolean"


def ask(
    contract: ToolContract, needed: Needed, problem: Problem, rules: Priced[Asking], *, cut_off: bool
) -> Source | None:
    """The question for an input of *contract*; None where nobody may be asked.

    Args:
        contract: The tool that takes it.
        needed: The input, with what was said of it.
        problem: What is to be solved.
        rules: What questions cost.
        cut_off: Whether it has producers, and all of them were cut by the cycle guard or the depth limit.
    """
    if problem.user_input == "never":
        return None
    need = needed.input
    opaque = identifies(need) or not problem.producers.typed
    if cut_off and opaque and problem.user_input == "fallback":
        # The caller learns which producers were cut.
        return None
    parts = rules.parts(Asking(contract, need, opaque))
    creator = contract.facts.changes_state and contract.name != problem.target
    if creator and problem.mutation.asks_for_less(is_key=opaque):
        share = problem.weights["creator_inputs"]
        parts = tuple(part._replace(amount=part.amount * share) for part in parts)
    # What was said of it and is none of its choices still speaks for the call.
    used = frozenset({needed.given.key}) if needed.given is not None else frozenset[str]()
    reason = _reason(contract, need, problem)
    return Source(input=need, how=ASKED, cost=total(parts), parts=parts, reason=reason, used=used)


def _reason(contract: ToolContract, need: Input, problem: Problem) -> str:
    if problem.rules.asks(contract, need):
        return "asked_by_rule"
    if need.kind == "context":
        return "context_required"
    return "enum_required" if is_choice(need, problem) else "user_input_fallback"
