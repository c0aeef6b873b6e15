"""From a request to sources for the inputs of its target: what was set, and what is found by its description."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import attrs

from ...model.contract import Input, ToolContract
from ...model.key_form import fits_form
from ...request.catalogue import Catalogue, Listing
from ...request.frame import places_of
from ...request.values import CALLER, Condition, Request, Thing
from ..derivation.derivation import ALL, ASKED, FILTER, GIVEN, INHERITED, ONE, ONLY, PRODUCED, Call, Source, Where
from ..problem.given import GivenValue
from ..problem.inputs import entry_of
from ..problem.variant import Place, place_of
from .attach import attachments
from .by_name import read_by_name
from .caller import Callers
from .conditions import hints, search_term, where_of
from .elements import carried, neighbours, parents_of
from .found import Found, as_given, is_question, order_in, under_own_name
from .kept import kept
from .lists import collection_of, lists_of, nearness, needs_more, refers_to
from .outputs import key_output, own_key
from .scope import Scope, as_source

#: Lookups that one lookup may need before it: the team of a project of a task.
_DEPTH: Final = 3

#: Fills an input of a list that the request says nothing of; None where only a guess could.
Fill = Callable[[ToolContract, Input], "Source | None"]
#: Whether what an input of the target names is made anew of what is said, rather than looked up by it.
Makes = Callable[[Input, Sequence[Condition]], bool]
#: Whether no rule forbids a source of a consumer's input.
Permits = Callable[[ToolContract, Source], bool]


class Finder:
    """Places for all that a request says, for one target.

    Pure: it reads contracts, calls nothing, and never takes the first element of a list.
    """

    def __init__(
        self,
        target: ToolContract,
        request: Request,
        catalogue: Catalogue,
        contracts: Mapping[str, ToolContract],
        fill: Fill,
        makes: Makes,
        callers: Callers,
        permits: Permits,
        exclude: frozenset[str] = frozenset(),
    ) -> None:
        self._target = target
        self._request = request
        self._catalogue = catalogue
        self._contracts = contracts
        self._fill = fill
        self._makes = makes
        self._callers = callers
        self._permits = permits
        self._exclude = exclude | {target.name}
        self._inputs = places_of(target)
        #: What the target's inputs have so far.
        self.placed: dict[Place, GivenValue | Source] = {}

    def run(self) -> Mapping[Place, GivenValue | Source]:
        """What each input that the request speaks of has."""
        for setting in self._request.settings:
            if row := self._inputs.get(setting.input):
                self.placed[place_of(row)] = GivenValue(setting.word or setting.term, setting.value)
        described = [
            (row, thing) for thing in self._request.things for role in thing.roles if (row := self._inputs.get(role))
        ]
        for row, thing in sorted(described, key=lambda entry: self._position(entry[0])):
            self._place(row, thing)
        self._by_others()
        self._by_caller()
        self._add(kept(self._target, self.placed, self._contracts, self._request))
        return self.placed

    def _add(self, found: Iterable[tuple[Place, Source]]) -> None:
        """Take further sources of the target's inputs, as far as no rule forbids them."""
        self.placed |= {place: source for place, source in found if self._permits(self._target, source)}

    def _by_caller(self) -> None:
        """Parents in the path of a change that nobody named, where only whoever asks can be meant."""
        target = self._target
        for row in target.inputs if target.facts.changes_state else ():
            if row.location != "path" or place_of(row) in self.placed or self._is_named(row):
                continue
            if (source := self._callers.alone(target, row)) is not None and self._permits(target, source):
                self.placed[place_of(row)] = source

    def _is_named(self, row: Input) -> bool:
        """Whether the request speaks of things whose key an input takes."""
        return any(
            refers_to(row, thing, self._catalogue) or any(self._inputs.get(role) == row for role in thing.roles)
            for thing in self._request.things
        )

    def _by_others(self) -> None:
        """Keys that the target requires and nobody described, where what is said besides tells which is meant."""
        others = self._others()
        if not others:
            return
        said = [condition for thing in others for condition in thing.where]
        open_ = [r for r in self._target.inputs if r.location == "path" and place_of(r) not in self.placed and r.tag]
        for row in sorted((r for r in open_ if not self._makes(r, said)), key=self._position):
            found = self.find(self._target, row, (), others, _DEPTH)
            if found is not None and found.used:
                self._take(row, found)

    def _position(self, row: Input) -> tuple[int, int]:
        """Path parameters from the outside in, then the other inputs."""
        at = self._target.facts.path.find("{" + row.name + "}") if row.location == "path" else -1
        return (0, at) if at >= 0 else (1, 0)

    def _others(self) -> tuple[Thing, ...]:
        """Things that only describe others."""
        return tuple(thing for thing in self._request.things if not thing.roles)

    def _place(self, row: Input, thing: Thing) -> None:
        """Give an input the thing that it refers to, and what else of that thing the call wants."""
        if any(isinstance(c.value, (list, tuple)) for c in thing.where):
            if source := self._several(row, thing):
                self.placed[place_of(row)] = source
            return
        if caller := next((c for c in thing.where if c.attribute == CALLER), None):
            source = self._callers.said(row, str(caller.value), caller.word)
            if source is not None and self._permits(self._target, source):
                self.placed[place_of(row)] = source
            return
        found = self.find(self._target, row, thing.where, self._others(), _DEPTH, thing.noun, counted=thing)
        if found is not None and not found.is_makeshift:
            self._take(row, found)
            return
        named = read_by_name(row, thing.where, thing.noun, self._catalogue, self._contracts.values(), self._fill)
        only = as_given(row, thing, self._catalogue)
        if only is None and found is None and (only := under_own_name(row, thing, self._catalogue)) is not None:
            only = only if self._may_be_key(row, only.value) else None
        if named is not None and self._permits(self._target, named):
            self.placed[place_of(row)] = named
        elif only is not None:
            self.placed[place_of(row)] = only
        elif found is not None:
            self._take(row, found)

    def _may_be_key(self, row: Input, value: Any) -> bool:
        """Whether a value may stand for a key: reading by a wrong one finds nothing, a change needs the form."""
        return not self._target.facts.changes_state or fits_form(row.row.get("key_form") or {}, row.type, value)

    def _take(self, row: Input, found: Found) -> None:
        self.placed[place_of(row)] = found.source
        target, source, listing = self._target, found.source, found.listing
        if row.location != "path":
            self._add(neighbours(target, row, source, listing))
        elif source.pick == FILTER:
            self._add(carried(target, source, listing, self.placed))
            self._add(parents_of(target, row, source, listing, self.placed))

    def _several(self, row: Input, thing: Thing) -> Source | None:
        """One key for each of several values: the users Ann and Tom."""
        lists = [c for c in thing.where if isinstance(c.value, (list, tuple))]
        rest = tuple(c for c in thing.where if c is not lists[0])
        each = []
        for value in lists[0].value:
            where = (attrs.evolve(lists[0], value=value), *rest)
            one = self.find(self._target, row, where, self._others(), _DEPTH, thing.noun)
            if one is None:
                return None
            each.append(one.source)
        used = frozenset(word for source in each for word in source.used)
        return attrs.evolve(each[0], each=tuple(each), used=used) if each else None

    # --- one thing ---

    def find(
        self,
        consumer: ToolContract,
        need: Input,
        where: Sequence[Condition],
        others: Sequence[Thing],
        depth: int,
        noun: str = "",
        *,
        counted: Thing | None = None,
    ) -> Found | None:
        """The best way to find the key that *need* of *consumer* takes; None where no list shows such a thing."""
        if depth <= 0:
            return None
        own = [x for x in collection_of(self._catalogue, self._target, need) if x.tool not in self._exclude]
        listings = dict.fromkeys((*own, *lists_of(self._catalogue, need, noun, self._exclude)))
        said = (where, others, depth)
        # An input called after its role, a `parent`, takes the key of what the request says that it is: the parent
        # that such a thing has itself is another one.
        role = attrs.evolve(need, tag="", resource=noun) if noun not in ("", need.resource) else None
        listed = self._catalogue.by_tag.get(need.tag) or self._catalogue.by_noun.get(need.resource)
        ways: list[Found | None] = []
        if role is None or listed or need.location == "path":
            ways = [self._in_list(need, x, *said, selects=x in own, counted=counted) for x in listings]
        if role is not None and not any(ways):
            ways = [self._in_list(role, x, *said, counted=counted) for x in listings]
        allowed = (way for way in ways if way is not None and self._permits(consumer, way.source))
        return min(allowed, key=lambda way: way.order, default=None)

    def _in_list(
        self,
        need: Input,
        listing: Listing,
        where: Sequence[Condition],
        others: Sequence[Thing],
        depth: int,
        *,
        selects: bool = False,
        counted: Thing | None = None,
    ) -> Found | None:
        conditions = where_of(listing, where)
        compared = {way[0] for c in conditions or () for way in c.paths}
        output = key_output(need, listing, compared) or own_key(need, listing, selects=selects)
        if output is None or conditions is None:
            return None
        sources: list[Source] = list(hints(listing, where))
        used: set[str] = set()
        for row in listing.contract.inputs:
            if row.kind == "auth" or not (row.required or row.location == "path") or row.location == "body":
                continue
            if (term := search_term(row, where)) is not None:
                sources.append(term)
                continue
            filled, thing = self._required(listing.contract, row, need, others, depth)
            if filled is None:
                return None
            used |= {thing} if thing else set()
            sources.append(filled)
        scopes = self._scopes(need)
        scoped = [scope for scope in scopes if scope.is_taken(sources)]
        for scope in scopes:
            narrowing = None if scope in scoped else scope.inside(listing)
            if narrowing is not None:
                scoped.append(scope)
                conditions += narrowing
        if self._target.facts.changes_state and (len(scoped) < len(scopes) or self._is_lost(need)):
            return None
        left = [thing for thing in others if thing.id not in used]
        attached = attachments(listing, left, self._key_source(listing.contract, others, depth))
        for one in attached:
            used.add(one.thing)
            conditions += one.where
            sources += one.sources
        everything = counted is not None and counted.quantity == "all"
        order = order_in(listing, counted)
        if not (where or used or everything or order):
            return None
        found = self._found(need, listing, output, conditions, sources, used)
        if counted is not None and order is not None:
            return found.taking_first(order, counted.word)
        return found.taking_all(counted.word) if counted is not None and everything else found

    def _scopes(self, need: Input) -> list[Scope]:
        """What the target's path has above *need*, as far as it is known: a thing is looked up inside these."""
        if need.location != "path":
            return []
        at = self._position(need)
        above = [r for r in self._target.inputs if r.location == "path" and self._position(r) < at]
        things = {role: thing for thing in self._request.things for role in thing.roles}
        places = {place_of(row): things.get(name) for name, row in self._inputs.items()}
        known = (row for row in above if place_of(row) in self.placed)
        return [Scope(row, self.placed[place_of(row)], places.get(place_of(row))) for row in known]

    def _is_lost(self, need: Input) -> bool:
        """Whether something above *need* was spoken of and not found: what lies in it cannot be told from others."""
        if need.location != "path" or not any(row is need for row in self._target.inputs):
            return False
        at = self._position(need)
        spoken = (row for thing in self._request.things for role in thing.roles if (row := self._inputs.get(role)))
        above = (row for row in spoken if row.location == "path" and self._position(row) < at)
        return any(place_of(row) not in self.placed for row in above)

    def _found(
        self,
        need: Input,
        listing: Listing,
        output: Any,
        conditions: tuple[Where, ...],
        sources: Sequence[Source],
        used: set[str],
    ) -> Found:
        call = Call.of(listing.contract, tuple(sources), 0.0)
        words = frozenset(c.word for c in conditions if c.word) | call.used
        for condition in conditions:
            if isinstance(condition.value, Source):
                words |= condition.value.used
        source = Source(
            input=need,
            how=PRODUCED,
            output=output,
            call=call,
            pick=FILTER if output.many else ONE,
            match="request",
            where=conditions or (ONLY,),
            used=words,
        )
        below = [s for s in sources if s.how == PRODUCED]
        asks = sum(is_question(s) or (s.call is not None and any(map(is_question, s.call.sources))) for s in sources)
        return Found(
            source=source,
            listing=listing,
            used=frozenset(used),
            calls=1 + len(below),
            asks=asks,
            spread=any(s.spread for s in sources),
            distance=nearness(self._target, need, listing),
        )

    # --- inputs of lists ---

    def _required(
        self, contract: ToolContract, row: Input, need: Input, others: Sequence[Thing], depth: int
    ) -> tuple[Source | None, str]:
        """What fills a required input of a list, and the id of the thing that it is the key of."""
        if (known := self._same_as_target(row, need)) is not None:
            return known, ""
        for thing in others:
            if source := self._key_source(contract, others, depth)(row, thing):
                return source, thing.id
        filled = self._fill(contract, row)
        if filled is not None and self._is_circle(row, filled):
            filled = None  # what is looked up itself is not there before
        if filled is None or filled.how == ASKED:
            caller = None if self._is_named(row) else self._callers.unsaid(contract, row)
            ways = (self._each_parent(row, depth), caller)
            return next((way for way in ways if way is not None and self._permits(contract, way)), filled), ""
        return filled, ""

    def _is_circle(self, row: Input, filled: Source) -> bool:
        """Whether a key would be taken from what is looked up, or be what a thing is looked up by: a name is no key."""
        if filled.how == GIVEN and row.tag:
            return filled.key in {c.word for thing in self._request.things for c in thing.where if c.word}
        return filled.how == INHERITED and filled.inherited in self._looked_up()

    def _looked_up(self) -> set[tuple[str, str]]:
        """What calls could take over from inputs of the target that are described, and have no source yet."""
        described = (self._inputs.get(role) for thing in self._request.things for role in thing.roles)
        return {entry_of(row) for row in described if row is not None and place_of(row) not in self.placed}

    def _each_parent(self, row: Input, depth: int) -> Source | None:
        """The keys of all things that a list lies in, where nobody said which: it is read for each of them."""
        if depth < _DEPTH or not row.tag or row.location != "path":
            return None
        plain = (x for x in lists_of(self._catalogue, row, "", self._exclude) if not needs_more(x) and x.depth == 1)
        listing = next(plain, None)
        output = key_output(row, listing) if listing is not None else None
        if listing is None or output is None:
            return None
        call = Call.of(listing.contract, (), 0.0)
        return Source(input=row, how=PRODUCED, output=output, call=call, pick=ALL, match="request", spread=True)

    def _same_as_target(self, row: Input, need: Input) -> Source | None:
        """The value of the target's own input of that tag or name: the repository that the issue is in."""
        for other in self._target.inputs:
            if place_of(other) == place_of(need) or place_of(other) not in self.placed:
                continue
            same = other.tag == row.tag if row.tag else other.name == row.name and not other.tag
            if same and (other.location == "path" or other.name == row.name):
                return as_source(row, self.placed[place_of(other)])
        return None

    def _is_key(self, noun: str, condition: Condition, form: Mapping[str, Any], type_: str) -> bool:
        """Whether what is said of a thing is its key: under the word for it, or as the attribute that is the key."""
        if not condition.attribute:
            return fits_form(form, type_, condition.value)
        return any(listing.key == condition.attribute for listing in self._catalogue.by_noun.get(noun, ()))

    def _key_source(
        self, consumer: ToolContract, others: Sequence[Thing], depth: int
    ) -> Callable[[Input, Thing], Source | None]:
        """What gives the key of a thing for an input of *consumer* that refers to it; None for one that does not."""

        def source(row: Input, thing: Thing) -> Source | None:
            if not refers_to(row, thing, self._catalogue):
                return None
            only = thing.where[0] if len(thing.where) == 1 else None
            form = row.row.get("key_form") or {}
            if only is not None and self._is_key(thing.noun, only, form, row.type):
                return as_source(row, GivenValue(only.word, only.value))
            rest = tuple(other for other in others if other.id != thing.id)
            found = self.find(consumer, row, thing.where, rest, depth - 1, thing.noun)
            return found.source if found else None

        return source
