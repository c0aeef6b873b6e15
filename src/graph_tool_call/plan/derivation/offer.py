"""What a producer offers for an input, whatever is given: made once, and taken by many derivations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from ...model.match import Match
from .ledger import Parts


@attrs.frozen
class Offer:
    """A producer of an input, and what choosing it costs before anything is chosen."""

    #: The least that the value costs, with the call.
    bound: float
    #: What choosing it adds to the call.
    extra: float
    #: Whether the producer takes what it gives.
    echo: bool
    match: Match
    #: What plugins say of it; the other parts of `extra`.
    said: Sequence[Any]
    parts: Parts
    #: The least that choosing it adds, with the choice of an element: a call is never for nothing, or chains grow.
    floor: float = 0.0
    #: Whether something else makes anew what it has.
    is_made: bool = False
