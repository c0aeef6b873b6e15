"""One run event of each kind."""

from __future__ import annotations

from dataclasses import fields
from typing import Any


def events() -> tuple[object, ...]:
    """One event of each kind that a run may have."""
    from graph_tool_call.plan import EVENT_TYPES

    said: dict[str, Any] = {
        "plan_id": "p-1",
        "run_id": "r-1",
        "stage": "call",
        "sequence": 1,
        "timestamp": 1_700_000_000.0,
        "library_version": "0",
        "trace_metadata": {"trace": "t-1"},
        "duration_ms": 12.5,
        "step_id": "s-1",
        "tool": "get_orders",
        "goal": "list orders",
        "steps": [{"id": "s-1", "tool": "get_orders"}],
        "inputs": ["status"],
        "output": {"items": [{"orderNo": "A-1"}]},
    }
    return tuple(
        kind(**{"type": kind.TYPE, **{one.name: said[one.name] for one in fields(kind) if one.name in said}})
        for kind in EVENT_TYPES
    )
