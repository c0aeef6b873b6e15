"""Real documents build: all of them, completely, and always to the same bytes."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import yaml

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import build_openapi_collection_artifact

ROOT = Path(__file__).resolve().parent.parent
SPECS = Path(os.environ.get("GTC_SHARED", ROOT.parent / "shared")) / "specs"
METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}

pytestmark = [pytest.mark.shared, pytest.mark.bundled, pytest.mark.slow]


def _manifest() -> list[Any]:
    """File and operation count of each row."""
    if not (SPECS / "MANIFEST.tsv").is_file():
        skip = pytest.mark.skip(reason=f"{SPECS} is absent: set GTC_SHARED to the folder of shared documents")
        return [pytest.param("", 0, id="absent", marks=skip)]
    with (SPECS / "MANIFEST.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [pytest.param(row["file"], int(row["operations"]), id=row["file"]) for row in rows]


def _behind_references(path: Path) -> int:
    """Operations of path items that are only a `$ref` into another file, counted with a plain YAML reader."""
    document = yaml.safe_load(path.read_bytes())
    count = 0
    for item in document["paths"].values():
        name, _, pointer = unquote(item.get("$ref", "")).partition("#")
        if name:
            target = yaml.safe_load((path.parent / name).read_bytes())
            for step in pointer.split("/")[1:]:
                target = target[step.replace("~1", "/").replace("~0", "~")]
            count += len(METHODS & set(target))
    return count


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture(scope="module", name="digests")
def _digests(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the digest of each artifact that this run has built, in whichever of its processes."""
    own = tmp_path_factory.getbasetemp()
    # Processes that run side by side have their folders beside each other.
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "digests"
    folder.mkdir(exist_ok=True)
    return folder


def _file_of(name: str) -> str:
    return name.replace("/", "_")


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("name", "operations"), _manifest())
def test_document_builds_completely(name: str, operations: int, tmp_path: Path, digests: Path) -> None:
    """Every operation of the document is a tool, as JSON and through a file; nothing is an error."""
    expected = operations + (_behind_references(SPECS / name) if "/" in name else 0)

    artifact = build_openapi_collection_artifact(SPECS / name)

    text = json.dumps(artifact)
    (digests / _file_of(name)).write_text(_digest(text), encoding="utf-8")
    assert expected == len(artifact["tools"]) == artifact["metadata"]["operation_count"]
    assert artifact == json.loads(text)
    graph = ToolGraph.from_artifact(artifact)
    graph.save(tmp_path / "artifact.json")
    assert list(graph.tools) == list(ToolGraph.load(tmp_path / "artifact.json").tools)


def test_multi_file_document_has_what_its_parts_have() -> None:
    """The count of one document is known: path items in other files are followed."""
    name = "kintone-multifile/openapi.yaml"
    if not (SPECS / name).is_file():
        pytest.skip(f"{SPECS} is absent")

    assert 204 == _behind_references(SPECS / name)


_DIGESTS = """
import hashlib, json, sys
from graph_tool_call.graphify import build_openapi_collection_artifact as build
print(json.dumps({p: hashlib.sha256(json.dumps(build(p)).encode()).hexdigest() for p in sys.argv[1:]}))
"""


#: Processes that the documents are shared out to, so that a run in several processes has no long end.
PARTS = 4


@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(PARTS))
def test_same_bytes_in_another_process(part: int, digests: Path) -> None:
    """A document gives the same artifact in this process and in one with another hash seed."""
    names = [parameter.values[0] for parameter in _manifest() if parameter.id != "absent"]
    if not names:
        pytest.skip(f"{SPECS} is absent")
    # The seven largest say nothing more about hashes, and would take a minute.
    sizes = {name: (SPECS / name).stat().st_size for name in names}
    names = sorted((name for name in names if sizes[name] < 2_000_000), key=sizes.__getitem__)[part::PARTS]
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    command = [sys.executable, "-c", _DIGESTS, *(str(SPECS / name) for name in names)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
    )

    there = dict(zip(names, json.loads(done.stdout).values(), strict=True))
    assert [] == [name for name, digest in there.items() if digest != _digest_here(name, digests)]


def _digest_here(name: str, digests: Path) -> str:
    """The digest that this run has, else that of building the document now."""
    file = digests / _file_of(name)
    if file.is_file() and (digest := file.read_text(encoding="utf-8")):
        return digest
    return _digest(json.dumps(build_openapi_collection_artifact(SPECS / name)))
