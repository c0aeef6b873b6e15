"""All that a plan is: synthesis, the plan itself, running it."""

from ..model import Plan, PlanStep
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
from .journal import SqliteStore
from .policy import Policy
from .repair import resynthesize
from .retry import RetryPolicy
from .runner import PlanRunner
from .synthesizer import PathSynthesizer
from .trace import ExecutionTrace

__all__ = [
    "ArgumentError",
    "BindingError",
    "BindingSyntaxError",
    "ExecutionTrace",
    "InvalidPlanError",
    "JournalError",
    "PathSynthesizer",
    "Plan",
    "PlanRunner",
    "PlanStep",
    "PlanSynthesisError",
    "Policy",
    "RetryPolicy",
    "SqliteStore",
    "StepTimeoutError",
    "ToolCallError",
    "UnknownExecutorError",
    "resynthesize",
]
