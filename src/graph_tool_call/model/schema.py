"""JSON Schemas as the stages see them: references resolved, `allOf` merged, cycles kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import wraps
from typing import Any, Final, NoReturn

import attrs

from .absent import ABSENT
from .frozen import frozen, read_only

#: The choice among schemas that extend one with a discriminator.
SUBTYPES: Final = "subtypes"
_COMPOSITE: Final = frozenset((dict, list))
#: Shared by all nodes that have no such members: most are plain values.
_NONE: Final[Mapping[str, Any]] = read_only({})


@attrs.frozen(kw_only=True)
class Demand:
    """What an object requires of its properties together, besides those that it always requires.

    By `rule`: "any_of" and "one_of": one at least, exactly one, of `sets` of properties is
    there whole. "if": where each property of `when` is there, with one of the values given
    for it, `then` are required, and `otherwise` where not. "other": something that the
    reader cannot say (`not`, a condition on more than values).
    """

    rule: str
    sets: tuple[tuple[str, ...], ...] = ()
    when: Mapping[str, tuple[Any, ...] | None] = _NONE
    then: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()


@attrs.define(eq=False, repr=False)
class Schema:
    """One schema node.

    Compared by identity: the reader makes one node for one place in the document, so a
    walk that remembers `id(schema)` visits each node once however often it is referred
    to. Nodes may refer to themselves through `properties`, `items`, `additional` and
    `alternatives`: the reader fills a `SchemaDraft`, and `seal` makes a node of it that
    nobody changes.
    """

    #: Name of the component that a `$ref` reached this node by; "" for an inline schema.
    name: str = ""
    #: object, array, string, integer, number, boolean, null, or "" when the document does not say.
    type: str = ""
    #: All non-null types, when there is more than one.
    types: tuple[str, ...] = ()
    format: str = ""
    title: str = ""
    description: str = ""
    pattern: str = ""
    nullable: bool = False
    read_only: bool = False
    write_only: bool = False
    deprecated: bool = False
    #: Made of an example: the document says nothing of it.
    inferred: bool = False
    enum: tuple[Any, ...] | None = None
    #: What people call the members of the enum, by member as text, where the document says.
    labels: Mapping[str, str] = _NONE
    const: Any = ABSENT
    default: Any = ABSENT
    example: Any = ABSENT
    #: minimum, maximum, minLength, maxLength, minItems, maxItems, multipleOf … as written.
    limits: Mapping[str, Any] = _NONE
    #: Own properties and those merged in through `allOf`, in document order.
    properties: Mapping[str, Schema] = _NONE
    required: frozenset[str] = frozenset()
    #: What it requires of its properties together.
    demands: tuple[Demand, ...] = ()
    #: What an element may be; of a tuple, any of its positions and the rest.
    items: Schema | None = None
    #: Positions of a tuple (`prefixItems`), and the elements behind them; None where unsaid.
    prefix: tuple[Schema, ...] = ()
    rest: Schema | None = None
    #: Schema of map values (`additionalProperties`, `patternProperties`); None when closed or unsaid.
    additional: Schema | None = None
    #: Members of `oneOf` or `anyOf` (a lone member, or one besides null, is merged instead).
    alternatives: tuple[Schema, ...] = ()
    #: "oneOf", "anyOf", `SUBTYPES`: what extends the schema, any or none of which it may be, or "".
    choice: str = ""
    #: Property that tells the alternatives apart; "" without one.
    discriminator: str = ""
    #: Where the node stands: "file#/pointer", for diagnostics.
    pointer: str = ""

    def __repr__(self) -> str:
        return f"<Schema {self.name or self.pointer or self.type or 'any'}>"


@attrs.define(eq=False, repr=False)
class SchemaDraft(Schema):
    """A node that whoever reads a document still fills; `seal` ends that."""

    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__


def seal(nodes: Iterable[Schema]) -> None:
    """Make read-only nodes, the same objects, of the drafts among *nodes*, with all that they hold but other nodes."""
    for node in nodes:
        if type(node) is not SchemaDraft:
            continue
        if node.properties is not _NONE:
            node.properties = read_only(node.properties)
        if node.limits is not _NONE:
            node.limits = read_only(node.limits)
        if node.labels is not _NONE:
            node.labels = read_only(node.labels)
        if node.enum is not None and not _COMPOSITE.isdisjoint(map(type, node.enum)):
            node.enum = frozen(node.enum)
        if node.const is not ABSENT:
            node.const = frozen(node.const)
        if node.default is not ABSENT:
            node.default = frozen(node.default)
        if node.example is not ABSENT:
            node.example = frozen(node.example)
        # Both have the same slots: nothing but the class tells them apart.
        node.__class__ = Schema  # type: ignore[assignment]


def _born_sealed(self: Schema, *args: Any, **given: Any) -> None:
    object.__setattr__(self, "__class__", SchemaDraft)
    SchemaDraft.__init__(self, *args, **given)  # type: ignore[arg-type]
    seal((self,))


def _refuse(self: Schema, name: str, _value: object = None) -> NoReturn:
    raise TypeError(f"{self!r} is read-only, its {name!r} too; attrs.evolve makes another")


# After attrs made the classes: frozen by attrs, a node took four times as long to make, and a document has 40,000.
Schema.__init__ = wraps(Schema.__init__)(_born_sealed)  # type: ignore[method-assign]
Schema.__setattr__ = Schema.__delattr__ = _refuse  # type: ignore[method-assign, assignment]
