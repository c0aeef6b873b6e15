"""What plugins do, call by call, for whoever wants to see it; nothing is measured while nobody does."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

import attrs

#: What the loading of a plugin is called among the hooks.
LOADING: Final = "import"


@attrs.frozen(kw_only=True)
class HookCall:
    """One call of one implementation of a hook."""

    plugin: str
    #: Name of the hook, or `LOADING`.
    hook: str
    #: Things that it was asked about: fields, candidates, texts; 1 where it was asked about one.
    items: int
    #: Wall time. Of what goes around calls, with the calls.
    milliseconds: float
    #: Answers that it gave; 0 where it abstained.
    answers: int
    #: Whether it raised.
    failed: bool = False


Watch = Callable[[HookCall], None]

_watch: Final[ContextVar[Watch | None]] = ContextVar("watch", default=None)


@contextmanager
def traced(watch: Watch) -> Iterator[None]:
    """Engines and hosts that are made inside tell *watch* of each call of a plugin, for as long as they live."""
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


def watching() -> Watch | None:
    """Who wants to see the calls of a host that is made now."""
    return _watch.get()


def watched(call: Callable[..., Any], plugin: str, hook: str, watch: Watch) -> Callable[..., Any]:
    """*call*, the implementation of *hook* by *plugin*, as one that tells *watch*."""

    def timed(*args: Any) -> Any:
        started = time.perf_counter()
        try:
            answer = call(*args)
            if inspect.isgenerator(answer):
                # A generator does its work when it is asked for answers.
                answer = tuple(answer)
        except BaseException:
            watch(_told(plugin, hook, started, args, None, failed=True))
            raise
        if inspect.iscoroutine(answer):
            return _awaited(answer, plugin, hook, started, args, watch)
        watch(_told(plugin, hook, started, args, answer))
        return answer

    return timed


async def _awaited(
    answer: Coroutine[Any, Any, Any], plugin: str, hook: str, started: float, args: tuple[Any, ...], watch: Watch
) -> Any:
    found, failed = None, True
    try:
        found = await answer
        failed = False
        return found
    finally:
        watch(_told(plugin, hook, started, args, found, failed=failed))


def watched_wrapper(call: Callable[..., Any], plugin: str, hook: str, watch: Watch) -> Callable[..., Any]:
    """The same of a wrapper, whose generator goes on between calls."""

    def timed(*args: Any) -> Generator[Any, Any, Any]:
        started = time.perf_counter()
        failed = True
        try:
            answer = yield from call(*args)
            failed = False
            return answer
        finally:
            watch(_told(plugin, hook, started, args, None if failed else True, failed=failed))

    return timed


def _told(
    plugin: str, hook: str, started: float, args: tuple[Any, ...], answer: Any, *, failed: bool = False
) -> HookCall:
    return HookCall(
        plugin=plugin,
        hook=hook,
        items=_items(args),
        milliseconds=(time.perf_counter() - started) * 1_000,
        answers=_answers(answer),
        failed=failed,
    )


def _items(args: tuple[Any, ...]) -> int:
    for arg in args:
        if isinstance(arg, (list, tuple)):
            return len(arg)
        for part in ("candidates", "names"):
            rows = getattr(arg, part, None)
            if isinstance(rows, (list, tuple)):
                return len(rows)
    return 1


def _answers(answer: Any) -> int:
    if answer is None:
        return 0
    return len(answer) if isinstance(answer, (list, tuple)) else 1
