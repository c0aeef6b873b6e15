"""What changed between two states of a section, for a reader who has a minute."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .records import Records

#: Lines of one record, and records of one section, that are shown in full.
LINES_SHOWN = 40
RECORDS_SHOWN = 25
#: Names in a summary.
NAMES_SHOWN = 12
#: The word that a line begins with; numbers and lines of tables have none.
_WORD = re.compile(r"\s*([A-Za-z][\w.]*)(?=\s|$)")


@dataclass(frozen=True)
class Change:
    """One record that is new, gone, or has other lines."""

    name: str
    #: "added", "removed" or "changed".
    kind: str
    before: Sequence[str]
    after: Sequence[str]

    @property
    def words(self) -> Counter[str]:
        """First words of the lines that differ: in a record of digests, the parts that changed."""
        found = (_WORD.match(line) for line in set(self.before) ^ set(self.after))
        return Counter({word[1] for word in found if word})

    def shown(self) -> list[str]:
        """The record's name and a unified diff of its lines, cut where it is long."""
        lines = list(difflib.unified_diff(self.before, self.after, n=1, lineterm=""))[2:]
        rest = len(lines) - LINES_SHOWN
        cut = [f"… {rest} more lines"] if rest > 0 else []
        return [f"{self.kind}: {self.name}", *(f"    {line}" for line in (*lines[:LINES_SHOWN], *cut))]


def changes(before: Records, after: Records) -> list[Change]:
    """Every record that is not the same in both, by name."""
    found = []
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        if old != new:
            kind = "added" if old is None else "removed" if new is None else "changed"
            found.append(Change(name=name, kind=kind, before=old or (), after=new or ()))
    return found


def report(section: str, found: Sequence[Change], total: int) -> list[str]:
    """The changes of a section: a summary, then each of them."""
    lines = [summary(section, found, total)]
    for change in found[:RECORDS_SHOWN]:
        lines += [f"  {line}" for line in change.shown()]
    rest = found[RECORDS_SHOWN:]
    if rest:
        lines.append(f"  … {len(rest)} more: {_few(change.name for change in rest)}")
    return lines


def summary(section: str, found: Sequence[Change], total: int) -> str:
    """One line: how many records of *section* changed, in which words, and which."""
    kinds = Counter(change.kind for change in found)
    counts = ", ".join(f"{kinds[kind]} {kind}" for kind in ("changed", "added", "removed") if kinds[kind])
    words: Counter[str] = sum((change.words for change in found if change.kind == "changed"), Counter())
    where = ", ".join(f"{word} {count}" for word, count in words.most_common(8))
    named = _few(change.name for change in found)
    return f"{section}: {counts} of {total}{f' (in: {where})' if where else ''}: {named}"


def _few(names: Iterable[str]) -> str:
    listed = list(names)
    rest = len(listed) - NAMES_SHOWN
    return ", ".join(listed[:NAMES_SHOWN]) + (f" and {rest} more" if rest > 0 else "")
