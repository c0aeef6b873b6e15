"""The component schemas of the kit's small shop."""

from __future__ import annotations

from graph_tool_call.hooks import Schema


def schemas() -> dict[str, Schema]:
    """One schema by name; made anew for each document, so that what changes it is found out."""
    properties = {"orderNo": Schema(type="string"), "total": Schema(type="number")}
    return {"Order": Schema(name="Order", type="object", properties=properties)}
