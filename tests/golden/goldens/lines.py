"""The command lines, and the files that they read beside the examples' documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_MEMBERS = [{"id": "m-7", "name": "Ada Byron", "homeBranchId": "b-1"}, {"id": "m-9", "name": "Blaise Pascal"}]

#: Documents of a few lines: file name → text or data.
DOCUMENTS: Mapping[str, Any] = {
    "broken.yaml": "openapi: 3.1.0\npaths: [\n",
    "empty.json": {"openapi": "3.0.3", "info": {"title": "Nothing", "version": "1"}, "paths": {}},
    "notes.yaml": "fields:\n  - {operation: reserveBook, field: pickupBranchId, kind: context}\n",
}
#: Recorded answers, and a plan.
ANSWERS: Mapping[str, Any] = {
    "answers.json": [
        {"tool": "listMembers", "body": {"total": 2, "items": _MEMBERS}},
        {"tool": "getMember", "body": _MEMBERS[0]},
        {"tool": "listMemberLoans", "body": {"items": [{"id": "l-1", "isbn": "978", "status": "overdue"}]}},
        {"tool": "closeMembership", "status": 204, "body": None},
        {"tool": "reserveBook", "status": 201, "body": {"id": "r-1", "memberId": "m-7", "position": 2}},
        {"tool": "cancelOrder", "body": {"id": "ord_1", "status": "cancelled"}},
        {"tool": "renewLoan", "status": 409, "error": "somebody else waits for it"},
    ],
}

_RUN = "--executor replay --option responses=@answers.json"

COMMANDS: Sequence[str] = (
    "build library.yaml -o library.artifact.json",
    "build shop.json -o shop.artifact.json --json",
    "build broken.yaml -o broken.artifact.json",
    "inspect library.artifact.json",
    "inspect shop.artifact.json --json",
    "inspect empty.json --diagnostics",
    "inspect library.artifact.json --unresolved -",
    "inspect library.artifact.json --strict --diagnostics",
    "inspect absent.json",
    "search library.artifact.json 'Which books has this member borrowed?'",
    "search library.artifact.json 'lend a book for longer' -k 3 --evidence",
    "search shop.artifact.json 'where is my parcel' --json -k 2",
    "search library.artifact.json 'zzz qqq'",
    "select library.artifact.json 'Which books has this member borrowed?'",
    "select library.artifact.json 'Close the membership of Ada' --llm-target getMember",
    "select shop.artifact.json 'Refund an order that came too late'",
    "select shop.artifact.json 'Cancel the order' --json -k 1",
    "understand library.artifact.json 'Reserve a book' -e title=Dune -e member='Ada Byron' -e name='Mill Street'",
    "understand library.artifact.json 'Close the membership' -e member.email=ada@example.org -o request.json",
    "understand library.artifact.json --request request.json --json",
    "plan library.artifact.json --request request.json",
    "plan library.artifact.json --request request.json --target getMember",
    "plan library.artifact.json --target listMemberLoans -e name='Ada Byron' -e status=overdue",
    "plan library.artifact.json --target listMemberLoans -e name='Ada Byron' --json",
    "plan library.artifact.json --ask 'Show the overdue loans of a member' -e name=Ada",
    "plan library.artifact.json --target closeMembership",
    "plan library.artifact.json --target closeMembership -e name=Ada",
    "plan library.artifact.json --target closeMembership -e name=Ada -e phone=123",
    "plan library.artifact.json --target reserveBook -e isbn=9 -e name=Ada --annotations notes.yaml",
    "plan library.yaml --target reserveBook -e title=Dune -e memberId=m-7 --context pickupBranchId=b-1",
    "plan library.artifact.json --target renewLoan -e name=Ada -e title=Dune --choose first",
    "plan library.artifact.json --target listCopies -e q=Dune --alternatives 2",
    "plan library.artifact.json --target listCopies -e q=Dune --mermaid",
    "plan library.artifact.json --target listCopies -e q=Dune --arazzo",
    "plan library.artifact.json --target getMember --foreach memberId --credentials staffToken",
    "plan library.artifact.json --target getMembr",
    "plan library.artifact.json --target renewLoan -e name=Ada --mutating-producers never --json",
    "plan shop.artifact.json --target getShipmentLocation -e orderNumber=A-1",
    "plan shop.artifact.json --target createRefund -e orderNumber=A-1 -e reason=late",
    "plan shop.artifact.json --target createCustomer -e name=Ada",
    "plan shop.artifact.json --target cancelOrder -e name=Ada",
    "plan shop.artifact.json --target cancelOrder -e orderId=ord_1 -o cancel.json",
    "plan library.artifact.json --target closeMembership -e name=Ada -e phone=123 --allow-unread",
    "plan library.artifact.json --ask 'Close a membership' -e memberId=m-7",
    "plan library.artifact.json --ask 'Change the member' -e memberId=m-7",
    f"run library.artifact.json --target listMemberLoans -e name='Ada Byron' {_RUN}",
    f"run library.artifact.json --target getMember -e name='Ada Byron' {_RUN} --json",
    f"run library.artifact.json --target closeMembership -e name='Ada Byron' {_RUN}",
    f"run library.artifact.json --target closeMembership -e name='Ada Byron' {_RUN} --yes",
    f"run library.artifact.json --target closeMembership -e name=Nobody {_RUN} --yes",
    f"run library.artifact.json --target reserveBook -e isbn=9 -e memberId=m-7 {_RUN} --yes",
    f"run library.artifact.json --target reserveBook -e isbn=9 -e name='Ada Byron' {_RUN} --yes",
    f"run library.artifact.json --target renewLoan -e loanId=l-1 {_RUN} --yes",
    f"run library.artifact.json --ask 'List the members' {_RUN}",
    f"run library.artifact.json --ask 'Reserve a book' -e isbn=9 -e memberId=m-7 {_RUN} --yes",
    f"run shop.artifact.json --plan cancel.json {_RUN}",
    f"run shop.artifact.json --plan cancel.json {_RUN} --yes",
    f"run library.artifact.json --target registerMember -e name=Ada {_RUN} --yes",
    f"run library.artifact.json --target getMember -e memberId=m-7 --credential staffToken=LIBRARY_TOKEN {_RUN}",
    "run library.artifact.json --target getMember -e memberId=m-7 --executor pigeon",
    "explain library.artifact.json reserveBook",
    "explain library.artifact.json reserveBook memberId",
    "explain library.yaml getMember memberId --why-not registerMember",
    "explain library.artifact.json --ask 'Extend a loan'",
    "explain library.artifact.json renewLoan bookId",
    "demo",
    "demo --question 'Show the profile of a customer' -e name='Jonas Weber'",
    "searhc library.yaml members",
    "plan --help",
    "run --help",
)
