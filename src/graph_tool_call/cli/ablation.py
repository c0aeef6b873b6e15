"""`graph-tool-call inspect --ablation`: what each typing plugin is good for."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from .failure import CommandError
from .options import Setup
from .progress import progress_bar
from .source import is_artifact


def ablated(source: str, setup: Setup, given: Mapping[str, Any]) -> dict[str, Any]:
    """The comparison for the document *source*. Raises `CommandError` for an artifact, `SpecError`."""
    from ..ablation import ablation

    content = sys.stdin.buffer.read() if source == "-" else None
    if is_artifact(source, content):
        # Who was overruled isn't kept in an artifact.
        raise CommandError("usage", f"{source} is an artifact; --ablation asks the plugins anew, of a document")
    with progress_bar() as progress:
        answer = ablation(
            setup.engine, source if content is None else content, progress=progress, **setup.build_options(given)
        )
    return {"source": source, **answer}
