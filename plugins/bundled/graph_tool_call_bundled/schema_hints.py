"""What the schema of a field says by itself: enums, formats, and descriptions that call it an identifier."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from graph_tool_call.hooks import Field, FieldVerdict, PluginInfo, hookimpl

#: Formats of values that identify (OpenAPI format registry).
_IDENTIFYING: Final = frozenset({"uuid", "guid", "uuid4", "objectid", "ulid"})
#: "The ID of the customer", "Unique identifier for the object".
_CALLED_ID: Final = re.compile(
    r"^\W*(the |an? )?(unique |internal |numeric |system |object )*(id|identifier|uuid|guid|sid|gid)\b", re.IGNORECASE
)
_SCALARS: Final = frozenset({"string", "integer", ""})


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Schema hints", description="Roles by enum, format and description.", hook_api=1)


@hookimpl
def gtc_classify_fields(fields: Sequence[Field]) -> Iterator[FieldVerdict]:
    """Roles enum and identifier, where the schema says so."""
    for field in fields:
        if field.enum is not None:
            if field.direction == "consumes" and len(field.enum) > 1:
                yield FieldVerdict(field=field.ref, role="enum", confidence=0.65, reason="takes one of few values")
        elif field.format in _IDENTIFYING:
            yield FieldVerdict(
                field=field.ref, role="identifier", confidence=0.4, reason=f"has the format {field.format}"
            )
        elif (
            field.direction == "consumes"
            and field.description
            and field.type in _SCALARS
            and _CALLED_ID.match(field.description)
        ):
            yield FieldVerdict(
                field=field.ref, role="identifier", confidence=0.4, reason="is described as an identifier"
            )
