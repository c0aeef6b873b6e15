"""Target selection: the decision between retrieval and planning."""

from __future__ import annotations

from .target import select_target

__all__ = ["select_target"]
