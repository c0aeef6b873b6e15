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
        sources as reading,
        specs,
        specs_reading,
        tables,
        types,
        vocabulary,
    )
    from graph_tool_call.model import operation, schema
    from graph_tool_call.sources import limits, source as opened

    hooks = [hook for one in (specs_reading, specs, format_specs) for hook in _hooks(inspect.getsource(one))]
    sources = (types, planning, choices, vocabulary, signals, running, finding, formats, reading, opened, limits)
    sources = (*sources, operation, schema)
    values = [value for source in sources for value in _values(inspect.getsource(source))]
    about = inspect.cleandoc(specs.__doc__ or "").partition("\n\n")[2]
    return "\n".join([HEAD, f"{about}\n", *hooks, "## Values\n", *values, ROLES, *_roles(), *_tables(tables.TABLES)])


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
        if isinstance(node, ast.ClassDef) and _is_value(node):
            rows = "".join(f"| `{name}` | {kind} | {text} |\n" for name, kind, text in _fields(node, lines))
            yield f"### `{node.name}`\n\n{ast.get_docstring(node)}\n\n| field | type | |\n|---|---|---|\n{rows}"


def _is_value(node: ast.ClassDef) -> bool:
    """Whether plugins get or give it."""
    from graph_tool_call import hooks

    return node.name in hooks.__all__ and any("attrs" in ast.unparse(one) for one in node.decorator_list)


def _fields(node: ast.ClassDef, lines: list[str]) -> Iterator[tuple[str, str, str]]:
    """Name, type and `#:` text of each field, which stands above it; then the properties with what they say first."""
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and [ast.unparse(one) for one in item.decorator_list] == ["property"]:
            about = (ast.get_docstring(item) or "").partition("\n\n")[0]
            yield item.name, f"`{cell(ast.unparse(item.returns or item))}`, read", cell(about)
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
