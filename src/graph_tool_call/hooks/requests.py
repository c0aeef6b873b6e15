"""Frozen values of `gtc_read_request`: a request's text, what the target offers for it, and readings of it.

A reading is one of five: a `Mention` (a value that the words themselves give), a `Placement` (of a value, in
an input or as the description of a thing), a `Setting` (an input's value that a verb or the like says), a
`Quantity` (how many things are meant, and which), and `Explained` (words that need no place of their own).
All positions are character offsets in the question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final

import attrs

from ..model import ABSENT, ToolFacts
from .checks import one_of, signed
from .types import Memo

#: How many things a description means.
QUANTITIES: Final = ("one", "all", "first", "last", "some")


@attrs.frozen(kw_only=True)
class Word:
    """One word, value or mark of a question, as written; quoted text is one word."""

    text: str
    start: int
    end: int
    quoted: bool = False


@attrs.frozen(kw_only=True)
class Said:
    """One value of a request, and the words that it was given under.

    `ref` names it in readings; it is unique in the request and means nothing beyond it.
    """

    ref: int
    #: "issue title", "new_name", "assignee"; "" for a value that stands alone in the question.
    word: str
    #: None: the value is to be unset.
    value: Any
    #: Where the value stands in the question; -1 where it does not.
    start: int = -1
    end: int = -1
    #: The words before it up to the value before, as written: "from the", "to".
    lead: str = ""
    #: "given" by a caller, or "text": read out of the question.
    source: str = attrs.field(default="given", validator=one_of("given", "text"))


@attrs.frozen(kw_only=True)
class RequestText:
    """A request as it was made: the question, its words, and the values that it gives."""

    question: str
    words: tuple[Word, ...] = ()
    said: tuple[Said, ...] = ()


@attrs.frozen(kw_only=True)
class Slot:
    """One input of the target, as a request may speak of it. `ref` is unique in the frame."""

    ref: int
    #: How people write it: "issue_number", "data.assignee"; with its location in front where two have one name.
    place: str
    name: str
    path: str
    #: path, query, header, cookie or body.
    location: str
    required: bool = False
    type: str = ""
    format: str = ""
    enum: tuple[Any, ...] = ()
    #: Human labels in the order of `enum`, "" where the document has none.
    labels: tuple[str, ...] = ()
    title: str = ""
    description: str = ""
    nullable: bool = False
    #: Takes a list of values.
    many: bool = False
    role: str = ""
    tag: str = ""
    #: What it is a key of; "" where it is no key of anything.
    resource: str = ""
    #: What its values look like where it is a key: type, prefix, pattern, name; empty where that is unknown.
    key_form: Mapping[str, Any] = attrs.field(factory=dict, hash=False)

    @property
    def refers(self) -> bool:
        """Whether its value is the key of a thing."""
        return bool(self.resource and self.tag)


@attrs.frozen(kw_only=True)
class Kind:
    """One kind of things that operations of the API list: issues, users, carts."""

    #: Snake case, singular: "pull_request".
    noun: str
    #: Semantic tags of its keys.
    tags: tuple[str, ...] = ()
    #: Attributes of its elements that name it, in order: "title", "metadata.name".
    naming: tuple[str, ...] = ()
    #: All plain attributes of its elements, as dotted paths.
    attributes: tuple[str, ...] = ()
    key_form: Mapping[str, Any] = attrs.field(factory=dict, hash=False)
    #: Names of the operations that list it, the nearest to the root first.
    listed_by: tuple[str, ...] = ()


class KindTable(tuple[Kind, ...]):  # noqa: SLOT001 — what finds them is made when it is first wanted
    """Kinds with what finds them, which all frames of one API share."""

    @cached_property
    def by_noun(self) -> Mapping[str, Kind]:
        """The kinds by their noun."""
        return {kind.noun: kind for kind in reversed(self)}

    @cached_property
    def by_tag(self) -> Mapping[str, Kind]:
        """The kinds by the tags of their keys."""
        return {tag: kind for kind in reversed(self) for tag in kind.tags}


def _table(kinds: Iterable[Kind]) -> KindTable:
    return kinds if isinstance(kinds, KindTable) else KindTable(kinds)


@attrs.frozen(kw_only=True)
class Frame:
    """What a request may be about: the inputs of the target, and the kinds of things that the API knows.

    Before a target is known, `tool` is None and there are no slots: values are read out of the words only.
    """

    tool: ToolFacts | None = None
    slots: tuple[Slot, ...] = ()
    kinds: KindTable = attrs.field(factory=KindTable, converter=_table)

    @property
    def by_noun(self) -> Mapping[str, Kind]:
        """The kinds by their noun."""
        return self.kinds.by_noun

    @property
    def by_tag(self) -> Mapping[str, Kind]:
        """The kinds by the tags of their keys."""
        return self.kinds.by_tag

    def kind_of(self, slot: Slot) -> Kind | None:
        """The kind of thing whose key a slot takes."""
        return self.by_tag.get(slot.tag) or self.by_noun.get(slot.resource)


@attrs.frozen(kw_only=True)
class Mention:
    """A value that the words of a question give by themselves; it is said from then on, like a given one."""

    word: str
    value: Any
    start: int
    end: int
    lead: str = ""
    #: Whether it counts also where a caller has picked the values out of the question: a condition, a denial.
    always: bool = False
    score: float = attrs.field(default=1.0, validator=signed)
    reason: str = ""


@attrs.frozen(kw_only=True)
class Placement:
    """What a said value is for: an input's value or key, or an attribute of the thing that is meant.

    With `attribute` None the value (or `value`, where that is given) goes into the slot. Else it describes the
    thing whose key the slot takes, or, without a slot, a thing of `noun` that is spoken of besides:
    "" is whatever names such a thing, else the path of an attribute.
    """

    said: int
    slot: int | None = None
    noun: str = ""
    attribute: str | None = None
    #: What goes into the slot instead of the value as it was said.
    value: Any = ABSENT
    score: float = attrs.field(validator=signed)
    reason: str


@attrs.frozen(kw_only=True)
class Setting:
    """A value for a slot that the words say without giving it: "close" sets the state."""

    slot: int
    value: Any
    #: Words of the question that say it.
    term: str
    start: int = -1
    end: int = -1
    score: float = attrs.field(validator=signed)
    reason: str


@attrs.frozen(kw_only=True)
class Quantity:
    """How many things of a noun are meant ("" for what the target acts on), and by which order they are counted.

    `said` is the value that says so, where it was given as one ({"batches": "all"}): it needs no place besides.
    """

    quantity: str = attrs.field(validator=one_of(*QUANTITIES))
    #: The number for "some": "two".
    count: int = 0
    noun: str = ""
    #: The attribute that orders them; "" for the order that the API has.
    by: str = ""
    said: int | None = None
    term: str = ""
    start: int = -1
    end: int = -1
    score: float = attrs.field(default=1.0, validator=signed)
    reason: str = ""


@attrs.frozen(kw_only=True)
class Explained:
    """Words of the question that need no place: the target's own, names of its inputs, words of the language.

    Where a target changes something, words that give no value and that nobody explains are asked about.
    """

    start: int
    end: int
    reason: str = ""


#: What `gtc_read_request` answers with.
Reading = Mention | Placement | Setting | Quantity | Explained


@attrs.frozen(kw_only=True, eq=False)
class RequestContext:
    """What readers may look at besides their arguments."""

    tools: Mapping[str, ToolFacts]
    settings: Any = None
    memo: Memo
    #: One for all readers of a distribution, which agree on its keys: what several of them need is read once.
    shared: Memo
