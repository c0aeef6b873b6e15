"""Who tells codes of standards: a country's, a currency's (see `model.standards`)."""

from __future__ import annotations

from collections.abc import Mapping

from ..model.contract import ToolContract
from ..model.standards import SUBJECTS, tells
from ..model.tool import row_path


def codes_told(contracts: Mapping[str, ToolContract]) -> dict[str, list[tuple[str, int]]]:
    """Standard → (tool, position among its outputs) of its codes."""
    table: dict[str, list[tuple[str, int]]] = {}
    for name, contract in contracts.items():
        if SUBJECTS.isdisjoint(contract.facts.resource.split("_")):
            continue
        for position, row in enumerate(contract.output_rows):
            standard = tells(contract.facts, row_path(row))
            if standard:
                table.setdefault(standard, []).append((name, position))
    return table
