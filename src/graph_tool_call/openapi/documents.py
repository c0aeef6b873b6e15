"""The documents that one API description consists of, and the fence around them."""

from __future__ import annotations

import hashlib
import marshal
import posixpath
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import attrs

from ..errors import SpecError
from .limits import Limits
from .load import check_depth, parse_document
from .plain import plain_copy
from .report import Report

#: Gets what stands at an address: text, bytes, or data that is parsed already.
Loader = Callable[[str], Any]


@attrs.frozen(eq=False, kw_only=True)
class Document:
    """One document. `key` is its name relative to the root's folder or its address; `label` is the same, but "" for the root."""

    key: str
    label: str
    data: Any
    digest: str
    #: Address that it was fetched from; "" for files and data from memory.
    url: str = ""
    size: int = 0


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
    ) -> None:
        self.limits = limits
        self.report = report
        self._given = {posixpath.normpath(str(name)): content for name, content in (documents or {}).items()}
        self._loader = loader
        self._base_url = document_url
        self._folder: Path | None = None
        self._opened: dict[str, Document | None] = {}

    def open_root(self, content: Any, *, source: str, folder: Path | None, key: str, url: str = "") -> Document:
        """Parse the root document; *folder* is what files may be read from, None for data from memory."""
        self._folder = folder
        document = self._parse(content, key=key, label="", source=source, url=url)
        self._opened[key] = document
        return document

    def open(self, reference: str, base: Document, pointer: str) -> Document | None:
        """The document that the part of a `$ref` before `#` names; None, with a diagnostic, when there is none.

        Raises:
            SpecError: ref_outside, ref_remote, or what parsing raises.
        """
        target = self._locate(reference, base, pointer)
        if target in self._opened:
            return self._opened[target]
        if len(self._opened) >= self.limits.max_documents:
            raise SpecError("too_large", f"consists of more than {self.limits.max_documents} documents", target)
        remote = "://" in target
        content = self._fetch(target) if remote else self._read(target)
        document = None
        if content is None:
            self.report.add("file_missing", f"the file {target!r} that a $ref names is not there", pointer, "error")
        else:
            document = self._parse(content, key=target, label=target, source=target, url=target if remote else "")
        self._opened[target] = document
        return document

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
        if scheme == "file" or name.startswith(("/", "\\")) or (len(scheme) == 1):
            raise _outside(reference, base, pointer)
        name = posixpath.normpath(posixpath.join(posixpath.dirname(base.key), name))
        if name in self._given or (self._folder is None and self._base_url and self._loader is None):
            return name
        if self._folder is None and self._base_url:
            return urljoin(self._base_url, reference)
        if name.startswith("..") and name.split("/")[0] == "..":
            raise _outside(reference, base, pointer)
        return name

    def _read(self, name: str) -> Any:
        if name in self._given:
            return self._given[name]
        if self._folder is None or "\0" in name:
            return None
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._folder):
            raise SpecError("ref_outside", f"a $ref leads to {name!r}, a link out of the folder of the root document", name, "", "copy the file into the folder")
        try:
            with path.open("rb") as file:
                return file.read(self.limits.max_bytes + 1)
        except OSError:
            return None

    def _fetch(self, url: str) -> Any:
        if self._loader is None:
            hint = "pass loader=, a function from an address to its text, to allow it"
            raise SpecError("ref_remote", f"a $ref leads to the address {url}", url, "", hint)
        return self._loader(url)

    def _parse(self, content: Any, *, key: str, label: str, source: str, url: str) -> Document:
        if isinstance(content, (str, bytes, bytearray)):
            text = content if isinstance(content, str) else bytes(content)
            raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
            data = parse_document(text, source=source, limits=self.limits, report=self.report, label=label)
            return Document(key=key, label=label, data=data, digest=hashlib.sha256(raw).hexdigest(), url=url, size=len(raw))
        data = plain_copy(content)
        check_depth(data, source, self.limits)
        # Version 2 of the format is the last whose bytes depend on the values alone, not on who else refers to them.
        raw = marshal.dumps(data, 2)
        return Document(key=key, label=label, data=data, digest=hashlib.sha256(raw).hexdigest(), url=url, size=len(raw))


def _outside(reference: str, base: Document, pointer: str) -> SpecError:
    return SpecError(
        "ref_outside",
        f"the $ref {reference!r} leaves the folder of the root document",
        base.key,
        pointer,
        "move the referred file into the folder, or pass it through documents=",
    )
