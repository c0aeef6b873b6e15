"""Asking a person for an input: who is asked for what, and what that costs."""

from __future__ import annotations

from ...model.contract import Input, ToolContract
from ..derivation.derivation import ASKED, Source
from ..derivation.ledger import Part
from ..policy import Policy
from ..problem.places import Needed
from ..problem.question import Question, identifies, known_by_people


def is_choice(need: Input, question: Question) -> bool:
    """Whether the input takes one of few values, which are asked for and never chained."""
    return need.name in question.enum_field_names or bool(need.row.get("enum")) or need.type == "boolean"


def ask(
    contract: ToolContract, needed: Needed, question: Question, policy: Policy, *, typed: bool, cut_off: bool
) -> Source | None:
    """The question for an input of *contract*; None where nobody may be asked.

    Args:
        contract: The tool that takes it.
        needed: The input, with what was said of it.
        question: What is asked for.
        policy: Costs.
        typed: Whether contracts tell which inputs identify something.
        cut_off: Whether it has producers, and all of them were cut by the cycle guard or the depth limit.
    """
    if question.user_input == "never":
        return None
    need = needed.input
    opaque = identifies(need) or not typed
    if cut_off and opaque and question.user_input == "fallback":
        # The caller learns which producers were cut.
        return None
    cost = policy.ask_opaque if opaque and not known_by_people(need) else policy.ask_known
    creator = contract.facts.changes_state and contract.name != question.target
    if creator and question.mutation.asks_for_less(is_key=opaque):
        cost *= policy.creator_inputs
    # What was said of it and is none of its choices still speaks for the call.
    used = frozenset({needed.given.key}) if needed.given is not None else frozenset[str]()
    part = Part("ask", cost)
    return Source(input=need, how=ASKED, cost=cost, parts=(part,), reason=_reason(need, question), used=used)


def _reason(need: Input, question: Question) -> str:
    if need.kind == "context":
        return "context_required"
    return "enum_required" if is_choice(need, question) else "user_input_fallback"
