"""`graph-tool-call plugin new`."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import click

from ...version import __version__
from .. import options
from ..config import plugin_set
from ..failure import BAD_INPUT, CommandError
from ..output import show

#: Kind of plugin → what it does, in one sentence; the template of each has its name.
KINDS: Final = {
    "classifier": "Knows what fields are by this house's conventions.",
    "source": "Reads the lists of commands that this house has.",
    "vocabulary": "Knows the words of this house's names.",
    "signals": "Knows which operations are good and bad sources of a value.",
    "evidence": "Knows which operations are meant more often.",
    "text": "Knows what people call the things of the API.",
    "finder": "Finds operations by other ways than their words.",
    "enum": "Knows which member of an enum a word means.",
    "options": "Knows where the values of a choice are listed.",
    "executor": "Makes calls.",
    "wrapper": "Stands around each call.",
    "events": "Watches runs.",
}
_ID: Final = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*\Z")


@click.command("new", short_help="Write a plugin to begin with: a distribution that works, with its tests.")
@click.argument("id_", metavar="ID")
@click.option(
    "--kind",
    type=click.Choice(list(KINDS)),
    default="classifier",
    show_default=True,
    help="What it does; docs/how-to/write-a-plugin.md tells which hook is for what.",
)
@click.option("--into", metavar="FOLDER", default=".", show_default=True, help="Where its folder is made.")
@options.as_json
def command(id_: str, kind: str, into: str, as_json: bool) -> None:
    """Write the distribution of a new plugin: project file, entry point, package, settings, README and contract tests.

    Its tests pass as it is: run pytest in its folder, then change what it knows.
    """
    if not _ID.match(id_):
        message = f"{id_!r} is no id for a plugin: lower-case letters and digits, with - or _ between words"
        raise CommandError("usage", message)
    if id_ in plugin_set(None):
        raise CommandError("usage", f"an installed plugin has the id {id_!r} already; choose another")
    folder = Path(into) / f"graph-tool-call-{id_.replace('_', '-')}"
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError("exists", f"{folder} is there already, and not empty", BAD_INPUT)
    try:
        written = [_write(folder / name, text) for name, text in made(id_, kind).items()]
    except OSError as error:
        raise CommandError("not_written", f"{folder}: cannot be written: {error.strerror}", BAD_INPUT) from None
    answer: dict[str, Any] = {"plugin": id_, "kind": kind, "folder": str(folder), "files": written}
    from ..render.plugins import render_new

    show(answer, render_new, as_json=as_json)


def made(id_: str, kind: str) -> dict[str, str]:
    """Path in the folder of plugin *id_* → text, for each file of a plugin of that *kind*."""
    package = f"graph_tool_call_{id_.replace('-', '_')}"
    words = {
        "ID": id_,
        "PACKAGE": package,
        "DISTRIBUTION": f"graph-tool-call-{id_.replace('_', '-')}",
        "TITLE": id_.replace("-", " ").replace("_", " ").capitalize(),
        "SUMMARY": KINDS[kind],
        "SIGNAL": id_.replace("-", "_"),
        "VERSION": __version__,
    }
    module, _, tests = _template(f"kinds/{kind}.txt", words).partition("==== test\n")
    return {
        "pyproject.toml": _template("pyproject.toml.txt", words),
        "README.md": _template("README.md.txt", words),
        f"src/{package}/__init__.py": module,
        f"src/{package}/py.typed": "",
        f"tests/test_{package.removeprefix('graph_tool_call_')}.py": tests,
    }


def _template(name: str, words: dict[str, str]) -> str:
    text = (files(__package__) / "template" / name).read_text(encoding="utf-8")
    return re.sub(r"@([A-Z]+)@", lambda found: words[found[1]], text)


def _write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path.as_posix()
