"""Prints what building costs beside `json.loads` and another library's dependency analysis, as a Markdown table.

Each document is measured in processes of its own: one for time, one for memory. The other
library is Schemathesis, which infers links between operations for stateful tests; without
it its columns stay empty. Document and tree of the source are in memory before the clock starts.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conftest import DOCUMENTS, SPECS, compact_text

HEAD = (
    "document", "operations", "`json.loads` s", "build s", "ms per operation", "times `json.loads`",
    "Schemathesis s", "build / Schemathesis", "peak MB", "artifact / source",
)  # fmt: skip


def quickest(call: Callable[[], object], rounds: int) -> float:
    """CPU seconds of the quickest of *rounds* calls."""
    times = []
    for _ in range(rounds):
        before = time.process_time()
        call()
        times.append(time.process_time() - before)
    return min(times)


def times() -> dict[str, Any]:
    """CPU seconds of reading the JSON, of building, and of the other library's analysis; sizes."""
    from graph_tool_call.graphify import build_openapi_collection_artifact

    text = sys.stdin.read()
    document = json.loads(text)
    artifact = build_openapi_collection_artifact(document)
    size = len(json.dumps(artifact, ensure_ascii=False, separators=(",", ":")).encode())
    row: dict[str, Any] = {
        "operations": len(artifact["tools"]),
        "size": size / len(text.encode()),
        "read": quickest(lambda: json.loads(text), 5),
        "build": quickest(lambda: build_openapi_collection_artifact(document), 2),
    }
    if importlib.util.find_spec("schemathesis"):
        import schemathesis

        def analyse() -> object:
            return schemathesis.openapi.from_dict(document).analysis.dependency_graph

        row["other"] = quickest(analyse, 1)
    return row


def memory() -> dict[str, Any]:
    """Megabytes that building adds, at its peak, to an interpreter that has the document and every import; on Linux."""
    from graph_tool_call.graphify import build_openapi_collection_artifact

    tiny = {"openapi": "3.0.3", "info": {"title": "", "version": ""}, "paths": {"/": {"get": {"responses": {}}}}}
    build_openapi_collection_artifact(tiny)
    document = json.loads(sys.stdin.read())
    clear, status = Path("/proc/self/clear_refs"), Path("/proc/self/status")
    if not clear.exists():
        return {"peak": ""}
    # proc(5): forgets the peak of what went before.
    clear.write_text("5")
    before = held(status, "VmRSS")
    build_openapi_collection_artifact(document)
    return {"peak": held(status, "VmHWM") - before}


def held(status: Path, what: str) -> float:
    """Megabytes of one line of a process's *status*."""
    (line,) = [line for line in status.read_text().splitlines() if line.startswith(f"{what}:")]
    return int(line.split()[1]) / 1024


def line(*cells: object) -> None:
    """Print one row of the table."""
    texts = (f"{cell:.3g}" if isinstance(cell, float) else str(cell) for cell in cells)
    print(f"| {' | '.join(texts)} |", flush=True)


def measured(what: str, name: str) -> dict[str, Any]:
    """The figures of one document, from a process of its own, which gets the document as JSON."""
    command, text = [sys.executable, __file__, what], compact_text(name)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    row: dict[str, Any] = json.loads(done.stdout)
    return row


def main() -> None:
    """Measure in child processes; print a table."""
    line(*HEAD)
    line("---", *["---:"] * (len(HEAD) - 1))
    for name, file in DOCUMENTS.items():
        if not (SPECS / file).is_file():
            line(name, "absent: set GTC_SHARED to the folder of shared documents", *[""] * (len(HEAD) - 2))
            continue
        row = measured("times", name) | measured("memory", name)
        build, read, other = row["build"], row["read"], row.get("other")
        compared = (other, build / other) if other else ("", "")
        each = (1000 * build / row["operations"], build / read)
        line(name, row["operations"], read, build, *each, *compared, row["peak"], row["size"])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps({"times": times, "memory": memory}[sys.argv[1]]()))
    else:
        main()
