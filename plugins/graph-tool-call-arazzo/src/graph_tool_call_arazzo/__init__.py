"""Arazzo documents: plans written as workflows, workflows read as declared hand-overs and as plans."""

from __future__ import annotations

from .export import VERSIONS
from .limits import ArazzoLimits
from .settings import ReadingOptions, WritingOptions

__all__ = ["VERSIONS", "ArazzoLimits", "ReadingOptions", "WritingOptions"]
