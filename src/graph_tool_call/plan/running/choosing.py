"""Which element of a list each binding of a run means: the only one, a chosen one, or the first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from ...model import ABSENT, Plan, PlanStep
from ..binding.bindings import references_in
from ..binding.expression import Every, Filter, Key, Position, Reference
from ..binding.lookup import Lookup, Matches, Picker, first_match, only_match
from ..binding.matching import CONTAINS, field_of
from ..binding.resolve import read, resolve_args
from ..errors import BindingError, ChoiceError
from .outcome import Failure
from .redact import holds_redacted
from .retry import may_change

if TYPE_CHECKING:
    from .session import RunSession

#: A step (None: the plan's output), what it reads, and the element that it is called for.
Trial = tuple["PlanStep | None", Any, int, Any]
#: Reasons for which nothing was found, and those that more of a list may mend.
_MISSED: Final = frozenset({"no_match", "empty_result", "missing_key", "null_value", "not_a_container"})
_MENDED: Final = frozenset({"no_match", "empty_result", "several_match", "more_pages", "wrong_choice"})
#: Choices that one pause asks for at most; the next pause asks for the others.
_MOST: Final = 50


@attrs.frozen(kw_only=True)
class Note:
    """Tells, for an event, that a filter took an element which is not its only exact match."""

    key: str
    #: several_match, other_spelling, or chosen.
    reason: str
    message: str
    position: int
    matched: int


@attrs.frozen(kw_only=True)
class Look:
    """A lookup of the rest of the plan, tried with what is known by now."""

    key: str
    reference: Reference
    #: Of the step that needs it; None for the plan's output.
    taker: PlanStep | None = None
    #: Whether more of the list would change nothing.
    is_settled: bool = False
    #: Whether nothing matches in what was read.
    is_missed: bool = False
    #: Whether the caller has chosen.
    is_answered: bool = False
    error: BindingError | None = None
    #: Where the list was reached, and what matches in it.
    lookup: Lookup | None = None
    matches: Matches | None = None
    #: The key, with the element of a `foreach` step that it is looked up for.
    name: str = ""


class Chooser:
    """Decides about the filters of one run, and remembers what it decided.

    Where the rest of the plan changes something, a filter means the only element that
    matches, or the one that the caller chose; elsewhere the first.
    """

    def __init__(self, session: RunSession, choices: Mapping[str, Any]) -> None:
        self.choices = dict(choices)
        #: Choices that a step has used; they hold for the whole run.
        self.taken: dict[str, Any] = {}
        self._session = session
        self._notes: dict[tuple[str, str], Note] = {}
        self._told: set[tuple[str, str]] = set()

    def check(self, plan: Plan) -> None:
        """Raises `ChoiceError` for a choice that no filter of *plan* asks for."""
        known = set(_keys(plan))
        for key in self.choices:
            if key not in known and key.rpartition(" @")[0] not in known:
                there = ", ".join(sorted(known)) or "none"
                raise ChoiceError(key, "unknown_choice", f"the plan has no such lookup; there are: {there}")

    def picker(self, step: PlanStep | None, element: int = -1, *, trial: bool = False) -> Picker:
        """What decides for the bindings of *step* (None: the plan's output); a *trial* leaves no trace."""
        strict = step is not None and self._must_be_only(step)

        def pick(lookup: Lookup) -> int:
            self._check_kept(lookup)
            name = self._name(lookup, step, element)
            lookup = lookup if name == lookup.key else attrs.evolve(lookup, key=name)
            answer = self.choices.get(lookup.key, ABSENT)
            decided = strict or answer is not ABSENT
            position = only_match(lookup, answer) if decided else first_match(lookup)
            if not trial:
                self._remember(step, lookup, position, answer, strict=decided)
            return position

        return pick

    def undecided(self, step: PlanStep | None = None, items: Sequence[tuple[int, Any]] = ()) -> Failure | None:
        """What has to be chosen now: of all steps that are left, or of *step* for these *items*."""
        session = self._session
        found: dict[str, tuple[PlanStep, ChoiceError]] = {}
        trials: Iterable[Trial] = [(step, step.args, number, item) for number, item in items] if step else self._left()
        for taker, template, number, item in trials:
            scope = session.scope(item, self.picker(taker, number, trial=True))
            for reference in _lookups(template):
                try:
                    read(reference, scope)
                except ChoiceError as error:
                    assert taker is not None
                    found.setdefault(error.choice["key"], (taker, error))
                except BindingError:
                    # Told by the step that needs it, when it is its turn.
                    continue
        return self._failure(list(found.values())) if found else None

    def looks(self) -> Iterator[Look]:
        """Every lookup of the steps that are left and of the output, tried; for each element of `foreach` steps."""
        for taker, template, number, item in (*self._left(), *self._left_elements(), *self._output()):
            for reference in _lookups(template):
                yield self._look(taker, reference, number, item)

    def lookups(self) -> Iterator[Reference]:
        """Every reference of the plan that looks for an element."""
        plan = self._session.plan
        for template in (plan.output_binding, *(part for step in plan.steps for part in (step.foreach, step.args))):
            yield from _lookups(template)

    def searches(self) -> Iterator[Reference]:
        """`lookups`, and every list of `parents`."""
        yield from self.lookups()
        yield from (reference for _, reference in self._whole(self._session.plan.steps))

    def parents(self) -> Iterator[tuple[PlanStep, Reference]]:
        """Lists of which every element counts for a step: it changes or takes all, or searches the lists of each."""
        session = self._session
        return self._whole([step for step in session.plan.steps if step.id not in session.outputs])

    def _whole(self, steps: Iterable[PlanStep]) -> Iterator[tuple[PlanStep, Reference]]:
        for step in steps:
            changes = may_change(self._session.tool(step.tool))
            if changes or (step.foreach and (self.is_searched(step) or self._goes_into_change(step))):
                yield from ((step, one) for one in references_in(step.foreach) if not _has_filter(one))
            if changes:
                yield from ((step, one) for one in references_in(step.args) if _takes_all(one))

    def _goes_into_change(self, step: PlanStep) -> bool:
        """Whether the answers of *step* go into a call that changes something."""
        changing = [one for one in self._session.plan.steps if may_change(self._session.tool(one.tool))]
        return any(
            reference.root == step.id for one in changing for reference in references_in([one.foreach, one.args])
        )

    def is_searched(self, step: PlanStep) -> bool:
        """Whether a lookup goes through the answers of *step*."""
        return any(reference.root == step.id for reference in self.lookups())

    def _left(self) -> Iterator[Trial]:
        session = self._session
        left = (one for one in session.plan.steps if not session.is_settled(one))
        return ((one, one.foreach or one.args, -1, ABSENT) for one in left)

    def _left_elements(self) -> Iterator[Trial]:
        """The arguments of `foreach` steps, where what they are called for is known."""
        session = self._session
        for step in session.plan.steps:
            if not step.foreach or session.is_settled(step) or not any(_lookups(step.args)):
                continue
            try:
                elements = resolve_args(step.foreach, session.scope(ABSENT, self.picker(step, trial=True)))
            except BindingError:
                continue
            if isinstance(elements, list):
                yield from ((step, step.args, number, item) for number, item in enumerate(elements))

    def _output(self) -> Iterator[Trial]:
        if self._session.plan.output_binding:
            yield (None, self._session.plan.output_binding, -1, ABSENT)

    def _look(self, taker: PlanStep | None, reference: Reference, number: int, item: Any) -> Look:
        seen: list[Lookup] = []
        choose = self.picker(taker, number, trial=True)

        def pick(lookup: Lookup) -> int:
            if lookup.reference == reference:
                seen.append(lookup)
            return choose(lookup)

        error: BindingError | None = None
        try:
            read(reference, self._session.scope(item, pick))
        except BindingError as caught:
            error = caught
        at = next(i for i, segment in enumerate(reference.segments) if isinstance(segment, Filter))
        answered = any(self._answer(lookup, taker, number) is not ABSENT for lookup in seen)
        strict = taker is not None and self._must_be_only(taker)
        first = seen[0] if seen else None
        key = Reference(reference.root, reference.segments[: at + 1]).inner
        return Look(
            key=key,
            reference=reference,
            taker=taker,
            is_settled=_is_settled(seen, error, strict=strict and not answered),
            is_missed=error is not None and error.reason in _MISSED,
            error=error,
            is_answered=answered,
            lookup=first,
            matches=self._matches(first, strict=strict or answered) if first is not None else None,
            name=self._name(first, taker, number) if first is not None else key,
        )

    def _matches(self, lookup: Lookup, *, strict: bool) -> Matches | None:
        try:
            return lookup.matches(lenient=not strict)
        except BindingError:
            return None

    def _answer(self, lookup: Lookup, taker: PlanStep | None, number: int) -> Any:
        return self.choices.get(self._name(lookup, taker, number), ABSENT)

    def _name(self, lookup: Lookup, taker: PlanStep | None, number: int) -> str:
        """The key of a choice: where it depends on the element of a `foreach` step, with that element."""
        return f"{lookup.key} @{taker.id}.{number}" if lookup.of_item and taker is not None else lookup.key

    def failure(self, step: PlanStep, error: ChoiceError) -> Failure:
        """A choice that one step met."""
        return self._failure([(step, error)])

    def notes(self, step: PlanStep | None) -> Iterator[Note]:
        """What is to be told of the lookups of *step*, each once."""
        own = step.id if step is not None else ""
        for name, note in self._notes.items():
            if name[0] == own and name not in self._told:
                self._told.add(name)
                yield note

    def _must_be_only(self, step: PlanStep) -> bool:
        plan = self._session.plan
        synthesis = plan.metadata.get("synthesis")
        if isinstance(synthesis, Mapping) and synthesis.get("choose") == "first":
            return False
        at = next((i for i, one in enumerate(plan.steps) if one.id == step.id), 0)
        return any(may_change(self._session.tool(one.tool)) for one in plan.steps[at:])

    def _check_kept(self, lookup: Lookup) -> None:
        """Raises `BindingError` where the compared values were masked in the store."""
        root = lookup.reference.root
        if root not in self._session.restored:
            return
        tests = lookup.filter.comparisons
        if any(holds_redacted(field_of(element, test)) for element in lookup.elements for test in tests):
            detail = f"{lookup.field} in {lookup.place} was not kept in the store, so it cannot be compared"
            raise BindingError(str(lookup.reference), "not_stored", detail, root, lookup.place)

    def _remember(self, step: PlanStep | None, lookup: Lookup, position: int, answer: Any, *, strict: bool) -> None:
        own = step.id if step is not None else ""
        matches = lookup.matches(lenient=not strict)
        reason = ""
        if answer is not ABSENT:
            reason = "chosen"
            if lookup.key not in self.taken:
                self.taken[lookup.key] = answer
                self._session.keep_choices(self.taken)
        elif lookup.differ(matches):
            reason = "several_match"
        elif not matches.is_exact:
            reason = "contains" if matches.level == CONTAINS else "other_spelling"
        if reason:
            count = len(matches.positions)
            took = {"several_match": "; the first of them was taken", "chosen": "; the chosen one was taken"}
            said = f"{lookup.described(matches)}{took.get(reason, '')}"
            note = Note(key=lookup.key, reason=reason, message=said, position=position, matched=count)
            self._notes.setdefault((own, lookup.key), note)

    def _failure(self, found: Sequence[tuple[PlanStep, ChoiceError]]) -> Failure:
        wrong = [one for one in found if one[1].reason == "wrong_choice"]
        rows = [self._row(step, error) for step, error in (wrong or found)[:_MOST]]
        first = (wrong or found)[0][1]
        return Failure(
            kind="choice",
            reason=first.reason,
            message="; ".join(dict.fromkeys(row["message"] for row in rows)),
            stage="binding",
            exception_type=type(first).__name__,
            data={"choices": rows},
        )

    def _row(self, step: PlanStep, error: ChoiceError) -> dict[str, Any]:
        """A choice for events: without credentials, and with where it comes from and goes to."""
        session = self._session
        tools = {one.id: one.tool for one in session.plan.steps}
        source = {"source_step": error.step, "source_tool": tools.get(error.step, "")}
        row = {**error.choice, "binding": error.binding, "message": error.detail, **source}
        shown: dict[str, Any] = session.redactor.mask(row, session.secret(source["source_tool"]))
        for mine, masked in zip(row.get("rows", ()), shown.get("rows", ()), strict=True):
            if masked["answer"] != mine["answer"]:
                masked["answer"] = mine["position"]
        return {**shown, "step_id": step.id, "tool": step.tool}


def _is_settled(seen: Sequence[Lookup], error: BindingError | None, *, strict: bool) -> bool:
    """Whether more of the list changes nothing about what a lookup has found."""
    if error is not None:
        return error.reason not in _MENDED
    # What is alike may be equal on a later page, and what is greatest may be greater.
    equal = all(lookup.filter.order is None and lookup.matches(lenient=True).is_exact for lookup in seen)
    return equal and not strict


def _keys(plan: Plan) -> Iterator[str]:
    for template in (plan.output_binding, *(part for step in plan.steps for part in (step.foreach, step.args))):
        for reference in references_in(template):
            for at, segment in enumerate(reference.segments, 1):
                if isinstance(segment, Filter):
                    yield Reference(reference.root, reference.segments[:at]).inner


def _lookups(template: Any) -> Iterator[Reference]:
    """References with a filter that means one element."""
    return filter(_has_filter, references_in(template))


def _has_filter(reference: Reference) -> bool:
    return any(isinstance(segment, Filter) and not segment.every for segment in reference.segments)


def _takes_all(reference: Reference) -> bool:
    """Whether *reference* reads every element of a list, or counts from its end."""
    if _has_filter(reference):
        return False
    first = next((segment for segment in reference.segments if not isinstance(segment, Key)), None)
    return isinstance(first, (Every, Filter)) or (isinstance(first, Position) and first.index < 0)
