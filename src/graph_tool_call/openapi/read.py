"""A document of any version → a `Collection`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import attrs

from ..errors import SpecError
from ..model import Collection, Schema, SecurityScheme
from .context import Context, text
from .documents import Document, DocumentSet, Loader
from .limits import Limits
from .operations import OperationReader, Progress
from .refs import Place, Resolver, kind_of
from .report import Report
from .schema import SchemaReader, schemas_by_name
from .security import read_schemes
from .validate import validate_document

_VERSIONS = ("2.0", "3.0", "3.1", "3.2")


def read_collection(
    source: str | bytes | Path | Mapping[str, Any],
    *,
    documents: Mapping[str, Any] | None = None,
    loader: Loader | None = None,
    validate: str = "structure",
    document_url: str = "",
    folder: str | Path | None = None,
    outside: str = "raise",
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Collection:
    """Read an API description: Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2, in JSON or YAML.

    Args:
        source: A path, a mapping, JSON or YAML text (text has a line break or begins with
            a brace), bytes, or an address when *loader* is given.
        documents: Further documents by name, for references between documents in memory.
        loader: Gets what stands at an http(s) address (text, bytes or data). Without one,
            nothing is ever fetched.
        validate: "off", "structure" or "full"; see `validate_document`. Findings are
            diagnostics and never stop the reading.
        document_url: Address that the document came from; relative server URLs are
            resolved against it.
        folder: Folder that files may be read from; that of the root document unless given.
        outside: What a reference out of that folder to a file that exists does: "raise"
            (ref_outside), or "report" to go on without it. It is never read. A description
            in a folder beside it (common/ beside spec/) is only reported.
        limits: Bounds on size, depth and references.
        progress: Called with (operations read, operations in all).

    Raises:
        SpecError: the document is no API description at all, or one of its references
            leaves its folder (ref_outside) or the machine (ref_remote). What is wrong
            with a part of it is a diagnostic, and the rest is read.
    """
    _check_choice("validate", validate, ("off", "structure", "full"))
    _check_choice("outside", outside, ("raise", "report"))
    limits = limits or Limits()
    report = Report()
    opened = DocumentSet(
        limits=limits,
        report=report,
        documents=documents,
        loader=loader,
        document_url=document_url,
        fence=Path(folder) if folder is not None else None,
        outside=outside,
    )
    root, name = _open(source, opened, loader, limits)
    version = _check(root, name)
    context = _context(root, version, opened, report, limits, document_url)
    collection = _read(context, progress)
    if validate != "off":
        validate_document(root, version, tier=validate, documents=opened, limits=limits, report=report)
    return attrs.evolve(collection, source=name, digest=opened.digest(), diagnostics=report.rows())


def read_data(source: str | bytes | Path | Mapping[str, Any], **bounds: int) -> tuple[str, Any, str]:
    """(name, data, digest) of any JSON or YAML document, read as safely as an API description.

    *bounds* are fields of `Limits`. Nothing that the document refers to is opened. Raises `SpecError`.
    """
    opened = DocumentSet(limits=Limits(**bounds), report=Report())
    root, name = _open(source, opened, None, opened.limits)
    return name, root.data, root.digest


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value!r}")


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


def _open(source: Any, opened: DocumentSet, loader: Loader | None, limits: Limits) -> tuple[Document, str]:
    """The root document, and what it is called in errors."""
    if isinstance(source, Mapping):
        return opened.open_root(source, source="<mapping>", folder=None, key="<mapping>"), "<mapping>"
    if isinstance(source, (bytes, bytearray)) or (isinstance(source, str) and _is_text(source)):
        return opened.open_root(source, source="<text>", folder=None, key="<text>"), "<text>"
    if isinstance(source, str) and source.lower().startswith(("http://", "https://")):
        return _open_url(source, opened, loader)
    if not isinstance(source, (str, Path)):
        raise SpecError(
            "not_openapi",
            f"is {kind_of(source)}, not a document",
            f"<{type(source).__name__}>",
            "",
            "give a path, a mapping, or JSON or YAML text",
        )
    path = Path(source)
    content = _read_file(path, limits)
    return opened.open_root(content, source=path.name, folder=path.parent.resolve(), key=path.name), path.name


def _is_text(source: str) -> bool:
    return not source.strip() or "\n" in source or source.lstrip("\ufeff \t")[:1] in ("{", "<")


def _open_url(url: str, opened: DocumentSet, loader: Loader | None) -> tuple[Document, str]:
    parts = urlsplit(url)
    name = parts.path.rsplit("/", 1)[-1] or parts.hostname or "<address>"
    if loader is None:
        hint = "pass loader=, a function from an address to its text, to allow it"
        raise SpecError("ref_remote", "is an address, and nothing is fetched unless asked for", name, "", hint)
    try:
        content = loader(url)
    except Exception as error:
        raise SpecError("unreadable", f"could not be fetched: {type(error).__name__}", name) from error
    return opened.open_root(content, source=name, folder=None, key=url, url=url), name


def _read_file(path: Path, limits: Limits) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(limits.max_bytes + 1)
    except FileNotFoundError:
        raise SpecError("file_not_found", "there is no such file", str(path), "", "check the path") from None
    except IsADirectoryError:
        raise SpecError(
            "is_directory", "is a folder", str(path), "", "name the root document in it, such as openapi.yaml"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SpecError("unreadable", f"cannot be read: {reason}", str(path), "", "check its permissions") from None


def _check(root: Document, name: str) -> str:
    """The document's version. Raises `SpecError` for what is no API description."""
    data = root.data
    if not isinstance(data, dict):
        raise SpecError(
            "not_openapi", f"holds {kind_of(data)}, not a mapping", name, "", "give an OpenAPI document in JSON or YAML"
        )
    key = "openapi" if "openapi" in data else "swagger"
    if key not in data:
        hint = "an OpenAPI document has one of the two at its top"
        raise SpecError("not_openapi", "has neither an `openapi` nor a `swagger` key", name, "", hint)
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
