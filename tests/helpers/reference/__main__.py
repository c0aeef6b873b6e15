from __future__ import annotations

from . import write

write()
