"""Runs acceptance cases: small documents with what must come of them, in a vocabulary of their own.

A case is a folder with `case.json` (`kind`, `input`, `expected`) and a document. Each key
of `input` must be understood and each key of `expected` asserted; a key that is unknown
here fails its case, so that nothing is passed over.
"""

from __future__ import annotations

from .load import Case, parameters
from .verify import Check, understand, verify

__all__ = ["Case", "Check", "parameters", "understand", "verify"]
