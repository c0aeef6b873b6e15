"""A workflow as a plan that runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from graph_tool_call.errors import ArazzoError
from graph_tool_call.hooks import ABSENT, ToolInputs
from graph_tool_call.hooks.plans import (
    INPUT_ROOTS,
    PLACES,
    Key,
    Plan,
    PlanStep,
    Reference,
    Row,
    Template,
    row_name,
    rows_of,
    tool_facts,
)

from .document import Document, Workflow
from .values import ASKED, references, to_args
from .walk import Call, Problem, Walked

IsSecret = Callable[[str], bool]

#: What to do next about a part that a plan cannot keep, by the code of the problem.
_NEXT_STEPS: Final[Mapping[str, str]] = {
    "control_flow": "make a workflow of the part without it",
    "criteria": "take the criterion out, or take the workflow as unchecked",
    "unknown_operation": "build the collection from the document that has it",
    "unknown_workflow": "give the document that has it as well",
    "unreadable_expression": "see what can be read in the guide on Arazzo",
}


def choose_workflow(document: Document, workflow_id: str = "") -> Workflow:
    """The workflow of that id, or the only one. Raises `ArazzoError`."""
    known = ", ".join(list(document.workflows)[:20])
    if workflow_id:
        if workflow_id not in document.workflows:
            message = f"has no workflow {workflow_id!r}; there are: {known or 'none'}"
            raise ArazzoError("unknown_workflow", message, document.source, "/workflows")
        return document.workflows[workflow_id]
    if len(document.workflows) != 1:
        message = f"has {len(document.workflows)} workflows: {known or 'none'}"
        raise ArazzoError("ambiguous_workflow", message, document.source, "/workflows", "name one of them")
    return next(iter(document.workflows.values()))


def to_plan(
    walked: Walked, document: Document, workflow: Workflow, tools: Mapping[str, Any], is_secret: IsSecret
) -> Plan:
    """The plan that does what *workflow* does.

    Its inputs become questions (`user_input_slots`). Credentials are left out: whoever runs
    the plan sends them; one that the document has as a literal becomes a question.

    Raises:
        ArazzoError: the workflow has a part that a plan cannot keep; `pointer` is its place.
    """
    broken = [problem for problem in walked.problems if not problem.keeps_whole]
    if broken:
        raise _refusal(broken)
    if not walked.calls:
        raise ArazzoError("invalid_document", "has no step", document.source, workflow.place)
    writer = _Writer(document, workflow, tools, is_secret)
    steps = [writer.step(call) for call in walked.calls]
    return Plan(
        id=workflow.id,
        goal=workflow.summary,
        steps=steps,
        output_binding=_output(walked, steps),
        metadata=writer.metadata(walked),
    )


def _refusal(broken: list[Problem]) -> ArazzoError:
    first = broken[0]
    more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
    return ArazzoError(first.code, first.message + more, first.document, first.place, _NEXT_STEPS.get(first.code, ""))


def _output(walked: Walked, steps: list[PlanStep]) -> str:
    """What the plan gives: the only output of the workflow, or all that the last step answers."""
    if len(walked.outputs) == 1 and isinstance(only := next(iter(walked.outputs.values())), Reference):
        return str(only)
    return "${" + steps[-1].id + "}"


class _Writer:
    """One plan in the making."""

    def __init__(self, document: Document, workflow: Workflow, tools: Mapping[str, Any], is_secret: IsSecret) -> None:
        self._document = document
        self._workflow = workflow
        self._tools = tools
        self._is_secret = is_secret
        self._slots: dict[str, dict[str, Any]] = {}
        self._asked: list[dict[str, str]] = []
        #: Call → all that run before it.
        self._before: dict[str, set[str]] = {}
        #: Whether a call has changed something; the calls since then, that one first.
        self._changed = False
        self._since: list[str] = []

    def step(self, call: Call) -> PlanStep:
        """The step of one call."""
        inputs = ToolInputs(self._tools[call.tool])
        parameters = {
            key: self._without_secrets(value, key[1], call.step.place) for key, value in call.parameters.items()
        }
        body = self._without_secrets(call.body, "", call.step.place)
        self._ask(call, inputs, parameters, body)
        args = _arguments(inputs, {key: to_args(value) for key, value in parameters.items()}, to_args(body))
        if args is None:
            message = f"{call.tool} does not take these arguments"
            raise ArazzoError("unknown_parameter", message, self._document.source, call.step.place)
        read = {reference.root for reference in references([*parameters.values(), body])} - {*INPUT_ROOTS}
        return PlanStep(
            id=call.id, tool=call.tool, args=args, depends_on=self._waits(call, read), rationale=call.description
        )

    def _waits(self, call: Call, read: set[str]) -> list[str]:
        """The calls that *call* comes after: those that it reads, and what keeps changes in their order.

        The steps of a workflow run one after the other. In a plan those that do not depend on each
        other may run side by side; a call that changes something must not be one of them.
        """
        changes = tool_facts(call.tool, self._tools[call.tool]).changes_state
        before = set(read).union(*(self._before[one] for one in read))
        waits = set(read)
        for one in reversed(self._since if changes else self._since[:1] if self._changed else []):
            if one not in before:
                waits.add(one)
                before |= {one, *self._before[one]}
        self._before[call.id] = before
        if changes:
            self._changed, self._since = True, []
        self._since.append(call.id)
        return sorted(waits, key=_number)

    def metadata(self, walked: Walked) -> dict[str, Any]:
        """What the plan says about itself."""
        rows = [
            {"code": problem.code, "message": problem.message, "place": problem.place} for problem in walked.problems
        ]
        target = walked.calls[-1].tool
        return {
            "target": target,
            "synthesis": {
                "target": target,
                "user_input_slots": list(self._slots.values()),
                "auth": [row for tool in dict.fromkeys(call.tool for call in walked.calls) for row in self._auth(tool)],
            },
            "arazzo": {
                "document": self._document.source,
                "workflow": self._workflow.id,
                "outputs": {name: to_args(value) for name, value in walked.outputs.items()},
                "not_kept": rows + self._asked,
            },
        }

    def _auth(self, tool: str) -> Iterator[dict[str, Any]]:
        """Credentials that a tool takes: names and places, as synthesised plans have them."""
        for row in rows_of(self._tools[tool], "consumes"):
            if row.get("kind") == "auth":
                scheme = {"scheme": row["scheme"]} if "scheme" in row else {}
                found = {"tool": tool, "name": row_name(row), "location": str(row.get("location") or "")}
                yield found | {"required": bool(row.get("required"))} | scheme

    def _without_secrets(self, value: Any, name: str, place: str) -> Any:
        """*value* with a question for each literal that stands under the name of a credential."""
        if isinstance(value, Mapping):
            return {key: self._without_secrets(member, str(key), place) for key, member in value.items()}
        if isinstance(value, list):
            return [self._without_secrets(member, name, place) for member in value]
        if value is None or value is ABSENT or isinstance(value, (Reference, Template)) or not self._is_secret(name):
            return value
        message = f"{name} is asked for: the document has it in clear text"
        self._asked.append({"code": "credential_asked", "message": message, "place": place})
        return Reference(ASKED, (Key(name),))

    # --- questions ---

    def _ask(self, call: Call, inputs: ToolInputs, parameters: Mapping[tuple[str, str], Any], body: Any) -> None:
        for (location, name), value in parameters.items():
            row = inputs.row(location, name) or {}
            for reference in references(value):
                self._slot(call, reference, {**row, "name": name, "location": location, "path": name})
        for reference, path, name in _body_references(body, "$", ""):
            row = inputs.body.get(path, {})
            self._slot(call, reference, {**row, "name": name, "location": "body", "path": path})

    def _slot(self, call: Call, reference: Reference, row: Row) -> None:
        first = reference.segments[0] if reference.segments else None
        if reference.root != ASKED or not isinstance(first, Key) or first.name in self._slots:
            return
        schema = self._workflow.inputs.get(first.name)
        out: dict[str, Any] = {
            "step_id": call.id,
            "tool": call.tool,
            "field_name": first.name,
            "required": True,
            "kind": str(row.get("kind") or "data"),
            "location": row["location"],
            "semantic_tag": str(row.get("semantic_tag") or ""),
            "reason": "user_input_fallback",
            "parameter": row["name"],
            "path": row["path"],
        }
        # What the workflow says of its input comes before what the operation says of its field.
        whole = len(reference.segments) == 1
        out |= _form({**({k: v for k, v in row.items() if k != "type"} if whole else {}), **_schema(schema)})
        if self._is_secret(first.name):
            out = {key: value for key, value in out.items() if key not in {"default", "example"}}
        if isinstance(schema, Mapping) and "default" in schema:
            message = f"{first.name} is asked for: a plan has no defaults of its own"
            place = f"{self._workflow.place}/inputs"
            self._asked.append({"code": "default_asked", "message": message, "place": place})
        self._slots[first.name] = out


#: Keys that contract rows and questions share.
_FORM: Final = ("field_type", "format", "description", "enum", "default", "example", "pattern", "nullable")


def _form(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: facts[name] for name in _FORM if name in facts}


def _schema(schema: Any) -> dict[str, Any]:
    """The facts of a JSON Schema under the names that contract rows have."""
    if not isinstance(schema, Mapping):
        return {}
    found = {name: schema[name] for name in _FORM if name in schema and name != "field_type"}
    kinds = schema.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
    if plain := [kind for kind in kinds if kind != "null" and isinstance(kind, str)]:
        found["field_type"] = plain[0]
    if "null" in kinds:
        found["nullable"] = True
    examples = schema.get("examples")
    if isinstance(examples, list) and examples:
        found.setdefault("example", examples[0])
    return found


def _body_references(value: Any, path: str, name: str) -> Iterator[tuple[Reference, str, str]]:
    if isinstance(value, Mapping):
        for key, member in value.items():
            yield from _body_references(member, path + ToolInputs.segment(str(key)), str(key))
    elif isinstance(value, list):
        for member in value:
            yield from _body_references(member, f"{path}[*]", name)
    else:
        for reference in references(value):
            yield reference, path, name


def _arguments(inputs: ToolInputs, parameters: Mapping[tuple[str, str], Any], body: Any) -> dict[str, Any] | None:
    """Arguments that go to these places: flat where that is clear, else by location; None where neither is."""
    members = dict(body) if isinstance(body, Mapping) else {} if body is ABSENT else {"body": body}
    flat = {name: value for (_, name), value in parameters.items()} | members
    grouped: dict[str, Any] = {}
    for (location, name), value in parameters.items():
        grouped.setdefault(location, {})[name] = value
    if body is not ABSENT:
        grouped["body"] = body
    whole = {
        **{name: value for (_, name), value in parameters.items()},
        **({"body": body} if body is not ABSENT else {}),
    }
    for args in (flat, whole, grouped):
        found = inputs.sort(args)
        placed = {(item.location, item.name): item.value for item in found.items if item.location in PLACES[:-1]}
        if not found.unknown and placed == dict(parameters) and found.body == body:
            return args
    return None


def _number(step_id: str) -> int:
    return int(step_id[1:])
