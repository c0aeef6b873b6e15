"""All that a plan is: synthesis, the plan itself, running it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..model import Plan, PlanStep
from ..request.intent import IntentError, ParsedIntent, ToolCatalogEntry, catalog_entries, parse_intent
from .errors import (
    ArgumentError,
    BindingError,
    BindingSyntaxError,
    ChoiceError,
    InvalidPlanError,
    JournalError,
    StepTimeoutError,
    ToolCallError,
    UnknownExecutorError,
)
from .explain.alternatives import Alternative
from .explain.auth import auth_readiness
from .explain.costs import CostPart
from .explain.differences import Difference
from .explain.whynot import ProducerVerdict
from .problem.failures import EmptyFilterError, PlanSynthesisError, UnreadValueError
from .rules.weights import Weights
from .synthesis.synthesizer import PathSynthesizer

if TYPE_CHECKING:
    from .running.events import EVENT_TYPES
    from .running.journal import SqliteStore
    from .running.retry import RetryPolicy
    from .running.runner import PlanRunner
    from .running.trace import ExecutionTrace
    from .synthesis.replanning import resynthesize

__all__ = [
    "EVENT_TYPES",
    "Alternative",
    "ArgumentError",
    "BindingError",
    "BindingSyntaxError",
    "ChoiceError",
    "CostPart",
    "Difference",
    "EmptyFilterError",
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
    "ProducerVerdict",
    "RetryPolicy",
    "SqliteStore",
    "StepTimeoutError",
    "ToolCallError",
    "ToolCatalogEntry",
    "UnknownExecutorError",
    "UnreadValueError",
    "Weights",
    "auth_readiness",
    "catalog_entries",
    "parse_intent",
    "resynthesize",
]

# Imported when first used (PEP 562): planning alone needs neither event loops nor SQLite.
_HOMES = {
    "EVENT_TYPES": ".running.events",
    "ExecutionTrace": ".running.trace",
    "PlanRunner": ".running.runner",
    "RetryPolicy": ".running.retry",
    "SqliteStore": ".running.journal",
    "resynthesize": ".synthesis.replanning",
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
