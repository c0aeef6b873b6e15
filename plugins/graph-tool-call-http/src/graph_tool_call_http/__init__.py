"""HTTP executor for graph-tool-call."""

from __future__ import annotations

from .settings import HttpOptions, HttpSettings

__all__ = ["HttpOptions", "HttpSettings"]
