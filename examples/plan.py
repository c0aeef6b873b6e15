"""From a target to a plan: which calls supply what is missing, what is assumed, and what is asked."""

from pathlib import Path

from graph_tool_call.graphify import build_openapi_collection_artifact
from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

artifact = build_openapi_collection_artifact(Path(__file__).with_name("library.yaml"))
synthesizer = PathSynthesizer(artifact)

plan = synthesizer.synthesize(
    target="listCopies",
    entities={"q": "The Left Hand of Darkness"},
    goal="Where can I find The Left Hand of Darkness?",
)
for step in plan.steps:
    print(step.id, step.tool, step.args)
for assumption in plan.metadata["synthesis"]["assumptions"]:
    print("assumed:", assumption["message"])

# A call that changes something never guesses which member is meant: it says which list to choose from.
try:
    synthesizer.synthesize(target="closeMembership", entities={})
except PlanSynthesisError as error:
    details = error.to_dict()
    print(details["reason"], "->", details["producer_name"], details["options_path"], details["label_field_hints"])

# With the name given, the list is filtered and nothing has to be asked.
plan = synthesizer.synthesize(target="listMemberLoans", entities={"name": "Ada Byron", "status": "overdue"})
for step in plan.steps:
    print(step.id, step.tool, step.args)
