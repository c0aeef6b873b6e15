"""`Source`: a file, a text, data, an address, or any other object that somebody wants to have read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs

from ..errors import SpecError
from .keys import kind_of
from .limits import Limits
from .report import Report

T = TypeVar("T")

#: Gets what stands at an address: text, bytes, or data that is parsed already.
Loader = Callable[[str], Any]
#: What a source may be; "object" is whatever is neither a path, a text, a mapping nor an address.
KINDS: Final = ("file", "text", "data", "address", "object")


@attrs.frozen(kw_only=True, eq=False)
class _Parsed:
    data: Any
    digest: str
    size: int
    #: No node of it stands in two places.
    is_tree: bool = True


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Source:
    """What somebody wants to have read. It is opened when it is first looked into, once for all readers.

    What cannot be opened or parsed is a `SpecError`, each time the same one. Nothing of it may be changed:
    others look at the same.
    """

    #: What it is called in errors: a file's name, "<text>", "<mapping>", "<list>" …
    name: str
    #: "file", "text", "data" (a mapping), "address", or "object": a list of functions, a module, a client …
    kind: str = attrs.field(default="data", validator=attrs.validators.in_(KINDS))
    #: As it was handed over.
    value: Any = attrs.field(repr=False)
    limits: Limits = attrs.field(factory=Limits, repr=False)
    #: Gets what stands at an address.
    loader: Loader | None = attrs.field(default=None, repr=False)
    #: What was found while it was parsed, for the reader to take over.
    report: Report = attrs.field(factory=Report, init=False, repr=False)

    @classmethod
    def of(cls, value: Any, *, limits: Limits | None = None, loader: Loader | None = None) -> Source:
        """*value* as a source. Text is told from a path by a line break, or a brace at its beginning.

        Raises:
            SpecError: ref_remote, for an address without a *loader*: nothing is fetched unless asked for.
        """
        name, kind = _called(value, loader)
        return cls(name=name, kind=kind, value=value, limits=limits or Limits(), loader=loader)

    @property
    def path(self) -> Path | None:
        """Where the file is; None for what is no file."""
        return Path(self.value) if self.kind == "file" else None

    @property
    def url(self) -> str:
        """The address; "" for what has none."""
        return str(self.value) if self.kind == "address" else ""

    @property
    def content(self) -> Any:
        """Bytes or text as they were read, of a file or an address; what was handed over, of anything else.

        Raises `SpecError`: file_not_found, is_directory, unreadable.
        """
        return _held(self._content)

    @property
    def text(self) -> str:
        """The content as text, for formats that are neither JSON nor YAML. Raises `SpecError`."""
        return _held(self._text)

    @property
    def data(self) -> Any:
        """The data of a JSON or YAML document, or of the mapping: text keys, dicts, lists and JSON scalars only.

        Raises `SpecError`: those of `content`, and empty, too_large, too_deep, too_many_aliases, invalid_json,
        invalid_yaml, not_openapi (no document at all).
        """
        return _held(self._parsed).data

    @property
    def digest(self) -> str:
        """sha256 of the bytes of the document, or of the data, hex. Raises as `data` does."""
        return _held(self._parsed).digest

    @property
    def size(self) -> int:
        """Bytes of the document."""
        return _held(self._parsed).size

    @property
    def is_tree(self) -> bool:
        """Whether no node of the data stands in two places."""
        return _held(self._parsed).is_tree

    def holds(self, error: SpecError) -> bool:
        """Whether *error* is why it could not be opened, parsed or decoded: no judgement of a reader's."""
        return any(vars(self).get(name) is error for name in ("_content", "_text", "_parsed"))

    @cached_property
    def _content(self) -> Any:
        return _kept(self._read)

    @cached_property
    def _text(self) -> str | SpecError:
        return _kept(self._decode)

    @cached_property
    def _parsed(self) -> _Parsed | SpecError:
        return _kept(self._parse)

    def _read(self) -> Any:
        if self.kind == "address":
            return _fetched(self.url, self.name, self.loader)
        return _read_file(Path(self.value), self.limits) if self.kind == "file" else self.value

    def _decode(self) -> str:
        # What opens documents is imported when there is one: plugins import this module in every process.
        from .load import decoded

        content = self.content
        if not isinstance(content, (str, bytes, bytearray)):
            raise SpecError("unreadable", f"is {kind_of(content)}, not a text", self.name, "", "give a path or a text")
        return decoded(content if isinstance(content, str) else bytes(content), self.name, self.limits)

    def _parse(self) -> _Parsed:
        import hashlib

        from .load import parse_document
        from .plain import plain_data

        content = self.content if self.kind != "object" else _document(self.value)
        if isinstance(content, (str, bytes, bytearray)):
            raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else bytes(content)
            text = content if isinstance(content, str) else raw
            data = parse_document(text, source=self.name, limits=self.limits, report=self.report)
            return _Parsed(data=data, digest=hashlib.sha256(raw).hexdigest(), size=len(raw))
        plain = plain_data(content, self.name, self.limits)
        digest = hashlib.sha256(plain.content).hexdigest()
        return _Parsed(data=plain.value, digest=digest, size=len(plain.content), is_tree=plain.is_tree)


def read_data(source: str | bytes | Path | Mapping[str, Any], **bounds: int) -> tuple[str, Any, str]:
    """(name, data, digest) of any JSON or YAML document, read as safely as an API description.

    *bounds* are fields of `Limits`. Nothing that the document refers to is opened. Raises `SpecError`.
    """
    opened = Source.of(source, limits=Limits(**bounds))
    return opened.name, opened.data, opened.digest


def _kept(make: Callable[[], T]) -> T | SpecError:
    """What *make* gives, or raises: whoever looks again finds the same."""
    try:
        return make()
    except SpecError as error:
        return error


def _held(kept: T | SpecError) -> T:
    if isinstance(kept, SpecError):
        raise kept
    return kept


def _called(value: Any, loader: Loader | None) -> tuple[str, str]:
    """What *value* is called, and its kind."""
    if isinstance(value, Mapping):
        return "<mapping>", "data"
    if isinstance(value, (bytes, bytearray)) or (isinstance(value, str) and _is_text(value)):
        return "<text>", "text"
    if isinstance(value, str) and value.lower().startswith(("http://", "https://")):
        return _address_name(value, loader), "address"
    if isinstance(value, (str, Path)):
        return Path(value).name, "file"
    return f"<{type(value).__name__}>", "object"


def _is_text(source: str) -> bool:
    return not source.strip() or "\n" in source or source.lstrip("\ufeff \t")[:1] in ("{", "<")


def _address_name(url: str, loader: Loader | None) -> str:
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    name = parts.path.rsplit("/", 1)[-1] or parts.hostname or "<address>"
    if loader is None:
        hint = "pass loader=, a function from an address to its text, to allow it"
        raise SpecError("ref_remote", "is an address, and nothing is fetched unless asked for", name, "", hint)
    return name


def _document(value: Any) -> Any:
    """*value*, where it is what a document may be. Raises `SpecError`."""
    if isinstance(value, (str, bytes, bytearray, Mapping)):
        return value
    hint = "give a path, a mapping, or JSON or YAML text"
    raise SpecError("not_openapi", f"is {kind_of(value)}, not a document", f"<{type(value).__name__}>", "", hint)


def _fetched(url: str, name: str, loader: Loader | None) -> Any:
    try:
        return loader(url) if loader is not None else b""
    except Exception as error:
        raise SpecError("unreadable", f"could not be fetched: {type(error).__name__}", name) from error


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
