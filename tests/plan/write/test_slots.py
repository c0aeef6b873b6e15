"""Names of questions: each input is asked for under a name of its own, and is answered under that name."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import consume, planner, produce, tool

from graph_tool_call.model import Plan
from graph_tool_call.plan import PlanRunner, PlanSynthesisError


def body(path: str, tag: str = "", **more: Any) -> dict[str, Any]:
    name = path.rsplit(".", 1)[-1].removesuffix("[*]")
    return consume(name, tag, location="body", path=path, json_path=path, **more)


def inside(path: str, tag: str = "", **more: Any) -> dict[str, Any]:
    """A field that is required where the object that it lies in is given."""
    return body(path, tag, required=False, required_if_parent=True, **more)


PARCEL = [
    body("$.sender", field_type="object"),
    inside("$.sender.name"),
    body("$.receiver", field_type="object"),
    inside("$.receiver.name"),
]


def made(*rows: dict[str, Any], path: str = "/parcels", **entities: Any) -> Plan:
    target = tool("send", rows, method="post", path=path)
    return planner(target, unread="allow").synthesize(target="send", entities=entities)


def asked(plan: Plan) -> list[str]:
    return [slot["field_name"] for slot in plan.metadata["synthesis"]["user_input_slots"]]


def sent(plan: Plan, answers: dict[str, Any]) -> dict[str, Any]:
    """The arguments of the last call of a run with *answers*."""
    calls: list[dict[str, Any]] = []
    trace = PlanRunner(lambda _name, args: calls.append(args) or {}).run(plan, answers)
    assert trace.ok, trace.error
    return calls[-1]


SEVERAL = {
    "members of two objects": (PARCEL, ["sender_name", "receiver_name"]),
    "of one kind in two objects": (
        [PARCEL[0], inside("$.sender.name", "person_name"), PARCEL[2], inside("$.receiver.name", "person_name")],
        ["sender_name", "receiver_name"],
    ),
    "a query and a body": ([consume("lang"), body("$.lang")], ["query_lang", "body_lang"]),
    "three places": (
        [consume("code", location="path"), consume("code"), body("$.code")],
        ["path_code", "query_code", "body_code"],
    ),
    "a member and the body": ([body("$.name"), *PARCEL[:2]], ["body_name", "sender_name"]),
    "of one kind with two names": (
        [body("$.fromAccountId", "account_id"), body("$.toAccountId", "account_id")],
        ["fromAccountId", "toAccountId"],
    ),
    "a name that another input has": (
        [body("$.sender_name"), *PARCEL],
        ["sender_name", "send_sender_name", "receiver_name"],
    ),
}


@pytest.mark.parametrize("case", SEVERAL)
def test_two_inputs_are_two_questions(case: str) -> None:
    """Each input has its own name and its own answer, in a run and when planned again with the answers."""
    rows, names = SEVERAL[case]
    path = "/parcels/{code}" if case == "three places" else "/parcels"
    plan = made(*rows, path=path)
    answers = {name: f"<{name}>" for name in names}

    again = made(*rows, path=path, **answers)

    assert names == asked(plan)
    assert [] == asked(again)
    assert sorted(answers.values()) == sorted(values(sent(plan, answers)))
    assert sent(plan, answers) == again.steps[-1].args


def values(args: Any) -> list[Any]:
    return [leaf for value in args.values() for leaf in values(value)] if isinstance(args, dict) else [args]


def test_a_key_that_the_body_repeats_is_one_question() -> None:
    """The key in the path and the same key in the body are one thing."""
    target = tool("put", [consume("id", "order_id", location="path"), body("$.id", "order_id")], method="put")
    plan = planner(target).synthesize(target="put")

    assert ["id", "id"] == asked(plan)
    assert {"id": "${user_input.id}", "body": {"id": "${user_input.id}"}} == plan.steps[0].args


def test_one_kind_in_two_calls_is_one_question() -> None:
    """A key that the target and a call before it take is asked for once."""
    items = tool("items", [consume("shop", "shop_id")], [produce("$.id", "item_id")])
    item = tool("item", [consume("store", "shop_id"), consume("item", "item_id")])

    assert {"store"} == set(asked(planner(item, items).synthesize(target="item")))


def test_names_of_the_words_of_a_path_are_recognised() -> None:
    """A field in an object is named by its path in any spelling, with its place and its tool in front or without."""
    for key in ("sender_name", "senderName", "sender.name", "body.sender.name", "send_sender_name"):
        plan = made(*PARCEL, **{key: "Kim"})
        assert {"sender": {"name": "Kim"}, "receiver": {"name": "${user_input.receiver_name}"}} == plan.steps[-1].args


def test_a_place_says_which_of_two_is_meant() -> None:
    """A value under a place goes there, and the one under the name alone to the other."""
    plan = made(consume("lang"), body("$.lang"), **{"lang": "de", "body.lang": "en"})

    assert {"lang": "de", "body": {"lang": "en"}} == plan.steps[-1].args


def test_a_choice_is_answered_under_its_name() -> None:
    """What a demanded choice is called is what the plan is made with the next time, also where two tools have it."""
    listed = [produce("$[*].id", "box_id"), produce("$[*].label")]
    tools = [
        tool("boxes", [consume("id")], listed),
        tool("move", [consume("id", "box_id", location="path"), consume("to", "shelf_id")], method="post"),
        tool("shelves", [consume("id")], [produce("$[*].id", "shelf_id")]),
    ]
    entities: dict[str, Any] = {}
    for _ in range(3):
        try:
            plan = planner(*tools, unread="allow").synthesize(target="move", entities=entities)
        except PlanSynthesisError as error:
            entities[error.to_dict()["field_name"]] = "7"
        else:
            break

    assert {"id": "7", "to": "7"} == plan.steps[-1].args
