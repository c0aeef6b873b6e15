"""All that a plan is: synthesis, the plan itself, running it."""

from ..model import Plan, PlanStep
from .failures import PlanSynthesisError
from .policy import Policy
from .synthesizer import PathSynthesizer

__all__ = ["PathSynthesizer", "Plan", "PlanStep", "PlanSynthesisError", "Policy"]
