"""Which attribute of an element an input takes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from ...model.contract import Input, Output
from ...model.spelling import singular
from ...request.catalogue import Listing
from ..problem.given import normal
from .lists import KEY_ENDS

_NUMERIC: Final = frozenset({"integer", "number"})


def key_output(need: Input, listing: Listing, compared: Collection[str] = ()) -> Output | None:
    """The attribute of an element that *need* takes: the one of its tag, else the element's own key.

    What the element was found by tells nothing new: where the attribute of the tag is all that was *compared*,
    the thing's own key is taken.
    """
    rows = listing.rows
    # An object inside the element is another thing: the folder that a folder lies in has a folder's key.
    around = listing.key.rpartition(".")[0]
    beside = {path: row for path, row in rows.items() if path.rpartition(".")[0] == around or not listing.key}
    tagged = [path for path, row in beside.items() if need.tag and row.tag == need.tag and can_take(need, row)]
    tagged.sort(key=lambda path: (path != listing.key, path.count("."), len(path)))
    own = rows.get(listing.key)
    called = {normal(need.name), normal(singular(need.name))} if not need.tag else frozenset[str]()
    if named := next((path for path in listing.naming if path in beside and normal(path) in called), None):
        return rows[named]
    if tagged and not (set(compared) == {tagged[0]} and own is not None and listing.key != tagged[0]):
        return rows[tagged[0]]
    if own is None or (need.tag and own.tag and need.resource not in {own.resource, listing.noun}):
        return own if own is not None and _is_longer_name(need, listing) and can_take(need, own) else None
    # Where the attribute of the tag is a text that things are found by, the tag says nothing of keys.
    if not can_take(need, own) or (not tagged and _is_other_key(need, own)):
        return None
    return _natural(need, rows, own) or own


def own_key(need: Input, listing: Listing, *, selects: bool) -> Output | None:
    """The key of the things that *need* selects from or is called after, though its tag is another.

    /members/{userId} takes the `id` of /members where its elements show no user of their own;
    /schedules/employees/{employee_id} takes that of /employees.
    """
    called = normal(need.name) in {normal(f"{listing.noun}{end}") for end in KEY_ENDS}
    if not selects and not (called and listing.own):
        return None
    other = [(path, row) for path, row in listing.rows.items() if need.tag and row.tag == need.tag]
    if other:
        # The key of the user of a member, in an object of that name; what else has such a key is some other user.
        return next((row for path, row in other if need.resource in path.split(".")[:-1]), None)
    key = listing.rows.get(listing.key)
    return key if key is not None and can_take(need, key) and not _is_other_key(need, key) else None


def _natural(need: Input, rows: Mapping[str, Output], own: Output) -> Output | None:
    """Another key of the same thing, where its own is a number and text is wanted: a slug."""
    if own.type not in _NUMERIC or _types(need) != {"string"}:
        return None
    keys = [r for p, r in rows.items() if "." not in p and r.resource == own.resource and r.tag and r.type == "string"]
    return keys[0] if len(keys) == 1 else None


def _is_other_key(need: Input, own: Output) -> bool:
    """Whether *need* takes another key of the same thing: an address, no id."""
    return bool(need.tag and own.tag) and need.resource == own.resource and need.tag != own.tag


def _is_longer_name(need: Input, listing: Listing) -> bool:
    one, other = sorted((listing.noun, need.resource), key=len)
    longer = bool(one) and (other.endswith(f"_{one}") or listing.noun.startswith(f"{need.resource}_"))
    return longer or one == other


def can_take(need: Input, row: Output) -> bool:
    """Whether the types allow it: where only numbers are wanted, only a number will do."""
    wanted = _types(need)
    return not row.type or row.type in _NUMERIC or not wanted or not wanted <= _NUMERIC


def _types(need: Input) -> frozenset[str]:
    """The JSON types that an input takes, null apart; those of the elements of a list."""
    if need.type == "array":
        listed = need.row.get("array")
        types = listed.get("types") if isinstance(listed, Mapping) else None
    else:
        types = need.row.get("types") or [need.type]
    return frozenset(str(one) for one in types or ()) - {"null", ""}
