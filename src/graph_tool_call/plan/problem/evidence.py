"""Signals of plugins for and against producers: asked for lazily, kept with who said what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ...model.contract import Input, ToolContract
from ...model.match import Match
from .outside import Advice, Producers

if TYPE_CHECKING:
    from ...hooks import Consumer, Need, PlanRequest, ProducerCandidate, ProducerSignal

#: Of a page: consumer, and of an optional input its place. Of a candidate: path of the need, producer, path there.
Key = tuple[str, str, str]


@attrs.frozen
class Argument:
    """What one *plugin* says of a producer, and what a full score of such a *signal* counts, in read calls."""

    plugin: str
    signal: ProducerSignal
    weight: float

    @property
    def price(self) -> float:
        """What speaks for a producer makes it cheaper."""
        return -self.weight * self.signal.score


#: Candidates reported for each input; the rest are counted.
_REPORTED = 6


def is_needed(row: Input) -> bool:
    """Whether calls may need *row*, so that signals for all such inputs are asked for together."""
    usual = row.required or row.required_if_parent or row.location == "path"
    return usual and row.kind != "auth" and row.role != "paging"


def page_of(consumer: ToolContract, need: Input) -> Key:
    """What plugins are asked about together: all that calls of *consumer* may need, or one optional input."""
    return (consumer.name, "", "") if is_needed(need) else (consumer.name, need.location, need.path)


def rows_of_page(consumer: ToolContract, need: Input) -> Sequence[Input]:
    """The inputs that stand on one page with *need*."""
    return [row for row in consumer.inputs if is_needed(row)] if is_needed(need) else [need]


class SignalBook:
    """What plugins said of each consuming operation that a plan touched. Lives as long as the synthesizer."""

    def __init__(self, producers: Producers, advice: Callable[[], Advice], request: PlanRequest | None = None) -> None:
        self._producers = producers
        self._advice = advice
        self._request = request
        self._pages: dict[Key, dict[Key, list[Argument]]] = {}

    def said(self, consumer: ToolContract, need: Input, match: Match) -> Sequence[Argument]:
        """What plugins said of *match* as a source of *need*."""
        return self._page(consumer, need).get((need.path, match.producer, match.output.path), ())

    def _page(self, consumer: ToolContract, need: Input) -> dict[Key, list[Argument]]:
        """What was said of the inputs that every call of *consumer* needs, or of an optional one that is planned."""
        where = page_of(consumer, need)
        page = self._pages.get(where)
        if page is not None:
            return page
        rows = rows_of_page(consumer, need)
        question, keys = self._consumer(consumer, rows)
        page = {}
        advice = self._advice()
        for opinion in advice.signals(question, self._request) if question.candidates else ():
            said = Argument(opinion.plugin, opinion.value, advice.weight(opinion.value.signal))
            page.setdefault(keys[said.signal.candidate], []).append(said)
        # Kept when it is whole: a plugin may fail on the way.
        self._pages[where] = page
        return page

    def _consumer(self, consumer: ToolContract, rows: Sequence[Input]) -> tuple[Consumer, list[Key]]:
        from ...hooks import Consumer
        from ...hooks.questions import candidate_of, need_of

        needs: list[Need] = []
        candidates: list[ProducerCandidate] = []
        keys: list[Key] = []
        for ref, row in enumerate(rows):
            matches = self._producers.plannable(consumer, row)
            if not matches:
                continue
            needs.append(need_of(row, ref))
            for match in matches:
                keys.append((row.path, match.producer, match.output.path))
                facts = self._producers.contracts[match.producer].facts
                candidates.append(candidate_of(match, facts, ref=len(candidates), need=ref))
        return Consumer(tool=consumer.facts, needs=tuple(needs), candidates=tuple(candidates)), keys

    def report(self, chosen: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """For each chosen producer: its rivals, and what was said of each. A field without one has only rivals."""
        out = []
        inputs: dict[str, dict[tuple[str, str], Input]] = {}
        for row in chosen:
            consumer = self._producers.contracts[row["tool"]]
            if consumer.name not in inputs:
                inputs[consumer.name] = {(i.name, i.tag): i for i in reversed(consumer.inputs)}
            need = inputs[consumer.name].get((row["field_name"], row["semantic_tag"]))
            if need is None:
                continue
            page = self._page(consumer, need)
            matches = self._producers.plannable(consumer, need)
            rows = [self._line(page, need, match, row) for match in matches]
            if not rows:
                continue
            rows.sort(key=lambda r: (not r["chosen"], -r["score"], r["producer"], r["path"]))
            entry = {"step_id": row["step_id"], "field_name": need.name, "candidates": rows[:_REPORTED]}
            if len(rows) > _REPORTED:
                entry["not_shown"] = len(rows) - _REPORTED
            out.append(entry)
        return out

    @staticmethod
    def _line(page: Mapping[Key, list[Argument]], need: Input, match: Match, row: Mapping[str, Any]) -> dict[str, Any]:
        said = page.get((need.path, match.producer, match.output.path), [])
        return {
            "producer": match.producer,
            "path": match.output.path,
            "match": match.how,
            "score": round(sum(one.signal.score for one in said), 3),
            "chosen": match.producer == row["producer"] and match.output.path == row["path"],
            "signals": [
                {
                    "signal": one.signal.signal,
                    "score": one.signal.score,
                    "plugin": one.plugin,
                    "reason": one.signal.reason,
                }
                for one in said
            ],
        }
