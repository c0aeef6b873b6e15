"""The steps of a plan one after the other, or side by side where they do not need each other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator, Mapping
from contextlib import aclosing
from http import HTTPStatus
from typing import Any

from ...hooks import ToolCall
from ...model import ABSENT, Plan, PlanStep
from ...model.tool import tool_facts
from ..binding.checks import missing_inputs, needs_of, plan_problems
from ..binding.resolve import fill
from ..binding.scope import Response
from ..errors import BindingError, InvalidPlanError
from .events import ChoiceRequired, InputRequired, PlanAborted, PlanCompleted, PlanRepaired, PlanStarted, RunEvent
from .failing import binding_failure, failure_fields, is_open_choice
from .lookups import ListReader, Reading
from .outcome import Failure, Reply, failure_of, location_of
from .repair import RepairPlan, StepFailureReport, blamed_tool, shared_steps
from .session import RunSession
from .stepping import Effect, Emit, Invoke, Stepper
from .understood import understood

_MOST_PLANS = 3
#: Kinds of failure after which no other plan helps.
_FINAL = frozenset({"timeout", "uncertain", "cancelled", "choice", "journal", "approval"})
_CANCELLED = Failure(kind="cancelled", reason="cancelled", message="the caller stopped the run", stage="plan")

Running = Generator[Effect, Any, None]


class PlanRun:
    """One run: what comes before, between and after its steps."""

    def __init__(
        self,
        session: RunSession,
        *,
        repair_plan: RepairPlan | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.session = session
        self.stepper = Stepper(session)
        self.reader = ListReader(self.stepper)
        self.output: Any = None
        self._repair_plan = repair_plan
        self._cancelled = cancelled or (lambda: False)
        self._failed_tools: dict[str, None] = {}
        self._plans = 1

    def run(self) -> Running:
        """The whole run, step after step."""
        try:
            yield from self._run()
        finally:
            self.session.interrupt()

    def _run(self) -> Running:
        if not (yield from self.opening()):
            return
        while True:
            if (stopped := (yield from self.read_on())) is not None:
                if not (yield from self.repaired(*stopped)):
                    yield self.aborted(stopped[1], stopped[0])
                    return
                continue
            if (step := self.next_step()) is None:
                break
            if self._cancelled():
                yield self.aborted(_CANCELLED)
                return
            if (failure := self.undecided()) is not None:
                yield self.aborted(failure, step)
                return
            failure = yield from self.stepper.run(step)
            if failure is not None and not (yield from self.repaired(step, failure)):
                yield self.aborted(failure, step)
                return
        yield from self.ended()

    def opening(self) -> Generator[Effect, Any, bool]:
        """What comes before the first step; False when nothing else does."""
        session = self.session
        settings = session.settings
        tools = settings.tools if settings.tools_complete else None
        if problems := plan_problems(session.plan, tools):
            yield Emit(self._started())
            error = InvalidPlanError(session.plan.id, problems)
            yield self.aborted(_invalid(error))
            return False
        # A repaired binding asks for choices that the plan does not know.
        if settings.on_error != "recover":
            session.chooser.check(session.plan)
        session.restore()
        yield Emit(self._started())
        if missing := missing_inputs(session.plan, session.inputs):
            session.close("input_required")
            yield Emit(session.event(InputRequired, "inputs", missing=session.redactor.mask(missing)))
            return False
        return True

    def next_step(self) -> PlanStep | None:
        """The first step without an output."""
        return next((step for step in self.session.plan.steps if step.id not in self.session.outputs), None)

    def ready_steps(self, running: set[str]) -> list[PlanStep]:
        """Steps that wait for nothing, in plan order."""
        done = self.session.outputs
        waiting = (s for s in self.session.plan.steps if s.id not in done and s.id not in running)
        return [step for step in waiting if all(needed in done for needed in needs_of(step))]

    def read_on(self) -> Reading:
        """Read on where lookups need more of their lists."""
        return self.reader.run(self._cancelled)

    def undecided(self) -> Failure | None:
        """What has to be chosen before the next step, as far as it is known by now."""
        return self.session.chooser.undecided()

    def is_cancelled(self) -> bool:
        """Whether the caller has stopped the run."""
        return self._cancelled()

    def repaired(self, step: PlanStep, failure: Failure) -> Generator[Effect, Any, bool]:
        """Go on with another plan, where there is one."""
        session = self.session
        blamed = blamed_tool(session.plan, step, failure)
        self._failed_tools[blamed] = None
        # Where a call took effect, or may have, another way to the same end may do it twice.
        unsure = failure.kind == "binding" or not failure.is_without_effect
        hopeless = failure.kind in _FINAL or (unsure and self._changes(blamed))
        if (
            session.settings.on_error != "recover"
            or self._repair_plan is None
            or hopeless
            or self._plans >= _MOST_PLANS
        ):
            return False
        report = StepFailureReport(
            plan=session.plan,
            step=step,
            failure=failure,
            done=tuple(session.outputs),
            input_context=session.inputs,
            failed_tools=tuple(self._failed_tools),
        )
        plan = self._repair_plan(report)
        if plan is None or plan_problems(plan) or missing_inputs(plan, session.inputs):
            return False
        self._plans += 1
        kept = shared_steps(session.plan, plan, session.outputs)
        session.take_plan(plan, kept)
        event = session.event(
            PlanRepaired,
            "plan",
            failed_step=step.id,
            reason=failure.reason,
            steps=_steps(plan.steps),
            kept=sorted(kept),
        )
        yield Emit(event)
        return True

    def _changes(self, tool: str) -> bool:
        """Whether the tool is known to change state."""
        contract = self.session.tool(tool)
        return contract is not None and tool_facts(tool, contract).changes_state

    def ended(self) -> Iterator[Emit]:
        """What comes after the last step."""
        session = self.session
        plan = session.plan
        try:
            last = plan.steps[-1].id if plan.steps else ""
            if plan.output_binding:
                self.output = fill(plan.output_binding, session.scope(ABSENT, session.chooser.picker(None)))
            else:
                self.output = session.outputs.get(last)
        except BindingError as error:
            yield self.aborted(binding_failure(error, "output_binding", "output"))
            return
        yield from self.stepper.notes(None)
        session.close("completed")
        output = session.redactor.mask(self.output, session.secret(plan.steps[-1].tool) if plan.steps else frozenset())
        own = {"output": output, "completed_steps": list(session.outputs), "accepted": self._accepted()}
        own["lookups"] = self.reader.findings.table()
        yield Emit(session.event(PlanCompleted, "plan", **own))

    def _accepted(self) -> list[dict[str, str]]:
        """The steps whose call was accepted, and where to look for what becomes of it."""
        session = self.session
        responses = [(step, session.responses.get(step.id, Response())) for step in session.plan.steps]
        return [
            {"step_id": step.id, "tool": step.tool, "location": session.redactor.text(location_of(response))}
            for step, response in responses
            if response.status == HTTPStatus.ACCEPTED
        ]

    def aborted(self, failure: Failure, step: PlanStep | None = None) -> Emit:
        """The end of a run that does not complete, or that waits for a choice."""
        session = self.session
        if is_open_choice(failure):
            return self._choice_required(failure)
        invalid = failure.kind == "validation"
        session.is_over = True
        if not invalid:
            session.close("cancelled" if failure.kind == "cancelled" else "failed")
        return Emit(
            session.event(
                PlanAborted,
                failure.stage,
                failed_step=step.id if step is not None else "",
                tool=step.tool if step is not None else "",
                completed_steps=list(session.outputs),
                resumable=session.store is not None and not invalid,
                lookups=self.reader.findings.table(step, failure),
                **failure_fields(session, failure, step.tool if step is not None else ""),
            )
        )

    def _choice_required(self, failure: Failure) -> Emit:
        session = self.session
        session.close("choice_required")
        own = {"choices": failure.data["choices"], "completed_steps": list(session.outputs)}
        own["lookups"] = self.reader.findings.table()
        return Emit(session.event(ChoiceRequired, "binding", resumable=session.store is not None, **own))

    def _started(self) -> PlanStarted:
        session = self.session
        return session.event(
            PlanStarted,
            "plan",
            goal=session.redactor.text(session.plan.goal),
            steps=_steps(session.plan.steps),
            inputs=sorted(map(str, session.inputs)),
            resumed=session.resumed,
            unread=_unread(session.plan),
            request=understood(session.plan, session.redactor),
        )


def _unread(plan: Plan) -> list[dict[str, Any]]:
    """Given values that the planner found no place for, as the plan tells them."""
    synthesis = plan.metadata.get("synthesis")
    rows = synthesis.get("unread") if isinstance(synthesis, Mapping) else None
    rows = [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, (list, tuple)) else []
    return [{"key": str(row["key"]), "considered": list(row.get("considered") or ())} for row in rows if "key" in row]


def _steps(steps: list[PlanStep]) -> list[dict[str, str]]:
    return [{"id": step.id, "tool": step.tool} for step in steps]


def _invalid(error: InvalidPlanError) -> Failure:
    return Failure(
        kind="validation",
        reason="invalid_plan",
        message=str(error),
        stage="plan",
        exception_type=type(error).__name__,
        data=error.to_dict(),
    )


ACall = Callable[[ToolCall], Awaitable[Reply]]


async def side_by_side(plan_run: PlanRun, call: ACall, limit: int) -> AsyncGenerator[RunEvent, None]:
    """Run *plan_run* on the event loop, at most *limit* steps at a time; events as they happen."""
    opening = _Kept(plan_run.opening() if limit > 1 else plan_run.run())
    async with aclosing(_adrive(opening.run(), call)) as events:
        async for event in events:
            yield event
    if not opening.value:
        return
    side = _SideBySide(plan_run, call, limit)
    try:
        async with aclosing(side.run()) as events:
            async for event in events:
                yield event
    finally:
        await side.stop()
        plan_run.session.interrupt()


class _Kept:
    """A generator that remembers what the one inside it returned."""

    def __init__(self, inner: Generator[Effect, Any, Any]) -> None:
        self.inner = inner
        self.value: Any = None

    def run(self) -> Running:
        self.value = yield from self.inner


async def _adrive(effects: Running, call: ACall) -> AsyncGenerator[RunEvent, None]:
    answer: Any = None
    try:
        while True:
            effect = effects.send(answer)
            answer = None
            if isinstance(effect, Emit):
                yield effect.event
            elif isinstance(effect, Invoke):
                answer = await call(effect.call)
            else:
                await asyncio.sleep(effect.seconds)
    except StopIteration:
        return
    finally:
        effects.close()


class _SideBySide:
    """Tasks for the steps that run now; their events come out of one queue."""

    def __init__(self, plan_run: PlanRun, call: ACall, limit: int) -> None:
        self.plan_run = plan_run
        self.call = call
        self.limit = limit
        self.tasks: dict[str, asyncio.Task[None]] = {}
        #: Events, and (step, failure) when a step is over.
        self.queue: asyncio.Queue[RunEvent | tuple[PlanStep, Failure | None]] = asyncio.Queue()

    async def run(self) -> AsyncGenerator[RunEvent, None]:
        failed: tuple[PlanStep, Failure] | None = None
        is_due = True
        while True:
            if failed is None and is_due:
                reading = _Kept(self.plan_run.read_on())
                async for event in _adrive(reading.run(), self.call):
                    yield event
                failed, is_due = reading.value or self.start(), False
            if failed is not None and not self.tasks:
                kept = _Kept(self.plan_run.repaired(*failed))
                async for event in _adrive(kept.run(), self.call):
                    yield event
                if not kept.value:
                    break
                failed, is_due = None, True
                continue
            if not self.tasks:
                break
            item = await self.queue.get()
            if isinstance(item, RunEvent):
                yield item
                continue
            step, failure = item
            await self.tasks.pop(step.id)
            is_due = True
            if failure is not None and failed is None:
                # Calls that are on their way are waited for: their outcome is worth knowing.
                failed = step, failure
        for emit in self.last(failed):
            yield emit.event

    def last(self, failed: tuple[PlanStep, Failure] | None) -> Iterator[Emit]:
        if failed is not None:
            step, failure = failed
            yield self.plan_run.aborted(failure, step)
        elif self.plan_run.next_step() is not None and self.plan_run.is_cancelled():
            yield self.plan_run.aborted(_CANCELLED)
        else:
            yield from self.plan_run.ended()

    def start(self) -> tuple[PlanStep, Failure] | None:
        """Start what can be started; what has to be chosen before that, with the next step."""
        if self.plan_run.is_cancelled():
            return None
        step = self.plan_run.next_step()
        if step is not None and (failure := self.plan_run.undecided()) is not None:
            return step, failure
        for step in self.plan_run.ready_steps(set(self.tasks)):
            if len(self.tasks) >= self.limit:
                break
            self.tasks[step.id] = asyncio.get_running_loop().create_task(self.take(step))
        return None

    async def take(self, step: PlanStep) -> None:
        kept = _Kept(self.plan_run.stepper.run(step))
        try:
            async for event in _adrive(kept.run(), self.call):
                await self.queue.put(event)
            failure = kept.value
        except Exception as error:  # noqa: BLE001 - ends the run in order, like any failure
            failure = failure_of(error)
        await self.queue.put((step, failure))

    async def stop(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
