"""The cyclic collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Without the cyclic collector, for work of bounded size.

    A build makes ten thousands of values that all live to its end; a search or a plan makes
    thousands beside an artifact of millions, all of which a full collection would walk through.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
