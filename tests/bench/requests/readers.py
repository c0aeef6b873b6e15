"""What each reader of requests is good for: outcomes of `run_world.py` with it switched off.

    python tests/bench/requests/readers.py --package DIR --mode target --paged 2

Runs the shared requests and, with `--package`, those of this folder's part "tune" over graphs that are built once.
Prints a row for the installed plugins and one for each reader without which an outcome changes.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import run

OUTCOMES = ("right", "asked", "refused", "failed", "wrong_read", "rejected", "WRONG_CHANGE")


def run_world() -> ModuleType:
    """The module `run_world.py` of the shared benchmark."""
    spec = importlib.util.spec_from_file_location("run_world", run.SHARED / "bench" / "world" / "run_world.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def worlds(folder: Path) -> Iterator[tuple[Any, dict[str, Any], list[dict[str, Any]]]]:
    """Graph, world and tasks of each API below *folder*."""
    from graph_tool_call import ToolGraph

    for file in sorted((folder / "tasks").glob("*.jsonl")):
        world = json.loads((folder / "worlds" / f"{file.stem}.json").read_text(encoding="utf-8"))
        graph = ToolGraph.from_openapi(str(folder / "worlds" / world["spec"]))
        lines = file.read_text(encoding="utf-8").splitlines()
        yield graph, world, [json.loads(line) for line in lines if line.strip()]


def outcomes(module: ModuleType, held: Any, plugins: Any, mode: str, paged: int) -> dict[str, str]:
    """Task → outcome with the set *plugins*."""
    from graph_tool_call.plan import PathSynthesizer

    found = {}
    for graph, world, tasks in held:
        op_of = {n: f"{t['metadata']['method'].upper()} {t['metadata']['path']}" for n, t in graph.tools.items()}
        name_of = {op: name for name, op in op_of.items()}
        synthesizer = PathSynthesizer(graph, plugins=plugins)
        for task in tasks:
            row = module.run_task(task, graph, synthesizer, world, op_of, name_of, mode, paged)
            found[task["id"]] = row["outcome"]
    return found


def told(title: str, rows: dict[str, str], usual: dict[str, str]) -> str:
    """A row of a Markdown table."""
    count = Counter(rows.values())
    moved = sum(rows[name] != usual[name] for name in rows)
    return f"| {title} | {' | '.join(str(count[name]) for name in OUTCOMES)} | {moved} |"


def main() -> int:
    """Always 0: figures are to be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", type=Path)
    parser.add_argument("--mode", default="target", choices=("target", "text"))
    parser.add_argument("--paged", type=int, default=2)
    parser.add_argument("--without", default="", help="ids of readers with commas; all by default")
    known = parser.parse_args()
    from graph_tool_call.pluginset import PluginSet

    module = run_world()
    folders = [run.SHARED / "bench" / "world"]
    with tempfile.TemporaryDirectory() as name:
        if known.package is not None:
            run.gather(known.package, "tune", Path(name))
            folders.append(Path(name))
        held = [world for folder in folders for world in worlds(folder)]
    plugins = PluginSet.installed()
    usual = outcomes(module, held, plugins, known.mode, known.paged)
    print(f"| without | {' | '.join(OUTCOMES)} | changed |")
    print("|" + " --- |" * (len(OUTCOMES) + 2))
    print(told("(all readers)", usual, usual), flush=True)
    every = sorted(record.id for record in plugins if record.id.startswith("request_"))
    for one in known.without.split(",") if known.without else every:
        rows = outcomes(module, held, plugins.without(one), known.mode, known.paged)
        print(told(f"`{one}`", rows, usual), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
