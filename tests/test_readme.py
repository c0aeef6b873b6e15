"""The README shows what happens: each console block of it is run and compared."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ ([^\n]*)\n(.*?)\n```", README, re.DOTALL)

pytestmark = [pytest.mark.bundled, pytest.mark.repository]


def output_of(command: str) -> str:
    """What *command* prints in a terminal of 100 columns, without spaces at line ends."""
    program, *arguments = shlex.split(command)
    runner = {"graph-tool-call": ["-m", "graph_tool_call.cli"], "python": []}[program]
    environment = os.environ | {"COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    environment.pop("GTC_PLUGINS", None)
    line = [sys.executable, *runner, *arguments]
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=True)
    return "\n".join(line.rstrip() for line in done.stdout.rstrip().splitlines())


def test_the_readme_has_a_tour():
    """There is something to compare."""
    assert len(BLOCKS) >= 4


@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command[:40] for command, _ in BLOCKS])
def test_a_block_of_the_tour_is_real(command, shown):
    """The command prints exactly what the README shows."""
    assert shown == output_of(command)


def test_the_python_of_the_tour_runs(monkeypatch, capsys):
    """The Python block runs from top to bottom and ends with the plan completed."""
    (source,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    monkeypatch.chdir(ROOT)

    exec(compile(source, "README.md", "exec"), {"__name__": "readme"})  # noqa: S102 - our own page

    assert "plan.completed" == capsys.readouterr().out.split()[-1]
