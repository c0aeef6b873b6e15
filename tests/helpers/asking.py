"""Requests read by chosen bundled readers over a frame that is written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import attrs
from reading import only_reading

from graph_tool_call.hooks import Frame, Kind, Slot, ToolFacts
from graph_tool_call.pluginset import PluginHost
from graph_tool_call.request import Request, read_request
from graph_tool_call.request.text import request_text

ACTIONS = {"get": "read", "post": "create", "put": "update", "patch": "update", "delete": "delete"}


def key(place: str, resource: str, location: str = "path", **more: Any) -> Slot:
    """An input that takes the key of a *resource*."""
    tag = more.pop("tag", f"{resource}_id")
    more.setdefault("role", "identifier")
    return field(place, location, resource=resource, tag=tag, required=location == "path", **more)


def field(place: str, location: str = "body", **more: Any) -> Slot:
    """A plain input; a string unless *more* says otherwise."""
    path = f"$.{place}" if location == "body" else place
    more.setdefault("type", "string")
    more.setdefault("path", path)
    more.setdefault("name", place.rpartition(".")[2])
    return Slot(ref=0, place=place, location=location, **more)


def kind(noun: str, *naming: str, attributes: Sequence[str] = (), **more: Any) -> Kind:
    """A kind of things with integer keys, unless *more* says otherwise."""
    more.setdefault("tags", (f"{noun}_id",))
    return Kind(noun=noun, naming=naming, attributes=("id", *naming, *attributes), **more)


def target(operation: str, *slots: Slot, kinds: Sequence[Kind] = (), **facts: Any) -> Frame:
    """The frame of *operation* ("PATCH /issues/{number}") with its inputs in order."""
    method, path = operation.split(" ")
    method = method.lower()
    facts.setdefault("action", ACTIONS[method])
    facts.setdefault("changes_state", method != "get")
    tool = ToolFacts(name=operation, method=method, path=path, **facts)
    return Frame(tool=tool, slots=tuple(attrs.evolve(slot, ref=i) for i, slot in enumerate(slots)), kinds=tuple(kinds))


def asked(
    frame: Frame, question: str, entities: Mapping[str, Any], *readers: str, tools: Sequence[ToolFacts] = ()
) -> Request:
    """What *readers* ("exact", "naming") together understand."""
    plugins = only_reading()
    for name in readers:
        plugins = plugins.with_(import_module(f"graph_tool_call_bundled.requests.{name}"), id=name)
    session = PluginHost(plugins).request_session({tool.name: tool for tool in tools})
    return read_request(request_text(question, entities), frame, session.read)


def settings(request: Request) -> dict[str, Any]:
    """Input → value."""
    return {one.input: one.value for one in request.settings}


def things(request: Request) -> list[tuple[str, dict[str, Any], tuple[str, ...]]]:
    """(noun, attribute → value, roles) of each thing."""
    return [(t.noun, {c.attribute: c.value for c in t.where}, t.roles) for t in request.things]


def unread(request: Request) -> dict[str, str]:
    """Word → why it has no place."""
    return {one.word: one.reason for one in request.unread}
