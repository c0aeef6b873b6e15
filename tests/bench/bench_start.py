"""Starting, beside an interpreter that does nothing. Wall time: these are other processes."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import pytest

COMMANDS = {
    "nothing": ["-c", "pass"],
    "import graph_tool_call": ["-c", "import graph_tool_call"],
    "from graph_tool_call import ToolGraph": ["-c", "from graph_tool_call import ToolGraph"],
    "import graph_tool_call.hooks": ["-c", "import graph_tool_call.hooks"],
    "--help": ["-m", "graph_tool_call.cli", "--help"],
    "plan --help": ["-m", "graph_tool_call.cli", "plan", "--help"],
}


@pytest.mark.benchmark(timer=time.perf_counter)
@pytest.mark.parametrize("name", COMMANDS)
def bench_start(name: str, benchmark: Any) -> None:
    """From nothing to done."""
    benchmark.group = "start"
    command = [sys.executable, *COMMANDS[name]]

    benchmark.pedantic(
        subprocess.run, (command,), {"check": True, "stdout": subprocess.DEVNULL}, rounds=7, warmup_rounds=1
    )
