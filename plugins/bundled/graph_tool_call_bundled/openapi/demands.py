"""What an object requires of its properties together: one of several, one because of another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from graph_tool_call.hooks import Demand

#: Keywords of a schema that only requires; the others say nothing of values.
_REQUIRES: Final = frozenset({"required", "type", "title", "description", "$comment"})
#: The rule that a choice among lists of required properties is.
_RULES: Final = {"anyOf": "any_of", "oneOf": "one_of"}


def choice_demand(raw: dict[str, Any], key: str) -> Demand | None:
    """`anyOf: [{required: [a]}, {required: [b]}]` as a demand; None for a choice among anything else."""
    members = raw.get(key)
    if not isinstance(members, list) or len(members) < 2:
        return None
    sets = tuple(map(_only_required, members))
    return Demand(rule=_RULES[key], sets=sets) if all(sets) else None


def demands_of(raw: dict[str, Any]) -> Iterator[Demand]:
    """Demands by the keywords of *raw* that speak of several properties (JSON Schema 2020-12, 10.2.2 and 6.5.4)."""
    for key in ("dependentRequired", "dependentSchemas", "dependencies"):
        said = raw.get(key)
        for name, what in said.items() if isinstance(said, dict) else ():
            names = _names(what) if isinstance(what, list) else _only_required(what)
            yield Demand(rule="if", when={str(name): None}, then=names) if names else _OTHER
    if "if" in raw and ("then" in raw or "else" in raw):
        yield _conditional(raw)
    if "not" in raw:
        yield _OTHER


def _conditional(raw: dict[str, Any]) -> Demand:
    when = _condition(raw["if"])
    then, otherwise = _only_required(raw.get("then")), _only_required(raw.get("else"))
    if when is None or not (then or otherwise):
        return _OTHER
    return Demand(rule="if", when=when, then=then, otherwise=otherwise)


def _condition(said: Any) -> dict[str, tuple[Any, ...] | None] | None:
    """Property → the values that it must have, None for any; None where *said* asks for more than that."""
    if not isinstance(said, dict) or not set(said) <= _REQUIRES | {"properties"}:
        return None
    when: dict[str, tuple[Any, ...] | None] = dict.fromkeys(_names(said.get("required")))
    properties = said.get("properties")
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        if not isinstance(schema, dict) or not set(schema) <= {"const", "enum", "type"}:
            return None
        if "const" in schema:
            when[name] = (schema["const"],)
        elif isinstance(schema.get("enum"), list):
            when[name] = tuple(schema["enum"])
        else:
            return None
    return when or None


def _only_required(schema: Any) -> tuple[str, ...]:
    """The required properties of a schema that says nothing else; () for any other."""
    if not isinstance(schema, dict) or not set(schema) <= _REQUIRES or schema.get("type", "object") != "object":
        return ()
    return _names(schema.get("required"))


def _names(said: Any) -> tuple[str, ...]:
    return tuple(name for name in said if isinstance(name, str)) if isinstance(said, list) else ()


_OTHER: Final = Demand(rule="other")
