"""Intent parsing: a model names the target and the values that the user gave; nothing it says is taken on trust.

The model is any callable that takes a prompt, or any object with `generate`; the library
builds the prompt from a compact catalog, reads the JSON out of the answer, and snaps the
target to a name that exists or refuses it.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from ..errors import GraphToolCallError
from ..model.contract import ToolContract
from ..model.tool import metadata_of, part, row_name, rows_of, tool_facts
from .claims import Dropped
from .prompt import request_prompt
from .read import RequestReader
from .values import Request

#: How like a name must be to be taken for a misspelling of it (difflib ratio).
_NEAR: Final = 0.8
#: Characters of a summary that a prompt shows.
_SUMMARY: Final = 180
_FENCE: Final = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL | re.IGNORECASE)


class IntentError(GraphToolCallError):
    """The model's answer cannot be used. `reason`: no_json, not_an_object, no_target, unknown_target, empty_catalog."""

    code = "intent"
    fields = ("reason", "message", "near")
    reason: str
    near: tuple[str, ...]

    def __init__(self, reason: str, message: str, near: Sequence[str] = ()) -> None:
        super().__init__(reason, message, tuple(near))


@attrs.frozen(kw_only=True)
class ToolCatalogEntry:
    """One operation as a model sees it: enough to choose by, and no more."""

    name: str
    summary: str = ""
    when_to_use: str = ""
    canonical_action: str = ""
    primary_resource: str = ""
    consumes_tags: Sequence[str] = ()

    def line(self) -> str:
        """The entry as one line of a prompt."""
        about = " ".join(p for p in (self.canonical_action, self.primary_resource) if p)
        takes = ", ".join(str(tag) for tag in self.consumes_tags if tag)
        parts = (
            f"[{about}]" if about else "",
            self.summary[:_SUMMARY],
            self.when_to_use,
            f"takes: {takes}" if takes else "",
        )
        return f"- {self.name}: " + " ".join(p for p in parts if p)


@attrs.frozen(kw_only=True)
class ParsedIntent:
    """What the model made of a question."""

    #: A name of the catalog.
    target: str
    #: Values that the question gives, under the catalog's tags or the model's own names; None values are left out.
    entities: Mapping[str, Any] = attrs.Factory(dict)
    #: 0 to 1, as the model says; 0.5 when it says nothing.
    confidence: float = 0.5
    #: What the model named, where it had to be snapped to `target`; "" otherwise.
    snapped_from: str = ""
    reason: str = ""
    #: With a graph: what is understood of the question, the model's answer being one opinion of several.
    request: Request | None = None
    #: With a graph: what the model said and that does not count, each with the reason.
    dropped: tuple[Dropped, ...] = ()


def parse_intent(
    query: str, *, catalog: Sequence[ToolCatalogEntry], llm: Any, graph: Any = None, plugins: Any = None
) -> ParsedIntent:
    """Ask *llm* which operation of *catalog* a question means, and with which values.

    With a *graph* the model is also told the inputs of the operations and the attributes of things, and its answer
    becomes a `Request`, for `synthesize(request=…)`. Nothing of it is taken on trust: a place that there is not, and
    a value that neither stands in the question nor is a member, a boolean or null that words of the question
    say, is dropped with a reason; what stands may lose to a surer reading of a plugin. `entities` is empty then.

    Args:
        query: The user's words.
        catalog: Operations to choose from, the best first.
        llm: A callable `(prompt) -> text`, or an object with `generate(prompt) -> text`; the
            answer may also be a mapping, or an object with `text` or `content`.
        graph: The graph or artifact that the catalog's operations are of.
        plugins: Plugin set that reads the question, too; the graph's own, or the installed ones by default.

    Raises:
        IntentError: no JSON, no object, no target, or a target that no name is near to.
    """
    if not catalog:
        raise IntentError("empty_catalog", "the catalog has no operations: run retrieval first, or look at its results")
    reader = None if graph is None else _RequestReading.of(graph, plugins)
    answer = _object(_ask(llm, intent_prompt(query, catalog) if reader is None else reader.prompt(query, catalog)))
    target, snapped = _target(answer, [entry.name for entry in catalog])
    intent = ParsedIntent(
        target=target,
        confidence=_confidence(answer.get("confidence")),
        snapped_from=snapped,
        reason=str(answer.get("reason") or ""),
    )
    if reader is not None:
        request, dropped = reader.read(target, query, answer)
        return attrs.evolve(intent, request=request, dropped=dropped)
    entities = answer.get("entities") or answer.get("arguments") or {}
    if not isinstance(entities, Mapping):
        raise IntentError("not_an_object", f"entities must be an object, not {type(entities).__name__}")
    tags = {tag for entry in catalog if entry.name == target for tag in entry.consumes_tags if tag}
    known = {key: value for key, value in entities.items() if value is not None}
    return attrs.evolve(intent, entities=_keyed(known, tags))


@attrs.frozen
class _RequestReading:
    """Reading of requests over one graph, as far as a model takes part in it."""

    contracts: Mapping[str, ToolContract]
    requests: RequestReader

    @classmethod
    def of(cls, graph: Any, plugins: Any) -> _RequestReading:
        # As in `PathSynthesizer`: the engine stands above this module, so it is looked up when needed.
        from ..advice import planning_parts

        parts = planning_parts(graph, plugins)
        return cls(parts.index.contracts, parts.requests)

    def prompt(self, query: str, catalog: Sequence[ToolCatalogEntry]) -> str:
        """The prompt for a request; operations that the graph has not are left out."""
        known = [entry for entry in catalog if entry.name in self.contracts]
        return request_prompt(query, [(e.line(), self.requests.frame(self.contracts[e.name])) for e in known])

    def read(self, target: str, query: str, answer: Mapping[str, Any]) -> tuple[Request, tuple[Dropped, ...]]:
        """What is understood with the model's *answer*. Raises `IntentError` for a target that the graph has not."""
        if target not in self.contracts:
            raise IntentError("unknown_target", f"the graph has no tool {target!r}, which the catalog has")
        inner = answer.get("request")
        said = inner if isinstance(inner, Mapping) else answer
        return self.requests.read_claimed(self.contracts[target], query, said)


def intent_prompt(query: str, catalog: Sequence[ToolCatalogEntry]) -> str:
    """The prompt: the catalog, the question, and the shape of the answer."""
    lines = "\n".join(entry.line() for entry in catalog)
    shape = '{"target": "<name>", "entities": {"<name or tag>": "<value>"}, "confidence": 0.0}'
    return (
        "Choose the one operation that answers the user's request, and copy the values that the request itself gives.\n"
        f"Invent nothing. Answer with JSON only: {shape}\n\n"
        f"Operations:\n{lines}\n\nRequest: {json.dumps(query, ensure_ascii=False)}\n"
    )


def catalog_entries(rows: Sequence[Mapping[str, Any]]) -> list[ToolCatalogEntry]:
    """The compact catalog of retrieval rows (`retrieve_graphify(...)["results"]`)."""
    entries = []
    for row in rows:
        tool = row.get("tool") or {}
        facts = tool_facts(str(row["name"]), tool)
        ai = metadata_of(tool).get("ai_metadata")
        entries.append(
            ToolCatalogEntry(
                name=facts.name,
                summary=facts.summary or str(part(tool, "description", ""))[:_SUMMARY],
                when_to_use=str(ai.get("when_to_use") or "") if isinstance(ai, Mapping) else "",
                canonical_action=facts.action,
                primary_resource=facts.resource,
                consumes_tags=[
                    str(r.get("semantic_tag") or row_name(r))
                    for r in rows_of(tool, "consumes")
                    if r.get("kind") != "auth"
                ],
            )
        )
    return entries


def _ask(llm: Any, prompt: str) -> Any:
    generate = getattr(llm, "generate", None)
    answer = generate(prompt) if callable(generate) else llm(prompt)
    for name in ("text", "content"):
        if not isinstance(answer, (str, Mapping)) and isinstance(getattr(answer, name, None), str):
            return getattr(answer, name)
    return answer


def _object(answer: Any) -> Mapping[str, Any]:
    if isinstance(answer, Mapping):
        return answer
    text = str(answer)
    fenced = _FENCE.search(text)
    for candidate in (fenced[1] if fenced else "", text, *_braced(text)):
        try:
            data = json.loads(candidate)
        except ValueError:
            continue
        if isinstance(data, Mapping):
            return data
        raise IntentError("not_an_object", f"the model answered with a JSON {type(data).__name__}, not an object")
    raise IntentError("no_json", "the model's answer has no JSON in it; it is asked for JSON only")


def _braced(text: str) -> list[str]:
    """The first object in running text: from a brace to the brace that closes it."""
    start = text.find("{")
    if start < 0:
        return []
    try:
        _, end = json.JSONDecoder().raw_decode(text, start)
    except ValueError:
        return []
    return [text[start:end]]


def _target(answer: Mapping[str, Any], names: Sequence[str]) -> tuple[str, str]:
    """(a name of the catalog, what the model said where that was another)."""
    said = answer.get("target") or answer.get("tool") or answer.get("name")
    if not isinstance(said, str) or not said.strip():
        raise IntentError("no_target", "the model's answer names no target")
    said = said.strip()
    if said in names:
        return said, ""
    folded = {name.lower(): name for name in names}
    near = difflib.get_close_matches(said.lower(), list(folded), n=3, cutoff=0.6)
    close = difflib.get_close_matches(said.lower(), list(folded), n=2, cutoff=_NEAR)
    if said.lower() in folded or len(close) == 1:
        return folded.get(said.lower()) or folded[close[0]], said
    shown = [folded[name] for name in near]
    hint = f"; near names: {', '.join(shown)}" if shown else ""
    raise IntentError("unknown_target", f"the model chose {said!r}, which is not in the catalog{hint}", shown)


def _keyed(entities: Mapping[str, Any], tags: set[str]) -> dict[str, Any]:
    """*entities* under the catalog's tags where the names differ only in spelling."""
    spelled = {_plain(tag): tag for tag in sorted(tags)}
    return {key if key in tags else spelled.get(_plain(str(key)), str(key)): value for key, value in entities.items()}


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.lower())


def _confidence(value: Any) -> float:
    number = value if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.5
    return min(1.0, max(0.0, float(number)))
