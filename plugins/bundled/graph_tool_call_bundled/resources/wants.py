"""Path parameters taken apart: what their name, type and description ask for."""

from __future__ import annotations

import re
from typing import Final

import attrs

from graph_tool_call.hooks import Parameter

from ..words import squash
from .conventions import Conventions
from .keys import LOGIN_WORDS, Parsed
from .nouns import VALUE_WORDS
from .resource import key_of
from .shapes import Leaf, is_scalar, scalar_type

_DESCRIBED: Final = re.compile(
    r"(?<!\bnot )(?<!\bnot the )(?<!\bnot an )"
    r"\b(name|slug|number|code|key|login|username|handle|email|hash|sha|ids?|uuid|identifier|index|sid|gid)\b",
    re.IGNORECASE,
)
#: Formats of values that are no keys (OpenAPI format registry).
NOT_KEYS: Final = frozenset({"date", "date-time", "time", "duration", "binary", "byte", "password"})


@attrs.frozen(kw_only=True)
class Want:
    """One path parameter.

    Attributes:
        name: As written; *spelled*: squashed; *parsed*: taken apart.
        type: JSON type of its scalar; "" when it takes several.
        hints: Keys that its description speaks of.
        plain: False for enums, dates, switches: values that are no keys.
        addressed: Whether another parameter stands directly before it.
        value: Whether the name is an everyday value's (path, date) rather than a key's.
    """

    name: str
    spelled: str
    parsed: Parsed
    type: str
    hints: frozenset[str]
    plain: bool
    value: bool
    addressed: bool = False

    @property
    def mere_key(self) -> bool:
        """Whether the name is a mere key ({id}, {name}), which means another thing at each place."""
        parsed = self.parsed
        return parsed.family is not None and not parsed.prefix and parsed.spelling not in LOGIN_WORDS | {"sha", "email"}

    def fits(self, leaf: Leaf) -> bool:
        """Whether the type of *leaf* can be the parameter's."""
        schema = leaf.schema
        return schema.format not in NOT_KEYS and schema.enum is None and leaf.type in ("string", "", self.type)


def read_want(parameter: Parameter, conventions: Conventions) -> Want:
    """Take a path parameter apart."""
    schema = parameter.schema
    node = schema.items if schema.items is not None else schema
    text = parameter.description or schema.description
    hints = {_hint(word, conventions) for word in _DESCRIBED.findall(text)} if text else set()
    if "name" in hints:
        # People call a login or a slug a name.
        hints |= {"login", "username", "slug", "handle"}
    parsed = conventions.parse(parameter.name)
    return Want(
        name=parameter.name,
        spelled=squash(parameter.name),
        parsed=parsed,
        type=scalar_type(node) if is_scalar(node) else "",
        hints=frozenset(hints),
        plain=node.enum is None and node.format not in NOT_KEYS and node.type not in ("boolean", "object", "array"),
        value=parsed.family is None and bool(parsed.words) and parsed.words[-1] in VALUE_WORDS,
    )


def _hint(word: str, conventions: Conventions) -> str:
    return key_of(conventions.parse(word.lower()))
