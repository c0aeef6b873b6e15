from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Distribution = Callable[..., Path]


@pytest.fixture(name="distribution")
def _distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Distribution]:
    """Makes a distribution that counts as installed: a folder on `sys.path` with modules and a dist-info."""
    before = set(sys.modules)

    def make(
        name: str, version: str = "1.0", entry_points: str = "", group: str = "graph_tool_call.plugins", **modules: str
    ) -> Path:
        folder = tmp_path / f"{name}-{version}"
        info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[{group}]\n{entry_points}\n", encoding="utf-8")
        for module, source in modules.items():
            (folder / f"{module}.py").write_text(source, encoding="utf-8")
        monkeypatch.syspath_prepend(str(folder))
        return folder

    yield make
    for module in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[module], "__file__", "")):
            del sys.modules[module]
    importlib.invalidate_caches()
