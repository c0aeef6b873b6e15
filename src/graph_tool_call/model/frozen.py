"""Read-only JSON: dicts and lists that several readers share and none may change.

They are dicts and lists for everybody who reads: `isinstance`, `json.dumps`, equality,
`**`, pickle and `copy.deepcopy` (which gives one that may be changed) work as ever.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final, NoReturn


def _refuse(self: object, *_args: object, **_named: object) -> NoReturn:
    kind = "dict" if isinstance(self, dict) else "list"
    raise TypeError(f"this {kind} is read-only; change a copy of it (copy.deepcopy)")


class FrozenDict(dict[Any, Any]):
    """A dict that cannot be changed; what it holds need not be frozen (see `frozen`)."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __copy__(self) -> dict[Any, Any]:
        return dict(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[Any, Any]:
        return copy.deepcopy(dict(self), memo)

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)


class FrozenList(list[Any]):
    """A list that cannot be changed; what it holds need not be frozen (see `frozen`)."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __copy__(self) -> list[Any]:
        return list(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> list[Any]:
        return copy.deepcopy(list(self), memo)

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenList, (list(self),)


def frozen(value: Any) -> Any:
    """*value* with its dicts and lists, and those inside them, as read-only copies; all else as it is."""
    kind = type(value)
    if kind is dict:
        return FrozenDict({key: frozen(member) for key, member in value.items()})
    if kind is list:
        return FrozenList([frozen(member) for member in value])
    if kind is tuple:
        return tuple([frozen(member) for member in value])
    return value


def thawed(value: Any) -> Any:
    """*value* with its read-only dicts and lists as ones that may be changed; all else as it is."""
    if isinstance(value, FrozenDict):
        return {key: thawed(member) for key, member in value.items()}
    if isinstance(value, FrozenList):
        return [thawed(member) for member in value]
    return tuple([thawed(member) for member in value]) if type(value) is tuple else value


def read_only(mapping: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """*mapping* as one that cannot be changed; what it holds stays as it is."""
    if not mapping:
        return _EMPTY
    return mapping if isinstance(mapping, FrozenDict) else FrozenDict(mapping)


def frozen_mapping(given: Any) -> Any:
    """A *given* mapping read-only, all the way down; anything else as it is, for a validator to judge."""
    return (frozen(dict(given)) if given else _EMPTY) if isinstance(given, Mapping) else given


_EMPTY: Final = FrozenDict()
