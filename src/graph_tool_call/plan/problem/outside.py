"""What planning asks of what it is given: of the index of producers, and of plugins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from ...model import Opinion
from ...model.contract import Input, ToolContract
from ...model.match import Match

if TYPE_CHECKING:
    from ...hooks import (
        ChoiceList,
        ChoiceRequest,
        ChoiceValue,
        Consumer,
        OptionsSource,
        PlanningRule,
        PlanRequest,
        ProducerSignal,
    )


class Producers(Protocol):
    """What the search asks of a producer index."""

    @property
    def contracts(self) -> Mapping[str, ToolContract]:
        """All tools by name."""
        ...

    @property
    def typed(self) -> bool:
        """Whether inputs carry semantic tags or roles."""
        ...

    def candidates(self, consumer: ToolContract, need: Input) -> tuple[Match, ...]:
        """Outputs that could fill *need*: the likely ones."""
        ...

    def matches(self, consumer: ToolContract, need: Input) -> Iterator[Match]:
        """All outputs that could fill *need*, one at a time."""
        ...

    def plannable(self, consumer: ToolContract, need: Input) -> tuple[Match, ...]:
        """Outputs that could fill *need*: all that a plan weighs."""
        ...

    def against(self, consumer: ToolContract, need: Input, match: Match) -> str:
        """Code of what speaks against *match* as a source of *need*; "" for nothing."""
        ...

    def outputs_by_tag(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        """Tag → (tool, position among its outputs), uncut."""
        ...


class Index(Producers, Protocol):
    """What rules ask of a producer index besides: they say what they forbid of it."""

    def possible(self, consumer: ToolContract, need: Input) -> Iterator[Match]:
        """The same as `matches`, with what annotations rule out."""
        ...

    def weighed(self, matches: Iterator[Match]) -> tuple[Match, ...]:
        """Those of *matches* that a plan weighs."""
        ...


class Advice(Protocol):
    """What planning asks of plugins."""

    @property
    def has_rules(self) -> bool:
        """Whether any plugin has hard rules."""
        ...

    @property
    def by_request(self) -> bool:
        """Whether what plugins say of producers depends on the request."""
        ...

    def signals(self, consumer: Consumer, request: PlanRequest | None) -> Sequence[Opinion[ProducerSignal]]:
        """What is said of the candidates of one consuming operation."""
        ...

    def rules(self, consumer: Consumer, request: PlanRequest | None) -> Sequence[Opinion[PlanningRule]]:
        """What must hold for one consuming operation."""
        ...

    def weight(self, signal: str) -> float:
        """What a full score of *signal* counts, in units of one read call."""
        ...

    @property
    def has_choices(self) -> bool:
        """Whether any plugin knows choices of free fields."""
        ...

    def resolve(self, request: ChoiceRequest) -> Opinion[ChoiceValue] | None:
        """The value that a word means."""
        ...

    def forms(self, text: str) -> frozenset[str]:
        """The words of a text in the forms by which words are compared."""
        ...

    def choices(self, request: ChoiceRequest) -> Opinion[ChoiceList | OptionsSource] | None:
        """What may be chosen, or where it is listed."""
        ...
