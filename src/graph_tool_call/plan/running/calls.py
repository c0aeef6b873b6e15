"""Making one call, with a limit on how long it may take."""

from __future__ import annotations

import asyncio
import contextvars
import queue
import threading
from collections.abc import Callable
from inspect import isawaitable
from typing import Any

from ...hooks import ToolCall
from ..errors import StepTimeoutError
from .outcome import Reply, failed_reply, reply_of

#: What runners call: gives a `ToolResult`, or the body itself; may raise.
Caller = Callable[[ToolCall], Any]


def by_name(call_tool: Callable[[str, dict[str, Any]], Any]) -> Caller:
    """The documented adapter callback `call_tool(tool_name, args)` as a caller."""
    return lambda call: call_tool(call.name, dict(call.args))


def invoke(caller: Caller, call: ToolCall) -> Reply:
    """Make *call*. Past its timeout the answer is a failure, and a later one is dropped."""
    if call.timeout is None:
        return _attempt(caller, call)
    answers: queue.SimpleQueue[Reply] = queue.SimpleQueue()
    context = contextvars.copy_context()
    # A daemon: a call that hangs must not keep the process from ending.
    thread = threading.Thread(
        target=lambda: answers.put(context.run(_attempt, caller, call)), name=f"call {call.name}", daemon=True
    )
    thread.start()
    try:
        return answers.get(timeout=call.timeout)
    except queue.Empty:
        return failed_reply(StepTimeoutError(call.timeout))


def _attempt(caller: Caller, call: ToolCall) -> Reply:
    try:
        return reply_of(caller(call))
    except Exception as error:  # noqa: BLE001 - whatever an adapter raises is the failure of its step
        return failed_reply(error)


async def ainvoke(caller: Caller, call: ToolCall) -> Reply:
    """`invoke` for a caller that may be a coroutine function; one that blocks gets a thread of its own."""
    try:
        return await asyncio.wait_for(_aattempt(caller, call), call.timeout)
    except (TimeoutError, asyncio.TimeoutError):
        return failed_reply(StepTimeoutError(call.timeout or 0.0))


async def _aattempt(caller: Caller, call: ToolCall) -> Reply:
    try:
        answer = await _in_thread(caller, call)
        return reply_of(await answer if isawaitable(answer) else answer)
    except Exception as error:  # noqa: BLE001 - as above
        return failed_reply(error)


async def _in_thread(caller: Caller, call: ToolCall) -> Any:
    """What *caller* returns, without blocking the loop and without a pool that waits for it at the end."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()
    context = contextvars.copy_context()

    def settle(answer: Any, error: Exception | None) -> None:
        if not done.done():
            done.set_exception(error) if error is not None else done.set_result(answer)

    def work() -> None:
        answer, failure = None, None
        try:
            answer = context.run(caller, call)
        except Exception as error:  # noqa: BLE001 - handed over to the loop
            failure = error
        # The loop may be gone by the time of a late answer, which nobody waits for.
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, answer, failure)

    threading.Thread(target=work, name=f"call {call.name}", daemon=True).start()
    return await done
