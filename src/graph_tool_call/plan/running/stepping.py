"""One step of a run as a generator: it says what to do next, and is told what came of it.

Nothing here waits, calls or sleeps: the drivers in `runner` do, blocking or not.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

import attrs

from ...hooks import ToolCall
from ...model import ABSENT, PlanStep
from ...model.arguments import ToolInputs
from ...model.tool import row_name
from ..binding.bindings import steps_read_by
from ..binding.expression import Reference, parse
from ..binding.resolve import resolve_args
from ..binding.scope import Response
from ..errors import ArgumentError, BindingError, JournalError, StepTimeoutError
from .approval import unapproved
from .coerce import check_args
from .events import (
    ArgsCoerced,
    BindingChosen,
    BindingRepaired,
    RunEvent,
    StepCompleted,
    StepFailed,
    StepRetrying,
    StepSkipped,
    StepStarted,
)
from .failing import StepFailedSignal, failure_fields, failure_of_binding, is_open_choice, signal_of, uncertain
from .nulls import check_nulls
from .outcome import INTERRUPTED, Failure, Reply, failure_of, judged, location_of
from .paged import left_out
from .records import DONE, STARTED, UNCERTAIN, CallMark, page_of
from .redact import holds_redacted
from .repair import SHAPE_REASONS, find_binding, with_binding
from .retry import may_change
from .session import RunSession

_MOST_REPAIRS = 5


@attrs.frozen
class Emit:
    """Hand this event to the caller."""

    event: RunEvent


@attrs.frozen
class Invoke:
    """Make this call; send its `Reply`."""

    call: ToolCall


@attrs.frozen
class Pause:
    """Wait so many seconds."""

    seconds: float


Effect = Emit | Invoke | Pause
Stepping = Generator[Effect, Any, "Failure | None"]  # ends with the step's failure; None when it has an output


class Stepper:
    """Takes the steps of one run."""

    def __init__(self, session: RunSession) -> None:
        self.session = session
        #: When the latest call began, by the monotonic clock.
        self.since = session.settings.clock()

    def run(self, step: PlanStep) -> Stepping:
        """Take *step*: its output goes into the session."""
        since = self.session.settings.clock()
        decision = self.session.decisions.get(step.id)
        if isinstance(decision, Mapping) and "output" in decision:
            yield from self._skip(step, "given", decision["output"], Response(), since)
            self.session.given.add(step.id)
            self.session.settle(step, decision["output"])
            return None
        mark = CallMark(step_id=step.id)
        known = None if step.foreach else self.session.calls.get(mark)
        if known is not None and known.state == DONE and not self._is_asked_again(step):
            yield from self._skip(step, "already_done", known.output, known.response, since)
            return None
        waiting = unapproved(self.session.plan, step, decision)
        if waiting is not None or step.foreach:
            return waiting or (yield from self._fan_out(step, since))
        try:
            self._forget_pages(step)
            reply = yield from self._one(step, mark, ABSENT)
        except (StepFailedSignal, JournalError) as error:
            signal = signal_of(error)
            yield from self.failed(step, signal, mark, since)
            return signal.failure
        self.session.keep(step.id, reply.body, reply.response)
        return None

    def _is_asked_again(self, step: PlanStep) -> bool:
        """Whether the caller wants a finished call made again, and it changes nothing.

        Calls that were made for the elements of its answer are on record by their numbers in
        that answer: with another one they would stand for other elements.
        """
        session = self.session
        wanted = session.decisions.get(step.id) == "retry" and not may_change(session.tool(step.tool))
        made = {mark.step_id for mark in session.calls}
        counted = [one for one in session.plan.steps if one.id in made and step.id in steps_read_by(one.foreach)]
        return wanted and all(map(self._is_asked_again, counted))

    def _forget_pages(self, step: PlanStep) -> None:
        """The answer of *step* is asked for anew: further pages of the old one are none of the new one."""
        session = self.session
        stale = Reply(failure=attrs.evolve(INTERRUPTED, reason="read_anew", message="read anew", sent=False))
        for mark, known in list(session.calls.items()):
            if known.state == DONE and mark.step_id != step.id and page_of(mark)[0].step_id == step.id:
                call = session.tool_call(step, {}, mark)
                if session.begin(call, mark):
                    session.end(call, mark, stale, repeatable=True)

    def _skip(self, step: PlanStep, reason: str, output: Any, response: Response, since: float) -> Stepping:
        session = self.session
        session.keep(step.id, output, response)
        session.restored.add(step.id)
        preview = session.preview(step.tool, output)
        yield Emit(session.step_event(StepSkipped, step, "journal", since=since, reason=reason, output_preview=preview))
        return None

    def _fan_out(self, step: PlanStep, since: float) -> Stepping:
        mark = CallMark(step_id=step.id)
        outputs: list[Any] = []
        response = Response()
        try:
            elements = self._elements(step)
            if not elements:
                yield from self._skip(step, "empty_result", [], response, since)
                return None
            elements = self._bounded(step, elements)
            self.session.items[step.id] = elements
            self._check_choices(step, elements)
            if self._is_asked_again(step):
                self._forget_pages(step)
            for number, element in enumerate(elements):
                mark = CallMark(step_id=step.id, element=number)
                known = self.session.calls.get(mark)
                if known is not None and known.state == DONE and not self._is_asked_again(step):
                    outputs.append(known.output)
                    self.session.restored.add(step.id)
                    continue
                reply = yield from self._one(step, mark, element)
                outputs.append(reply.body)
                response = reply.response
        except (StepFailedSignal, JournalError) as error:
            signal = signal_of(error)
            yield from self.failed(step, signal, mark, since)
            return signal.failure
        self.session.keep(step.id, outputs, response)
        return None

    def _elements(self, step: PlanStep) -> list[Any]:
        try:
            found = resolve_args(step.foreach, self.session.scope(ABSENT, self.session.chooser.picker(step)))
        except BindingError as error:
            if error.reason == "empty_result":
                return []
            raise StepFailedSignal(failure_of_binding(self.session, step, error)) from None
        if isinstance(found, list):
            return found
        unfit = BindingError(str(step.foreach), "not_a_container", "foreach needs a list")
        raise StepFailedSignal(failure_of_binding(self.session, step, unfit))

    def _bounded(self, step: PlanStep, elements: list[Any]) -> list[Any]:
        """The elements that *step* is called for: as many as may be, where their lists are only looked through."""
        session = self.session
        limit = session.settings.lookup_parents
        roots = steps_read_by(step.foreach)
        left = next((text for root in roots if (text := left_out(session.lists, root))), "")
        if not may_change(session.tool(step.tool)) and session.chooser.is_searched(step) and len(elements) > limit:
            left = f"{limit} of {len(elements)} elements were asked for their lists, which is the limit"
            elements = elements[:limit]
        if left:
            session.cut[step.id] = left
        return elements

    def _check_choices(self, step: PlanStep, elements: list[Any]) -> None:
        """All elements are looked up before the first of them is called for."""
        marks = [(number, CallMark(step_id=step.id, element=number)) for number in range(len(elements))]
        known = self.session.calls
        left = [(number, elements[number]) for number, mark in marks if mark not in known or known[mark].state != DONE]
        if failure := self.session.chooser.undecided(step, left):
            raise StepFailedSignal(failure)

    def _one(self, step: PlanStep, mark: CallMark, item: Any) -> Generator[Effect, Any, Reply]:
        """One call with its repetitions."""
        call = yield from self._prepare(step, mark, item, self.session.settings.clock())
        reply, attempts = yield from self._made(step, call, mark)
        yield Emit(self._completed(step, reply, attempts, mark))
        return reply

    def call(self, step: PlanStep, call: ToolCall, mark: CallMark) -> Generator[Effect, Any, Reply]:
        """A call for a further page of the answer of *step*, with its repetitions. Raises `StepFailedSignal`."""
        reply, _ = yield from self._made(step, call, mark)
        return reply

    def arguments(self, step: PlanStep, element: int) -> dict[str, Any]:
        """The arguments that the call of *step* was made with. Raises `StepFailedSignal`."""
        item = self.session.items[step.id][element] if element >= 0 else ABSENT
        args, _ = self._args(step, item, element)
        return dict(self.checked(step, args)[0])

    def hints(self, step: PlanStep) -> tuple[str, ...]:
        """Arguments of *step* that only narrow its list, and that the call can do without."""
        rows = ToolInputs(self.session.tool(step.tool)).rows
        needed = {row_name(row) for row in rows if row.get("required")}
        return tuple(name for name in step.hints if name.rpartition(".")[2] not in needed)

    def _made(self, step: PlanStep, call: ToolCall, mark: CallMark) -> Generator[Effect, Any, tuple[Reply, int]]:
        """The answer to *call*, and at which attempt it came."""
        session = self.session
        since = self.since = session.settings.clock()
        repeatable = session.settings.repeatable(step.tool)
        attempt = 0
        while True:
            attempt += 1
            self._check_time(attempt)
            call = attrs.evolve(call, timeout=session.tool_call(step, call.args, mark).timeout)
            if not session.begin(call, mark):
                session.is_lost = True
                raise StepFailedSignal(uncertain(step, "another process is making this call"), attempt - 1)
            reply = yield from self._answer(step, call, mark, repeatable=repeatable)
            failure = reply.failure
            if failure is None:
                return reply, attempt
            wait = self._wait(failure, attempt, repeatable=repeatable)
            if wait is None:
                raise StepFailedSignal(self._decidable(step, failure, mark), attempt)
            yield Emit(self._retrying(step, failure, attempt, wait, since))
            yield Pause(wait)

    def _answer(
        self, step: PlanStep, call: ToolCall, mark: CallMark, *, repeatable: bool
    ) -> Generator[Effect, Any, Reply]:
        """Make the call, judge its answer, and write both down."""
        session, tool = self.session, self.session.tool(step.tool)
        try:
            reply: Reply = yield Invoke(call)
        except GeneratorExit:
            # Whoever runs this is stopped in the middle of the call.
            session.end(call, mark, Reply(failure=INTERRUPTED), repeatable=repeatable)
            raise
        final, bound = not session.is_read_elsewhere(step), session.is_bound_elsewhere(step)
        reply = judged(tool, reply, final=final, is_read=bound, successes=session.settings.successes)
        session.learn_secrets(step.tool, reply.body, sent=False)
        session.learn_token(step.id, reply)
        session.end(call, mark, reply, repeatable=repeatable)
        return reply

    def _decidable(self, step: PlanStep, failure: Failure, mark: CallMark) -> Failure:
        """*failure* with what a resumed run has to be told, where it is not known whether the call took effect."""
        if self.session.store is None or self.session.calls[mark].state != UNCERTAIN:
            return failure
        return attrs.evolve(failure, data={**failure.data, "decisions": {step.id: ["retry", "output"]}})

    def _prepare(self, step: PlanStep, mark: CallMark, item: Any, since: float) -> Generator[Effect, Any, ToolCall]:
        """The call with its arguments, announced."""
        session = self.session
        call = session.tool_call(step, {}, mark)
        own = {"element": mark.element, "idempotency_key": call.idempotency_key}
        try:
            self._check_uncertain(step, mark)
            filled, repairs = self._args(step, item, mark.element)
            session.learn_secrets(step.tool, filled)
            args, changes = self.checked(step, filled)
        except StepFailedSignal as signal:
            if not is_open_choice(signal.failure):
                yield Emit(session.step_event(StepStarted, step, "binding", since=since, **own))
            raise
        yield from self.notes(step, since)
        for repaired in repairs:
            yield Emit(session.step_event(BindingRepaired, step, "binding", since=since, **repaired))
        if changes:
            changed = {"changes": list(changes), "element": mark.element}
            yield Emit(session.step_event(ArgsCoerced, step, "validation", since=since, **changed))
        preview = session.preview(step.tool, args)
        yield Emit(session.step_event(StepStarted, step, "call", since=since, args_preview=preview, **own))
        return attrs.evolve(call, args=args)

    def _check_uncertain(self, step: PlanStep, mark: CallMark) -> None:
        known = self.session.calls.get(mark)
        if known is None or known.state not in {STARTED, UNCERTAIN}:
            return
        if self.session.settings.repeatable(step.tool):
            return
        if self.session.decisions.get(step.id) != "retry":
            raise StepFailedSignal(uncertain(step, "whether an earlier call took effect is not known"))

    def _check_time(self, attempt: int) -> None:
        if self.session.time_left() == 0:
            limit = self.session.settings.plan_timeout or 0.0
            raise StepFailedSignal(failure_of(StepTimeoutError(limit, "plan")), attempt - 1)

    def notes(self, step: PlanStep | None, since: float | None = None) -> Iterator[Emit]:
        """What is to be told of the lookups of *step*; of the plan's output without one."""
        session = self.session
        own = {"step_id": step.id, "tool": step.tool} if step is not None else {}
        for note in session.chooser.notes(step):
            said = attrs.asdict(note) | {"key": session.redactor.text(note.key)}
            said["message"] = session.redactor.text(note.message)
            yield Emit(session.event(BindingChosen, "binding", since=since, **own, **said))

    def _args(self, step: PlanStep, item: Any, element: int) -> tuple[dict[str, Any], list[dict[str, str]]]:
        """The arguments with every binding filled, and what was repaired on the way."""
        template: Any = step.args
        repairs: list[dict[str, str]] = []
        pick = self.session.chooser.picker(step, element)
        while True:
            try:
                args: dict[str, Any] = resolve_args(template, self.session.scope(item, pick))
                check_nulls(template, args, self.session.tool(step.tool))
                break
            except BindingError as error:
                new = self._repair(error) if len(repairs) < _MOST_REPAIRS else None
                if new is None:
                    raise StepFailedSignal(failure_of_binding(self.session, step, error)) from None
                repairs.append({"binding": error.binding, "repaired": str(new), "reason": error.reason})
                template = with_binding(template, error.binding, new)
        if self.session.restored and holds_redacted(args) and not holds_redacted(template):
            detail = "a credential that an earlier step produced was not kept in the store; run the plan anew"
            raise StepFailedSignal(Failure(kind="binding", reason="not_stored", message=detail, stage="binding"))
        return args, repairs

    def _repair(self, error: BindingError) -> Reference | None:
        session = self.session
        if session.settings.on_error != "recover" or error.reason not in SHAPE_REASONS:
            return None
        whole = parse(error.binding).whole
        if whole is None or whole.root not in session.outputs:
            return None
        return find_binding(whole, session.outputs[whole.root])

    def checked(self, step: PlanStep, args: dict[str, Any]) -> tuple[Mapping[str, Any], tuple[dict[str, str], ...]]:
        """*args* as they are sent, and what was changed for it. Raises `StepFailedSignal`."""
        mode, tool = self.session.settings.validate_args, self.session.tool(step.tool)
        if mode == "off" or tool is None:
            return args, ()
        checked = check_args(tool, args, coerce=mode == "coerce")
        if checked.problems:
            raise StepFailedSignal(failure_of(ArgumentError(step.tool, checked.problems), "validation"))
        return checked.args, checked.changes

    def _wait(self, failure: Failure, attempt: int, *, repeatable: bool) -> float | None:
        settings = self.session.settings
        if settings.on_error == "abort" or not (repeatable or failure.is_without_effect):
            return None
        kind = failure.reason if failure.kind == "tool" else failure.kind
        wait = settings.retry.wait(attempt, kind, failure.status, failure.retry_after)
        left = self.session.time_left()
        return None if wait is None or (left is not None and wait >= left) else wait

    def _completed(self, step: PlanStep, reply: Reply, attempts: int, mark: CallMark) -> RunEvent:
        session = self.session
        own: dict[str, Any] = {"status": reply.response.status, "attempts": attempts, "element": mark.element}
        own["location"] = session.redactor.text(location_of(reply.response))
        preview = session.preview(step.tool, reply.body)
        return session.step_event(StepCompleted, step, "call", since=self.since, output_preview=preview, **own)

    def _retrying(self, step: PlanStep, failure: Failure, attempt: int, wait: float, since: float) -> RunEvent:
        session = self.session
        own = {"attempt": attempt + 1, "delay": wait, "reason": failure.reason, "status": failure.status}
        message = session.redactor.text(failure.message)
        return session.step_event(StepRetrying, step, "call", since=since, message=message, **own)

    def failed(self, step: PlanStep, signal: StepFailedSignal, mark: CallMark, since: float) -> Iterator[Emit]:
        """That the call of *mark* has failed."""
        session, failure = self.session, signal.failure
        session.failures[step.id] = failure
        # A step that waits for a choice has not failed.
        if is_open_choice(failure):
            return
        yield Emit(
            session.step_event(
                StepFailed,
                step,
                failure.stage,
                since=since,
                attempts=signal.attempts,
                element=mark.element,
                status=failure.status,
                **failure_fields(session, failure, step.tool),
            )
        )
