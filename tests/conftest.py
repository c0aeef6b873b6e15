from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
GROUP = "graph_tool_call.plugins"

Distribution = Callable[..., Path]


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Spread a run of everything over the processors, unless the command line says how (`-n0`: not at all).

    A run of what somebody names stays in one process, and so does one without pytest-xdist.
    PYTEST_XDIST_AUTO_NUM_WORKERS says how many processes, where the number of processors is not it.
    """
    option = config.option
    names_nothing = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    undecided = getattr(option, "numprocesses", 0) is None and option.dist == "no" and not option.tx
    if names_nothing and undecided and option.capture != "no" and not hasattr(config, "workerinput"):
        option.numprocesses = "auto"
        # Halves of the whole list, and whoever is done helps: tests of one file share what they have built.
        option.dist = "worksteal"


def pytest_configure(config: pytest.Config) -> None:
    """Where the environment forbids compiled modules beside the sources, what tests start has them in pytest's cache.

    Without any, each of the hundreds of processes compiles everything that it imports.
    """
    if os.environ.get("PYTHONDONTWRITEBYTECODE") and hasattr(config, "cache"):
        os.environ["PYTHONPYCACHEPREFIX"] = str(config.cache.mkdir("compiled"))
        del os.environ["PYTHONDONTWRITEBYTECODE"]


def pytest_sessionstart() -> None:
    """Stop where what is installed announces other plugins than the checkout: half of the tests would fail."""
    file = ROOT / "pyproject.toml"
    announced = {
        point.name for point in entry_points(group=GROUP) if point.value.startswith("graph_tool_call_bundled.")
    }
    if announced and file.is_file():
        declared = tomllib.loads(file.read_text(encoding="utf-8"))["project"]["entry-points"][GROUP]
        if differ := sorted(announced ^ declared.keys()):
            pytest.exit(f"pyproject.toml and what is installed differ in {', '.join(differ)}: pip install -e .", 4)


def pytest_collection_finish() -> None:
    """Take what collecting made, which lives until the end, from the garbage collector, and wake that less often.

    Tests make documents of millions of objects; looking through all of them again and again takes a fifth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


@pytest.fixture(scope="session", name="shared")
def _shared() -> Path:
    """Folder of the shared documents and cases; skips where it is absent."""
    folder = Path(os.environ.get("GTC_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"{folder} is absent: set GTC_SHARED to the folder of shared documents")
    return folder


@pytest.fixture(scope="session", name="repository")
def _repository() -> Path:
    """Root of the checkout; skips where the tests run without one."""
    if not (ROOT / "src").is_dir():
        pytest.skip("this test reads the checkout, and only the tests are here")
    return ROOT


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
