"""Evidence against operations that the document marks as deprecated."""

from __future__ import annotations

from collections.abc import Sequence

from graph_tool_call.hooks import Candidate, Contradiction, Evidence, PluginInfo, SignalSpec, hookimpl


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(
        title="Deprecation",
        description="Deprecated operations lose to their successors.",
        hook_api=1,
        signals=(
            SignalSpec(
                name="deprecation",
                weight=0.2,
                meaning="-1 for what the document calls deprecated",
                noise=0.0,
                contradicts=Contradiction(target=-0.01, other=0.0),
                supports=False,
            ),
        ),
    )


@hookimpl
def gtc_selector_evidence(candidates: Sequence[Candidate]) -> list[Evidence]:
    """`deprecation`: -1 for each deprecated operation (OpenAPI `deprecated: true`)."""
    return [
        Evidence(candidate=c.name, signal="deprecation", score=-1.0, reason="the document marks it as deprecated")
        for c in candidates
        if c.tool.deprecated
    ]
