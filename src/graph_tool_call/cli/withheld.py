"""Secrets among given values: no plan that is printed or saved has them; a question stands in their place."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import attrs

from ..model.plan import Plan

if TYPE_CHECKING:
    from ..plan.running.redact import Redactor

#: What is shown in place of a secret.
HIDDEN: Final = "[hidden]"
#: Texts shorter than this are not looked for elsewhere: they would hide ordinary words.
_SHORTEST: Final = 4


@cache
def _redactor() -> Redactor:
    from ..plan.running.redact import Redactor

    return Redactor()


def is_secret(name: str) -> bool:
    """Whether an input of that name, or a part of it between dots, takes a secret."""
    return any(_redactor().is_secret(part) for part in name.split("."))


def is_withheld(value: Any) -> bool:
    """Whether a value is what stands in place of a secret."""
    from ..plan.running.redact import REDACTED

    return value in (HIDDEN, REDACTED)


def withheld(plan: Plan) -> tuple[Plan, dict[str, Any]]:
    """*plan* with a question in place of each secret in it, and the secrets as answers to those questions."""
    from ..plan.write.origins import leaves

    found = [
        (step.id, path, value)
        for step in plan.steps
        for path, value in leaves(step.args)
        if is_secret(".".join(path)) and value not in (None, "") and stands_there(value)
    ]
    secrets: dict[str, Any] = {}
    made = _with_lookups_asked(plan, secrets)
    said = _with_request_withheld(made)
    if not found and not secrets:
        return (attrs.evolve(made, goal=without(made.goal, said)) if said else plan), {}
    synthesis = made.metadata.setdefault("synthesis", {})
    for step_id, path, value in found:
        origin = synthesis.get("origins", {}).get(step_id, {}).get(".".join(path), {})
        name = _free(str(origin.get("key") or ".".join(path)), value, secrets, step_id)
        secrets[name] = plain(value)
        _ask(made, synthesis, step_id, path, name)
    return attrs.evolve(made, goal=without(made.goal, {**said, **secrets})), secrets


def _with_request_withheld(plan: Plan) -> dict[str, Any]:
    """Hide the secrets of the request that *plan* tells; the secrets."""
    synthesis = plan.metadata.get("synthesis", {})
    if not isinstance(synthesis.get("request"), Mapping):
        return {}
    synthesis["request"], secrets = request_withheld(synthesis["request"])
    return secrets


def _with_lookups_asked(plan: Plan, secrets: dict[str, Any]) -> Plan:
    """A copy of *plan* with a question in place of each secret that a lookup compares with; *secrets* gains these."""
    made = copy.deepcopy(plan)
    for place, step in enumerate(made.steps):
        found: dict[str, Any] = {}
        args, foreach = (_with_questions(value, found, secrets, step.id) for value in (step.args, step.foreach))
        if found:
            made.steps[place] = attrs.evolve(step, args=args, foreach=foreach)
            synthesis = made.metadata.setdefault("synthesis", {})
            for name, field in found.items():
                _add_slot(synthesis, _slot(step.id, step.tool, (field,), name))
    return made


def _with_questions(value: Any, found: dict[str, Any], secrets: dict[str, Any], step_id: str) -> Any:
    """*value* with secrets in filters asked for; *found* gains the name of each question and the filter's field."""
    from ..plan.binding.expression import Filter, Key, Reference, parse
    from ..plan.write.written import answer

    def asked(segment: Any) -> Any:
        if not isinstance(segment, Filter) or not segment.path:
            return segment
        either, also = (tuple(map(asked, group)) for group in (segment.either, segment.also))
        segment = attrs.evolve(segment, either=either, also=also)
        field = segment.path[-1]
        if not isinstance(field, Key) or isinstance(segment.value, Reference) or not is_secret(field.name):
            return segment
        name = _free(field.name, segment.value, secrets, step_id)
        secrets[name], found[name] = segment.value, field.name
        return attrs.evolve(segment, value=answer(name))

    if isinstance(value, Mapping):
        return {key: _with_questions(member, found, secrets, step_id) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_questions(member, found, secrets, step_id) for member in value]
    whole = parse(value).whole if isinstance(value, str) else None
    return value if whole is None else str(Reference(whole.root, tuple(map(asked, whole.segments))))


def without(text: str, secrets: Mapping[str, Any]) -> str:
    """*text* with what is secret hidden."""
    for value in sorted((v for v in secrets.values() if isinstance(v, str)), key=len, reverse=True):
        if len(value) >= _SHORTEST:
            text = re.sub(re.escape(value), HIDDEN, text, flags=re.IGNORECASE)
    return text


def hide(data: Any, secrets: Mapping[str, Any]) -> Any:
    """JSON-shaped *data* with what is secret hidden in its texts."""
    if not secrets:
        return data
    if isinstance(data, str):
        return without(data, secrets)
    if isinstance(data, Mapping):
        return {key: hide(value, secrets) for key, value in data.items()}
    return [hide(value, secrets) for value in data] if isinstance(data, (list, tuple)) else data


def request_withheld(request: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A request (`Request.to_dict()`) with `[hidden]` for each value that goes by the name of a secret; the secrets.

    What tells of them (the question, terms, reasons) is without them, too.
    """
    secrets: dict[str, Any] = {}

    def entry(one: Mapping[str, Any]) -> dict[str, Any]:
        names = [str(one[key]) for key in ("word", "input", "attribute") if one.get(key)]
        if is_withheld(one.get("value")):
            # By the planner, as far as it tells of a request.
            return {**one, "value": HIDDEN}
        if one.get("value") in (None, "") or not any(map(is_secret, names)):
            return dict(one)
        secrets[names[0]] = one["value"]
        return {**one, "value": HIDDEN}

    made = {**request}
    for part in ("settings", "unread"):
        if part in made:
            made[part] = [entry(one) for one in made[part]]
    if "things" in made:
        made["things"] = [
            {**thing, "where": [entry(one) for one in thing["where"]]} if "where" in thing else dict(thing)
            for thing in made["things"]
        ]
    if "unread" in made:
        # Words that nothing explains are values and texts at once.
        made["unread"] = [{**one, **hide({"value": one.get("value")}, secrets)} for one in made["unread"]]
    return _texts_without(made, secrets), secrets


#: Members of a request that hold what the question says, and are no values.
_SAYING: Final = ("question", "word", "term", "reason")


def _texts_without(data: Any, secrets: Mapping[str, Any]) -> Any:
    if isinstance(data, Mapping):
        return {
            key: without(value, secrets)
            if key in _SAYING and isinstance(value, str)
            else _value_without(value, secrets)
            if key == "value"
            else _texts_without(value, secrets)
            for key, value in data.items()
        }
    return [_texts_without(value, secrets) for value in data] if isinstance(data, list) else data


def _value_without(value: Any, secrets: Mapping[str, Any]) -> Any:
    """A value, unless it is a secret itself: the question may say one as well."""
    return HIDDEN if any(value == secret and len(str(secret)) >= _SHORTEST for secret in secrets.values()) else value


def stands_there(value: Any) -> bool:
    """Whether an argument of a plan is a value, and no binding."""
    from ..plan.binding.bindings import references_in

    return not any(True for _ in references_in(value))


def plain(value: Any) -> Any:
    """A value that stands in a plan, as it was given: in a plan "${" is written "$${"."""
    return value.replace("$${", "${") if isinstance(value, str) else value


def _free(name: str, value: Any, secrets: Mapping[str, Any], step_id: str) -> str:
    return name if secrets.get(name, value) == value else f"{step_id}.{name}"


def _ask(plan: Plan, synthesis: dict[str, Any], step_id: str, path: tuple[str, ...], name: str) -> None:
    """Ask for *name* where *path* of a step's arguments has a secret."""
    from ..plan.write.written import answer

    step = next(step for step in plan.steps if step.id == step_id)
    inside: Any = step.args
    for part in path[:-1]:
        inside = inside[int(part)] if isinstance(inside, list) else inside[part]
    inside[int(path[-1]) if isinstance(inside, list) else path[-1]] = str(answer(name))
    origins = synthesis.setdefault("origins", {}).setdefault(step_id, {})
    origins[".".join(path)] = {"how": "asked", "slot": name}
    _add_slot(synthesis, _slot(step_id, step.tool, path, name))


def _add_slot(synthesis: dict[str, Any], slot: dict[str, Any]) -> None:
    slots = synthesis.setdefault("user_input_slots", [])
    if not any(known["field_name"] == slot["field_name"] for known in slots):
        slots.append(slot)


def _slot(step_id: str, tool: str, path: tuple[str, ...], name: str) -> dict[str, Any]:
    return {
        "step_id": step_id,
        "tool": tool,
        "field_name": name,
        "required": True,
        "kind": "data",
        "reason": "user_input_fallback",
        "cause": "secret",
        "parameter": path[-1],
        "field_type": "string",
    }
