"""Questions about a plugin that only another process can answer: what its import costs, and what the hash seed does."""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import attrs
import pytest

_COST = """
import contextlib, io, json, sys, time
import graph_tool_call.hooks, attrs
before, said, started = set(sys.modules), io.StringIO(), time.process_time()
with contextlib.redirect_stdout(said):
    __import__(sys.argv[1])
seconds = time.process_time() - started
packages = sorted({name.partition(".")[0] for name in set(sys.modules) - before})
print(json.dumps([seconds, packages, said.getvalue()]))
"""
_ANSWERS = """
import sys
from graph_tool_call_testing.elsewhere import print_answers
print_answers(*sys.argv[1:])
"""


@attrs.frozen
class ImportCost:
    """What importing a plugin takes, on top of `graph_tool_call.hooks`."""

    seconds: float
    #: Top-level packages that it imports.
    packages: tuple[str, ...]
    #: What it prints to standard output.
    printed: str = ""


def reference(plugin: object) -> str:
    """A "module" or "module:attribute" by which another process gets *plugin*; skips the test when there is none."""
    if inspect.ismodule(plugin):
        module, attribute = plugin.__name__, ""
    else:
        module = type(plugin).__module__
        found = (name for name, value in vars(sys.modules[module]).items() if value is plugin)
        attribute = next(found, "")
        if not attribute:
            pytest.skip(f"the plugin is no module, and no attribute of {module}: another process cannot import it")
    if not _importable(module):
        pytest.skip(f"another process cannot import {module}")
    return f"{module}:{attribute}" if attribute else module


def _importable(module: str) -> bool:
    """Whether the finders see *module*; `importlib.util.find_spec` would believe `sys.modules`, where tests are too."""
    parts, path = module.split("."), None
    for end in range(1, len(parts) + 1):
        specs = (finder.find_spec(".".join(parts[:end]), path) for finder in sys.meta_path)
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is None:
            return False
        path = spec.submodule_search_locations
    return True


def import_cost(plugin: str) -> ImportCost:
    """What importing the module of *plugin* takes."""
    seconds, packages, printed = json.loads(_run(_COST, plugin.partition(":")[0], seed="0"))
    return ImportCost(seconds, tuple(packages), printed)


def answers_by_seed(plugin: str, contract: str, settings: Mapping[str, Any]) -> list[str]:
    """The answers of *plugin* to the samples of *contract* under two hash seeds."""
    return [_run(_ANSWERS, plugin, contract, json.dumps(settings), seed=seed) for seed in ("1", "2")]


def print_answers(plugin: str, contract: str, settings: str) -> None:
    """What the other process does for `answers_by_seed`."""
    from importlib import import_module

    import graph_tool_call_testing as kit

    module, _, attribute = plugin.partition(":")
    kind: Any = getattr(kit, contract)
    # What the plugin prints is the business of another rule.
    with contextlib.redirect_stdout(io.StringIO()):
        chosen = import_module(module)
        members = {"plugin": getattr(chosen, attribute) if attribute else chosen, "settings": json.loads(settings)}
        asker = type("Asker", (kind,), members)()
        answers = [asker.answers(sample) for sample in asker.samples()]
    print(json.dumps(answers))  # noqa: T201


def _run(code: str, *arguments: str, seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(  # noqa: S603 - this interpreter, with code that stands above
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, f"fails in another process:\n{done.stderr}"
    return done.stdout
