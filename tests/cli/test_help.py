from __future__ import annotations

import subprocess
import sys

import click
import pytest

from graph_tool_call import __version__
from graph_tool_call.cli import authoring
from graph_tool_call.cli.app import COMMANDS, group
from graph_tool_call.cli.failure import EXIT_CODES


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help(cli, arguments):
    """Help lists every command and every exit code."""
    result = cli(*arguments)

    assert (0, "") == (result.code, result.err)
    for name in COMMANDS:
        assert f"\n  {name} " in result.out
    for code, meaning in EXIT_CODES:
        assert f"{code} {meaning}" in result.words


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_help_of_a_command(cli, name):
    """Each command has help of its own, and the line in the table is its short help."""
    result = cli(name, "--help")
    command = group.get_command(None, name)

    assert (0, "") == (result.code, result.err)
    assert isinstance(command, click.Group) or "--json" in result.out
    assert COMMANDS[name] == command.short_help


@pytest.mark.parametrize("name", sorted(authoring.COMMANDS))
def test_help_of_a_command_about_plugins(cli, name):
    """So have those below `plugin`."""
    result = cli("plugin", name, "--help")

    assert (0, True) == (result.code, "--json" in result.out)
    assert authoring.COMMANDS[name] == authoring.command.get_command(None, name).short_help


ALL = [*((group, name) for name in COMMANDS), *((authoring.command, name) for name in authoring.COMMANDS)]


@pytest.mark.parametrize(("parent", "name"), ALL, ids=[name for _, name in ALL])
def test_every_option_is_explained(parent, name):
    """No option is without a help text."""
    options = [p for p in parent.get_command(None, name).params if p.param_type_name == "option"]

    assert [] == [option.name for option in options if not option.help]


def test_version(cli):
    """The version is the library's."""
    assert f"graph-tool-call {__version__}\n" == cli("--version").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["biuld"], "there is no command 'biuld'; did you mean build?"),
        (["plugin", "shwo"], "there is no command 'shwo'; did you mean show?"),
        (["xyz"], "there is no command 'xyz'"),
        (["--nonsense"], "No such option"),
        (["search"], "Missing argument 'SPEC|ARTIFACT'"),
        (["search", "a.json"], "Missing argument"),
        (["search", "a.json", "q", "--top", "0"], "Invalid value for '-k'"),
        (["build", "a.json"], "Missing option '-o'"),
        (["plan", "a.json"], "say what is wanted: --target OP or --ask QUESTION"),
        (["plan", "a.json", "--target", "x", "--llm-target", "y"], "--llm-target goes with --ask"),
        (["plan", "a.json", "--target", "x", "-e", "oops"], "-e 'oops' is not of the form NAME=VALUE"),
        (["explain", "a.json"], "name an operation"),
    ],
)
def test_usage_errors(cli, arguments, message):
    """A wrong command line is one line on stderr, exit code 2, and nothing is read."""
    result = cli(*arguments)

    assert (2, "", 1) == (result.code, result.out, len(result.err.splitlines()))
    assert result.err.startswith(f"error[usage]: {message}")


def test_usage_error_as_json(cli):
    """Also a command line that cannot be parsed answers in JSON when asked to."""
    result = cli("search", "--json")

    assert (2, "") == (result.code, result.err)
    assert "usage" == result.error["code"]


def test_interpreter_runs_it_too():
    """`python -m graph_tool_call.cli` is the same command, and its exit code arrives."""
    command = [sys.executable, "-m", "graph_tool_call.cli"]

    good = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    bad = subprocess.run([*command, "nothing"], capture_output=True, text=True, check=False)

    assert (0, f"graph-tool-call {__version__}\n") == (good.returncode, good.stdout)
    assert (2, True) == (bad.returncode, bad.stderr.startswith("error[usage]: "))


def test_help_imports_no_command_and_no_stage():
    """Help is quick because it imports nothing that it doesn't show."""
    code = (
        "import sys; from graph_tool_call.cli import main; main(['--help']);"
        "heavy = ('attr', 'logging', 'rich', 'networkx', 'cattrs', 'yaml', 'graph_tool_call.engine');"
        "heavy += ('graph_tool_call.cli.plan',);"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "[]" == result.stderr.strip()
