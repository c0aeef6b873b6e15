"""Where the values of a choice are listed: by a plugin's word, else by the shape of the producer's answer alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from ...hooks import ChoiceList, OptionsSource
from ...model import Opinion
from ...model.contract import Input, ToolContract
from ...model.match import Match
from ...model.tool import row_path
from ..problem.meaning import choice_request
from ..problem.needs import Layouts
from ..problem.outside import Advice, Producers


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
        source = None if said is None else said.value
        if said is None or not isinstance(source, OptionsSource) or source.producer != match.producer:
            return found
        return found | {"label_field_hints": list(source.label_paths), "plugin": said.plugin}

    def for_slot(self, consumer: ToolContract, need: Input, exclude: frozenset[str]) -> dict[str, Any]:
        """What a form can offer for *need*: `enum` with `enum_labels`, or `options`, a list that it can fetch.

        The list is a reading call that needs nothing. Empty where nobody knows what may be chosen.
        """
        is_enum = "enum" in need.row or need.type == "boolean"
        plannable = () if is_enum else self._producers.plannable(consumer, need)
        matches = [m for m in plannable if self._is_fetchable(m.producer, consumer, exclude) and "[*]" in m.output.path]
        if not matches and (need.type == "boolean" or not self._advice().has_choices):
            return {}
        said = self._ask(consumer, need, matches)
        if said is not None and isinstance(said.value, ChoiceList):
            return _listed(said.plugin, said.value)
        if said is None:
            return {"options": self.listed_by(consumer, need, matches[0])} if matches else {}
        return self._source(said, matches, consumer, need, exclude)

    def _source(
        self,
        said: Opinion[Any],
        matches: Sequence[Match],
        consumer: ToolContract,
        need: Input,
        exclude: frozenset[str],
    ) -> dict[str, Any]:
        """The list that a plugin names, whether the index knows its operation as a producer or not."""
        source = said.value
        known = next((m for m in matches if m.producer == source.producer), None)
        if known is not None:
            return {"options": self.listed_by(consumer, need, known)}
        if not self._is_fetchable(source.producer, consumer, exclude):
            return {}
        places = {
            "options_path": f"{source.options_path}[*].{source.value_path}".rstrip("."),
            "list_path": source.options_path,
        }
        labels = {"value_path": source.value_path, "label_field_hints": list(source.label_paths)}
        return {"options": {"producer": source.producer, **places, **labels, "plugin": said.plugin}}

    def _is_fetchable(self, tool: str, consumer: ToolContract, exclude: frozenset[str]) -> bool:
        producer = self._producers.contracts[tool]
        if tool in exclude or producer is consumer or producer.facts.changes_state:
            return False
        layout = self._layouts.of(producer)
        return not any(layout.always(row) for row in layout.rows)

    def _ask(
        self, consumer: ToolContract, need: Input, matches: Sequence[Match]
    ) -> Opinion[ChoiceList | OptionsSource] | None:
        from ...hooks.questions import candidate_of

        contracts = self._producers.contracts
        facts = ((ref, match, contracts[match.producer].facts) for ref, match in enumerate(matches))
        candidates = tuple(candidate_of(match, tool, ref=ref, need=0) for ref, match, tool in facts)
        siblings = {ref: _beside(contracts[m.producer], m.output.path) for ref, m in enumerate(matches)}
        asked = attrs.evolve(choice_request(consumer, need), candidates=candidates, siblings=siblings)
        return self._advice().choices(asked)


def _listed(plugin: str, found: ChoiceList) -> dict[str, Any]:
    """Values with labels as a form takes them, and whose they are."""
    labels = [one.label for one in found.options]
    said = {"plugin": plugin, "confidence": found.confidence, "reason": found.reason}
    shown = {"enum_labels": labels} if any(labels) else {}
    return {"enum": [one.value for one in found.options], **shown, "choices": said}


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
