"""Values that the stages hand to each other. No logic beyond properties."""

from .absent import ABSENT, Absent
from .decision import Decision, Opinion
from .operation import (
    Collection,
    Diagnostic,
    Link,
    MediaType,
    Operation,
    Parameter,
    RequestBody,
    Response,
    SecurityScheme,
    ServerTemplate,
)
from .plan import Plan, PlanStep
from .schema import SUBTYPES, Demand, Schema, SchemaDraft, seal
from .tool import ToolFacts

__all__ = [
    "ABSENT",
    "SUBTYPES",
    "Absent",
    "Collection",
    "Decision",
    "Demand",
    "Diagnostic",
    "Link",
    "MediaType",
    "Operation",
    "Opinion",
    "Parameter",
    "Plan",
    "PlanStep",
    "RequestBody",
    "Response",
    "Schema",
    "SchemaDraft",
    "SecurityScheme",
    "ServerTemplate",
    "ToolFacts",
    "seal",
]
