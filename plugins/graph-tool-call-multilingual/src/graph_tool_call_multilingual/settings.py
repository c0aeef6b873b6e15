"""What users may set."""

from __future__ import annotations

import attrs


@attrs.frozen(kw_only=True)
class Settings:
    """Settings of the plugin."""

    #: Operations that a question finds by meaning at most.
    hits: int = attrs.field(default=24, validator=attrs.validators.ge(1))
    #: Cosine that the nearest operation has to have: below it the question means nothing of the collection. (Nearest
    #: operations of 100 real questions over five documents have .28 and more, those of nonsense nearly always less.)
    least: float = attrs.field(default=0.27, validator=[attrs.validators.ge(-1), attrs.validators.le(1)])
    #: Keep the vectors of a collection in a file beside its artifact, so that they are computed once.
    keep: bool = True
