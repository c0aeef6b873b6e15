"""`graph-tool-call plugin new`: what it writes works as it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graph_tool_call.cli.authoring.new import KINDS, made


def run_pytest(folder, *arguments, **environment):
    """pytest on *folder* in a process of its own."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def test_a_new_plugin_is_green_at_once(cli, tmp_path):
    """The folder has a distribution with its tests, and they pass without an installation."""
    result = cli("plugin", "new", "clinic", "--into", tmp_path, "--json")

    folder = tmp_path / "graph-tool-call-clinic"
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert [
        "README.md",
        "pyproject.toml",
        "src/graph_tool_call_clinic/__init__.py",
        "src/graph_tool_call_clinic/py.typed",
        "tests/test_clinic.py",
    ] == names
    assert (0, len(names)) == (result.code, len(result.json["files"]))
    done = run_pytest(folder)
    assert (0, True) == (done.returncode, " passed" in done.stdout), done.stdout


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_every_kind_is_green_at_once(tmp_path):
    """A plugin of each kind keeps its contract, and has a test of its effect."""
    sources = []
    for kind in KINDS:
        for name, text in made(f"my-{kind}", kind).items():
            path = tmp_path / f"my-{kind}" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        sources.append(str(tmp_path / f"my-{kind}" / "src"))

    done = run_pytest(tmp_path, "--import-mode=importlib", PYTHONPATH=os.pathsep.join(sources))

    assert (0, False) == (done.returncode, "skipped" in done.stdout), done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_found_as_it_says(kind):
    """The entry point names the package; no placeholder is left; the title is the id in words."""
    files = made("my-house", kind)

    assert 'my-house = "graph_tool_call_my_house"' in files["pyproject.toml"]
    assert 'title="My house"' in files["src/graph_tool_call_my_house/__init__.py"]
    assert [] == [name for name, text in files.items() if "@ID" in text or "@PACKAGE" in text or "====" in text]


@pytest.mark.bundled
@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["Clinic"], 2, "'Clinic' is no id for a plugin"),
        (["my clinic"], 2, "'my clinic' is no id for a plugin"),
        (["names"], 2, "an installed plugin has the id 'names' already"),
        (["full"], 3, "is there already, and not empty"),
        (["clinic", "--kind", "clasifier"], 2, "'clasifier' is not one of"),
    ],
)
def test_what_cannot_be_written_is_said(cli, tmp_path, monkeypatch, arguments, code, message):
    """An odd or taken id, a folder with something in it, and an unknown kind are refused; nothing is written."""
    monkeypatch.chdir(tmp_path)
    Path("graph-tool-call-full").mkdir()
    Path("graph-tool-call-full/notes.txt").write_text("mine", encoding="utf-8")

    result = cli("plugin", "new", *arguments, "--json")

    assert (code, True) == (result.code, message in result.error["message"])
    assert ["graph-tool-call-full"] == [path.name for path in tmp_path.iterdir()]


def test_for_people(cli, tmp_path, monkeypatch):
    """The files, and what to do next."""
    monkeypatch.chdir(tmp_path)

    result = cli("plugin", "new", "shell", "--kind", "executor")

    assert "graph-tool-call-shell: shell, a plugin of the kind executor" in result.out
    assert "Next: cd graph-tool-call-shell, pytest" in result.out
