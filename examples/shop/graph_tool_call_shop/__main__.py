"""`python -m graph_tool_call_shop`: the shop alone, until it is interrupted."""

from __future__ import annotations

import threading

from .server import running_shop

with running_shop() as url:
    print(f"The shop answers at {url}; its document is {url}/openapi.json. Ctrl-C ends it.", flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        print()
