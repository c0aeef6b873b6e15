"""What each typing plugin is good for: the collection with all of them, and without each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import attrs

from .contracts import ContractOptions, build_tools
from .engine import Engine
from .graph import ProducerIndex, relation_edges
from .hooks.answers import Classification, Decided
from .model.collector import collector_paused
from .model.tool import Row, row_path, rows_of, tool_facts
from .plan.search.chains import Place, path_chains

#: Changes of each sort that are shown.
EXAMPLES: Final = 3
_TYPING: Final = "gtc_classify_fields"

Progress = Callable[[str, int, int], None]


@attrs.frozen
class _View:
    """One collection as the comparison sees it."""

    #: (tool, side, location, path) → semantic tag, and the parts that say what else the field is.
    tags: Mapping[tuple[str, str, str, str], str]
    parts: Mapping[tuple[str, str, str, str], tuple[Any, ...]]
    #: What edges and chains depend on; where it is equal, so are they.
    bearing: Any
    edges: frozenset[tuple[str, str]]
    chains: Mapping[Place, str]


def ablation(engine: Engine, source: Any, *, progress: Progress | None = None, **options: Any) -> dict[str, Any]:
    """What each plugin that types fields adds to the collection of *source*.

    The document is read once and every plugin asked once; then the collection is put
    together without the answers of each in turn. Words that a plugin adds to the naming
    conventions stay. Options as in `Engine.build`.

    Returns:
        `baseline` (`rows`, `typed`, `edges`, `path_parameters`, `derived`: path parameters
        that some call supplies), and `plugins`, a row for each: `typed` (rows whose tag it
        decides: lost, gained or another without it), `described` (rows whose kind or role it
        decides), `edges` and `chains` as `lost`, `gained` and (chains) `changed` without it,
        and `examples`.
    """
    names = {field.name for field in attrs.fields(ContractOptions)}
    contract_options = ContractOptions(**{name: value for name, value in options.items() if name in names})
    collection = engine.read(source, **{name: value for name, value in options.items() if name not in names})
    session = engine.host.build_session(collection)
    said: dict[str, Classification] = {}

    def ask(operation: Any, fields: Any) -> Classification:
        answer = said[operation.key] = session.classify(operation, fields)
        return answer

    def view(classify: Any, like: _View | None = None) -> _View:
        return _view(build_tools(collection, classify, contract_options, None, session.vocabulary).tools, like)

    plugins = [row.id for row in engine.host.report if _TYPING in row.hooks]
    rows = []
    with collector_paused():
        whole = view(ask)
        speaking = _speaking(said.values())
        for done, plugin in enumerate(plugins):
            if progress is not None:
                progress("ablation", done, len(plugins))
            part = whole
            if plugin in speaking:
                part = view(lambda operation, _, out=plugin: _without(said[operation.key], out), whole)
            rows.append(_compared(plugin, whole, part))
    return {"baseline": _baseline(whole), "plugins": rows}


def _speaking(said: Iterable[Classification]) -> set[str]:
    """Plugins that have said anything."""
    return {
        opinion.plugin
        for answer in said
        for decided in (*answer.fields.values(), answer.operation)
        for opinion in decided.opinions
    }


def _without(said: Classification, plugin: str) -> Classification:
    def kept(decided: Decided) -> Decided:
        return Decided(tuple(opinion for opinion in decided.opinions if opinion.plugin != plugin))

    return Classification({ref: kept(decided) for ref, decided in said.fields.items()}, kept(said.operation))


def _view(tools: Mapping[str, Any], like: _View | None) -> _View:
    tags, parts = {}, {}
    for name, tool in tools.items():
        for side in ("consumes", "produces"):
            for row in rows_of(tool, side):
                key = (name, side, str(row["location"]), row_path(row))
                tags[key] = str(row.get("semantic_tag", ""))
                parts[key] = (row.get("kind", "data"), row.get("role", ""))
    bearing = [
        (tool_facts(name, tool), [_bearing(row) for row in rows_of(tool, "consumes")]) for name, tool in tools.items()
    ]
    if like is not None and like.bearing == bearing and like.tags == tags:
        return attrs.evolve(like, parts=parts)
    index = ProducerIndex(tools)
    edges = frozenset((e["source"], e["target"]) for e in relation_edges(index) if e["relation"] == "requires")
    return _View(tags, parts, bearing, edges, path_chains(index))


def _bearing(row: Row) -> tuple[Any, ...]:
    """What of an input decides whether it is looked up; nothing for those that a call can go without."""
    if not (row.get("required") or row.get("required_if_parent") or row["location"] == "path"):
        return ()
    return (row["name"], row.get("kind"), row.get("role"), bool(row.get("required")))


def _baseline(view: _View) -> dict[str, int]:
    return {
        "rows": len(view.tags),
        "typed": sum(map(bool, view.tags.values())),
        "edges": len(view.edges),
        "path_parameters": len(view.chains),
        "derived": sum(map(bool, view.chains.values())),
    }


def _compared(plugin: str, whole: _View, part: _View) -> dict[str, Any]:
    tags = _differences(whole.tags, part.tags)
    chains = _differences(whole.chains, part.chains)
    lost, gained = sorted(whole.edges - part.edges), sorted(part.edges - whole.edges)
    return {
        "plugin": plugin,
        "typed": {sort: len(found) for sort, found in tags.items()},
        "described": sum(whole.parts[key] != part.parts.get(key) for key in whole.parts),
        "edges": {"lost": len(lost), "gained": len(gained)},
        "chains": {sort: len(found) for sort, found in chains.items()},
        "examples": {
            "typed": [
                {"tool": key[0], "side": key[1], "field": key[3], "with": with_it, "without": without}
                for key, with_it, without in _some(tags)
            ],
            "edges": [{"source": source, "target": target} for source, target in (lost or gained)[:EXAMPLES]],
            "chains": [
                {"tool": key[0], "parameter": key[1], "with": with_it, "without": without}
                for key, with_it, without in _some(chains)
            ],
        },
    }


def _differences(whole: Mapping[Any, str], part: Mapping[Any, str]) -> dict[str, list[tuple[Any, str, str]]]:
    """What is lost, gained or another in *part*: (key, with, without)."""
    found: dict[str, list[tuple[Any, str, str]]] = {"lost": [], "gained": [], "changed": []}
    for key, value in whole.items():
        other = part.get(key, "")
        if other != value:
            found["lost" if not other else "gained" if not value else "changed"].append((key, value, other))
    return found


def _some(found: Mapping[str, list[tuple[Any, str, str]]]) -> list[tuple[Any, str, str]]:
    return [change for sort in ("lost", "changed", "gained") for change in found[sort]][:EXAMPLES]
