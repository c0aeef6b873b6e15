"""Which element of a list a binding takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import attrs

from ...model.contract import Input, Output, ToolContract
from ...model.tool import row_name, row_path
from ..derivation.derivation import (
    ALL,
    FILTER,
    GUESSES,
    NARROWED,
    ONE,
    ONLY,
    PRODUCED,
    UNGUIDED,
    Call,
    Source,
)
from ..derivation.ledger import Part, Parts
from ..derivation.offer import Offer
from ..problem.given import LOOKUP_NAMES, Given, is_bare, normal
from ..problem.problem import Problem
from ..rules.picks import Pick, PickFilter, PickNarrowed, PickPosted, PickUnguided
from ..rules.rule import Priced
from ..rules.signal import Signal
from ..rules.table import PICK
from ..words.wording import words_in


@attrs.frozen(eq=False)
class Filter:
    """What chooses an element: a field beside the output is the given value under a key."""

    field: str
    key: str
    value: object
    #: All given keys that fields of the element are named by: who means that element means all of it.
    keys: frozenset[str]

    @property
    def is_bare(self) -> bool:
        """Whether the key is a name that any object may have."""
        return is_bare(self.key)


#: The filter by which an output of a call is taken, if there is one.
Filters = Callable[[Call, Output], "Filter | None"]


class Choice(NamedTuple):
    """One way to take a value from a call: how an element is chosen, and what that costs."""

    offer: Offer
    call: Call
    pick: str
    beside: Filter | None
    #: What is asked beyond the offer, and all of it; the choice of an element.
    parts: Parts
    extra: float
    ways: Pick
    price: float
    #: What is asked so that a call is never for nothing; a part of `extra`.
    floor: float
    used: frozenset[str]

    @property
    def cost(self) -> float:
        """Of the call and of taking the value from it."""
        return self.call.cost + self.extra + self.price

    @property
    def is_guess(self) -> bool:
        """Whether a thing that may have been there before is taken for being the first of a list."""
        return self.pick in GUESSES and not self._is_new

    @property
    def _is_new(self) -> bool:
        """Whether the list is of what the call makes."""
        changes = self.call.contract.facts.changes_state
        return changes and self.beside is None and self.offer.match.output.path.count("[*]") == 1

    def source(self, need: Input, problem: Problem) -> Source:
        """The source of *need* that it makes; of several new ones a change takes the only one, or a person chooses."""
        changes = problem.producers.contracts[problem.target].facts.changes_state
        only = changes and self.pick in GUESSES and self._is_new
        match, weight = self.offer.match, problem.weights[Signal.name]
        parts = (*Signal.told(self.offer.said, weight), *self.offer.parts, *self.parts)
        if self.floor:
            parts = (*parts, Part("least", self.floor))
        parts = (*parts, *Priced(PICK, problem).parts(self.ways))
        return Source(
            input=need,
            how=PRODUCED,
            cost=self.cost,
            parts=parts,
            output=match.output,
            call=self.call,
            pick=FILTER if only else self.pick,
            match=match.how,
            where=(ONLY,) if only else (),
            filter=(self.beside.field, self.beside.key) if self.beside else ("", ""),
            value=self.beside.value if self.beside else None,
            used=self.used,
            words=self.call.words,
        )


def choose_pick(
    need: Input, offer: Offer, call: Call, filters: Filters, weights: Mapping[str, float], parts: Parts, extra: float
) -> list[Choice]:
    """The value of *offer* from *call*, with the element chosen the best way there is.

    An entity that names a field beside the value filters; a list input takes all; a list
    that what the user gave already narrowed takes the first; any other list is unguided.
    *parts* are asked beyond those of the offer, *extra* is what both are together. A filter by a
    bare name, which may be meant for another list, leaves the choice without it.
    """
    output = offer.match.output
    beside = filters(call, output) if output.many else None
    choices = []
    for way in (beside, None) if beside is not None and beside.is_bare else (beside,):
        pick, ways = _pick(need, call, output, way)
        price = sum(weights[rule] * times for rule, times in ways.items())
        used = call.used if way is None else call.used | way.keys
        floor = max(offer.floor - price - extra, 0.0)
        choices.append(Choice(offer, call, pick, way, parts, max(extra, offer.floor - price), ways, price, floor, used))
    return choices


def _pick(need: Input, call: Call, output: Output, way: Filter | None) -> tuple[str, Pick]:
    """How the element is chosen, and how often each rule of choosing is asked."""
    if not output.many:
        return ONE, {}
    if way is not None:
        return FILTER, {PickFilter.name: 1.0}
    if need.many:
        return ALL, {}
    # Each list on the way is a choice; what narrowed the answer says nothing of the lists inside its elements.
    inner = float(output.path.count("[*]") - 1)
    if call.contract.facts.method == "post" and not call.used:
        return UNGUIDED, {PickPosted.name: 1.0, PickUnguided.name: inner}
    if call.narrowed:
        return NARROWED, {PickNarrowed.name: 1.0, PickUnguided.name: inner}
    return UNGUIDED, {PickUnguided.name: 1.0 + inner}


@attrs.frozen
class Sibling:
    """A field beside an output in its list element, and how an entity may spell its name."""

    path: str
    tag: str
    #: Normalised: of its tag, of its owner and name, of its name, of the thing that it is the name of.
    spellings: tuple[str, ...]
    #: The last of them; "" where it is no name of a thing.
    thing: str = ""
    #: Whether it is a field of the very thing whose key the output is, and not of what that belongs to.
    own: bool = True


def siblings_of(contract: ToolContract, path: str, resource: str, spell: Callable[[str], str]) -> tuple[Sibling, ...]:
    """The fields beside the output of a *resource* at *path* in its list element, in contract order.

    *spell* is `normal` or does as it does.
    """
    head, found, _ = path.rpartition("[*]")
    if not found:
        return ()
    inside = f"{head}[*]."
    # Beside a foreign key stand the names of something else, and around an object that lies in the element.
    other = contract.facts.resource not in ("", resource) or _points_back(path, head, resource)
    foreign = bool(resource) and other and not _lists(head, resource)
    holder = path.rpartition(".")[0]
    beside = []
    for row in contract.output_rows:
        at = row_path(row)
        if not at.startswith(inside) or at == path or "[" in at[len(inside) :]:
            continue
        name, tag = row_name(row), str(row.get("semantic_tag") or "")
        own = at.rpartition(".")[0] == holder and (not foreign or holder != f"{head}[*]")
        owner = resource if own else ""
        # channel_name and channel.name say whose name is meant; a channel is called by its name.
        thing = owner if spell(name) in LOOKUP_NAMES else ""
        spellings = (tag, owner + name if owner else "", name, thing)
        beside.append(Sibling(at[len(inside) :], tag, tuple(spell(s) for s in spellings if s), spell(thing), own))
    return tuple(beside)


def _points_back(path: str, head: str, resource: str) -> bool:
    """Whether what lies in a thing repeats the key of that: `jobs[*].tags[*].job_id` is beside the names of tags."""
    around, nested, _ = head.rpartition("[*]")
    return bool(nested) and _lists(around, resource) and len(words_in(path.rpartition(".")[2])) > 1


def _lists(head: str, resource: str) -> bool:
    """Whether a list inside an answer is one of that *resource*; beside a foreign key stand names of something else."""
    return bool(resource) and words_in(head.rpartition(".")[2])[-1:] == words_in(resource)[-1:]


def fields_beside(siblings: Iterable[Sibling], given: Given, *, own: bool = False) -> tuple[tuple[str, str], ...]:
    """(field of *siblings*, entity key that names it), in their order.

    With *own* a name that any object may have names a field of the thing alone: "delete the folder, name X" is
    not the parent of what is called X.
    """
    named = ((sibling, given.names(sibling.tag, sibling.spellings)) for sibling in siblings)
    if own:
        named = ((sibling, key) for sibling, key in named if sibling.own or not (key and is_bare(key)))
    return tuple((sibling.path, key) for sibling, key in named if key and _is_value(sibling, key, given.values[key]))


def _is_value(sibling: Sibling, key: str, value: object) -> bool:
    """Whether *value* can be that of a field; what names a thing is text."""
    if sibling.thing and normal(key) == sibling.thing:
        return isinstance(value, str)
    return not isinstance(value, (dict, list))
