"""What cases of kind `ingest` and `contract` can demand of a collection."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import yaml

from .collection import Collection
from .paths import Steps, dotted, row_steps, words
from .verify import Check, sentences


def _by_operation(collection: Collection, wanted: Any) -> Iterable[tuple[str, Any]]:
    """*wanted* by operation: a mapping says it; anything else is meant for each operation that the case names."""
    if isinstance(wanted, Mapping):
        return wanted.items()
    return [(operation, wanted) for operation in collection.operations_meant()]


def operations(collection: Collection, wanted: Sequence[str]) -> None:
    assert sorted(wanted) == sorted(collection.names)


def json_serialisable(collection: Collection, wanted: bool) -> None:
    assert wanted is (json.loads(collection.serialised()) == collection.artifact)


def no_exception(collection: Collection, wanted: bool) -> None:
    """Building and indexing come back; the artifact was built when the collection was made."""
    assert wanted is (collection.index["operation_count"] == len(collection.names))


def unique_tool_names(collection: Collection, wanted: bool) -> None:
    names = [tool["name"] for tool in collection.artifact["tools"].values()]
    assert wanted is (len(names) == len(set(names)) == len(collection.names))
    assert names == list(collection.artifact["tools"])


def names_nonempty(collection: Collection, wanted: bool) -> None:
    assert wanted is all(name.strip() for name in collection.artifact["tools"])


def tool_name_pattern(collection: Collection, wanted: str) -> None:
    assert [] == [name for name in collection.artifact["tools"] if not re.search(wanted, name)]


def reachable_by_name(collection: Collection, _wanted: str) -> None:
    """The note of the case on tool names: the HTTP operation behind each stays reachable, in graph and index."""
    assert collection.index["by_tool_name"] == {name: key for key, name in collection.names.items()}
    assert collection.names == {
        f"{t['metadata']['method'].upper()} {t['metadata']['path']}": n for n, t in collection.graph.tools.items()
    }


# --- inputs ---


def consumes(collection: Collection, wanted: Any) -> None:
    for operation, entries in _by_operation(collection, wanted):
        for entry in entries:
            find_input(collection, operation, entry)


def consumes_exact(collection: Collection, wanted: Any) -> None:
    """The rows listed, and no other input that a caller could fill."""
    for operation, entries in _by_operation(collection, wanted):
        found = [id(find_input(collection, operation, entry)) for entry in entries]
        others = [row for row in top_rows(collection.consumes(operation)) if id(row) not in found]
        assert [] == others
        assert len(set(found)) == len(entries)


def consumes_names(collection: Collection, wanted: Mapping[str, Sequence[str]]) -> None:
    for operation, names in wanted.items():
        assert sorted(names) == sorted(row["name"] for row in top_rows(collection.consumes(operation)))


def top_rows(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Rows of their own: what lies inside the elements of a whole body belongs to that body's row."""
    return [row for row in rows if not (row["location"] == "body" and row["path"].startswith("$[*]"))]


def find_input(collection: Collection, operation: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """The one row that *entry* describes; fails where a fact of it is another."""
    unknown = set(entry) - {"name", "path", "in", *FACTS}
    assert not unknown, f"facts {sorted(unknown)} of an input cannot be asserted"
    if entry.get("whole_body"):
        rows = [row for row in collection.consumes(operation) if row["location"] == entry["in"] and row["path"] == "$"]
    else:
        # A path is one of the body's unless the entry says where it is.
        location = entry.get("in", "body" if "path" in entry else None)
        rows = collection.input_rows(operation, entry.get("path", entry.get("name")), location)
        rows = [row for row in rows if row["name"] == entry.get("name", row["name"]) or "path" not in entry]
    assert len(rows) == 1, f"{operation}: {len(rows)} inputs fit {dict(entry)}"
    for fact, wanted in entry.items():
        if fact in FACTS:
            FACTS[fact](collection, operation, rows[0], wanted)
    return rows[0]


def _fact(key: str) -> Callable[[Collection, str, Mapping[str, Any], Any], None]:
    """The row has *key* with just that value; 1 is not 1.0 and not True."""

    def check(_collection: Collection, _operation: str, row: Mapping[str, Any], wanted: Any) -> None:
        assert json.dumps(wanted) == json.dumps(row.get(key)), f"{row['name']}: {key}"

    return check


def _required(_collection: Collection, _operation: str, row: Mapping[str, Any], wanted: bool) -> None:
    assert wanted is bool(row.get("required"))


def _whole_body(collection: Collection, operation: str, row: Mapping[str, Any], wanted: bool) -> None:
    """One slot that is the entire body: no property of it stands beside it as an input of its own."""
    body = [r for r in top_rows(collection.consumes(operation)) if r["location"] == "body"]
    assert wanted is (body == [row])


def _item_fields(collection: Collection, operation: str, row: Mapping[str, Any], wanted: Sequence[Any]) -> None:
    """The fields of one element of a list, each with whether an element needs it."""
    inside = (*row_steps(row["path"]), "[]")
    fields = {}
    for other in collection.consumes(operation):
        steps = row_steps(other["path"])
        if steps[:-1] == inside:
            fields[steps[-1]] = bool(other.get("required") or other.get("required_if_parent"))
    assert {entry["name"]: entry["required"] for entry in wanted} == fields


FACTS: Mapping[str, Callable[[Collection, str, Mapping[str, Any], Any], None]] = {
    "required": _required,
    "whole_body": _whole_body,
    "item_fields": _item_fields,
    "type": _fact("field_type"),
    **{
        key: _fact(key)
        for key in ("enum", "default", "maximum", "minimum", "pattern", "description", "format", "nullable")
    },
}


def required(collection: Collection, wanted: Mapping[str, bool]) -> None:
    """Whether the call as a whole needs the field."""
    _flags(collection, wanted, "required")


def required_if_parent(collection: Collection, wanted: Mapping[str, bool]) -> None:
    """Whether the field is needed once its parent object is given."""
    _flags(collection, wanted, "required_if_parent")


def _flags(collection: Collection, wanted: Mapping[str, Any], key: str) -> None:
    """`{field: bool}` for the one operation that the case speaks of, or such a mapping by operation."""
    by_operation = wanted if set(wanted) <= set(collection.names) else None
    for operation, flags in (by_operation or dict.fromkeys(collection.operations_meant(), wanted)).items():
        for name, flag in flags.items():
            (row,) = collection.input_rows(operation, name)
            assert flag is bool(row.get(key)), f"{operation}: {name}"


def whole_body(collection: Collection, wanted: Any) -> None:
    """Whether the entire body is one input, of the operations that the case speaks of or of those named."""
    for operation, flag in _by_operation(collection, wanted):
        body = [row for row in top_rows(collection.consumes(operation)) if row["location"] == "body"]
        assert body, f"{operation} takes no body"
        assert flag is (["$"] == [row["path"] for row in body]), operation


def not_required_unconditionally(collection: Collection, wanted: Sequence[str]) -> None:
    """Present among the inputs, and required by none of its rows."""
    (operation,) = collection.operations_meant()
    for name in wanted:
        rows = collection.input_rows(operation, name)
        assert rows
        assert [] == [row for row in rows if row.get("required")]


def kinds(collection: Collection, wanted: Mapping[str, str]) -> None:
    (operation,) = collection.operations_meant()
    assert wanted == {row["name"]: row["kind"] for row in collection.consumes(operation) if row["name"] in wanted}


def enum(collection: Collection, wanted: Mapping[str, Mapping[str, Sequence[Any]]]) -> None:
    for operation, fields in wanted.items():
        for name, members in fields.items():
            (row,) = collection.input_rows(operation, name)
            assert json.dumps(members) == json.dumps(row["enum"])


def true_false_stay_boolean(collection: Collection, wanted: Mapping[str, Mapping[str, Any]]) -> None:
    """Beside the words that are text, `true` and `false` are what they were."""
    (operation,) = collection.operations_meant()
    for name, facts in wanted.items():
        (row,) = collection.input_rows(operation, name)
        assert json.dumps(dict(facts)) == json.dumps({fact: row.get(fact) for fact in facts})


# --- outputs ---


def produces(collection: Collection, wanted: Any) -> None:
    for operation, paths in _by_operation(collection, wanted):
        assert set() == {dotted(path) for path in paths} - collection.produced_paths(operation)


def produces_exact(collection: Collection, wanted: Any) -> None:
    for operation, paths in _by_operation(collection, wanted):
        assert {dotted(path) for path in paths} == collection.produced_paths(operation)


def not_produces(collection: Collection, wanted: Any) -> None:
    for operation, paths in _by_operation(collection, wanted):
        assert set() == {dotted(path) for path in paths} & collection.produced_paths(operation)


def types(collection: Collection, wanted: Mapping[str, str]) -> None:
    (operation,) = collection.operations_meant()
    rows = {row_steps(row["path"]): row for row in collection.produces(operation)}
    assert wanted == {path: rows[dotted(path)]["field_type"] for path in wanted}


def nullable(collection: Collection, wanted: Mapping[str, bool]) -> None:
    """Of response properties, objects too: leaves by their rows, objects by the response schema of the index."""
    (operation,) = collection.operations_meant()
    (row,) = [row for row in collection.index["operations"] if f"{row['method'].upper()} {row['path']}" == operation]
    found = {path: bool(_property(row["response_schema"], dotted(path)).get("nullable")) for path in wanted}
    assert wanted == found


def _property(schema: Mapping[str, Any], steps: Steps) -> Mapping[str, Any]:
    for step in steps:
        schema = schema["items"] if step == "[]" else schema["properties"][step]
    return schema


def bounded(collection: Collection, wanted: str) -> None:
    """There are no more paths in all than the case admits."""
    (limit,) = re.findall(r"no more than (\d+) paths", wanted)
    assert len(_paths(collection)) <= int(limit)


def recursive_kept(collection: Collection, _wanted: str) -> None:
    """Each property of a component has a path at least once."""
    document = yaml.safe_load(collection.case.spec.read_bytes())
    components = document.get("components", {}).get("schemas") or document.get("definitions", {})
    properties = {name for schema in components.values() for name in schema.get("properties", ())}
    assert set() == properties - {step for path in _paths(collection) for step in path}


def _paths(collection: Collection) -> list[Steps]:
    rows = [row for operation in collection.names for row in _all_rows(collection, operation)]
    return [row_steps(row["path"]) for row in rows if row["location"] in {"body", "response"}]


def _all_rows(collection: Collection, operation: str) -> list[dict[str, Any]]:
    return collection.consumes(operation) + collection.produces(operation)


# --- relations and reports ---


def edges_contain(collection: Collection, wanted: Sequence[Mapping[str, str]]) -> None:
    """A declared hand-over is an edge, with the field that flows."""
    for edge in wanted:
        flows = _flows(collection, edge)
        assert (dotted(edge["field"]), edge["param"]) in flows


def no_edge(collection: Collection, wanted: Mapping[str, str]) -> None:
    assert [] == [flow for flow in _flows(collection, wanted) if flow[1] == wanted["param"]]


def _flows(collection: Collection, edge: Mapping[str, str]) -> list[tuple[Steps, str]]:
    edges = collection.edges(edge["from"], edge["to"])
    return [(row_steps(flow["from"]), flow["to"]) for found in edges for flow in found["data"]]


def warning(collection: Collection, wanted: str) -> None:
    """One diagnostic has every word of the warning."""
    texts = [f"{d['code']} {d['message']}".lower() for d in collection.artifact["diagnostics"]]
    assert [text for text in texts if all(word in text for word in words(wanted))], texts


def enum_members_keep_their_type(collection: Collection, _wanted: str) -> None:
    """The rule of the case on enums: members are what the document has, also where the declared type says otherwise."""
    document = json.loads(collection.case.spec.read_bytes())
    for path, item in document["paths"].items():
        for method, operation in item.items():
            declared = {p["name"]: p["schema"]["enum"] for p in operation["parameters"] if "enum" in p["schema"]}
            rows = {
                row["name"]: row["enum"] for row in collection.consumes(f"{method.upper()} {path}") if "enum" in row
            }
            assert json.dumps(declared) == json.dumps(rows)


CONTRACT_CHECKS: Mapping[str, Check[Collection]] = {
    "bounded": sentences(
        "bounded", {r"no more than \d+ paths": bounded, "each recursive property is kept": recursive_kept}
    ),
    "consumes": consumes,
    "consumes_exact": consumes_exact,
    "consumes_names": consumes_names,
    "edges_contain": edges_contain,
    "enum": enum,
    "json_serialisable": json_serialisable,
    "kinds": kinds,
    "names_nonempty": names_nonempty,
    "no_edge": no_edge,
    "no_exception": no_exception,
    "not_produces": not_produces,
    "not_required_unconditionally": not_required_unconditionally,
    "note": sentences("note", {"reachable": reachable_by_name}),
    "nullable": nullable,
    "operations": operations,
    "produces": produces,
    "produces_contain": produces,
    "produces_each": produces,
    "produces_exact": produces_exact,
    "required": required,
    "required_if_parent": required_if_parent,
    "rule": sentences("rule", {"JSON type": enum_members_keep_their_type}),
    "tool_name_pattern": tool_name_pattern,
    "true_false_stay_boolean": true_false_stay_boolean,
    "types": types,
    "unique_tool_names": unique_tool_names,
    "warning": warning,
    "whole_body": whole_body,
}
