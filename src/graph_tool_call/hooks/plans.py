"""What formats of plans are made of: plans, bindings, and rows of the contracts that arguments follow."""

from __future__ import annotations

from ..model import Diagnostic, Plan, PlanStep
from ..model.arguments import PLACES
from ..model.binding import (
    EVERY,
    INPUT_ROOTS,
    ITEM_ROOT,
    Every,
    Filter,
    Key,
    Order,
    Position,
    Pseudo,
    Reference,
    Segment,
    Template,
)
from ..model.json_path import EVERY_ELEMENT, EVERY_VALUE, steps
from ..model.tool import Row, row_name, row_path, rows_of, tool_facts
from ..plain_text import one_line

__all__ = [
    "EVERY",
    "EVERY_ELEMENT",
    "EVERY_VALUE",
    "INPUT_ROOTS",
    "ITEM_ROOT",
    "PLACES",
    "Diagnostic",
    "Every",
    "Filter",
    "Key",
    "Order",
    "Plan",
    "PlanStep",
    "Position",
    "Pseudo",
    "Reference",
    "Row",
    "Segment",
    "Template",
    "one_line",
    "row_name",
    "row_path",
    "rows_of",
    "steps",
    "tool_facts",
]
