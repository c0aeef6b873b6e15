"""IO contracts: what each operation consumes and produces, and how it is linked to others."""

from __future__ import annotations

from .options import ContractOptions
from .tools import Contracts, build_tools
from .walk import Budget

__all__ = ["Budget", "ContractOptions", "Contracts", "build_tools"]
