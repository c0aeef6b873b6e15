"""Finding and reading of cases."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

TESTS = Path(__file__).resolve().parents[2]
#: Cases that fail, with the reason why.
KNOWN_FAILURES = TESTS / "cases" / "expected_failures.json"


@attrs.frozen(kw_only=True)
class Case:
    """One case. `id` is the number and the name of its folder."""

    id: str
    kind: str
    folder: Path
    spec: Path
    input: Mapping[str, Any]
    expected: Mapping[str, Any]

    @property
    def number(self) -> str:
        """The leading number, by which tests speak of single cases."""
        return self.id.partition("-")[0]


def folder() -> Path:
    """Where the cases are: GTC_CASES, else `cases` in GTC_SHARED, else in the folder `shared` beside the checkout."""
    if "GTC_CASES" in os.environ:
        return Path(os.environ["GTC_CASES"])
    return Path(os.environ.get("GTC_SHARED", TESTS.parent.parent / "shared")) / "cases"


def read(path: Path) -> Case:
    """The case whose `case.json` is at *path*."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return Case(
        id=path.parent.name,
        kind=data["kind"],
        folder=path.parent,
        spec=path.parent / data["spec"],
        input=data["input"],
        expected=data["expected"],
    )


def parameters(kind: str) -> list[Any]:
    """One pytest parameter for each case of *kind*; known failures are strict xfails with their reason."""
    where = folder()
    if not where.is_dir():
        reason = f"{where} is absent: set GTC_CASES (or GTC_SHARED) to run the acceptance cases"
        return [pytest.param(None, id="absent", marks=pytest.mark.skip(reason=reason))]
    failures = json.loads(KNOWN_FAILURES.read_text(encoding="utf-8"))
    cases = [read(path) for path in sorted(where.glob("*/case.json"))]
    return [pytest.param(case, id=case.id, marks=_marks(case, failures)) for case in cases if case.kind == kind]


def _marks(case: Case, failures: Mapping[str, str]) -> list[pytest.MarkDecorator]:
    marks = [pytest.mark.shared, pytest.mark.bundled]
    if case.id in failures:
        marks.append(pytest.mark.xfail(reason=failures[case.id], strict=True))
    return marks
