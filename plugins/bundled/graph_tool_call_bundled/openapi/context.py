"""What every reader of one collection shares."""

from __future__ import annotations

import attrs

from graph_tool_call.hooks import Limits, Report, ServerTemplate

from .refs import Place, Resolver
from .schema import SchemaReader


@attrs.frozen(eq=False, kw_only=True)
class Context:
    """The root document, its version, and the tools to read it with."""

    root: Place
    #: "2.0", "3.0.3" …
    version: str
    resolver: Resolver
    schemas: SchemaReader
    report: Report
    limits: Limits
    document_url: str = ""
    #: Filled by who reads `servers`; see `Collection.server_templates`.
    server_templates: dict[str, ServerTemplate] = attrs.field(factory=dict)

    @property
    def swagger(self) -> bool:
        """Whether it is a Swagger 2.0 document."""
        return self.version.startswith("2")


def text(value: object) -> str:
    """*value* when it is text; "" otherwise."""
    return value if isinstance(value, str) else ""
