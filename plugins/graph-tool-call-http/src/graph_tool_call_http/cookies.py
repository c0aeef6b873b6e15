"""Cookies that servers set in a run, sent back to the same origin in the same run (RFC 6265)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

import httpx

from .urls import origin

#: Runs whose cookies are kept at a time: a runner may make many, and nobody tells when one is over.
_RUNS: Final = 256


class Cookies:
    """What servers have set, by run and origin; calls of no run keep none."""

    def __init__(self) -> None:
        self._jars: OrderedDict[tuple[str, tuple[str, str, int]], httpx.Cookies] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, run_id: str, response: httpx.Response) -> None:
        """Keep what *response* sets."""
        if not run_id or "set-cookie" not in response.headers:
            return
        with self._lock:
            key = (run_id, origin(str(response.request.url)))
            jar = self._jars.setdefault(key, httpx.Cookies())
            jar.extract_cookies(response)
            for cookie in list(jar.jar):
                # No request can carry others (RFC 6265, 4.1.1), and one would spoil all that follow.
                if not (text := f"{cookie.name}={cookie.value}").isascii() or not text.isprintable():
                    jar.jar.clear(cookie.domain, cookie.path, cookie.name)
            self._jars.move_to_end(key)
            while len(self._jars) > _RUNS:
                self._jars.popitem(last=False)

    def of(self, run_id: str, url: str) -> dict[str, str]:
        """Cookies for a request to *url*: those whose path, expiry and `Secure` fit."""
        with self._lock:
            jar = self._jars.get((run_id, origin(url)))
            if jar is None:
                return {}
            asking = httpx.Request("GET", url)
            jar.set_cookie_header(asking)
        pairs = (pair.partition("=") for pair in asking.headers.get("Cookie", "").split("; ") if pair)
        return {name: value for name, _, value in pairs}

    def close(self) -> None:
        """Forget all."""
        with self._lock:
            self._jars.clear()
