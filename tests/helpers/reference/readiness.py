"""The page on readiness reports, from their codes."""

from __future__ import annotations

from .text import NOTE, cell

HEAD = f"""\
# Readiness

{NOTE}

`graph-tool-call inspect` and the artifact's `readiness` say how ready a collection is for planning: `ready` (false as
soon as there is an error), `counts` by code, `coverage`, and `findings`, each with code, severity, meaning, next step,
count, and the first places in `where`. The codes are stable.

| code | severity | meaning | next step |
|---|---|---|---|
"""
COVERAGE = """
## Coverage

| figure | is the share of |
|---|---|
| `response_schema_coverage` | operations that answer with a body, and describe what is in it |
| `semantic_tag_coverage` | fields found to be identifiers whose resource is known |
| `required_source_coverage` | required inputs, fixed ones apart, that a reading operation supplies |

## Credentials of a plan

`graph_tool_call.plan.auth_readiness(plan, graph, credentials, scopes)`, and on the command line
`plan … --credentials NAME,NAME --scope NAME=SCOPE`, tell for each step of a plan whether the caller's credentials
suffice. Names only, never values. Alternatives of a security requirement are OR, the schemes in one are AND, an empty
one makes it optional.

| status | meaning |
|---|---|
"""


def make() -> str:
    """The page as text."""
    from graph_tool_call.contracts.issues import ISSUES
    from graph_tool_call.plan.explain.auth import STATUSES

    issues = [f"| `{c}` | {i.severity} | {cell(i.meaning)} | {cell(i.next_step)} |" for c, i in ISSUES.items()]
    statuses = [f"| `{status}` | {cell(meaning)} |" for status, meaning in STATUSES.items()]
    return HEAD + "\n".join(issues) + "\n" + COVERAGE + "\n".join(statuses) + "\n"
