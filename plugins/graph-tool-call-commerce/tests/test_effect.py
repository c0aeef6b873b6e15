"""What the plugin changes on the back office of a shop (mall.yaml): figures that README.md shows."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

pytest.importorskip("graph_tool_call_commerce", reason="graph-tool-call-commerce is not installed")

import graph_tool_call_commerce
from graph_tool_call import PluginSet, ToolGraph
from graph_tool_call.cli import main
from graph_tool_call.errors import HookFailedError
from graph_tool_call.model import Plan
from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

DOCUMENT: Final = Path(__file__).with_name("mall.yaml")
CONTEXT: Final = {"mallId": "M1", "siteCd": "S1"}
CODES: Final = (
    ("BANK_CD", "004", "국민은행"),
    ("BANK_CD", "088", "신한은행"),
    ("MBR_GRD_CD", "V", "VIP"),
)
#: The list that each path parameter selects from, as a person reads the document.
OWN: Final = {
    **dict.fromkeys(("ordNo", "odNo"), "getOrdList"),
    **dict.fromkeys(("mbrNo", "memNo"), "getMbrList"),
    **dict.fromkeys(("goodsCd", "gdsCd", "prdCd"), "getGoodsList"),
    **dict.fromkeys(("clmNo", "claimNo"), "getClmList"),
    **dict.fromkeys(("cpnNo", "couponNo"), "getCpnList"),
    "dlvNo": "getDlvList",
    "rvwNo": "getGoodsRvwList",
    "dispCtgrNo": "getCtgrList",
    "rfndNo": "getRfndList",
}
#: Questions with a name in them: the calls that a person would make.
BY_NAME: Final = {
    "회원 홍길동의 배송지 목록": ["getMbrList", "getMemAddrList"],
    "회원 홍길동의 주문 목록": ["getMbrList", "getOrdList"],
    "회원 홍길동의 포인트 내역": ["getMbrList", "getMbrPntList"],
    "상품 린넨셔츠의 재고": ["getGoodsList", "getPrdStkList"],
    "린넨셔츠 상품의 가격 변경": ["getGoodsList", "modGdsPrc"],
    "여름세일 쿠폰의 사용 내역": ["getCpnList", "getCpnUseList"],
}


def others() -> PluginSet:
    """What comes with graph-tool-call itself, whatever else is installed beside it."""
    installed = PluginSet.installed()
    return installed.only(*(one.id for one in installed.records if one.distribution == "graph-tool-call"))


def graph(*, with_plugin: bool, told: bool = True, **settings: Any) -> ToolGraph:
    """The shop; *told*: the caller names the context fields, so that only the rest of what the plugin knows counts."""
    plugins = others()
    if with_plugin:
        plugins = plugins.with_(graph_tool_call_commerce, id="commerce")
    options = {"context_field_names": set(CONTEXT)} if told else {}
    return ToolGraph.from_openapi(
        DOCUMENT, plugins=plugins, settings={"commerce": settings} if with_plugin else None, **options
    )


@pytest.fixture(scope="module")
def untold() -> ToolGraph:
    return graph(with_plugin=False, told=False)


@pytest.fixture(scope="module")
def bare() -> ToolGraph:
    return graph(with_plugin=False)


@pytest.fixture(scope="module")
def house() -> ToolGraph:
    return graph(with_plugin=True, told=False)


def plan(where: ToolGraph, target: str, given: dict[str, Any] | None = None, **more: Any) -> Plan:
    choose = more.pop("choose", "auto")
    return PathSynthesizer(where, context_defaults=CONTEXT, choose=choose).synthesize(
        target=target, entities=given or {}, **more
    )


def parameters(where: ToolGraph) -> list[tuple[str, str]]:
    """Each operation with each of its path parameters."""
    paths = {name: tool["metadata"]["path"] for name, tool in where.tools.items()}
    return [(name, one) for name, path in paths.items() for one in re.findall(r"{(\w+)}", path)]


def source(where: ToolGraph, target: str, parameter: str) -> str:
    """The operation whose answer a path parameter is taken from where nothing is given; "" where a person is asked."""
    made = plan(where, target, choose="first")
    called = re.match(r"\$\{(\w+)", str(made.steps[-1].args[parameter]))
    return next((step.tool for step in made.steps if called and step.id == called[1]), "")


def own_lists(where: ToolGraph) -> int:
    return sum(source(where, target, parameter) == OWN[parameter] for target, parameter in parameters(where))


def by_name(where: ToolGraph) -> int:
    """How many of the questions get the calls that a person would make, the list narrowed by the name."""
    right = 0
    for question, calls in BY_NAME.items():
        try:
            made = plan(where, calls[-1], goal=question)
        except PlanSynthesisError:
            continue
        looked_up = any("[?" in str(value) for value in made.steps[-1].args.values())
        right += looked_up and [step.tool for step in made.steps] == calls
    return right


def synthesis(made: Plan) -> dict[str, Any]:
    return dict(made.metadata["synthesis"])


def slots(made: Plan) -> dict[str, Any]:
    return {slot["field_name"]: slot for slot in synthesis(made)["user_input_slots"]}


def test_the_document_is_large_enough_to_measure(bare: ToolGraph) -> None:
    assert len(bare.tools) == 38
    assert {parameter for _, parameter in parameters(bare)} == set(OWN)


def test_path_parameters_get_their_own_list(untold: ToolGraph, bare: ToolGraph, house: ToolGraph) -> None:
    """Each of the 26 does with the plugin; README.md shows the figures."""
    assert [own_lists(untold), own_lists(bare), own_lists(house), len(parameters(house))] == [9, 21, 26, 26]


def test_questions_by_name(untold: ToolGraph, bare: ToolGraph, house: ToolGraph) -> None:
    """Each of the 6 has the calls that a person would make."""
    assert [by_name(untold), by_name(bare), by_name(house), len(BY_NAME)] == [0, 0, 6, 6]


def test_a_request_by_name(house: ToolGraph) -> None:
    """Another team's spelling of the member's number is filled from the members, narrowed by the name."""
    made = plan(house, "getMemAddrList", goal="회원 홍길동의 배송지 목록")

    assert [(step.tool, dict(step.args)) for step in made.steps] == [
        ("getMbrList", {"mallId": "M1"}),
        ("getMemAddrList", {"memNo": "${s1.rsltList[?mbrNm == '홍길동' || mbrNo == '홍길동'].mbrNo}"}),
    ]


def test_explain_names_the_author(capsys: pytest.CaptureFixture[str]) -> None:
    """`explain` tells each part of a field with the plugin that said so, and what others said."""
    assert (
        main(
            [
                "explain",
                str(DOCUMENT),
                "getOdDlvList",
                "odNo",
                "--json",
                "--plugins=openapi,conventions,names,resources,commerce",
            ]
        )
        == 0
    )

    (row,) = [row for row in json.loads(capsys.readouterr().out)["rows"] if row["direction"] == "consumes"]
    (tag,) = [one for one in row["decisions"] if one["part"] == "semantic_tag"]
    assert (tag["value"], tag["plugin"]) == ("order_no", "commerce")
    assert tag["reason"] == "od stands for order in Korean commerce"
    assert [(one["plugin"], one["value"]) for one in tag["others"]] == [("resources", "od_no")]


def test_a_member_is_never_taken_from_a_list_of_orders(bare: ToolGraph, house: ToolGraph) -> None:
    """Where the members may not be listed, points would go to whoever ordered first: that is ruled out."""
    without = plan(bare, "regMbrPnt", {"pntAmt": 100}, exclude_tools={"getMbrList"}, choose="first")
    assert [step.tool for step in without.steps] == ["getOrdList", "regMbrPnt"]

    made = plan(house, "regMbrPnt", {"pntAmt": 100}, exclude_tools={"getMbrList"}, choose="first")

    assert [step.tool for step in made.steps] == ["regMbrPnt"]
    ruled_out = {one["producers"][0]: (one["plugin"], one["reason"]) for one in synthesis(made)["vetoes"]}
    assert ruled_out == {
        "getOrdList": ("commerce", "a member number is never taken from a list of orders"),
        "getGoodsRvwList": ("commerce", "a member number is never taken from a list of reviews"),
        "getOrd": ("commerce", "nobody said which order the member is of"),
    }


def test_the_member_of_one_order_is_no_list(house: ToolGraph) -> None:
    """Who ordered a given order is known from that order."""
    made = plan(house, "issCpn", {"ordNo": "O1", "cpnNo": "C1"})

    assert [step.tool for step in made.steps] == ["getOrd", "issCpn"]
    assert made.steps[-1].args == {"cpnNo": "C1", "mbrNo": "${s1.rsltData.mbrNo}"}


def test_refunds_are_approved(house: ToolGraph) -> None:
    """A change of a refund waits for a person; reading one, and other changes, do not."""
    made = plan(house, "regRfnd", {"clmNo": "C1", "rfndAmt": 1000, "bankCd": "088"})

    assert [(one["tool"], one["plugin"]) for one in synthesis(made)["approvals"]] == [("regRfnd", "commerce")]
    assert "approvals" not in synthesis(plan(house, "getRfnd", {"rfndNo": "R1"}))
    assert "approvals" not in synthesis(plan(house, "delRvw", {"rvwNo": "V1"}))


def test_refunds_of_others_are_theirs() -> None:
    """A shop whose document is in plain English has its own rules."""
    post = {"operationId": "createRefund", "responses": {"201": {"description": "ok"}}}
    document = {"openapi": "3.0.3", "info": {"title": "Shop", "version": "1"}, "paths": {"/refunds": {"post": post}}}
    plugins = others().with_(graph_tool_call_commerce, id="commerce")

    assert "approvals" not in synthesis(plan(ToolGraph.from_openapi(document, plugins=plugins), "createRefund"))
    post["summary"] = "환불 등록"
    assert "approvals" in synthesis(plan(ToolGraph.from_openapi(document, plugins=plugins), "createRefund"))


def test_enum_words(bare: ToolGraph) -> None:
    """배송중 is DLV_ING by the plugin's words, and 20 by the house's own codes; without the plugin it is asked for."""
    house = graph(with_plugin=True, codes={"ordStatCd": {"배송중": "20"}})

    assert plan(house, "getDlvList", {"dlvStatCd": "배송중"}).steps[-1].args["dlvStatCd"] == "DLV_ING"
    assert plan(house, "getOrdList", {"ordStatCd": "배송중"}).steps[-1].args["ordStatCd"] == "20"
    assert "ordStatCd" in slots(plan(bare, "getOrdList", {"ordStatCd": "배송중"}))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A table of common codes as the shop has it."""
    path = tmp_path / "codes.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE common_code (grp_cd TEXT, cd TEXT, cd_nm TEXT)")
        connection.executemany("INSERT INTO common_code VALUES (?, ?, ?)", CODES)
    return path


def test_a_word_means_a_code_of_the_table(bare: ToolGraph, database: Path) -> None:
    """신한은행 is 088, and VIP is V; without the plugin the words themselves go out."""
    house = graph(with_plugin=True, database=str(database))
    given = {"clmNo": "C1", "rfndAmt": 1000, "bankCd": "신한은행"}

    assert plan(house, "regRfnd", given).steps[-1].args["bankCd"] == "088"
    assert plan(house, "modMbrGrd", {"mbrNo": "M7", "mbrGrdCd": "vip"}).steps[-1].args["mbrGrdCd"] == "V"
    assert plan(bare, "regRfnd", given).steps[-1].args["bankCd"] == "신한은행"


def test_what_may_be_chosen_stands_in_the_table(database: Path) -> None:
    """Where nothing is given a person chooses by name; who offers it, and how sure that is, is told."""
    house = graph(with_plugin=True, database=str(database))

    slot = slots(plan(house, "regRfnd", {"clmNo": "C1", "rfndAmt": 1}))["bankCd"]

    assert list(zip(slot["enum"], slot["enum_labels"], strict=True)) == [("004", "국민은행"), ("088", "신한은행")]
    assert slot["choices"] == {"plugin": "commerce", "confidence": 0.95, "reason": "the common codes BANK_CD"}


def test_the_database_is_only_read_and_closed(database: Path) -> None:
    """A file that nobody may write does; it stays as it was, and can be removed right after."""
    before = database.read_bytes()
    database.chmod(0o444)

    plan(graph(with_plugin=True, database=str(database)), "regRfnd", {"clmNo": "C1", "rfndAmt": 1})

    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == ["codes.db"]


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"database": "gone.db"}, r"there is no file '.*gone\.db'; mend the setting `database`"),
        ({"database": "text.db"}, r"file is not a database; see the settings"),
        ({"code_table": {"table": "codes"}}, r"no such table: codes; see the settings"),
        ({"code_table": {"name": "nm"}}, r"no such column: nm; see the settings"),
        ({"code_table": {"name": "a] FROM x --"}}, r"is no name of a table or a column"),
    ],
)
def test_a_database_that_cannot_be_read_is_told(database: Path, settings: dict[str, Any], text: str) -> None:
    """The error names the plugin, the file and the setting; no plan is made as if there were no codes."""
    (database.parent / "text.db").write_text("no database, but long enough to be taken for one " * 20, encoding="utf-8")
    given = settings | {"database": str(database.parent / settings.get("database", database.name))}

    with pytest.raises(HookFailedError, match=f"plugin 'commerce'.*{text}"):
        plan(graph(with_plugin=True, **given), "regRfnd", {"clmNo": "C1", "rfndAmt": 1})


def test_documents_in_plain_english_are_left_alone() -> None:
    """Installed beside other work, it says nothing where nobody abbreviates: orderNo is what it was."""
    number = {"name": "orderNo", "in": "path", "required": True, "schema": {"type": "string"}}
    get = {"operationId": "getOrder", "parameters": [number], "responses": {"200": {"description": "ok"}}}
    paths = {"/orders/{orderNo}": {"get": get}}
    document = {"openapi": "3.0.3", "info": {"title": "Orders", "version": "1"}, "paths": paths}
    plugins = others()

    with_it = ToolGraph.from_openapi(document, plugins=plugins.with_(graph_tool_call_commerce, id="commerce"))

    contract = ToolGraph.from_openapi(document, plugins=plugins).tools["getOrder"]["metadata"]["api_contract"]
    said = with_it.tools["getOrder"]["metadata"]["api_contract"]
    assert [row["semantic_tag"] for row in said["consumes"]] == [row["semantic_tag"] for row in contract["consumes"]]
    assert "commerce" not in json.dumps(said)
