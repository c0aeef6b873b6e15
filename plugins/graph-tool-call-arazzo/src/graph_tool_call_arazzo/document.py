"""An Arazzo document, read: its workflows and steps as values, with the place of each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from graph_tool_call.errors import ArazzoError
from graph_tool_call.hooks import ABSENT

from .limits import ArazzoLimits

_VERSION: Final = re.compile(r"1\.[01]\.\d+(-[\w.]+)?")

Raw = Mapping[str, Any]


@attrs.frozen(kw_only=True)
class Step:
    """One step as written; `place` is a JSON pointer."""

    id: str
    place: str
    raw: Raw = attrs.field(repr=False)
    #: Name → expression or selector object.
    outputs: Raw
    parameters: tuple[Raw, ...] = ()

    def text(self, name: str) -> str:
        """A member that is a text; "" for none."""
        value = self.raw.get(name)
        return value if isinstance(value, str) else ""

    @property
    def body(self) -> Any:
        """The request body object; `ABSENT` without one."""
        return self.raw.get("requestBody", ABSENT)


@attrs.frozen(kw_only=True)
class Workflow:
    """One workflow as written."""

    id: str
    place: str
    summary: str = ""
    steps: tuple[Step, ...]
    #: Name → JSON Schema of an input; None where the document does not say.
    inputs: Raw
    required: frozenset[str] = frozenset()
    outputs: Raw
    raw: Raw = attrs.field(repr=False)


@attrs.frozen(kw_only=True)
class Document:
    """One document. `source` is its name in errors and diagnostics."""

    source: str
    version: str
    digest: str
    #: Name → (type, last part of the url).
    sources: Mapping[str, tuple[str, str]]
    workflows: Mapping[str, Workflow]
    components: Raw


def read_document(data: Any, *, source: str, digest: str = "", limits: ArazzoLimits) -> Document:
    """Read the parsed *data* of an Arazzo 1.0 or 1.1 document.

    What is missing in a step is left to whoever uses the step; what makes the document no
    Arazzo document is an error.

    Raises:
        ArazzoError: not_arazzo, unsupported_version, invalid_document, too_large.
    """
    return _Reader(source, limits).document(data, digest)


class _Reader:
    def __init__(self, source: str, limits: ArazzoLimits) -> None:
        self._source = source
        self._limits = limits

    def error(self, code: str, message: str, place: str = "", hint: str = "") -> ArazzoError:
        return ArazzoError(code, message, self._source, place, hint)

    def document(self, data: Any, digest: str) -> Document:
        if not isinstance(data, Mapping) or "arazzo" not in data:
            raise self.error("not_arazzo", "is no Arazzo document: it has no 'arazzo'", "", "give an Arazzo document")
        version = str(data["arazzo"])
        if not _VERSION.fullmatch(version):
            hint = "1.0 and 1.1 are read"
            raise self.error("unsupported_version", f"has the version {version[:40]!r}", "/arazzo", hint)
        raws = self.rows(data.get("workflows"), "/workflows", self._limits.max_workflows)
        components = data.get("components")
        components = components if isinstance(components, Mapping) else {}
        workflows: dict[str, Workflow] = {}
        for position, raw in enumerate(raws):
            workflow = self.workflow(raw, f"/workflows/{position}", components)
            if workflow.id in workflows:
                message = f"there are two workflows {workflow.id!r}"
                raise self.error("invalid_document", message, f"{workflow.place}/workflowId", "give each its own")
            workflows[workflow.id] = workflow
        return Document(
            source=self._source,
            version=version,
            digest=digest,
            sources=self.sources(data.get("sourceDescriptions")),
            workflows=workflows,
            components=components,
        )

    def sources(self, raw: Any) -> dict[str, tuple[str, str]]:
        rows = self.rows(raw if raw is not None else [], "/sourceDescriptions", self._limits.max_width)
        return {
            str(row.get("name", "")): (
                str(row.get("type", "openapi")),
                re.split(r"[/\\]", str(row.get("url", "")).partition("#")[0])[-1],
            )
            for row in rows
        }

    def workflow(self, raw: Raw, place: str, components: Raw) -> Workflow:
        workflow_id = self.name(raw, "workflowId", place)
        steps: dict[str, Step] = {}
        shared = self.rows(raw.get("parameters", ()), f"{place}/parameters", self._limits.max_width)
        for position, row in enumerate(self.rows(raw.get("steps"), f"{place}/steps", self._limits.max_steps)):
            step = self.step(row, f"{place}/steps/{position}", shared)
            if step.id in steps:
                message = f"there are two steps {step.id!r}"
                raise self.error("invalid_document", message, f"{step.place}/stepId", "give each its own")
            steps[step.id] = step
        schema = self.inputs(raw.get("inputs"), components)
        properties = schema.get("properties")
        required = schema.get("required")
        return Workflow(
            id=workflow_id,
            place=place,
            summary=str(raw.get("summary") or raw.get("description") or ""),
            steps=tuple(steps.values()),
            inputs=properties if isinstance(properties, Mapping) else {},
            required=frozenset(str(name) for name in required) if isinstance(required, list) else frozenset(),
            outputs=self.mapping(raw.get("outputs", {}), f"{place}/outputs"),
            raw=raw,
        )

    def step(self, raw: Raw, place: str, shared: Sequence[Raw]) -> Step:
        own = self.rows(raw.get("parameters", ()), f"{place}/parameters", self._limits.max_width)
        return Step(
            id=self.name(raw, "stepId", place),
            place=place,
            raw=raw,
            outputs=self.mapping(raw.get("outputs", {}), f"{place}/outputs"),
            # A nested workflow has parameters of its own; those of an operation are shared.
            parameters=(*own, *(() if "workflowId" in raw else shared)),
        )

    def inputs(self, raw: Any, components: Raw) -> Raw:
        """The schema of the inputs; one reference into `components.inputs` is followed."""
        reference = raw.get("$ref") if isinstance(raw, Mapping) else None
        if isinstance(reference, str) and reference.startswith("#/components/inputs/"):
            named = components.get("inputs")
            raw = named.get(reference.rpartition("/")[2]) if isinstance(named, Mapping) else None
        return raw if isinstance(raw, Mapping) else {}

    def rows(self, value: Any, place: str, most: int) -> list[Raw]:
        if not isinstance(value, (list, tuple)):
            raise self.error("invalid_document", f"must be a list, not {_kind(value)}", place)
        if len(value) > most:
            raise self.error("too_large", f"has more than {most} entries", place, "raise the limit if this is intended")
        for position, row in enumerate(value):
            if not isinstance(row, Mapping):
                raise self.error("invalid_document", f"must be an object, not {_kind(row)}", f"{place}/{position}")
        return list(value)

    def mapping(self, value: Any, place: str) -> Raw:
        if not isinstance(value, Mapping):
            raise self.error("invalid_document", f"must be an object, not {_kind(value)}", place)
        if len(value) > self._limits.max_width:
            raise self.error("too_large", f"has more than {self._limits.max_width} members", place)
        return value

    def name(self, raw: Raw, key: str, place: str) -> str:
        value = raw.get(key)
        if not isinstance(value, str) or not value:
            raise self.error("invalid_document", f"needs a text {key!r}", place)
        return value


def _kind(value: Any) -> str:
    return "missing" if value is None else type(value).__name__
