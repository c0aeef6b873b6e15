"""A document of any version → a `Collection`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from graph_tool_call.hooks import (
    Collection,
    Limits,
    Report,
    Schema,
    SecurityScheme,
    Source,
    SourceContext,
    SpecError,
)

from .context import Context, text
from .documents import Document, DocumentSet
from .operations import OperationReader, Progress
from .refs import Place, Resolver
from .schema import SchemaReader, schemas_by_name
from .security import read_schemes
from .validate import validate_document

#: One of them is at the top of each description.
KEYS: Final = frozenset({"openapi", "swagger"})
_VERSIONS: Final = ("2.0", "3.0", "3.1", "3.2")


def read_collection(source: Source, context: SourceContext) -> Collection | None:
    """The operations of a description; None for what has neither an `openapi` nor a `swagger` key at its top.

    What is wrong with a part of it is a diagnostic, and the rest is read. A description in a folder beside that of
    the source (common/ beside spec/) is reported as well, and not read.

    Raises:
        SpecError: the document is of no known version, has nothing to call, goes over one of the limits, or one of
            its references leaves its folder (ref_outside) or the machine (ref_remote).
    """
    data = source.data
    if not isinstance(data, dict) or not KEYS & data.keys():
        return None
    limits, report = context.limits, Report()
    opened = DocumentSet(
        limits=limits,
        report=report,
        documents=context.documents,
        loader=context.loader,
        document_url=context.document_url,
        fence=context.folder,
        outside=context.outside,
    )
    root = opened.open_root(source)
    version = _check(root, source.name)
    collection = _read(_context(root, version, opened, report, limits, context.document_url), context.progress)
    if context.validate != "off":
        validate_document(root, version, tier=context.validate, documents=opened, limits=limits, report=report)
    return attrs.evolve(collection, source=source.name, digest=opened.digest(), diagnostics=report.rows())


def _context(
    root: Document, version: str, opened: DocumentSet, report: Report, limits: Limits, document_url: str
) -> Context:
    resolver = Resolver(opened, report)
    merges = not version.startswith(("2", "3.0"))
    resolver.name_root(text(root.data.get("$self")), identified=merges)
    return Context(
        root=Place(root.data, root, ""),
        version=version,
        resolver=resolver,
        schemas=SchemaReader(resolver, report, limits, merges_siblings=merges),
        report=report,
        limits=limits,
        document_url=root.url or document_url or text(root.data.get("$self")),
    )


def _read(context: Context, progress: Progress | None) -> Collection:
    root = context.root
    components = _components(context)
    if components is not None:
        context.schemas.name_components(components)
    schemes: dict[str, SecurityScheme] = read_schemes(context)
    reader = OperationReader(context, schemes)
    operations = reader.read(progress)
    named: Mapping[str, Schema] = schemas_by_name(context.schemas, components)
    context.schemas.finish()
    context.schemas.seal()
    info = root.value.get("info")
    info = info if isinstance(info, dict) else {}
    return Collection(
        title=text(info.get("title")),
        version=str(info.get("version", "") if info.get("version") is not None else ""),
        description=text(info.get("description")),
        format="openapi",
        spec_version=context.version,
        operations=operations,
        schemas=named,
        security_schemes=schemes,
        servers=reader.servers,
        server_templates=context.server_templates,
        tags=_tags(root.value),
    )


def _components(context: Context) -> Place | None:
    """`components.schemas` or `definitions`; None when the document has none."""
    place: Place | None = context.root
    for key in ("definitions",) if context.swagger else ("components", "schemas"):
        if place is None or place.value.get(key) is None:
            return None
        place = context.resolver.mapping(place.at(key), key)
    return place


def _tags(root: dict[str, Any]) -> dict[str, str]:
    tags = root.get("tags")
    rows = (
        [tag for tag in tags if isinstance(tag, dict) and isinstance(tag.get("name"), str)]
        if isinstance(tags, list)
        else []
    )
    return {tag["name"]: text(tag.get("description")) for tag in rows}


def _check(root: Document, name: str) -> str:
    """The document's version. Raises `SpecError` for one that cannot be read, and where there is nothing to call."""
    data = root.data
    key = "openapi" if "openapi" in data else "swagger"
    version = _version(str(data[key]).strip())
    if not version:
        hint = "versions 2.0, 3.0, 3.1 and 3.2 can be read"
        raise SpecError("unsupported_version", f"has the unknown {key} version {data[key]!r}", name, f"/{key}", hint)
    if not any(isinstance(data.get(part), dict) for part in ("paths", "webhooks")):
        hint = "there is nothing to call; check that it is the root document"
        raise SpecError("no_paths", "has neither `paths` nor `webhooks`", name, "", hint)
    return version


def _version(said: str) -> str:
    """*said*, when it is a version that can be read; "" otherwise."""
    if said == "2":
        return "2.0"
    return said if any(said == known or said.startswith((f"{known}.", f"{known}-")) for known in _VERSIONS) else ""
