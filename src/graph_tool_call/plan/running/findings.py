"""What became of each lookup of a run, and why one found nothing: a table that every run ends with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from ...model import PlanStep
from ..binding.expression import Filter, Key, Reference, path_text
from ..binding.lookup import Matches
from ..binding.text import is_list
from ..errors import BindingError
from .choosing import Look
from .outcome import Failure
from .paged import PagedList
from .redact import REDACTED
from .session import RunSession

#: Rows of the table, lists that a row names, and levels and elements in which these are sought.
_ROWS: Final = 200
_LISTS: Final = 10
_DEEP: Final = 4
#: Reasons of a binding that leads to no list.
_ASTRAY: Final = frozenset({"missing_key", "null_value", "not_a_container"})


class Findings:
    """The lookups that a run has tried, each as it was found last."""

    def __init__(self, session: RunSession) -> None:
        self._session = session
        self._rows: dict[tuple[str, str], dict[str, Any]] = {}

    def note(self, look: Look, lists: Sequence[PagedList], rows: int) -> None:
        """Keep what came of *look*, whose lists have so many *rows* altogether."""
        key = (look.taker.id if look.taker is not None else "", look.name)
        if key not in self._rows and len(self._rows) >= _ROWS:
            return
        if look.error is not None and look.error.reason in {"unknown_step", "missing_input", "no_item"}:
            return
        self._rows[key] = self._row(look, lists, rows)

    def table(self, failed: PlanStep | None = None, failure: Failure | None = None) -> list[dict[str, Any]]:
        """A row for each lookup, without credentials; those in the list of a step that has *failed* say so."""
        if failed is not None and failure is not None and failure.stage == "call":
            self._fail(failed, failure)
        return [self._masked(row) for row in self._rows.values()]

    def _fail(self, failed: PlanStep, failure: Failure) -> None:
        told = {"reason": "list_failed", "status": failure.status}
        known = [row for row in self._rows.values() if row["source_step"] == failed.id]
        for row in known:
            row.update(told)
        for reference in self._session.chooser.lookups():
            key = lookup_key(reference)
            if reference.root == failed.id and not any(row["key"].startswith(key) for row in known):
                self._rows["", key] = {**_blank(key, reference, self._source(reference)), **told}

    def _source(self, reference: Reference) -> dict[str, str]:
        tools = {step.id: step.tool for step in self._session.plan.steps}
        return {"source_step": reference.root, "source_tool": tools.get(reference.root, "")}

    def _row(self, look: Look, lists: Sequence[PagedList], rows: int) -> dict[str, Any]:
        row = _blank(look.name, look.reference, self._source(look.reference))
        row |= {"step_id": look.taker.id, "tool": look.taker.tool} if look.taker is not None else {}
        row["pages"] = sum(one.pages for one in lists) or 1
        row["rows"] = len(look.lookup.elements) if look.lookup is not None else rows
        matches = look.matches
        if look.lookup is not None:
            row["wanted"] = [one.value for one in look.lookup.test.comparisons]
        if matches is not None:
            row["matched"] = len(matches.positions)
            row["level"] = _level(look, matches)
        row["reason"] = reason = self._reason(look, lists)
        if reason == "wrong_array":
            row["lists"] = list(self._lists_in(look.reference.root))
        return row

    def _reason(self, look: Look, lists: Sequence[PagedList]) -> str:
        """Why the lookup has found nothing, or no only one; "" where it has."""
        error: BindingError | None = look.error
        if error is None:
            return ""
        if look.lookup is None and error.reason in _ASTRAY:
            return "wrong_array" if any(self._lists_in(look.reference.root)) else "no_list"
        limited = any(one.reason for one in lists) or look.reference.root in self._session.cut
        if error.reason in {"no_match", "more_pages"} and limited:
            return "page_limit"
        if error.reason == "empty_result" and look.lookup is None:
            return "no_match"
        if error.reason == "no_match" and look.lookup is not None and not look.lookup.has_fields:
            return "no_attribute"
        return error.reason

    def _lists_in(self, step_id: str) -> Iterator[str]:
        """Where the answer of a step has lists."""
        found = _lists(self._session.outputs.get(step_id), Reference(step_id), 0)
        return (text for text, _ in zip(found, range(_LISTS), strict=False))

    def _masked(self, row: Mapping[str, Any]) -> dict[str, Any]:
        session = self._session
        secret = session.secret(str(row["source_tool"]))
        names = [str(name).rpartition(".")[2] for name in row["fields"]]
        hidden = any(name in secret or session.redactor.is_secret(name) for name in names)
        shown: dict[str, Any] = session.redactor.preview({**row, "wanted": [], "lists": []}, secret)
        wanted = [REDACTED if hidden else session.redactor.preview(value) for value in row["wanted"]]
        return {**shown, "wanted": wanted, "lists": list(row["lists"])}


def lookup_key(reference: Reference) -> str:
    """What the first lookup of *reference* is called: the binding up to and with its filter."""
    at = next(i for i, segment in enumerate(reference.segments) if isinstance(segment, Filter))
    return Reference(reference.root, reference.segments[: at + 1]).inner


def _blank(key: str, reference: Reference, source: Mapping[str, str]) -> dict[str, Any]:
    way = tuple(takewhile(lambda segment: not isinstance(segment, Filter), reference.segments))
    filter_ = reference.segments[len(way)]
    assert isinstance(filter_, Filter)
    order = filter_.order
    fields = [one.field for one in filter_.comparisons] + ([path_text(order.path)] if order is not None else [])
    return {
        "key": key,
        "step_id": "",
        "tool": "",
        **source,
        "list": path_text(way),
        "fields": list(dict.fromkeys(fields)),
        "wanted": [],
        "pages": 0,
        "rows": 0,
        "matched": 0,
        "level": "",
        "reason": "",
        "status": 0,
        "lists": [],
    }


def _level(look: Look, matches: Matches) -> str:
    if look.is_answered and look.error is None:
        return "chosen"
    return matches.level if matches.positions else ""


def _lists(value: Any, at: Reference, depth: int) -> Iterator[str]:
    """The ways to the lists in *value*, the outermost only."""
    if is_list(value):
        yield path_text(at.segments) or "(the answer itself)"
    elif isinstance(value, Mapping) and depth < _DEEP:
        for key, member in value.items():
            yield from _lists(member, Reference(at.root, (*at.segments, Key(str(key)))), depth + 1)
