"""The comparison with recorded outputs: what differs is told, accepting records, what is absent is left out aloud."""

from __future__ import annotations

from pathlib import Path

import pytest
from goldens import main as golden
from goldens.commands import call
from goldens.differences import changes, report, summary
from goldens.records import Records, digest, plain, read, write

BEFORE: Records = {"first task": ["s1 listThings", "cost 2"], "second task": ["error unknown_target"]}
AFTER: Records = {"first task": ["s1 listThings", "cost 3"], "third task": ["s1 getThing"]}


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one recorded section, `events`; today's records are AFTER."""
    write(tmp_path / "recorded" / "events.txt", BEFORE)
    monkeypatch.setattr(golden, "current_records", lambda _wanted: {"events": AFTER})
    return tmp_path


def test_records_are_read_as_they_were_written(tmp_path: Path) -> None:
    """Blank lines, lines that look like heads and spaces at the front survive; spaces at ends do not count."""
    lines = ["one", "", "=== two", "    three", "four   ", ""]
    write(tmp_path / "some.txt", {"b": lines, "a": []})

    assert {"a": [], "b": plain(lines)} == read(tmp_path / "some.txt")
    assert ["one", "", "=== two", "    three", "four"] == plain(lines)


def test_digest_does_not_depend_on_the_order_of_keys() -> None:
    """The same data has the same digest, other data another."""
    assert digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1}) != digest({"a": 1, "b": [3]})


def test_changed_added_and_removed_records_are_told_apart() -> None:
    """Each record that differs is named once, with what happened to it."""
    found = [(change.kind, change.name) for change in changes(BEFORE, AFTER)]

    assert [("changed", "first task"), ("removed", "second task"), ("added", "third task")] == found
    assert [] == changes(BEFORE, dict(BEFORE))


def test_report_shows_the_line_that_changed() -> None:
    """Both values of a line stand in the report, and the summary counts the lines by their first word."""
    lines = report("plans", changes(BEFORE, AFTER), len(AFTER))

    assert "plans: 1 changed, 1 added, 1 removed of 2 (in: cost 1): first task, second task, third task" == lines[0]
    assert {"-cost 2", "+cost 3"} <= {line.strip() for line in lines}


def test_long_reports_are_cut_and_say_so() -> None:
    """A hundred changed records of a hundred lines each do not fill the screen, and nothing is cut silently."""
    before = {f"task {number}": [f"line {number}"] * 100 for number in range(100)}
    after = {name: ["other"] * 100 for name in before}

    lines = report("plans", changes(before, after), 100)

    assert len(lines) < 2000
    assert any("more lines" in line for line in lines)
    assert lines[-1].startswith("  … 75 more: task ")
    assert "and 88 more" in summary("plans", changes(before, after), 100)


def test_a_difference_is_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Comparing prints the difference, changes no file, and ends with exit code 1."""
    assert 1 == golden.main([], folder)

    out = capsys.readouterr().out
    assert "+cost 3" in out
    assert "--accept" in out
    assert read(folder / "recorded" / "events.txt") == BEFORE
    assert not (folder / "ACCEPTED.md").exists()


def test_accepting_records_the_state_and_the_reason(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The new records are written, the newest reason stands first, and then nothing differs."""
    (folder / "ACCEPTED.md").write_text(golden._TITLE + "\n## 2020-01-01: earlier\n\n- old\n", encoding="utf-8")

    assert 0 == golden.main(["--accept", "Costs count calls twice"], folder)

    assert read(folder / "recorded" / "events.txt") == AFTER
    text = (folder / "ACCEPTED.md").read_text(encoding="utf-8")
    assert text.index(": Costs count calls twice") < text.index("- events: 1 changed") < text.index(": earlier")
    assert 1 == text.count("# Accepted changes")
    assert 0 == golden.main([], folder)
    assert "all the same" in capsys.readouterr().out


def test_accepting_nothing_leaves_no_entry(folder: Path) -> None:
    """Where nothing changed there is no reason to write down."""
    golden.main(["--accept", "first"], folder)
    before = (folder / "ACCEPTED.md").read_text(encoding="utf-8")

    assert 0 == golden.main(["--accept", "second"], folder)
    assert before == (folder / "ACCEPTED.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [["--accept", " "], ["--only", "weather"]])
def test_accepting_needs_a_reason_and_sections_are_known(folder: Path, arguments: list[str]) -> None:
    """A blank reason and an unknown section are mistakes of the command line."""
    with pytest.raises(SystemExit) as raised:
        golden.main(arguments, folder)

    assert 2 == raised.value.code


def test_a_section_without_a_record_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A section that was never recorded is a difference, and the message says how to record it."""
    monkeypatch.setattr(golden, "current_records", lambda _wanted: {"events": AFTER})

    assert 1 == golden.main(["--only", "events"], tmp_path)
    assert "events: nothing is recorded" in capsys.readouterr().out


def test_sections_of_absent_documents_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the shared documents their sections are named, with the variable to set, and are no difference."""
    monkeypatch.setenv("GTC_SHARED", str(tmp_path / "nowhere"))

    assert 0 == golden.main(["--only", "plans", "--only", "artifacts"], tmp_path)

    out = capsys.readouterr().out
    assert "left out: artifacts, plans: " in out
    assert "GTC_SHARED" in out


def test_a_command_is_run_as_from_a_pipe() -> None:
    """Exit code, output and errors come back, and the terminal of this process is not touched."""
    code, out, err = call(["searhc"])

    assert (2, "") == (code, out)
    assert err.startswith("error[usage]: there is no command 'searhc'; did you mean search?")


@pytest.mark.bundled
@pytest.mark.slow
@pytest.mark.parametrize("section", sorted(golden.OWN))
def test_records_of_own_documents_are_the_same_twice(section: str) -> None:
    """Events and texts hold nothing that varies: times, ids of runs, folders."""
    first = golden.OWN[section]()

    assert first == golden.OWN[section]()
    assert first
