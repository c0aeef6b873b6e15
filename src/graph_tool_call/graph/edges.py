"""Relation edges between tools: few, each with its evidence. Planning does not walk them; people and exports do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..model.contract import Input, ToolContract
from ..model.match import Match
from .index import ProducerIndex
from .scope import nearest, of_new_part

Edge = dict[str, Any]

#: Producers kept for one input; the others stay in the producer index.
PER_INPUT = 3
#: Producers compared for one input.
_COMPARED = 12


def relation_edges(index: ProducerIndex) -> list[Edge]:
    """All edges of a graph, in a fixed order; linear in the number of tools.

    `requires` runs from consumer to producer and carries the data flow. `precedes` runs from
    the creator of a resource to what takes the resource by its key. `same_resource` ties each
    tool to the first tool of its resource (a star, never all pairs).
    """
    edges = list(_requires(index))
    edges += _same_resource(index)
    said = list(_followed(index))
    known = {(edge["source"], edge["target"]) for edge in said}
    edges += [edge for edge in _precedes(index) if (edge["source"], edge["target"]) not in known]
    return edges + said


def _requires(index: ProducerIndex) -> Iterator[Edge]:
    for name, contract in index.contracts.items():
        flows: dict[str, list[tuple[Input, Match]]] = {}
        for row in contract.inputs:
            if row.kind != "data":
                continue
            needed = row.required or row.location == "path" or row.required_if_parent
            if not needed and not index.is_declared(contract, row):
                continue
            for match in _kept(index, contract, row, declared_only=not needed):
                flows.setdefault(match.producer, []).append((row, match))
        for producer in sorted(flows):
            yield _requires_edge(name, producer, flows[producer])


def _kept(index: ProducerIndex, contract: ToolContract, row: Input, *, declared_only: bool) -> list[Match]:
    """Declared producers, then the nearest few by tag; equal names count only where there is no tag."""
    declared: dict[str, Match] = {}
    tagged: list[Match] = []
    named: list[Match] = []
    for match in index.matches(contract, row):
        producer = index.contracts[match.producer]
        if match.how == "edge":
            declared.setdefault(match.producer, match)
        elif declared_only:
            break
        elif match.how == "tag":
            if not producer.facts.changes_state and (match.output.tag or row.tag) not in producer.required_tags:
                tagged.append(match)
                if len(tagged) >= _COMPARED:
                    break
        elif tagged or not row.tag:
            break
        elif (match.output.tag or row.tag) not in producer.required_tags:
            named = [] if of_new_part(contract, row) else [match]
            break
    kept: dict[str, Match] = {}
    for match in nearest(index.contracts, contract, row, tagged) if tagged else named:
        kept.setdefault(match.producer, match)
    inferred = [match for name, match in kept.items() if name not in declared]
    return [*declared.values(), *inferred[:PER_INPUT]]


def _requires_edge(consumer: str, producer: str, flows: list[tuple[Input, Match]]) -> Edge:
    hows = {match.how for _, match in flows}
    confidence = "EXTRACTED" if "edge" in hows else "INFERRED" if "tag" in hows else "AMBIGUOUS"
    data, evidence = [], []
    for row, match in flows:
        flow = {"from": match.output.path, "to": row.name, "location": row.location}
        if match.output.location != "response":
            flow["from_location"] = match.output.location
        if row.path not in {row.name, f"$.{row.name}"}:
            flow["to_path"] = row.path
        if match.how != "edge" and confidence == "EXTRACTED":
            # One thing that is declared makes nothing else so.
            flow["confidence"] = "INFERRED" if match.how == "tag" else "AMBIGUOUS"
        data.append(flow)
        rule = {"edge": "link", "tag": "same_tag", "name": "same_name"}[match.how]
        said = {"rule": rule, "field": row.name} | ({"tag": row.tag} if row.tag else {})
        if producer in row.row.get("fed_by", ()):
            said |= {"rule": "annotation", "plugin": "caller"}
        evidence.append(said)
    return {
        "source": consumer,
        "target": producer,
        "relation": "requires",
        "confidence": confidence,
        "data": data,
        "evidence": evidence,
    }


def _followed(index: ProducerIndex) -> Iterator[Edge]:
    """`precedes` by the document's own word: links without a value from the response, and `Location` headers.

    What a creator makes is got by the item's operations; that is no reason to create in order to read, so it is no
    `requires`.
    """
    keyed = _by_item(index)
    for name, contract in index.contracts.items():
        ends: dict[str, list[Edge]] = {}
        for link in contract.links:
            flows = [b for b in link.get("bindings") or () if b.get("from_location") in {"response", "response_header"}]
            target = str(link.get("target") or "")
            if not flows and target in index.contracts and target != name:
                ends.setdefault(target, []).append({"rule": "link", "link": str(link.get("name") or "")})
        for row in contract.output_rows:
            if not row.get("extract"):
                continue
            item = row.get("identifies") or {}
            for target in keyed.get(str(item.get("path") or ""), ()):
                flow = {"from": row["name"], "from_location": "response_header", "to": item["parameter"]}
                ends.setdefault(target, []).append({"rule": "location_header", **flow})
        for target, evidence in ends.items():
            yield {
                "source": name,
                "target": target,
                "relation": "precedes",
                "confidence": "EXTRACTED",
                "evidence": evidence,
            }


def _by_item(index: ProducerIndex) -> Mapping[str, list[str]]:
    """Path → names of its tools."""
    table: dict[str, list[str]] = {}
    for name, contract in index.contracts.items():
        table.setdefault(contract.facts.path, []).append(name)
    return table


def _by_resource(index: ProducerIndex) -> Mapping[str, list[ToolContract]]:
    table: dict[str, list[ToolContract]] = {}
    for contract in index.contracts.values():
        if contract.facts.resource:
            table.setdefault(contract.facts.resource, []).append(contract)
    return table


def _same_resource(index: ProducerIndex) -> Iterator[Edge]:
    for resource, contracts in sorted(_by_resource(index).items()):
        ranked = sorted(contracts, key=lambda c: (c.facts.shape != "list", len(c.facts.path), c.name))
        for contract in ranked[1:]:
            yield {
                "source": contract.name,
                "target": ranked[0].name,
                "relation": "same_resource",
                "confidence": "INFERRED",
                "evidence": [{"rule": "primary_resource", "resource": resource}],
            }


def _precedes(index: ProducerIndex) -> Iterator[Edge]:
    for resource, contracts in sorted(_by_resource(index).items()):
        creators = [c for c in contracts if c.facts.action == "create"]
        if not creators:
            continue
        creator = min(creators, key=lambda c: (len(c.facts.path), c.name))
        for contract in contracts:
            keyed = any(row.location == "path" and row.resource == resource for row in contract.inputs)
            if keyed and contract is not creator:
                yield {
                    "source": creator.name,
                    "target": contract.name,
                    "relation": "precedes",
                    "confidence": "INFERRED",
                    "evidence": [{"rule": "created_before_used", "resource": resource}],
                }
