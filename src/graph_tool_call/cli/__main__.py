"""`python -m graph_tool_call.cli`, for where the script is not on the path."""

from __future__ import annotations

import sys

from . import main

if __name__ == "__main__":
    sys.exit(main())
