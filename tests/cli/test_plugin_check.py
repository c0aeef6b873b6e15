"""`graph-tool-call plugin check`: the kit without a test file, and what a plugin changes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.bundled

HEAD = "from graph_tool_call.hooks import FieldVerdict, OperationVerdict, PluginInfo, ToolResult, hookimpl\n"
GOOD = """
@hookimpl
def gtc_classify_fields(fields):
    for field in fields:
        if field.name == "city":
            yield FieldVerdict(field=field.ref, role="user_input", confidence=0.99, reason="people say it")
"""
ROLE = GOOD.replace("user_input", "user_inptu").replace("city", "sku")
EVIL = """
@hookimpl
def gtc_classify_fields(fields, context):
    print("busy")
    for schema in context.collection.schemas.values():
        object.__setattr__(schema, "title", "mine")
    return [FieldVerdict(field=field.ref, kind="auth", confidence=1.0, reason="secret") for field in fields]
"""
RENAMES = """
@hookimpl
def gtc_classify_fields(context):
    for schema in context.collection.schemas.values():
        schema.title = "mine"
"""
WRITES = """
@hookimpl
def gtc_classify_fields(context):
    context.collection.schemas.clear()
"""
DIES = """
@hookimpl
def gtc_classify_fields(fields):
    return [FieldVerdict(field=f.ref, confidence=1.0, reason="x") for f in fields if f.name[0] == "_"]
"""


@pytest.fixture(name="checked")
def _checked(cli, tmp_path, monkeypatch):
    """Check a plugin of this source, alone; the answer, and its rules by name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    def check(name, source, *arguments):
        Path(f"{name}.py").write_text(HEAD + source, encoding="utf-8")
        result = cli("plugin", "check", name, "--plugins", "openapi", "--json", *arguments)
        return result, {rule["rule"]: rule for rule in result.json["rules"]}

    return check


def test_a_good_plugin_passes_and_shows_what_it_changes(checked):
    """Every rule is kept; the fields and plans that are other with it are listed, with both sides."""
    result, rules = checked("acme_good", GOOD)

    assert (0, {"failed": 0}) == (result.code, {k: v for k, v in result.json["counts"].items() if k == "failed"})
    assert {"passed"} == {rule["status"] for rule in rules.values()}
    assert {"registers_cleanly", "answers_are_valid", "prints_nothing", "few_fields_are_credentials"} <= set(rules)
    field, *_ = [one for one in result.json["differences"] if "consumes city" in one["subject"]]
    assert ("data", "data user_input") == (field["without"], field["with"])


@pytest.mark.parametrize(
    ("name", "source", "rule", "reason"),
    [
        ("acme_role", ROLE, "answers_are_valid", "there is no role 'user_inptu' (did you mean 'user_input'?)"),
        ("acme_evil", EVIL, "prints_nothing", "prints 'busy"),
        ("acme_evil", EVIL, "leaves_what_it_is_given_alone", "changes what it is given: $.1.schemas."),
        ("acme_evil", EVIL, "few_fields_are_credentials", "11 of 11 fields are credentials: userId, status"),
        ("acme_renames", RENAMES, "answers_are_valid", "TypeError: <Schema Order> is read-only, its 'title' too"),
        ("acme_writes", WRITES, "answers_are_valid", "TypeError: this dict is read-only"),
        ("acme_dies", DIES, "survives_odd_input", "IndexError: string index out of range"),
        ("acme_typo", GOOD.replace("_fields", "_feilds"), "registers_cleanly", "did you mean 'gtc_classify_fields'?"),
    ],
)
def test_a_broken_rule_is_named_with_its_reason(checked, name, source, rule, reason):
    """A rule that is not kept says why; the exit code is that of a plugin that did something wrong."""
    result, rules = checked(name, source)

    assert (4, "failed", []) == (result.code, rules[rule]["status"], result.json["differences"])
    assert reason in rules[rule]["reason"]
    assert rules[rule]["claim"].endswith(".")


def test_for_people(cli, checked):
    """A line for each rule, its reason below it, and the counts."""
    checked("acme_talks", GOOD.replace("    for", "    print('busy')\n    for"))

    result = cli("plugin", "check", "acme_talks", "--plugins", "")

    assert (4, True) == (result.code, "✗ Nothing is printed while it answers" in result.words)
    assert "prints 'busy\\n'" in result.out
    assert "acme_talks: " in result.out
    assert ", 1 failed" in result.out


def test_what_changes_nothing_is_no_failure(cli, checked, shop):
    """A plugin without effect on the document keeps all rules; the answer says how to look elsewhere."""
    checked("acme_mute", GOOD.replace("city", "nothing_is_called_so"))

    result = cli("plugin", "check", "acme_mute", "--plugins", "openapi", "--on", "shop.json")

    assert (0, True) == (result.code, "On shop.json nothing differs with it" in result.words)


def test_wrappers_and_executors_have_their_contracts(checked):
    """A wrapper is held against the contract of wrappers; a hook without a contract is named."""
    wrapper = "@hookimpl(wrapper=True)\ndef gtc_execute(call):\n    return (yield)\n"
    reader = "@hookimpl\ndef gtc_read_request(request):\n    return None\n"

    result, _ = checked("acme_wraps", wrapper + reader)

    assert {"PluginContract", "WrapperContract"} == {rule["contract"] for rule in result.json["rules"]}
    assert (0, ["gtc_read_request"]) == (result.code, result.json["unchecked"])


MISSING = "the conformance kit is not installed: pip install graph-tool-call[testing]"


@pytest.mark.parametrize("absent", ["graph_tool_call_testing", "pytest"])
@pytest.mark.parametrize(
    "statement",
    [
        "from graph_tool_call.testing import ClassifierContract",
        "import graph_tool_call.testing as kit; kit.make_field",
        "from graph_tool_call.testing import *",
    ],
)
def test_a_name_of_the_kit_without_it_says_what_to_install(statement, absent):
    """Without the distribution, or without pytest, a name says by what it can be had."""
    code = f"import sys; sys.modules['{absent}'] = None\n{statement}"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert f"ModuleNotFoundError: {MISSING}" in done.stderr


def test_the_kit_is_there_under_both_names():
    """`graph_tool_call.testing` has the names of the distribution, and no other."""
    import graph_tool_call_testing
    from graph_tool_call import testing

    assert graph_tool_call_testing.__all__ == testing.__all__
    assert [] == [
        name for name in testing.__all__ if getattr(testing, name) is not getattr(graph_tool_call_testing, name)
    ]
    assert not hasattr(testing, "ClasifierContract")


def test_check_without_the_kit_says_what_to_install(cli, monkeypatch):
    """So does the command, on one line."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "graph_tool_call_testing"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "graph_tool_call_testing", None)

    result = cli("plugin", "check", "names", "--json")

    assert (2, "needs_testing", MISSING) == (result.code, result.error["code"], result.error["message"])
