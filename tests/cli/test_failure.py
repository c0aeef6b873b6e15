from __future__ import annotations

import click
import pytest

from graph_tool_call.cli.failure import (
    BAD_INPUT,
    EXIT_CODES,
    INTERNAL,
    INTERRUPTED,
    NO_ANSWER,
    PLUGIN,
    USAGE,
    CommandError,
    failure_of,
)
from graph_tool_call.errors import ArtifactError, DecodeError, PluginLoadError, SpecError
from graph_tool_call.plan.problem.failures import CycleError, UnknownTargetError


@pytest.mark.parametrize(
    ("error", "code", "exit_code"),
    [
        (SpecError("ref_outside", "leaves the folder", "spec.json", "#/paths"), "ref_outside", BAD_INPUT),
        (ArtifactError("not_artifact", "no tools", "x.json"), "not_artifact", BAD_INPUT),
        (DecodeError("plan", ("required field missing @ $.id",)), "decode_error", BAD_INPUT),
        (PluginLoadError("cannot import", "names"), "plugin_load_error", PLUGIN),
        (UnknownTargetError("unknown_target", "no tool"), "unknown_target", NO_ANSWER),
        (CommandError("usage", "say what"), "usage", USAGE),
        (click.UsageError("No such option"), "usage", USAGE),
        (click.Abort(), "interrupted", INTERRUPTED),
        (ZeroDivisionError("division by zero"), "internal", INTERNAL),
    ],
)
def test_code_and_exit_code(error, code, exit_code):
    """Each kind of error has its code and its exit code."""
    failure = failure_of(error)

    assert (code, exit_code) == (failure.code, failure.exit_code)


def test_every_exit_code_is_explained():
    """The help lists every code that a failure can have."""
    assert {NO_ANSWER, USAGE, BAD_INPUT, PLUGIN, INTERNAL, INTERRUPTED} <= {code for code, _ in EXIT_CODES}


def test_line_names_code_place_and_next_step():
    """The line has the code, the place and the next step."""
    error = SpecError("ref_outside", "$ref leaves the folder", "spec.json", "#/paths/~1a", "put the file beside it")

    assert (
        "error[ref_outside]: spec.json at #/paths/~1a: $ref leaves the folder (put the file beside it)"
        == failure_of(error).line
    )


def test_line_is_one_line_without_escape_sequences():
    """Line breaks of a message become spaces, and control characters cannot reach the terminal."""
    line = failure_of(SpecError("invalid_yaml", "first\n  second\x1b[31m", "a\nb.yaml")).line

    assert "error[invalid_yaml]: a b.yaml: first second\ufffd[31m" == line


def test_json_keeps_the_errors_own_data():
    """The JSON object has what the error carries, so that no program parses a message."""
    error = CycleError("cycle", "a needs b", {"chain": ["a", "b", "a"]})

    data = failure_of(error).to_dict()["error"]

    assert ("cycle", NO_ANSWER, ["a", "b", "a"]) == (data["code"], data["exit_code"], data["chain"])


def test_plan_failures_say_what_to_do_next():
    """The next step of a plan failure is an option of this command line."""
    assert "-e NAME=VALUE" in failure_of(CycleError("cycle", "a needs b")).line
