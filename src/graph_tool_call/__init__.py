"""API descriptions in; safe, explainable tool calls out."""

from __future__ import annotations

__version__ = "0.1.0"
