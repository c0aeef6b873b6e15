"""IO contracts: what each operation consumes and produces, and how it is linked to others."""

from __future__ import annotations

from .annotation_file import read_annotations
from .annotations import Annotations
from .index import contract_index
from .options import ContractOptions
from .readiness import readiness
from .summary import contract_summary, naming_of
from .tools import Contracts, build_tools
from .unresolved import unresolved, write_unresolved
from .walk import Budget

__all__ = [
    "Annotations",
    "Budget",
    "ContractOptions",
    "Contracts",
    "build_tools",
    "contract_index",
    "contract_summary",
    "naming_of",
    "read_annotations",
    "readiness",
    "unresolved",
    "write_unresolved",
]
