"""Arazzo documents beside a collection: what they declare, their workflows as plans, plans as workflows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs

from graph_tool_call.errors import ArazzoError, SpecError
from graph_tool_call.hooks import Declared, FormatContext, ReadDocument
from graph_tool_call.hooks.plans import Diagnostic, Plan, Template

from .document import Document, read_document
from .edges import Edge, declared_edges
from .export import plan_to_arazzo
from .limits import ArazzoLimits
from .operations import Operations
from .plans import choose_workflow, to_plan
from .walk import Problem, Walker
from .written import IsSecret

#: Problems of a plan that say nothing against the hand-overs.
_OF_PLANS: Final = frozenset({
    *("control_flow", "criteria", "failure_actions", "credential_left_out", "unreadable_output"),
})  # fmt: skip


@attrs.frozen(kw_only=True)
class Workflows:
    """Reads and writes Arazzo documents.

    Attributes:
        read: Opens a document.
        parse: Reads a text with bindings.
        is_secret: Whether a field of that name is a credential.
        limits: How much of a document is read.
    """

    read: ReadDocument
    parse: Callable[[str], Template]
    is_secret: IsSecret
    limits: ArazzoLimits = attrs.Factory(ArazzoLimits)

    @classmethod
    def of(cls, context: FormatContext, limits: ArazzoLimits | None = None) -> Workflows:
        """With what the host gives to formats."""
        return cls(
            read=context.read,
            parse=context.parse,
            is_secret=context.is_secret,
            limits=limits or ArazzoLimits(),
        )

    def open(self, source: Any) -> Document:
        """The document: a path, a mapping, JSON or YAML text, or one that is open. Raises `ArazzoError`."""
        if isinstance(source, Document):
            return source
        bounds = self.limits
        try:
            name, data, digest = self.read(
                source,
                max_bytes=bounds.max_bytes,
                max_depth=bounds.max_depth,
                max_alias_nodes=bounds.max_alias_nodes,
            )
        except SpecError as error:
            code = "not_arazzo" if error.code == "not_openapi" else error.code
            hint = error.hint.replace("an OpenAPI", "an Arazzo").replace("Limits.", "ArazzoLimits.")
            raise ArazzoError(code, error.message, error.source, error.pointer, hint) from None
        return read_document(data, source=name, digest=digest, limits=bounds)

    def declare(self, documents: Sequence[Document], tools: Mapping[str, Any], source: str) -> Declared:
        """The hand-overs of every workflow of *documents*. *source* is the name of the tools' own document.

        Raises:
            ArazzoError: too_large. Anything else that cannot be read is a diagnostic, and the rest is read.
        """
        edges: list[Edge] = []
        rows: list[dict[str, Any]] = []
        diagnostics: list[Diagnostic] = []
        operations = Operations(tools, source)
        for document in documents:
            walker = Walker(document, tools, operations, self.parse, self.limits, documents)
            problems: list[Problem] = []
            for workflow in document.workflows.values():
                walked = walker.walk(workflow)
                edges += declared_edges(walked, tools, document=document.source, workflow=workflow.id)
                problems += walked.problems
            diagnostics += _diagnostics(problems)
            rows.append({"source": document.source, "digest": document.digest, "workflows": list(document.workflows)})
        return Declared(edges=edges, documents=rows, diagnostics=diagnostics)

    def plan(
        self,
        source: Any,
        workflow_id: str,
        tools: Mapping[str, Any],
        artifact: Mapping[str, Any],
        *,
        beside: Sequence[Any] = (),
        unchecked: bool = False,
    ) -> Plan:
        """The plan that does what a workflow does; *artifact* says which document the tools are from.

        *beside* are documents whose workflows it may call, found by the file name in `sourceDescriptions`.
        With *unchecked*, criteria that a plan cannot check are left out, and listed in its metadata.

        Raises:
            ArazzoError: the document has no such workflow, or the workflow a part that a plan cannot keep.
        """
        document = self.open(source)
        workflow = choose_workflow(document, workflow_id)
        others = [self.open(other) for other in beside]
        walked = Walker(document, tools, Operations(tools, _file_name(artifact)), self.parse, self.limits, others).walk(
            workflow
        )
        if unchecked:
            kept = (attrs.evolve(row, keeps_whole=row.keeps_whole or row.code == "criteria") for row in walked.problems)
            walked = attrs.evolve(walked, problems=tuple(kept))
        return to_plan(walked, document, workflow, tools, self.is_secret)

    def write(
        self, plan: Plan, tools: Mapping[str, Any], version: str, source_url: str, artifact: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The document that says *plan*; see `plan_to_arazzo`. Without *source_url* the name that *artifact* has."""
        url = source_url or _file_name(artifact) or "openapi.json"
        return plan_to_arazzo(plan, tools, parse=self.parse, is_secret=self.is_secret, version=version, source_url=url)


def _file_name(artifact: Mapping[str, Any]) -> str:
    """The file name of the document of an artifact; "" for one from memory."""
    metadata = artifact.get("metadata")
    source = str(metadata.get("source") or "") if isinstance(metadata, Mapping) else ""
    return "" if source.startswith("<") else source


def _diagnostics(problems: Sequence[Problem]) -> list[Diagnostic]:
    # A step that two workflows call has its problems once.
    rows = {(row.code, row.document, row.place): row for row in problems if row.code not in _OF_PLANS}
    return [
        Diagnostic(
            code=f"arazzo_{problem.code}",
            message=problem.message,
            pointer=f"{problem.document}#{problem.place}",
            severity="info" if problem.keeps_whole else "warning",
        )
        for problem in rows.values()
    ]
