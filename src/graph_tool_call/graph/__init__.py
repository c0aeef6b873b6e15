"""The tool graph: producer index, relation edges, artifact."""

from .account import CANDIDATE_LIMIT, CUTS, REASONS, Account, Cut
from .declared import with_declared
from .edges import relation_edges
from .index import ProducerIndex
from .tool_graph import FORMAT_VERSION, ToolGraph, Tools, encode_artifact

__all__ = [
    "CANDIDATE_LIMIT",
    "CUTS",
    "FORMAT_VERSION",
    "REASONS",
    "Account",
    "Cut",
    "ProducerIndex",
    "ToolGraph",
    "Tools",
    "encode_artifact",
    "relation_edges",
    "with_declared",
]
