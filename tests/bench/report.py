"""Prints CPU per operation and peak memory of building each large document, each in a process of its own."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

SPECS = Path(os.environ.get("GTC_SHARED", Path(__file__).resolve().parents[3] / "shared")) / "specs"
NAMES = [
    "github-rest.json",
    "kubernetes-1.10.yaml",
    "stripe.yaml",
    "netbox.yaml",
    "openai-3.1.yaml",
    "klaviyo-jsonapi.json",
]


def measure(path: str) -> dict[str, float]:
    """Figures of one build in this process: CPU seconds, operations, megabytes."""
    from graph_tool_call.graphify import build_openapi_collection_artifact
    from graph_tool_call.openapi import read_collection

    started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    before = time.process_time()
    artifact = build_openapi_collection_artifact(path)
    built = time.process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    before = time.process_time()
    read_collection(path)
    read = time.process_time() - before
    size = len(json.dumps(artifact, ensure_ascii=False, separators=(",", ":")).encode())
    return {
        "operations": len(artifact["tools"]),
        "read_s": read,
        "build_s": built,
        "peak_mb": (peak - started) / 1024,
        "document_mb": Path(path).stat().st_size / 1e6,
        "artifact_mb": size / 1e6,
    }


HEAD = ("document", "ops", "read s", "build s", "ms/op", "peak MB", "doc MB", "artifact MB")


def line(*cells: object) -> None:
    """Print one line of the table: a wide first column, numbers to the right."""
    texts = [f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in cells]
    print(f"{texts[0]:24}" + "".join(f"{text:>12}" for text in texts[1:]))


def main() -> None:
    """Measure in child processes; print a table."""
    line(*HEAD)
    for name in NAMES:
        path = SPECS / name
        if not path.is_file():
            line(name, "absent: set GTC_SHARED to the folder of shared documents")
            continue
        done = subprocess.run([sys.executable, __file__, str(path)], capture_output=True, text=True, check=True)
        row = json.loads(done.stdout)
        per = 1000 * row["build_s"] / row["operations"]
        sizes = (row["peak_mb"], row["document_mb"], row["artifact_mb"])
        line(name, row["operations"], row["read_s"], row["build_s"], per, *sizes)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measure(sys.argv[1])))
    else:
        main()
