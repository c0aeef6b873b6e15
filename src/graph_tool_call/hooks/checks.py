"""What answers of plugins are checked for when they are made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import attrs

from .roles import ROLES

Check = Callable[[Any, "attrs.Attribute[Any]", Any], None]


def between(low: float, high: float) -> Check:
    """The value is a number from *low* to *high*; a bool is none."""

    def check(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        # Nearly always: hundreds of answers are checked for each question.
        if type(value) is float and low <= value <= high:
            return
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            msg = f"{type(instance).__name__}.{attribute.name} must be a number from {low:g} to {high:g}, got {value!r}"
            raise ValueError(msg)

    return check


def one_of(*choices: str) -> Check:
    """The value is one of *choices*, or None."""

    # Cheaper than optional(in_(…)) of attrs, for some hundred thousand verdicts, and its message is for people.
    def check(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if value is not None and value not in choices:
            msg = f"{type(instance).__name__}.{attribute.name} must be one of {', '.join(choices)}, got {value!r}"
            raise ValueError(msg)

    return check


def optional_rank(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
    """The value is a whole number from 1, or None."""
    if value is not None and (type(value) is not int or value < 1):
        msg = f"{type(instance).__name__}.{attribute.name} must be a whole number from 1, got {value!r}"
        raise ValueError(msg)


def attrs_class(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
    """The value is an attrs class, or None."""
    if value is not None and not (isinstance(value, type) and attrs.has(value)):
        msg = f"{type(instance).__name__}.{attribute.name} must be an attrs class, got {value!r}"
        raise ValueError(msg)


def texts(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
    """The value is a mapping of texts to texts, or holds texts; a single text is neither."""
    members = [*value.keys(), *value.values()] if isinstance(value, Mapping) else value
    if isinstance(members, str) or not all(isinstance(member, str) for member in members):
        msg = f"{type(instance).__name__}.{attribute.name} must hold texts, got {value!r}"
        raise ValueError(msg)


#: What names of tags and resources never have: blanks, capitals, punctuation other than "_".
_NO_TAG: Final = re.compile(r"[\s\x00-\x1f\x7fA-Z!-/:-@\[-^`{-~]")


#: Asked for each verdict, and a view on a mapping is slow to ask.
_ROLES: Final = frozenset(ROLES)


@lru_cache(maxsize=4_096)
def _is_snake(text: str) -> bool:
    return bool(text) and not _NO_TAG.search(text)


def role(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
    """The value is one of `ROLES`, or None."""
    if value is None or (isinstance(value, str) and value in ROLES):
        return
    import difflib

    near = difflib.get_close_matches(str(value), ROLES, n=1, cutoff=0.7)
    hint = f" (did you mean {near[0]!r}?)" if near else f"; roles are {', '.join(ROLES)}"
    msg = f"{type(instance).__name__}.{attribute.name}: there is no role {value!r}{hint}"
    raise ValueError(msg)


def snake(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
    """The value is a name in snake case, of any script, or None."""
    if value is not None and not (isinstance(value, str) and _is_snake(value)):
        name = f"{type(instance).__name__}.{attribute.name}"
        msg = f"{name} is lower case with _ between words, as order_no, got {value!r}"
        raise ValueError(msg)


def sentence(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
    """The value is a text that says something, on one line."""
    if type(value) is not str or not value or value.isspace():
        msg = f"{type(instance).__name__}.{attribute.name} is one short sentence for people, got {value!r}"
        raise ValueError(msg)


def table_words(known: Mapping[str, str]) -> Check:
    """The value maps names of tables, *known* ones or such with a dot, to tuples of texts."""

    def check(instance: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        place = f"{type(instance).__name__}.{attribute.name}"
        if not isinstance(value, Mapping):
            raise TypeError(f"{place} must map names of tables to words, got {value!r}")
        for name, words in value.items():
            if not isinstance(name, str) or (name not in known and "." not in name):
                import difflib

                near = difflib.get_close_matches(str(name), known, 1)
                hint = f"; did you mean {near[0]!r}?" if near else "; a table of a plugin's own has a dot in its name"
                raise ValueError(f"{place}: no table is named {name!r}{hint}")
            if not isinstance(words, tuple) or not all(isinstance(word, str) for word in words):
                raise ValueError(f"{place}[{name!r}] must hold texts, got {words!r}")

    return check


unit: Final = between(0.0, 1.0)
signed: Final = between(-1.0, 1.0)
