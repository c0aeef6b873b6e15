"""The answer of `inspect`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from ..text import one_line
from .parts import heading, pairs, row, table

if TYPE_CHECKING:
    from rich.console import RenderableType

#: Tags shown; the rest are counted.
_TAGS: Final = 12
#: Places named for each finding; --json lists more.
_PLACES: Final = 2
_STYLES: Final = {"error": "red", "warning": "yellow", "info": ""}


def render_inspect(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Facts, contracts, readiness, diagnostics."""
    yield Text(one_line(f"{answer['title'] or answer['source']} {answer['version']}"), style="bold")
    yield pairs(list(_facts(answer)))
    if answer["contract"]:
        yield heading("Contracts")
        yield pairs(list(_contract(answer["contract"])))
    yield from _readiness(answer["readiness"])
    yield from _diagnostics(answer)


def render_lists(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """A row for each list: what it is of, and how a thing in it is found."""
    made = table("", "Operation", "List", "Of", "Key", "Named by", "Filters")
    for entry in answer["lists"]:
        noun = entry.get("noun", "") + (f" ({entry['kind']['value']})" if "kind" in entry else "")
        filters = ", ".join(name if name == path else f"{name} → {path}" for name, path in entry["filters"].items())
        row(made, entry["tool"], entry["path"], noun, entry.get("key", ""), ", ".join(entry["named_by"]), filters)
    yield made


def _facts(answer: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "specification", answer["spec_version"] or "unknown"
    methods = ", ".join(f"{count} {name}" for name, count in answer["methods"].items())
    yield "tools", f"{answer['tools']} ({methods})" if methods else answer["tools"]
    yield "change something", answer["changes_state"]
    if answer["deprecated"]:
        yield "deprecated", answer["deprecated"]
    yield "relations", answer["edges"]
    if answer["tags"]:
        yield "tags", _some(answer["tags"])
    if answer["servers"]:
        yield "servers", ", ".join(answer["servers"])
    yield "security", ", ".join(answer["security_schemes"]) or "none declared"
    yield "plugins", ", ".join(answer["plugins"]) or "none"


def _some(counts: Mapping[str, int]) -> str:
    shown = ", ".join(f"{name} {count}" for name, count in list(counts.items())[:_TAGS])
    rest = len(counts) - _TAGS
    return f"{shown} and {rest} more" if rest > 0 else shown


def _contract(summary: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in summary.items():
        name = key.replace("_", " ")
        if isinstance(value, Mapping):
            yield name, ", ".join(f"{count} {part}" for part, count in value.items())
        else:
            yield name, f"{value:.0%}" if isinstance(value, float) else value


def _readiness(report: Mapping[str, Any]) -> Iterator[RenderableType]:
    if not report:
        return
    share = report.get("coverage", {}).get("required_source_coverage")
    sources = "" if share is None else f"; {share:.0%} of the required inputs have a source"
    yield heading("Readiness: " + ("ready for planning" if report.get("ready") else "not ready") + sources)
    if not report.get("findings"):
        return
    made = table("", "Severity", "Count", "Finding", "Next step")
    for finding in report["findings"]:
        style = _STYLES.get(finding["severity"], "")
        says = f"{finding['code']}: {finding['meaning']}"
        if finding["where"]:
            says += f" For example {', '.join(_where(place) for place in finding['where'][:_PLACES])}."
        row(made, finding["severity"], finding["count"], says, finding["next_step"], style=style)
    yield made


def _where(place: Mapping[str, Any]) -> str:
    """A place in a few words: createOrder custRef (body)."""
    field = f" {place['field']} ({place['location']})" if "field" in place else ""
    return f"{place['tool']}{field}"


def _diagnostics(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    rows = answer["diagnostics"]
    if not rows:
        return
    yield heading(f"Diagnostics: {len(rows)}")
    if answer.get("listing"):
        made = table("", "Severity", "Code", "Where", "What")
        for entry in rows:
            style = _STYLES.get(entry["severity"], "")
            row(made, entry["severity"], entry["code"], entry["pointer"], entry["message"], style=style)
    else:
        made = table("", "Severity", "Code", "Count", "The first of them")
        counts = Counter((entry["severity"], entry["code"]) for entry in rows)
        for (severity, code), count in sorted(counts.items()):
            first = next(entry for entry in rows if (entry["severity"], entry["code"]) == (severity, code))
            style = _STYLES.get(severity, "")
            row(made, severity, code, count, f"{first['pointer']} {first['message']}".strip(), style=style)
    yield made
