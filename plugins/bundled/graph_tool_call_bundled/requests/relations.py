"""What a value is to what is asked for, by the words before it: the verb's object, what holds it, where it goes."""

from __future__ import annotations

from typing import Final

from .alone import BY, FOR, GOAL, HOLDER, OBJECT, SUBJECT
from .sentence import Row
from .speech import DETERMINERS

#: Prepositions, and what stands after them.
_AFTER: Final = {
    **dict.fromkeys("of in on at from inside within under below off".split(), HOLDER),
    **dict.fromkeys("to into onto with as".split(), GOAL),
    "for": FOR,
    **dict.fromkeys("by via".split(), BY),
}
#: Verbs before a subject: "which tasks does X have", "is X online".
_AUXILIARY: Final = frozenset("does do did is are was were has have can".split())


def relation_of(row: Row, first: int, last: int) -> tuple[str, int]:
    """The relation of the value from *first* to before *last*, and the place of the word that says it; -1 for none."""
    tokens = row.tokens
    if last + 1 < len(tokens) and tokens[last].low in {"'", "’"} and tokens[last + 1].low == "s" and row.joined(last):
        return HOLDER, -1
    at = first - 1
    while at > 0 and tokens[at].low in DETERMINERS:
        at -= 1
    if at < 0:
        return SUBJECT, -1
    before = tokens[at]
    if before.kind == "verb":
        return OBJECT, at
    if before.low == "of" and at and tokens[at - 1].low == "out":
        return HOLDER, at - 1
    if before.low in _AFTER:
        return _AFTER[before.low], at
    # A command begins with its verb, whatever else that word may be.
    return (SUBJECT if before.low in _AUXILIARY else OBJECT if at == 0 else ""), at
