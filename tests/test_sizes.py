"""Files and functions stay small enough to be read in one go."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = ROOT / "pyproject.toml"

pytestmark = pytest.mark.repository


def _limits() -> dict[str, Any]:
    return tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["tool"]["graph-tool-call"]["sizes"]


def _sources() -> list[str]:
    """Python files below the roots, tests left out, as paths relative to the checkout."""
    found = (path for root in _limits()["roots"] for path in (ROOT / root).rglob("*.py"))
    relative = (path.relative_to(ROOT) for path in found)
    return sorted(path.as_posix() for path in relative if not {"tests", "build", ".nox"} & set(path.parts))


def _function_sizes(source: str) -> dict[str, int]:
    """Lines of each function, from `def` to its end: "name:line" → count."""
    nodes = (n for n in ast.walk(ast.parse(source)) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return {f"{node.name}:{node.lineno}": (node.end_lineno or node.lineno) - node.lineno + 1 for node in nodes}


@pytest.mark.parametrize("name", _sources())
def test_file_is_within_the_limit(name: str) -> None:
    """No source file is longer than the limit in pyproject.toml."""
    lines = len((ROOT / name).read_text(encoding="utf-8").splitlines())

    assert lines <= _limits()["file-lines"], f"{name} has {lines} lines: make it two files"


@pytest.mark.parametrize("name", _sources())
def test_functions_are_within_the_limit(name: str) -> None:
    """No function is longer than the limit in pyproject.toml."""
    limit = _limits()["function-lines"]
    sizes = _function_sizes((ROOT / name).read_text(encoding="utf-8"))

    assert {} == {function: lines for function, lines in sizes.items() if lines > limit}


CORE = "src/graph_tool_call"
#: Room → what belongs to it, and what of that does not.
ROOMS = {
    "core": ((CORE,), (f"{CORE}/cli", f"{CORE}/plan/explain")),
    "planning": ((f"{CORE}/plan",), (f"{CORE}/plan/running", f"{CORE}/plan/explain")),
    "front": ((f"{CORE}/cli", f"{CORE}/plan/explain"), ()),
}
#: How far a limit may be above what is there.
SLACK = 0.01


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_do_not_grow(room: str) -> None:
    """Core, planning and front are no larger than the limits in pyproject.toml, and these follow when they shrink."""
    inside, outside = ROOMS[room]
    files = [path for root in inside for path in (ROOT / root).rglob("*.py")]
    own = [path for path in files if not any(path.is_relative_to(ROOT / root) for root in outside)]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in own)
    limit = _limits()["rooms"][room]

    assert lines <= limit, f"{room} has {lines} lines of {limit}: take something out"
    assert lines >= limit * (1 - SLACK), f"{room} has {lines} lines: lower its limit in pyproject.toml"


def test_function_sizes_are_counted_from_def_to_end() -> None:
    """The measure itself: nested functions count for both, decorators for none."""
    source = (
        "@deco\ndef outer():\n    def inner():\n        return 1\n    return inner\n\nasync def other():\n    pass\n"
    )

    assert {"outer:2": 4, "inner:3": 2, "other:7": 2} == _function_sizes(source)
