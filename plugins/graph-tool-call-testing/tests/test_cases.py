from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kit_samples import plugin

from graph_tool_call.errors import DecodeError, HookFailedError
from graph_tool_call.hooks import EnumMatch, FieldVerdict, OperationVerdict, Term
from graph_tool_call.pluginset import PluginHost, PluginSet
from graph_tool_call_testing import CaseFile, read_cases, run_case

ACME = """\
import attrs
from graph_tool_call.hooks import *
from graph_tool_call.hooks import hookimpl

@attrs.frozen
class Settings:
    suffix: str = "No"

@hookimpl
def gtc_plugin_info():
    return PluginInfo(settings=Settings)

@hookimpl
def gtc_classify_fields(fields, context):
    for field in fields:
        if field.name.endswith(context.settings.suffix):
            yield FieldVerdict(field=field.ref, role="identifier", confidence=0.8, reason="suffix")
"""
CASES = """\
plugin: acme_for_cases
settings: {suffix: Nr}
cases:
  - name: a number is an identifier
    field: {name: cstNr}
    expect: {role: identifier, semantic_tag: null, min_confidence: 0.7}
  - name: a note is nothing special
    field: {name: note}
    expect: null
"""


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a plugin in it, on `sys.path`."""
    (tmp_path / "acme_for_cases.py").write_text(ACME, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "acme_for_cases", raising=False)
    return tmp_path


Cases = Callable[[str], CaseFile]


@pytest.fixture(name="cases")
def _cases(folder: Path) -> Cases:
    def make(text: str) -> CaseFile:
        path = folder / "acme.cases.yaml"
        path.write_text(text, encoding="utf-8")
        return read_cases(path)

    return make


def one_case(cases: Cases, text: str) -> Any:
    body = "\n".join("    " + line for line in text.splitlines())
    return cases(f"plugin: x\ncases:\n  - name: it\n{body}\n").cases[0]


def problems(cases: Cases, text: str, **hooks: Callable[..., Any]) -> list[str]:
    """What `run_case` says of one case and a plugin of these hooks."""
    return run_case(one_case(cases, text), PluginHost(PluginSet().with_(plugin(**hooks), id="x")))


def test_cases_of_a_file_are_run_with_its_settings(cases: Cases) -> None:
    """A file names its plugin and settings; fulfilled cases have no problems."""
    file = cases(CASES)

    assert [[], []] == [run_case(case, file.host()) for case in file.cases]
    assert ["a number is an identifier", "a note is nothing special"] == [case.name for case in file.cases]


def test_plugin_may_be_an_attribute(cases: Cases, folder: Path) -> None:
    """module:attribute names an instance."""
    (folder / "acme_for_cases.py").write_text(
        "from graph_tool_call.hooks import hookimpl\n"
        "class A:\n    @hookimpl\n    def gtc_classify_fields(self): ...\n"
        "a = A()\n",
        encoding="utf-8",
    )
    file = cases("plugin: acme_for_cases:a\ncases: [{name: n, field: {name: x}, expect: null}]")

    assert [] == run_case(file.cases[0], file.host())


def test_plugin_may_be_an_installed_id(cases: Cases, folder: Path) -> None:
    """The id of an installed plugin gets it through its entry point."""
    info = folder / "gtc_acme-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gtc-acme\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[graph_tool_call.plugins]\nacme-cases = acme_for_cases\n", encoding="utf-8")

    host = cases("plugin: acme-cases\ncases: []").host()

    assert ["gtc-acme"] == [row.distribution for row in host.report if row.status == "active"]


def by_name(fields):
    return [
        FieldVerdict(
            field=field.ref,
            kind="auth",
            semantic_tag=re.sub(r"[^a-z]+", "_", field.path),
            confidence=0.5,
            reason=field.direction,
        )
        for field in fields
        if field.name == "key"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("field: {name: key}\nexpect: {kind: auth, resource: null}", []),
        ("field: {name: key}\nexpect: {kind: data}", ["expected kind 'data', got 'auth'"]),
        ("field: {name: key}\nexpect: {resource: a_b}", ["expected resource 'a_b', got None"]),
        ("field: {name: key}\nexpect: {min_confidence: 0.6}", ["expected a confidence from 0.6 to 1, got 0.5"]),
        ("field: {name: key}\nexpect: {max_confidence: 0.4}", ["expected a confidence from 0 to 0.4, got 0.5"]),
        ("field: {name: other}\nexpect: {kind: auth}", ["expected {'kind': 'auth'}, and the plugin has no opinion"]),
        ("field: {name: key, location: response}\nexpect: {semantic_tag: _key}", []),
        ("field: {name: key, location: body, parents: [a, b]}\nexpect: {semantic_tag: _a_b_key}", []),
        ("field: {name: key, path: '$.x[*].key'}\nexpect: {semantic_tag: _x_key}", []),
        ("field: {name: key, location: header}\nexpect: {semantic_tag: key}", []),
    ],
)
def test_field_cases(cases: Cases, text: str, expected: list[str]) -> None:
    """Only what `expect` mentions counts; everything that differs is said."""
    assert expected == problems(cases, text, gtc_classify_fields=by_name)


def test_no_opinion_is_expected_by_null(cases: Cases) -> None:
    """A plugin that says something where nothing is expected is told what it said."""
    (problem,) = problems(cases, "field: {name: key}\nexpect: null", gtc_classify_fields=by_name)

    assert problem.startswith("expected no opinion, got FieldVerdict(")


def of_operation(operation):
    answer = OperationVerdict(action="delete", resource=operation.name, confidence=1, reason=operation.path)
    return [answer] if operation.method == "delete" else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("operation: {method: DELETE, path: '/pets/{id}'}\nexpect: {action: delete, resource: delete_pets_id}", []),
        ("operation: {method: delete, operation_id: drop_pet}\nexpect: {resource: drop_pet, shape: null}", []),
        ("operation: {method: delete}\nexpect: {action: read}", ["expected action 'read', got 'delete'"]),
        ("operation: {method: get}\nexpect: null", []),
    ],
)
def test_operation_cases(cases: Cases, text: str, expected: list[str]) -> None:
    """A case with an operation and no field is about the operation."""
    assert expected == problems(cases, text, gtc_classify_fields=of_operation)


def words(texts):
    return [[Term(value=word) for word in text.value.split()] if text.source == "query" else [] for text in texts]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("text: {value: list orders}\nexpect: {terms: [orders], without: [pay]}", []),
        ("text: {value: list}\nexpect: {terms: [orders]}", ["expected term 'orders', got ['list']"]),
        ("text: {value: list}\nexpect: {without: [list]}", ["did not expect term 'list'"]),
        ("text: {value: list, source: name}\nexpect: null", []),
    ],
)
def test_text_cases(cases: Cases, text: str, expected: list[str]) -> None:
    """Terms that must be there, and terms that must not."""
    assert expected == problems(cases, text, gtc_analyze_text=words)


def yes(request):
    return EnumMatch(value=request.choices[0], confidence=1, reason="y") if request.word == "no" else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("enum: {word: no, choices: [NO, 1]}\nexpect: {value: NO}", []),
        ("enum: {word: no, choices: [1, 2]}\nexpect: {value: 2}", ["expected value 2, got 1"]),
        ("enum: {word: what, choices: [1, 2]}\nexpect: null", []),
    ],
)
def test_enum_cases(cases: Cases, text: str, expected: list[str]) -> None:
    """YAML 1.2 is read, in which NO and no are words."""
    assert expected == problems(cases, text, gtc_resolve_enum=yes)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "plugin: x\ncases: [{name: n, feild: {name: a}, expect: null}]",
            "unknown field 'feild' (did you mean 'field'?)",
        ),
        ("plugin: x\ncases: [{name: n, field: {name: a}}]", "required field missing @ $.cases[0].expect"),
        ("plugin: x\ncases: [{name: n, field: {nmae: a}, expect: null}]", "(did you mean 'name'?) @ $.cases[0].field"),
        ("plugin: x", "required field missing @ $.cases"),
        ("- plugin", "expected an object, got list"),
        ("plugin: [", "not YAML: "),
    ],
)
def test_malformed_files_are_named(cases: Cases, text: str, problem: str) -> None:
    """What a file of cases gets wrong is said with its place."""
    with pytest.raises(DecodeError, match=r"^acme\.cases\.yaml: ") as caught:
        cases(text)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "field: {name: a}\nexpect: {knid: auth}",
            r"expect of case 'it': unknown field 'knid' \(did you mean 'kind'\?\)",
        ),
        ("text: {value: a}\nexpect: {kind: auth}", r"expect of case 'it': unknown field 'kind'"),
        ("expect: null", r"case 'it': a case needs one of field, operation, text, enum"),
    ],
)
def test_malformed_cases_are_named(cases: Cases, text: str, problem: str) -> None:
    """What a single case gets wrong is said with its name."""
    answers = {"gtc_classify_fields": lambda fields: [FieldVerdict(field=0, confidence=1, reason="x")]}
    with pytest.raises(DecodeError, match=problem):
        problems(cases, text, gtc_analyze_text=words, **answers)


def test_failing_plugin_is_blamed(cases: Cases) -> None:
    """A plugin that raises is no unfulfilled case."""
    with pytest.raises(HookFailedError, match="ZeroDivisionError"):
        problems(cases, "field: {name: a}\nexpect: null", gtc_classify_fields=lambda: 1 / 0)


# --- through pytest -----------------------------------------------------------------


#: What a conftest.py had to say before pytest loaded the kit by itself.
OLD = (
    'pytest_plugins = ["graph_tool_call.testing.fixtures"]\n',
    "from graph_tool_call.testing.fixtures import pytest_collect_file\n",
)


def run_pytest(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", str(folder), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("conftest", [*OLD, ""])
def test_cases_contracts_and_fixtures_are_there_without_a_word(folder: Path, conftest: str) -> None:
    """A folder of YAML and a three-line class are a test suite; a conftest.py of before changes nothing."""
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (folder / "conftest.py").write_text(conftest, encoding="utf-8")
    (folder / "good.cases.yaml").write_text(CASES, encoding="utf-8")
    (folder / "wrong.cases.yml").write_text(CASES.replace("role: identifier", "role: paging"), encoding="utf-8")
    (folder / "test_acme.py").write_text(
        "import acme_for_cases\n"
        "from graph_tool_call_testing import ClassifierContract\n\n"
        "class TestAcme(ClassifierContract):\n    plugin = acme_for_cases\n\n"
        "def test_fixtures(empty_set, host_of):\n"
        "    assert () == empty_set.ids\n"
        "    assert ['acme'] == [row.id for row in host_of(acme=acme_for_cases).report]\n",
        encoding="utf-8",
    )

    code, output = run_pytest(folder)

    assert 1 == code
    assert "PASSED good.cases.yaml::a number is an identifier" in output
    assert "FAILED wrong.cases.yml::a number is an identifier" in output
    assert "expected role 'paging', got 'identifier'" in output
    assert "PASSED test_acme.py::TestAcme::test_import_is_light" in output
    assert "PASSED test_acme.py::test_fixtures" in output
    assert 1 == output.count("PASSED good.cases.yaml::a number is an identifier")
    assert "1 failed" in output
    assert "skipped" not in output


@pytest.mark.slow
def test_nothing_is_collected_where_the_plugin_is_left_out(folder: Path) -> None:
    """pytest's own option turns it off."""
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (folder / "wrong.cases.yaml").write_text("nonsense: [", encoding="utf-8")

    code, output = run_pytest(folder, "-p", "no:graph_tool_call_testing.plugin")

    assert 5 == code
    assert "no tests ran" in output


@pytest.mark.slow
@pytest.mark.parametrize("conftest", OLD)
def test_a_conftest_collects_where_pytest_loads_nothing_by_itself(
    folder: Path, conftest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without entry points the lines that were written before do what they did."""
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (folder / "conftest.py").write_text(conftest, encoding="utf-8")
    (folder / "good.cases.yaml").write_text(CASES, encoding="utf-8")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    code, output = run_pytest(folder)

    assert (0, 1) == (code, output.count("PASSED good.cases.yaml::a number is an identifier"))


@pytest.mark.slow
def test_the_plugin_imports_nothing_that_is_not_wanted(folder: Path) -> None:
    """pytest loads it in every run of an environment; the core is imported by who uses it."""
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (folder / "test_it.py").write_text(
        "import sys\n\ndef test_it():\n"
        "    assert 'graph_tool_call_testing.plugin' in sys.modules\n"
        "    assert not {'graph_tool_call', 'graph_tool_call_testing.base'} & set(sys.modules)\n",
        encoding="utf-8",
    )

    assert 0 == run_pytest(folder)[0]


@pytest.mark.slow
def test_malformed_file_is_a_collection_error(folder: Path) -> None:
    """One line says what is wrong, and where."""
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (folder / "bad.cases.yaml").write_text("plugin: x\ncases: 5\n", encoding="utf-8")

    code, output = run_pytest(folder)

    assert 2 == code
    assert re.search(r"bad\.cases\.yaml: expected a list, got int 5 @ \$\.cases", output)
