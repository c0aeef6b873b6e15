"""`--annotations` and `--unresolved`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graph_tool_call.contracts import read_annotations

pytestmark = pytest.mark.bundled

DOCUMENT = {
    "openapi": "3.0.3",
    "info": {"title": "small", "version": "1"},
    "paths": {
        "/customers": {
            "get": {
                "operationId": "listCustomers",
                "responses": {
                    "200": {
                        "description": "ok",
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "array",
                                    "items": {"type": "object", "properties": {"id": {"type": "string"}}},
                                }
                            }
                        },
                    }
                },
            }
        },
        "/offers": {
            "get": {
                "operationId": "listOffers",
                "parameters": [{"name": "custRef", "in": "query", "required": True, "schema": {"type": "string"}}],
                "responses": {"200": {"description": "ok"}},
            }
        },
    },
}


@pytest.fixture(name="small", autouse=True)
def _small(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("small.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")


def tools(answer):
    return [step["tool"] for step in answer["steps"]]


def test_what_is_unresolved_is_written_filled_in_and_used(cli):
    """The way of the how-to: inspect, fill in, plan."""
    written = cli("inspect", "small.json", "--unresolved", "known.yaml", "--json")
    text = Path("known.yaml").read_text(encoding="utf-8")
    Path("known.yaml").write_text(text.replace('tag: ""', "tag: customer_id"), encoding="utf-8")
    line = ["plan", "small.json", "--target", "listOffers", "--choose", "first", "--json"]
    planned = cli(*line, "--annotations", "known.yaml")

    assert (0, "small") == (written.code, written.json["title"])
    assert "# customer_id  (listCustomers: $[*].id)" in text
    assert ["listCustomers", "listOffers"] == tools(planned.json)
    assert ["listOffers"] == tools(cli(*line).json)


def test_unresolved_on_standard_output_is_nothing_but_the_file(cli):
    """So that it can go through a pipe."""
    (entry,) = read_annotations(cli("inspect", "small.json", "--unresolved", "-").out).fields

    assert ("custRef", "", ("listOffers",)) == (entry.field, entry.tag, entry.operations)


def test_annotations_stand_in_the_configuration(cli):
    """Seen from the folder of the file that names them."""
    Path("part").mkdir()
    Path("part/known.yaml").write_text("fields:\n- {field: custRef, tag: customer_id}\n", encoding="utf-8")
    Path("part/settings.toml").write_text(
        '[tool.graph-tool-call.build]\nannotations = "known.yaml"\n', encoding="utf-8"
    )
    answer = cli("explain", "small.json", "listOffers", "custRef", "--config", "part/settings.toml", "--json").json

    (said,) = (d for d in answer["rows"][0]["decisions"] if d["part"] == "semantic_tag")
    assert ("customer_id", "caller") == (said["value"], said["plugin"])


def test_mistakes_are_bad_input_with_a_line(cli):
    """Exit code 3, and the place for people and for programs."""
    Path("known.yaml").write_text("fields:\n- field: custRef\n  tag: custmer_id\n", encoding="utf-8")

    shown = cli("build", "small.json", "-o", "out.json", "--annotations", "known.yaml")
    told = cli("inspect", "small.json", "--annotations", "known.yaml", "--json")

    assert (3, False) == (shown.code, Path("out.json").exists())
    assert shown.err.startswith("error[unknown_tag]: known.yaml:3: $.fields[0].tag: ")
    assert (3, "known.yaml", 3) == (told.code, told.error["source"], told.error["line"])


def test_an_artifact_takes_no_annotations(cli):
    """It is built already."""
    cli("build", "small.json", "-o", "built.json")
    Path("known.yaml").write_text("fields: []\n", encoding="utf-8")

    result = cli("inspect", "built.json", "--annotations", "known.yaml")

    assert 2 == result.code
    assert "annotations count when a document is built" in result.err
