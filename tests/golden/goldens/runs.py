"""Own plans with their recorded answers: what can happen to a run, one thing each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

ADA, BLAISE, ADA_AGAIN = (
    {"id": "m-7", "name": "Ada Byron", "homeBranchId": "b-1"},
    {"id": "m-9", "name": "Blaise Pascal", "homeBranchId": "b-2"},
    {"id": "m-8", "name": "Ada Byron", "homeBranchId": "b-2"},
)
LOAN = {"id": "l-1", "isbn": "9780441478125", "status": "overdue", "due": "2026-11-02"}


def step(number: int, tool: str, args: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """One step as a stored plan has it."""
    return {"id": f"s{number}", "tool": tool, "args": dict(args), **more}


def plan(*steps: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A stored plan that answers with its last step."""
    return {"goal": "", "steps": list(steps), "output_binding": f"${{s{len(steps)}}}", **more}


def members(*found: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """The answer of the list of members."""
    return {"tool": "listMembers", "body": {"total": len(found), "items": list(found)}, **more}


def by_name(path: str = "items") -> str:
    """The id of the member called Ada Byron."""
    return f"${{s1.{path}[?name == 'Ada Byron'].id}}"


#: The key of the choice between members of that name.
WHICH_ADA = "s1.items[?name == 'Ada Byron']"
LIST = step(1, "listMembers", {})
LOANS_OF_ADA = plan(LIST, step(2, "listMemberLoans", {"memberId": by_name(), "status": "overdue"}))
CLOSE_ADA = plan(LIST, step(2, "closeMembership", {"memberId": by_name()}))
LOANS = {"tool": "listMemberLoans", "body": {"items": [LOAN]}}
CLOSED = {"tool": "closeMembership", "status": 204, "body": None}
GET_MEMBER = plan(step(1, "getMember", {"memberId": "m-7"}))
RENEW = plan(step(1, "renewLoan", {"loanId": "l-1"}))
ASKING = plan(step(1, "listMemberLoans", {"memberId": "${user_input.memberId}", "status": "${user_input.status}"}))
BUSY = {"tool": "getMember", "status": 503, "body": {"message": "busy"}}
FOUND = {"tool": "getMember", "status": 200, "body": ADA}

#: Plans over the library of the examples.
RUNS: Sequence[Mapping[str, Any]] = (
    {"name": "success", "plan": LOANS_OF_ADA, "answers": [members(ADA, BLAISE), LOANS]},
    {"name": "trace metadata", "plan": GET_MEMBER, "answers": [FOUND], "trace_metadata": {"desk": 3}},
    {"name": "reading, nobody of that name", "plan": LOANS_OF_ADA, "answers": [members(BLAISE), LOANS]},
    {"name": "reading, two of that name", "plan": LOANS_OF_ADA, "answers": [members(ADA, ADA_AGAIN), LOANS]},
    {"name": "changing, one of that name", "plan": CLOSE_ADA, "answers": [members(ADA, BLAISE), CLOSED]},
    {"name": "changing, nobody of that name", "plan": CLOSE_ADA, "answers": [members(BLAISE), CLOSED]},
    {"name": "changing, two of that name", "plan": CLOSE_ADA, "answers": [members(ADA, ADA_AGAIN), CLOSED]},
    {
        "name": "changing, two of that name, and one is chosen",
        "plan": CLOSE_ADA,
        "parts": [
            {"answers": [members(ADA, ADA_AGAIN)]},
            {"answers": [], "choices": {WHICH_ADA: {"id": "m-6"}}},
            {"answers": [CLOSED], "choices": {WHICH_ADA: {"id": "m-8"}}},
        ],
    },
    {"name": "a choice that nothing asks for", "plan": CLOSE_ADA, "answers": [CLOSED], "choices": {"s1.rows": 0}},
    {
        "name": "changing, one of that name, and more pages",
        "plan": CLOSE_ADA,
        "answers": [{"tool": "listMembers", "body": {"total": 90, "items": [ADA, BLAISE]}}, CLOSED],
    },
    {"name": "an empty list", "plan": LOANS_OF_ADA, "answers": [members(), LOANS]},
    {
        "name": "first of an empty list",
        "plan": plan(LIST, step(2, "getMember", {"memberId": "${s1.items.0.id}"})),
        "answers": [members()],
    },
    {"name": "an answer of another shape", "plan": LOANS_OF_ADA, "answers": [{"tool": "listMembers", "body": [ADA]}]},
    {
        "name": "an answer of another shape is read where it is clear",
        "plan": plan(LIST, step(2, "getMember", {"memberId": "${s1.items.0.id}"})),
        "answers": [{"tool": "listMembers", "body": {"data": {"items": [ADA]}}}, FOUND],
        "options": {"on_error": "recover"},
    },
    {"name": "a failure", "plan": GET_MEMBER, "answers": [{"tool": "getMember", "status": 404, "body": {"code": 7}}]},
    {"name": "no answer recorded", "plan": GET_MEMBER, "answers": []},
    {
        "name": "an error inside a success",
        "plan": GET_MEMBER,
        "answers": [{"tool": "getMember", "status": 200, "body": {"success": False, "error": "no such member"}}],
    },
    {"name": "a retry", "plan": GET_MEMBER, "answers": [BUSY, FOUND], "options": {"on_error": "retry"}},
    {"name": "retries in vain", "plan": GET_MEMBER, "answers": [BUSY], "options": {"on_error": "retry"}},
    {
        "name": "a retry when the server says so",
        "plan": GET_MEMBER,
        "answers": [{**BUSY, "status": 429, "retry_after": 7}, FOUND],
        "options": {"on_error": "retry"},
    },
    {
        "name": "a change is not repeated",
        "plan": RENEW,
        "answers": [{"tool": "renewLoan", "status": 503, "body": None}, {"tool": "renewLoan", "body": LOAN}],
        "options": {"on_error": "retry"},
    },
    {
        "name": "a change without an answer",
        "plan": RENEW,
        "answers": [{"tool": "renewLoan", "error": "no answer in time", "error_kind": "timeout"}],
        "options": {"on_error": "retry"},
    },
    {
        "name": "a change that is known to be idempotent",
        "plan": RENEW,
        "answers": [{"tool": "renewLoan", "status": 503, "body": None}, {"tool": "renewLoan", "body": LOAN}],
        "options": {"on_error": "retry"},
        "retry": {"idempotent": ["renewLoan"], "attempts": 2},
    },
    {"name": "input is missing", "plan": ASKING, "answers": [LOANS]},
    {"name": "input is given", "plan": ASKING, "answers": [LOANS], "inputs": {"memberId": "m-7", "status": "open"}},
    {
        "name": "input is given piece by piece",
        "plan": ASKING,
        "answers": [LOANS],
        "parts": [{"inputs": {"memberId": "m-7"}}, {"inputs": {"status": "open"}}, {}],
    },
    {
        "name": "taken up after a failure",
        "plan": LOANS_OF_ADA,
        "parts": [
            {"answers": [members(ADA), {"tool": "listMemberLoans", "status": 500, "body": None}]},
            {"answers": [LOANS]},
        ],
    },
    {
        "name": "taken up after a change without an answer",
        "plan": RENEW,
        "parts": [
            {"answers": [{"tool": "renewLoan", "error": "no answer in time", "error_kind": "timeout"}]},
            {"answers": [{"tool": "renewLoan", "body": LOAN}]},
            {"answers": [], "decisions": {"s1": {"output": LOAN}}},
        ],
    },
    {"name": "cancelled", "plan": LOANS_OF_ADA, "answers": [members(ADA), LOANS], "cancel_after": 1},
    {
        "name": "arguments that do not fit",
        "plan": plan(step(1, "listMemberLoans", {"memberId": 7, "status": "late", "loan": 1})),
        "answers": [LOANS],
        "options": {"validate_args": "check"},
    },
    {
        "name": "arguments are made to fit",
        "plan": plan(step(1, "listMembers", {"page": "2"})),
        "answers": [members(ADA)],
        "options": {"validate_args": "coerce"},
    },
    {
        "name": "once for each element",
        "plan": plan(LIST, step(2, "getMember", {"memberId": "${item.id}"}, foreach="${s1.items}")),
        "answers": [members(ADA, BLAISE), {**FOUND, "args": {"memberId": "m-7"}}, {**FOUND, "body": BLAISE}],
    },
    {
        "name": "once for each of none",
        "plan": plan(LIST, step(2, "getMember", {"memberId": "${item.id}"}, foreach="${s1.items}")),
        "answers": [members()],
    },
    {
        "name": "a failure at the second element",
        "plan": plan(LIST, step(2, "closeMembership", {"memberId": "${item.id}"}, foreach="${s1.items}")),
        "answers": [
            members(ADA, BLAISE),
            {**CLOSED, "args": {"memberId": "m-7"}},
            {"tool": "closeMembership", "status": 409, "body": {"message": "there are loans"}},
        ],
    },
    {
        "name": "a secret is not told",
        "plan": plan(step(1, "registerMember", {"name": "Ada", "email": "a@b.example", "password": "hunter2"})),
        "answers": [{"tool": "registerMember", "status": 201, "body": {**ADA, "password": "hunter2"}}],
    },
    {"name": "a plan without the tool", "plan": plan(step(1, "burnBook", {"isbn": "9"})), "answers": []},
)

_ORDERS = plan(
    step(1, "searchOrders", {"orderNumber": "A-1"}),
    step(2, "createRefund", {"orderId": "${s1.items.0.id}", "reason": "LATE"}),
)
_REFUND = {"tool": "createRefund", "status": 201, "body": {"id": "ref_1", "orderId": "ord_1", "reason": "LATE"}}


def _found(*numbers: str) -> dict[str, Any]:
    items = [{"id": f"ord_{place}", "orderNumber": number} for place, number in enumerate(numbers, 1)]
    return {"tool": "searchOrders", "body": {"items": items, "total": len(items)}}


#: Plans over the demo's shop.
SHOP_RUNS: Sequence[Mapping[str, Any]] = (
    {"name": "a change of the one that is found", "plan": _ORDERS, "answers": [_found("A-1"), _REFUND]},
    {"name": "a change of the first that is found", "plan": _ORDERS, "answers": [_found("A-1", "A-10"), _REFUND]},
    {"name": "a change of what is not found", "plan": _ORDERS, "answers": [_found(), _REFUND]},
)
