"""Makes every wanted call by hand against its world and has it judged: each must be right.

    python tests/bench/requests/check.py --package DIR [--part tune|aside|all]

Says of each world what is not documented: operations, arguments, filters, searches, row fields and enum members.
Reading calls must find something. `loose` of a world names operations whose answer the document gets wrong.
"""

from __future__ import annotations

import importlib.util
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from run import SHARED, arguments, gather


def harness() -> ModuleType:
    """The shared `run_world.py` as a module."""
    found = importlib.util.spec_from_file_location("run_world", SHARED / "bench" / "world" / "run_world.py")
    if found is None or found.loader is None:
        raise FileNotFoundError(SHARED / "bench" / "world" / "run_world.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def name_in_body(row: dict[str, Any]) -> str:
    """The dotted name of a consumed field; array steps are dropped."""
    if row.get("location") != "body":
        return str(row["name"])
    return re.sub(r"\[\*\]", "", row.get("path", "").removeprefix("$."))


def undocumented(tool: dict[str, Any], args: dict[str, Any]) -> Iterator[str]:
    """Arguments that an operation does not take, and values that are no member of its enum."""
    fields = {name_in_body(row): row for row in tool["metadata"]["api_contract"]["consumes"]}
    for key, value in args.items():
        row = fields.get(re.sub(r"\.\d+(?=\.|$)", "", key)) or fields.get(key)
        if row is None:
            yield f"no argument {key}"
        elif row.get("enum") and not all(v in row["enum"] for v in (value if isinstance(value, list) else [value])):
            yield f"{key}={value} is no member of {row['enum']}"


def world_faults(world: dict[str, Any], tools: dict[str, Any]) -> Iterator[str]:
    """What a world says of its lists and rows that the document does not."""
    for resource in world["resources"]:
        keys = {key for row in resource["rows"] for key in row}
        shown = {key for key in keys if not key.startswith("_")}
        for rule in [*resource.get("list", []), *resource.get("get", [])]:
            tool = tools.get(rule["op"])
            if tool is None:
                yield f"no operation {rule['op']}"
                continue
            contract = tool["metadata"]["api_contract"]
            takes = {row["name"] for row in contract["consumes"]}
            given = {key: "" for part in ("filters", "search", "by") for key in rule.get(part, {})}
            yield from (f"{rule['op']}: no parameter {key}" for key in given if key not in takes)
            if rule["op"] in world.get("loose", ()):
                continue
            paths = " ".join(row.get("path", "") for row in contract.get("produces", []))
            documented = {key for key in keys if re.search(rf"(?<![\w$]){re.escape(key)}(?!\w)", paths)}
            yield from (f"{rule['op']}: answers no {key}" for key in sorted(shown - documented))
            yield from (f"{rule['op']}: {key} is never shown but in answers" for key in sorted(documented - shown))


def task_faults(task: dict[str, Any], data: dict[str, Any], run: ModuleType, graph: Any) -> Iterator[str]:
    """Why the wanted calls of a task would not be judged right."""
    op_of = {n: f"{t['metadata']['method'].upper()} {t['metadata']['path']}" for n, t in graph.tools.items()}
    name_of = {op: name for name, op in op_of.items()}
    for calls in task.get("right", []):
        world = run.World(data, op_of, [call["op"] for call in calls], graph.tools)
        for call in calls:
            yield from undocumented(graph.tools[name_of[call["op"]]], call["args"])
            try:
                world.call(name_of[call["op"]], call["args"])
            except LookupError as error:
                yield f"{call['op']} {call['args']}: {error}"
        if (outcome := run.judge(task, world, [], None, None)) != "right":
            yield f"{outcome}: {calls}"


def main() -> int:
    """0 when nothing was found."""
    from graph_tool_call import ToolGraph

    known, _ = arguments()
    run, faults = harness(), []
    with tempfile.TemporaryDirectory() as name:
        gather(known.package, known.part, Path(name))
        for file in sorted(Path(name, "tasks").iterdir()):
            data = json.loads(Path(name, "worlds", f"{file.stem}.json").read_text(encoding="utf-8"))
            graph = ToolGraph.from_openapi(data["spec"])
            tools = {f"{t['metadata']['method'].upper()} {t['metadata']['path']}": t for t in graph.tools.values()}
            faults += [f"{file.stem}: {fault}" for fault in world_faults(data, tools)]
            for line in file.read_text(encoding="utf-8").splitlines():
                task = json.loads(line)
                faults += [f"{task['id']}: {fault}" for fault in task_faults(task, data, run, graph)]
    print("\n".join(faults) or "every wanted call is right")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
