"""The page on the public functions and classes, from their signatures and docstrings."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from typing import Any

from .text import NOTE, markdown

MODULES = (
    "graph_tool_call",
    "graph_tool_call.graphify",
    "graph_tool_call.engine",
    "graph_tool_call.request",
    "graph_tool_call.plan",
    "graph_tool_call.learning",
    "graph_tool_call.pluginset",
    "graph_tool_call.codec",
)

HEAD = f"""\
# Functions and classes

{NOTE}

The hooks have [their own page](hooks.md), and so have [errors](errors.md) and [the command line](command-line.md).
"""


def make() -> str:
    """The page as text."""
    return "\n".join([HEAD, *(part for name in MODULES for part in _module(name))])


def _module(name: str) -> Iterator[str]:
    module = importlib.import_module(name)
    yield f"## {name}\n\n{markdown(module.__doc__)}\n"
    names = getattr(module, "__all__", None) or _own(module)
    for public in sorted((n for n in names if not n.startswith("_")), key=str.lower):
        value = getattr(module, public)
        if inspect.isfunction(value):
            yield f"### `{public}`\n\n{_function(public, value)}"
        elif inspect.isclass(value) and not issubclass(value, BaseException):
            yield f"### `{public}`\n"
            yield from _class(public, value)


def _own(module: Any) -> list[str]:
    """Public names that the module defines itself."""
    return [name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__]


class _Text(str):
    """An annotation as written: its `repr` has no quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _signature(function: Any) -> str:
    signature = inspect.signature(function)
    kept = [p for p in signature.parameters.values() if p.name not in {"self", "cls"}]
    empty = inspect.Parameter.empty
    plain = [p if p.annotation is empty else p.replace(annotation=_Text(p.annotation)) for p in kept]
    answer = signature.return_annotation
    return str(inspect.Signature(plain, return_annotation=answer if answer is empty else _Text(answer)))


def _function(name: str, function: Any) -> str:
    return f"```python\n{name}{_signature(function)}\n```\n\n{markdown(function.__doc__)}\n"


def _class(name: str, cls: type) -> Iterator[str]:
    yield f"{markdown(cls.__doc__)}\n"
    for member, value in vars(cls).items():
        raw = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
        if inspect.isfunction(raw) and not member.startswith("_") and raw.__doc__:
            yield _function(f"{name}.{member}", raw)
