"""What hooks are asked about words and choices, and what they answer with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ..model import ToolFacts
from ..model.frozen import read_only
from .checks import sentence, unit

if TYPE_CHECKING:
    from .types import ProducerCandidate


@attrs.frozen(kw_only=True)
class EnumRequest:
    """A user's word for a field that takes one of few values."""

    tool: ToolFacts
    field: str
    semantic_tag: str = ""
    choices: tuple[Any, ...]
    #: Human labels in the order of `choices`, "" where the document has none.
    labels: tuple[str, ...] = ()
    word: str


@attrs.frozen(kw_only=True)
class EnumMatch:
    """The member of the enum that the word means."""

    value: Any
    confidence: float = attrs.field(validator=unit)
    reason: str = attrs.field(validator=sentence)


@attrs.frozen(kw_only=True)
class OptionsRequest:
    """A field that wants a choice, and the producers that could list its values."""

    tool: ToolFacts
    field: str
    semantic_tag: str = ""
    candidates: tuple[ProducerCandidate, ...]
    #: Response field names beside each candidate's value, by candidate ref.
    siblings: Mapping[int, tuple[str, ...]] = attrs.field(converter=read_only)


@attrs.frozen(kw_only=True)
class OptionsSource:
    """Where the values of a choice are listed. Nothing has been called."""

    producer: str
    #: JSON path of the list in the producer's response: "$.items".
    options_path: str
    #: Path of the value inside one element: "id".
    value_path: str
    label_paths: tuple[str, ...] = ()
    reason: str = ""
