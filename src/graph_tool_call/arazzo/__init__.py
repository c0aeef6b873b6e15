"""Arazzo documents: plans written as workflows, workflows read as declared hand-overs and as plans."""

from .collection import Declared, Workflows
from .edges import with_declared
from .export import VERSIONS
from .limits import ArazzoLimits

__all__ = ["VERSIONS", "ArazzoLimits", "Declared", "Workflows", "with_declared"]
