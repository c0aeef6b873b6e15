"""Questions that lead a careless search astray, over small invented services: data in `traps/`.

substring: a word that stands inside another one. negation: what is *not* wanted. reading:
verbs that only describe what is asked for. twin: a deprecated operation beside its
successor. sibling: list, detail, count and changes of one resource. korean: the same in
Korean, also over English documents.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from graph_tool_call.engine import Engine
from graph_tool_call.pluginset import PluginSet
from graph_tool_call.search import Fusion, retrieve

pytestmark = pytest.mark.bundled

HERE = Path(__file__).parent / "traps"


def table(name):
    with (HERE / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


QUESTIONS = table("questions.tsv")


@cache
def engine():
    """The bundled plugins alone: what else is installed may know more."""
    installed = PluginSet.installed()
    return Engine(installed.only(*(record.id for record in installed if record.distribution == "graph-tool-call")))


def answer(row):
    """A list for operations that list or search, a number for those that count, else one thing."""
    thing = {"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
    if row["operation"].startswith(("list", "search")):
        return {"type": "array", "items": thing}
    return {"type": "integer"} if row["operation"].startswith("count") else thing


@cache
def graph(name):
    """The service of that name, built as any other document."""
    paths = {}
    for row in table("operations.tsv"):
        if row["document"] == name:
            names = [part[1:-1] for part in row["path"].split("/") if part.startswith("{")]
            slots = [{"name": n, "in": "path", "required": True, "schema": {"type": "string"}} for n in names]
            paths.setdefault(row["path"], {})[row["method"]] = {
                "operationId": row["operation"],
                "summary": row["summary"].removesuffix(" (deprecated)"),
                "deprecated": row["summary"].endswith(" (deprecated)"),
                "parameters": slots,
                "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": answer(row)}}}},
            }
    document = {"openapi": "3.0.3", "info": {"title": name, "version": "1"}, "paths": paths}
    return engine().graph(engine().build(document))


def find(row, **options):
    return engine().search(graph(row["document"]), row["question"], include_evidence=True, **options)["results"]


def choose(row, rows, model=None):
    at = graph(row["document"])
    return engine().select(row["question"], rows, at.tools, retrieval_results=rows, llm_target=model)


@pytest.mark.parametrize("row", QUESTIONS, ids=lambda row: f"{row['document']}: {row['question']}")
def test_the_meant_operation_is_chosen(row):
    """Search and selection together, without any model."""
    assert choose(row, find(row))["selected_target"] in row["expected"].split("|")


@pytest.mark.slow
def test_a_model_that_is_right_is_left_alone():
    """Named by a model, an expected operation that was found stays selected: no case is overruled."""
    overruled = []
    for row in QUESTIONS:
        rows, expected = find(row), row["expected"].split("|")
        right = next((r["name"] for r in rows if r["name"] in expected), None)
        if right is not None and choose(row, rows, right)["selected_target"] not in expected:
            overruled.append(row["question"])

    assert [] == overruled


@pytest.mark.slow
def test_reading_never_destroys_whatever_a_model_says():
    """A question with a verb that reads selects nothing that deletes, not even as the model's target."""
    chosen = [
        (row["question"], choose(row, find(row), model)["selected_target"])
        for row in QUESTIONS
        if row["question"].startswith(("show", "list", "which"))
        for model in (name for name in graph(row["document"]).tools if name.startswith(("delete", "remove")))
    ]

    assert chosen
    assert [] == [(question, name) for question, name in chosen if name.startswith(("delete", "remove"))]


@pytest.mark.slow
@pytest.mark.parametrize("by", [reversed, sorted], ids=["backwards", "by name"])
def test_the_order_of_candidates_decides_nothing(by):
    """Rows carry their scores; in which order they are handed over makes no difference."""
    differ = []
    for row in QUESTIONS[::3]:
        rows = find(row)
        named = {r["name"]: r for r in rows}
        shuffled = [named[name] for name in by(list(named))]
        if len({r["score"] for r in rows}) == len(rows):
            one, other = choose(row, rows), choose(row, shuffled)
            differ += [row["question"]] * (one["selected_target"] != other["selected_target"])

    assert [] == differ


def answers():
    """Rows and selections of some questions as JSON."""
    said = []
    for row in (row for row in QUESTIONS[::3] if row["document"] in {"twins", "member"}):
        rows = find(row)
        said.append([[(r["name"], r["score"], r["score_breakdown"]) for r in rows], choose(row, rows)])
    return json.dumps(said)


@pytest.mark.slow
def test_another_process_answers_the_same():
    """Rows, scores and selections are the same bytes in this process and in one with another hash seed."""
    program = "import sys; sys.path.insert(0, sys.argv[1]); import test_traps; print(test_traps.answers(), end='')"
    there = subprocess.run(
        [sys.executable, "-c", program, str(HERE.parent)],
        env={**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"},
        capture_output=True,
        check=True,
    ).stdout.decode()

    assert there == answers()
    assert len(there) > 1000


HEAD_ALONE = Fusion(all=0.0, all_rank=0.0, coverage=0.0, answers=0.0)
ALL_ALONE = Fusion(head=0.0, head_rank=0.0, coverage=0.0, answers=0.0)


@cache
def session():
    return engine().host.query_session(lambda _term: 1.0)


def ranks(fusion, rows):
    """For each of *rows*, the place of its operation by text alone; 99 for none."""
    places = []
    for row in rows:
        at, expected = graph(row["document"]), row["expected"].split("|")
        answer = retrieve(
            engine()._index_of(at),
            at.tools,
            row["question"],
            analyze=session().analyze,
            evidence=lambda _query, _candidates: (),
            signals=engine().host.signals,
            producers=lambda _name: (),
            fusion=fusion,
        )
        places.append(next((i for i, r in enumerate(answer["results"]) if r["name"] in expected), 99))
    return places


@pytest.mark.slow
@pytest.mark.parametrize("korean", [False, True], ids=["english", "korean"])
def test_fusion_never_loses_to_a_single_view(korean):
    """In each language, the fused list finds as many as name and summary alone, and as everything alone."""
    rows = [row for row in QUESTIONS if korean == (row["question"][0] > "\u1100")]
    fused, *views = (ranks(fusion, rows) for fusion in (Fusion(), HEAD_ALONE, ALL_ALONE))

    def within(places, depth):
        return sum(1 for place in places if place < depth)

    for depth in (1, 3, 5):
        assert within(fused, depth) >= max(within(view, depth) for view in views)
