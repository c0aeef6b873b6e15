"""Strict reading of what people write, and plain data from values: `decode`, `encode`.

Nothing is coerced, unknown keys are named, and one error lists every problem with its
place. cattrs is imported by the first call, because that costs 80 ms.
"""

from __future__ import annotations

import difflib
import enum
import types
from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, Union, get_args, get_origin

import attrs

from .errors import DecodeError
from .model.absent import ABSENT, Absent

if TYPE_CHECKING:
    from cattrs import Converter

__all__ = ["decode", "encode"]

T = TypeVar("T")
Structure = Callable[[Any, Any], Any]

_SCALARS: Final = (str, bool, int, float)
#: How much of a wrong value an error shows.
_SHOWN: Final = 40


class _WrongValueError(TypeError):
    """A value of the wrong type; the message is already for people."""


def decode(data: Any, cls: type[T], *, what: str) -> T:
    """*data*, as parsed from JSON, YAML or TOML, as a value of the attrs class *cls*.

    Raises `DecodeError` with one line for each problem; *what* names the whole in it
    ("settings of plugin 'names'").
    """
    from cattrs import BaseValidationError, StructureHandlerNotFoundError, transform_error

    try:
        return _shared().structure(data, cls)
    except (BaseValidationError, _WrongValueError) as exc:
        raise DecodeError(what, tuple(transform_error(exc, "$", _explain))) from exc
    except StructureHandlerNotFoundError as exc:
        raise DecodeError(what, (f"{_explain(exc, None)} @ {cls.__name__}",)) from exc


def encode(value: Any, *, other: Callable[[Any], Any] | None = None) -> Any:
    """*value* as JSON-shaped data: attrs values as objects, tuples and sets as lists.

    Fields that are `ABSENT` are left out. Sets are sorted, so that equal values give
    equal text. *other* gives the form of what JSON has no form for; without it that
    raises `TypeError`.
    """
    if isinstance(value, enum.Enum):
        return encode(value.value, other=other)
    if value is None or isinstance(value, _SCALARS):
        return value
    if attrs.has(type(value)):
        members = ((field.name, getattr(value, field.name)) for field in attrs.fields(type(value)))
        return {name: encode(member, other=other) for name, member in members if member is not ABSENT}
    if isinstance(value, Mapping):
        return {str(key): encode(member, other=other) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode(member, other=other) for member in value]
    if isinstance(value, AbstractSet):
        return sorted((encode(member, other=other) for member in value), key=repr)
    if other is not None:
        return other(value)
    msg = f"cannot write a {type(value).__name__} as plain data"
    raise TypeError(msg)


# A converter compiles code for each class that it meets. That is all it keeps, and nobody
# registers hooks on this one after it is made, so sharing it shares no state.
@cache
def _shared() -> Converter:
    return make_converter()


def make_converter() -> Converter:
    """A strict cattrs converter: no coercion, no unknown keys, all problems at once."""
    from cattrs import Converter
    from cattrs.gen import make_dict_structure_fn

    converter = Converter(forbid_extra_keys=True)
    # cattrs asks for these by class before it asks the factories.
    converter.register_structure_hook(enum.Enum, _structure_enum)
    for scalar in _SCALARS:
        converter.register_structure_hook(scalar, partial(_structure_scalar, scalar))
    factories: tuple[tuple[Callable[[Any], bool], Callable[[Any], Structure]], ...] = (
        (lambda type_: get_origin(type_) is Literal, _literal),
        (_is_union, _union),
        (_is_array, partial(_array, converter)),
        (_is_mapping, partial(_mapping, converter)),
        (attrs.has, lambda cls: _object(make_dict_structure_fn(cls, converter))),
    )
    for belongs, factory in factories:
        converter.register_structure_hook_factory(belongs, factory)
    return converter


def _shown(value: Any) -> str:
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= _SHOWN else text[:_SHOWN] + '…'}"


def _expected(wanted: str, value: Any) -> _WrongValueError:
    return _WrongValueError(f"expected {wanted}, got {_shown(value)}")


# --- scalars ------------------------------------------------------------------------


def _is_scalar(scalar: type, value: Any) -> bool:
    # bool is a subclass of int, and a whole number is a fine float.
    if isinstance(value, bool):
        return scalar is bool
    return isinstance(value, (float, int) if scalar is float else scalar)


def _structure_scalar(scalar: type, value: Any, type_: Any) -> Any:
    if isinstance(type_, enum.EnumMeta):
        # class Level(str, enum.Enum): cattrs takes it for a str.
        return _structure_enum(value, type_)
    if not _is_scalar(scalar, value):
        raise _expected(scalar.__name__, value)
    return float(value) if scalar is float else value


def _choice(members: Mapping[Any, Any]) -> Structure:
    # Looked up as a pair, because 1, 1.0 and True are one key.
    by_type = {(type(key), key): member for key, member in members.items()}

    def structure(value: Any, _type: Any) -> Any:
        try:
            return by_type[type(value), value]
        except (KeyError, TypeError):
            raise _expected("one of " + ", ".join(map(repr, members)), value) from None

    return structure


def _literal(type_: Any) -> Structure:
    return _choice({member: member for member in get_args(type_)})


def _structure_enum(value: Any, type_: Any) -> Any:
    return _choice({member.value: member for member in type_})(value, type_)


def _is_union(type_: Any) -> bool:
    """A choice of several types; `X | None` is none, and cattrs knows it."""
    if get_origin(type_) not in (Union, types.UnionType):
        return False
    return len([member for member in get_args(type_) if member is not types.NoneType]) > 1


def _union(type_: Any) -> Structure:
    """Plain values are told apart by their type; anything else would be a guess."""
    # `ABSENT` stands for what is not written, so it is never read.
    members = [member for member in get_args(type_) if member not in (types.NoneType, Absent)]
    if not all(member in _SCALARS for member in members):
        from cattrs import StructureHandlerNotFoundError

        msg = "only str, bool, int and float can be told apart in a union"
        raise StructureHandlerNotFoundError(msg, type_)
    optional = types.NoneType in get_args(type_)

    def structure(value: Any, _type: Any) -> Any:
        if (value is None and optional) or any(_is_scalar(member, value) for member in members):
            return value
        raise _expected(" or ".join(member.__name__ for member in members), value)

    return structure


# --- containers ---------------------------------------------------------------------


def _is_array(type_: Any) -> bool:
    origin = get_origin(type_) or type_
    return (
        isinstance(origin, type)
        and issubclass(origin, (Sequence, AbstractSet))
        and not issubclass(origin, (str, bytes))
    )


def _is_mapping(type_: Any) -> bool:
    origin = get_origin(type_) or type_
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _array(converter: Converter, type_: Any) -> Structure:
    """Lists, tuples and sets want a list, and not a string, which would give its letters."""
    origin, args = get_origin(type_) or type_, get_args(type_)
    fixed = issubclass(origin, tuple) and args[-1:] != (...,) and args
    build = next((kind for kind in (list, tuple, frozenset, set) if issubclass(origin, kind)), tuple)

    def structure(value: Any, _type: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            raise _expected("a list", value)
        if fixed and len(value) != len(args):
            raise _expected(f"a list of {len(args)}", value)
        kinds = args if fixed else (args[0] if args else Any,) * len(value)
        return build(_members(converter, type_, enumerate(value), kinds))

    return structure


def _mapping(converter: Converter, type_: Any) -> Structure:
    key_type, value_type = get_args(type_) or (str, Any)

    def structure(value: Any, _type: Any) -> Any:
        if not isinstance(value, Mapping):
            raise _expected("an object", value)
        keys = _members(converter, type_, ((key, key) for key in value), (key_type,) * len(value))
        members = _members(converter, type_, value.items(), (value_type,) * len(value))
        return dict(zip(keys, members, strict=True))

    return structure


def _members(converter: Converter, type_: Any, items: Iterable[tuple[Any, Any]], kinds: Sequence[Any]) -> list[Any]:
    """Every member read; the problems of all of them together, with their places."""
    from cattrs.errors import IterableValidationError, IterableValidationNote

    read: list[Any] = []
    problems: list[Exception] = []
    for (place, member), kind in zip(items, kinds, strict=True):
        try:
            read.append(converter.structure(member, kind))
        except Exception as exc:  # noqa: BLE001 - collected, and raised below with the others
            note = IterableValidationNote(f"at {place!r}", place, kind)
            exc.__notes__ = [*getattr(exc, "__notes__", ()), note]  # type: ignore[attr-defined]
            problems.append(exc)
    if problems:
        raise IterableValidationError("members", problems, type_)
    return read


def _object(inner: Structure) -> Structure:
    def structure(value: Any, type_: Any) -> Any:
        if not isinstance(value, Mapping):
            raise _expected("an object", value)
        return inner(value, type_)

    return structure


# --- errors -------------------------------------------------------------------------


def _explain(exc: BaseException, _type: type | None) -> str:
    from cattrs import ForbiddenExtraKeysError, StructureHandlerNotFoundError

    if isinstance(exc, _WrongValueError):
        return str(exc)
    if isinstance(exc, StructureHandlerNotFoundError):
        return f"a value of type {getattr(exc.type_, '__name__', exc.type_)} cannot be read"
    if isinstance(exc, KeyError):
        return "required field missing"
    if isinstance(exc, ForbiddenExtraKeysError):
        known = [field.name for field in attrs.fields(exc.cl)] if attrs.has(exc.cl) else []
        return "unknown field " + ", ".join(_with_hint(str(key), known) for key in sorted(map(str, exc.extra_fields)))
    text = exc.args[0] if exc.args and isinstance(exc.args[0], str) else exc
    return f"invalid value: {' '.join(str(text).split())}"


def _with_hint(key: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    return f"{key!r} (did you mean {close[0]!r}?)" if close else f"{key!r} (known are {', '.join(known) or 'none'})"
