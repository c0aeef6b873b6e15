"""Every snippet of the documents that describe the library runs as it stands there.

A snippet is exec'd with the names that it leaves open; what it makes is looked at
afterwards. `snippets/` holds them word for word, which the first test makes sure of.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from reading import only_reading

import graph_tool_call
from graph_tool_call import ToolGraph, hookimpl
from graph_tool_call.graphify import build_openapi_collection_artifact, retrieve_graphify
from graph_tool_call.hooks import Evidence, PluginInfo, SignalSpec
from graph_tool_call.plan import PathSynthesizer, Plan, PlanRunner, PlanSynthesisError

HERE = Path(__file__).resolve().parent
SNIPPETS = HERE / "snippets"
SEEDS = Path(os.environ.get("GTC_SHARED", HERE.parents[1].parent / "shared")) / "seeds"
LANGUAGES = ["en", "ko"]
REASONS = {
    "unknown_target",
    "unsatisfied_field",
    "enum_required",
    "dynamic_option_required",
    "cycle",
    "max_depth",
    "user_input_fallback",
}

pytestmark = [pytest.mark.bundled, pytest.mark.repository]


def snippet(name):
    return (SNIPPETS / f"{name}.txt").read_text(encoding="utf-8")


def run(name, **names):
    """Exec the snippet with *names*; the names afterwards."""
    exec(compile(snippet(name), name, "exec"), names)  # noqa: S102
    return names


@pytest.fixture(name="document")
def _document(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (HERE / "collection.json").read_text(encoding="utf-8")
    Path("openapi.json").write_text(text, encoding="utf-8")
    return json.loads(text)


@pytest.fixture(name="artifact")
def _artifact(document):
    return build_openapi_collection_artifact(document, context_field_names={"locale"})


@pytest.fixture(name="runner")
def _runner():
    return PlanRunner(Shop())


class Shop:
    """A `call_tool` that remembers what it was called with."""

    def __init__(self):
        self.calls = []

    def __call__(self, tool_name, args):
        self.calls.append((tool_name, args))
        if tool_name == "searchOrders":
            return {"items": [{"orderNo": "A-100", "memberNo": 7}]}
        return {"orderNo": args["orderNo"], "statusCode": args.get("statusCode", "PAID")}


# --- the snippets are the documents' own ----------------------------------------------


@pytest.mark.shared
@pytest.mark.parametrize("path", sorted(SNIPPETS.iterdir()), ids=lambda path: path.stem)
def test_snippet_stands_in_its_document(path):
    """A snippet is a part of its document, word for word."""
    document = SEEDS / f"{path.name.rsplit('.', 3)[0]}.txt"
    if not document.exists():
        pytest.skip(f"{document} is not here; set GTC_SHARED")

    assert path.read_text(encoding="utf-8").rstrip("\n") in document.read_text(encoding="utf-8")


@pytest.mark.shared
def test_no_snippet_is_left_out():
    """Every line of code in the documents belongs to a snippet."""
    if not SEEDS.is_dir():
        pytest.skip(f"{SEEDS} is not here; set GTC_SHARED")
    code = re.compile(r"^(from \S+ import .*|\w+ = .*|(for|if|try|except|def|assert) .*|\w+\(.*\))$", re.MULTILINE)
    missing = []
    for document in sorted(SEEDS.glob("*.txt")):
        known = "".join(path.read_text(encoding="utf-8") for path in SNIPPETS.glob(f"{document.stem}.*"))
        lines = [found.group() for found in code.finditer(document.read_text(encoding="utf-8"))]
        missing += [(document.name, line) for line in lines if line not in known and line != "synthesize()"]

    assert [] == missing


# --- IO contracts -----------------------------------------------------------------------


@pytest.mark.usefixtures("document")
def test_contract_index(capsys):
    """The index has every operation with its contract, the lookups, and the summary that is printed first."""
    index = run("io-contracts.en.contract-index.py")["index"]

    printed = capsys.readouterr().out.splitlines()
    assert str(index["summary"]["response_schema_coverage"]) == printed[0]
    assert 8 == index["operation_count"] == len(index["operations"])
    assert {"version", "by_operation_id", "by_tool_name", "by_method_path", "summary"} <= set(index)
    assert index["by_operation_id"]["getOrderDetail"] == index["by_method_path"]["GET /orders/{orderNo}"]
    for operation in index["operations"]:
        assert {"consumes", "produces", "links"} <= set(operation["api_contract"])


@pytest.mark.parametrize(
    ("name", "kind", "role"),
    [
        ("mallNo", "context", None),
        ("siteNo", "context", None),
        ("accessToken", "auth", None),
        ("page", "data", "paging"),
        ("size", "data", "paging"),
        ("keyword", "data", "search"),
        ("searchType", "data", "search"),
    ],
)
def test_field_names(document, name, kind, role):
    """The caller's field names decide kind and role."""
    parameter = {"name": name, "in": "query", "schema": {"type": "string"}}
    document["paths"]["/orders"]["get"]["parameters"] = [parameter]
    Path("openapi.json").write_text(json.dumps(document), encoding="utf-8")

    names = run("io-contracts.en.field-names.py", build_openapi_collection_artifact=build_openapi_collection_artifact)

    tool = names["artifact"]["tools"]["searchOrders"]
    (row,) = tool["metadata"]["api_contract"]["consumes"]
    assert (name, kind) == (row["name"], row["kind"])
    assert role is None or role == row["role"]


# --- plan synthesis ---------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_basic_plan(artifact, language):
    """The plan ends in the target, uses the entity and the context default, and asks for the enum."""
    plan = run(f"plan-synthesis.{language}.basic.py", graph_payload=artifact)["plan"]

    (step,) = plan.steps
    assert ("getOrderDetail", "A-100", "ko_KR") == (step.tool, step.args["orderNo"], step.args["locale"])
    synthesis = plan.metadata["synthesis"]
    assert [("statusCode", "enum_required")] == [(s["field_name"], s["reason"]) for s in synthesis["user_input_slots"]]
    assert (["locale"], ["statusCode"]) == (synthesis["context_defaults"], synthesis["enum_field_names"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_plan_with_selector(artifact, language):
    """The selected target is planned, and the plan keeps the selector's block."""
    query = "회원 배송지 상세 조회"
    rows = retrieve_graphify(ToolGraph.from_artifact(artifact), query, include_evidence=True)["results"]
    names = run(
        f"plan-synthesis.{language}.with-selector.py",
        query=query,
        retrieval_rows=rows,
        graph_payload=artifact,
        intent=SimpleNamespace(target="getMemberDeliveryDetail", entities={"memberNo": 7}),
        collection_context_defaults={},
        collection_enum_field_names=set(),
    )

    plan = names["plan"]
    assert "getMemberDeliveryDetail" == names["selection"]["selected_target"] == plan.steps[-1].tool
    assert ["getMemberDeliveryList", "getMemberDeliveryDetail"] == [step.tool for step in plan.steps]
    assert names["selection"] == plan.metadata["synthesis"]["target_selector"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_plan_shape_and_run_stream(language):
    """The documented plan runs: bindings read earlier steps, and every event can be forwarded."""
    plan = run(f"plan-synthesis.{language}.plan-shape.py")["plan"]
    shop, sent = Shop(), []

    run(f"plan-synthesis.{language}.run-stream.py", plan=plan, call_tool=shop, forward_to_sse=sent.append)

    assert [("searchOrders", {"keyword": "A-100"}), ("getOrderDetail", {"orderNo": "A-100"})] == shop.calls
    assert ("plan.started", "plan.completed") == (sent[0]["type"], sent[-1]["type"])
    assert {"orderNo": "A-100", "statusCode": "PAID"} == sent[-1]["output"]
    for event in sent:
        assert ("plan-001", {"collection_id": "bo-dev"}) == (event["plan_id"], event["trace_metadata"])
        assert event == json.loads(json.dumps(event))


@pytest.mark.parametrize("language", LANGUAGES)
def test_plan_is_serialisable(language):
    """A plan is the same after JSON."""
    plan = run(f"plan-synthesis.{language}.plan-shape.py")["plan"]

    assert plan == Plan.from_dict(json.loads(json.dumps(plan.to_dict())))


ORDERS = {
    "tools": {
        "searchOrders": {
            "name": "searchOrders",
            "metadata": {
                "method": "get",
                "path": "/orders",
                "api_contract": {
                    "consumes": [{"name": "keyword", "path": "keyword", "location": "query", "field_type": "string"}],
                    "produces": [{"name": "orderNo", "path": "$.items[*].orderNo", "semantic_tag": "order_no"}],
                },
            },
        },
        "getOrderDetail": {
            "name": "getOrderDetail",
            "metadata": {
                "method": "get",
                "path": "/orders/{orderNo}",
                "api_contract": {
                    "consumes": [
                        {
                            "name": "orderNo",
                            "path": "orderNo",
                            "location": "path",
                            "required": True,
                            "semantic_tag": "order_no",
                        },
                        {
                            "name": "statusCode",
                            "path": "statusCode",
                            "location": "query",
                            "required": True,
                            "kind": "data",
                            "semantic_tag": "order_status",
                            "enum": ["PAID", "COMPLETE"],
                        },
                    ],
                    "produces": [],
                },
            },
        },
    },
    "edges": [],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_slot(language):
    """A slot has the documented keys and values."""
    documented = json.loads(snippet(f"plan-synthesis.{language}.slot.json"))

    plan = PathSynthesizer(ORDERS).synthesize(target="getOrderDetail", entities={"keyword": "A-100"})

    (slot,) = plan.metadata["synthesis"]["user_input_slots"]
    assert documented == {key: slot[key] for key in documented}


@pytest.mark.parametrize("language", LANGUAGES)
def test_resume(language):
    """A plan that lacks a value calls nothing; with the collected value the same plan goes on."""
    plan = PathSynthesizer(ORDERS).synthesize(target="getOrderDetail", entities={"keyword": "A-100"})
    shop, events = Shop(), []
    runner = PlanRunner(shop)
    first = [event.type for event in runner.run_stream(plan)]
    called_before = list(shop.calls)

    run(f"plan-synthesis.{language}.resume.py", runner=runner, plan=plan, handle=events.append)

    assert ([], True) == (called_before, "input.required" in first)
    assert ("getOrderDetail", {"orderNo": "A-100", "statusCode": "COMPLETE"}) == shop.calls[-1]
    assert "plan.completed" == events[-1].type


@pytest.mark.parametrize("language", LANGUAGES)
def test_failure(language, capsys):
    """A failure gives its reason, which is one of the documented ones, without parsing a message."""
    synthesizer = PathSynthesizer(ORDERS, user_input="never", enum_field_names={"statusCode"})

    names = run(f"plan-synthesis.{language}.failure.py", synthesizer=synthesizer)

    assert "enum_required\n" == capsys.readouterr().out
    assert names["result"]["reason"] in REASONS
    assert issubclass(names["PlanSynthesisError"], PlanSynthesisError)


@pytest.mark.parametrize("language", LANGUAGES)
def test_runner_handoff(language):
    """The adapter callback gets tool name and arguments; events keep the trace metadata."""
    plan = PathSynthesizer(ORDERS).synthesize(target="getOrderDetail", entities={"orderNo": "A-100"})
    shop = Shop()

    names = run(
        f"plan-synthesis.{language}.runner-handoff.py",
        PlanRunner=PlanRunner,
        graph_tool_call=graph_tool_call,
        execute_collection_tool=shop,
        plan=plan,
        entities={"orderNo": "A-100", "statusCode": "PAID"},
        collection_id="bo-dev",
    )

    assert [("getOrderDetail", {"orderNo": "A-100", "statusCode": "PAID"})] == shop.calls
    metadata = {"collection_id": "bo-dev", "graph_tool_call_version": graph_tool_call.__version__}
    assert {json.dumps(metadata)} == {json.dumps(event.trace_metadata) for event in names["events"]}


# --- target selection -------------------------------------------------------------------


def test_basic_selection(artifact, capsys):
    """Names and tools are enough for a selection."""
    names = run(
        "target-selection.en.basic.py",
        candidate_names=["getOrderDetail", "getRefundReadyOrderDetails", "searchOrders"],
        tools_by_name=artifact["tools"],
    )

    assert "getRefundReadyOrderDetails" == names["selection"]["selected_target"]
    assert f"getRefundReadyOrderDetails\n{names['selection']['reason_codes']}\n" == capsys.readouterr().out


@pytest.mark.usefixtures("document")
def test_selection_with_llm_target(artifact):
    """A Korean question for the detail overrides a model that chose the list."""
    ToolGraph.from_artifact(artifact).save("collection.json")

    names = run("target-selection.en.with-llm-target.py")

    assert 0 < len(names["retrieval"]["results"]) <= 8
    assert "getMemberDeliveryDetail" == names["selection"]["selected_target"]
    assert names["selection"]["overrode_llm"]


def test_selection_with_learning(artifact):
    """A promoted suggestion counts, and the audit sees the signals."""
    query = "find order detail"
    rows = retrieve_graphify(ToolGraph.from_artifact(artifact), query, include_evidence=True)["results"]
    audited = []

    names = run(
        "target-selection.en.with-learning.py",
        select_target_candidate=graph_tool_call.graphify.select_target_candidate,
        query=query,
        retrieval_rows=rows,
        tools_by_name=artifact["tools"],
        intent=SimpleNamespace(target="getOrderDetail"),
        promoted_suggestions=[{"query": query, "target": "getOrderDetail", "weight": 1.0}],
        audit=audited.append,
    )

    selection = names["selection"]
    assert "getOrderDetail" == selection["selected_target"]
    assert selection["learning_applied"]
    assert [selection["rank_signals"]] == audited


@pytest.mark.parametrize("candidates", [["getOrderDetail", "getOrderInfo"], ["nobody"], []])
def test_output_schema(artifact, candidates):
    """A selection has the documented keys, all of them, each of the documented type."""
    documented = json.loads(snippet("target-selection.en.output.json"))
    select = graph_tool_call.graphify.select_target_candidate

    selection = select(query="주문 상세", candidates=candidates, tools=artifact["tools"], llm_target="getOrderInfo")

    assert set(documented) == set(selection)
    for key in ("overrode_llm", "ambiguous", "reason_codes", "rank_signals", "candidate_evidence", "learning_applied"):
        assert type(documented[key]) is type(selection[key]), key
    assert json.loads(json.dumps(selection)) == selection


def test_detail_or_list(artifact):
    """The snippet's own assertions hold: the detail is selected against the model's list."""
    select = graph_tool_call.graphify.select_target_candidate
    candidates = ["getMemberDeliveryList", "getMemberDeliveryDetail", "getMemberInfo"]
    query = "회원 배송지 상세 정보를 조회해줘"
    found = retrieve_graphify(ToolGraph.from_artifact(artifact), query, include_evidence=True)["results"]

    run(
        "target-selection.en.detail-or-list.py",
        select_target_candidate=select,
        tools_by_name=artifact["tools"],
        retrieval_results=[row for row in found if row["name"] in candidates],
    )


class EvenHanded:
    """A plugin that says the same of every candidate."""

    @hookimpl
    def gtc_plugin_info(self):
        return PluginInfo(signals=(SignalSpec(name="likeness", weight=0.2),))

    @hookimpl
    def gtc_selector_evidence(self, query, candidates):
        return [Evidence(candidate=c.name, signal="likeness", score=0.5, reason="all alike") for c in candidates]


def test_weak_margin(artifact):
    """Where the evidence is even, the model's choice is kept and the operator sees the evidence."""
    shown = []
    even = only_reading().with_(EvenHanded(), id="even")
    graph = ToolGraph.from_artifact(artifact, plugins=even)

    names = run(
        "target-selection.en.weak-margin.py",
        select_target_candidate=graph_tool_call.graphify.select_target_candidate,
        tools_by_name=graph.tools,
        show_operator_debug=shown.append,
    )

    selection = names["selection"]
    assert ("getOrderSummary", True) == (selection["selected_target"], selection["ambiguous"])
    assert {"ambiguous_target", "candidate_tie"} & set(selection["reason_codes"])
    assert [selection["candidate_evidence"]] == shown


@pytest.mark.usefixtures("document")
def test_adapter_flow(artifact):
    """The recommended flow goes from a question to a plan that keeps its selection."""
    ToolGraph.from_artifact(artifact).save("collection.json")
    prompts = []

    def llm(prompt):
        prompts.append(prompt)
        return '```json\n{"target": "getOrderDetail", "entities": {"orderNo": "A-100"}, "confidence": 0.9}\n```'

    names = run(
        "target-selection.en.adapter-flow.py",
        query="주문 A-100 상세 조회",
        llm=llm,
        promoted_suggestions=[],
        synthesizer=PathSynthesizer(artifact, context_defaults={"locale": "ko_KR"}),
    )

    plan = names["plan"]
    assert ("getOrderDetail", "A-100") == (plan.steps[-1].tool, plan.steps[-1].args["orderNo"])
    assert names["selection"] == plan.metadata["synthesis"]["target_selector"]
    assert [row["name"] for row in names["retrieval"]["results"]] == [entry.name for entry in names["catalog"]]
    assert 1 == len(prompts)
    assert "getOrderDetail" in str(prompts[0])
