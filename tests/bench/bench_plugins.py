"""What the plugin host costs: the same rules through a host, and called where they stand."""

from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.hooks import Collection, Field, FieldVerdict, hookimpl
from graph_tool_call.pluginset import PluginHost, PluginSet
from graph_tool_call_testing.samples import wide_batch

#: Endings that a rule looks for, and how sure it is; each is a plugin.
RULES = {"id": 0.9, "no": 0.7, "code": 0.6, "key": 0.8, "name": 0.5}
BATCH = wide_batch(70)


class Rule:
    """Says of fields with one ending that they are identifiers."""

    def __init__(self, ending: str, confidence: float) -> None:
        self.ending = ending
        self.confidence = confidence

    @hookimpl
    def gtc_classify_fields(self, fields: tuple[Field, ...]) -> list[FieldVerdict]:
        return [
            FieldVerdict(field=field.ref, role="identifier", confidence=self.confidence, reason="ending")
            for field in fields
            if field.name.lower().endswith(self.ending)
        ]


def best_of(rules: list[Rule]) -> dict[int, FieldVerdict]:
    """The rules written inline: no host, no context, no record of who said what."""
    best: dict[int, FieldVerdict] = {}
    for rule in rules:
        for verdict in rule.gtc_classify_fields(BATCH.fields):
            other = best.get(verdict.field)
            if other is None or verdict.confidence > other.confidence:
                best[verdict.field] = verdict
    return best


@pytest.mark.parametrize("way", ["inline", "host"])
def bench_classify(way: str, benchmark: Any) -> None:
    """One operation of 70 fields, five classifiers."""
    benchmark.group = "classify"
    rules = [Rule(*rule) for rule in RULES.items()]
    plugins = PluginSet()
    for rule in rules:
        plugins = plugins.with_(rule, id=rule.ending)
    session = PluginHost(plugins).build_session(Collection())
    ways = {"inline": lambda: best_of(rules), "host": lambda: session.classify(BATCH.operation, BATCH.fields)}

    benchmark(ways[way])

    assert len(best_of(rules)) == sum(
        bool(one.opinions) for one in session.classify(BATCH.operation, BATCH.fields).fields.values()
    )


def bench_host(benchmark: Any) -> None:
    """Making a host of everything that is installed."""
    benchmark.group = "host"
    plugins = PluginSet.installed()

    assert benchmark(lambda: PluginHost(plugins)).plugins is plugins
