"""Compares what the product says today with what is recorded here: `nox -s golden`.

    python tests/golden/compare.py [--only SECTION]… [--accept REASON]

Exit code 1 where anything differs, with the differences. `--accept` records the new state,
and why it is right. Sections that read shared documents (GTC_SHARED) are left out where those are absent.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
# As pytest's setting `pythonpath` does for the tests.
sys.path[:0] = [str(HERE), str(HERE.parent / "helpers")]

from goldens.main import main  # noqa: E402 - the path comes first

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], HERE))
