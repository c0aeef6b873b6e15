"""Console blocks of documents: run as they stand, and compared with what stands below the command."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

#: A block: the command after "$ ", and what it prints.
_BLOCK = re.compile(r"```console\n\$ ([^\n]*)\n(.*?)```", re.DOTALL)
#: What is left out of a block.
GAP = "[…]"
_TIME = re.compile(r"\d+(?=\\ ms\b)")
_PORT = re.compile(r"(?<=127\\\.0\\\.0\\\.1:)\d+")
_SCORE = re.compile(r"(?<![\d.])\d\\\.\d\d(?!\d)")


def blocks(page: str) -> list[tuple[str, str]]:
    """(command, what is shown) of each console block of *page*."""
    return [(command, shown.rstrip("\n")) for command, shown in _BLOCK.findall(page)]


def output_of(command: str, folder: Path) -> str:
    """What *command*, run in *folder*, prints: standard output, then errors, without spaces at line ends."""
    program, *arguments = shlex.split(command)
    runner = {"graph-tool-call": ["-m", "graph_tool_call.cli"], "python": []}[program]
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    environment.pop("GTC_PLUGINS", None)
    line = [sys.executable, *runner, *arguments]
    done = subprocess.run(
        line, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False, stdin=subprocess.DEVNULL
    )
    return joined(done.stdout, done.stderr)


def joined(out: str, err: str) -> str:
    """Standard output, then errors, without spaces at line ends: what a block shows of both."""
    return "\n".join(line.rstrip() for line in (out.rstrip() + "\n" + err.rstrip()).strip().splitlines())


def is_shown(shown: str, printed: str) -> bool:
    """Whether *printed* is what *shown* stands for.

    Times, ports and scores may be others, and a line `[…]` stands for any lines.
    """
    lines = [r"(?:[^\n]*\n)*" if line == GAP else _pattern(line) + r"\n" for line in shown.split("\n")]
    return re.fullmatch("".join(lines), printed + "\n") is not None


def _pattern(line: str) -> str:
    text = re.escape(line)
    for varying, stands_for in ((_TIME, r"\\d+"), (_PORT, r"\\d+"), (_SCORE, r"\\d\\.\\d\\d")):
        text = varying.sub(stands_for, text)
    return text
