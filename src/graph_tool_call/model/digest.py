"""Short names for long texts."""

from __future__ import annotations

import hashlib


def digest_of(text: str, length: int) -> str:
    """The first *length* hexadecimal digits of the SHA-256 of *text*, the same in every process."""
    # Names come from strangers' documents, and may hold half a surrogate pair.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]
