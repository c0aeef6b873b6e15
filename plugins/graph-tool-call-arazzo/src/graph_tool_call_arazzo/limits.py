"""How much of a document is read before reading gives up."""

from __future__ import annotations

import attrs


@attrs.frozen(kw_only=True)
class ArazzoLimits:
    """Bounds on what one Arazzo document may cost. Going over one raises `ArazzoError` too_large or too_deep."""

    #: Bytes of one document.
    max_bytes: int = 20_000_000
    #: Nesting of mappings and lists in one document.
    max_depth: int = 100
    #: YAML nodes after every alias has been replaced by what it stands for.
    max_alias_nodes: int = 200_000
    #: Workflows of one document.
    max_workflows: int = 2_000
    #: Steps of one workflow, those of the workflows that it calls included.
    max_steps: int = 500
    #: Workflows that call each other, one inside the other.
    max_nesting: int = 10
    #: Steps that are read for all workflows of one document, each workflow with those that it calls.
    max_total_steps: int = 50_000
    #: Members of one list or mapping of a step: parameters, outputs, members of a payload.
    max_width: int = 2_000
    #: Characters of one text that is searched for expressions.
    max_text: int = 100_000
    #: Values that the steps of one document come to, those that are handed on counted again.
    max_values: int = 500_000
