"""Relation edges between tools: few, each with its evidence. Planning does not walk them; people and exports do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..model.contract import Input, ToolContract
from ..model.match import Match
from .index import ProducerIndex

Edge = dict[str, Any]

#: Producers kept for one input; the others stay in the producer index.
PER_INPUT = 3


def relation_edges(index: ProducerIndex) -> list[Edge]:
    """All edges of a graph, in a fixed order; linear in the number of tools.

    `requires` runs from consumer to producer and carries the data flow. `precedes` runs from
    the creator of a resource to what takes the resource by its key. `same_resource` ties each
    tool to the first tool of its resource (a star, never all pairs).
    """
    edges = list(_requires(index))
    edges += _same_resource(index)
    edges += _precedes(index)
    return edges


def _requires(index: ProducerIndex) -> Iterator[Edge]:
    for name, contract in index.contracts.items():
        flows: dict[str, list[tuple[Input, Match]]] = {}
        for row in contract.inputs:
            if row.kind != "data" or not (row.required or row.location == "path" or row.required_if_parent):
                continue
            for match in _kept(index, contract, row):
                flows.setdefault(match.producer, []).append((row, match))
        for producer in sorted(flows):
            yield _requires_edge(name, producer, flows[producer])


def _kept(index: ProducerIndex, contract: ToolContract, row: Input) -> list[Match]:
    """Declared producers, then the best few by tag; equal names count only where there is no tag."""
    declared: dict[str, Match] = {}
    kept: dict[str, Match] = {}
    for match in index.matches(contract, row):
        if match.how == "edge":
            declared.setdefault(match.producer, match)
        elif match.how == "tag":
            producer = index.contracts[match.producer]
            if producer.facts.changes_state or (match.output.tag or row.tag) in producer.required_tags:
                continue
            kept.setdefault(match.producer, match)
            if len(kept) >= PER_INPUT:
                break
        elif kept or not row.tag:
            break
        elif (match.output.tag or row.tag) not in index.contracts[match.producer].required_tags:
            kept.setdefault(match.producer, match)
            break
    return list((declared | {name: match for name, match in kept.items() if name not in declared}).values())


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
