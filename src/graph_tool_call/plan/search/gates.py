"""What must hold before a plan is made that changes something: everything given has a place, something is said.

These are no prices: no cost makes a change on a guess right (`choose`, `unread` and a value say what was meant).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from typing import Any, Final

from ...model.contract import Input, ToolContract
from ...model.tool import row_path
from ..derivation.derivation import ASKED, FILTER, GIVEN, PRODUCED, Call, Source, calls_of
from ..problem.failures import EmptyFilterError, InvalidEntityError, UnreadValueError
from ..problem.given import LOOKUP_NAMES, SEARCH_NAMES, Bound, Given, is_bare, normal
from ..problem.inputs import LOOKS, identifies, known_by_people
from ..problem.needs import Layout
from ..problem.places import ReadPlaces, dotted
from ..words.wording import different_words, words_in
from .offers import Offers

#: Nearest inputs that are told for a value without a place.
_NEAREST: Final = 5
#: Inputs whose parents are looked at for a value that leads to what is given.
_PARENTS: Final = 20
#: What the key of an object is called inside it.
_KEY_NAMES: Final = re.compile(r"(?i:g?id|uuid|guid|key)")
#: How values of these types are written as text.
_NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_WRITTEN: Final = {
    "integer": _NUMBER,
    "number": _NUMBER,
    "boolean": re.compile(r"(?i:true|false)"),
    "null": re.compile(""),
}
_WORD: Final = re.compile(r"(?s:[^\W\d_].|.[^\W\d_])")

#: The forms of the words of a text by which words are compared: "review" for "reviewed".
Forms = Callable[[str], frozenset[str]]
#: One given value without a place: its key, and the inputs that it could have been meant for.
Unread = dict[str, Any]


def unread(call: Call, given: Given) -> list[Unread]:
    """The values of *given* that no input of *call* or of the calls below it takes, and no filter compares with."""
    placed = set(_placed(call))
    left = [key for key in given.values if not _is_read(key, placed, given)]
    # A nested object is told as a whole, where nothing of it has a place.
    left = [key for key in left if not any(key.startswith(f"{outer}.") for outer in left)]
    rows = _inputs(call) if left else ()
    # A credential is the adapter's to send.
    sent = {normal(row.name) for row in rows if row.kind == "auth"}
    rows = [row for row in rows if row.kind != "auth"]
    left = [key for key in left if normal(key) not in sent]
    return [{"key": key, "considered": [*_qualified(key, rows), *_nearest(key, rows)][:_NEAREST]} for key in left]


def unset(target: ToolContract, nulls: Iterable[str], placed: Iterable[Input]) -> list[Unread]:
    """Keys given as null that name an input of *target* which may be null: to be unset, or just not known?"""
    filled = {(row.location, row.path) for row in placed}
    found = []
    for key in nulls:
        for row in target.inputs:
            named = normal(key) in (normal(row.name), normal(row.tag), normal(dotted(row)))
            if named and row.row.get("nullable") and (row.location, row.path) not in filled:
                found.append({"key": key, "considered": [_spelled(row)]})
                break
    return found


def two_ways(call: Call) -> list[Unread]:
    """Given names that an update would set though they may only describe what is updated, which is found otherwise.

    "The user kim@x, name Kim": `user_name` describes, `body.name` sets. Who is found by name gets a new name.
    """
    own = own_key(call)
    found_by = {normal(s.filter[0]) for s in call.sources if s.input is own and s.pick == FILTER and not s.where}
    if not found_by or call.contract.facts.action == "create":
        return []
    return [
        {"key": s.key, "considered": [f"body.{_spelled(s.input)}", *_qualified(s.key, [own] if own else [])]}
        for s in call.sources
        if s.how == GIVEN and s.input.location == "body" and normal(s.key) in LOOKUP_NAMES - found_by
    ]


def unfit(call: Call) -> list[Unread]:
    """Given values that cannot be the key that the input of their name takes: a name for a number.

    Raises `InvalidEntityError` where the input is no key: many for an amount.
    """
    found: dict[str, Input] = {}
    given = ((source, source.input, at) for source, at in sources_of(call) if source.how == GIVEN)
    for source, row, at in given:
        if _fits(row, source.value):
            if _names(row, source.value, at.contract):
                found[source.key] = row
        elif row.location == "body" and not identifies(row):
            message = f"{at.tool}: {source.key} must be of type {row.type}; what was given is text that spells none"
            details = {"tool": at.tool, "field_name": row.name, "expected": row.type, "got": "str"}
            raise InvalidEntityError("invalid_entity", message, details)
        else:
            found[source.key] = row
    return [{"key": key, "considered": [_spelled(row)]} for key, row in found.items()]


def _fits(row: Input, value: Any) -> bool:
    if row.location == "path" and row.tag.endswith("_id") and isinstance(value, str) and " " in value.strip():
        return False  # no key has blanks
    if isinstance(value, (list, tuple)):
        return row.type != "boolean" and all(_fits(row, one) for one in value)
    kinds = set(row.row.get("types") or [row.type])
    if not isinstance(value, str) or isinstance(value, Bound) or row.row.get("lossy") or not kinds <= _WRITTEN.keys():
        return True
    return not _WORD.search(value) or any(_WRITTEN[kind].fullmatch(value.strip()) for kind in kinds)


def _names(row: Input, value: Any, tool: ToolContract) -> bool:
    """Whether *value* is a name where a key is wanted: what the answer shows as an object with one is set by it."""
    if row.location != "body" or not isinstance(value, str) or " " not in value.strip() or known_by_people(row):
        return False
    inside = f".{row.name}."
    shown = (out for out in tool.output_rows if inside in row_path(out))
    return row.type == "string" and any(_KEY_NAMES.fullmatch(row_path(out).rpartition(inside)[2]) for out in shown)


def is_on_the_way(key: str, call: Call, offers: Offers, contracts: Mapping[str, ToolContract]) -> bool:
    """Whether *key* is that of a parent of what is given: the list that has it is below what *key* names.

    "Pet 3 of owner 7" where pets have numbers of their own: the owner adds nothing, and contradicts nothing.
    """
    if is_bare(key):
        return False
    waiting = [(call.contract, s.input) for s in call.sources if s.how == GIVEN and identifies(s.input)]
    for contract, need in waiting:
        for match in offers.usable(contract, need, offered=True) if len(waiting) < _PARENTS else ():
            producer = contracts[match.producer]
            above = [row for row in producer.inputs if row.location == "path" and match.output.many]
            if any(normal(key) in (normal(row.name), normal(row.tag)) for row in above):
                return True
            waiting += [(producer, row) for row in above if all(row is not known for _, known in waiting)]
    return False


def stop_unread(target: ToolContract, left: Sequence[Unread]) -> None:
    """Raise `UnreadValueError` for values without a place."""
    if not left:
        return
    told = "; ".join(f"{row['key']} (nearest: {', '.join(row['considered']) or 'nothing'})" for row in left)
    message = (
        f"{target.name} changes something, and nothing on the way to it takes what was given as {told}; "
        "name the input that is meant, or leave it out"
    )
    raise UnreadValueError("unread_value", message, {"tool": target.name, "unread": list(left)})


def stop_empty(
    call: Call, layout: Layout, goal: str, places: ReadPlaces, forms: Forms, everything: AbstractSet[str]
) -> None:
    """Raise `EmptyFilterError` for a change that nothing was said for: an empty filter, an empty body.

    *places* of the API tell whether the last segment of a path is a thing or a verb; *forms*, which words are one;
    *everything* are words by which a goal means whatever there is.
    """
    target = call.contract
    could = [row for row in layout.rows if _says(row, target)]
    said = [s.input for s in call.sources if _is_said(s, target) and _tells(s.input, target)]
    chosen = [row for row in could if _chooses(row, target, places)]
    if chosen:
        could, said = chosen, [row for row in said if row in chosen]
    elif target.facts.method in {"put", "patch"} and any(row.location == "body" for row in could):
        # What every call needs, a shop's login, says nothing of what the thing becomes.
        said = [row for row in said if row.location == "body" or not row.required]
    depth = 1 if len(layout.body_names) > 1 else 2  # of several, or inside the one that holds all: {"data": {…}}
    in_body = any(_is_what_becomes(row, target, depth, forms) for row in could) or _is_in_body(could, target, places)
    by_path = not in_body and _names_all(target, places)
    if not could or said or by_path or _means_all(target, could, goal, everything):
        return
    names = list(dict.fromkeys(_spelled(row) for row in could))
    what = "touches everything" if chosen or _is_removal(target) else "says nothing"
    spoken = [] if chosen else [row for row in could if len(could) == 1 or _is_spoken_of(row, target, goal, forms)]
    if len(spoken) == 1:
        message = f"{target.name} {what} without {_spelled(spoken[0])}; give its value"
        details = {"tool": target.name, "inputs": names, "field_name": spoken[0].name}
        raise EmptyFilterError("empty_filter", message, details)
    message = f"{target.name} without any of {', '.join(names[:_NEAREST])} {what}; give one of them"
    raise EmptyFilterError("empty_filter", message, {"tool": target.name, "inputs": names})


def _is_spoken_of(row: Input, target: ToolContract, goal: str, forms: Forms) -> bool:
    """Whether *goal* has a word of a switch's or state's name, other than those of the target: its value is implied.

    "Leave the car loan out of my net worth" speaks of `is_net_worth`, "disable commenting" of `commentable`. Which
    value is meant is not read: "as reviewed" makes `needs_review` false.
    """
    if row.type != "boolean" and not row.row.get("enum"):
        return False
    own = forms(f"{target.name} {target.facts.path}")
    return not (forms(row.name) - own).isdisjoint(forms(goal))


# --- what is read ---


def _placed(call: Call) -> Iterator[str]:
    """Keys of the values that stand in arguments or filters of *call* and the calls below it."""
    for source, at in sources_of(call):
        if source.how == GIVEN:
            yield source.key
        elif source.where or source.by or source.each or source.match == "request":
            yield from source.used
        elif source.how == ASKED:
            # A word that is none of the choices is what the question is about.
            yield from source.used
        elif source.pick == FILTER and not is_misplaced(source, at, call):
            yield source.filter[1]


def sources_of(call: Call) -> Iterator[tuple[Source, Call]]:
    """Every source of *call* and of the calls below it, each with the call that it belongs to."""
    return ((source, at) for at in calls_of(call) for source in at.sources)


def is_misplaced(source: Source, at: Call, target: Call) -> bool:
    """Whether a change would look for something else than its own object by a name that any object may have.

    "Delete …, name X" means what is deleted, not the account or the list that it is in.
    """
    if not (target.contract.facts.changes_state and source.pick == FILTER and is_bare(source.filter[1])):
        return False
    return at is not target or source.input is not own_key(target)


def own_key(target: Call) -> Input | None:
    """The input that tells which thing *target* is about: the last of its path, else its only identifier."""
    path = [s.input for s in target.sources if s.input.location == "path"]
    if path:
        place = target.contract.facts.path
        return max(path, key=lambda row: place.rfind("{" + row.name + "}"))
    keys = [s.input for s in target.sources if identifies(s.input)]
    return keys[0] if len(keys) == 1 else None


def _is_read(key: str, placed: set[str], given: Given) -> bool:
    if any(used == key or used.startswith(f"{key}.") or key.startswith(f"{used}.") for used in placed):
        return True
    # One thing under two names: what is searched for has many, and "label" is said with "label_name".
    value, own = given.values[key], different_words(key)
    for used in placed:
        if given.values.get(used) != value:
            continue
        other = different_words(used)
        if own <= other or other <= own or {normal(key), normal(used)} <= set(SEARCH_NAMES):
            return True
    return False


def _inputs(call: Call) -> Sequence[Input]:
    contracts = {call.tool: call.contract} | {at.tool: at.contract for _, at in sources_of(call)}
    return [row for contract in contracts.values() for row in contract.inputs]


def _qualified(key: str, rows: Iterable[Input]) -> list[str]:
    """Words that say whose a name is that any object may have: `member_name` for `name`."""
    if not is_bare(key):
        return []
    return list(dict.fromkeys(f"{row.resource}_{normal(key)}" for row in rows if row.resource and identifies(row)))


def _nearest(key: str, rows: Iterable[Input]) -> list[str]:
    """Names of the inputs whose words *key* shares, else of those that are spelled like it."""
    names = list(dict.fromkeys(_spelled(row) for row in rows))
    own = different_words(key)
    shared = sorted((n for n in names if own & different_words(n)), key=lambda n: -len(own & different_words(n)))
    return shared[:_NEAREST] or difflib.get_close_matches(key, names, n=_NEAREST, cutoff=0.6)


def _spelled(row: Input) -> str:
    return dotted(row) or row.name


# --- what is said ---


def _says(row: Input, target: ToolContract) -> bool:
    """Whether a value of *row* is wanted to say what is meant, or what it becomes.

    Switches are where something is only updated; what the query adds where the path has the thing is no such value.
    """
    updates = target.facts.method in {"patch", "put"}
    if row.location == "query" and "{" in target.facts.path and not (updates or _is_removal(target)):
        return False
    return _tells(row, target) and (row.type != "boolean" or (row.location == "body" and updates))


def _is_said(source: Source, target: ToolContract) -> bool:
    """Whether a value comes from the request; what the changed thing has already says nothing of the change.

    What is found by its description is said, wherever that is listed.
    """
    own = source.how == PRODUCED and source.call is not None and source.call.contract.place == target.place
    return not (own and not source.where) and source.how in {GIVEN, PRODUCED, ASKED}


def _is_what_becomes(row: Input, target: ToolContract, depth: int, forms: Forms) -> bool:
    """Whether the path cannot say it without *row*: a field that any body has, PUT …/status {status}, {action}.

    Many documents leave out that the body is required.
    """
    if row.location != "body" or row.path.count(".") > depth:
        return False
    segment = target.place.rpartition("/")[2]
    name, last = normal(row.name), normal(segment)
    # PUT …/suspend {suspended} takes back as well.
    is_state = row.type == "boolean" and not forms(words_in(row.name)[-1]).isdisjoint(forms(segment))
    return row.required_if_parent or name == last or is_state or (name == "action" and "enum" in row.row)


def _is_in_body(could: Sequence[Input], target: ToolContract, places: ReadPlaces) -> bool:
    """Whether a body that every call has tells what becomes of the thing, or its one field what a list gets.

    PUT /warehouses/{id}/settings {is_default}; POST /groups/{id}/members {email}.
    """
    if not target.body_required or not any(row.location == "body" for row in could):
        return False
    return target.facts.method == "put" or (len(could) == 1 and target.place in places.lists)


def _chooses(row: Input, target: ToolContract, places: ReadPlaces) -> bool:
    """Whether *row* tells which things are meant where the path does not: POST /channels.rename {channel, name}."""
    facts = target.facts
    if facts.method == "post" and "{" not in facts.path and facts.action in {"update", "delete"}:
        return identifies(row) and row.path.count(".") <= 1
    return row.location == "query" and _changes_many(target, places)


def _changes_many(target: ToolContract, places: ReadPlaces) -> bool:
    """Whether an update is one of all things that a list of the same path has, as PATCH /things?owner= is."""
    place = target.place
    return target.facts.method in {"patch", "put"} and not place.endswith("}") and place in places.lists


def _tells(row: Input, target: ToolContract) -> bool:
    """Whether a value of *row* says anything of the change.

    No header, page or value of the surroundings does; no switch says what is removed.
    """
    if row.location not in {"query", "body"} or row.kind != "data" or row.role in LOOKS:
        return False
    return row.type != "boolean" or not _is_removal(target)


def _means_all(target: ToolContract, could: Iterable[Input], goal: str, everything: AbstractSet[str]) -> bool:
    """Whether the request is to remove all that there is, and the call does so without a filter."""
    keyed = any(identifies(row) for row in could)
    return _is_removal(target) and not keyed and not everything.isdisjoint(words_in(goal))


def _is_removal(target: ToolContract) -> bool:
    facts = target.facts
    return facts.method == "delete" or facts.destructive or facts.action == "delete"


def _names_all(target: ToolContract, places: ReadPlaces) -> bool:
    """Whether the path says it all: DELETE /things/{id}, POST /things/{id}/archive, PUT /teams/{id}/members/{id}."""
    facts = target.facts
    *before, last = [segment for segment in facts.path.split("/") if segment] or [""]
    if facts.method == "patch" or "{" not in facts.path:
        return False
    if "{" in last:
        return facts.method == "delete" or (facts.method == "put" and _relates(target, before, last))
    if facts.method == "post":
        # An action on the thing before it, or one more in a collection of its own; /tables/{t}/rows/delete is neither.
        return not _is_removal(target) or "{" in before[-1]
    # What follows the key is a verb, or the name of what is replaced or emptied: that is read somewhere, too.
    if different_words(last).isdisjoint(different_words(facts.resource)):
        return True
    return facts.method != "delete" and target.place not in places.around


def _relates(target: ToolContract, before: Sequence[str], last: str) -> bool:
    """Whether a PUT says by its path that one thing belongs to another: /guilds/{id}/bans/{user_id}."""
    key = next((row for row in target.inputs if row.location == "path" and last == "{" + row.name + "}"), None)
    other = key is not None and different_words(key.resource).isdisjoint(different_words(before[-1] if before else ""))
    return target.facts.action == "create" or (other and any("{" in segment for segment in before))
