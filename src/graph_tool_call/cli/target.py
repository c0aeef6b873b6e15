"""Finding an operation by what a person calls it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model.tool import tool_facts
from .failure import NO_ANSWER, CommandError
from .text import near


def find_tool(wanted: str, tools: Mapping[str, Any]) -> str:
    """The tool that *wanted* names: a tool name, an operationId, or `METHOD /path`.

    Raises `CommandError` unknown_target.
    """
    if wanted in tools:
        return wanted
    facts = {name: tool_facts(name, tool) for name, tool in tools.items()}
    operations = {f"{fact.method} {fact.path}": name for name, fact in facts.items()}
    method, space, path = wanted.strip().partition(" ")
    if space:
        found = operations.get(f"{method.lower()} {path.strip()}")
    else:
        found = next((name for name, fact in sorted(facts.items()) if fact.operation_id == wanted), None)
    if found is None:
        raise _unknown(
            wanted, list(tools), [f"{key.split(' ', 1)[0].upper()} {key.split(' ', 1)[1]}" for key in operations]
        )
    return found


def _unknown(wanted: str, names: list[str], operations: list[str]) -> CommandError:
    close = near(wanted, operations if " " in wanted.strip() or wanted.startswith("/") else names)
    hint = f"did you mean {', '.join(close)}?" if close else "graph-tool-call search finds operations by what they do"
    details = {"target": wanted, "near": close}
    return CommandError("unknown_target", f"there is no operation {wanted!r} ({hint})", NO_ANSWER, details)
