"""Case → what its expectations are verified against, and the checks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from .collection import Collection
from .contract_checks import CONTRACT_CHECKS
from .load import Case
from .planning import PLAN_CHECKS, PLAN_INPUTS, Planned, planned_each
from .planning_many import MANY_CHECKS
from .planning_single import SINGLE_CHECKS
from .run_checks import RUN_CHECKS
from .running import RUN_INPUTS, Runs
from .selecting import SELECT_CHECKS, SELECT_INPUTS, Asked
from .stability import STABLE
from .verify import Check, UnreadSentenceError, sentences, understand, verify, within
from .wire_checks import WIRE_CHECKS

Subject = tuple[Any, Mapping[str, Check[Any]]]

INPUTS = {
    "ingest": {"document_url", "operation", "operations", "time_limit_s"},
    "contract": {"args", "operation", "operations", "time_limit_s"},
    "select": SELECT_INPUTS,
    "plan": PLAN_INPUTS,
    "run": RUN_INPUTS,
}
#: Seconds of CPU that a case may take where it says nothing else.
TIME_LIMIT = 10
#: Words whose sentences are for people. A kind of case has assertions for some of them.
_SENTENCES = ("also", "bounded", "isolation", "note", "rule", "stable")


def subject_of(case: Case) -> Subject:
    """The subject of *case*, with the checks of its kind; fails for input that has no meaning there."""
    understand(case, INPUTS[case.kind])
    subject, own = _subject_of(case)

    def time_limit(_subject: Any, seconds: float) -> None:
        rest = {key: wanted for key, wanted in case.expected.items() if key != "time_limit_s"}
        within(seconds, lambda: verify(_subject_of(case)[0], rest, checks))

    checks: dict[str, Check[Any]] = {word: sentences(word, {}) for word in _SENTENCES}
    checks |= {"stable": sentences("stable", STABLE), **own, "time_limit_s": time_limit}
    return subject, checks


def _subject_of(case: Case) -> Subject:
    if case.kind in {"ingest", "contract"}:
        return Collection(case), {**CONTRACT_CHECKS, **WIRE_CHECKS}
    if case.kind == "select":
        return Asked(case), SELECT_CHECKS
    if case.kind == "run":
        return Runs(case), RUN_CHECKS
    if "targets" in case.input:
        return planned_each(case, case.input["targets"]), MANY_CHECKS
    return Planned(case, Collection(case), case.input["target"]), {**PLAN_CHECKS, **SINGLE_CHECKS}


def verify_case(case: Case) -> None:
    """Assert everything that *case* expects, in the time that it may take.

    A sentence that nobody has turned into an assertion is a skip that says so, where all else holds.
    """

    def work() -> None:
        subject, checks = subject_of(case)
        verify(subject, case.expected, checks)

    try:
        within(case.input.get("time_limit_s", TIME_LIMIT), work)
    except UnreadSentenceError as error:
        pytest.skip(f"all else holds; {error}")
