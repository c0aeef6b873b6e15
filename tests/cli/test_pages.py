"""The pages about the command line show what happens: every console block is run, in the order of the page."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from console import is_shown, joined

from graph_tool_call.cli.failure import EXIT_CODES

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["docs/tutorial/command-line.md", "docs/how-to/script-the-command-line.md", "docs/how-to/settle-a-request.md"]
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)

pytestmark = [pytest.mark.bundled, pytest.mark.repository, pytest.mark.slow]


@pytest.mark.parametrize("page", PAGES)
def test_blocks_are_real(page, tmp_path, monkeypatch, cli):
    """Each command prints what the page shows, apart from times, scores and what "[…]" leaves out."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "examples" / "library.yaml", tmp_path)
    wrong = []
    for language, title, body in FENCE.findall((ROOT / page).read_text(encoding="utf-8")):
        if title:
            (tmp_path / title).write_text(body, encoding="utf-8")
        elif language == "console":
            command, _, shown = body.partition("\n")
            program, *arguments = shlex.split(command.removeprefix("$ "))
            assert "graph-tool-call" == program
            done = cli(*arguments)
            printed = joined(done.out, done.err)
            if not is_shown(shown.rstrip("\n"), printed):
                wrong.append(f"{command}\n{printed}")

    assert [] == wrong


def test_exit_codes_are_documented():
    """The table of exit codes has each code, with the words of the help."""
    page = (ROOT / PAGES[1]).read_text(encoding="utf-8")

    for code, meaning in EXIT_CODES:
        assert re.search(rf"^\| {code} \| {re.escape(meaning)}", page, re.MULTILINE), code
