"""What a request is taken for, before anything is planned: read, corrected, and obeyed."""

from pathlib import Path

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import read_request
from graph_tool_call.plan import PathSynthesizer, UnreadValueError

graph = ToolGraph.from_openapi(Path(__file__).with_name("library.yaml"))
planner = PathSynthesizer(graph)

# A name may be the member's or the branch's: it has no place, and nothing is changed on a guess.
given = {"isbn": "9780441478125", "member": "Ada Byron", "name": "Mill Street"}
request = read_request(graph, goal="Reserve the book", entities=given, target="reserveBook")
for unread in request.unread:
    print("unread:", unread.word, "=", unread.value, "-", ", ".join(unread.considered))
try:
    planner.synthesize(target="reserveBook", request=request)
except UnreadValueError as error:
    print("refused:", error.reason)

# One word settles it.
given["branch.name"] = given.pop("name")
request = read_request(graph, goal="Reserve the book", entities=given, target="reserveBook")
for setting in request.settings:
    print("set:", setting.input, "=", setting.value)
for thing in request.things:
    print("described:", thing.noun, [(one.attribute, one.value) for one in thing.where], "for", *thing.roles)

# It is data: a form, a person or a model may hand it back, and planning obeys it.
plan = planner.synthesize(target="reserveBook", request=request.to_dict())
print(plan.steps[-1].args)
