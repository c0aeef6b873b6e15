"""The documents say what is so: links lead somewhere, generated pages are current, code runs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import click
import pytest
import reference

from graph_tool_call.cli import main
from graph_tool_call.cli.app import group

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "examples/**/*.md", "plugins/*/*.md")
    for path in ROOT.glob(pattern)
)
#: Pages whose Python is run from top to bottom, as a reader would.
RUN = [page for page in PAGES if page.startswith(("docs/tutorial/", "docs/how-to/"))]

FENCE = re.compile(r"^( *)(```+|~~~+)([^\n]*)\n(.*?)^\1\2 *$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)(?: \"[^\"]*\")?\)")

pytestmark = pytest.mark.repository


def prose(text: str) -> str:
    """*text* without fenced code and code spans."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))


def anchors(text: str) -> set[str]:
    """Fragment names of the headings, as GitHub makes them."""
    headings = re.findall(r"^#{1,6} +(.+?) *$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def relative_links(page: str) -> Iterator[str]:
    for target in LINK.findall(prose((ROOT / page).read_text(encoding="utf-8"))):
        if not re.match(r"[a-z]+:", target):
            yield target


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    """Each relative link names a file that exists, and its fragment a heading of that file."""
    broken = []
    for target in relative_links(page):
        path, _, fragment = unquote(target).partition("#")
        file = ((ROOT / page).parent / path).resolve() if path else ROOT / page
        if not file.exists() or (fragment and fragment not in anchors(file.read_text(encoding="utf-8"))):
            broken.append(target)

    assert [] == broken


def test_every_page_is_reachable() -> None:
    """From docs/index.md a reader gets to every page of docs."""
    seen: set[Path] = set()
    waiting = [ROOT / "docs" / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        targets = relative_links(page.relative_to(ROOT).as_posix())
        waiting += [(page.parent / unquote(t).partition("#")[0]).resolve() for t in targets if not t.startswith("#")]

    assert set() == {ROOT / page for page in PAGES if page.startswith("docs/")} - seen


@pytest.mark.parametrize("name", reference.PAGES)
def test_reference_page_is_current(name: str) -> None:
    """A generated page is what its sources make today; `python -m reference` in tests/helpers writes it anew."""
    assert reference.PAGES[name]() == (reference.FOLDER / name).read_text(encoding="utf-8")


def test_readme_has_the_commands_that_ci_runs() -> None:
    """The two commands by which CI installs and tests stand in README.md as they are."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    commands = re.search(r'step "the two commands of README\.md.*\n(.*)\n(.*)\n', script)

    assert commands is not None
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [command.replace(" --quiet", "").partition(" > ")[0] for command in commands.groups()]
    assert [True, True] == [line in readme for line in lines]


def command_lines(page: str) -> list[list[str]]:
    """Each command line of *page* that stands in lines of code, as arguments of `graph-tool-call`."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = re.findall(r"^(?:    |\$ |)graph-tool-call +((?:[a-z]|-).*?)$", text, re.MULTILINE)
    code = re.findall(r"`graph-tool-call ([a-z][^`]*)`", text)
    # What is in capitals is for the reader to fill in, and options in brackets are the reference's.
    return [shlex.split(line, comments=True) for line in (*lines, *code) if "[" not in line and "|" not in line]


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("docs/") and "reference" not in page])
def test_command_lines_of_the_page_are_taken(page: str) -> None:
    """Each command exists, takes what it is given, and has every option of the line."""
    refused = {}
    for line in command_lines(page):
        try:
            parsed(group, line)
        except (click.UsageError, SystemExit) as error:
            refused[" ".join(line)] = str(error)

    assert {} == refused


def parsed(command: click.Command, arguments: list[str]) -> None:
    """Read *arguments* as *command* does, without doing anything."""
    if isinstance(command, click.Group):
        flags = {flag for option in command.params for flag in option.opts}
        while arguments and arguments[0] in flags:
            arguments = arguments[1:]
        name, found, rest = command.resolve_command(click.Context(command), arguments)
        assert found is not None, f"there is no command {name!r}"
        # A command that is only named in passing takes nothing.
        if rest:
            parsed(found, rest)
    else:
        command.make_context("graph-tool-call", arguments)


@pytest.mark.bundled
def test_command_lines_about_fields_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that shows who decided a field works on the document of its page."""
    monkeypatch.chdir(tmp_path)
    page = "docs/how-to/classify-fields.md"
    for match in FENCE.finditer((ROOT / page).read_text(encoding="utf-8")):
        title = match[3].strip().partition(" ")[2]
        if title:
            Path(title).write_text(match[4], encoding="utf-8")

    lines = command_lines(page)

    assert lines
    assert {0} == {main(line) for line in lines}


@pytest.mark.bundled
@pytest.mark.parametrize("page", RUN)
def test_code_of_the_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python of a page runs from top to bottom; blocks that name a file make that file first."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    text = (ROOT / page).read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        language, _, title = match[3].strip().partition(" ")
        if title:
            Path(title).write_text(match[4], encoding="utf-8")
        elif language == "python":
            # Blank lines before it, so that a failure shows the line of the page.
            source = "\n" * text.count("\n", 0, match.start(4)) + match[4]
            exec(compile(source, str(ROOT / page), "exec"), names)  # noqa: S102
