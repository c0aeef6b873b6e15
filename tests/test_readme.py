"""The README shows what happens: each console block of it is run and compared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from console import blocks, is_shown, output_of

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = blocks(README)

pytestmark = [pytest.mark.bundled, pytest.mark.repository]


def test_the_readme_has_a_tour():
    """There is something to compare."""
    assert len(BLOCKS) >= 4


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command[:40] for command, _ in BLOCKS])
def test_a_block_of_the_tour_is_real(command, shown):
    """The command prints exactly what the README shows, apart from times, ports, scores and what "[…]" leaves out."""
    printed = output_of(command, ROOT)

    assert is_shown(shown, printed) or shown == printed


def test_the_first_command_is_the_first_block():
    """What the README promises of its first command is what it shows and tests."""
    (command,) = re.findall(r"\.venv/bin/(graph-tool-call plan .*)\n", README)

    assert command == BLOCKS[0][0]


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("at 127.0.0.1:1 in 5 ms", "at 127.0.0.1:4711 in 12 ms", True),
        ("in 5 ms", "in 5 s", False),
        ("margin 0.32", "margin 0.41", True),
        ("version 10.32", "version 10.41", False),
        ("a\n[…]\nz", "a\nb\nc\nz", True),
        ("a\n[…]\nz", "a\nz", True),
        ("a\n[…]\nz", "a\nb", False),
        ("a.b", "axb", False),
        ("a", "a\nb", False),
    ],
)
def test_only_what_varies_is_any(shown, printed, same):
    """A block that differs in anything but times, ports, scores and gaps is not taken for real."""
    assert same == is_shown(shown, printed)


def test_the_python_of_the_tour_runs(monkeypatch, capsys):
    """The Python block runs from top to bottom and ends with the plan completed."""
    (source,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    monkeypatch.chdir(ROOT)

    exec(compile(source, "README.md", "exec"), {"__name__": "readme"})  # noqa: S102 - our own page

    assert "plan.completed" == capsys.readouterr().out.split()[-1]
