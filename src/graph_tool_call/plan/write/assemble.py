"""From a derivation to a plan: steps in call order, arguments, slots, and what the plan says of itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import attrs

from ...model import Plan, PlanStep
from ...model.contract import Input, ToolContract
from ...model.digest import digest_of
from ...model.match import Match
from ..derivation.derivation import (
    ALL,
    ASKED,
    CONTEXT,
    FILTER,
    FIXED,
    GIVEN,
    INHERITED,
    NARROWED,
    ONE,
    PRODUCED,
    UNGUIDED,
    Call,
    Source,
    Where,
)
from ..problem.failures import DynamicOptionRequiredError, UnsatisfiedFieldError
from ..problem.keys import is_word_for
from ..problem.needs import Layouts, place
from ..problem.variant import Place, place_of
from ..search.gates import own_key
from .fanout import FanOut, covers, fan_out, is_item
from .handover import found_binding, output_binding
from .options import OptionLists
from .origins import Origin, origin_of, origin_of_call, renamed
from .slots import SlotNames, as_list, slot
from .written import Listed, Written, answer, as_text, literal_value, steps_read

Values = Mapping[tuple[str, str], Written]
#: Roles of inputs whose values are codes: looked up in a list by a person.
_CODES: Final = frozenset({"option", "code"})


@attrs.define
class Draft:
    """What has been written so far."""

    steps: list[PlanStep] = attrs.Factory(list)
    by_content: dict[str, str] = attrs.Factory(dict)
    slots: list[dict[str, Any]] = attrs.Factory(list)
    producers: list[dict[str, Any]] = attrs.Factory(list)
    assumptions: list[dict[str, Any]] = attrs.Factory(list)
    context: dict[str, None] = attrs.Factory(dict)
    #: Step id → dotted argument path → where the value comes from.
    origins: dict[str, dict[str, Origin]] = attrs.Factory(dict)
    #: step_id and field_name of a target that is called once for each element.
    fan_out: dict[str, Any] = attrs.Factory(dict)
    #: Inputs that are asked for because nothing was found for them, with their consumers.
    asked: list[tuple[ToolContract, Input]] = attrs.Factory(list)


def plan_id(goal: str, steps: list[PlanStep]) -> str:
    """The id of a plan: the same for the same goal and steps."""
    content = json.dumps([goal, [s.to_dict() for s in steps]], ensure_ascii=False, sort_keys=True, default=str)
    return "plan-" + digest_of(content, 12)


@attrs.frozen(kw_only=True)
class Writing:
    """How plans are written.

    Attributes:
        choose: "auto", "first" or "ask"; see `PathSynthesizer`.
        ask: Whether a choice that must be made is a question rather than an error.
        exclude: Tools that are not to be called.
        foreach: The target's input that takes one element of a list after the other.
        spoken: Keys of given values that were read in the goal.
        unread: Whether a value has no place.
    """

    choose: str = "auto"
    ask: bool = False
    exclude: frozenset[str] = frozenset()
    foreach: Place | None = None
    spoken: frozenset[str] = frozenset()
    unread: bool = False


class Assembler:
    """Writes one plan."""

    def __init__(self, layouts: Layouts, options: OptionLists, writing: Writing) -> None:
        self._layouts = layouts
        self._options = options
        self._writing = writing
        self._changes = False
        self._own: Input | None = None
        self._draft = Draft()
        self._written: dict[tuple[int, str], str] = {}

    def write(self, target: Call, goal: str) -> tuple[Plan, Draft]:
        """The plan that *target*'s derivation makes."""
        self._names = SlotNames(target, self._layouts)
        self._changes = target.contract.facts.changes_state
        self._own = own_key(target)
        last = self._step(target, {}, None)
        steps = _used(self._draft.steps, last)
        names = _renumbered(steps)
        draft = self._draft
        draft.slots = [s | {"step_id": names[s["step_id"]]} for s in draft.slots if s["step_id"] in names]
        draft.producers = [p | {"step_id": names[p["step_id"]]} for p in draft.producers if p["step_id"] in names]
        draft.assumptions = [a | {"step_id": names[a["step_id"]]} for a in draft.assumptions if a["step_id"] in names]
        draft.origins = {
            names[step.id]: {path: renamed(o, names) for path, o in draft.origins[step.id].items()} for step in steps
        }
        steps = [_rename(step, names) for step in steps]
        if steps[-1].foreach and self._writing.foreach:
            field = next(s.input.name for s in target.sources if place_of(s.input) == self._writing.foreach)
            draft.fan_out = {"step_id": names[last], "field_name": field}
        return Plan(id=plan_id(goal, steps), goal=goal, steps=steps, output_binding="${" + names[last] + "}"), draft

    def _step(self, call: Call, above: Values, purpose: Source | None) -> str:
        # One call may serve many inputs: it is written once for each set of values it inherits.
        key = (id(call), json.dumps([[*k, _value_at(above, k)] for k in sorted(call.inherits)], default=str))
        if key not in self._written:
            self._written[key] = self._write_step(call, above, purpose)
        return self._written[key]

    def _write_step(self, call: Call, above: Values, purpose: Source | None) -> str:
        args: dict[str, Any] = {}
        origins: dict[str, Origin] = {}
        values = dict(above)
        values.update({(s.input.tag, s.input.name): self._known(s) for s in call.sources if s.how == GIVEN})
        pending: list[tuple[Source, str]] = []
        layout = self._layouts.of(call.contract)
        spread = self._spread(call) if purpose is None else next((s for s in call.sources if s.spread), None)
        fan: FanOut | None = None
        listed: Origin = {}
        hints: list[str] = []
        for source in call.sources:
            if spread is not None and covers(spread, source):
                # Not before its turn: what the list is looked up with stands in earlier inputs.
                if fan is None:
                    whole = self._value(call, spread, values, pending)
                    fan, listed = fan_out(spread, whole.value), whole.origin
                found = Written(fan.value(source), {"how": "item", "of": listed})
            else:
                found = self._value(call, source, values, pending)
            where = place(args, source.input, found.value, layout)
            if where:
                origins[where] = found.origin
                hints += [where] if source.narrows else []
            values[source.input.tag, source.input.name] = found
        foreach: Any = fan.foreach if fan else ""
        content = json.dumps([call.tool, args, foreach], sort_keys=True, ensure_ascii=False, default=str)
        if (known := self._draft.by_content.get(content)) is not None:
            return known
        step_id = f"t{len(self._draft.steps) + 1}"
        self._draft.by_content[content] = step_id
        self._draft.origins[step_id] = origins
        self._draft.steps.append(
            PlanStep(
                id=step_id,
                tool=call.tool,
                args=args,
                depends_on=list(dict.fromkeys((*steps_read(args), *steps_read(foreach)))),
                rationale=f"gives {purpose.input.tag or purpose.input.name}" if purpose else "the target",
                foreach=foreach,
                lookup={"hints": hints} if hints else {},
            )
        )
        self._note(call, step_id, pending, fan)
        return step_id

    def _spread(self, call: Call) -> Source | None:
        """The source of the input that takes one element after the other."""
        return next((s for s in call.sources if place_of(s.input) == self._writing.foreach), None)

    def _note(self, call: Call, step_id: str, pending: list[tuple[Source, str]], fan: FanOut | None) -> None:
        draft = self._draft
        for source, name in pending:
            reason = "dynamic_option_required" if source.how == PRODUCED else source.reason
            required = source.input.required or source.input.location == "path"
            entry = slot(step_id, call.tool, source.input, reason, name, required=required or source.how == PRODUCED)
            entry = as_list(entry) if fan is not None and fan.source is source else entry
            options = self._options_of(call, source)
            draft.slots.append(entry | options)
            if source.reason == "user_input_fallback":
                draft.asked.append((call.contract, source.input))
        for source in call.sources if fan is None else fan.told(call):
            if source.how == PRODUCED:
                self._note_producer(source, step_id, call.tool, {id(s) for s, _ in pending})
            elif source.how == CONTEXT:
                draft.context[source.key] = None

    def _note_producer(self, source: Source, step_id: str, tool: str, asked: set[int]) -> None:
        assert source.call is not None
        assert source.output is not None
        field = source.input.name
        self._draft.producers.append(
            {
                "step_id": step_id,
                "tool": tool,
                "field_name": field,
                "semantic_tag": source.input.tag,
                "producer": source.call.tool,
                "path": source.output.path,
                "match": source.match,
                "pick": "asked" if id(source) in asked else source.pick,
            }
        )
        if source.pick in {NARROWED, UNGUIDED} and id(source) not in asked:
            self._draft.assumptions.append(
                {
                    "step_id": step_id,
                    "field_name": field,
                    "code": "first_of_narrowed_list" if source.pick == NARROWED else "first_of_list",
                    "producer": source.call.tool,
                    "message": f"{field} is taken from the first element that {source.call.tool} answers with",
                }
            )

    # --- values ---

    def _value(self, call: Call, source: Source, values: Values, pending: list[tuple[Source, str]]) -> Written:
        if source.how in {GIVEN, CONTEXT, FIXED}:
            return self._known(source)
        if source.how == INHERITED:
            found = values[source.inherited]
            if is_item(found.value):
                raise _inside_fan_out(call.tool, source)
            return found.as_list() if source.input.many else found
        if source.how == ASKED:
            return self._asked(call, source, pending)
        return self._produced(call, source, values, pending)

    def _known(self, source: Source) -> Written:
        """A value that is at hand."""
        value = literal_value(source.value)
        many = source.input.many or isinstance(value, list)
        return Written(value, origin_of(source, self._writing.spoken), many=many)

    def _asked(self, call: Call, source: Source, pending: list[tuple[Source, str]]) -> Written:
        name = self._names.name(call.contract, source.input)
        pending.append((source, name))
        return Written(answer(name), {"how": "asked", "slot": name}, many=source.input.many)

    def _produced(self, call: Call, source: Source, values: Values, pending: list[tuple[Source, str]]) -> Written:
        assert source.call is not None
        assert source.output is not None
        if source.each:
            return self._each(call, source, values, pending)
        producer = self._step(source.call, values, source)
        if self._must_choose(source):
            if not self._writing.ask:
                name = self._names.name(call.contract, source.input)
                raise self._option_required(call, source, name, producer)
            return self._asked(call, source, pending)
        if source.where or source.by:
            return self._found(call, source, producer, values, pending)
        beside = (source.filter[0], source.value) if source.pick == FILTER else None
        every = source.pick == ALL
        reference = output_binding(producer, source.output, every=every, beside=beside)
        whole = source.pick == ALL or source.output.type == "array"
        found = Written(reference, origin_of_call(source, producer), many=whole)
        return found.as_list() if source.input.many else found

    def _found(
        self, call: Call, source: Source, producer: str, values: Values, pending: list[tuple[Source, str]]
    ) -> Written:
        """A value of the one thing that the request describes."""
        assert source.output is not None

        def value(where: Where) -> Any:
            if isinstance(where.value, Source):
                return self._value(call, where.value, values, pending).value
            return literal_value(where.value)

        each = any(inner.spread for inner in source.call.sources) if source.call is not None else False
        every = source.pick == ALL
        reference = found_binding(producer, source.output, source.where, value, each=each, by=source.by, every=every)
        found = Written(reference, origin_of_call(source, producer), many=every or source.output.type == "array")
        return found.as_list() if source.input.many else found

    def _each(self, call: Call, source: Source, values: Values, pending: list[tuple[Source, str]]) -> Written:
        """Values of several things, in the order in which they were said; one text where the input takes no list."""
        found = [self._produced(call, one, values, pending) for one in (attrs.evolve(s, each=()) for s in source.each)]
        listed = [item for one in found for item in (one.value if one.many else [one.value])]
        return Written(listed if source.input.many else Listed(listed), found[0].origin, many=source.input.many)

    def _must_choose(self, source: Source) -> bool:
        """Whether a person chooses the element: what is said and has no place may be what tells which is meant."""
        choose = self._writing.choose
        asks = choose == "ask" or (choose == "auto" and self._writing.unread)
        if (asks and source.pick == UNGUIDED) or (choose != "first" and self._changes and self._is_guess(source)):
            return True
        # A code cannot be guessed from a list, however the list was narrowed.
        one_call = source.call is not None and not source.call.produced()
        return choose == "auto" and source.input.role in _CODES and source.pick in {UNGUIDED, NARROWED} and one_call

    def _is_guess(self, source: Source) -> bool:
        """Whether nobody said which elements: the first, all but those of a fan-out that was asked for, a mention."""
        # All parents of a list that one element of is meant are only read.
        each = place_of(source.input) == self._writing.foreach or source.spread
        guesses = {UNGUIDED, NARROWED} | (set() if each else {ALL})
        return source.pick in guesses or _is_search(source) or (source.input is self._own and _is_mention(source))

    def _options_of(self, call: Call, source: Source) -> dict[str, Any]:
        """What may be chosen for what is asked, or where it is listed (`options`)."""
        if source.call is not None and source.output is not None:
            match = Match(source.call.tool, source.output, source.match)
            return {"options": self._options.listed_by(call.contract, source.input, match)}
        return self._options.for_slot(call.contract, source.input, self._writing.exclude)

    def _option_required(self, call: Call, source: Source, name: str, producer_step: str) -> DynamicOptionRequiredError:
        assert source.call is not None
        step = next(s for s in self._draft.steps if s.id == producer_step)
        options = self._options_of(call, source)["options"]
        before = [as_text(s.to_dict(), {}) for s in _used(self._draft.steps, producer_step)[:-1]]
        if is_word_for(name, call.contract.facts, source.input):
            # What is chosen is a key, and given back as one.
            name = source.input.tag
        details = {
            "tool": call.tool,
            "field_name": name,
            "parameter": source.input.name,
            "semantic_tag": source.input.tag,
            "producer_name": source.call.tool,
            "producer_args": as_text(step.args, {}),
            "producer_needs_steps": before,
            "options_path": options["options_path"],
            "value_path": options["value_path"],
            "label_field_hints": options["label_field_hints"],
        }
        where = f"{source.call.tool} lists at {options['options_path']}"
        message = f"{call.tool}: choose {name} from what {where}, then plan again with it"
        return DynamicOptionRequiredError("dynamic_option_required", message, details)


def _value_at(values: Values, key: tuple[str, str]) -> Any:
    return values[key].value if key in values else None


def _is_search(source: Source) -> bool:
    """Whether a POST that looks for nothing that was given is to answer with the one thing that is meant."""
    call = source.call
    if call is None or call.contract.facts.method != "post" or call.contract.facts.changes_state:
        return False
    return source.pick == ONE and source.match != "edge" and not call.used


def _is_mention(source: Source) -> bool:
    """Whether the answer about something else happens to name one: the default pool of the settings.

    Nothing that was given led there, and no contract says that the one which is named is meant.
    """
    call = source.call
    if call is None or source.pick != ONE or call.used or call.contract.facts.changes_state:
        return False
    return source.match not in {"edge", "request"} and call.contract.facts.resource != source.input.resource


def _inside_fan_out(tool: str, source: Source) -> UnsatisfiedFieldError:
    """A producer would have to be called for each element, too: that is more than one fan-out."""
    field = source.inherited[1]
    message = f"{tool}: {source.input.name} would differ for each {field}; fan out over the innermost input instead"
    details = {"tool": tool, "field_name": source.input.name, "semantic_tag": source.input.tag, "foreach": field}
    return UnsatisfiedFieldError("unsatisfied_field", message, details)


def _used(steps: list[PlanStep], last: str) -> list[PlanStep]:
    """The steps that *last* depends on, and itself, in order."""
    by_id = {step.id: step for step in steps}
    needed, waiting = set(), [last]
    while waiting:
        at = waiting.pop()
        if at not in needed:
            needed.add(at)
            waiting.extend(by_id[at].depends_on)
    return [step for step in steps if step.id in needed]


def _renumbered(steps: list[PlanStep]) -> dict[str, str]:
    return {step.id: f"s{i}" for i, step in enumerate(steps, 1)}


def _rename(step: PlanStep, names: Mapping[str, str]) -> PlanStep:
    return attrs.evolve(
        step,
        id=names[step.id],
        args=as_text(step.args, names),
        foreach=as_text(step.foreach, names),
        depends_on=sorted((names[d] for d in step.depends_on), key=lambda s: int(s[1:])),
    )
