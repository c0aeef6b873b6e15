"""Clients of one runner, and the end of a call's time."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import httpx


class Deadline:
    """The time by which a call is over, its redirects and the last byte included.

    Limits of httpx are for one read: a server that sends a line now and then keeps every
    one of them. So at the end of the time the connections of the call are shut down,
    which ends a read that waits.
    """

    def __init__(self, seconds: float, sockets: list[socket.socket]) -> None:
        self._end = time.monotonic() + seconds
        self._sockets = sockets
        self._lock = threading.Lock()
        self._over = False
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True

    @property
    def left(self) -> float:
        """Seconds until the end; 0 or less when it has passed."""
        return self._end - time.monotonic()

    def check(self, request: httpx.Request) -> None:
        """Raise httpx's timeout when the end has passed."""
        if self.left <= 0:
            raise httpx.ReadTimeout("the answer takes too long", request=request)

    def trace(self, _event: str, info: Mapping[str, Any]) -> None:
        """Keep the sockets of new connections, as httpcore tells of them (its "trace" extension)."""
        stream: Any = info.get("return_value")
        found = stream.get_extra_info("socket") if hasattr(stream, "get_extra_info") else None
        if found is not None:
            with self._lock:
                self._sockets[:] = [known for known in self._sockets if known.fileno() >= 0] + [found]

    def _cut(self) -> None:
        with self._lock:
            for known in () if self._over else self._sockets:
                # One that has ended by itself needs nothing.
                with contextlib.suppress(OSError):
                    known.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Deadline:  # noqa: PYI034 - typing.Self needs Python 3.11
        self._timer.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        with self._lock:
            self._over = True
        self._timer.cancel()


class Clients:
    """Clients that wait for calls. A call has one to itself, so that cutting it off cuts nobody else.

    Args:
        make: Makes a client.
        shared: Whether all send over one transport, which then stays open after a call that was cut off.
    """

    def __init__(self, make: Callable[[], httpx.Client], *, shared: bool = False) -> None:
        self._make = make
        self._shared = shared
        self._idle: list[tuple[httpx.Client, list[socket.socket]]] = []
        self._closed = False

    @contextlib.contextmanager
    def lent(self, seconds: float) -> Iterator[tuple[httpx.Client, Deadline]]:
        """A client, and the deadline of a call of *seconds* over it."""
        try:
            client, sockets = self._idle.pop()
        except IndexError:
            client, sockets = self._make(), []
        deadline = Deadline(seconds, sockets)
        try:
            with deadline:
                yield client, deadline
        finally:
            if (deadline.left > 0 or self._shared) and not self._closed:
                self._idle.append((client, sockets))
            else:
                client.close()

    def close(self) -> None:
        """Close those that wait; one that is lent closes with its call."""
        self._closed = True
        while self._idle:
            self._idle.pop()[0].close()
