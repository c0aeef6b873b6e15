"""Every key of a case is looked at, or the case fails."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from .load import Case

S = TypeVar("S")

#: Asserts what one key of `expected` demands of the subject.
Check = Callable[[S, Any], None]


class UnreadSentenceError(Exception):
    """A sentence for people that nobody has turned into an assertion."""


def understand(case: Case, inputs: Collection[str]) -> None:
    """Fail for a key of `input` that this kind of case has no meaning for."""
    unknown = sorted(set(case.input) - set(inputs))
    assert not unknown, f"input {', '.join(unknown)} has no meaning here; known: {', '.join(sorted(inputs))}"


def verify(subject: S, expected: Mapping[str, Any], checks: Mapping[str, Check[S]]) -> None:
    """Assert every key of *expected*; a key without a check fails.

    `any_of` holds where one of its alternatives does in every key. Raises
    `UnreadSentenceError` where everything holds but a sentence that has no assertion.
    """
    unknown = sorted(set(expected) - set(checks) - {"any_of"})
    assert not unknown, f"expected {', '.join(unknown)} cannot be asserted; known: {', '.join(sorted(checks))}"
    unread: list[UnreadSentenceError] = []
    for key, wanted in expected.items():
        try:
            if key == "any_of":
                _any_of(subject, wanted, checks)
            else:
                checks[key](subject, wanted)
        except UnreadSentenceError as error:
            unread.append(error)
    if unread:
        raise unread[0]


def _any_of(subject: S, wanted: Sequence[Mapping[str, Any]], checks: Mapping[str, Check[S]]) -> None:
    failures = []
    for alternative in wanted:
        try:
            verify(subject, alternative, checks)
        except (AssertionError, LookupError) as exc:
            failures.append(str(exc))
        else:
            return
    raise AssertionError("\n".join(failures))


def sentences(word: str, meanings: Mapping[str, Check[S]]) -> Check[S]:
    """The check of a word that takes a sentence: pattern of the sentence → what asserts it."""

    def check(subject: S, wanted: str) -> None:
        found = [holds for pattern, holds in meanings.items() if re.search(pattern, wanted)]
        if not found:
            raise UnreadSentenceError(f"{word}: {wanted!r}: no check is written for this sentence")
        for holds in found:
            holds(subject, wanted)

    return check


def within(limit: float, work: Callable[[], object]) -> None:
    """*work* takes at most *limit* seconds.

    CPU of this process, and the limit is of another order than the cost: it tells an explosion from work.
    """
    before = time.process_time()
    work()
    spent = time.process_time() - before
    assert spent <= limit, f"took {spent:.1f} s of {limit:g} s"
