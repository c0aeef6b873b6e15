"""Each example runs as it stands, and says what it is there to say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
#: Script → lines that its output must have.
SAYS = {
    "build_and_inspect.py": [
        "City Library: 10 operations",
        "POST /books/{isbn}/reservations needs memberId (body): member_id",
        "POST /books/{isbn}/reservations needs pickupBranchId (body): branch_id",
    ],
    "search_and_select.py": ["listMemberLoans", "selected:"],
    "plan.py": [
        "s1 searchBooks {'q': 'The Left Hand of Darkness'}",
        "s2 listCopies {'isbn': '${s1.items.0.isbn}'}",
        "assumed: isbn is taken from the first element that searchBooks answers with",
        "dynamic_option_required -> listMembers $.items[*].id",
        "'memberId': \"${s1.items[?name == 'Ada Byron'].id}\"",
    ],
    "understand.py": [
        "unread: name = Mill Street",
        "refused: unread_value",
        "set: isbn = 9780441478125",
        "described: branch [('name', 'Mill Street')] for pickupBranchId",
        "?name == 'Mill Street'].id}",
    ],
    "run.py": ["plan.started", "step.completed s1 listMembers", "plan.completed", "'id': 'l-1'"],
    "compose_plugins.py": ["memberId        data", "pickupBranchId  context", "Authorization   auth"],
}

pytestmark = [pytest.mark.bundled, pytest.mark.repository]


def test_every_example_is_looked_at():
    """No script stands beside the tested ones."""
    assert set(SAYS) == {path.name for path in EXAMPLES.glob("*.py")}


@pytest.mark.slow
@pytest.mark.parametrize("script", sorted(SAYS))
def test_example_runs_and_says_so(script, tmp_path):
    """The script runs from any folder and prints what it shows."""
    command = [sys.executable, EXAMPLES / script]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (0, "") == (done.returncode, done.stderr)
    assert [] == [line for line in SAYS[script] if line not in done.stdout]
