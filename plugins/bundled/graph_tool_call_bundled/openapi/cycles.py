"""Choices that lead back to themselves (`A: anyOf [A, B]`) → choices among what is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from graph_tool_call.hooks import ABSENT, Report, Schema

#: Choices looked through for all cycles together, and at least for each choice on one.
_MOST: Final = 1_000_000
_FEWEST: Final = 50


def settle_choices(choices: Iterable[Schema], report: Report) -> None:
    """Replace, in *choices* that reach themselves with no property between, each such mention by what it offers.

    A value of `A: anyOf [A, B]` is a B. What a cycle offers besides itself is the same for
    each of its members, so nothing is lost, and whoever walks alternatives comes to an end.
    """
    circular = _circular({id(node): node for node in choices})
    # Each may offer what all of them have: of very many, each shows some.
    most = max(_FEWEST, _MOST // max(1, len(circular)))
    settled = {key: tuple(_offered(node, circular, most)) for key, node in circular.items()}
    for key, node in circular.items():
        node.alternatives = settled[key]
        if not node.alternatives:
            node.choice = ""
        report.add("schema_cycle", "the choice leads back to itself; the inner mention is left out", node.pointer)


def narrow_choices(nodes: Iterable[Schema]) -> None:
    """Leave of the alternatives of *nodes* those that the type beside them allows, and that say more than it does.

    A base has `anyOf: [object, array, string]` and what extends it `array of account`: it is that array.
    """
    for node in nodes:
        if node.type and node.alternatives:
            node.alternatives = tuple(m for m in node.alternatives if _allows(m, node.type) and _adds(m, node))
            if not node.alternatives:
                node.choice = ""


def _allows(member: Schema, kind: str) -> bool:
    kinds = member.types or (member.type,)
    return kind in kinds or not any(kinds) or {kind} | set(kinds) == {"integer", "number"}


def _adds(member: Schema, node: Schema) -> bool:
    """Whether *member* says something that *node* does not say itself."""
    if node.type == "array":
        return node.items is None and member.items is not None
    if node.type == "object":
        return bool(member.properties or member.alternatives or (member.additional and not node.properties))
    return member.enum is not None or member.const is not ABSENT or bool(member.alternatives)


def _circular(choices: dict[int, Schema]) -> dict[int, Schema]:
    """Those of *choices* that lie on a cycle, or between two."""
    ways = {key: {id(m) for m in node.alternatives if id(m) in choices} for key, node in choices.items()}
    for _ in range(2):  # Peel off what leads to no cycle; then, with the arrows turned, what no cycle leads to.
        ways = _turned(_without_ends(ways))
    return {key: choices[key] for key in choices if key in ways}


def _without_ends(ways: dict[int, set[int]]) -> dict[int, set[int]]:
    left = {key: len(to) for key, to in ways.items()}
    back = _turned(ways)
    ends = [key for key, count in left.items() if not count]
    while ends:
        end = ends.pop()
        del left[end]
        for key in back[end]:
            left[key] -= 1
            if not left[key]:
                ends.append(key)
    return {key: {to for to in ways[key] if to in left} for key in left}


def _turned(ways: dict[int, set[int]]) -> dict[int, set[int]]:
    turned: dict[int, set[int]] = {key: set() for key in ways}
    for key, to in ways.items():
        for other in to:
            turned[other].add(key)
    return turned


def _offered(node: Schema, circular: dict[int, Schema], most: int) -> Iterator[Schema]:
    """What *node* leads to through circular choices, in document order, each once; *most* are looked at."""
    seen = {id(node)}
    waiting = list(reversed(node.alternatives))
    while waiting and len(seen) <= most:
        member = waiting.pop()
        if id(member) in seen:
            continue
        seen.add(id(member))
        if id(member) in circular:
            # Half of what may be looked at leads on, so that the other half can be offered.
            waiting.extend(reversed(member.alternatives) if len(seen) <= most // 2 else ())
        else:
            yield member
