"""The tool graph: producer index, relation edges, artifact."""

from .edges import relation_edges
from .index import ProducerIndex
from .tool_graph import FORMAT_VERSION, ToolGraph, Tools, encode_artifact

__all__ = ["FORMAT_VERSION", "ProducerIndex", "ToolGraph", "Tools", "encode_artifact", "relation_edges"]
