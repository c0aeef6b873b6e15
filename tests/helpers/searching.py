"""Small tools, and what a host session with the bundled plugins offers to search and selection."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from graph_tool_call.hooks import Candidate, Contradiction, Evidence, Preference, SignalSpec, Term, Text
from graph_tool_call.hooks.signals import OF_CORE, Signals
from graph_tool_call.model import Opinion
from graph_tool_call.pluginset import PluginHost, PluginSet

TEXT_PLUGINS = ("english", "korean_lexicon", "cjk")


def tool(
    name: str,
    method: str,
    path: str,
    summary: str = "",
    *,
    inputs: Sequence[Mapping[str, Any]] = (),
    outputs: Sequence[Mapping[str, Any]] = (),
    tags: Sequence[str] = (),
    deprecated: bool = False,
    **ai: Any,
) -> dict[str, Any]:
    """A tool dict as an artifact has it."""
    metadata: dict[str, Any] = {
        "method": method,
        "path": path,
        "summary": summary,
        "openapi": {"operation_id": name},
        "api_contract": {"consumes": list(inputs), "produces": list(outputs), "links": []},
        "ai_metadata": ai,
    }
    if deprecated:
        metadata["deprecated"] = True
    return {"name": name, "description": summary, "tags": list(tags), "metadata": metadata}


def slot(name: str, tag: str = "", type_: str = "string") -> dict[str, Any]:
    """A required path parameter."""
    return {"name": name, "path": name, "location": "path", "required": True, "field_type": type_, "semantic_tag": tag}


def named(*tools: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Tools by name."""
    return {one["name"]: one for one in tools}


def session(rarity: Callable[[str], float] = lambda _term: 1.0, learning: Sequence[Mapping[str, Any]] = ()) -> Any:
    """A query session of the bundled plugins."""
    return _host().query_session(rarity, learning)


@cache
def _host() -> PluginHost:
    """One for all: its plugins are looked for once."""
    return PluginHost(PluginSet.installed())


def declared() -> Signals:
    """The signals of the bundled plugins."""
    return _host().signals


#: Signals that are known where no plugin is: those of the evidence that tests make.
SIGNALS: Signals = {
    spec.name: Opinion("test", spec)
    for spec in (
        SignalSpec(name="action", weight=0.35, contradicts=Contradiction(target=-0.4, other=0.2)),
        SignalSpec(name="contract", weight=0.15, noise=0.2, noise_opposed=0.5),
        SignalSpec(name="deprecation", weight=0.2, noise=0.0, contradicts=Contradiction(target=-0.01, other=0.0)),
        SignalSpec(name="learning", weight=0.1, unranked=0.0, supports=False, compared=False),
        SignalSpec(name="remainder", weight=0.0, unranked=0.4, supports=False),
        SignalSpec(name="resource", weight=0.2, noise_opposed=0.55),
        SignalSpec(name="scope", weight=0.2, noise_opposed=0.45, contradicts=Contradiction(by=0.8)),
        SignalSpec(name="shape", weight=0.2, contradicts=Contradiction(target=-0.5, other=0.5, both=("resource",))),
        SignalSpec(
            name="surface",
            weight=0.0,
            unranked=0.9,
            noise=0.1,
            noise_opposed=0.3,
            contradicts=Contradiction(other=0.8, by=0.15, beside=(("remainder", -0.05),)),
        ),
        *OF_CORE,
    )
}


def silent(query: str, candidates: Sequence[Candidate]) -> tuple[Opinion[Evidence], ...]:
    """Evidence of nobody."""
    return ()


def says(*rows: tuple[str, str, float]) -> Callable[[str, Sequence[Candidate]], tuple[Opinion[Evidence], ...]]:
    """Evidence made of (candidate, signal, score)."""

    def evidence(query: str, candidates: Sequence[Candidate]) -> tuple[Opinion[Evidence], ...]:
        names = {candidate.name for candidate in candidates}
        made = (Evidence(candidate=c, signal=s, score=v, matched=("word",), reason="said") for c, s, v in rows)
        return tuple(Opinion("test", one) for one in made if one.candidate in names)

    return evidence


def judges(
    *rows: tuple[str, str, float] | Preference,
) -> Callable[[str, Sequence[Candidate]], tuple[Sequence[Opinion[Evidence]], Sequence[Opinion[Preference]]]]:
    """Evidence made of (candidate, signal, score), and what the question prefers."""
    evidence = says(*(row for row in rows if not isinstance(row, Preference)))
    preferred = [Opinion("test", row) for row in rows if isinstance(row, Preference)]
    return lambda query, candidates: (evidence(query, candidates), preferred)


def plain(texts: Sequence[Text]) -> tuple[tuple[Term, ...], ...]:
    """Terms of nobody: the core splits by itself."""
    return tuple(() for _ in texts)


SHOP = named(
    tool(
        "listOrders",
        "get",
        "/orders",
        "List orders",
        canonical_action="read",
        primary_resource="order",
        result_shape="list",
    ),
    tool(
        "getOrder",
        "get",
        "/orders/{orderId}",
        "Get an order",
        inputs=[slot("orderId", "order_id")],
        canonical_action="read",
        primary_resource="order",
        result_shape="single",
    ),
    tool(
        "createOrder",
        "post",
        "/orders",
        "Create an order",
        canonical_action="create",
        primary_resource="order",
        result_shape="mutation",
    ),
    tool(
        "deleteOrder",
        "delete",
        "/orders/{orderId}",
        "Delete an order",
        inputs=[slot("orderId", "order_id")],
        canonical_action="delete",
        primary_resource="order",
        result_shape="mutation",
        destructive=True,
    ),
    tool(
        "listOrderItems",
        "get",
        "/orders/{orderId}/items",
        "List items of an order",
        inputs=[slot("orderId", "order_id")],
        canonical_action="read",
        primary_resource="order_item",
        result_shape="list",
    ),
    tool(
        "listCustomers",
        "get",
        "/customers",
        "List customers",
        canonical_action="read",
        primary_resource="customer",
        result_shape="list",
    ),
)
