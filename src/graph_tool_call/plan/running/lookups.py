"""Reading lists page by page, until what a plan looks up in them is found, or to their end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import takewhile
from typing import Any

import attrs

from ...hooks import ToolCall
from ...model import ABSENT, PlanStep
from ..binding.expression import Every, Filter, Key, Position, Reference
from ..errors import JournalError
from .events import PageRead
from .failing import StepFailedSignal, signal_of
from .findings import Findings
from .next_page import Answer, Following, Pager
from .outcome import Failure, Reply
from .paged import Keys, PagedList, rows_at
from .records import DONE, CallMark, CallRecord, page_mark
from .redact import holds_redacted
from .retry import may_change
from .stepping import Effect, Emit, Stepper

#: Ends with the step whose list could not be read, and why; None when all was read that is needed by now.
Reading = Generator[Effect, Any, "tuple[PlanStep, Failure] | None"]


@attrs.frozen(kw_only=True)
class Place:
    """A list in the answer of one call: the step, its element or -1, and the way to the list."""

    step: PlanStep
    element: int
    way: Keys

    @property
    def mark(self) -> CallMark:
        """The call that began the list."""
        return CallMark(step_id=self.step.id, element=self.element)


@attrs.frozen(kw_only=True)
class Task:
    """Something to read, and the lookup that it is read for."""

    place: Place
    key: str
    #: Whether the list is to be read anew without its hints.
    widens: bool = False


class ListReader:
    """Reads on where a lookup of the rest of the plan needs more of a list than was answered at first."""

    def __init__(self, stepper: Stepper) -> None:
        self.stepper = stepper
        self.session = stepper.session
        #: Steps whose pages in the store were taken up.
        self._restored: set[str] = set()
        #: What became of the lookups.
        self.findings = Findings(self.session)

    def run(self, is_cancelled: Callable[[], bool]) -> Reading:
        """Read what the lookups need that can be tried by now."""
        task: Task | None = None
        since = self.session.settings.clock()
        try:
            for task in self._kept():
                yield from self._read(task)
            while not is_cancelled() and (task := self._task()) is not None:
                since = self.session.settings.clock()
                yield from self._read(task)
        except (StepFailedSignal, JournalError) as error:
            assert task is not None
            signal = _naming(task, signal_of(error))
            yield from self.stepper.failed(task.place.step, signal, task.place.mark, since)
            return task.place.step, signal.failure
        return None

    # --- what is read ---

    def _task(self) -> Task | None:
        """What has to be read next."""
        for reference in self.session.chooser.lookups():
            for place in self._places(reference):
                self._list(place)
            self._tell(reference)
        for look in self.session.chooser.looks():
            places = list(self._places(look.reference))
            # A search that finds nothing may leave its list out.
            hinted = look.is_missed and any(self.stepper.hints(place.step) for place in places)
            task = None if look.is_settled and not hinted else self._open(places, look.key)
            if task is None and look.is_missed:
                task = next((Task(place=p, key=look.key, widens=True) for p in places if self._can_widen(p)), None)
            if task is not None:
                return task
            lists = [self._list(place) for place in places]
            self.findings.note(look, lists, sum(one.rows(p.way) for one, p in zip(lists, places, strict=True)))
        for step, reference in self.session.chooser.parents():
            places = [place for place in self._places(reference) if self._wants_parents(step, place)]
            if (task := self._open(places, reference.inner)) is not None:
                return task
        return None

    def _open(self, places: list[Place], key: str) -> Task | None:
        return next((Task(place=place, key=key) for place in places if not self._list(place).is_over), None)

    def _wants_parents(self, step: PlanStep, place: Place) -> bool:
        """Whether more elements are needed for *step* to be called for."""
        limit = self.session.settings.lookup_parents
        return may_change(self.session.tool(step.tool)) or self._list(place).rows(place.way) < limit

    def _places(self, reference: Reference) -> Iterator[Place]:
        """The lists that *reference* first looks through: one of each call where its step has `foreach`."""
        session = self.session
        step = next((one for one in session.plan.steps if one.id == reference.root), None)
        if step is None or step.id not in session.outputs or not self._may_read(step):
            return
        segments = list(takewhile(lambda one: not isinstance(one, Filter), reference.segments))
        if not step.foreach:
            elements = [-1]
        elif not segments or step.id not in session.items:
            return
        elif isinstance(segments[0], Every):
            elements, segments = list(range(len(session.outputs[step.id]))), segments[1:]
        elif isinstance(segments[0], Position) and 0 <= segments[0].index < len(session.outputs[step.id]):
            elements, segments = [segments[0].index], segments[1:]
        else:
            return
        way = tuple(one for one in takewhile(lambda one: isinstance(one, Key), segments) if isinstance(one, Key))
        if len(way) == len(segments) or isinstance(segments[len(way)], (Every, Position)):
            yield from (Place(step=step, element=element, way=way) for element in elements)

    def _may_read(self, step: PlanStep) -> bool:
        """Whether the call of *step* may be made again for further pages: it only reads, and it was a call."""
        return not may_change(self.session.tool(step.tool)) and step.id not in self.session.given

    def _kept(self) -> Iterator[Task]:
        """The pages of lists that an earlier process has read: these are the rows that the run goes on with."""
        for step in self.session.plan.steps:
            if step.id in self._restored or step.id not in self.session.outputs:
                continue
            self._restored.add(step.id)
            elements = range(len(self.session.outputs[step.id])) if step.foreach else (-1,)
            for element in elements:
                yield from self._kept_of(step, element)

    def _kept_of(self, step: PlanStep, element: int) -> Iterator[Task]:
        reference = next((one for one in self._lists_of(step.id)), None)
        places = self._places(reference) if reference is not None else ()
        place = next((place for place in places if place.element == element), None)
        if place is None or reference is None:
            return
        if not self._list(place).wide and self._record(page_mark(place.mark, 1, wide=True)) is not None:
            yield Task(place=place, key=reference.inner, widens=True)
        state = self._list(place)
        while not state.is_over and self._record(page_mark(place.mark, state.pages + 1, wide=state.wide)) is not None:
            yield Task(place=place, key=reference.inner)

    def _lists_of(self, step_id: str) -> Iterator[Reference]:
        """The references of the plan that look through the answer of a step."""
        return (one for one in self.session.chooser.searches() if one.root == step_id)

    def _record(self, mark: CallMark) -> CallRecord | None:
        known = self.session.calls.get(mark)
        return known if known is not None and known.state == DONE else None

    def _list(self, place: Place) -> PagedList:
        """What is known of the list at *place*."""
        session, key = self.session, (place.step.id, place.element)
        if key not in session.lists:
            output = session.outputs[place.step.id]
            call = session.calls.get(place.mark)
            response = call.response if call is not None else session.responses[place.step.id]
            body = output if place.element < 0 else output[place.element]
            session.lists[key] = PagedList(bodies=[body], headers=response.headers)
        found = session.lists[key]
        if place.way not in found.ways:
            found.add(place.way)
            self._put(place, found)
        return found

    def _put(self, place: Place, found: PagedList) -> None:
        """Make what was read the output of the step."""
        outputs = self.session.outputs
        if place.element < 0:
            outputs[place.step.id] = found.whole()
        else:
            outputs[place.step.id] = [*outputs[place.step.id]]
            outputs[place.step.id][place.element] = found.whole()

    def _tell(self, reference: Reference) -> None:
        """Keep what shows that the lists of a lookup were not read to their end."""
        known = [self.session.lists.get((place.step.id, place.element)) for place in self._places(reference)]
        found = [one for one in known if one is not None and one.is_over]
        if not found or len(found) < len(known):
            return
        texts = [one.more for one in found if one.more]
        if cut := self.session.cut.get(reference.root):
            texts.append(cut)
        text = texts[0] if texts else ""
        segments = takewhile(lambda one: not isinstance(one, Filter), reference.segments)
        self.session.unread[Reference(reference.root, tuple(segments)).inner] = text

    # --- reading ---

    def _read(self, task: Task) -> Generator[Effect, Any, None]:
        place, found = task.place, self._list(task.place)
        if found.args is None:
            args = self.stepper.arguments(place.step, place.element)
            found.args = self._without_hints(place.step, args) if found.wide or task.widens else args
            found.is_new(found.args)
            found.is_repeated(found.bodies[0], place.way)
        if task.widens:
            yield from self._widen(task)
            return
        following = self._following(place, found)
        if following is None or following.args is None:
            return
        reply, kept = yield from self._call(task, following.args, found.pages + 1)
        if found.is_repeated(reply.body, place.way):
            # Who does not know the parameter gives the first page again.
            found.end(f"{following.left}; the next page has the same elements" if following.left else "")
        else:
            found.bodies.append(reply.body)
            found.headers, found.args = reply.response.headers, following.args
            self._put(place, found)
        yield self._event(task, found, reply, kept=kept)

    def _widen(self, task: Task) -> Generator[Effect, Any, None]:
        """Read the list again, without the arguments that narrow it on the server."""
        place, found = task.place, self._list(task.place)
        args = self._without_hints(place.step, self.stepper.arguments(place.step, place.element))
        found.begin_wide()
        try:
            reply, kept = yield from self._call(task, args, 1)
        except StepFailedSignal:
            found.bodies = [self._body(place)]
            found.end("the list without its filter could not be read", "list_failed")
            raise
        found.bodies, found.headers, found.args = [reply.body], reply.response.headers, args
        found.is_new(args)
        found.is_repeated(reply.body, place.way)
        self._put(place, found)
        yield self._event(task, found, reply, kept=kept)

    def _body(self, place: Place) -> Any:
        output = self.session.outputs[place.step.id]
        return output if place.element < 0 else output[place.element]

    def _can_widen(self, place: Place) -> bool:
        found = self._list(place)
        return not found.wide and found.is_over and bool(self.stepper.hints(place.step))

    def _without_hints(self, step: PlanStep, args: dict[str, Any]) -> dict[str, Any]:
        """*args* without those that only narrow the list."""
        for name in self.stepper.hints(step):
            args = _without(args, name)
        return args

    def _following(self, place: Place, found: PagedList) -> Following | None:
        """The call for the next page; None, and the list is over, where there is none to make."""
        session, step, args = self.session, place.step, found.args or {}
        pager = Pager(session.tool(step.tool), session.redactor.is_secret)
        item = session.items[step.id][place.element] if place.element >= 0 else ABSENT
        last = found.bodies[-1]
        size = session.page_size(step, item, session.chooser.picker(step, place.element, trial=True))
        way = found.place(place.way)
        answer = Answer(body=last, headers=found.headers, way=way, size=size)
        before = found.rows(place.way) - len(rows_at(last, way))
        following = pager.following(args, answer, before=before, pages=found.pages, told=found.told)
        found.told = found.told or bool(following.more)
        limit = session.settings.lookup_pages
        if following.args is None or (found.pages == 1 and pager.asks(args)):
            found.end(following.left if following.args is None else following.more)
        elif holds_redacted(following.args):
            found.end(f"{following.more}; what asks for the next page was not kept in the store")
        elif found.pages >= limit:
            said = following.more or "nothing says that the list ends"
            read = "1 page was" if limit == 1 else f"{limit} pages were"
            found.end(f"{said}; {read} read, which is the limit", "page_limit")
        elif not found.is_new(following.args):
            found.end(f"{following.left}; the same page was asked for before" if following.left else "")
        else:
            return following
        return None

    def _call(self, task: Task, args: dict[str, Any], page: int) -> Generator[Effect, Any, tuple[Reply, bool]]:
        """The answer to one call, and whether it is the store's."""
        place = task.place
        mark = page_mark(place.mark, page, wide=task.widens or self._list(place).wide)
        if (known := self._record(mark)) is not None:
            self.session.restored.add(place.step.id)
            return Reply(body=known.output, response=known.response), True
        call: ToolCall = attrs.evolve(self.session.tool_call(place.step, {}, mark), args=args)
        reply = yield from self.stepper.call(place.step, call, mark)
        return reply, False

    def _event(self, task: Task, found: PagedList, reply: Reply, *, kept: bool) -> Emit:
        session, place = self.session, task.place
        own = {
            "element": place.element,
            "key": session.redactor.text(task.key),
            "page": found.pages,
            "rows": len(rows_at(reply.body, found.place(place.way))),
            "rows_read": found.rows(place.way),
            "widened": found.wide,
            "restored": kept,
            "status": reply.response.status,
            "args_preview": session.preview(place.step.tool, found.args),
        }
        return Emit(session.step_event(PageRead, place.step, "call", since=self.stepper.since, **own))


def _without(args: dict[str, Any], name: str) -> dict[str, Any]:
    """*args* without the one called *name*; a dotted name leads into an object."""
    if name in args:
        return {key: value for key, value in args.items() if key != name}
    head, dot, rest = name.partition(".")
    inner = args.get(head)
    return {**args, head: _without(inner, rest)} if dot and isinstance(inner, dict) else args


def _naming(task: Task, signal: StepFailedSignal) -> StepFailedSignal:
    """*signal*, with the lookup that the list was read for."""
    failure = signal.failure
    what = "without its filter" if task.widens else "further"
    message = f"{failure.message} (the list of {task.place.step.id} was read {what} for {task.key})"
    named = attrs.evolve(failure, message=message, data={**failure.data, "lookup": task.key})
    return StepFailedSignal(named, signal.attempts)
