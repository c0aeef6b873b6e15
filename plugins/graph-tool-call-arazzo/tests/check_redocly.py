"""What is written here, another runner reads and runs: `nox -s arazzo` gives the path of Redocly's command line.

Each plan runs twice, here and there, each time on a shop of its own; requests and answers are the same.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from graph_tool_call.engine import Engine
from graph_tool_call.model import Plan, PlanStep
from graph_tool_call_shop import document_text, running_shop

REDOCLY = os.environ["REDOCLY"]
#: Answers to all that the plans ask.
ANSWERS = {"orderId": "ord_14", "reason": "LATE", "name": "Vera Lind", "email": "vera@example.com", "amount": 500}

#: Ways to say things that synthesised plans of the shop have no use for.
HAND_MADE = [
    Plan(
        id="texts-and-bodies",
        goal="A refund whose parts come from everywhere",
        steps=[
            PlanStep(id="find", tool="searchOrders", args={"status": "DELIVERED"}),
            PlanStep(
                id="refund",
                tool="createRefund",
                args={
                    "orderId": "${find.items.1.id}",
                    "reason": "${user_input.reason}",
                    "amountCents": "${input.amount}",
                },
            ),
            PlanStep(id="again", tool="getRefund", args={"refundId": "${refund.id}"}),
            PlanStep(
                id="note",
                tool="createCustomer",
                args={
                    "name": "Refund ${again.id} of ${find.items.1.orderNumber}: it costs $5 {or so}",
                    "email": "${user_input.email}",
                    "city": "${find.$headers.Content-Type}",
                },
            ),
        ],
        output_binding="${again.amountCents}",
    ),
]
#: For version 1.1: what only selectors and `dependsOn` can say.
SELECTING = Plan(
    id="selectors",
    goal="Orders of one customer",
    steps=[
        PlanStep(id="s1", tool="listCustomers", args={}),
        PlanStep(id="s2", tool="searchProducts", args={"keyword": "${user_input.word}"}, depends_on=["s1"]),
        PlanStep(
            id="s3",
            tool="listCustomerOrders",
            args={"customerId": "${s1.items[?name == 'Mina Park'].id}", "status": "${s1.items.*.city}"},
            depends_on=["s1"],
        ),
        PlanStep(
            id="s4", tool="getCustomer", args={"customerId": "${s1.items[?city == input.city].id}"}, depends_on=["s1"]
        ),
        PlanStep(id="s5", tool="getCustomer", args={"customerId": "${s1.items.-1.id}"}, depends_on=["s1"]),
    ],
    output_binding="${s5}",
)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """The shop's description; one operation has no operationId, so that its path names it."""
    made: dict[str, Any] = json.loads(document_text())
    del made["paths"]["/refunds/{refundId}"]["get"]["operationId"]
    return made


def plans(document: dict[str, Any]) -> tuple[Engine, Any, list[Plan]]:
    """A plan for each operation of the shop, and the hand-made ones."""
    engine = Engine()
    graph = engine.graph(engine.build(document))
    names = {tool["metadata"]["path"]: name for name, tool in graph.tools.items() if name.startswith("get")}
    synthesizer = engine.synthesizer(graph, user_input="always")
    # Of the latest order nothing was given back.
    known = {names["/refunds/{refundId}"]: {"orderId": "ord_11"}}
    made = [synthesizer.synthesize(target=name, entities=known.get(name)) for name in graph.tools]
    for plan in HAND_MADE:
        for step in plan.steps:
            if step.tool == "getRefund":
                step.tool = names["/refunds/{refundId}"]
    return engine, graph, [*made, *HAND_MADE]


def redocly(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    return subprocess.run(
        [REDOCLY, *arguments], check=False, cwd=folder, capture_output=True, text=True, env={**os.environ, **quiet}
    )


def problems(folder: Path, *names: str) -> list[str]:
    """What the linter finds in the documents."""
    done = redocly("lint", *names, "--format=json", folder=folder)
    decoder, found, rest = json.JSONDecoder(), [], done.stdout.strip()
    while rest:
        # One JSON document for each file.
        report, end = decoder.raw_decode(rest)
        found += report["problems"]
        rest = rest[end:].strip()
    assert done.returncode == 0, done.stdout + done.stderr
    return [f"{row['location'][0]['source']['ref']}: {row['message']}" for row in found]


def answers_there(folder: Path, names: list[str], document: dict[str, Any], url: str) -> list[list[Any]]:
    """The answer of each step that Redocly makes, by document."""
    (folder / "openapi.json").write_text(json.dumps(document | {"servers": [{"url": url}]}), encoding="utf-8")
    done = redocly("respect", *names, "--json-output=calls.json", f"--input={json.dumps(ANSWERS)}", folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads((folder / "calls.json").read_text(encoding="utf-8"))["files"]
    return [
        [step["response"]["body"] for step in found[name]["executedWorkflows"][0]["executedSteps"]] for name in names
    ]


def answers_here(engine: Engine, graph: Any, made: list[Plan], url: str) -> list[list[Any]]:
    """The answer of each step, by plan."""
    runner = engine.runner(graph, executor="http", options={"base_url": url})
    found = []
    for plan in made:
        trace = runner.run(plan, dict(ANSWERS))
        assert trace.ok, trace.error
        found.append(list(trace.outputs.values()))
    return found


def write_all(folder: Path, engine: Engine, graph: Any, made: list[Plan], version: str) -> list[str]:
    """Names of the documents of the plans."""
    names = [f"{number:02}.arazzo.json" for number in range(len(made))]
    for name, plan in zip(names, made, strict=True):
        written = engine.plan_to_arazzo(plan, graph, version, source_url="openapi.json")
        (folder / name).write_text(json.dumps(written), encoding="utf-8")
    return names


@pytest.mark.parametrize("version", ["1.0.1", "1.1"])
def test_documents_of_plans(document: dict[str, Any], tmp_path: Path, version: str) -> None:
    """Every plan is a document without a finding, and makes the same calls with the same answers there as here."""
    engine, graph, made = plans(document)
    names = write_all(tmp_path, engine, graph, made, version)
    (tmp_path / "openapi.json").write_text(json.dumps(document), encoding="utf-8")

    assert [] == problems(tmp_path, *names)
    with running_shop() as url:
        there = answers_there(tmp_path, names, document, url)
    with running_shop() as url:
        here = answers_here(engine, graph, made, url)
    assert here == there


def test_selectors(document: dict[str, Any], tmp_path: Path) -> None:
    """Selectors and `dependsOn` are a document of 1.1 without a finding; Redocly does not evaluate selectors yet."""
    engine, graph, _ = plans(document)
    (tmp_path / "openapi.json").write_text(json.dumps(document), encoding="utf-8")

    assert [] == problems(tmp_path, *write_all(tmp_path, engine, graph, [SELECTING], "1.1"))
