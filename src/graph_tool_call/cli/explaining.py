"""Who said what of an operation and its fields: from an artifact the winners, from a document everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from ..hooks import Consumer, Veto
from ..hooks.questions import candidate_of, need_of
from ..model.contract import Input, ToolContract, read_input
from ..model.tool import row_name, row_path, rows_of, tool_facts
from .text import did_you_mean

if TYPE_CHECKING:
    from ..hooks.answers import Classification, Decided
    from .options import Setup
    from .source import Loaded

PARTS: Final = ("kind", "role", "semantic_tag", "resource", "naming", "naming_with", "key_form", "filters", "sort")
#: Parts of a list that have a reason.
LIST_PARTS: Final = ("noun", "key", "tag", "kind", "own", "ordered")
#: Part of an `OperationVerdict` → key of `ai_metadata`.
OPERATION_PARTS: Final = (
    ("action", "canonical_action"),
    ("resource", "primary_resource"),
    ("shape", "result_shape"),
    ("changes_state", "changes_state"),
    ("destructive", "destructive"),
)
#: Producers shown for one input.
PRODUCERS: Final = 8

Place = tuple[str, str, str]


@attrs.frozen
class Opinions:
    """Everybody's say on one operation; empty where only an artifact is at hand."""

    fields: Mapping[Place, Decided]
    operation: Decided | None = None


def all_opinions(source: str, tool: str, setup: Setup, options: Mapping[str, Any]) -> Opinions:
    """The opinions on *tool*, asked for anew from the document *source*."""
    from ..contracts import ContractOptions
    from ..contracts.fields import FieldReader
    from ..contracts.vocabulary import Lists

    collection = setup.engine.read(source, validate="off")
    operation = next(o for o in collection.operations if o.name == tool)
    session = setup.engine.host.build_session(collection)
    fields = FieldReader(ContractOptions(**options), Lists(session.vocabulary)).read(operation).fields
    said: Classification = session.classify(operation, fields)
    by_place = {(field.direction, field.location, field.path): said.fields[field.ref] for field in fields}
    return Opinions(by_place, said.operation)


# --- one operation ------------------------------------------------------------------


def explain_operation(loaded: Loaded, name: str, opinions: Opinions) -> dict[str, Any]:
    """What *name* does and takes, and who said so."""
    tool = loaded.graph.tools[name]
    return {
        **_head(name, tool),
        "decisions": _operation_decisions(tool, opinions),
        "fields": [
            _line(row, surface, loaded) for surface in ("consumes", "produces") for row in rows_of(tool, surface)
        ],
        "lists": [_list(row, loaded) for row in tool.get("metadata", {}).get("api_contract", {}).get("lists", ())],
    }


def _list(row: Mapping[str, Any], loaded: Loaded) -> dict[str, Any]:
    """One list of the answer, each part with who said so."""
    said = {part: entry for entry in _reasons(row, loaded) for part in entry["parts"]}
    decisions = [
        {
            "part": part,
            "value": row[part],
            **{k: said[part][k] for k in ("plugin", "confidence", "reason")},
            "others": [],
        }
        for part in LIST_PARTS
        if part in row and part in said
    ]
    return {"path": row["path"], "parents": list(row.get("parents", ())), "decisions": decisions}


def _operation_decisions(tool: Any, opinions: Opinions) -> list[dict[str, Any]]:
    if opinions.operation is not None:
        return [d for part, _ in OPERATION_PARTS if (d := _decision(opinions.operation, part))]
    facts = tool.get("metadata", {}).get("ai_metadata", {})
    who = {"plugin": facts.get("source", ""), "confidence": facts.get("confidence")}
    return [{"part": part, "value": facts[key], **who, "others": []} for part, key in OPERATION_PARTS if key in facts]


def _line(row: Mapping[str, Any], surface: str, loaded: Loaded) -> dict[str, Any]:
    who = dict.fromkeys(entry["plugin"] for entry in _reasons(row, loaded))
    return {
        "direction": surface,
        "name": row_name(row),
        "path": row_path(row),
        "location": row.get("location", "response"),
        "required": bool(row.get("required")),
        "kind": row.get("kind", "data"),
        "role": row.get("role", ""),
        "semantic_tag": row.get("semantic_tag", ""),
        "said_by": list(who),
    }


# --- one field ----------------------------------------------------------------------


def explain_field(loaded: Loaded, name: str, field: str, opinions: Opinions) -> dict[str, Any] | None:
    """Every row of *name* that *field* names (by name or path); None when there is none."""
    tool = loaded.graph.tools[name]
    rows = [
        _explained(loaded, name, row, surface, opinions)
        for surface in ("consumes", "produces")
        for row in rows_of(tool, surface)
        if field in (row_name(row), row_path(row), row.get("semantic_tag"))
    ]
    return {**_head(name, tool), "field": field, "rows": rows} if rows else None


def near_fields(loaded: Loaded, name: str, field: str) -> str:
    """A hint with names like *field* among the fields of *name*."""
    tool = loaded.graph.tools[name]
    return did_you_mean(
        field, {row_name(row) for surface in ("consumes", "produces") for row in rows_of(tool, surface)}
    )


def _explained(loaded: Loaded, tool: str, row: Mapping[str, Any], surface: str, opinions: Opinions) -> dict[str, Any]:
    line = _line(row, surface, loaded)
    decided = opinions.fields.get((surface, line["location"], line["path"]))
    decisions = [d for part in PARTS if (d := _decision(decided, part))] if decided is not None else []
    # The caller's word is not an opinion of a plugin, and wins over all of them.
    by_caller = [d for d in _stored(row, loaded) if d["plugin"] == "caller" or not decisions]
    named = {d["part"] for d in by_caller}
    decisions = by_caller + [d for d in decisions if d["part"] not in named]
    producers = list(_producers(loaded, tool, read_input(row))) if surface == "consumes" else []
    shown = {"producers": producers[:PRODUCERS], "producers_not_shown": max(0, len(producers) - PRODUCERS)}
    return {**line, "decisions": decisions, **shown}


def _decision(decided: Decided, part: str) -> dict[str, Any] | None:
    said = [(o.plugin, o.value) for o in decided.opinions if getattr(o.value, part) is not None]
    if not said:
        return None
    rows = [
        {"plugin": plugin, "value": _plain(getattr(v, part)), "confidence": v.confidence, "reason": v.reason}
        for plugin, v in said
    ]
    return {"part": part, **rows[0], "others": rows[1:]}


def _plain(value: Any) -> Any:
    return value.to_dict() if hasattr(value, "to_dict") else value


def _stored(row: Mapping[str, Any], loaded: Loaded) -> Iterator[dict[str, Any]]:
    for entry in _reasons(row, loaded):
        for part in entry["parts"]:
            said = {key: entry[key] for key in ("plugin", "confidence", "reason")}
            yield {"part": part, "value": row.get(part, "data" if part == "kind" else None), **said, "others": []}


def _reasons(row: Mapping[str, Any], loaded: Loaded) -> Sequence[Mapping[str, Any]]:
    table = loaded.artifact.get("provenance", ())
    return [table[position] for position in row.get("why", ()) if position < len(table)]


# --- producers ----------------------------------------------------------------------


def _producers(loaded: Loaded, tool: str, need: Input) -> Iterator[dict[str, Any]]:
    index = loaded.graph.index
    consumer = index.contracts[tool]
    matches = index.candidates(consumer, need) if need.kind != "auth" else ()
    signals, barred = _signals(loaded, consumer, need, matches)
    rows = []
    for position, match in enumerate(matches):
        said = signals.get(position, [])
        score = round(sum(entry["score"] for entry in said), 3)
        row = {"producer": match.producer, "path": match.output.path, "match": match.how, "score": score}
        vetoes = {"vetoes": barred[position]} if position in barred else {}
        rows.append({**row, "signals": said, **vetoes})
    yield from sorted(rows, key=lambda row: (row["match"] != "edge", -row["score"], row["producer"], row["path"]))


#: Position of a producer → what is said of it.
_Said = dict[int, list[dict[str, Any]]]


def _signals(loaded: Loaded, consumer: ToolContract, need: Input, matches: Any) -> tuple[_Said, _Said]:
    """What plugins say for and against producers, and who vetoes them."""
    if not matches:
        return {}, {}
    facts = {name: tool_facts(name, tool) for name, tool in loaded.graph.tools.items()}
    candidates = tuple(candidate_of(match, facts[match.producer], ref=ref, need=0) for ref, match in enumerate(matches))
    question = Consumer(tool=consumer.facts, needs=(need_of(need, 0),), candidates=candidates)
    found: _Said = {}
    barred: _Said = {}
    session = loaded.engine.host.plan_session(facts)
    for rule in session.rules(question):
        if isinstance(rule.value, Veto):
            row = {"plugin": rule.plugin, "reason": rule.value.reason}
            barred.setdefault(rule.value.candidate, []).append(row)
    for said in session.signals(question):
        value = said.value
        entry = {"signal": value.signal, "score": value.score, "plugin": said.plugin, "reason": value.reason}
        found.setdefault(value.candidate, []).append(entry)
    return found, barred


def _head(name: str, tool: Any) -> dict[str, Any]:
    facts = tool_facts(name, tool)
    return {"tool": name, "operation": f"{facts.method.upper()} {facts.path}".strip(), "summary": facts.summary}
