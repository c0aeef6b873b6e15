"""Prints how building, and requests, grow over generated documents, as tables; with `--plot FILE`, draws building.

    python tests/bench/growth.py --largest 100000 --plot docs/explanation/growth.svg

Each document is built in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from asked import LARGE, SMALL, graph_of, measured as requests_over
from family import FAMILIES
from plot import log_log

#: The largest document of the families whose members are all heavy; `--largest` is for the operations.
LARGEST = {"recursive": 10_000, "wide": 10_000}
#: Each small document is built so often that all builds together take this many seconds, and the quickest counts.
SPAN = 0.5


def measure(family: str, count: int) -> dict[str, float]:
    """CPU seconds of building, megabytes of this process at its peak, size of the artifact beside the source's."""
    from graph_tool_call.graphify import build_openapi_collection_artifact

    make, _ = FAMILIES[family]
    # What is imported on the way is not part of a build.
    build_openapi_collection_artifact(make(10))
    text = json.dumps(make(count), separators=(",", ":"))
    document = json.loads(text)
    built = []
    while sum(built) < SPAN:
        before = time.process_time()
        artifact = build_openapi_collection_artifact(document, validate="off")
        built.append(time.process_time() - before)
    size = len(json.dumps(artifact, ensure_ascii=False, separators=(",", ":")).encode())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"count": count, "build_s": min(built), "peak_mb": peak, "times": size / len(text)}


def measured(family: str, count: int) -> dict[str, float]:
    """`measure` in a process of its own."""
    command = [sys.executable, __file__, "--only", family, str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    row: dict[str, float] = json.loads(done.stdout)
    return row


def main() -> None:
    """Measure, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=10_000, help="most operations (default 10,000)")
    parser.add_argument("--plot", type=Path, help="where the figure goes")
    parser.add_argument("--only", nargs=2, metavar=("FAMILY", "COUNT"), help="one document, in this process, as JSON")
    options = parser.parse_args()
    if options.only:
        print(json.dumps(measure(options.only[0], int(options.only[1]))))
        return
    lines = {}
    print("| what grows | how many | CPU s | ms each | peak MB | artifact / source |")
    print("|---|---:|---:|---:|---:|---:|")
    for family, (_, what) in FAMILIES.items():
        counts = [10**power for power in range(1, 7) if 10**power <= LARGEST.get(family, options.largest)]
        rows = []
        for count in counts:
            row = measured(family, count)
            rows.append(row)
            each = 1000 * row["build_s"] / count
            cells = f"{row['build_s']:.3g} | {each:.3g} | {row['peak_mb']:.0f} | {row['times']:.1f}"
            print(f"| {what} | {count:,} | {cells} |", flush=True)
        lines[what] = [(row["count"], row["build_s"]) for row in rows]
    print("\n| operations | reading seven requests, CPU ms | reading and planning them |\n|---:|---:|---:|")
    for count in (SMALL, LARGE):
        spent = requests_over(graph_of(count))
        print(f"| {count:,} | {spent.reading:.1f} | {spent.planning:.1f} |", flush=True)
    if options.plot:
        options.plot.write_text(log_log("Building, document in memory to artifact", "how many", "CPU seconds", lines))


if __name__ == "__main__":
    main()
