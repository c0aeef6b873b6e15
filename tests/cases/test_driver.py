"""The driver of the cases: what it does not know fails, and each word that a case says is looked at."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from casebook import Case, load, parameters, verify
from casebook.subjects import INPUTS, subject_of

#: One of several answers is enough there, so that a spoilt one does no harm.
ALTERNATIVES = {"any_of", "bindings_any_of", "unsure"}


def spoilt(value: Any) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return -1 - value
    return f"{value}"[::-1] + "~"


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths of everything in *value* that is no object or list; an empty list is a leaf."""
    members = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else None
    if members is None or value == []:
        yield path
        return
    for key, member in members:
        if key not in ALTERNATIVES:
            yield from leaves(member, (*path, key))


def spoil(expected: Mapping[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """One key of *expected*, with the leaf at *path* spoilt."""
    made: Any = copy.deepcopy({path[0]: expected[path[0]]})
    at = made
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = ["~"] if at[path[-1]] == [] else spoilt(at[path[-1]])
    return dict(made)


def tools(collection: Any) -> Any:
    return collection.artifact["tools"].values()


def a_path(collection: Any, operation: str) -> list[str]:
    """One path that *operation* produces, as a case writes it."""
    return [".".join(path).replace(".[]", "[]") for path in sorted(collection.produced_paths(operation))[:1]]


def an_edge(collection: Any) -> dict[str, str] | None:
    """One hand-over that the graph has, as a case writes it; None without any."""
    for edge in collection.artifact["edges"]:
        if edge["relation"] == "requires":
            producer, consumer = collection.operations[edge["target"]], collection.operations[edge["source"]]
            return {"from": producer, "to": consumer, "param": edge["data"][0]["to"]}
    return None


def an_input(planned: Any) -> str:
    """An input of the target that is ordinary data; one that does not exist without any."""
    names = [row["name"] for row in planned.collection.consumes(planned.target) if row["kind"] != "auth"]
    return str(next(iter(names), "~"))


#: Expectations that name what must not be there: subject → something that is there, which has to be refused.
COUNTEREXAMPLES: Mapping[str, Callable[[Any], Any]] = {
    "absent_headers": lambda runs: list(runs.wire.requests[0].headers),
    "invents_nothing": lambda planned: list(planned.plan.steps[-1].args),
    "never": lambda planned: f"ask for {an_input(planned)} as ordinary data",
    "never_calls": lambda planned: planned.steps,
    "never_in_prompt_or_trace": lambda collection: [p["name"] for p in next(iter(tools(collection)))["parameters"]],
    "no_edge": an_edge,
    "not_in_results": lambda asked: asked.selected,
    "not_produces": lambda collection: {operation: a_path(collection, operation) for operation in collection.names},
    "s1_unbound": lambda planned: list(planned.plan.steps[0].args),
    "unbound": lambda planned: list(planned.plan.steps[-1].args),
}


def holding(case: Case) -> tuple[Any, Any]:
    """The subject and checks of *case*; of one that fails, or is not fully asserted, there is nothing to tell here."""
    try:
        subject, checks = subject_of(case)
        verify(subject, case.expected, checks)
    except Exception as error:  # noqa: BLE001 - whatever it is, the case's own test shows it
        pytest.skip(f"the case itself does not hold: {type(error).__name__}")
    return subject, checks


def refused(subject: Any, expected: Mapping[str, Any], checks: Any) -> bool:
    """Whether the driver finds that *expected* does not hold."""
    try:
        verify(subject, expected, checks)
    except Exception:  # noqa: BLE001 - whatever it is, it was noticed
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("case", parameters(*INPUTS, strict=False))
def test_each_word_of_a_case_counts(case: Case) -> None:
    """With any one value of `expected` changed, the case fails."""
    subject, checks = holding(case)
    paths = [path for path in leaves(dict(case.expected)) if path[0] not in COUNTEREXAMPLES]

    assert [] == [path for path in paths if not refused(subject, spoil(case.expected, path), checks)]


@pytest.mark.parametrize("case", parameters(*INPUTS, strict=False))
def test_what_must_not_be_there_is_noticed(case: Case) -> None:
    """An expectation of absence refuses something that is there."""
    subject, checks = holding(case)
    examples = {key: COUNTEREXAMPLES[key](subject) for key in case.expected if key in COUNTEREXAMPLES}

    assert [] == [key for key, example in examples.items() if example and not refused(subject, {key: example}, checks)]


def test_unknown_expectation_fails() -> None:
    """A key that no check is for is an error, also beside others that hold."""
    with pytest.raises(AssertionError, match="surprise cannot be asserted"):
        verify(None, {"known": 1, "surprise": 2}, {"known": lambda _subject, _wanted: None})


def test_unknown_input_fails(tmp_path: Path) -> None:
    """Input that a kind of case has no meaning for is an error."""
    case = Case(id="1", kind="run", folder=tmp_path, spec=tmp_path, input={"weather": "rain"}, expected={})

    with pytest.raises(AssertionError, match="weather has no meaning here"):
        subject_of(case)


def test_absent_cases_are_a_skip_that_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are no cases, one test is skipped, with the variable to set."""
    monkeypatch.setenv("GTC_CASES", str(tmp_path / "nowhere"))
    (parameter,) = parameters("plan")

    assert "GTC_CASES" in parameter.marks[0].kwargs["reason"]


def test_failing_cases_do_not_fail_the_tests_of_the_driver(tmp_path: Path) -> None:
    """Over a folder of failing cases the driver's own tests are skipped: the case's test is the one that fails."""
    case = Case(id="1", kind="run", folder=tmp_path, spec=tmp_path, input={}, expected={"status": "ok"})

    with pytest.raises(pytest.skip.Exception, match="does not hold"):
        holding(case)


def test_listed_failures_are_cases_that_exist(shared: Path) -> None:
    """The list of known failures names no case that is not there; a case that is mended is not in it (xfail strict)."""
    there = {path.parent.name for name in load.FOLDERS for path in (shared / name).glob("*/case.json")}

    assert set() == set(load.known_failures()) - there


def test_known_failure_is_strict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A case that is listed as failing has to fail, so that the list stays true."""
    (tmp_path / "001-sample").mkdir()
    text = json.dumps({"kind": "plan", "spec": "spec.json", "input": {}, "expected": {}})
    (tmp_path / "001-sample" / "case.json").write_text(text, encoding="utf-8")
    (tmp_path / "failures.json").write_text(json.dumps({"001-sample": "not yet"}), encoding="utf-8")
    monkeypatch.setenv("GTC_CASES", str(tmp_path))
    monkeypatch.setattr(load, "KNOWN_FAILURES", tmp_path / "failures.json")
    (parameter,) = parameters("plan")

    assert [{"reason": "not yet", "strict": True}] == [m.kwargs for m in parameter.marks if m.name == "xfail"]
