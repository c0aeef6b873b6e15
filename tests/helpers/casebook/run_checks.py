"""What cases of kind `run` can demand of runs and of what they sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from email import message_from_bytes
from email.policy import HTTP
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote, urlsplit

from graph_tool_call.plan import PathSynthesizer, PlanRunner, PlanStep

from .collection import Collection
from .paths import words
from .running import Runs, plan_of
from .verify import Check, sentences, verify

if TYPE_CHECKING:
    import httpx

#: What a case calls it → what a trace does.
STATUS = {"ok": "completed", **{same: same for same in ("failed", "input_required", "choice_required", "cancelled")}}


def status(runs: Runs, wanted: str) -> None:
    assert {STATUS[wanted]} == {outcome.trace.status for outcome in runs.outcomes}


def failed_step(runs: Runs, wanted: str) -> None:
    assert wanted == runs.only.trace.failed_step


def error(runs: Runs, wanted: Mapping[str, Any]) -> None:
    _error(runs.only.trace.error, runs.only.text, wanted)


def errors(runs: Runs, wanted: Mapping[str, Mapping[str, Any]]) -> None:
    """By position of the call; the calls without one end well."""
    for index, outcome in enumerate(runs.outcomes):
        if str(index) in wanted:
            _error(outcome.trace.error, outcome.text, wanted[str(index)])
        else:
            assert outcome.trace.ok, outcome.text


def _error(data: Mapping[str, Any], text: str, wanted: Mapping[str, Any]) -> None:
    """`kind` as it is; `binding` word for word; `says` and `says_all` by the words that carry the meaning."""
    unknown = set(wanted) - {"kind", "binding", "says", "says_all"}
    assert not unknown, f"{sorted(unknown)} of an error cannot be asserted"
    assert wanted["kind"] == data["error_kind"], text
    assert wanted.get("binding") in (None, data.get("binding"))
    said = [*wanted.get("says_all", ()), *([wanted["says"]] if "says" in wanted else [])]
    assert set() == {word for phrase in said for word in words(phrase)} - words(text)


def requests(runs: Runs, wanted: Sequence[str]) -> None:
    """Every request that was sent, in order, and no other."""
    assert runs.outcomes
    comma = "," if "request_note" in runs.case.expected else "%2C"
    assert [url.replace("%2C", comma) for url in wanted] == [url.replace("%2C", comma) for url in runs.wire.sent]


def request_note(runs: Runs, wanted: str) -> None:
    """`requests` then takes an escaped and a plain comma as one; nothing else is loosened."""
    assert wanted == "the comma may stay unescaped"
    assert "requests" in runs.case.expected


def times_sent(runs: Runs, wanted: Mapping[str, int]) -> None:
    assert runs.outcomes
    assert wanted == {operation: len(runs.wire.of(operation)) for operation in wanted}


def within(runs: Runs, wanted: float) -> None:
    """On the clock, because it is the clock that the case is about."""
    assert runs.only.seconds <= wanted


def outputs_kept(runs: Runs, wanted: Sequence[str]) -> None:
    assert list(wanted) == list(runs.only.trace.outputs)


def output(runs: Runs, wanted: Any) -> None:
    assert wanted == runs.only.trace.output


# --- what was sent ---


def _sent(runs: Runs, wanted: Any) -> Iterable[tuple[httpx.Request, Any]]:
    """Each request that *wanted* speaks of: by operation, by position, or all of them in order."""
    assert runs.outcomes
    if isinstance(wanted, Mapping):
        for key, value in wanted.items():
            if key.isdigit():
                yield runs.wire.requests[int(key)], value
            else:
                (request,) = runs.wire.of(key)
                yield request, value
    else:
        assert len(wanted) == len(runs.wire.requests)
        yield from zip(runs.wire.requests, wanted, strict=True)


def bodies(runs: Runs, wanted: Any) -> None:
    """JSON bodies; 12 is not "12" and not 12.0."""
    for request, body in _sent(runs, wanted):
        assert json.dumps(body, sort_keys=True) == json.dumps(json.loads(request.content), sort_keys=True)


def form_bodies(runs: Runs, wanted: Any) -> None:
    for request, body in _sent(runs, wanted):
        assert body == request.content.decode()


def form_decoded(runs: Runs, wanted: Any) -> None:
    for request, pairs in _sent(runs, wanted):
        assert [tuple(pair) for pair in pairs] == parse_qsl(request.content.decode(), keep_blank_values=True)


def multipart(runs: Runs, wanted: Any) -> None:
    for request, parts in _sent(runs, wanted):
        assert parts == _parts(request)


def _parts(request: httpx.Request) -> dict[str, Any]:
    """Name → text, or file name and content, of a multipart body."""
    head = f"Content-Type: {request.headers['Content-Type']}\r\n\r\n".encode()
    message = message_from_bytes(head + request.content, policy=HTTP)
    found: dict[str, Any] = {}
    for part in message.iter_parts():  # type: ignore[attr-defined]
        name = part.get_param("name", header="Content-Disposition")
        text = part.get_payload(decode=True).decode()
        file = part.get_filename()
        found[name] = text if file is None else {"filename": file, "content": text}
    return found


def content_type_prefix(runs: Runs, wanted: Any) -> None:
    for request, prefix in _sent(runs, wanted):
        assert request.headers["Content-Type"].startswith(prefix)


def headers(runs: Runs, wanted: Any) -> None:
    """As text; a cookie's value in any encoding that a reader decodes to the same."""
    for request, expected in _sent(runs, wanted):
        found = {name: request.headers[name] for name in expected}
        assert {name: _decoded(name, text) for name, text in expected.items()} == {
            name: _decoded(name, text) for name, text in found.items()
        }


def _decoded(name: str, text: str) -> str:
    return unquote(text).replace('"', "") if name == "Cookie" else text


def header_note(runs: Runs, wanted: str) -> None:
    """Cookies are compared decoded (see `headers`), and one that is declared is never dropped."""
    assert "never dropped" in wanted
    cookies = [row for operation in runs.collection.names for row in runs.collection.consumes(operation)]
    assert {row["name"] for row in cookies if row["location"] == "cookie"} == {
        pair.partition("=")[0]
        for request in runs.wire.requests
        for pair in request.headers.get("Cookie", "").split("; ")
        if pair
    }


def absent_headers(runs: Runs, wanted: Sequence[str]) -> None:
    assert runs.outcomes
    assert [] == [name for name in wanted for request in runs.wire.requests if name in request.headers]


def query_decoded(runs: Runs, wanted: Sequence[Sequence[str]]) -> None:
    assert runs.outcomes
    (request,) = runs.wire.requests
    assert [tuple(pair) for pair in wanted] == parse_qsl(request.url.query.decode(), keep_blank_values=True)


def paths(runs: Runs, wanted: Sequence[Any]) -> None:
    """Paths as they were sent, not decoded."""
    for request, path in _sent(runs, list(wanted)):
        options = path["any_of"] if isinstance(path, Mapping) else [path]
        assert urlsplit(str(request.url)).path in options


def label_style(runs: Runs, _wanted: str) -> None:
    """The note on `label` without `explode`: one of two readings of the standard.

    Decided: `.1,2`, as RFC 6570 (3.2.5) and the newer texts have it; and a joining comma is
    never escaped in a path.
    """
    assert runs.outcomes
    sent = [urlsplit(str(request.url)).path for request in runs.wire.requests]
    assert "/l/.1,2" in sent
    assert [] == [path for path in sent if "%2C" in path]


# --- by case ---


def isolation(runs: Runs, _wanted: str) -> None:
    """A tool that edits the arguments it got does not change what an earlier step answered."""
    answers = {answer["when"]: answer["json"] for answer in runs.case.input["http"]}
    before = json.dumps(list(answers.values()))

    def call_tool(name: str, args: dict[str, Any]) -> Any:
        spoil(args)
        return answers[runs.collection.operations[name]]

    trace = PlanRunner(call_tool).run(runs.plans[0])
    assert trace.ok
    assert before == json.dumps(list(answers.values())) == json.dumps(list(trace.outputs.values()))


def spoil(value: Any) -> None:
    """Change every object and list inside *value*."""
    if isinstance(value, dict):
        for member in value.values():
            spoil(member)
        value["spoilt"] = True
    elif isinstance(value, list):
        for member in value:
            spoil(member)
        value.append("spoilt")


def variant(runs: Runs, wanted: Mapping[str, Any]) -> None:
    """The same case with other values in the answers."""
    changed = [_replaced(answer, runs.case.input["variant"]) for answer in runs.case.input["http"]]
    verify(Runs(runs.case, changed), wanted, RUN_CHECKS)


def _replaced(value: Any, members: Mapping[str, Any]) -> Any:
    if isinstance(value, Mapping):
        return {key: members.get(key, _replaced(member, members)) for key, member in value.items()}
    if isinstance(value, list):
        return [_replaced(member, members) for member in value]
    return value


def bindable(runs: Runs, wanted: Mapping[str, Any]) -> None:
    """The planner writes a binding for each key, and the runner resolves it to the value shown.

    For each key the document gets an operation that needs an input of that very name, so that
    the binding is the planner's own.
    """
    assert sorted(runs.case.input["keys"]) == sorted(wanted)
    document = json.loads(runs.case.spec.read_bytes())
    for key, value in wanted.items():
        parameter = {"name": key, "in": "query", "required": True, "schema": {"type": "string"}}
        operation = {"operationId": "use", "parameters": [parameter], "responses": {"200": {"description": "ok"}}}
        collection = Collection(runs.case, {**document, "paths": {**document["paths"], "/use": {"get": operation}}})
        plan = PathSynthesizer(collection.graph).synthesize(target="use")
        assert ["GET /k", "GET /use"] == [collection.operations[step.tool] for step in plan.steps]
        calls: list[dict[str, Any]] = []
        answers = {collection.names["GET /k"]: runs.case.input["http"][0]["json"]}
        PlanRunner(lambda name, args, a=answers, c=calls: c.append(args) or a.get(name, {})).run(plan)  # type: ignore[misc]
        assert {key: value} == calls[-1]


def key_or_index(runs: Runs, _wanted: str) -> None:
    """The rule of the case on keys: "0" is a key of an object and an index of a list."""
    tool = runs.collection.names["GET /k/{v}"]
    plan = plan_of(
        [PlanStep(id="s1", tool=runs.collection.names["GET /k"]), PlanStep(id="s2", tool=tool, args={"v": "${s1.0}"})]
    )
    seen: list[Any] = []
    for answer in ({"0": "member"}, ["element"]):
        PlanRunner(lambda _name, args, a=answer: seen.append(args.get("v")) or a).run(plan)  # type: ignore[misc]
    assert [None, "member", None, "element"] == seen


RUN_CHECKS: Mapping[str, Check[Runs]] = {
    "absent_headers": absent_headers,
    "bindable": bindable,
    "bodies": bodies,
    "content_type_prefix": content_type_prefix,
    "error": error,
    "errors": errors,
    "failed_step": failed_step,
    "form_bodies": form_bodies,
    "form_decoded": form_decoded,
    "header_note": header_note,
    "headers": headers,
    "isolation": sentences("isolation", {"does not change output s1": isolation}),
    "json_bodies": bodies,
    "multipart": multipart,
    "note": sentences("note", {"RFC 6570": label_style}),
    "output": output,
    "outputs_kept": outputs_kept,
    "paths": paths,
    "query_decoded": query_decoded,
    "request_note": request_note,
    "requests": requests,
    "rule": sentences("rule", {"'0' on an object is a key, on a list an index": key_or_index}),
    "status": status,
    "times_sent": times_sent,
    "variant": variant,
    "within_s": within,
}
