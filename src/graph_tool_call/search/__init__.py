"""Retrieval: a text index over tools, fused with the evidence of plugins."""

from __future__ import annotations

from .index import SearchIndex
from .match import Fusion
from .meaning import documents_of
from .reach import reaching
from .retrieve import intent_of, retrieve

__all__ = ["Fusion", "SearchIndex", "documents_of", "intent_of", "reaching", "retrieve"]
