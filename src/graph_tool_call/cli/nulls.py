"""`-e NAME=null`: a value that is said to be none."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final

from ..model.contract import ToolContract
from ..model.json_path import steps
from ..model.plan import Plan

#: Who says what no plugin read.
CALLER: Final = "caller"


def null_places(target: str, tools: Mapping[str, Any], entities: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """For each of *entities* that is null and names a body field of *target* that may be null, where that stands."""
    unset = [key for key, value in entities.items() if value is None]
    found: dict[str, tuple[str, ...]] = {}
    for row in ToolContract(target, tools[target]).inputs if unset else ():
        way = steps(row.path) if row.location == "body" and row.row.get("nullable") else ()
        key = next((key for key in unset if key in (row.name, ".".join(way))), None)
        if key is not None and way and "[*]" not in way:
            found.setdefault(key, way)
    return found


def with_nulls(plan: Plan, places: Mapping[str, tuple[str, ...]]) -> Plan:
    """*plan* with null at each of *places* in the target's body, required or not: so a value is unset (RFC 7396)."""
    made = copy.deepcopy(plan) if places and plan.steps else plan
    for key, way in places.items():
        _set(made, way, key)
    return made


def _set(plan: Plan, way: tuple[str, ...], key: str) -> None:
    """Send null at *way* of the target's body, and ask for nothing there."""
    target = plan.steps[-1]
    inside: Any = target.args
    for part in way[:-1]:
        inside = inside.setdefault(part, {})
        if not isinstance(inside, dict):
            return
    inside[way[-1]] = None
    synthesis = plan.metadata.setdefault("synthesis", {})
    path = ".".join(way)
    origins = synthesis.setdefault("origins", {}).setdefault(target.id, {})
    slot = origins.get(path, {}).get("slot")
    origins[path] = {"how": "given", "key": key}
    asked = synthesis.get("user_input_slots", ())
    request = synthesis.get("request")
    if isinstance(request, dict):
        said = [one for one in request.get("settings", ()) if one["input"] != path]
        request["settings"] = [*said, {"input": path, "value": None, "word": key, "said_by": CALLER}]
    synthesis["user_input_slots"] = [
        row for row in asked if slot is None or (row["step_id"], row["field_name"]) != (target.id, slot)
    ]
