"""From what a person typed to a plan: shared by `plan`, `run` and the demo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from ..model.files import FILE_FORMATS, is_file
from ..model.plan import Plan
from ..plan.explain.alternatives import Alternative
from ..plan.explain.whynot import ProducerVerdict
from ..plan.problem.failures import PlanSynthesisError
from .entities import Entity, parse_entities, values_of
from .failure import USAGE, CommandError
from .nulls import null_places, with_nulls
from .options import Setup
from .planview import Argument, arguments, explain_plan
from .requests import refuse_unasked, request_file, reworded, understand, with_secrets, without_secrets
from .select import choose
from .settling import settled
from .source import Loaded
from .target import find_tool
from .text import with_article
from .withheld import HIDDEN, hide, is_secret, withheld

if TYPE_CHECKING:
    from ..plan import PathSynthesizer

_PLAIN: Final[Mapping[str, tuple[type, ...]]] = {
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "string": (str,),
    "array": (list,),
    "object": (dict,),
}


@attrs.frozen(kw_only=True)
class Wish:
    """What the planning options of a command line say."""

    target: str | None = None
    ask: str | None = None
    #: A file with a request that says what is meant.
    request: str | None = None
    entities: Mapping[str, Entity] = attrs.Factory(dict)
    context: Mapping[str, Entity] = attrs.Factory(dict)
    enum_fields: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    llm_target: str | None = None
    max_depth: int | None = None
    choose: str = "auto"
    mutating_producers: str = "declared"
    allow_unread: bool = False
    foreach: str = ""
    #: How many other plans are wanted.
    alternatives: int = 0

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Wish:
        """The wish of a command's parameters. Raises `CommandError`."""
        if not given["target"] and not given["ask"] and not given["request"]:
            raise CommandError("usage", "say what is wanted: --target OP or --ask QUESTION")
        if given["ask"] and given["request"]:
            raise CommandError("usage", "--request FILE says what is meant; it goes without --ask")
        if given["foreach"] and given["request"]:
            raise CommandError("usage", "--foreach goes with --target or --ask, and values given with -e")
        if given["llm_target"] and given["target"]:
            raise CommandError("usage", "--llm-target goes with --ask; --target has already decided")
        parsed = {
            "entities": parse_entities(given["entities"]),
            "context": parse_entities(given["context"], "--context"),
        }
        return cls(**{field.name: given[field.name] for field in attrs.fields(cls) if field.name in given} | parsed)


@attrs.frozen(kw_only=True)
class Made:
    """A plan, with what it was made from."""

    plan: Plan
    #: The selector's answer, when a question selected the target.
    selection: Mapping[str, Any] | None
    entities: Mapping[str, Any]
    #: Other plans, as many as were wanted and as there are.
    alternatives: tuple[Alternative, ...] = ()

    def explained(self, tools: Mapping[str, Any]) -> dict[str, Any]:
        """The answer of `plan`."""
        answer = explain_plan(self.plan, tools)
        others = [alternative.to_dict() for alternative in self.alternatives]
        return answer | {"selection": self.selection, "alternatives": others}


def make_plan(loaded: Loaded, wish: Wish, setup: Setup) -> Made:
    """The plan for *wish*. Raises `CommandError`, `PlanSynthesisError`."""
    if wish.request:
        return _of_request(loaded, wish, setup, wish.request)
    tools = loaded.graph.tools
    selection = None if wish.target else _selected(loaded, wish)
    target = selection["selected_target"] if selection else find_tool(wish.target or "", tools)
    try:
        return _of_words(loaded, wish, setup, target, selection)
    except PlanSynthesisError as error:
        request = understand(loaded, target, wish.ask or "", wish.entities)
        unread = {str(row["key"]) for row in error.details.get("unread", ())}
        meant = reworded(request, loaded, wish.entities, unread) if error.reason == "unread_value" else None
        if meant is None:
            # Who has to say it otherwise sees what was understood: `error.request` of --json.
            told = {**error.details, "request": without_secrets(request).to_dict()}
            raise type(error)(error.reason, error.message, told) from error
        return _of_words(loaded, attrs.evolve(wish, entities=meant), setup, target, selection)


def _of_words(loaded: Loaded, wish: Wish, setup: Setup, target: str, selection: Mapping[str, Any] | None) -> Made:
    """The plan for *target* and what is given under words. Raises `PlanSynthesisError`, `CommandError`."""
    tools = loaded.graph.tools
    synthesizer = _synthesizer(loaded, wish, setup)
    fixed = {"target": target, "goal": wish.ask or "", **_fixed(wish, tools)}
    entities = values_of(wish.entities)
    nulls = null_places(target, tools, entities)

    def told() -> dict[str, Any]:
        return {key: value for key, value in entities.items() if key not in nulls}

    def synthesize() -> Plan:
        return with_nulls(synthesizer.synthesize(entities=told(), **fixed), nulls)

    plan = synthesize()
    meant = _meant(plan, tools, wish.entities)
    if meant:
        entities.update(meant)
        plan = synthesize()
    _check_types(plan, tools)
    found = synthesizer.synthesize_all(entities=told(), k=wish.alternatives + 1, **fixed) if wish.alternatives else ()
    return _made(plan, found[1:], selection, entities)


def _of_request(loaded: Loaded, wish: Wish, setup: Setup, name: str) -> Made:
    """The plan for the request in the file *name*. Raises `CommandError`, `PlanSynthesisError`."""
    tools = loaded.graph.tools
    request = request_file(Path(name), loaded, find_tool(wish.target, tools) if wish.target else "")
    # Beside it, values are given for what was kept out of it, and for what the plan asks.
    request, answers = with_secrets(request, values_of(wish.entities), name)
    fixed = {"target": request.target, "goal": request.question, "request": request, **_fixed(wish, tools)}
    synthesizer = _synthesizer(loaded, wish, setup)
    plan = synthesizer.synthesize(**fixed)
    _check_types(plan, tools)
    refuse_unasked(answers, plan.metadata["synthesis"]["user_input_slots"], name)
    found = synthesizer.synthesize_all(k=wish.alternatives + 1, **fixed) if wish.alternatives else ()
    return _made(plan, found[1:], None, answers)


def _made(
    plan: Plan, others: Iterable[Alternative], selection: Mapping[str, Any] | None, entities: Mapping[str, Any]
) -> Made:
    """A plan without secrets, and with what is told of its selection."""
    shown = tuple(attrs.evolve(other, plan=withheld(other.plan)[0]) for other in others)
    plan, secrets = withheld(plan)
    chosen = None if selection is None else hide(selection, secrets)
    if chosen is not None:
        kept = {key: value for key, value in chosen.items() if key not in ("candidates", "query")}
        plan.metadata.setdefault("synthesis", {})["target_selector"] = kept
    return Made(plan=plan, selection=chosen, entities={**entities, **secrets}, alternatives=shown)


def _synthesizer(loaded: Loaded, wish: Wish, setup: Setup) -> PathSynthesizer:
    context = {**setup.config.plan.get("context_defaults", {}), **values_of(wish.context)}
    return loaded.engine.synthesizer(loaded.graph, **_options(wish, setup, context))


def _fixed(wish: Wish, tools: Mapping[str, Any]) -> dict[str, Any]:
    """What a plan is made with, whatever it is for."""
    return {"exclude_tools": [find_tool(name, tools) for name in wish.exclude], "foreach": wish.foreach}


def _selected(loaded: Loaded, wish: Wish) -> Mapping[str, Any]:
    """The operation that the wish's question means. Raises `CommandError`."""
    known = values_of(wish.entities)
    chosen = choose(loaded, wish.ask or "", wish.llm_target, entities=known)
    if wish.allow_unread and chosen.get("no_place"):
        read = {key: value for key, value in known.items() if key not in chosen["no_place"]}
        chosen = choose(loaded, wish.ask or "", wish.llm_target, entities=read)
    secrets = {key: value for key, value in known.items() if is_secret(key)}
    return settled(chosen, loaded.graph.tools, secrets)


def why_not(loaded: Loaded, wish: Wish, setup: Setup, field: str, producer: str) -> ProducerVerdict:
    """Why *producer* does not fill *field* of the wish's target. Raises `CommandError`, `PlanSynthesisError`."""
    tools = loaded.graph.tools
    synthesizer = _synthesizer(loaded, wish, setup)
    target, other = (find_tool(name, tools) for name in (wish.target or "", producer))
    exclude = [find_tool(name, tools) for name in wish.exclude]
    return synthesizer.explain(target, field, other, entities=values_of(wish.entities), exclude_tools=exclude)


def _options(wish: Wish, setup: Setup, context: Mapping[str, Any]) -> dict[str, Any]:
    file = setup.config.plan
    depth = wish.max_depth if wish.max_depth is not None else file.get("max_depth")
    return {
        "context_defaults": context,
        "enum_field_names": {*wish.enum_fields, *file.get("enum_field_names", ())},
        "choose": wish.choose,
        "mutating_producers": wish.mutating_producers,
        "unread": "allow" if wish.allow_unread else "stop",
        # A person is there: a dead end is a question that says why it is asked.
        "user_input": "always",
    } | ({} if depth is None else {"max_depth": depth})


def _used(plan: Plan, tools: Mapping[str, Any]) -> list[tuple[str, Argument]]:
    """(tool, argument) for each given value in the plan."""
    return [(step.tool, a) for step in plan.steps for a in arguments(step, plan, tools) if a.origin == "given"]


def _meant(plan: Plan, tools: Mapping[str, Any], entities: Mapping[str, Entity]) -> dict[str, Any]:
    """Values that an input takes in another form than they were read in.

    The text as written where the contract wants text and a number was read, and in a header, where quotes
    mean something (`If-Match: "v7"`; RFC 9110, 8.8.3); a file with its name where a file is sent.
    """
    found: dict[str, Any] = {}
    for _tool, argument in _used(plan, tools):
        entity = entities.get(argument.key)
        if entity is None:
            continue
        if entity.file and argument.row.get("format") in FILE_FORMATS:
            found[argument.key] = entity.as_file
        elif entity.typed and _type(argument) == "string":
            in_header = argument.location == "header" and isinstance(entity.value, str)
            if in_header or isinstance(entity.value, (int, float)):
                found[argument.key] = entity.text
    return {key: value for key, value in found.items() if value != entities[key].value}


def _check_types(plan: Plan, tools: Mapping[str, Any]) -> None:
    for tool, argument in _used(plan, tools):
        wanted = _type(argument)
        value = argument.value
        if wanted in _PLAIN and not _fits(value, wanted):
            place = f"{argument.name} in the {argument.location}"
            shown = HIDDEN if is_secret(argument.name) else repr(value)
            message = f"-e {argument.key}: {tool} takes {with_article(wanted)} as {place}, not {shown}"
            details = {"tool": tool, "field_name": argument.name, "expected": wanted, "got": type(value).__name__}
            raise CommandError("invalid_entity", message, USAGE, details)


def _type(argument: Argument) -> str:
    return str(argument.row.get("field_type") or argument.row.get("type") or "")


def _fits(value: Any, wanted: str) -> bool:
    if value is None or is_file(value):
        return True
    if isinstance(value, bool):
        return wanted == "boolean"
    if wanted == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _PLAIN[wanted])
