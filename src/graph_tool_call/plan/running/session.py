"""The state of one run, and the one place where its events are made."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import attrs

from ...hooks import ToolCall
from ...model import Plan, PlanStep
from ..binding.bindings import steps_read_by
from ..binding.checks import needs_of
from ..binding.expression import Reference, parse
from ..binding.lookup import Picker
from ..binding.resolve import read
from ..binding.scope import Response, Scope
from ..errors import BindingError, JournalError
from .choosing import Chooser
from .events import RunEvent, StepEvent
from .outcome import Failure, Reply
from .page_size import page_size
from .paged import PagedList
from .records import (
    DONE,
    FAILED,
    STARTED,
    STATES,
    UNCERTAIN,
    CallMark,
    CallRecord,
    RunRecord,
    RunStore,
    as_kept,
    idempotency_key,
    page_of,
    plan_digest,
)
from .redact import SHORTEST_SENT, Redactor, holds_redacted, secret_names
from .run_settings import RunSettings

EventT = TypeVar("EventT", bound=RunEvent)
StepEventT = TypeVar("StepEventT", bound=StepEvent)


class RunSession:
    """Everything that one run knows. Not shared between runs."""

    def __init__(
        self,
        plan: Plan,
        inputs: Mapping[str, Any],
        settings: RunSettings,
        *,
        run_id: str,
        trace_metadata: Mapping[str, Any],
        redactor: Redactor,
        store: RunStore | None = None,
        decisions: Mapping[str, Any] | None = None,
        choices: Mapping[str, Any] | None = None,
    ) -> None:
        self.plan = plan
        self.inputs = dict(inputs)
        self.settings = settings
        self.run_id = run_id
        self.redactor = redactor
        self.store = store
        self.decisions = dict(decisions or {})
        self.chooser = Chooser(self, choices or {})
        self.outputs: dict[str, Any] = {}
        self.responses: dict[str, Response] = {}
        #: (step id, element or -1) → the pages of the list that the call has answered.
        self.lists: dict[tuple[str, int], PagedList] = {}
        #: Elements that `foreach` steps are called for.
        self.items: dict[str, list[Any]] = {}
        #: A list, as a binding without `${` and `}` → what shows that it was not read to its end; "" where it was.
        self.unread: dict[str, str] = {}
        #: `foreach` steps that were not called for all elements, and why.
        self.cut: dict[str, str] = {}
        #: Steps whose output the caller gave.
        self.given: set[str] = set()
        #: Steps whose output came from the store or the caller.
        self.restored: set[str] = set()
        self.calls: dict[CallMark, CallRecord] = {}
        self.failures: dict[str, Failure] = {}
        self.resumed = False
        #: Another process has the run.
        self.is_lost = False
        #: The last event is made, and the run's status written down.
        self.is_over = False
        self._trace_metadata: dict[str, Any] = redactor.mask(dict(trace_metadata))
        self._secret: dict[str, frozenset[str]] = {}
        self._page_sizes: dict[str, int] = {}
        self._sequence = 0
        self.started = settings.clock()
        limit = settings.plan_timeout
        self.deadline = None if limit is None else self.started + limit

    # --- events ---

    def event(self, kind: type[EventT], stage: str, *, since: float | None = None, **own: Any) -> EventT:
        """An event of the run; `duration_ms` counts from *since*, or from the start."""
        self._sequence += 1
        started = self.started if since is None else since
        return kind(
            type=kind.TYPE,
            plan_id=self.plan.id,
            run_id=self.run_id,
            stage=stage,
            sequence=self._sequence,
            timestamp=self.settings.now(),
            library_version=self.settings.library_version,
            trace_metadata=self._trace_metadata,
            duration_ms=round((self.settings.clock() - started) * 1000, 3),
            **own,
        )

    def step_event(self, kind: type[StepEventT], step: PlanStep, stage: str, *, since: float, **own: Any) -> StepEventT:
        """An event about one step."""
        return self.event(kind, stage, since=since, step_id=step.id, tool=step.tool, **own)

    # --- values ---

    def tool(self, name: str) -> Any:
        """The tool's contract, when the runner was given it."""
        return self.settings.tools.get(name)

    def secret(self, name: str) -> frozenset[str]:
        """Names of credentials among the tool's fields."""
        if name not in self._secret:
            tool = self.tool(name)
            self._secret[name] = frozenset() if tool is None else secret_names(tool)
        return self._secret[name]

    def learn_secrets(self, name: str, value: Any, *, sent: bool = True) -> None:
        """Remember the credentials in *value*, so that they are masked wherever they turn up again.

        What is not *sent* but answered may have any word under a telling name.
        """
        if isinstance(value, Mapping):
            for key, member in value.items():
                if str(key) in self.secret(name) or self.redactor.hides(str(key), member):
                    self.redactor.learn(member, shortest=SHORTEST_SENT if sent else sys.maxsize)
                else:
                    self.learn_secrets(name, member, sent=sent)
        elif isinstance(value, (list, tuple)):
            for member in value:
                self.learn_secrets(name, member, sent=sent)

    def learn_token(self, step_id: str, reply: Reply) -> None:
        """Remember what later steps take as a credential from the answer of a step, whatever its field is called."""
        scope = Scope(outputs={step_id: reply.body}, responses={step_id: reply.response})
        for step in self.plan.steps:
            for template in self._credentials(step.tool, step.args):
                for part in parse(template).parts:
                    if isinstance(part, Reference) and part.root == step_id:
                        # What is not there fails where it is needed.
                        with contextlib.suppress(BindingError):
                            self.redactor.learn(read(part, scope))

    def _credentials(self, tool: str, args: Mapping[str, Any]) -> Iterator[str]:
        """Texts among *args* that stand for credentials."""
        for key, value in args.items():
            if isinstance(value, Mapping):
                yield from self._credentials(tool, value)
            elif isinstance(value, str) and (str(key) in self.secret(tool) or self.redactor.is_secret(str(key))):
                yield value

    def scope(self, item: Any, pick: Picker) -> Scope:
        """What a binding can read now; *pick* decides which element a filter means."""
        scope = Scope(outputs=self.outputs, input_context=self.inputs, responses=self.responses, item=item, pick=pick)
        for step in self.plan.steps:
            if step.id in self.outputs and step.id not in self._page_sizes:
                self._page_sizes[step.id] = page_size(step, self.tool(step.tool), scope)
        return attrs.evolve(scope, page_sizes=self._page_sizes, unread=self.unread, items=self.items)

    def page_size(self, step: PlanStep, item: Any, pick: Picker) -> int:
        """How many elements the list of *step* has on a page; 0 where nothing says."""
        return page_size(step, self.tool(step.tool), self.scope(item, pick))

    def preview(self, tool: str, value: Any) -> Any:
        """A bounded copy without credentials."""
        return self.redactor.preview(value, self.secret(tool))

    def keep(self, step_id: str, body: Any, response: Response) -> None:
        """Take the output of a step."""
        self.outputs[step_id] = body
        self.responses[step_id] = response

    def time_left(self) -> float | None:
        """Seconds until the plan's deadline, at least 0; None without one."""
        return None if self.deadline is None else max(0.0, self.deadline - self.settings.clock())

    def tool_call(self, step: PlanStep, args: Mapping[str, Any], mark: CallMark) -> ToolCall:
        """The call that a step makes."""
        left = self.time_left()
        limits = [limit for limit in (self.settings.timeout, left) if limit is not None]
        return ToolCall(
            executor=self.settings.executor,
            name=step.tool,
            args=args,
            tool=self.tool(step.tool) or {},
            plan_id=self.plan.id,
            step_id=step.id,
            timeout=min(limits) if limits else None,
            idempotency_key=idempotency_key(self.run_id, mark, step.tool),
            run_id=self.run_id,
        )

    def is_settled(self, step: PlanStep) -> bool:
        """Whether *step* needs no call any more: its output is there, in the store, or given."""
        decision = self.decisions.get(step.id)
        given = isinstance(decision, Mapping) and "output" in decision
        known = self.calls.get(CallMark(step_id=step.id))
        return step.id in self.outputs or given or (known is not None and known.state == DONE)

    def is_bound_elsewhere(self, step: PlanStep) -> bool:
        """Whether a later step has a binding into the output of *step*."""
        return any(step.id in steps_read_by([other.foreach, other.args]) for other in self.plan.steps)

    def is_read_elsewhere(self, step: PlanStep) -> bool:
        """Whether a later step reads the output of *step*."""
        return any(step.id in needs_of(other) for other in self.plan.steps)

    # --- store ---

    def restore(self) -> None:
        """Take up what the store knows of this run, or write it down as new. Raises `JournalError`."""
        if self.store is None:
            return
        record = self.store.load(self.run_id)
        plan = self.plan.to_dict()
        if record is None:
            self.store.create(self._record(plan, {}))
            return
        if record.plan_digest != plan_digest(plan):
            raise JournalError("plan_changed", "the run was started with another plan", self.run_id)
        steps = {step.id: step for step in self.plan.steps}
        for mark, call in record.calls.items():
            step = steps.get(page_of(mark)[0].step_id)
            # What fits no step of the plan is no record of it: whether a call was made is then not known.
            fits = step is not None and step.tool == call.tool and bool(step.foreach) == (mark.element >= 0)
            if call.state not in STATES or not fits:
                message = f"the record of a call of step {mark.step_id!r} ({call.tool}, {call.state}) fits no step"
                raise JournalError("journal_unreadable", message, self.run_id)
        self.resumed = True
        self.calls = dict(record.calls)
        self._restore_choices()
        self._restore_inputs(record)

    def _restore_inputs(self, record: RunRecord) -> None:
        """Take up the inputs of the run; others may only be given where it lacks them, or they were masked.

        Raises `JournalError`.
        """
        # What the store has masked has to be given again.
        kept = {name: value for name, value in record.inputs.items() if not holds_redacted(value)}
        given = self.stored(self.inputs)
        changed = sorted(name for name in kept if name in given and as_kept(given[name]) != as_kept(kept[name]))
        if changed and record.calls:
            message = f"the run was started with other values of {', '.join(changed)}; a new run id begins anew"
            raise JournalError("inputs_changed", message, self.run_id)
        self.inputs = {**kept, **self.inputs}
        if self.store is not None and as_kept(all_stored := {**record.inputs, **given}) != as_kept(record.inputs):
            self.store.keep_inputs(self.run_id, all_stored)

    def _restore_choices(self) -> None:
        """Choices that steps have used hold for the rest of the run. Raises `JournalError`."""
        kept = self.store.choices(self.run_id) if self.store is not None else {}
        known = {key: answer for key, answer in kept.items() if not holds_redacted(answer)}
        given = self.chooser.choices
        changed = [key for key, answer in known.items() if given.get(key, answer) != answer]
        if changed:
            message = f"a step has used another choice for {', '.join(changed)}; a new run id begins anew"
            raise JournalError("choice_changed", message, self.run_id)
        self.chooser.taken |= known
        self.chooser.choices = {**known, **given}

    def keep_choices(self, choices: Mapping[str, Any]) -> None:
        """Write down choices that steps use."""
        if self.store is not None:
            self.store.keep_choices(self.run_id, {key: self.stored(answer) for key, answer in choices.items()})

    def take_plan(self, plan: Plan, kept: Mapping[str, str]) -> None:
        """Go on with *plan*; *kept* maps its finished steps to those of the old one."""
        outputs = {new: self.outputs[old] for new, old in kept.items()}
        responses = {new: self.responses.get(old, Response()) for new, old in kept.items()}
        calls = {
            attrs.evolve(mark, step_id=new + mark.step_id.removeprefix(old)): call
            for new, old in kept.items()
            for mark, call in self.calls.items()
            if page_of(mark)[0].step_id == old
        }
        self.lists = {(new, at): one for new, old in kept.items() for (of, at), one in self.lists.items() if of == old}
        self.items = {new: self.items[old] for new, old in kept.items() if old in self.items}
        self.cut = {new: self.cut[old] for new, old in kept.items() if old in self.cut}
        self.given = {new for new, old in kept.items() if old in self.given}
        self.unread.clear()
        self.plan, self.outputs, self.responses, self.calls = plan, outputs, responses, calls
        self._page_sizes.clear()
        if self.store is not None:
            self.store.replace_plan(self._record(plan.to_dict(), calls))

    def _record(self, plan: Mapping[str, Any], calls: Mapping[CallMark, CallRecord]) -> RunRecord:
        return RunRecord(
            run_id=self.run_id,
            plan_id=self.plan.id,
            plan_digest=plan_digest(plan),
            plan=self.stored(plan),
            inputs=self.stored(self.inputs),
            calls=calls,
        )

    def stored(self, value: Any, tool: str = "") -> Any:
        """*value* as a store may have it."""
        if self.store is None or self.store.keeps_secrets:
            return value
        return self.redactor.mask(value, self.secret(tool) if tool else frozenset(), binary=True)

    def begin(self, call: ToolCall, mark: CallMark) -> bool:
        """Write the call down before it is made; False when another process makes it."""
        known = self.calls.get(mark)
        record = CallRecord(tool=call.name, state=STARTED, idempotency_key=call.idempotency_key)
        if self.store is not None:
            args = self.stored(call.args, call.name)
            if not self.store.begin(self.run_id, mark, record, args, after=known.state if known else ""):
                return False
        self.calls[mark] = record
        return True

    def end(self, call: ToolCall, mark: CallMark, reply: Reply, *, repeatable: bool) -> None:
        """Write down how the call ended."""
        failure = reply.failure
        state = DONE if failure is None else FAILED
        if failure is not None and not repeatable and not failure.is_without_effect:
            state = UNCERTAIN
        record = CallRecord(
            tool=call.name,
            state=state,
            idempotency_key=call.idempotency_key,
            output=None if failure is not None else self.stored(reply.body, call.name),
            response=Response(headers=self.stored(dict(reply.response.headers)), status=reply.response.status),
            error={} if failure is None else {"kind": failure.kind, "message": self.redactor.text(failure.message)},
        )
        self.calls[mark] = record
        if self.store is not None:
            self.store.end(self.run_id, mark, record)

    def settle(self, step: PlanStep, output: Any) -> None:
        """Write down the output that the caller gave for a call of unknown effect: it need not be said again."""
        mark = CallMark(step_id=step.id)
        known = self.calls.get(mark)
        if known is None or known.state == DONE:
            return
        call = self.tool_call(step, {}, mark)
        # What another process has begun by now is its own to end.
        with contextlib.suppress(JournalError):
            if self.begin(call, mark):
                self.end(call, mark, Reply(body=output), repeatable=False)

    def close(self, status: str) -> None:
        """Write down how the run stands; what another process has of it is left to that."""
        self.is_over = True
        if self.store is not None and not self.is_lost:
            # Calls are written down one by one, so a status that cannot be written loses nothing.
            with contextlib.suppress(JournalError):
                self.store.set_status(self.run_id, status)

    def interrupt(self) -> None:
        """Write down that whoever made the run was stopped."""
        if not self.is_over:
            self.close("cancelled")
