"""End to end: what is other with a plugin than without it, on one document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from ...engine import Engine
from ...errors import GraphToolCallError, SpecError
from ...graph import ToolGraph
from ...pluginset import PluginSet

#: Operations that a difference is looked for in; a document of thousands takes minutes.
_MOST: Final = 200


@attrs.frozen(kw_only=True)
class Difference:
    """One thing that is other with the plugin."""

    #: source, field, plan, or selection.
    what: str
    #: The document, the field of an operation, the target of a plan, or a question.
    subject: str
    without: str
    with_: str

    def to_dict(self) -> dict[str, str]:
        """`{"what", "subject", "without", "with"}`."""
        return {"what": self.what, "subject": self.subject, "without": self.without, "with": self.with_}


def differences(
    source: Any,
    plugins: PluginSet,
    id: str,  # noqa: A002 - the plugin's id
    settings: Mapping[str, Any] | None = None,
) -> tuple[Difference, ...]:
    """How fields, plans and selections of the document *source* differ with plugin *id* of *plugins*, and without it.

    Each operation is planned from nothing, and looked for by its own summary; the first 200 count. Where nobody reads
    the document without it, that is the one difference. Raises what
    reading the document and the plugin's own mistakes raise.
    """
    given = dict(settings or {})
    without = {name: value for name, value in given.items() if name != id}
    after = _Side(Engine(plugins, settings=given), source)
    try:
        before = _Side(Engine(plugins.without(id), settings=_known(without, plugins, id)), source)
    except SpecError as error:
        name, read = str(after.graph.artifact["metadata"]["source"]), f"{len(after.graph.tools)} operations"
        return (Difference(what="source", subject=name, without=error.message, with_=read),)
    names = list(before.graph.tools)[:_MOST]
    found = [*_compared("field", before.fields(names), after.fields(names))]
    found += _compared("plan", before.plans(names), after.plans(names))
    return (*found, *_compared("selection", before.selections(names), after.selections(names)))


def _known(settings: dict[str, Any], plugins: PluginSet, id: str) -> dict[str, Any]:  # noqa: A002
    """*settings* without weights of signals that only the plugin *id* declares."""
    weights = settings.get("signals")
    if not isinstance(weights, Mapping):
        return settings
    declared = Engine(plugins.without(id), settings={}).host.signals
    return {**settings, "signals": {name: weight for name, weight in weights.items() if name in declared}}


def _compared(what: str, before: Mapping[str, str], after: Mapping[str, str]) -> list[Difference]:
    return [
        Difference(what=what, subject=subject, without=before.get(subject, ""), with_=after.get(subject, ""))
        for subject in {**before, **after}
        if before.get(subject, "") != after.get(subject, "")
    ]


class _Side:
    """The document as one set of plugins reads it."""

    def __init__(self, engine: Engine, source: Any) -> None:
        self._engine = engine
        self.graph: ToolGraph = engine.graph(engine.build(source))

    def fields(self, names: list[str]) -> dict[str, str]:
        """Field → kind, role, tag."""
        found = {}
        for name in names:
            contract = self.graph.tools[name]["metadata"]["api_contract"]
            for side in ("consumes", "produces"):
                for row in contract[side]:
                    parts = [row.get("kind", "data"), row.get("role"), row.get("semantic_tag")]
                    key = f"{name} {side} {row.get('json_path') or row['name']}"
                    found[key] = " ".join(part for part in parts if part)
        return found

    def plans(self, names: list[str]) -> dict[str, str]:
        """Target → its steps with what is asked, or why there is no plan."""
        synthesizer = self._engine.synthesizer(self.graph)
        found = {}
        for name in names:
            try:
                plan = synthesizer.synthesize(target=name, entities={})
            except GraphToolCallError as error:
                found[name] = error.code
                continue
            asked = [slot["field_name"] for slot in plan.metadata["synthesis"]["user_input_slots"]]
            steps = " → ".join(step.tool for step in plan.steps)
            found[name] = steps + (f" (asks {', '.join(asked)})" if asked else "")
        return found

    def selections(self, names: list[str]) -> dict[str, str]:
        """Question → the three operations that fit it best."""
        found = {}
        for name in names:
            question = str(self.graph.tools[name].get("description") or name).partition("\n")[0][:200]
            rows = self._engine.search(self.graph, question, top_k=3)["results"]
            found[question] = ", ".join(str(row.get("name") or row.get("tool")) for row in rows)
        return found
