"""The release that this is; in a module of its own, so that every layer can name it."""

from __future__ import annotations

from typing import Final

__version__: Final = "0.1.0"
