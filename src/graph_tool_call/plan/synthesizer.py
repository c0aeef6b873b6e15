"""`PathSynthesizer`: from a target and what is known to a plan, or to the reason why there is none."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from ..model import ABSENT, Opinion, Plan
from ..model.contract import Input, ToolContract
from ..model.match import Match
from .assemble import Assembler, Draft
from .derivation import Call
from .diagnose import diagnose
from .evidence import SignalBook
from .failures import InvalidEntityError, UnknownTargetError
from .given import Given
from .goal import GoalWords, Surfaces
from .mentions import counted
from .needs import inputs_needed
from .offers import Shared
from .policy import Policy
from .question import Producers, Question
from .search import Search

if TYPE_CHECKING:
    from ..hooks import Consumer, EnumMatch, EnumRequest, ProducerSignal

_MODES: Final = {
    "user_input": ("fallback", "always", "never"),
    "choose": ("auto", "first", "ask"),
    "mutating_producers": ("declared", "never", "allow", "fresh"),
}


class Advice(Protocol):
    """What planning asks of plugins."""

    def signals(self, consumer: Consumer) -> Sequence[Opinion[ProducerSignal]]: ...
    def resolve_enum(self, request: EnumRequest) -> Opinion[EnumMatch] | None: ...


class PathSynthesizer:
    """Makes plans for the tools of one graph. Deterministic; no I/O, no clock, no randomness.

    Args:
        graph: A collection artifact (`dict` with `tools`), or a `ToolGraph`.
        max_depth: Longest chain of producers before the target.
        context_defaults: Ambient values by field name; used for context fields.
        enum_field_names: Fields that are asked for, never chained.
        user_input: "fallback": ask where nothing produces a value. "always": ask also where
            every producer was cut by a cycle or the depth limit, or a choice must be made.
            "never": ask nothing.
        choose: "auto": take the first element of a list that nothing narrows for a target
            that reads, demand a choice for one that changes something. "first", "ask".
        mutating_producers: Whether state-changing calls may supply values: "declared" (by a
            link or a curated edge), "never", "allow", "fresh" (the creator before the list).
        policy: Costs; see `Policy`.
        plugins: Plugin set whose signals and enum words count; the installed ones by default.
    """

    def __init__(
        self,
        graph: Any,
        max_depth: int = 5,
        context_defaults: Mapping[str, Any] | None = None,
        enum_field_names: Iterable[str] | None = None,
        *,
        user_input: str = "fallback",
        choose: str = "auto",
        mutating_producers: str = "declared",
        policy: Policy | None = None,
        plugins: Any = None,
    ) -> None:
        for name, value in (("user_input", user_input), ("choose", choose), ("mutating_producers", mutating_producers)):
            if value not in _MODES[name]:
                msg = f"{name} must be one of {', '.join(_MODES[name])}, not {value!r}"
                raise ValueError(msg)
        # The engine wires stages and plugins; it stands above this module, so it is looked up when needed.
        from ..engine import planning_parts

        parts = planning_parts(graph, plugins)
        self.producers: Producers = parts.index
        self._advice: Callable[[], Advice] = parts.advice
        self.max_depth = max_depth
        self.context_defaults = dict(context_defaults or {})
        self.enum_field_names = frozenset(enum_field_names or ())
        self.user_input = user_input
        self.choose = choose
        self.mutating_producers = mutating_producers
        self.policy = policy or Policy()
        self._shared = Shared()
        self._surfaces = Surfaces(self.producers.contracts)
        self._book = SignalBook(self.producers, self._advice)

    def synthesize(
        self,
        *,
        target: str,
        entities: Mapping[str, Any] | None = None,
        goal: str = "",
        exclude_tools: Iterable[str] | None = None,
    ) -> Plan:
        """The plan of least cost that ends in a call of *target*.

        Args:
            target: Tool name.
            entities: Known values, by semantic tag, field name or dotted path; None values are ignored.
            goal: What the user wants, in words; steers between producers and is kept on the plan.
            exclude_tools: Producers not to use; never the target.

        Raises:
            PlanSynthesisError: one subclass for each documented reason.
        """
        question = self._question(target, entities, goal, exclude_tools)
        search = Search(self.producers, self.policy, question, self._shared)
        call = search.best()
        if call is None:
            raise diagnose(search)
        plan, draft = self._assembler(call).write(call, goal)
        plan.metadata["target"] = target
        plan.metadata["synthesis"] = self._synthesis(target, plan, draft)
        return plan

    # --- parts ---

    def _question(
        self, target: str, entities: Mapping[str, Any] | None, goal: str, exclude: Iterable[str] | None
    ) -> Question:
        contract = self.producers.contracts.get(target)
        if contract is None:
            near = difflib.get_close_matches(str(target), list(self.producers.contracts), n=5, cutoff=0.6)
            hint = f"; near names: {', '.join(near)}" if near else "; run retrieval again or look at the graph's tools"
            raise UnknownTargetError(
                "unknown_target", f"no tool named {target!r} in the graph{hint}", {"target": str(target), "near": near}
            )
        if entities is not None and not isinstance(entities, Mapping):
            raise InvalidEntityError(
                "invalid_entity",
                f"entities must be a mapping of names to values, not {type(entities).__name__}",
                {"target": target},
            )
        given = Given(counted(goal, contract) | dict(entities or {}), self.context_defaults)
        self._check_shapes(contract, given)
        goal_words = GoalWords(goal, contract, self._surfaces, given, self.policy)
        return Question(
            target=target,
            given=given,
            goal_words=goal_words,
            has_goal=bool(goal_words),
            signals=self._book.score,
            resolve_enum=self._enum_value,
            enum_field_names=self.enum_field_names,
            exclude=frozenset(exclude or ()) - {target},
            user_input=self.user_input,
            mutating=self.mutating_producers,
            max_depth=self.max_depth,
        )

    def _check_shapes(self, contract: ToolContract, given: Given) -> None:
        layout = self._shared.layouts.of(contract)
        for needed in inputs_needed(layout, given, is_target=True):
            if needed.given is None:
                continue
            wanted, value = needed.input.type, needed.given.value
            plain = wanted in {"string", "integer", "number", "boolean"}
            if plain and isinstance(value, (Mapping, list, tuple)):
                raise InvalidEntityError(
                    "invalid_entity",
                    f"{contract.name}: {needed.given.key} must be a {wanted}, not {type(value).__name__}",
                    {
                        "tool": contract.name,
                        "field_name": needed.input.name,
                        "expected": wanted,
                        "got": type(value).__name__,
                    },
                )

    def _enum_value(self, contract: ToolContract, need: Input, value: Any) -> Any:
        choices = need.row.get("enum")
        if not isinstance(choices, Sequence) or isinstance(choices, str) or value in choices:
            return value
        if isinstance(value, (list, tuple)):
            members = [self._enum_value(contract, need, item) for item in value]
            return ABSENT if any(m is ABSENT for m in members) else members
        from ..hooks import EnumRequest

        request = EnumRequest(
            tool=contract.facts,
            field=need.name,
            semantic_tag=need.tag,
            choices=tuple(choices),
            labels=tuple(str(label) for label in need.row.get("enum_labels") or ()),
            word=str(value),
        )
        answer = self._advice().resolve_enum(request)
        return ABSENT if answer is None else answer.value.value

    def _assembler(self, call: Call) -> Assembler:
        changes = call.contract.facts.changes_state
        choose = self.choose if self.choose != "auto" else "ask" if changes else "first"
        return Assembler(self._shared.layouts, choose=choose, ask_options=self.user_input == "always")

    def _synthesis(self, target: str, plan: Plan, draft: Draft) -> dict[str, Any]:
        tools = dict.fromkeys(step.tool for step in plan.steps)
        return {
            "target": target,
            "selected_producers": draft.producers,
            "candidate_signals": self._book.report(draft.producers),
            "fallbacks": [s["field_name"] for s in draft.slots],
            "user_input_slots": draft.slots,
            "context_defaults": sorted(draft.context),
            "enum_field_names": sorted(self.enum_field_names),
            "assumptions": draft.assumptions,
            "auth": self._auth(tools),
        }

    def _auth(self, tools: Iterable[str]) -> list[dict[str, Any]]:
        """Credentials that the plan's tools take: names and places, for the adapter; never values."""
        found = []
        for tool in tools:
            for row in self.producers.contracts[tool].inputs:
                if row.kind == "auth":
                    scheme = {"scheme": row.row["scheme"]} if "scheme" in row.row else {}
                    found.append(
                        {"tool": tool, "name": row.name, "location": row.location, "required": row.required} | scheme
                    )
        return found


__all__ = ["Match", "PathSynthesizer"]
