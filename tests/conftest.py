from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session", name="shared")
def _shared() -> Path:
    """Folder of the shared documents and cases; skips where it is absent."""
    folder = Path(os.environ.get("GTC_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"{folder} is absent: set GTC_SHARED to the folder of shared documents")
    return folder


@pytest.fixture(scope="session", name="repository")
def _repository() -> Path:
    """Root of the checkout; skips where the tests run without one."""
    if not (ROOT / "src").is_dir():
        pytest.skip("this test reads the checkout, and only the tests are here")
    return ROOT
