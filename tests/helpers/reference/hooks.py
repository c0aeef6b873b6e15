"""The page on hooks, from the hook specifications and their values."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping

from .text import NOTE, cell, markdown

HEAD = f"""\
# Hooks

{NOTE}

What a plugin may implement, and the values that cross the boundary. All of it is imported from `graph_tool_call.hooks`.
"""

ROLES = """\
## Roles

What `FieldVerdict.role` may be, as `graph_tool_call.hooks.ROLES` has it; another is an error with a near one.

| role | a field of it |
|---|---|"""


def make() -> str:
    """The page as text."""
    from graph_tool_call.hooks import (
        choices,
        finding,
        format_specs,
        formats,
        planning,
        running,
        signals,
        specs,
        tables,
        types,
        vocabulary,
    )

    source = inspect.getsource(specs) + inspect.getsource(format_specs)
    sources = (types, planning, choices, vocabulary, signals, running, finding, formats)
    values = [value for source in sources for value in _values(inspect.getsource(source))]
    about = inspect.cleandoc(specs.__doc__ or "").partition("\n\n")[2]
    return "\n".join(
        [HEAD, f"{about}\n", *_hooks(source), "## Values\n", *values, ROLES, *_roles(), *_tables(tables.TABLES)]
    )


def _tables(tables: Mapping[str, str]) -> Iterator[str]:
    yield "## Tables of words\n\nWhat `Vocabulary.tables` may hold; a table of a plugin's own has a dot in its name.\n"
    rows = "".join(f"| `{name}` | {cell(text)} |\n" for name, text in tables.items())
    yield f"| table | its words are |\n|---|---|\n{rows}"


def _hooks(source: str) -> Iterator[str]:
    for node in ast.parse(source).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            annotated = ((a.arg, a.annotation) for a in node.args.args)
            arguments = ", ".join(f"{name}: {ast.unparse(kind)}" for name, kind in annotated if kind)
            answer = ast.unparse(node.returns) if node.returns else "None"
            signature = f"{node.name}({arguments}) -> {answer}"
            yield f"## `{node.name}`\n\n```python\n{signature}\n```\n\n{markdown(ast.get_docstring(node))}\n"


def _roles() -> Iterator[str]:
    from graph_tool_call.hooks import ROLES as KNOWN

    yield from (f"| `{role}` | {cell(meaning)} |" for role, meaning in KNOWN.items())
    yield ""


def _values(source: str) -> Iterator[str]:
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and any("attrs" in ast.unparse(d) for d in node.decorator_list):
            rows = "".join(f"| `{name}` | {kind} | {text} |\n" for name, kind, text in _fields(node, lines))
            yield f"### `{node.name}`\n\n{ast.get_docstring(node)}\n\n| field | type | |\n|---|---|---|\n{rows}"


def _fields(node: ast.ClassDef, lines: list[str]) -> Iterator[tuple[str, str, str]]:
    """Name, type and `#:` text of each field; the text stands above the field that it is about."""
    for item in node.body:
        if isinstance(item, ast.AnnAssign):
            above: list[str] = []
            at = item.lineno - 2
            while lines[at].strip().startswith("#:"):
                above.insert(0, lines[at].strip()[2:])
                at -= 1
            optional = ", optional" if item.value is not None and _has_default(item.value) else ""
            yield ast.unparse(item.target), f"`{cell(ast.unparse(item.annotation))}`{optional}", cell(" ".join(above))


def _has_default(value: ast.expr) -> bool:
    if not (isinstance(value, ast.Call) and ast.unparse(value.func) == "attrs.field"):
        return True
    return any(keyword.arg in {"default", "factory"} for keyword in value.keywords)
