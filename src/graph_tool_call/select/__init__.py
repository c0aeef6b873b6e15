"""Target selection: the decision between retrieval and planning."""

from __future__ import annotations

from .page import selection_page
from .table import selection_table
from .target import select_target

__all__ = ["select_target", "selection_page", "selection_table"]
