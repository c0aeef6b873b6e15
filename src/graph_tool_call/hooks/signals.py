"""Signals: what plugins call their arguments, declared with what a full one counts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import attrs

from ..model import Opinion

#: What a signal may be about: an operation as the target of a question, or a producer as the source of a value.
EVIDENCE: Final = "evidence"
PRODUCER: Final = "producer"
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*\Z")


def _named(_self: object, _field: object, value: Any) -> None:
    if not isinstance(value, str) or not _NAME.match(value):
        raise ValueError(f"a signal's name is lower case with digits and _, as own_collection; not {value!r}")


def _finite(_self: object, field: attrs.Attribute[float], value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= _MOST:
        raise ValueError(f"{field.name} is a number from 0 to {_MOST:g}, not {value!r}")


#: No signal counts more: what must never be is said by a veto.
_MOST: Final = 10.0


@attrs.frozen(kw_only=True)
class Contradiction:
    """When one signal says alone that a model's target is wrong and another candidate is right.

    All of it holds of the two scores: the target's is at most `target`, the other's at least `other`, and
    the other's is better by `by` or more.
    """

    target: float = 1.0
    other: float = -1.0
    by: float = 0.0
    #: Signals of which both have to have some: of two operations on one resource, the shape tells.
    both: tuple[str, ...] = ()
    #: Signal and score that the other candidate has at least.
    beside: tuple[tuple[str, float], ...] = ()


@attrs.frozen(kw_only=True)
class SignalSpec:
    """One signal that a plugin gives, in `PluginInfo.signals`: its name, what it counts, and what it means.

    A user weighs it anew by the setting `signals`: `{"signals": {"usage": 0.3}}`. Raises `ValueError` for a name or
    a weight that cannot be used.
    """

    name: str = attrs.field(validator=_named)
    #: What a full score (1) is worth. For evidence beside a text score of at most 1 (0.05 is a nod, 0.2 a good
    #: argument, 0.35 as much as the verb); for producers in units of one read call (1.5 is a good argument).
    weight: float = attrs.field(validator=_finite)
    #: One line for people: when the score is 1, and when -1.
    meaning: str = ""
    #: `EVIDENCE` for operations as targets, `PRODUCER` for producers as sources.
    kind: str = attrs.field(default=EVIDENCE, validator=attrs.validators.in_((EVIDENCE, PRODUCER)))
    #: What it counts where candidates come without scores of a search; None as much as `weight`.
    unranked: float | None = attrs.field(default=None, validator=attrs.validators.optional(_finite))
    #: Two scores that differ by no more say the same when a model's target is weighed against another candidate.
    noise: float = attrs.field(default=0.05, validator=_finite)
    #: The same where the verb speaks against the model's target; None as much as `noise`.
    noise_opposed: float | None = attrs.field(default=None, validator=attrs.validators.optional(_finite))
    #: When the signal alone contradicts a model's target; None for never.
    contradicts: Contradiction | None = None
    #: Whether it is one of the arguments that are counted when it is asked how well a target is supported.
    supports: bool = True
    #: Whether such arguments are compared at all between a model's target and another candidate.
    compared: bool = True
    #: Whether a perfect match has it in full, wherever anybody gives it, so that rows without it score less.
    expected: bool = False


#: Name of a signal → its declaration, with the plugin that declares it.
Signals = Mapping[str, Opinion[SignalSpec]]

#: Signals that the core gives itself, by what a reading of the request or a search by meaning found.
OF_CORE: Final = (
    SignalSpec(
        name="meaning",
        weight=1.0,
        meaning="what plugins found by meaning, as far as words leave the question open",
        supports=False,
        compared=False,
        expected=True,
    ),
    SignalSpec(
        name="reading",
        weight=0.0,
        meaning="share of the request that has a place in the operation",
        supports=False,
        compared=False,
    ),
    SignalSpec(
        name="needs",
        weight=0.0,
        meaning="against what the operation requires and nothing is said of",
        supports=False,
        compared=False,
    ),
    SignalSpec(
        name="sets", weight=0.0, meaning="the verb sets an input of the operation", supports=False, compared=False
    ),
)
