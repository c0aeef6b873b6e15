"""Finds the list that a person can choose a value from: a producer of the value with something to read beside it."""

from __future__ import annotations

from typing import Final

from graph_tool_call.hooks import OptionsRequest, OptionsSource, PluginInfo, ProducerCandidate, hookimpl

from .words import squash

#: Names of properties that people recognise a thing by, the most telling first.
LABELS: Final = tuple(
    """
    name displayname title label fullname nm subject summary username login email text caption headline
    description slug number value code
    """.split()
)
_MATCHES: Final = ("edge", "tag", "name")


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Options", description="Finds lists to choose from, with labels.", hook_api=1)


@hookimpl
def gtc_find_options(request: OptionsRequest) -> OptionsSource | None:
    """The best list among the candidates.

    Declared or of the same tag, with labels, near the root; nothing is called.
    """
    lists = [c for c in request.candidates if "[*]" in c.path and not c.tool.changes_state]
    if not lists:
        return None
    best = min(lists, key=lambda c: _rank(c, request))
    at = best.path.rindex("[*]")
    labels = _labels(best, request)
    return OptionsSource(
        producer=best.tool.name,
        options_path=best.path[:at],
        value_path=best.path[at + 3 :].lstrip("."),
        label_paths=labels,
        reason=f"lists {request.semantic_tag or request.field}" + (f" with {labels[0]}" if labels else ""),
    )


def _rank(candidate: ProducerCandidate, request: OptionsRequest) -> tuple[int, bool, bool, int, int, int]:
    """Lower is better; the order of the candidates decides ties, as the index ranks them."""
    match = _MATCHES.index(candidate.match) if candidate.match in _MATCHES else len(_MATCHES)
    position = request.candidates.index(candidate)
    depth = candidate.path.count("[*]")
    return (
        match,
        candidate.tool.deprecated,
        not _labels(candidate, request),
        depth,
        position,
        candidate.path.count("."),
    )


def _labels(candidate: ProducerCandidate, request: OptionsRequest) -> tuple[str, ...]:
    beside = {squash(name.rsplit(".", 1)[-1]): name for name in reversed(request.siblings.get(candidate.ref, ()))}
    own = squash(candidate.name)
    return tuple(beside[label] for label in LABELS if label in beside and label != own)[:3]
