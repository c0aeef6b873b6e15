"""The caller's annotations as rules: what they say never supplies an input does not."""

from __future__ import annotations

from collections.abc import Iterator

from graph_tool_call.hooks import Consumer, Veto, hookimpl


@hookimpl
def gtc_planning_rules(consumer: Consumer) -> Iterator[Veto]:
    """`Veto`: for producers that the section `never` of the annotations names."""
    barred = {need.ref: need.never_from for need in consumer.needs if need.never_from}
    for candidate in consumer.candidates if barred else ():
        names = barred.get(candidate.need, ())
        if candidate.tool.name in names or f"{candidate.tool.name} {candidate.path}" in names:
            yield Veto(candidate=candidate.ref, reason="the caller's annotations rule it out")
