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


def test_function_sizes_are_counted_from_def_to_end() -> None:
    """The measure itself: nested functions count for both, decorators for none."""
    source = (
        "@deco\ndef outer():\n    def inner():\n        return 1\n    return inner\n\nasync def other():\n    pass\n"
    )

    assert {"outer:2": 4, "inner:3": 2, "other:7": 2} == _function_sizes(source)
