"""The two pluggy markers, and the names that tie them to entry points."""

from __future__ import annotations

from typing import Final

import pluggy

PROJECT: Final = "graph_tool_call"
ENTRY_POINT_GROUP: Final = "graph_tool_call.plugins"
#: Rises when a hook or one of its types changes in a way that an implementation can see.
HOOK_API_VERSION: Final = 1

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
