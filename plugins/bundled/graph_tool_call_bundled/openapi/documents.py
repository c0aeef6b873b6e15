"""The documents that one API description consists of, and the fence around them."""

from __future__ import annotations

import errno
import hashlib
import posixpath
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import attrs

from graph_tool_call.hooks import Limits, Loader, Report, Source, SpecError

#: What is wrong with one file, as opposed to an attempt to use up memory.
_DAMAGED = frozenset({"empty", "invalid_json", "invalid_yaml", "not_openapi", "unreadable"})
_WIDEN = "widen it with folder=, or pass the document through documents="


@attrs.frozen(eq=False, kw_only=True)
class Document:
    """One document of a description."""

    #: Its address, or its name relative to the folder of the root document.
    key: str
    #: The key, but "" for the root: what diagnostics begin with.
    label: str
    data: Any
    digest: str
    #: Address that it was fetched from; "" for files and data from memory.
    url: str = ""
    size: int = 0
    #: No node of it stands in two places.
    is_tree: bool = True


class DocumentSet:
    """Opens documents by reference, each once, and never outside the folder of the root document."""

    def __init__(
        self,
        *,
        limits: Limits,
        report: Report,
        documents: Mapping[str, Any] | None = None,
        loader: Loader | None = None,
        document_url: str = "",
        fence: Path | None = None,
        outside: str = "raise",
    ) -> None:
        self.limits = limits
        self.report = report
        self._given = {posixpath.normpath(str(name)): content for name, content in (documents or {}).items()}
        self._loader = loader
        self._base_url = document_url
        self._folder: Path | None = None
        self._source = ""
        self._fence = fence.resolve() if fence is not None else None
        self._outside = outside
        self._opened: dict[str, Document | None] = {}

    def open_root(self, source: Source) -> Document:
        """The root document; file names are relative to its folder, and to none for what is no file."""
        path = source.path
        self._source = source.name
        url = source.url
        document = self._parsed(source, key=url or source.name, label="", url=url)
        self._folder = path.parent.resolve() if path is not None else None
        if self._fence is None:
            self._fence = self._folder
        self._opened[document.key] = document
        return document

    def open(self, reference: str, base: Document, pointer: str) -> Document | None:
        """The document that the part of a `$ref` before `#` names; None, with a diagnostic, when there is none.

        Raises:
            SpecError: ref_outside, ref_remote, or what parsing raises.
        """
        try:
            target = self._locate(reference, base, pointer)
        except ValueError:
            # What cannot be read as a URL names no document.
            return None
        if target in self._opened:
            return self._opened[target]
        if len(self._opened) >= self.limits.max_documents:
            raise SpecError("too_large", f"consists of more than {self.limits.max_documents} documents", target)
        document = self._open(target, pointer)
        self._opened[target] = document
        return document

    def _open(self, target: str, pointer: str) -> Document | None:
        remote = "://" in target
        content = self._fetch(target, pointer) if remote else self._read(target, pointer)
        if content is None:
            return None
        shown = public_address(target) if remote else target
        kind = "text" if isinstance(content, (str, bytes, bytearray)) else "data"
        source = Source(name=shown, kind=kind, value=content, limits=self.limits)
        try:
            return self._parsed(source, key=target, label=shown, url=target if remote else "")
        except SpecError as error:
            if error.code not in _DAMAGED:
                raise
            self.report.add("file_unreadable", str(error), pointer, "error")
            return None

    def opened(self, key: str) -> Document | None:
        """The document of that key, if it has been opened."""
        return self._opened.get(key)

    def all_opened(self) -> tuple[Document, ...]:
        """The documents that have been opened, the root first."""
        return tuple(document for document in self._opened.values() if document is not None)

    def digest(self) -> str:
        """sha256 over all documents that were opened, hex."""
        opened = [document for document in self._opened.values() if document is not None]
        if len(opened) == 1:
            return opened[0].digest
        lines = "".join(f"{document.key}\0{document.digest}\n" for document in sorted(opened, key=lambda d: d.key))
        return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()

    def _locate(self, reference: str, base: Document, pointer: str) -> str:
        """The key of the document: an address, or a normalised name below the root's folder."""
        if base.url:
            reference = urljoin(base.url, reference)
        scheme = urlsplit(reference).scheme.lower() if ":" in reference else ""
        if scheme in ("http", "https") or reference.startswith("//"):
            return reference if scheme else "https:" + reference
        name = unquote(reference)
        if scheme == "file" or name.startswith(("/", "\\")) or len(scheme) == 1:
            raise self._refusal(
                "ref_outside", f"the $ref {reference!r} leaves the folder of the root document", pointer, _WIDEN
            )
        name = posixpath.normpath(posixpath.join(posixpath.dirname(base.key), name))
        if name in self._given or self._folder is not None or self._loader is None or not self._base_url:
            return name
        return urljoin(self._base_url, reference)

    def _read(self, name: str, pointer: str) -> Any:
        if name in self._given:
            return self._given[name]
        if self._folder is None or self._fence is None or "\0" in name:
            self.report.add("file_missing", f"the document {name!r} was not given", pointer, "error")
            return None
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._fence):
            if self._outside == "raise" and path.exists() and not _is_beside(path, self._fence):
                raise self._refusal(
                    "ref_outside", f"the $ref to {name!r} leaves the folder of the root document", pointer, _WIDEN
                )
            self.report.add(
                "ref_outside",
                f"the file {name!r} is outside the folder of the root document and was not read",
                pointer,
                "error",
            )
            return None
        try:
            if not path.is_file():
                raise FileNotFoundError(errno.ENOENT, "no such file")
            with path.open("rb") as file:
                return file.read(self.limits.max_bytes + 1)
        except OSError as error:
            self.report.add("file_missing", f"the file {name!r} cannot be read: {error.strerror}", pointer, "error")
            return None

    def _fetch(self, url: str, pointer: str) -> Any:
        if self._loader is None:
            hint = "pass loader=, a function from an address to its text, to allow it"
            raise self._refusal("ref_remote", f"a $ref leads to the address {public_address(url)}", pointer, hint)
        shown = public_address(url)
        try:
            content = self._loader(url)
        except Exception as error:  # noqa: BLE001 - the caller's function may raise anything
            self.report.add("file_missing", f"{shown} could not be fetched: {type(error).__name__}", pointer, "error")
            return None
        if content is None:
            self.report.add("file_missing", f"{shown} could not be fetched", pointer, "error")
        return content

    def _refusal(self, code: str, message: str, pointer: str, hint: str) -> SpecError:
        file, _, place = pointer.partition("#")
        return SpecError(code, message, file or self._source, place, hint)

    def _parsed(self, source: Source, *, key: str, label: str, url: str) -> Document:
        try:
            data = source.data
        finally:
            self.report.take(source.report, label)
        return Document(
            key=key, label=label, data=data, digest=source.digest, url=url, size=source.size, is_tree=source.is_tree
        )


def _is_beside(path: Path, folder: Path) -> bool:
    """Whether *path* is a description in a folder beside *folder*: spec/ and common/ of one project.

    A usual layout, so it is reported, with how to widen the fence, and no attempt to get out.
    """
    inside = path.is_relative_to(folder.parent) and len(path.relative_to(folder.parent).parts) > 1
    return inside and path.suffix.lower() in {".json", ".yaml", ".yml"}


def public_address(url: str) -> str:
    """*url* without user name and password."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
