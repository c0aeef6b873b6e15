"""Which tool a step means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from graph_tool_call.hooks.plans import tool_facts

from .document import Document, Step

#: `{$sourceDescriptions.name.url}#/paths/~1pets/get`, and the same without braces or `.url`, which is seen too.
_PATH: Final = re.compile(
    r"\{?\$sourceDescriptions\.(?P<source>[\w-]+)(?:\.url)?\}?#/paths/(?P<path>.+)/(?P<method>\w+)"
)
_ID: Final = re.compile(r"\$sourceDescriptions\.(?P<source>[\w-]+)\.(?P<id>.+)")


class Operations:
    """The tools of a collection by operationId, and by method and path; *source* is the name of its document."""

    def __init__(self, tools: Mapping[str, Any], source: str = "") -> None:
        self._source = source
        self._by_id: dict[str, list[str]] = {}
        self._by_path: dict[tuple[str, str], str] = {}
        for name, tool in tools.items():
            facts = tool_facts(name, tool)
            self._by_path.setdefault((facts.method, facts.path), name)
            if facts.operation_id:
                self._by_id.setdefault(facts.operation_id, []).append(name)

    def find(self, step: Step, document: Document) -> tuple[str, str]:
        """(tool, "") or ("", what is wrong)."""
        if path := step.text("operationPath"):
            return self._by_pointer(path, document)
        wanted = step.text("operationId")
        if not wanted:
            return "", "names no operation of an API description"
        source, operation_id = self._split(wanted, document)
        if source and not self._is_ours(source, document):
            return "", f"the operation {operation_id!r} is of another document, {source!r}"
        names = self._by_id.get(operation_id, [])
        if len(names) != 1:
            count = "no operation" if not names else f"{len(names)} operations"
            return "", f"the collection has {count} {operation_id!r}"
        return names[0], ""

    def _split(self, wanted: str, document: Document) -> tuple[str, str]:
        if found := _ID.fullmatch(wanted):
            return found["source"], found["id"]
        head, dot, rest = wanted.partition(".")
        # `museum.getHours` instead of `$sourceDescriptions.museum.getHours` is common.
        if dot and head in document.sources and wanted not in self._by_id:
            return head, rest
        return "", wanted

    def _by_pointer(self, path: str, document: Document) -> tuple[str, str]:
        found = _PATH.fullmatch(path)
        if found is None:
            return "", f"the operationPath {path[:200]!r} cannot be read"
        if not self._is_ours(found["source"], document):
            return "", f"the operation is of another document, {found['source']!r}"
        template = found["path"].replace("~1", "/").replace("~0", "~").replace("%7B", "{").replace("%7D", "}")
        name = self._by_path.get((found["method"].lower(), template))
        if name is None:
            return "", f"the collection has no {found['method'].upper()} {template}"
        return name, ""

    def _is_ours(self, name: str, document: Document) -> bool:
        """Whether the source *name* can be this collection.

        Where the file names tell sources apart, they decide; else every source of an API description counts.
        """
        kind, file = document.sources.get(name, ("", ""))
        if kind != "openapi":
            return False
        files = [other for kind, other in document.sources.values() if kind == "openapi"]
        return len(files) == 1 or self._source not in files or file == self._source
