"""What cases that are no runs can still demand of requests: addresses, content types, credentials."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graph_tool_call.plan import PathSynthesizer, PlanStep

from . import sample
from .collection import Collection
from .running import plan_of, run_over
from .verify import Check
from .wire import Wire

SECRET = "s3cret-in-the-case"


def urls(collection: Collection, wanted: Mapping[str, str]) -> None:
    """The address that a call is sent to, with the arguments of the case."""
    given = collection.case.input.get("args", {})
    assert wanted == {
        operation: str(_request(collection, operation, given.get(operation, {})).url) for operation in wanted
    }


def content_type_sent(collection: Collection, wanted: Mapping[str, str]) -> None:
    """The content type of a request with sample arguments; a multipart type is followed by its boundary."""
    for operation, content_type in wanted.items():
        request = _request(collection, operation, sample.arguments(collection.consumes(operation)))
        assert content_type == request.headers["Content-Type"].partition(";")[0]


def _request(collection: Collection, operation: str, args: Mapping[str, Any]) -> Any:
    wire = Wire(collection)
    step = PlanStep(id="s1", tool=collection.names[operation], args=dict(args))
    outcome = run_over(wire, collection, plan_of([step]))
    assert outcome.trace.ok, outcome.text
    (request,) = wire.requests
    return request


def asked_from_user(collection: Collection, wanted: Sequence[str]) -> None:
    """With nothing known, these are asked, and no other data; context is the adapter's to give."""
    (operation,) = collection.operations_meant()
    plan = PathSynthesizer(collection.graph).synthesize(target=collection.names[operation])
    slots = plan.metadata["synthesis"]["user_input_slots"]
    assert sorted(wanted) == sorted(slot["field_name"] for slot in slots if slot["kind"] == "data")
    assert {"context"} >= {slot["kind"] for slot in slots} - {"data"}


def never_in_prompt_or_trace(collection: Collection, wanted: Sequence[str]) -> None:
    """Credentials stand neither in what a model sees, nor in arguments and slots, nor (their values) in a trace."""
    (operation,) = collection.operations_meant()
    tool = collection.tool(operation)
    assert set() == set(wanted) & {parameter["name"] for parameter in tool["parameters"]}
    plan = PathSynthesizer(collection.graph).synthesize(target=tool["name"])
    slots = plan.metadata["synthesis"]["user_input_slots"]
    assert set() == set(wanted) & {slot["field_name"] for slot in slots}
    assert set() == set(wanted) & set(plan.steps[-1].args)

    wire = Wire(collection)
    inputs = {slot["field_name"]: sample.value(slot) for slot in slots}
    outcome = run_over(wire, collection, plan, inputs=inputs, credentials=lambda _scheme: SECRET)
    assert outcome.trace.ok, outcome.text
    (request,) = wire.requests
    assert SECRET in f"{request.url} {request.headers}"
    assert SECRET not in json.dumps(outcome.trace.to_dict(), default=str)


WIRE_CHECKS: Mapping[str, Check[Collection]] = {
    "asked_from_user": asked_from_user,
    "content_type_sent": content_type_sent,
    "never_in_prompt_or_trace": never_in_prompt_or_trace,
    "urls": urls,
}
