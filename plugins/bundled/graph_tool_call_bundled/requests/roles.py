"""Which of two things of one kind is meant: by the word, or by what stands before the value."""

from __future__ import annotations

import re
from typing import Final

from graph_tool_call.hooks import RequestText, Said

from ..words import split
from .places import Place
from .sides import side

#: Prepositions before a value.
_BEFORE: Final = {"from": -1, "to": 1, "into": 1}
#: Korean particles after a value.
_AFTER: Final = (
    (re.compile(r"\s*['\"”’]?\s*에서"), -1),
    (re.compile(r"\s*['\"”’]?\s*(?:에게|으로|로)(?:\s|$)"), 1),
)
_BONUS: Final = 0.06


def role_bonus(request: RequestText, said: Said, place: Place) -> float:
    """What the role of *place* adds: where the word or what stands before the value says the same, or the opposite."""
    own = side(place.words)
    if not own:
        return 0.0
    asked = side(split(said.word)) or _led(request, said)
    return 0.0 if not asked else _BONUS if asked == own else -2 * _BONUS


def _led(request: RequestText, said: Said) -> int:
    if said.start < 0:
        return 0
    after = request.question[said.end : said.end + 6]
    particle = next((role for pattern, role in _AFTER if pattern.match(after)), 0)
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", said.lead)]
    return particle or next((_BEFORE[word] for word in reversed(words[-4:]) if word in _BEFORE), 0)
