"""`graph-tool-call inspect`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import click

from ..model.tool import metadata_of, tool_facts
from ..model.whole_file import write_whole
from . import options
from .build import naming
from .failure import BAD_INPUT, USAGE, CommandError
from .options import Setup
from .output import show, write_text
from .source import Loaded, load, refuse_errors


def overview(loaded: Loaded, source: str) -> dict[str, Any]:
    """Counts, coverage, readiness and diagnostics of a collection."""
    artifact = loaded.artifact
    facts = [tool_facts(name, tool) for name, tool in loaded.graph.tools.items()]
    metadata = artifact.get("metadata", {})
    return {
        "source": source,
        "built": loaded.built,
        **{key: metadata.get(key, "") for key in ("title", "version", "spec_version", "digest")},
        "servers": list(metadata.get("servers", ())),
        "security_schemes": sorted(metadata.get("security_schemes", {})),
        "tools": len(facts),
        "edges": len(loaded.graph.edges),
        "methods": _counts(fact.method.upper() for fact in facts),
        "actions": _counts(fact.action or "unknown" for fact in facts),
        "tags": _counts(tag for fact in facts for tag in fact.tags),
        "deprecated": sum(fact.deprecated for fact in facts),
        "changes_state": sum(fact.changes_state for fact in facts),
        "contract": dict(artifact.get("contract", {})),
        "readiness": dict(artifact.get("readiness", {})),
        "diagnostics": [dict(row) for row in artifact.get("diagnostics", ())],
        "plugins": [row["id"] for row in _plugins(artifact)],
    }


@click.command(short_help="Show what an API description offers, and how ready it is for planning.")
@options.source
@naming
@click.option("--diagnostics", "listing", is_flag=True, help="List every diagnostic instead of counting them.")
@click.option("--lists", "things", is_flag=True, help="Show instead what is known for finding things, list by list.")
@click.option(
    "--unresolved", metavar="FILE", help="Write what has no source as annotations to be filled in (- for stdout)."
)
@click.option("--ablation", is_flag=True, help="Show instead what each plugin that types fields is good for.")
@click.option("--strict", is_flag=True, help="Parts that had to be left out, and not being ready, are failures.")
@options.common
def command(
    source: str,
    listing: bool,
    things: bool,
    unresolved: str | None,
    ablation: bool,
    strict: bool,
    as_json: bool,
    plugins: str | None,
    config: str | None,
    **given: Any,
) -> None:
    """Show what SPEC or ARTIFACT offers: counts, coverage of the contracts, readiness for planning, diagnostics."""
    if ablation:
        from .ablation import ablated
        from .render.ablation import render_ablation

        show(ablated(source, Setup(plugins, config), given), render_ablation, as_json=as_json)
        return
    loaded = load(source, Setup(plugins, config), given)
    if strict:
        refuse_errors(loaded, source)
    if unresolved is not None:
        _write_unresolved(loaded, unresolved)
        if unresolved == "-":
            return
    answer = overview(loaded, source)
    if strict and not answer["readiness"].get("ready", False):
        worst = [row["code"] for row in answer["readiness"].get("findings", ()) if row["severity"] == "error"]
        raise CommandError("not_ready", f"{source} is not ready for planning: {', '.join(worst)}", BAD_INPUT, answer)
    from .render.inspect import render_inspect, render_lists

    if things:
        show({"source": source, "lists": list(_lists(loaded))}, render_lists, as_json=as_json)
        return
    show({**answer, "listing": listing} if not as_json else answer, render_inspect, as_json=as_json)


def _lists(loaded: Loaded) -> Iterator[dict[str, Any]]:
    """Of each list that an operation is there to show: what it is of, what identifies and names it, what filters it."""
    from ..contracts import naming_of

    for name, tool in loaded.graph.tools.items():
        contract = metadata_of(tool).get("api_contract", {})
        filters = {row["name"]: row["filters"] for row in contract.get("consumes", ()) if "filters" in row}
        for row in contract.get("lists", ()):
            if row.get("own"):
                key = {"key": row["key"].removeprefix(row["path"]).lstrip(".")} if "key" in row else {}
                facts = {part: value for part, value in row.items() if part not in ("why", "own")} | key
                yield {"tool": name, **facts, "named_by": list(naming_of(tool, row["path"])), "filters": filters}


def _write_unresolved(loaded: Loaded, target: str) -> None:
    from ..graphify import unresolved_annotations

    text = unresolved_annotations(loaded.graph)
    if target == "-":
        write_text(text)
        return
    try:
        write_whole(target, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise CommandError("output", f"{target}: cannot be written: {error.strerror}", USAGE) from None


def _counts(values: Any) -> dict[str, int]:
    return dict(sorted(Counter(values).items(), key=lambda item: (-item[1], item[0])))


def _plugins(artifact: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    plugins = artifact.get("library", {}).get("plugins", {})
    return list(plugins.get("plugins", ())) if isinstance(plugins, Mapping) else []
