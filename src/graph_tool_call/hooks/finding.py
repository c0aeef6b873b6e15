"""Values of `gtc_find_tools`: what may be searched by meaning, and what was found."""

from __future__ import annotations

import attrs

from .checks import unit


@attrs.frozen(kw_only=True)
class Documents:
    """The operations of a collection as short texts, for plugins that find by meaning."""

    #: Names of the tools, sorted; and what each does in a sentence, its operation id in words at the end.
    names: tuple[str, ...]
    texts: tuple[str, ...]
    #: SHA-256 of names and texts: what is computed of them may be kept under it.
    digest: str
    #: Folder of the artifact, for what may be kept beside it; "" when it is in memory only.
    folder: str = ""


@attrs.frozen(kw_only=True)
class Hit:
    """An operation that a question may mean. `score`: 1 for the best of the hits, 0 for what is like any other."""

    name: str
    score: float = attrs.field(validator=unit)
    reason: str
