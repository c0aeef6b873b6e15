"""The page on the rules of planning, from the rules themselves."""

from __future__ import annotations

from .text import NOTE, cell

HEAD = f"""\
# Rules of planning

{NOTE}

A plan is the cheapest derivation of its target, and every part of its cost is asked by a rule.
`PathSynthesizer(graph, policy={{"unscoped": 3.0}})` weighs rules anew by their names, and
`policy=Weights().without("unscoped")` leaves rules out. Weights are in units of one read call; a name that
no rule has is a `ValueError`. [What steers a plan](../explanation/planning-signals.md) says what each is worth.

| rule | weight | when it is asked, or for what a derivation is worth more |
|---|---|---|
"""
MEASURES = """
What these costs are measured by can be set under its name, too:

| name | value | meaning |
|---|---|---|
"""


def make() -> str:
    """The page as text."""
    from graph_tool_call.plan.rules import table, weights

    rules = [f"| `{name}` | {rule.weight:g} | {cell(rule.reason)} |" for name, rule in table.RULES.items()]
    rows = [f"| `{name}` | {value:g} | {cell(meaning)} |" for name, (value, meaning) in weights.MEASURES.items()]
    return HEAD + "\n".join(rules) + "\n" + MEASURES + "\n".join(rows) + "\n"
