"""Small inputs that every contract is run against: plain ones, odd ones, and large ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import (
    Candidate,
    Collection,
    Consumer,
    Documents,
    EnumRequest,
    Field,
    Need,
    Operation,
    OptionsRequest,
    ProducerCandidate,
    Text,
    ToolFacts,
)

from .schemas import schemas

#: Names that documents really have, or that break what is written without care: empty,
#: blank, other scripts, combining marks, punctuation, markup, path syntax, and very long.
ODD_NAMES: Final = (
    "",
    " ",
    "_",
    "-",
    "0",
    "$",
    "a.b[*]",
    "{id}",
    "X-Rate-Limit",
    "__proto__",
    "étage",
    "e\u0301tage",
    "고객번호",
    "顧客番号",
    "\u202eid",
    "😀",
    "line\nbreak",
    "nul\x00",
    "%2F",
    "<b>id</b>",
    "id" * 2_000,
    "Ab" * 2_000 + "!",
    "a_" * 2_000,
    " " * 4_000 + "x",
)


@attrs.frozen
class Batch:
    """One operation with its fields, as classifiers get them."""

    operation: Operation
    fields: tuple[Field, ...]


def make_field(
    ref: int,
    name: str,
    *,
    direction: str = "consumes",
    location: str = "query",
    type: str = "string",  # noqa: A002 - the field's own name
) -> Field:
    """A field of no schema, as a test writes it."""
    path = f"$.{name}" if location in ("body", "response") else name
    return Field(ref=ref, direction=direction, name=name, path=path, location=location, type=type)


def make_operation(method: str = "get", path: str = "/", summary: str = "", tags: Sequence[str] = ()) -> Operation:
    """An operation without parameters, as a test writes it."""
    name = "_".join(part.strip("{}") for part in (method, *path.split("/")) if part)
    return Operation(
        key=f"{method.upper()} {path}", method=method, path=path, name=name[:64], summary=summary, tags=tuple(tags)
    )


def _batch(operation: Operation, rows: Iterable[tuple[str, str, str, str]]) -> Batch:
    fields = (
        make_field(ref, name, direction=direction, location=location, type=type_)
        for ref, (name, direction, location, type_) in enumerate(rows)
    )
    return Batch(operation, tuple(fields))


def batches() -> tuple[Batch, ...]:
    """Operations as they are: nothing to see, reading one, listing, creating, deleting."""
    out = "produces"
    return (
        Batch(make_operation(path="/health"), ()),
        _batch(
            make_operation(path="/users/{id}", summary="Get a user", tags=("users",)),
            [
                ("id", "consumes", "path", "integer"),
                ("id", out, "response", "integer"),
                ("name", out, "response", "string"),
            ],
        ),
        _batch(
            make_operation(path="/orders", summary="List orders", tags=("orders",)),
            [
                *((name, "consumes", "query", "string") for name in ("userId", "status", "page", "size", "sort", "q")),
                ("X-Api-Key", "consumes", "header", "string"),
                *((name, out, "response", "string") for name in ("orderNo", "cstNo", "created_at", "total")),
            ],
        ),
        _batch(
            make_operation("post", "/orders/{orderNo}/items", "Add an item", ("orders",)),
            [
                ("orderNo", "consumes", "path", "string"),
                ("sku", "consumes", "body", "string"),
                ("quantity", "consumes", "body", "integer"),
                ("itemId", out, "response", "string"),
            ],
        ),
        _batch(make_operation("delete", "/orders/{orderNo}", "Cancel"), [("orderNo", "consumes", "path", "string")]),
    )


def odd_batches() -> tuple[Batch, ...]:
    """Operations with odd and very long names, unknown types, and next to nothing said."""
    odd = tuple(
        attrs.evolve(
            make_field(ref, name, direction=("consumes", "produces")[ref % 2], location=("body", "response")[ref % 2]),
            type=("", "string", "object", "unheard-of")[ref % 4],
            enum=(None, 1, "x", True) if ref % 3 == 0 else None,
            parents=tuple(ODD_NAMES[:ref]),
            owners=("",) * (ref + 1),
        )
        for ref, name in enumerate(ODD_NAMES)
    )
    silent = Operation(key="TRACE ", method="trace", path="", name="x")
    return (
        Batch(silent, odd),
        Batch(make_operation("get", "/" + "/".join(ODD_NAMES), "é" * 4_000), ()),
        Batch(silent, (attrs.evolve(odd[0], parents=("deep",) * 200, owners=("",) * 201),)),
    )


def wide_batch(count: int) -> Batch:
    """One operation with *count* fields."""
    rows = (
        (f"field{at}Id", ("consumes", "produces")[at % 2], ("body", "response")[at % 2], "string")
        for at in range(count)
    )
    return _batch(make_operation("post", "/wide"), rows)


def collection_of(operations: Iterable[Operation]) -> Collection:
    """A document with these operations."""
    return Collection(title="Sample", spec_version="3.0.3", operations=tuple(operations), schemas=schemas())


# --- planning -----------------------------------------------------------------------


def make_tool(method: str, path: str, summary: str = "", action: str = "", resource: str = "") -> ToolFacts:
    """A tool as planning and selection see it."""
    operation = make_operation(method, path)
    return ToolFacts(
        name=operation.name,
        method=method,
        path=path,
        summary=summary,
        action=action,
        resource=resource,
        changes_state=method != "get",
        destructive=method == "delete",
    )


def tools() -> tuple[ToolFacts, ...]:
    """A small shop, and a tool that says nothing about itself."""
    return (
        make_tool("get", "/users/{id}", "Get a user", "read", "user"),
        make_tool("get", "/orders", "List orders", "search", "order"),
        make_tool("get", "/orders/{orderNo}", "Get an order", "read", "order"),
        make_tool("post", "/orders", "Create an order", "create", "order"),
        make_tool("delete", "/orders/{orderNo}", "Cancel an order", "delete", "order"),
        ToolFacts(name="silent"),
    )


def consumer(tool: ToolFacts, producers: Iterable[ToolFacts], name: str = "orderNo") -> Consumer:
    """*tool* in need of *name*, which each of *producers* could give, one and in lists."""
    need = Need(ref=0, name=name, path=name, location="path", type="string", semantic_tag="order_no", resource="order")
    candidates = tuple(
        ProducerCandidate(
            ref=ref,
            need=0,
            tool=producer,
            name=name,
            path=("$.{}", "$.items[*].{}")[ref % 2].format(name),
            type="string",
            semantic_tag="order_no",
            match=("tag", "name", "edge")[ref % 3],
            many=bool(ref % 2),
        )
        for ref, producer in enumerate(producers)
    )
    return Consumer(tool=tool, needs=(need,), candidates=candidates)


def consumers() -> tuple[Consumer, ...]:
    """Nobody offers; everybody offers; all of it again under odd names."""
    all_tools = tools()
    return (
        consumer(all_tools[2], ()),
        consumer(all_tools[2], all_tools),
        consumer(all_tools[-1], all_tools),
    )


def odd_consumers() -> tuple[Consumer, ...]:
    """Consumers, producers and fields with odd and very long names."""
    odd = tuple(
        ToolFacts(name=f"t{at}", path=name, summary=name, action=name, resource=name, tags=(name,))
        for at, name in enumerate(ODD_NAMES)
    )
    return tuple(consumer(odd[at], odd, name) for at, name in enumerate(ODD_NAMES) if at % 4 == 0)


def wide_consumer(count: int) -> Consumer:
    """A consumer with *count* candidates."""
    wide = (make_tool("get", f"/things{at}/{{id}}", "Get a thing", "read", "thing") for at in range(count))
    return consumer(tools()[2], wide)


def enum_requests() -> tuple[EnumRequest, ...]:
    """Words for a status, in English and Korean, and for choices that are no text."""
    tool = tools()[1]
    status = EnumRequest(
        tool=tool,
        field="status",
        choices=("OPEN", "COMPLETE", "CANCELLED"),
        labels=("Open", "Completed", "Cancelled"),
        word="completed",
    )
    return (
        status,
        attrs.evolve(status, word="open"),
        attrs.evolve(status, word="취소", labels=()),
        attrs.evolve(status, choices=(1, 2, 3), labels=("one", "two", ""), word="two"),
        attrs.evolve(status, choices=(True, False, None), labels=(), word="yes"),
    )


def odd_enum_requests() -> tuple[EnumRequest, ...]:
    """Odd words for odd choices, and no choice at all."""
    tool = tools()[-1]
    odd = EnumRequest(tool=tool, field="", choices=ODD_NAMES, word="")
    return (attrs.evolve(odd, choices=()), *(attrs.evolve(odd, word=name) for name in ODD_NAMES))


def options_requests() -> tuple[OptionsRequest, ...]:
    """A field without any producer, and one with several."""
    return tuple(_options(one) for one in consumers())


def odd_options_requests() -> tuple[OptionsRequest, ...]:
    """The same with odd and very long names."""
    return tuple(_options(one) for one in odd_consumers())


def wide_options_request(count: int) -> OptionsRequest:
    """A field with *count* candidates."""
    return _options(wide_consumer(count))


def _options(one: Consumer) -> OptionsRequest:
    return OptionsRequest(
        tool=one.tool,
        field=one.needs[0].name,
        semantic_tag=one.needs[0].semantic_tag,
        candidates=tuple(one.candidates),
        siblings={candidate.ref: ("name", "status")[: candidate.ref % 3] for candidate in one.candidates},
    )


# --- search and selection -----------------------------------------------------------


def texts() -> tuple[Text, ...]:
    """Names, sentences, paths and questions, in English and Korean."""
    return tuple(
        Text(value=value, source=source)
        for value, source in (
            ("listOrders", "name"),
            ("List all orders of a user", "summary"),
            ("/users/{userId}/orders", "path"),
            ("show me the orders of user 42", "query"),
            ("주문 목록 조회", "query"),
            ("orderNo", "field"),
            ("orders", "tag"),
            ("COMPLETE", "enum"),
        )
    )


def odd_texts() -> tuple[Text, ...]:
    """Odd and very long texts, as queries and as names."""
    return tuple(Text(value=name, source=source) for name in ODD_NAMES for source in ("query", "name"))


def wide_texts(count: int) -> tuple[Text, ...]:
    """*count* different texts."""
    return tuple(Text(value=f"List the orders of customer group {at}", source="summary") for at in range(count))


def candidates(facts: Iterable[ToolFacts]) -> tuple[Candidate, ...]:
    """*facts* as what a retrieval found, the best first; the last was not retrieved."""
    rows = tuple(facts)
    return tuple(
        Candidate(
            name=tool.name,
            tool=tool,
            rank=-1 if at == len(rows) - 1 else at,
            score=1.0 / (at + 1),
            consumes=("orderNo", "status"),
            required=("orderNo",) if at % 2 else (),
            produces=("orderNo", "total"),
        )
        for at, tool in enumerate(rows)
    )


@attrs.frozen
class Question:
    """A query with its candidates, as judges get them."""

    query: str
    candidates: tuple[Candidate, ...]


def questions() -> tuple[Question, ...]:
    """Questions about a small shop, and one that found nothing."""
    found = candidates(tools())
    asked = ("list orders", "cancel order 42", "how many orders are open?", "주문을 취소해줘", "orderNo")
    return (Question("list orders", ()), *(Question(query, found) for query in asked))


def odd_questions() -> tuple[Question, ...]:
    """Odd and very long questions about odd tools."""
    odd = (ToolFacts(name=f"t{at}", path=name, summary=name, resource=name) for at, name in enumerate(ODD_NAMES))
    found = candidates(odd)
    return tuple(Question(name, found) for name in ODD_NAMES)


def wide_question(count: int) -> Question:
    """A question with *count* candidates."""
    facts = (make_tool("get", f"/things{at}", f"List things {at}", "search", "thing") for at in range(count))
    return Question("list the things of user 42", candidates(facts))


@attrs.frozen
class Search:
    """A query over the operations of a collection, as finders get them."""

    query: str
    documents: Documents


def documents(rows: Iterable[tuple[str, str]]) -> Documents:
    """Operations by (name, text)."""
    names, texts = zip(*rows, strict=True)
    digest = hashlib.sha256("\x00".join((*names, *texts)).encode("utf-8", "surrogatepass")).hexdigest()
    return Documents(names=names, texts=texts, digest=digest)


def other_documents() -> Documents:
    """The operations of another small shop under the same names, each doing what another does in the first."""
    rows = [(tool.name, tool.summary) for tool in tools()]
    return documents(zip([name for name, _ in rows], [text for _, text in reversed(rows)], strict=True))


def searches() -> tuple[Search, ...]:
    """Questions about a small shop, in English and Korean."""
    shop = documents(sorted((tool.name, tool.summary) for tool in tools()))
    return tuple(Search(query, shop) for query in ("list orders", "get rid of an order", "주문을 취소해줘", "qzxvwkj"))


def odd_searches() -> tuple[Search, ...]:
    """Odd and very long questions over odd texts, and one over nothing."""
    odd = documents((f"t{at:02}", name) for at, name in enumerate(ODD_NAMES))
    nothing = Documents(names=(), texts=(), digest=hashlib.sha256().hexdigest())
    return (Search("list orders", nothing), *(Search(name, odd) for name in ODD_NAMES))


def wide_search(count: int) -> Search:
    """A question over *count* operations."""
    return Search("list things 7", documents((f"listThings{at:04}", f"List things {at}") for at in range(count)))
