"""Validation of a document: findings are diagnostics, never a stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from graph_tool_call.hooks import Limits, Report

from .documents import Document, DocumentSet
from .refs import escape
from .structure import Finding, check_structure

_MOST = 1_000
_LONGEST = 240


def validate_document(
    root: Document, version: str, *, tier: str, documents: DocumentSet, limits: Limits, report: Report
) -> None:
    """Report what is wrong with the root document.

    "structure" looks at required and unknown keys of the document, its path items,
    operations, parameters, bodies and responses (microseconds an operation). Documents up
    to `Limits.max_library_bytes` get the JSON Schema pass of openapi-spec-validator
    besides; beyond that it is left to "full", since it takes 5–25 ms an operation, and its
    import half a second. "full" is everything that library checks, whatever it takes
    (minutes, for the largest documents). It sees the documents that the reader opened, and
    opens nothing itself.
    """
    severity = "warning"
    for code, pointer, message in islice(check_structure(root.data, version), _MOST):
        report.add(code, message, f"{root.label}#{pointer}", severity)
    if not root.is_tree:
        if tier == "full":
            report.add("not_validated", "the document shares nodes, and the validator looks at trees", f"{root.label}#")
    elif tier == "full" or root.size <= limits.max_library_bytes:
        for code, pointer, message in islice(_by_library(root, version, tier, documents), _MOST):
            report.add(code, message, f"{root.label}#{pointer}", severity)


def _by_library(root: Document, version: str, tier: str, documents: DocumentSet) -> Iterator[Finding]:
    validator_class = _validator_class(version)
    if validator_class is None:
        yield "not_validated", "", f"the installed openapi-spec-validator does not know version {version}"
        return
    try:
        validator = _fenced(validator_class, root, documents)
        # Not validator.iter_errors(): its cache would keep the document alive as long as the process.
        yield from map(_finding, validator.schema_validator.iter_errors(root.data))
        if tier == "full":
            yield from map(_finding, validator.root_validator(validator.schema_path))
    except Exception as error:  # noqa: BLE001 - it stumbles over what it cannot resolve, and over deep recursion
        yield "not_validated", "", f"the validator gave up: {type(error).__name__}: {_short(str(error))}"


def _validator_class(version: str) -> Any:
    import openapi_spec_validator

    name = {
        "2": "OpenAPIV2SpecValidator",
        "3.0": "OpenAPIV30SpecValidator",
        "3.1": "OpenAPIV31SpecValidator",
        "3.2": "OpenAPIV32SpecValidator",
    }
    return getattr(openapi_spec_validator, name["2" if version.startswith("2") else version[:3]], None)


def _fenced(validator_class: Any, root: Document, documents: DocumentSet) -> Any:
    """A validator that resolves references to documents that are open already, and to nothing else."""

    def fetch(address: str) -> Any:
        parts = urlsplit(address)
        key = unquote(parts.path).lstrip("/") if parts.scheme in ("", "file") else address
        found = documents.opened(key)
        if found is None:
            raise LookupError(f"{key!r} is not part of this description")
        return found.data

    fenced = type("FencedValidator", (validator_class,), {"resolver_handlers": _EveryScheme(fetch)})
    return fenced(root.data, base_uri=root.url or f"file:///{quote(root.key)}")


class _EveryScheme(dict[str, Any]):
    """Handlers by scheme: one for all, so that none falls back to fetching."""

    def __init__(self, fetch: Callable[[str], Any]) -> None:
        super().__init__()
        self._fetch = fetch

    def __contains__(self, scheme: object) -> bool:
        return True

    def __getitem__(self, scheme: str) -> Callable[[str], Any]:
        return self._fetch


def _finding(error: Any) -> Finding:
    deepest = error
    while getattr(deepest, "context", None):
        # Of alternatives that all fail, the one that got furthest is what was meant.
        deepest = max(deepest.context, key=lambda e: len(e.absolute_path))
    path: Iterable[Any] = getattr(deepest, "absolute_path", ())
    return "invalid", "".join(f"/{escape(str(key))}" for key in path), _short(str(deepest.message))


def _short(message: str) -> str:
    line = " ".join(message.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 2 :]}"
