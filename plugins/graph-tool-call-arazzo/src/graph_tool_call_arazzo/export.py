"""A plan as an Arazzo document (1.0.1 or 1.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from graph_tool_call.errors import ArazzoError
from graph_tool_call.hooks import ABSENT, Argument, ToolInputs, body_type
from graph_tool_call.hooks.plans import INPUT_ROOTS, ITEM_ROOT, Plan, PlanStep, Reference, Row, Template, tool_facts

from .runtime import IDENTIFIER, is_plain
from .written import BINDINGS, Inputs, IsSecret, Outputs, Place, fit, operand_of, unused

#: What `version` may be, and what then stands in the document.
VERSIONS: Final = {"1.0.1": "1.0.1", "1.0": "1.0.1", "1.1": "1.1.0", "1.1.0": "1.1.0"}

#: Name of the one source of a document.
SOURCE: Final = "api"

#: A call has succeeded when its status says so (RFC 9110, 15.3), here as in the runner of plans.
SUCCESS: Final = "$statusCode >= 200 && $statusCode < 300"

Parse = Callable[[str], Template]


def plan_to_arazzo(
    plan: Plan,
    tools: Mapping[str, Any],
    *,
    parse: Parse,
    is_secret: IsSecret,
    version: str = "1.0.1",
    source_url: str = "openapi.json",
) -> dict[str, Any]:
    """The document that other runners can read *plan* from.

    Args:
        plan: The plan.
        tools: Name → tool, with contracts.
        parse: Reads a text with bindings.
        is_secret: Whether a field of that name is a credential. Credentials become inputs without a value;
            those that a security scheme sends are left to the runner.
        version: "1.0.1" or "1.1".
        source_url: Where the OpenAPI document is, seen from the Arazzo document.

    Raises:
        ArazzoError: the version, or Arazzo at all, has no words for a part of the plan; `pointer` says which.
    """
    if version not in VERSIONS:
        raise ArazzoError("unknown_version", f"there is no Arazzo {version!r}; written are 1.0.1 and 1.1", "plan")
    if not plan.steps:
        raise ArazzoError("not_expressible", "a workflow has at least one step, the plan has none", "plan")
    return _Writer(plan, tools, parse, is_secret, VERSIONS[version]).document(source_url)


class _Writer:
    """One document in the making."""

    def __init__(self, plan: Plan, tools: Mapping[str, Any], parse: Parse, is_secret: IsSecret, version: str) -> None:
        self._plan = plan
        self._tools = tools
        self._parse = parse
        self._is_secret = is_secret
        self._version = version
        slots = plan.metadata.get("synthesis", {}).get("user_input_slots", ())
        self._inputs = Inputs(slots, is_secret)
        self._ids: dict[str, str] = {}
        self._outputs: dict[str, Outputs] = {}
        self._shared = Counter(tool_facts(name, tool).operation_id for name, tool in tools.items())

    def document(self, source_url: str) -> dict[str, Any]:
        """The whole of it."""
        plan = self._plan
        title = plan.goal or f"Calls that lead to {plan.steps[-1].tool}"
        steps = [self._step(step) for step in plan.steps]
        results = self._results()
        workflow: dict[str, Any] = {"workflowId": fit(plan.id, "workflow"), "summary": title}
        if self._inputs.properties:
            workflow["inputs"] = self._inputs.schema()
        for step, made in zip(plan.steps, steps, strict=True):
            if self._outputs[step.id].rows:
                made["outputs"] = self._outputs[step.id].rows
        workflow["steps"] = steps
        if results:
            workflow["outputs"] = results
        if self._inputs.bindings:
            workflow[BINDINGS] = self._inputs.bindings
        return {
            "arazzo": self._version,
            "info": {"title": title, "version": "1.0.0"},
            "sourceDescriptions": [{"name": SOURCE, "url": source_url, "type": "openapi"}],
            "workflows": [workflow],
        }

    def _results(self) -> dict[str, Any]:
        if not self._plan.output_binding:
            return {}
        place = Place("output_binding")
        return {"result": self._text(self._plan.output_binding, {}, place)}

    def _step(self, step: PlanStep) -> dict[str, Any]:
        place = Place(step.id)
        if step.tool not in self._tools:
            raise place.error("unknown_tool", f"the collection has no tool {step.tool!r}", "plan with this collection")
        if step.foreach:
            message = f"Arazzo has no step that runs once for each element ({step.foreach})"
            raise place.error("not_expressible", message, "plan for one element, or run it with `graph-tool-call run`")
        tool = self._tools[step.tool]
        step_id = step.id if IDENTIFIER.fullmatch(step.id) else fit(step.id, "step")
        made: dict[str, Any] = {"stepId": unused(step_id, dict.fromkeys(self._ids.values()))}
        if step.rationale:
            made["description"] = step.rationale
        made |= self._operation(step, tool, place)
        read = self._arguments(step, tool, made)
        waits = [self._ids[other] for other in step.depends_on if other in self._ids and other not in read]
        if waits and self._version != "1.0.1":
            made["dependsOn"] = waits
        made["successCriteria"] = [{"condition": SUCCESS}]
        self._ids[step.id] = made["stepId"]
        self._outputs[step.id] = Outputs(selectors=self._version != "1.0.1")
        return made

    def _operation(self, step: PlanStep, tool: Any, place: Place) -> dict[str, Any]:
        facts = tool_facts(step.tool, tool)
        if not facts.method or not facts.path:
            raise place.error("not_an_operation", f"{step.tool} is no operation of an API description")
        # A dot would part the name of a source from an operationId.
        if self._shared[facts.operation_id] == 1 and IDENTIFIER.fullmatch(facts.operation_id):
            return {"operationId": facts.operation_id}
        path = facts.path.replace("~", "~0").replace("/", "~1")
        return {"operationPath": f"{{$sourceDescriptions.{SOURCE}.url}}#/paths/{path}/{facts.method}"}

    # --- arguments ---

    def _arguments(self, step: PlanStep, tool: Any, made: dict[str, Any]) -> set[str]:
        """Write the arguments of *step* into *made*; ids of the steps that they read."""
        inputs = ToolInputs(tool)
        sorted_ = inputs.sort(step.args)
        if sorted_.unknown:
            message = f"{step.tool} does not take {sorted_.unknown[0]!r}"
            raise Place(step.id, sorted_.unknown[0]).error(
                "unknown_argument", message, "plan again with this collection"
            )
        parameters = [
            {"name": item.name, "in": item.location, "value": self._value(item.value, row, Place(step.id, item.name))}
            for item in sorted_.items
            if item.location != "body" and (row := inputs.row(item.location, item.name) or {}).get("kind") != "auth"
        ]
        if parameters:
            made["parameters"] = parameters
        body = self._body(step, inputs, [item for item in sorted_.items if item.location == "body"], sorted_.body)
        if body is not ABSENT:
            kind = body_type(tool)
            made["requestBody"] = ({"contentType": kind} if kind else {}) | {"payload": body}
        return {reference.root for reference in self._references(step.args)}

    def _body(self, step: PlanStep, inputs: ToolInputs, items: list[Argument], body: Any) -> Any:
        whole = [item for item in items if item.path == "$"]
        if whole and len(items) > 1 and not isinstance(whole[0].value, Mapping):
            message = "a body that is read as a whole cannot have members beside it"
            raise Place(step.id, whole[0].name).error("not_expressible", message, "give the members one by one")
        if body is ABSENT:
            return ABSENT
        rows = {path: row for path, row in inputs.body.items() if row.get("kind") == "auth"}
        if isinstance(body, Mapping):
            body = {name: value for name, value in body.items() if f"${inputs.segment(str(name))}" not in rows}
        return self._value(body, inputs.body.get("$", {}), Place(step.id, "body"), inputs.body)

    def _value(self, value: Any, row: Row, place: Place, rows: Mapping[str, Row] | None = None, path: str = "$") -> Any:
        """*value* with expressions for its bindings; *rows* are contract rows by path, for members of a body."""
        name = place.argument.rpartition(".")[2]
        if isinstance(value, Mapping):
            return {
                str(key): self._value(
                    member,
                    (rows or {}).get(inner := path + ToolInputs.segment(str(key)), {}),
                    Place(place.step, f"{place.argument}.{key}"),
                    rows,
                    inner,
                )
                for key, member in value.items()
            }
        if isinstance(value, (list, tuple)):
            inner = f"{path}[*]"
            return [self._value(member, (rows or {}).get(inner, row), place, rows, inner) for member in value]
        if not isinstance(value, str):
            return self._inputs.secret(name, row) if value is not None and self._is_secret(name) else value
        template = self._parse(value)
        if self._is_secret(name) and not template.references:
            return self._inputs.secret(name, row)
        return self._text(value, row, place)

    def _text(self, text: str, row: Row, place: Place) -> str:
        template = self._parse(text)
        if template.whole is not None:
            return self._expression(template.whole, row, place)
        if not template.references:
            plain = "".join(str(part) for part in template.parts)
            if not is_plain(plain):
                message = f"the text {plain!r} would be read as an expression"
                raise place.error("not_expressible", message, "make it an input")
            return plain
        parts = []
        for part in template.parts:
            if isinstance(part, str) and not is_plain(part + "}"):
                raise place.error("not_expressible", f"the text {part!r} would be read as an expression")
            parts.append(part if isinstance(part, str) else "{" + self._expression(part, row, place) + "}")
        return "".join(parts)

    def _expression(self, reference: Reference, row: Row, place: Place) -> str:
        if reference.root in INPUT_ROOTS:
            return self._inputs.expression(reference, row, place)
        if reference.root == ITEM_ROOT and ITEM_ROOT not in self._ids:
            raise place.error("not_expressible", "there is no current element outside a foreach step")
        if reference.root not in self._ids:
            message = f"{reference} reads no step that stands before this one"
            raise place.error("not_expressible", message, "put that step first")
        outputs = self._outputs[reference.root]
        name = outputs.name(reference.segments, place, operand_of(self._inputs, row, place))
        return f"$steps.{self._ids[reference.root]}.outputs.{name}"

    def _references(self, value: Any) -> Iterator[Reference]:
        if isinstance(value, str):
            yield from self._parse(value).references
        elif isinstance(value, (Mapping, list, tuple)):
            for member in value.values() if isinstance(value, Mapping) else value:
                yield from self._references(member)
