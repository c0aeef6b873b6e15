"""`plan --arazzo`, `plan --workflow`, `run --workflow`, `build --arazzo`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graph_tool_call_shop import running_shop

pytest.importorskip("graph_tool_call_arazzo")

pytestmark = pytest.mark.bundled


@pytest.fixture(name="flows")
def _flows(shop):
    """Two workflows of the shop."""
    assert shop
    steps = [
        {"stepId": "find", "operationId": "searchProducts", "parameters": [
            {"name": "keyword", "in": "query", "value": "$inputs.word"}
        ], "outputs": {"id": "$response.body#/items/0/id"}},
        {"stepId": "get", "operationId": "getProduct", "parameters": [
            {"name": "productId", "in": "path", "value": "$steps.find.outputs.id"}
        ], "outputs": {"title": "$response.body#/title"}},
    ]  # fmt: skip
    document = {
        "arazzo": "1.0.1",
        "info": {"title": "Products", "version": "1"},
        "sourceDescriptions": [{"name": "shop", "url": "shop.json", "type": "openapi"}],
        "workflows": [
            {"workflowId": "title", "steps": steps, "outputs": {"title": "$steps.get.outputs.title"}},
            {
                "workflowId": "check",
                "steps": [{**steps[0], "successCriteria": [{"condition": "$response.body#/total > 1"}]}],
            },
        ],
    }
    Path("flows.json").write_text(json.dumps(document), encoding="utf-8")
    return "flows.json"


def test_a_plan_as_a_document(cli, artifact):
    """Without a file the document is all that is printed; with one, it is written and the plan is shown."""
    printed = cli("plan", artifact, "--target", "getOrder", "--arazzo")
    shown = cli("plan", artifact, "--target", "getOrder", "--arazzo", "1.1", "-o", "out.json", "--source-url", "x.yaml")
    written = json.loads(Path("out.json").read_text(encoding="utf-8"))

    assert ("1.0.1", "1.1.0") == (printed.json["arazzo"], written["arazzo"])
    assert "x.yaml" == written["sourceDescriptions"][0]["url"]
    assert "searchOrders" in shown.out


def test_what_1_0_1_cannot_say(cli, artifact):
    """A choice by name needs 1.1; the message says where and what to do, and nothing is written."""
    args = ("plan", artifact, "--target", "listCustomerOrders", "-e", "name=Mina Park", "-o", "out.json", "--arazzo")
    result = cli(*args)

    assert (1, "error[needs_1_1]") == (result.code, result.err.partition(":")[0])
    assert "s2 at customerId" in result.err
    assert "write version 1.1" in result.err
    assert not Path("out.json").exists()
    assert 0 == cli(*args, "1.1").code


def test_a_workflow_as_the_plan(cli, artifact, flows):
    """It is shown as a plan is, and saved as one."""
    result = cli("plan", artifact, "--workflow", f"{flows}#title", "-o", "plan.json", "--json")
    saved = json.loads(Path("plan.json").read_text(encoding="utf-8"))

    assert ["searchProducts", "getProduct"] == [step["tool"] for step in result.json["steps"]]
    assert ["word"] == [slot["field_name"] for slot in result.json["asked"]]
    assert "${s2.title}" == saved["output_binding"]


@pytest.mark.slow
def test_a_workflow_runs(cli, shop, flows):
    """Over HTTP, with its inputs given by name."""
    with running_shop() as url:
        result = cli("run", shop, "--workflow", f"{flows}#title", "-e", "word=lantern", "--base-url", url, "--json")

    assert (0, "Storm lantern") == (result.code, result.json["output"])


def test_a_workflow_that_is_not_checked(cli, artifact, flows):
    """Criteria that a plan cannot check are left out when that is asked for."""
    result = cli("plan", artifact, "--workflow", f"{flows}#check", "--unchecked", "--json")

    assert (0, ["searchProducts"]) == (result.code, [step["tool"] for step in result.json["steps"]])


@pytest.mark.parametrize(
    ("arguments", "code", "exit_code"),
    [
        (("--workflow", "flows.json"), "ambiguous_workflow", 3),
        (("--workflow", "flows.json#nix"), "unknown_workflow", 3),
        (("--workflow", "flows.json#check"), "criteria", 3),
        (("--workflow", "nothing.json"), "file_not_found", 3),
        (("--workflow", "shop.json"), "not_arazzo", 3),
        (("--workflow", "https://x.test/flows.json"), "remote_source", 3),
        (("--workflow", "flows.json#title", "--target", "getOrder"), "usage", 2),
    ],
)
def test_mistakes(cli, artifact, flows, arguments, code, exit_code):
    """Each has its code."""
    assert flows
    result = cli("plan", artifact, *arguments, "--json")

    assert (code, exit_code) == (result.error["code"], result.code)


def test_build_with_workflows(cli, shop, flows):
    """What the steps hand over is in the artifact, and what cannot be read among the diagnostics."""
    result = cli("build", shop, "-o", "out.json", "--arazzo", flows, "--json")
    edges = json.loads(Path("out.json").read_bytes())["edges"]
    rules = {row["rule"] for edge in edges for row in edge["evidence"]}

    assert 0 == result.code
    assert "arazzo" in rules


def test_the_plugin_in_any_way(cli, artifact):
    """`--arazzo` is the format of that name, which `--format` writes with the same options."""
    named = cli("plan", artifact, "--target", "getOrder", "--format", "arazzo", "--format-option", "version=1.1")

    assert named.json == cli("plan", artifact, "--target", "getOrder", "--arazzo", "1.1").json


@pytest.mark.parametrize(
    "arguments",
    [
        ("plan", "{artifact}", "--target", "getOrder", "--arazzo"),
        ("plan", "{artifact}", "--workflow", "{flows}#title"),
        ("run", "{artifact}", "--workflow", "{flows}#title"),
        ("build", "{shop}", "-o", "out.json", "--arazzo", "{flows}"),
    ],
)
@pytest.mark.parametrize(
    ("installed", "next_step"),
    [(True, "the plugin 'arazzo' is installed, and left out here"), (False, 'pip install "graph-tool-call[arazzo]"')],
)
def test_without_the_plugin(cli, artifact, shop, flows, monkeypatch, arguments, installed, next_step):
    """The error says what to do: install the distribution, or let its plugin take part. Nothing is written."""
    if not installed:
        monkeypatch.setattr("graph_tool_call.pluginset.formats.is_installed", lambda _id: False)
    given = (text.format(artifact=artifact, flows=flows, shop=shop) for text in arguments)
    result = cli(*given, "--plugins=-arazzo", "--json")

    assert ("unknown_format", 2) == (result.error["code"], result.code)
    assert next_step in result.error["message"]
    assert not Path("out.json").exists()
