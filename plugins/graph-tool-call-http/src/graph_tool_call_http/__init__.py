"""HTTP executor for graph-tool-call."""

from __future__ import annotations

from .settings import HttpSettings

__all__ = ["HttpSettings"]
