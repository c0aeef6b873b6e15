"""Validation of a document: findings are diagnostics."""

from __future__ import annotations

from .documents import Document
from .limits import Limits
from .report import Report


def validate_document(root: Document, version: str, *, tier: str, limits: Limits, report: Report) -> None:
    """Report what is wrong with the root document."""
