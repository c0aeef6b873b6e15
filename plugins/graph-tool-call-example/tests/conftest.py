"""Opts in to the conformance kit, which then collects `*.cases.yaml` below this folder.

In a repository of its own, `pytest_plugins = ["graph_tool_call.testing.fixtures"]` does the
same. pytest takes that line in the topmost conftest.py only; an import works everywhere.
"""

from __future__ import annotations

from graph_tool_call.testing.fixtures import pytest_collect_file

__all__ = ["pytest_collect_file"]
