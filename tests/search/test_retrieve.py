"""Retrieval over small collections with the bundled plugins."""

from __future__ import annotations

import json

import pytest
from searching import SHOP, SIGNALS, declared, named, plain, session, silent, slot, tool

from graph_tool_call.search import SearchIndex, retrieve

pytestmark = pytest.mark.bundled


def ask(query, tools=SHOP, *, producers=lambda _name: (), learning=(), **options):
    index = SearchIndex.build(tools, session().analyze)
    asked = session(index.rarity, learning)
    return retrieve(
        index,
        tools,
        query,
        analyze=asked.analyze,
        evidence=asked.evidence,
        signals=declared(),
        producers=producers,
        learning_suggestions=learning,
        **options,
    )


def names(answer):
    return [row["name"] for row in answer["results"]]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("show all orders", "listOrders"),
        ("get order 42", "getOrder"),
        ("what is in order 42", "getOrder"),
        ("place an order", "createOrder"),
        ("get rid of an order", "deleteOrder"),
        ("items of order 42", "listOrderItems"),
        ("주문 목록 조회", "listOrders"),
        ("주문 상세 조회", "getOrder"),
        ("주문을 등록해줘", "createOrder"),
        ("주문을 삭제해 주세요", "deleteOrder"),
        ("고객 목록", "listCustomers"),
    ],
)
def test_the_meant_operation_comes_first(query, first):
    """Verbs, number, keys and Korean words choose among siblings of one resource."""
    assert first == names(ask(query))[0]


def test_rows_have_the_documented_keys():
    """Name, score and tool always; the reasons when asked for."""
    bare = ask("list orders")["results"][0]
    full = ask("list orders", include_evidence=True)["results"][0]

    assert {"name", "score", "tool"} == set(bare)
    assert {"name", "score", "tool", "score_breakdown", "evidence", "expanded_from"} == set(full)
    assert SHOP["listOrders"] is full["tool"]
    assert {"signal", "score", "matched", "reason", "plugin"} == set(full["evidence"][0])
    json.dumps(full)


def test_scores_fall_and_stay_between_0_and_1():
    """Rows are in order of score."""
    scores = [row["score"] for row in ask("list orders")["results"]]

    assert sorted(scores, reverse=True) == scores
    assert all(0 <= score <= 1 for score in scores)


def test_the_intent_says_what_was_understood():
    """Kind of operation, its verb, the words, and whose things are meant."""
    intent = ask("delete my orders")["intent"]

    assert ("delete", ["delete"], ["mine"]) == (intent["action"], intent["verbs"], intent["scope"])
    assert "orders" in intent["words"]


@pytest.mark.parametrize("top_k", [0, 1, 3])
def test_no_more_rows_than_asked_for(top_k):
    """`top_k` is a limit for direct and expanded rows together."""
    answer = ask("orders", producers=lambda _name: ["listCustomers"], top_k=top_k)

    assert top_k == len(answer["results"]) == answer["stats"]["returned"]


@pytest.mark.parametrize("query", ["", "   ", "?!", "zebra giraffe"])
def test_a_question_without_known_words_finds_nothing(query):
    """Nothing matches, nothing is returned, nothing fails."""
    assert [] == ask(query)["results"]


def test_unknown_words_are_named():
    """What no operation has is reported, not silently dropped."""
    assert ["zebra"] == ask("list zebra orders")["stats"]["unknown_words"]


def test_producers_of_the_best_rows_come_last_and_say_why():
    """An expansion row names the row that wants it, and never stands above a direct hit."""
    tools = named(*SHOP.values(), tool("lookupKeys", "get", "/keys", "Look up keys"))
    answer = ask(
        "items of order 42",
        tools,
        producers=lambda name: ["lookupKeys"] if name == "listOrderItems" else [],
        include_evidence=True,
    )
    expanded = {row["name"]: row["expanded_from"] for row in answer["results"] if row["expanded_from"]}

    assert {"lookupKeys": "listOrderItems"} == expanded
    assert "lookupKeys" == names(answer)[-1]


def test_a_question_that_only_reads_is_not_offered_what_destroys():
    """The withheld operation is named in the statistics."""
    answer = ask("show the order that I should delete")
    reading = ask("show an order")

    assert "deleteOrder" in names(answer)
    assert ("deleteOrder" in names(reading), ["deleteOrder"]) == (False, reading["stats"]["withheld"])


def test_without_any_verb_what_destroys_is_not_first():
    """The words "order removal" may mean a deletion; the first row is taken by whoever looks at one only."""
    tools = named(
        tool("removal", "delete", "/orders/{orderId}", "Order removal", canonical_action="delete", destructive=True),
        tool("getOrder", "get", "/orders/{orderId}", "Get an order", canonical_action="read"),
    )
    answer = ask("order removal", tools)

    assert ["getOrder", "removal"] == names(answer)
    assert answer["results"][0]["score"] >= answer["results"][1]["score"]


@pytest.mark.parametrize("key", ["delete", "delete_reason", "deleted_order"])
def test_the_key_of_a_given_value_asks_for_no_destruction(key):
    """What destroys stays withheld from a question that reads, and behind for one without a verb."""
    reading, bare = ask("show order 42", given={key: "x"}), ask("order 42", given={key: "x"})

    assert ("deleteOrder" in names(reading), ["deleteOrder"]) == (False, reading["stats"]["withheld"])
    assert "deleteOrder" in names(bare)[1:]


def test_as_many_rows_as_are_asked_for():
    """The rows that are judged are no limit to the rows that are given."""
    tools = named(
        *(tool(f"listThings{i}", "get", f"/places/{i}/things", f"List things of place {i}") for i in range(50))
    )

    assert 45 == len(ask("list things", tools, top_k=45)["results"])


@pytest.mark.parametrize(
    ("query", "first"), [("when is the birthday of the author", "getAuthor"), ("list the authors", "listAuthors")]
)
def test_what_nothing_is_named_after_is_found_in_an_answer(query, first):
    """The response that has the field is meant, however many operations are about the rest of the question."""
    birthday = [{"name": "birthday", "path": "$.birthday"}, {"name": "name", "path": "$.name"}]
    tools = named(
        tool("listAuthors", "get", "/authors", "List authors", result_shape="list"),
        tool("searchAuthors", "get", "/search/authors", "Search authors", result_shape="list"),
        tool("getAuthor", "get", "/writers/{writerId}", "Get details", inputs=[slot("writerId")], outputs=birthday),
        tool("rateAuthor", "post", "/authors/{authorId}/ratings", "Rate an author", inputs=[slot("authorId")]),
    )

    assert first == names(ask(query, tools))[0]


def test_a_common_word_alone_opens_candidates():
    """A word that most operations have still finds them."""
    assert {"listOrders", "getOrder", "createOrder", "deleteOrder", "listOrderItems"} == set(names(ask("order")))


def test_longer_siblings_lose():
    """Words of an operation that nobody asked for count against it."""
    tools = named(
        tool("createIssueField", "post", "/issue-fields", "Create an issue field"),
        tool("createIssue", "post", "/issues", "Create an issue"),
        tool("createIssueType", "post", "/issue-types", "Create an issue type"),
    )

    assert "createIssue" == names(ask("create an issue", tools))[0]


def test_a_scope_that_nobody_asked_for_loses():
    """Without an organisation in the question, the operation on the caller's own comes first."""
    tools = named(
        tool("createInOrg", "post", "/orgs/{org}/repos", "Create a repository in an organization"),
        tool("createMine", "post", "/user/repos", "Create a repository for the authenticated user"),
    )

    assert "createMine" == names(ask("create a repository", tools))[0]
    assert "createInOrg" == names(ask("create a repository in my company's organization", tools))[0]


def test_deprecated_operations_lose_to_their_successors():
    """Everything else being equal, the one that is not deprecated is first."""
    tools = named(
        tool("aOld", "get", "/v1/teams", "List teams", deprecated=True), tool("bNew", "get", "/v2/teams", "List teams")
    )

    assert ["bNew", "aOld"] == names(ask("list teams", tools))


def test_suggestions_boost_a_little():
    """A promoted suggestion is a visible signal; it decides between near equals."""
    tools = named(tool("a", "get", "/a", "List things"), tool("b", "get", "/b", "List things"))
    suggestion = {"query": "list things", "target": "b", "confidence": 1.0, "status": "promoted"}

    rows = ask("list things", tools, learning=[suggestion], include_evidence=True)["results"]

    assert ["b", "a"] == [row["name"] for row in rows]
    assert 0 < rows[0]["score_breakdown"]["learning"] <= 0.1


def test_search_works_without_any_plugin():
    """No text plugin, no evidence: words are split by the core and counted."""
    index = SearchIndex.build(SHOP, plain)
    answer = retrieve(
        index, SHOP, "list customers", analyze=plain, evidence=silent, signals=SIGNALS, producers=lambda _name: ()
    )

    assert "listCustomers" == names(answer)[0]


def test_the_order_of_tools_does_not_matter():
    """The same rows and scores whatever order the collection is in."""
    backwards = dict(reversed(SHOP.items()))

    one, other = ask("show orders of customers"), ask("show orders of customers", backwards)

    assert [(r["name"], r["score"]) for r in one["results"]] == [(r["name"], r["score"]) for r in other["results"]]
