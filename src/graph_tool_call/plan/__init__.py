"""All that a plan is: synthesis, the plan itself, running it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..model import Plan, PlanStep
from .alternatives import Alternative
from .auth import auth_readiness
from .costs import CostPart
from .differences import Difference
from .entities import entities_from_query
from .errors import (
    ArgumentError,
    BindingError,
    BindingSyntaxError,
    InvalidPlanError,
    JournalError,
    StepTimeoutError,
    ToolCallError,
    UnknownExecutorError,
)
from .failures import PlanSynthesisError
from .intent import IntentError, ParsedIntent, ToolCatalogEntry, catalog_entries, parse_intent
from .policy import Policy
from .synthesizer import PathSynthesizer
from .whynot import ProducerVerdict

if TYPE_CHECKING:
    from .journal import SqliteStore
    from .replanning import resynthesize
    from .retry import RetryPolicy
    from .runner import PlanRunner
    from .trace import ExecutionTrace

__all__ = [
    "Alternative",
    "ArgumentError",
    "BindingError",
    "BindingSyntaxError",
    "CostPart",
    "Difference",
    "ExecutionTrace",
    "IntentError",
    "InvalidPlanError",
    "JournalError",
    "ParsedIntent",
    "PathSynthesizer",
    "Plan",
    "PlanRunner",
    "PlanStep",
    "PlanSynthesisError",
    "Policy",
    "ProducerVerdict",
    "RetryPolicy",
    "SqliteStore",
    "StepTimeoutError",
    "ToolCallError",
    "ToolCatalogEntry",
    "UnknownExecutorError",
    "auth_readiness",
    "catalog_entries",
    "entities_from_query",
    "parse_intent",
    "resynthesize",
]

# Imported when first used (PEP 562): planning alone needs neither event loops nor SQLite.
_HOMES = {
    "ExecutionTrace": ".trace",
    "PlanRunner": ".runner",
    "RetryPolicy": ".retry",
    "SqliteStore": ".journal",
    "resynthesize": ".replanning",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(import_module(_HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
