"""Formats: what plans, graphs and collections are written as, and what plans are read from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import attrs

from ..model import Collection, Diagnostic, Plan
from ..model.binding import Template
from .checks import attrs_class

#: What can be written: a plan, a graph with its tools and relations, the operations of a document as they were read.
EXPORTED: Final = ("plan", "graph", "collection")


class ReadDocument(Protocol):
    """Reads a JSON or YAML document: (name, data, digest). Nothing that it refers to is opened."""

    def __call__(self, source: Any, **bounds: int) -> tuple[str, Any, str]:
        """Open *source*, a path, a mapping or text; *bounds* are fields of `Limits`. Raises `SpecError`."""
        ...


@attrs.frozen(kw_only=True, eq=False)
class FormatContext:
    """What exporters and importers may look at besides what is written or read."""

    #: Of the API that a plan calls, or of the graph: `tools` with their contracts, `edges`, `metadata`. Without a
    #: graph it is empty.
    artifact: Mapping[str, Any] = attrs.Factory(dict)
    #: Instance of the format's `options` where it has such a class; else a mapping of what was given.
    options: Any = attrs.Factory(dict)
    settings: Any = None
    #: Whether a field of that name holds a credential. Values of such fields are written nowhere.
    is_secret: Callable[[str], bool]
    #: Reads a text with bindings ("${s1.items.0.id}"). Raises `BindingSyntaxError`.
    parse: Callable[[str], Template]
    read: ReadDocument

    @property
    def tools(self) -> Mapping[str, Any]:
        """Name → tool, with its contract."""
        tools = self.artifact.get("tools")
        return tools if isinstance(tools, Mapping) else {}


#: A text, or what is written as JSON.
Written = str | Mapping[str, Any]


@attrs.frozen(kw_only=True)
class ExporterSpec:
    """A format that a plugin writes, looked up by name: plans, graphs, collections, each by a function."""

    name: str
    #: As on the web: "text/vnd.graphviz", "application/json".
    media_type: str
    #: How names of files end: ".dot".
    suffix: str = ""
    description: str = ""
    plan: Callable[[Plan, FormatContext], Written] | None = None
    #: Takes the artifact; the same as `context.artifact`.
    graph: Callable[[Mapping[str, Any], FormatContext], Written] | None = None
    collection: Callable[[Collection, FormatContext], Written] | None = None
    #: attrs class that options are decoded into, strictly; None takes any.
    options: type | None = attrs.field(default=None, validator=attrs_class)

    @property
    def writes(self) -> tuple[str, ...]:
        """What it can write: some of `EXPORTED`."""
        return tuple(kind for kind in EXPORTED if getattr(self, kind) is not None)


@attrs.frozen(kw_only=True)
class Declared:
    """What documents say of tools: which hands what to which."""

    #: Edges of the relation "requires", as the artifact has them.
    edges: Sequence[Mapping[str, Any]] = ()
    #: A row for each document, for the artifact's metadata: its name, its digest, what it holds.
    documents: Sequence[Mapping[str, Any]] = ()
    #: What could not be read.
    diagnostics: Sequence[Diagnostic] = ()


@attrs.frozen(kw_only=True)
class ImporterSpec:
    """A format that a plugin reads, looked up by name: plans, what documents declare, each by a function."""

    name: str
    media_type: str
    suffix: str = ""
    description: str = ""
    #: The plan that a document says; the context has the graph whose tools it calls.
    plan: Callable[[Any, FormatContext], Plan] | None = None
    #: What documents say of the tools that are being built; the artifact has `tools`, and `metadata` with `source`.
    declared: Callable[[Sequence[Any], FormatContext], Declared] | None = None
    #: attrs class that options are decoded into, strictly; None takes any.
    options: type | None = attrs.field(default=None, validator=attrs_class)

    @property
    def reads(self) -> tuple[str, ...]:
        """What it can read: "plan", "declared"."""
        return tuple(kind for kind in ("plan", "declared") if getattr(self, kind) is not None)
