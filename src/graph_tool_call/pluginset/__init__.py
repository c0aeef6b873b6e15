"""Which plugins take part, in what order, and what each of them said."""

from .environment import from_environment
from .host import PluginHost
from .planning import PlanSession
from .report import ReportRow
from .run import RunSession
from .sessions import BuildSession, QuerySession
from .set import PluginRecord, PluginSet
from .trace import HookCall, traced

__all__ = [
    "BuildSession",
    "HookCall",
    "PlanSession",
    "PluginHost",
    "PluginRecord",
    "PluginSet",
    "QuerySession",
    "ReportRow",
    "RunSession",
    "from_environment",
    "traced",
]
