"""Where the values of a choice are listed: by a plugin's word, else by the shape of the producer's answer alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ...model import Opinion
from ...model.contract import Input, ToolContract
from ...model.match import Match
from ...model.tool import row_path
from ..problem.needs import Layouts
from ..problem.outside import Advice, Producers

if TYPE_CHECKING:
    from ...hooks import OptionsSource


class OptionLists:
    """Finds lists that a person can choose from. Nothing is called."""

    def __init__(self, producers: Producers, advice: Callable[[], Advice], layouts: Layouts) -> None:
        self._producers = producers
        self._advice = advice
        self._layouts = layouts

    def listed_by(self, consumer: ToolContract, need: Input, match: Match) -> dict[str, Any]:
        """How the answer of *match* lists the values of *need*: producer, list, value and labels beside it."""
        path = match.output.path
        head, _, tail = path.rpartition("[*]")
        found = {
            "producer": match.producer,
            "options_path": path,
            "list_path": head or "$",
            "value_path": tail.lstrip("."),
            "label_field_hints": list(_beside(self._producers.contracts[match.producer], path)),
        }
        said = self._ask(consumer, need, [match])
        if said is None:
            return found
        return found | {"label_field_hints": list(said.value.label_paths), "plugin": said.plugin}

    def for_slot(self, consumer: ToolContract, need: Input, exclude: frozenset[str]) -> dict[str, Any] | None:
        """The list that a form can fetch for *need*: a reading call that needs nothing, if there is one."""
        matches = [m for m in self._producers.plannable(consumer, need) if self._is_fetchable(m, consumer, exclude)]
        if not matches:
            return None
        said = self._ask(consumer, need, matches)
        producer = matches[0].producer if said is None else said.value.producer
        return self.listed_by(consumer, need, next(m for m in matches if m.producer == producer))

    def _is_fetchable(self, match: Match, consumer: ToolContract, exclude: frozenset[str]) -> bool:
        producer = self._producers.contracts[match.producer]
        if match.producer in exclude or producer is consumer or producer.facts.changes_state:
            return False
        layout = self._layouts.of(producer)
        return "[*]" in match.output.path and not any(layout.always(row) for row in layout.rows)

    def _ask(self, consumer: ToolContract, need: Input, matches: Sequence[Match]) -> Opinion[OptionsSource] | None:
        from ...hooks import OptionsRequest, ProducerCandidate

        contracts = self._producers.contracts
        candidates = tuple(
            ProducerCandidate(
                ref=ref,
                need=0,
                tool=contracts[match.producer].facts,
                name=match.output.name,
                path=match.output.path,
                type=match.output.type,
                semantic_tag=match.output.tag,
                match=match.how,
                many=match.output.many,
            )
            for ref, match in enumerate(matches)
        )
        siblings = {ref: _beside(contracts[m.producer], m.output.path) for ref, m in enumerate(matches)}
        request = OptionsRequest(
            tool=consumer.facts, field=need.name, semantic_tag=need.tag, candidates=candidates, siblings=siblings
        )
        return self._advice().find_options(request)


def _beside(producer: ToolContract, path: str) -> tuple[str, ...]:
    """Plain values in the same list element as *path*, by their way inside it, in contract order."""
    head, _, _ = path.rpartition("[*]")
    inside = f"{head}[*]."
    found = (
        row_path(row)[len(inside) :]
        for row in producer.output_rows
        if row_path(row).startswith(inside) and row.get("field_type") not in {"object", "array"}
    )
    return tuple(dict.fromkeys(way for way in found if "[" not in way and f"{inside}{way}" != path))
