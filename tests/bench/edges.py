"""Draws a sample of `requires` edges of real documents, for a person to judge: could this answer fill this input?

    python tests/bench/edges.py SEED [--documents 20] [--each 10] [--read]

Prints tab-separated lines: document, confidence, tag, consumer, field, producer, value. With `--read`, what a reader
needs to judge them. The same seed draws the same edges from the same artifacts. Judged samples are in
docs/explanation/edge-precision.tsv.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from coverage import real_documents

SPECS = Path(os.environ.get("GTC_SHARED", Path(__file__).resolve().parents[3] / "shared")) / "specs"
COLUMNS = ("document", "confidence", "tag", "consumer", "field", "producer", "value")


def flows(document: str) -> Iterator[dict[str, Any]]:
    """Every hand-over of the `requires` edges of one document."""
    from graph_tool_call.graphify import build_openapi_collection_artifact

    artifact = build_openapi_collection_artifact(document)
    tools = artifact["tools"]
    for edge in artifact["edges"]:
        if edge["relation"] != "requires":
            continue
        consumer, producer = tools[edge["source"]], tools[edge["target"]]
        for flow, evidence in zip(edge["data"], edge["evidence"], strict=True):
            row = next(r for r in _rows(consumer, "consumes") if r["name"] == flow["to"])
            shown = next((r for r in _rows(producer, "produces") if r["path"] == flow["from"]), {})
            yield {
                "document": Path(document).relative_to(SPECS).parts[0],
                "confidence": edge["confidence"],
                "tag": evidence.get("tag", ""),
                "consumer": _call(consumer),
                "field": f"{flow['location']} {flow.get('to_path', flow['to'])}",
                "producer": _call(producer),
                "value": flow["from"],
                "read": {
                    "consumer": _text(consumer["description"]),
                    "field": _text(row.get("description", "")),
                    "producer": _text(producer["description"]),
                    "value": _text(json.dumps({key: shown[key] for key in shown if key not in ("path", "why")})),
                    "rule": evidence["rule"],
                },
            }


def _rows(tool: Mapping[str, Any], surface: str) -> list[dict[str, Any]]:
    return list(tool["metadata"]["api_contract"][surface])


def _call(tool: Mapping[str, Any]) -> str:
    return f"{tool['metadata']['method'].upper()} {tool['metadata']['path']}"


def _text(text: str) -> str:
    return " ".join(text.split())[:200]


def drawn(documents: list[Path], seed: int, count: int, each: int) -> Iterator[dict[str, Any]]:
    """*each* hand-overs of *count* documents that have so many; documents and hand-overs by chance."""
    chance = random.Random(seed)
    order = sorted(documents)
    chance.shuffle(order)
    for document in order:
        command = [sys.executable, __file__, "0", "--one", str(document)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        found = json.loads(done.stdout)
        if len(found) < each:
            continue
        yield from chance.sample(found, each)
        count -= 1
        if not count:
            return


def main() -> None:
    """Print the sample."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--documents", type=int, default=20)
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--read", action="store_true", help="show descriptions below each line")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(list(flows(args.one))))
        return
    print(*COLUMNS, sep="\t")
    for number, flow in enumerate(drawn(real_documents(), args.seed, args.documents, args.each), 1):
        print(*(flow[column] for column in COLUMNS), sep="\t")
        if args.read:
            print(f"  #{number}", *(f"{key}: {text}" for key, text in flow["read"].items() if text), sep="\n     ")


if __name__ == "__main__":
    main()
