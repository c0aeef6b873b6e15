"""What the command line prints for own small documents, command by command."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bundled import bundled

from .events import LIBRARY
from .lines import ANSWERS, COMMANDS, DOCUMENTS
from .records import Records

#: What is another in each run or release → what stands for it.
_VARYING = (
    (re.compile(r"(?<=in )\d+(?= ms\b)"), "N"),
    (re.compile(r"(?<=127\.0\.0\.1:)\d+"), "PORT"),
    (re.compile(r'("(?:timestamp|duration_ms)": )[\d.e-]+'), r"\1N"),
    (re.compile(r'("(?:run_id|idempotency_key)": )"\w+"'), r'\1"…"'),
    (re.compile(r'("(?:library_version|version)": )"[^"]*"'), r'\1"…"'),
)


def records() -> Records:
    """Exit code, output and errors of each command."""
    with tempfile.TemporaryDirectory() as name, _inside(Path(name)):
        _write_files()
        return {line: _lines(line, name) for line in COMMANDS}


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Work in *folder* with a terminal of fixed width, and no other settings."""
    before, settings = Path.cwd(), dict(os.environ)
    os.environ.update({"COLUMNS": "100", "LINES": "50", "LIBRARY_TOKEN": "t0ken-of-the-library", "NO_COLOR": "1"})
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(settings)


def _write_files() -> None:
    from graph_tool_call_shop import document_text

    shutil.copy(LIBRARY, "library.yaml")
    Path("shop.json").write_text(document_text(), encoding="utf-8")
    for name, content in {**DOCUMENTS, **ANSWERS}.items():
        text = content if isinstance(content, str) else json.dumps(content)
        Path(name).write_text(text, encoding="utf-8")


def _lines(line: str, folder: str) -> list[str]:
    # Which plugins there are stands in some outputs: Arazzo is there where it is asked for.
    os.environ["GTC_PLUGINS"] = ",".join([*(one.id for one in bundled()), *(["arazzo"] if "--arazzo" in line else [])])
    code, out, err = call(shlex.split(line))
    shown = [*out.splitlines(), *(f"! {text}" for text in err.splitlines()), f"exit {code}"]
    return [_steady(text, folder) for text in shown]


def call(arguments: list[str]) -> tuple[int, str, str]:
    """Exit code, standard output and errors of one command line, run in this process."""
    from graph_tool_call.cli import main

    out, err = _Stream(), _Stream()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _no_input():
        code = main(arguments)
    return code, out.text(), err.text()


class _Stream(io.TextIOWrapper):
    """A stream that is no terminal and takes any text."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="\n")

    def text(self) -> str:
        self.flush()
        bytes_: Any = self.buffer
        return str(bytes_.getvalue().decode("utf-8"))


@contextlib.contextmanager
def _no_input() -> Iterator[None]:
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(b""))
    try:
        yield
    finally:
        sys.stdin = before


def _steady(text: str, folder: str) -> str:
    """*text* without what varies from run to run."""
    text = text.replace(str(Path(folder).resolve()), "FOLDER").replace(folder, "FOLDER")
    for pattern, instead in _VARYING:
        text = pattern.sub(instead, text)
    return text
