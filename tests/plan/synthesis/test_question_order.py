"""A synthesizer gives the same plan whatever it was asked before."""

from __future__ import annotations

from hand_made import consume, planner, produce, tool

# boxes ← shelf ← boxes would be a cycle; halls give the shelf as well.
HALLS = tool("halls", [], [produce("$[*].shelf", "shelf_id")])
BOXES = tool("boxes", [consume("shelf", "shelf_id", location="path")], [produce("$[*].id", "box_id")])
LABEL = tool(
    "label",
    [consume("box", "box_id", location="path")],
    [produce("$.shelf", "shelf_id"), produce("$.printer", "printer_id")],
)
PRINTER = tool("printer", [consume("printer", "printer_id", location="path")])
TOOLS = (HALLS, BOXES, LABEL, PRINTER)


def test_earlier_questions_change_nothing() -> None:
    """A box is found through `boxes`, also after a question about `boxes`, which must not lead through itself."""
    alone = planner(*TOOLS).synthesize(target="printer")
    asked_before = planner(*TOOLS)
    asked_before.synthesize(target="boxes")
    assert ["halls", "boxes", "label", "printer"] == [step.tool for step in alone.steps]
    assert alone.steps == asked_before.synthesize(target="printer").steps
