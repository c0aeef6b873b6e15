"""The calls that a workflow makes, in order, those of the workflows that it calls among them."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from graph_tool_call.errors import ArazzoError, GraphToolCallError
from graph_tool_call.hooks import ABSENT, ToolInputs
from graph_tool_call.hooks.plans import INPUT_ROOTS, Reference, Template

from .criteria import is_success
from .document import Document, Step, Workflow
from .limits import ArazzoLimits
from .operations import Operations
from .replace import replaced
from .runtime import LONGEST
from .values import Budget, ExhaustedError, Outcome, Scope, UnreadableError
from .written import BINDINGS

#: Headers that carry credentials (RFC 9110, 11.6.2 and RFC 6265): never part of a plan.
_CREDENTIALS: Final = frozenset({"authorization", "proxy-authorization", "cookie"})
#: A workflow of another document; `.workflows` is no part of it in the standard, and is seen.
_OTHER: Final = re.compile(r"\$sourceDescriptions\.(?P<source>[\w-]+)\.(?:workflows\.)?(?P<id>[^.]+)")
#: Headers that a description does not list as parameters (OpenAPI 3.1, 4.8.12.2): the executor's own.
_SENT_ANYWAY: Final = frozenset({"accept", "content-type", "content-length", "user-agent"})


@attrs.frozen(kw_only=True)
class Problem:
    """A part of a workflow that cannot be kept. `keeps_whole`: a plan without it still does what the workflow does."""

    code: str
    message: str
    #: Name of the document, and the JSON pointer in it.
    document: str
    place: str
    keeps_whole: bool = False


@attrs.frozen(kw_only=True)
class Call:
    """One call: where each value goes, with references to earlier calls by their id."""

    id: str
    tool: str
    step: Step
    workflow: str
    description: str
    #: (location, name) → value.
    parameters: Mapping[tuple[str, str], Any]
    #: `ABSENT` for no body.
    body: Any


@attrs.frozen(kw_only=True)
class Walked:
    """What a workflow comes to."""

    calls: tuple[Call, ...]
    #: Name → value.
    outputs: Mapping[str, Any]
    problems: tuple[Problem, ...]


class Walker:
    """Follows the workflows of one document for one collection of tools."""

    def __init__(
        self,
        document: Document,
        tools: Mapping[str, Any],
        operations: Operations,
        parse: Callable[[str], Template],
        limits: ArazzoLimits,
        beside: Sequence[Document] = (),
    ) -> None:
        self.document = document
        self.limits = limits
        self.budget = Budget(limits.max_values, limits.max_total_steps)
        self._tools = tools
        self._operations = operations
        self._parse = parse
        self._beside = {other.source: other for other in beside}

    def walk(self, workflow: Workflow) -> Walked:
        """Every call of *workflow*. Raises `ArazzoError` when a limit is passed."""
        way = _Way(self, workflow)
        try:
            outputs = way.follow(workflow, None, ())
        except ExhaustedError:
            message = (
                "its workflows come to more values or steps than are followed, those that are used again counted again"
            )
            raise self.too_large(message, workflow.place) from None
        return Walked(calls=tuple(way.calls), outputs=outputs, problems=tuple(way.problems))

    def too_large(self, message: str, place: str) -> ArazzoError:
        """The error that a limit is passed."""
        return ArazzoError("too_large", message, self.document.source, place, "raise the limit if this is intended")

    def bindings(self, workflow: Workflow) -> Iterator[tuple[str, Reference]]:
        """The bindings of inputs that the workflow names, as far as they read inputs."""
        named = workflow.raw.get(BINDINGS)
        for name, text in named.items() if isinstance(named, Mapping) else ():
            try:
                whole = self._parse("${" + str(text)[:LONGEST] + "}").whole
            except GraphToolCallError:
                continue
            if whole is not None and whole.root in INPUT_ROOTS:
                yield str(name), whole

    def tool(self, step: Step) -> tuple[str, ToolInputs | None, str]:
        """Name and inputs of the tool that *step* calls; or what is wrong."""
        name, problem = self._operations.find(step, self.document)
        return name, ToolInputs(self._tools[name]) if name else None, problem

    def find(self, wanted: str) -> tuple[Walker, Workflow | None]:
        """The workflow that a step calls, with the walker of its document: this one, or one beside it."""
        found = _OTHER.fullmatch(wanted)
        if found is None:
            return self, self.document.workflows.get(wanted)
        kind, file = self.document.sources.get(found["source"], ("", ""))
        other = self._beside.get(file) if kind == "arazzo" else None
        if other is None:
            return self, None
        walker = copy.copy(self)
        walker.document = other
        return walker, other.workflows.get(found["id"])


class _Way:
    """The following of one workflow."""

    def __init__(self, walker: Walker, workflow: Workflow) -> None:
        self._walker = walker
        self._outermost = workflow
        self.calls: list[Call] = []
        self.problems: list[Problem] = []
        self._steps = 0

    def problem(self, code: str, message: str, place: str, *, keeps_whole: bool = False) -> None:
        source = self._walker.document.source
        problem = Problem(code=code, message=message, document=source, place=place, keeps_whole=keeps_whole)
        self.problems.append(problem)

    def follow(
        self, workflow: Workflow, inputs: Mapping[str, Any] | None, above: tuple[tuple[str, str], ...]
    ) -> dict[str, Any]:
        """Follow *workflow*, called with *inputs* from the workflows *above*; the values of its outputs."""
        walker = self._walker
        bindings = dict(walker.bindings(workflow))
        scope = Scope(workflow.inputs, walker.budget, inputs, bindings, max_text=walker.limits.max_text)
        waiting = {step.id for step in workflow.steps}
        self._check(workflow.raw, workflow.place, nested=bool(above))
        for position, step in enumerate(workflow.steps):
            waiting.discard(step.id)
            scope.later = frozenset(waiting)
            self._count(step)
            self._flow(step, workflow.steps[position + 1 :])
            if "workflowId" in step.raw:
                outcome = self._nested(step, scope, (*above, (walker.document.source, workflow.id)))
            else:
                outcome = self._call(step, scope, workflow)
            if outcome is not None:
                scope.steps[step.id] = outcome
        return dict(self._outputs(workflow, scope))

    def _count(self, step: Step) -> None:
        self._walker.budget.step()
        self._steps += 1
        if self._steps > self._walker.limits.max_steps:
            message = f"the workflow {self._outermost.id!r} comes to more than {self._walker.limits.max_steps} steps"
            raise self._walker.too_large(message, step.place)

    def _outputs(self, workflow: Workflow, scope: Scope) -> Iterator[tuple[str, Any]]:
        for name, raw in workflow.outputs.items():
            try:
                yield name, scope.value(raw)
            except UnreadableError as error:
                self.problem("unreadable_output", str(error), f"{workflow.place}/outputs/{name}", keeps_whole=True)

    # --- what a plan cannot say ---

    def _check(self, raw: Mapping[str, Any], place: str, *, nested: bool) -> None:
        if raw.get("dependsOn") and not nested:
            self.problem("control_flow", "other workflows have to run before it", f"{place}/dependsOn")
        if raw.get("successActions"):
            self.problem(
                "control_flow", "the order of its steps depends on what they answer", f"{place}/successActions"
            )
        if raw.get("failureActions"):
            self.problem(
                "failure_actions", "a plan ends where a call fails", f"{place}/failureActions", keeps_whole=True
            )

    def _flow(self, step: Step, following: tuple[Step, ...]) -> None:
        actions = step.raw.get("onSuccess")
        for action in actions if isinstance(actions, (list, tuple)) else ():
            if not self._is_next(action, following):
                message = "the order of the steps depends on what they answer"
                self.problem("control_flow", message, f"{step.place}/onSuccess")
        if step.raw.get("onFailure"):
            self.problem(
                "failure_actions", "a plan ends where a call fails", f"{step.place}/onFailure", keeps_whole=True
            )
        criteria = step.raw.get("successCriteria")
        for position, criterion in enumerate(criteria if isinstance(criteria, (list, tuple)) else ()):
            if not is_success(criterion):
                message = "a plan asks of a call that its status is one of success, and no more"
                self.problem("criteria", message, f"{step.place}/successCriteria/{position}")

    def _is_next(self, action: Any, following: tuple[Step, ...]) -> bool:
        """Whether an action says what happens anyway: on to the next step, or the end at the end."""
        if not isinstance(action, Mapping) or action.get("criteria"):
            return False
        if action.get("type") == "end":
            return not following
        return action.get("type") == "goto" and bool(following) and action.get("stepId") == following[0].id

    # --- steps ---

    def _nested(self, step: Step, scope: Scope, above: tuple[tuple[str, str], ...]) -> Outcome | None:
        wanted = step.text("workflowId")
        walker, workflow = self._walker.find(wanted)
        if workflow is None:
            message = f"there is no workflow {wanted!r} in the documents that were given"
            self.problem("unknown_workflow", message, f"{step.place}/workflowId")
            return None
        if (walker.document.source, workflow.id) in above or len(above) > walker.limits.max_nesting:
            message = f"the workflow {wanted!r} is called inside itself, or too deep"
            self.problem("workflow_cycle", message, f"{step.place}/workflowId")
            return None
        inputs = {name: value for (_, name), (value, _) in self._parameters(step, scope).items()}
        caller, self._walker = self._walker, walker
        results = self.follow(workflow, inputs, above)
        self._walker = caller
        # The outputs of such a step name those of its workflow: `$outputs.x`, or they are these.
        named = {name: results[key] for name, raw in step.outputs.items() if (key := _own_output(raw)) in results}
        return Outcome("", {**results, **named})

    def _call(self, step: Step, scope: Scope, workflow: Workflow) -> Outcome | None:
        if "channelPath" in step.raw or "action" in step.raw:
            self.problem("message_step", "sends or receives a message, which is no call of an operation", step.place)
            return None
        name, inputs, problem = self._walker.tool(step)
        if inputs is None:
            self.problem("unknown_operation", problem, step.place)
            return None
        parameters: dict[tuple[str, str], Any] = {}
        for (location, parameter), (value, place) in self._parameters(step, scope).items():
            at = self._place(location, parameter, inputs, place)
            if at:
                parameters.setdefault((at, parameter), value)
        body = self._body(step, scope)
        members = {key: parameters.pop(key) for key in list(parameters) if key[0] == "body"}
        if members and (body is ABSENT or isinstance(body, Mapping)):
            body = {name: value for (_, name), value in members.items()} | (dict(body) if body is not ABSENT else {})
        call = Call(
            id=f"s{len(self.calls) + 1}",
            tool=name,
            step=step,
            workflow=workflow.id,
            description=step.text("description") or step.id,
            parameters=parameters,
            body=body,
        )
        self.calls.append(call)
        return Outcome(call.id, step.outputs, scope, parameters, body)

    def _place(self, location: str, name: str, inputs: ToolInputs, place: str) -> str:
        """Where a parameter goes; "" for one that is left out."""
        at = location or inputs.place(name) or ("body" if name in inputs.members else "")
        row = inputs.row(at, name)
        if row is None and at == "header" and name.lower() in _SENT_ANYWAY:
            return ""
        if (at == "header" and name.lower() in _CREDENTIALS) or (row is not None and row.get("kind") == "auth"):
            self.problem("credential_left_out", f"{name} is sent by whoever runs the plan", place, keeps_whole=True)
            return ""
        if row is None and inputs.rows and not (at == "body" and inputs.takes_body):
            self.problem("unknown_parameter", f"the operation does not take {name!r} {_in(location)}", place)
            return ""
        return at

    def _parameters(self, step: Step, scope: Scope) -> dict[tuple[str, str], tuple[Any, str]]:
        """(location, name) → (value, place) of what can be read; the step's own come first, and win."""
        found: dict[tuple[str, str], tuple[Any, str]] = {}
        for position, written in enumerate(step.parameters):
            place = f"{step.place}/parameters/{position}"
            raw = self._reusable(written)
            if raw is None or not isinstance(raw.get("name"), str) or "value" not in raw:
                self.problem("unreadable_parameter", "has no name and value", place)
                continue
            key = (str(raw.get("in") or ""), raw["name"])
            if key in found:
                continue
            try:
                found[key] = (scope.value(raw["value"]), place)
            except UnreadableError as error:
                self.problem("unreadable_expression", str(error), place)
        return found

    def _reusable(self, raw: Mapping[str, Any]) -> Mapping[str, Any] | None:
        reference = raw.get("reference")
        if not isinstance(reference, str):
            return raw
        head, _, name = reference.partition("$components.parameters.")
        shared = self._walker.document.components.get("parameters")
        named = shared.get(name) if isinstance(shared, Mapping) and not head else None
        if not isinstance(named, Mapping):
            return None
        return {**named, "value": raw["value"]} if "value" in raw else named

    def _body(self, step: Step, scope: Scope) -> Any:
        raw = step.body
        place = f"{step.place}/requestBody"
        if raw is ABSENT:
            return ABSENT
        if not isinstance(raw, Mapping):
            self.problem("unreadable_body", "must be an object with a payload", place)
            return ABSENT
        try:
            body = scope.value(_parsed(raw.get("payload", ABSENT), str(raw.get("contentType", ""))))
        except UnreadableError as error:
            # The members that can be read still say where they come from.
            self.problem("unreadable_expression", str(error), f"{place}/payload")
            body = dict(self._readable(raw["payload"], scope)) if isinstance(raw.get("payload"), Mapping) else ABSENT
        replacements = raw.get("replacements")
        for position, row in enumerate(replacements if isinstance(replacements, (list, tuple)) else ()):
            body = self._replace(body, row, scope, f"{place}/replacements/{position}")
        return body

    def _readable(self, payload: Mapping[str, Any], scope: Scope) -> Iterator[tuple[str, Any]]:
        for name, member in payload.items():
            try:
                yield name, scope.value(member)
            except UnreadableError:
                continue

    def _replace(self, body: Any, row: Any, scope: Scope, place: str) -> Any:
        if not isinstance(row, Mapping) or not isinstance(row.get("target"), str) or "value" not in row:
            self.problem("unreadable_replacement", "has no target and value", place)
            return body
        try:
            return replaced(body, row["target"], row.get("targetSelectorType"), scope.value(row["value"]))
        except UnreadableError as error:
            self.problem("unreadable_replacement", str(error), place)
            return body


def _own_output(raw: Any) -> str:
    return raw.removeprefix("$outputs.") if isinstance(raw, str) and raw.startswith("$outputs.") else ""


def _in(location: str) -> str:
    return f"in the {location}" if location else "anywhere"


def _parsed(payload: Any, content_type: str) -> Any:
    """A payload that is the text of a JSON object, as that object."""
    if isinstance(payload, str) and payload.lstrip()[:1] in ("{", "[") and (not content_type or "json" in content_type):
        try:
            return json.loads(payload)
        except (ValueError, RecursionError):
            return payload
    return payload
