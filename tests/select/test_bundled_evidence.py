"""Selection with the bundled plugins: the documented examples, and sibling operations."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from searching import SHOP, named, session, slot, tool

from graph_tool_call.graphify import select_target_candidate
from graph_tool_call.hooks.candidates import candidate_parts

pytestmark = pytest.mark.bundled

MEMBER = slot("memberNo", "member_no")


def members(**detail):
    return named(
        tool(
            "getMemberDeliveryList",
            "get",
            "/members/{memberNo}/deliveries",
            "",
            inputs=[MEMBER],
            canonical_action="read",
            primary_resource="member_delivery",
            result_shape="list",
        ),
        tool(
            "getMemberDeliveryDetail",
            "get",
            "/members/{memberNo}/deliveries/{deliverySeq}",
            "",
            inputs=[MEMBER, slot("deliverySeq", "delivery_seq")],
            canonical_action="read",
            primary_resource="member_delivery",
            **detail,
        ),
        tool(
            "getMemberInfo",
            "get",
            "/members/{memberNo}",
            "",
            inputs=[MEMBER],
            canonical_action="read",
            primary_resource="member",
            result_shape="single",
        ),
    )


LABELS = named(
    tool("listLabels", "get", "/repos/{repo}/labels", "List labels", tags=["labels"], result_shape="list"),
    tool("getLabel", "get", "/repos/{repo}/labels/{name}", "Get a label", inputs=[slot("name")]),
    tool("deleteLabel", "delete", "/repos/{repo}/labels/{name}", "Delete a label", inputs=[slot("name")]),
    tool("getUser", "get", "/user", "Get the authenticated user", deprecated=True),
)
NAMES = ["getMemberDeliveryList", "getMemberDeliveryDetail", "getMemberInfo"]


@pytest.mark.parametrize(
    "query", ["회원 배송지 상세 정보를 조회해줘", "show the details of a member's delivery address"]
)
def test_a_detail_question_takes_the_detail_from_its_list_sibling(query):
    """The documented example, in Korean and in English."""
    selection = select_target_candidate(
        query=query, candidates=NAMES, tools=members(result_shape="single"), llm_target="getMemberDeliveryList"
    )

    assert ("getMemberDeliveryDetail", True) == (selection["selected_target"], selection["overrode_llm"])
    assert "llm_target_overridden" in selection["reason_codes"]


def test_without_a_visible_shape_there_is_no_override():
    """A name alone does not prove what an operation answers with."""
    tools = {
        name: {"name": name, "description": "", "metadata": {"ai_metadata": {"canonical_action": "read"}}}
        for name in NAMES
    }
    selection = select_target_candidate(
        query="회원 배송지 상세 정보를 조회해줘", candidates=NAMES, tools=tools, llm_target="getMemberDeliveryList"
    )

    assert ("getMemberDeliveryList", False) == (selection["selected_target"], selection["overrode_llm"])


def test_the_list_is_kept_for_a_list_question():
    """The same siblings the other way round: nothing is overridden."""
    selection = select_target_candidate(
        query="회원 배송지 목록 조회",
        candidates=NAMES,
        tools=members(result_shape="single"),
        llm_target="getMemberDeliveryList",
    )

    assert "getMemberDeliveryList" == selection["selected_target"]


def test_near_equal_candidates_keep_the_model_s_choice():
    """The documented weak margin: ambiguity is said, not hidden."""
    tools = named(
        tool("getOrderInfo", "get", "/orders/{orderNo}"), tool("getOrderSummary", "get", "/orders/{orderNo}/summary")
    )
    selection = select_target_candidate(
        query="주문 정보 조회",
        candidates=["getOrderInfo", "getOrderSummary"],
        tools=tools,
        llm_target="getOrderSummary",
    )

    assert ("getOrderSummary", False) == (selection["selected_target"], selection["overrode_llm"])


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("show shipping address", "getAddress"),
        ("show the accounts", "listAccounts"),
        ("add an address", "addAddress"),
        ("how many accounts are there", "countAccounts"),
    ],
)
def test_words_match_whole(query, wanted):
    """An address asks for no adding, accounts for no count."""
    tools = named(
        tool("addAddress", "post", "/addresses", "Add an address", canonical_action="create"),
        tool(
            "getAddress",
            "get",
            "/addresses/{id}",
            "Get a shipping address",
            inputs=[slot("id")],
            canonical_action="read",
            result_shape="single",
        ),
        tool(
            "countAccounts", "get", "/accounts/count", "Count accounts", canonical_action="read", result_shape="count"
        ),
        tool("listAccounts", "get", "/accounts", "List accounts", canonical_action="read", result_shape="list"),
    )

    assert wanted == select_target_candidate(query=query, candidates=sorted(tools), tools=tools)["selected_target"]


def test_a_model_that_chose_a_write_for_a_read_is_corrected():
    """The kind of operation contradicts the target."""
    selection = select_target_candidate(
        query="show all orders", candidates=sorted(SHOP), tools=SHOP, llm_target="createOrder"
    )

    assert ("listOrders", ["llm_target_overridden"]) == (selection["selected_target"], selection["reason_codes"])


def test_reasons_are_words_of_the_plugins():
    """Each piece of evidence says why, and whose it is."""
    selection = select_target_candidate(query="delete order 42", candidates=sorted(SHOP), tools=SHOP)
    first = selection["candidate_evidence"][0]
    reasons = {said["signal"]: (said["plugin"], said["reason"]) for said in first["evidence"]}

    assert "deleteOrder" == first["name"]
    assert ("action", "both say 'delete'") == reasons["action"]
    assert ("contract_fit", "it takes the key that the question gives; its contract has order") == reasons["contract"]


def test_a_verb_is_done_by_making_what_it_names():
    """One pins by making a pin, not by deleting it; the verb that undoes what is asked for contradicts."""
    room, message = slot("roomId"), slot("messageId")
    tools = named(
        tool("createPin", "put", "/messages/{messageId}/pins", "Create a pin", inputs=[message]),
        tool("deletePin", "delete", "/messages/{messageId}/pins", "Delete a pin", inputs=[message]),
        tool("createMessage", "post", "/messages", "Create a message"),
        tool("archiveRoom", "post", "/rooms/{roomId}/archive", "Archive a room", inputs=[room]),
        tool("unarchiveRoom", "post", "/rooms/{roomId}/unarchive", "Unarchive a room", inputs=[room]),
    )

    def action(query):
        rows = select_target_candidate(query=query, candidates=sorted(tools), tools=tools)["candidate_evidence"]
        return {r["name"]: e["score"] for r in rows for e in r["evidence"] if e["signal"] == "action"}

    pinning, archiving = action("pin this message"), action("archive the room")
    assert pinning["deletePin"] < 0 < pinning["createMessage"] < pinning["createPin"]
    assert archiving["unarchiveRoom"] < 0 < archiving["archiveRoom"]


QUESTIONS = ("show all labels", "delete the label bug", "라벨 목록 조회", "who am i")


def evidence_of(asked, query, names):
    """Evidence for some of the tools, as plain data."""
    candidates = [candidate_parts(name, LABELS[name]).at(rank, 1.0) for rank, name in enumerate(names)]
    return [(opinion.plugin, opinion.value) for opinion in asked.evidence(query, candidates)]


def test_what_was_asked_before_changes_no_evidence():
    """A session that kept the last question gives the evidence of a new one, whatever stood between."""
    one, names = session(), tuple(LABELS)
    alone = {query: evidence_of(session(), query, names) for query in QUESTIONS}

    for query in (*QUESTIONS, QUESTIONS[0], QUESTIONS[0], QUESTIONS[1]):
        # All as a search asks, then some as a selection does.
        for asked in (names, names[2:], names[:1]):
            expected = [said for said in alone[query] if said[1].candidate in asked]
            assert expected == evidence_of(one, query, asked)


def test_selecting_looks_at_no_tool_twice():
    """Candidates of the last question are answered with what was said of them."""
    one = session()
    first = evidence_of(one, QUESTIONS[1], tuple(LABELS))

    again = evidence_of(one, QUESTIONS[1], tuple(LABELS))

    known = {plugin for (plugin, before), (_, after) in zip(first, again, strict=True) if before is after}
    assert {"action", "lexical", "resource_match", "scope"} <= known


def test_threads_share_a_session():
    """Questions asked at once in several threads have the evidence that each has alone."""
    one, names = session(), tuple(LABELS)
    alone = {query: evidence_of(session(), query, names) for query in QUESTIONS}
    asked = [QUESTIONS[at % len(QUESTIONS)] for at in range(40)]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda query: evidence_of(one, query, names), asked))

    assert [alone[query] for query in asked] == found
