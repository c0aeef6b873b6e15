"""Helpers for tests of readers: a target's frame written down in a few words, and what one plugin reads in it."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from graph_tool_call.hooks import Frame, Reading, Slot, ToolFacts
from graph_tool_call.pluginset import PluginHost, PluginSet
from graph_tool_call.request.text import request_text


def slot(ref: int, place: str, **facts: Any) -> Slot:
    """An input of the body, unless *facts* say otherwise."""
    location = facts.pop("location", "body")
    path = facts.pop("path", f"$.{place}" if location == "body" else place)
    return Slot(ref=ref, place=place, name=place.rsplit(".", 1)[-1], path=path, location=location, **facts)


def frame(operation: str, slots: Mapping[str, Mapping[str, Any]], **facts: Any) -> Frame:
    """The frame of *operation*: "PATCH /issues/{id}". *slots*: facts of its inputs by their place."""
    method, path = operation.split(" ")
    changes = method != "GET"
    usual = {"GET": "read", "POST": "create", "DELETE": "delete"}.get(method, "update")
    tool = ToolFacts(
        name=facts.pop("name", "target"),
        method=method.lower(),
        path=path,
        action=facts.pop("action", usual),
        changes_state=changes,
        **facts,
    )
    return Frame(
        tool=tool, slots=tuple(slot(ref, place, **dict(rest)) for ref, (place, rest) in enumerate(slots.items()))
    )


def readings(plugin: ModuleType, frame: Frame, question: str, given: Mapping[str, Any] | None = None) -> list[Reading]:
    """What *plugin* reads in *question* and the values *given*."""
    session = PluginHost(PluginSet().with_(plugin, id="mine")).request_session({})
    return [opinion.value for opinion in session.read(request_text(question, given), frame)]


def settings(plugin: ModuleType, frame: Frame, question: str, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Values that *plugin* sets, by the place of their slot."""
    return {frame.slots[one.slot].place: one.value for one in readings(plugin, frame, question, given)}
