"""Intent parsing with fake models: what is read, what is snapped, what is refused."""

from __future__ import annotations

import pickle

import pytest

from graph_tool_call.plan import IntentError, ToolCatalogEntry, catalog_entries, parse_intent

CATALOG = [
    ToolCatalogEntry(name="getOrderDetail", summary="Order detail", consumes_tags=["order_no"]),
    ToolCatalogEntry(name="searchOrders", summary="Search orders"),
]
ANSWER = '{"target": "getOrderDetail", "entities": {"orderNo": "A-100", "x": null}, "confidence": 0.9}'


class Client:
    """A model behind `generate`, whose answer is an object with text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.prompts: list[str] = []

    def generate(self, prompt: str) -> Client:
        self.prompts.append(prompt)
        return self


@pytest.mark.parametrize(
    "text", [ANSWER, f"```json\n{ANSWER}\n```", f"Sure:\n```\n{ANSWER}\n```", f"It is {ANSWER}, I think."]
)
def test_json_is_read_wherever_it_stands(text):
    """Fenced, bare or inside a sentence: the object is found; null entities are left out; tags name the entities."""
    intent = parse_intent("order A-100", catalog=CATALOG, llm=lambda _prompt: text)

    assert ("getOrderDetail", {"order_no": "A-100"}, 0.9) == (intent.target, dict(intent.entities), intent.confidence)


def test_models_may_be_objects_with_generate():
    """Any object with `generate` will do, and it sees the question and every name of the catalog."""
    client = Client(ANSWER)

    assert "getOrderDetail" == parse_intent("order A-100", catalog=CATALOG, llm=client).target
    assert all(text in client.prompts[0] for text in ("order A-100", "getOrderDetail", "searchOrders", "order_no"))


@pytest.mark.parametrize("said", ["getorderdetail", "getOrderDetails", "get_OrderDetail"])
def test_near_targets_are_snapped_and_say_so(said):
    """A misspelt name becomes the one name that it is near to."""
    intent = parse_intent("q", catalog=CATALOG, llm=lambda _: {"target": said})

    assert ("getOrderDetail", said) == (intent.target, intent.snapped_from)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("no idea", "no_json"),
        ("[1, 2]", "not_an_object"),
        ("{}", "no_target"),
        ('{"target": "launchRocket"}', "unknown_target"),
        ('{"target": "searchOrders", "entities": ["a"]}', "not_an_object"),
    ],
)
def test_unusable_answers_are_refused_with_a_reason(answer, reason):
    """Garbage is a typed error with a reason, and it pickles."""
    with pytest.raises(IntentError) as caught:
        parse_intent("q", catalog=CATALOG, llm=lambda _: answer)

    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own bytes
    assert (reason, reason) == (caught.value.reason, again.to_dict()["reason"])


def test_an_empty_catalog_is_refused():
    """Without operations there is nothing to choose from."""
    with pytest.raises(IntentError, match="run retrieval first"):
        parse_intent("q", catalog=[], llm=lambda _: ANSWER)


@pytest.mark.parametrize(("said", "kept"), [(7, 1.0), (-1, 0.0), ("high", 0.5), (True, 0.5), (None, 0.5)])
def test_confidence_stays_between_0_and_1(said, kept):
    """What a model says of its confidence is clamped, and ignored when it is no number."""
    assert (
        kept
        == parse_intent("q", catalog=CATALOG, llm=lambda _: {"target": "searchOrders", "confidence": said}).confidence
    )


def test_the_catalog_of_retrieval_rows_is_compact():
    """Name, summary, action, resource and tags; no credentials."""
    consumes = [{"name": "orderNo", "semantic_tag": "order_no"}, {"name": "Authorization", "kind": "auth"}]
    ai = {"canonical_action": "read", "primary_resource": "order", "one_line_summary": "Order detail"}
    tool = {"name": "t", "metadata": {"ai_metadata": ai, "api_contract": {"consumes": consumes}}}

    (entry,) = catalog_entries([{"name": "t", "tool": tool}])

    assert ("t", "Order detail", "read", "order", ["order_no"]) == (
        entry.name,
        entry.summary,
        entry.canonical_action,
        entry.primary_resource,
        list(entry.consumes_tags),
    )
