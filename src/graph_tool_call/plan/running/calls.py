"""Making one call, with a limit on how long it may take."""

from __future__ import annotations

import asyncio
import contextvars
import queue
import threading
import time
from collections.abc import Callable
from inspect import isawaitable
from typing import Any

from ...hooks import ToolCall
from ..errors import StepTimeoutError
from .outcome import Failure, Reply, failed_reply, reply_of
from .retry import may_change

#: What runners call: gives a `ToolResult`, or the body itself; may raise.
Caller = Callable[[ToolCall], Any]


def by_name(call_tool: Callable[[str, dict[str, Any]], Any]) -> Caller:
    """The documented adapter callback `call_tool(tool_name, args)` as a caller."""
    return lambda call: call_tool(call.name, dict(call.args))


def invoke(caller: Caller, call: ToolCall) -> Reply:
    """Make *call*. Past its timeout the answer is a failure, and a later one is dropped.

    A call that may change something waits for an earlier one of the same key that is still
    on its way, as after a timeout: the later of two changes must be the one that holds.
    """
    if not _LATE.ended(call.idempotency_key, call.timeout):
        return _NOT_MADE
    if call.timeout is None:
        return _attempt(caller, call)
    answers: queue.SimpleQueue[Reply] = queue.SimpleQueue()
    _LATE.start(call, lambda: answers.put(_attempt(caller, call)))
    try:
        return answers.get(timeout=call.timeout)
    except queue.Empty:
        return failed_reply(StepTimeoutError(call.timeout))


class _LateCalls:
    """Threads of calls, and which of them may still change something."""

    def __init__(self) -> None:
        self._threads: dict[str, threading.Thread] = {}

    def start(self, call: ToolCall, work: Callable[[], object]) -> None:
        """Do *work* in a thread, which is a daemon: a call that hangs must not keep the process from ending."""
        context = contextvars.copy_context()
        thread = threading.Thread(target=lambda: self._run(call, work, context), name=f"call {call.name}", daemon=True)
        if call.idempotency_key and may_change(call.tool):
            self._threads[call.idempotency_key] = thread
        thread.start()

    def ended(self, key: str, seconds: float | None) -> bool:
        """Wait for the earlier call of that key, *seconds* at most; whether there is none any more."""
        thread = self._threads.get(key)
        if thread is not None:
            thread.join(seconds)
        return thread is None or not thread.is_alive()

    def _run(self, call: ToolCall, work: Callable[[], object], context: contextvars.Context) -> None:
        try:
            context.run(work)
        finally:
            if self._threads.get(call.idempotency_key) is threading.current_thread():
                del self._threads[call.idempotency_key]


_LATE = _LateCalls()


#: Seconds between two looks at a call that may still be on its way.
_POLL = 0.02
_NOT_MADE = Reply(
    failure=Failure(
        kind="timeout",
        reason="timeout",
        message="an earlier try of the same call is still on its way, so it was not made again",
        exception_type=StepTimeoutError.__name__,
    )
)


def _attempt(caller: Caller, call: ToolCall) -> Reply:
    try:
        return reply_of(caller(call))
    except Exception as error:  # noqa: BLE001 - whatever an adapter raises is the failure of its step
        return failed_reply(error)


async def ainvoke(caller: Caller, call: ToolCall, *, blocks: bool = True) -> Reply:
    """`invoke` for a caller that may be a coroutine function; one that *blocks* gets a thread of its own."""
    limit = None if call.timeout is None else time.monotonic() + call.timeout
    while not _LATE.ended(call.idempotency_key, 0):
        if limit is not None and time.monotonic() >= limit:
            return _NOT_MADE
        await asyncio.sleep(_POLL)
    try:
        return await asyncio.wait_for(_aattempt(caller, call, blocks=blocks), call.timeout)
    except (TimeoutError, asyncio.TimeoutError):
        return failed_reply(StepTimeoutError(call.timeout or 0.0))


async def _aattempt(caller: Caller, call: ToolCall, *, blocks: bool) -> Reply:
    try:
        answer = await _in_thread(caller, call) if blocks else caller(call)
        return reply_of(await answer if isawaitable(answer) else answer)
    except Exception as error:  # noqa: BLE001 - as above
        return failed_reply(error)


async def _in_thread(caller: Caller, call: ToolCall) -> Any:
    """What *caller* returns, without blocking the loop and without a pool that waits for it at the end."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()

    def settle(answer: Any, error: Exception | None) -> None:
        if not done.done():
            done.set_exception(error) if error is not None else done.set_result(answer)

    def work() -> None:
        answer, failure = None, None
        try:
            answer = caller(call)
        except Exception as error:  # noqa: BLE001 - handed over to the loop
            failure = error
        # The loop may be gone by the time of a late answer, which nobody waits for.
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, answer, failure)

    _LATE.start(call, work)
    return await done
