"""Cases in YAML: what goes in and what must come out, for authors who write no Python.

    plugin: acme_rules                  # module, module:attribute, or the id of an installed plugin
    settings: {suffix: No}              # optional
    cases:
      - name: cstNo is the customer number
        field: {name: cstNo, location: query}
        expect: {semantic_tag: customer_no, resource: customer}
      - name: a note is nothing special
        field: {name: note}
        expect: null

A case has one of `field`, `text`, `enum`, or `operation` alone. `expect: null` means that the
plugin has no opinion. A part of a verdict that `expect` does not mention may be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import attrs

from graph_tool_call.codec import decode
from graph_tool_call.errors import DecodeError
from graph_tool_call.hooks import ABSENT, Absent, Collection, EnumRequest, Field, Operation, Text, ToolFacts
from graph_tool_call.pluginset import PluginHost, PluginSet

from .samples import make_operation


@attrs.frozen(kw_only=True)
class CaseField:
    """A field as a case writes it."""

    name: str
    #: path, query, header, cookie, body, response or response_header.
    location: str = "query"
    #: JSON path; made of the name by default.
    path: str = ""
    type: str = "string"
    format: str = ""
    description: str = ""
    required: bool = False
    enum: tuple[str | int | float | bool | None, ...] | None = None
    owner: str = ""
    parents: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    many: bool = False
    read_only: bool = False

    def to_field(self) -> Field:
        """The field that the plugin gets."""
        parts = attrs.asdict(self, recurse=False)
        inside = self.location in ("body", "response")
        below = ".".join((*self.parents, self.name))
        parts["path"] = self.path or (f"$.{below}" if inside else self.name)
        return Field(ref=0, direction="produces" if "response" in self.location else "consumes", **parts)


@attrs.frozen(kw_only=True)
class CaseOperation:
    """An operation as a case writes it."""

    method: str = "get"
    path: str = "/"
    operation_id: str = ""
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    deprecated: bool = False

    def to_operation(self) -> Operation:
        """The operation that the plugin gets."""
        made = make_operation(self.method.lower(), self.path, self.summary, self.tags)
        return attrs.evolve(
            made,
            name=self.operation_id or made.name,
            operation_id=self.operation_id,
            description=self.description,
            deprecated=self.deprecated,
        )


@attrs.frozen(kw_only=True)
class CaseText:
    """A text as a case writes it."""

    value: str
    source: str = "query"


@attrs.frozen(kw_only=True)
class CaseEnum:
    """A word for an enum as a case writes it."""

    word: str
    choices: tuple[str | int | float | bool | None, ...]
    labels: tuple[str, ...] = ()
    field: str = "status"
    semantic_tag: str = ""


@attrs.frozen(kw_only=True)
class ExpectedVerdict:
    """What a field must be; parts that are left out may be anything, null means no opinion."""

    kind: str | Absent | None = ABSENT
    role: str | Absent | None = ABSENT
    semantic_tag: str | Absent | None = ABSENT
    resource: str | Absent | None = ABSENT
    min_confidence: float = 0.0
    max_confidence: float = 1.0


@attrs.frozen(kw_only=True)
class ExpectedOperation:
    """What an operation must be; parts that are left out may be anything, null means no opinion."""

    action: str | Absent | None = ABSENT
    resource: str | Absent | None = ABSENT
    shape: str | Absent | None = ABSENT
    changes_state: bool | Absent | None = ABSENT
    destructive: bool | Absent | None = ABSENT
    min_confidence: float = 0.0
    max_confidence: float = 1.0


@attrs.frozen(kw_only=True)
class ExpectedTerms:
    """Terms that a text must have, and must not have."""

    terms: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class ExpectedMatch:
    """The member that a word must be taken for."""

    value: str | int | float | bool | None


@attrs.frozen(kw_only=True)
class Case:
    """One case: what goes in, and what must come out."""

    name: str
    field: CaseField | None = None
    operation: CaseOperation | None = None
    text: CaseText | None = None
    enum: CaseEnum | None = None
    expect: Any

    @property
    def kind(self) -> str:
        """field, text, enum or operation."""
        return next((kind for kind in ("field", "text", "enum") if getattr(self, kind) is not None), "operation")


@attrs.frozen(kw_only=True)
class CaseFile:
    """A file of cases for one plugin."""

    #: "module", "module:attribute", or the id of an installed plugin.
    plugin: str
    settings: Mapping[str, Any] = attrs.Factory(dict)
    cases: tuple[Case, ...]

    def host(self) -> PluginHost:
        """A host with the plugin of this file and no other."""
        installed = PluginSet.installed()
        if self.plugin in installed:
            plugins, name = installed.only(self.plugin), self.plugin
        else:
            module, _, attribute = self.plugin.partition(":")
            found = import_module(module)
            plugins, name = PluginSet().with_(getattr(found, attribute) if attribute else found, id="cases"), "cases"
        return PluginHost(plugins, {name: dict(self.settings)} if self.settings else None)


def read_cases(path: Path) -> CaseFile:
    """The cases of the YAML file at *path*. Raises `DecodeError` with every problem of it."""
    import yaml12

    try:
        data = yaml12.parse_yaml(path.read_text(encoding="utf-8"))
    except ValueError as exc:
        raise DecodeError(path.name, (f"not YAML: {' '.join(str(exc).split())}",)) from exc
    return decode(data, CaseFile, what=path.name)


def run_case(case: Case, host: PluginHost) -> list[str]:
    """What *case* expects and the plugin of *host* does not do, a line for each; empty when all is well.

    Raises `DecodeError` for a case that is not well formed, and what the plugin's mistakes raise.
    """
    if case.operation is None and case.kind == "operation":
        problem = "a case needs one of field, operation, text, enum"
        raise DecodeError(f"case {case.name!r}", (problem,))
    answer = _ASK[case.kind](case, host)
    if case.expect is None:
        return [] if answer is None else [f"expected no opinion, got {answer}"]
    expected = decode(case.expect, _EXPECTED[case.kind], what=f"expect of case {case.name!r}")
    if answer is None:
        return [f"expected {_given(expected)}, and the plugin has no opinion"]
    if isinstance(expected, ExpectedTerms):
        return _term_problems(expected, answer)
    return _part_problems(expected, answer)


def _verdict(case: Case, host: PluginHost) -> Any:
    operation = (case.operation or CaseOperation()).to_operation()
    field = case.field.to_field() if case.field else None
    session = host.build_session(Collection(operations=(operation,)))
    decided = session.classify(operation, (field,) if field else ())
    opinions = (decided.fields[field.ref] if field else decided.operation).opinions
    return opinions[0].value if opinions else None


def _terms(case: Case, host: PluginHost) -> Any:
    text = case.text or CaseText(value="")
    (terms,) = host.query_session(lambda _term: 0.5).analyze((Text(value=text.value, source=text.source),))
    return [term.value for term in terms] or None


def _match(case: Case, host: PluginHost) -> Any:
    tool = ToolFacts(name="tool")
    asked = case.enum or CaseEnum(word="", choices=())
    request = EnumRequest(tool=tool, **attrs.asdict(asked, recurse=False))
    opinion = host.plan_session({tool.name: tool}).resolve_enum(request)
    return opinion.value if opinion else None


_ASK: Final[Mapping[str, Callable[[Case, PluginHost], Any]]] = {
    "field": _verdict,
    "operation": _verdict,
    "text": _terms,
    "enum": _match,
}
_EXPECTED: Final[Mapping[str, type[Any]]] = {
    "field": ExpectedVerdict,
    "operation": ExpectedOperation,
    "text": ExpectedTerms,
    "enum": ExpectedMatch,
}


def _given(expected: Any) -> dict[str, Any]:
    """The parts that a case mentions."""
    return {
        part.name: getattr(expected, part.name)
        for part in attrs.fields(type(expected))
        if getattr(expected, part.name) is not ABSENT and not part.name.endswith("_confidence")
    }


def _part_problems(expected: Any, answer: Any) -> list[str]:
    wrong = [
        f"expected {name} {value!r}, got {getattr(answer, name)!r}"
        for name, value in _given(expected).items()
        if getattr(answer, name) != value
    ]
    low, high = getattr(expected, "min_confidence", 0.0), getattr(expected, "max_confidence", 1.0)
    if not low <= answer.confidence <= high:
        wrong.append(f"expected a confidence from {low:g} to {high:g}, got {answer.confidence:g}")
    return wrong


def _term_problems(expected: ExpectedTerms, terms: list[str]) -> list[str]:
    missing = [f"expected term {term!r}, got {terms}" for term in expected.terms if term not in terms]
    return missing + [f"did not expect term {term!r}" for term in expected.without if term in terms]
