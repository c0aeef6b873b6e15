"""The page on errors, from the exception trees."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator

from .text import NOTE, cell, markdown

HEAD = f"""\
# Errors

{NOTE}

Every exception that the package raises on purpose derives from `graph_tool_call.errors.GraphToolCallError`,
carries its data as attributes, pickles, and has `to_dict()`. The code is for programs, the message for people.
"""
#: What has errors of its own: which of it other tests imported must not matter.
STAGES = ("cli.failure", "learning", "plan", "request.intent")


def make() -> str:
    """The page as text."""
    from graph_tool_call.errors import GraphToolCallError

    for stage in STAGES:
        importlib.import_module(f"graph_tool_call.{stage}")
    return "\n".join([HEAD, *_sections(GraphToolCallError, ())])


def _sections(cls: type, above: tuple[str, ...]) -> Iterator[str]:
    parents = "below " + " > ".join(f"`{name}`" for name in above) if above else ""
    fields = ", ".join(f"`{name}`" for name in cls.fields)  # type: ignore[attr-defined]
    code = cls.code if isinstance(cls.code, str) else "given by each instance"  # type: ignore[attr-defined]
    facts = [f"code {code}" if " " in code else f"code `{code}`", f"data {fields}", *([parents] if parents else [])]
    yield f"## `{cls.__name__}`\n\n{markdown(inspect.getdoc(cls))}\n\n{cell('; '.join(facts))}.\n"
    for child in sorted(cls.__subclasses__(), key=lambda c: c.__name__):
        if child.__module__.startswith("graph_tool_call."):
            yield from _sections(child, (*above, cls.__name__))
