"""What hooks are asked about words and choices, and what they answer with."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
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
    #: JSON path of the field ("$.shipping.status"), or its name; and path, query, header, cookie or body.
    path: str = ""
    location: str = ""
    description: str = ""
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
    #: Against other answers; of equal ones the earlier plugin's holds.
    confidence: float = attrs.field(default=0.5, validator=unit)
    reason: str = ""


@attrs.frozen(kw_only=True)
class ChoiceRequest:
    """A field of a call, with the word that was said for it; or without one, where a person is going to be asked."""

    tool: ToolFacts
    field: str
    #: JSON path of the field ("$.shipping.status"), or its name; and path, query, header, cookie or body.
    path: str = ""
    location: str = ""
    type: str = ""
    description: str = ""
    semantic_tag: str = ""
    #: Members of an enum; empty where the field takes any value.
    choices: tuple[Any, ...] = ()
    #: Human labels in the order of `choices`, "" where the document has none.
    labels: tuple[str, ...] = ()
    #: What was given; "" where nothing was.
    word: str = ""
    #: Operations that list such values, where the index knows any, and the names beside each one's value, by ref.
    candidates: tuple[ProducerCandidate, ...] = ()
    siblings: Mapping[int, tuple[str, ...]] = MappingProxyType({})


@attrs.frozen(kw_only=True)
class Option:
    """One value that may be chosen, and what people call it."""

    value: Any
    label: str = ""


@attrs.frozen(kw_only=True)
class ChoiceList:
    """All values that may be chosen. A word that is one's label means its value."""

    options: tuple[Option, ...]
    confidence: float = attrs.field(validator=unit)
    reason: str = attrs.field(validator=sentence)


@attrs.frozen(kw_only=True)
class ChoiceValue:
    """The value that the word means."""

    value: Any
    confidence: float = attrs.field(validator=unit)
    reason: str = attrs.field(validator=sentence)
