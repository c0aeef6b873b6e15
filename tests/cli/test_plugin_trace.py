"""What plugins print, do and break: standard output stays the answer's, and errors say where and what next."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.bundled

HEAD = "from graph_tool_call.hooks import FieldVerdict, hookimpl\n"
LOUD = (
    HEAD
    + """
import sys
print("hello at import")

@hookimpl
def gtc_classify_fields(fields):
    print("looking", "at", len(fields))
    sys.stdout.write("half a line")
    yield FieldVerdict(field=fields[0].ref, role="option", confidence=1.0, reason="first")
"""
)
BROKEN = (
    HEAD
    + """
def look(field):
    return {}[field.name]

@hookimpl
def gtc_classify_fields(fields):
    for field in fields:
        yield look(field)
"""
)


@pytest.fixture(name="installed")
def _installed(distribution, shop):
    """Installs a plugin of one module."""

    def install(name, source):
        distribution(f"gtc-{name}", entry_points=f"{name} = gtc_{name}_rules", **{f"gtc_{name}_rules": source})

    return install


def test_prints_of_plugins_stay_out_of_the_answer(cli, shop, installed):
    """What a plugin prints, when imported or asked, goes to standard error line by line, with its name."""
    installed("loud", LOUD)

    result = cli("inspect", shop, "--plugins", "loud,openapi", "--json")

    assert (0, True) == (result.code, "readiness" in result.json)
    lines = result.err.splitlines()
    assert "plugin loud prints: hello at import" == lines[0]
    assert lines[1].startswith("plugin loud prints: looking at ")
    assert lines[2].startswith("plugin loud prints: half a linelooking at ")


@pytest.mark.bundled
def test_only_plugins_are_kept_apart(cli, shop):
    """The command's own tables are where they belong."""
    result = cli("inspect", shop)

    assert ("", True) == (result.err, "Harbor Store" in result.out)


def test_a_failed_hook_says_where_and_what_next(cli, shop, installed):
    """The error has file and line in the plugin's code, and the option by which one goes on."""
    installed("broken", BROKEN)

    result = cli("inspect", shop, "--plugins", "broken,openapi", "--json")

    error = result.error
    assert (4, "hook_failed", "broken") == (result.code, error["code"], error["plugin"])
    assert (True, 4) == (error["file"].endswith("gtc_broken_rules.py"), error["line"])
    assert f"at {error['file']}:4 (go on without it: --plugins=-broken)" in error["message"]


def test_a_traceback_changes_neither_error_nor_exit_code(cli, shop, installed):
    """With --traceback the way through the code stands above the same line, and the exit code is the same."""
    installed("broken", BROKEN)

    result = cli("--traceback", "inspect", shop, "--plugins", "broken,openapi")

    assert (4, "") == (result.code, result.out)
    assert "Traceback (most recent call last)" in result.err
    assert "return {}[field.name]" in result.err
    assert result.err.splitlines()[-1].startswith("error[hook_failed]: plugin 'broken' (gtc-broken 1.0)")


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("import nothing_of_that_name", "plugin_load_error"),
        (HEAD + "@hookimpl\ndef gtc_clasify_fields(fields): pass", "unknown_hook"),
        (HEAD + "def gtc_classify_fields(fields): pass", "hook_signature"),
        (HEAD + "@hookimpl\ndef gtc_classify_fields(fields): return [1]", "hook_result"),
    ],
)
def test_every_broken_plugin_can_be_left_out(cli, shop, installed, source, code):
    """Each error that only the plugin's author can mend says how to go on without it."""
    installed("broken", source)

    result = cli("inspect", shop, "--plugins", "broken,openapi", "--json")

    assert (4, code) == (result.code, result.error["code"])
    assert result.error["message"].endswith("(go on without it: --plugins=-broken)")


def test_trace_has_a_line_for_each_call(cli, shop, installed, monkeypatch):
    """GTC_TRACE=1 tells plugin, hook, items, time and answers of each call, on standard error."""
    installed("loud", LOUD)
    monkeypatch.setenv("GTC_TRACE", "1")

    result = cli("build", shop, "-o", "out.json", "--plugins", "loud,openapi", "--json")

    lines = [line for line in result.err.splitlines() if line.startswith("trace: ")]
    assert (0, 15) == (result.code, json.loads(result.out)["tools"])
    assert lines[0].startswith("trace: loud import 1 item ")
    calls = [line for line in lines if " gtc_classify_fields " in line]
    assert 15 == len(calls)
    assert all(line.endswith(" ms 1 answer") and " items " in line for line in calls)


def test_time_has_a_table_at_the_end(cli, shop, installed):
    """--time adds up calls, items, answers and milliseconds by plugin and hook, the dearest first."""
    installed("loud", LOUD)

    result = cli("--time", "inspect", shop, "--plugins", "loud,openapi", "--json")

    words = " ".join(result.err.split())
    assert (0, True) == (result.code, "readiness" in result.json)
    assert "Time of plugins Plugin Hook Calls Items Answers ms Slowest" in words
    assert "loud classify_fields 15 " in words
    assert " ms in all" in words


@pytest.mark.bundled
@pytest.mark.parametrize("value", ["", "0"])
def test_nothing_is_traced_unless_asked_for(cli, shop, monkeypatch, value):
    """Without the variable nothing is said."""
    monkeypatch.setenv("GTC_TRACE", value)

    assert "" == cli("search", shop, "orders").err
