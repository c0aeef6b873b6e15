"""What a given value means where it is a word: a member of an enum, or what plugins know it to stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ...model.contract import Input, ToolContract
from .given import Bound
from .outside import Advice

if TYPE_CHECKING:
    from ...hooks import ChoiceRequest


@attrs.frozen(kw_only=True)
class Author:
    """Who says what a *word* means, how sure, and why."""

    word: str
    plugin: str
    confidence: float
    reason: str


@attrs.frozen
class Meant:
    """A value for a call, and who made it of what was given; nobody where it is what was given."""

    value: Any
    authors: tuple[Author, ...] = ()


class Words:
    """Asks plugins what given values mean; each word of a field once."""

    def __init__(self, advice: Callable[[], Advice]) -> None:
        self._advice = advice
        self._known: dict[tuple[str, str, str, str], Meant | None] = {}

    def __call__(self, contract: ToolContract, need: Input, value: Any) -> Meant | None:
        """What *value* means for an input; None for a word that is no member of its enum, nor means one."""
        if isinstance(value, (list, tuple)):
            return self._each(contract, need, value)
        choices = choices_of(need)
        if value in choices or not (choices or self._is_word(value)):
            return Meant(value)
        key = (contract.name, need.location, need.path, str(value))
        if key not in self._known:
            self._known[key] = self._ask(contract, need, value)
        return self._known[key]

    def _is_word(self, value: Any) -> bool:
        """Whether plugins may know what a value for a field of any text means; what a call gave is no word."""
        return isinstance(value, str) and not isinstance(value, Bound) and self._advice().has_choices

    def _each(self, contract: ToolContract, need: Input, values: Sequence[Any]) -> Meant | None:
        found = [self(contract, need, value) for value in values]
        if any(one is None for one in found):
            return None
        known = [one for one in found if one is not None]
        authors = tuple(author for one in known for author in one.authors)
        return Meant([one.value for one in known] if authors or choices_of(need) else values, authors)

    def _ask(self, contract: ToolContract, need: Input, value: Any) -> Meant | None:
        answer = self._advice().resolve(choice_request(contract, need, str(value)))
        if answer is None:
            # A free field takes what was given.
            return None if choices_of(need) else Meant(value)
        said = answer.value
        return Meant(
            said.value, (Author(word=str(value), plugin=answer.plugin, confidence=said.confidence, reason=said.reason),)
        )


def choices_of(need: Input) -> Sequence[Any]:
    """Members of the enum that an input has; empty without one."""
    choices = need.row.get("enum")
    return choices if isinstance(choices, Sequence) and not isinstance(choices, str) else ()


def choice_request(contract: ToolContract, need: Input, word: str = "") -> ChoiceRequest:
    """What plugins are asked of an input."""
    from ...hooks import ChoiceRequest

    return ChoiceRequest(
        tool=contract.facts,
        field=need.name,
        path=need.path,
        location=need.location,
        type=need.type,
        description=str(need.row.get("description") or ""),
        semantic_tag=need.tag,
        choices=tuple(choices_of(need)),
        labels=tuple(str(label) for label in need.row.get("enum_labels") or ()),
        word=word,
    )
