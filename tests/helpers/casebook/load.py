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
#: Folders of cases among the shared documents.
FOLDERS = ("cases", "cases-2")
#: Cases that fail, with the reason why: see its first line.
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


def folders() -> list[Path]:
    """Where the cases are: GTC_CASES, else in GTC_SHARED or the folder `shared` beside the checkout."""
    if "GTC_CASES" in os.environ:
        return [Path(os.environ["GTC_CASES"])]
    shared = Path(os.environ.get("GTC_SHARED", TESTS.parent.parent / "shared"))
    return [shared / name for name in FOLDERS]


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


def known_failures() -> dict[str, str]:
    """Id of the case → why it fails. Keys that begin with `_` are remarks."""
    listed: dict[str, str] = json.loads(KNOWN_FAILURES.read_text(encoding="utf-8"))
    return {case: reason for case, reason in listed.items() if not case.startswith("_")}


def every_case() -> list[Case]:
    """The cases of all folders that are there, by number."""
    paths = [path for where in folders() for path in where.glob("*/case.json")]
    return [read(path) for path in sorted(paths, key=lambda path: path.parent.name)]


def parameters(*kinds: str, strict: bool = True) -> list[Any]:
    """One pytest parameter for each case of *kinds*; with *strict*, known failures are xfails with their reason."""
    cases = every_case()
    if not cases:
        where = " and ".join(str(folder) for folder in folders())
        reason = f"{where}: no cases there; set GTC_CASES (or GTC_SHARED) to run the acceptance cases"
        return [pytest.param(None, id="absent", marks=pytest.mark.skip(reason=reason))]
    failures = known_failures() if strict else {}
    return [pytest.param(case, id=case.id, marks=_marks(case, failures)) for case in cases if case.kind in kinds]


def _marks(case: Case, failures: Mapping[str, str]) -> list[pytest.MarkDecorator]:
    marks = [pytest.mark.shared, pytest.mark.bundled]
    if case.id in failures:
        marks.append(pytest.mark.xfail(reason=failures[case.id], strict=True))
    return marks
