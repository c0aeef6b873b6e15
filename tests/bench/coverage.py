"""Prints how the inputs of real documents are supplied: is a path parameter's own collection among its candidates?

An own collection of `{petId}` in `/pets/{petId}` is an operation that reads, whose path ends in the segment before the
parameter (`/pets`, `/owners/{ownerId}/pets`, `/pets/search`), and whose answer holds a list.

    python tests/bench/coverage.py [DOCUMENT...] [--missing]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

SPECS = Path(os.environ.get("GTC_SHARED", Path(__file__).resolve().parents[3] / "shared")) / "specs"
#: Roots of the documents that consist of several files.
SEVERAL_FILES = (
    "kintone-multifile/openapi.yaml",
    "lob-multifile/lob-api-public.yml",
    "oai-petstore-separate-v2/spec/swagger.json",
)
#: Candidates that one input should have at most.
FEW = 10
#: Endings of a path that search the collection before them.
SEARCHES = ("search", "list", "query", "find")


def plain(segment: str) -> str:
    """A static segment for comparison."""
    return segment.lower().removesuffix(".json").removesuffix(".xml")


def segment_before(path: str, parameter: str) -> str:
    """The static segment that stands nearest before the placeholder of *parameter*; "" without one."""
    head, found, _ = path.partition("{" + parameter + "}")
    before = [s for s in head.rpartition("/")[0].split("/") if s and "{" not in s]
    return plain(before[-1]) if found and before else ""


def last_segment(path: str) -> str:
    """The segment that *path* ends in, a verb of searching left out; "" when that is a parameter."""
    segments = [plain(s) for s in re.split("[?#]", path, maxsplit=1)[0].split("/") if s]
    if len(segments) > 1 and segments[-1] in SEARCHES:
        segments.pop()
    return segments[-1] if segments and "{" not in segments[-1] else ""


def lists(tool: Mapping[str, Any]) -> bool:
    """Whether *tool* reads and answers with a list."""
    metadata = tool["metadata"]
    if metadata["ai_metadata"].get("changes_state", metadata["method"] not in ("get", "head")):
        return False
    return any("[*]" in row["path"] or ".*" in row["path"] for row in metadata["api_contract"]["produces"])


def measure(document: str) -> dict[str, Any]:
    """Counts of one document, and its path parameters whose own collection is no candidate."""
    from graph_tool_call.graph import ProducerIndex
    from graph_tool_call.graphify import build_openapi_collection_artifact

    tools = build_openapi_collection_artifact(document)["tools"]
    index = ProducerIndex(tools)
    collections: dict[str, set[str]] = {}
    for name, tool in tools.items():
        if (segment := last_segment(tool["metadata"]["path"])) and lists(tool):
            collections.setdefault(segment, set()).add(name)
    count: Counter[str] = Counter(tools=len(tools))
    missing = []
    for name, contract in index.contracts.items():
        for need in contract.inputs:
            if need.kind == "auth" or not (need.required or need.location == "path"):
                continue
            found = index.account(contract, need)
            count["needs"] += 1
            count["candidates"] += len(found.kept)
            count["over"] += len(found.kept) > FEW
            count["capped"] += any(cut.code == "beyond_limit" for cut in found.cut)
            count["unfilled"] += not found.kept
            count["unexplained"] += not found.kept and not found.reason
            if not found.kept:
                count[f"none: {found.reason}"] += 1
            own = collections.get(segment_before(contract.facts.path, need.name), set()) - {name}
            if need.location == "path" and own and "enum" not in need.row:
                count["owned"] += 1
                if own.isdisjoint(match.producer for match in found.kept):
                    missing.append([name, contract.facts.path, need.name, need.tag, sorted(own)[:3]])
                else:
                    count["covered"] += 1
    return {"counts": count, "missing": missing}


def rows(documents: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each document measured in a process of its own."""
    for document in documents:
        done = subprocess.run(
            [sys.executable, __file__, "--one", document], stdout=subprocess.PIPE, text=True, check=True
        )
        yield Path(document).name, json.loads(done.stdout)


def line(name: str, count: Mapping[str, int]) -> None:
    """One line of the table."""
    owned = count.get("owned", 0)
    share = f"{100 * count.get('covered', 0) / owned:.1f}" if owned else "-"
    cells = [count.get(key, 0) for key in ("tools", "owned", "covered")]
    rest = [count.get(key, 0) for key in ("needs", "candidates", "capped", "over", "unfilled", "unexplained")]
    print(f"{name:34}" + "".join(f"{cell:>9}" for cell in (*cells, share, *rest)), flush=True)


def main() -> None:
    """Measure all documents, or those that are named; print a table and why inputs have no candidate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*")
    parser.add_argument("--missing", action="store_true", help="name the parameters whose own collection is missing")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(measure(args.documents[0])))
        return
    documents = args.documents or [str(path) for path in real_documents()]
    if not documents:
        print(f"no documents in {SPECS}: set GTC_SHARED to the folder of shared documents")
        return
    head = ("tools", "owned", "covered", "%", "needs", "found", "capped", f">{FEW}", "none", "no why")
    print(f"{'document':34}" + "".join(f"{cell:>9}" for cell in head))
    total: Counter[str] = Counter()
    for name, result in rows(documents):
        line(name, result["counts"])
        total.update(result["counts"])
        for entry in result["missing"] if args.missing else ():
            print("   ", *entry)
    line("all", total)
    for key in sorted(key for key in total if key.startswith("none: ")):
        print(f"{key:34}{total[key]:>9}")


def real_documents() -> list[Path]:
    """All documents of the shared folder; of those in several files, the root."""
    single = [path for path in SPECS.glob("*") if path.suffix in (".json", ".yaml") and path.is_file()]
    found = (SPECS / name for name in SEVERAL_FILES)
    return sorted([*single, *(path for path in found if path.is_file())])


if __name__ == "__main__":
    main()
