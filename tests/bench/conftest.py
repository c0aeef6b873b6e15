from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml12

#: Large documents of different makes: many operations, deep schemas, many schemas, many query parameters.
DOCUMENTS = {
    "github": "github-rest.json",
    "stripe": "stripe.yaml",
    "kubernetes": "kubernetes-1.10.yaml",
    "box": "box.json",
    "netbox": "netbox.yaml",
}
SPECS = Path(os.environ.get("GTC_SHARED", Path(__file__).resolve().parents[3] / "shared")) / "specs"


def compact_text(name: str) -> str:
    """The document as compact JSON."""
    path = SPECS / DOCUMENTS[name]
    source = path.read_text(encoding="utf-8")
    document = json.loads(source) if path.suffix == ".json" else yaml12.parse_yaml(source)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), default=str)


@pytest.fixture(scope="session", name="document_text")
def _document_text() -> Callable[[str], str]:
    """Name → the document as compact JSON text, made once."""
    made: dict[str, str] = {}

    def text(name: str) -> str:
        path = SPECS / DOCUMENTS[name]
        if not path.is_file():
            pytest.skip(f"{path} is absent: set GTC_SHARED to the folder of shared documents")
        if name not in made:
            made[name] = compact_text(name)
        return made[name]

    return text


@pytest.fixture(scope="session", name="artifact")
def _artifact(document_text: Callable[[str], str]) -> Callable[[str], dict[str, Any]]:
    """Name → the document's artifact, built once."""
    made: dict[str, dict[str, Any]] = {}

    def build(name: str) -> dict[str, Any]:
        from graph_tool_call.graphify import build_openapi_collection_artifact

        if name not in made:
            made[name] = build_openapi_collection_artifact(json.loads(document_text(name)))
        return made[name]

    return build
