"""The fields of one body: shapes put together along paths, breadth first, each large object once."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from ..model import SUBTYPES, Demand, Schema
from .shapes import Endpoint, Member, Shapes
from .vocabulary import normal

#: What every key of a map is.
KEY: Final = Schema(type="string")
#: Objects looked at when the call needs all of them.
NEEDED_VISITS: Final = 2000


@attrs.frozen(kw_only=True)
class Budget:
    """How much of one body becomes rows.

    What the call, or a part of it, needs is never cut, nor identifiers, nor the plain
    members of the object that the body is about. Everything else fills up to `rows`, the nearest first.
    An object that occurs again and has more than `repeat` leaves shows its identifiers
    only; it has been seen with all of them nearer to the root.
    """

    rows: int = 40
    #: Levels of objects that are looked into.
    depth: int = 6
    repeat: int = 24
    #: Objects looked at, and fields collected to choose from; what bounds the time for one body.
    visits: int = 48
    fields: int = 128


@attrs.frozen(eq=False)
class Branch:
    """One alternative of a choice that stands at path *group*."""

    group: str
    index: int
    count: int
    schema: Schema
    #: Whether the call as a whole needs one of the alternatives.
    needed: bool


@attrs.define(eq=False)
class Visit:
    """An object on the way: where it stands, and what it takes for it to be there."""

    schema: Schema
    path: str = "$"
    #: Property names from the root, and component names of the schemas there (one more than names).
    parents: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    many: bool = False
    #: Whether the call as a whole has this object.
    needed: bool = True
    branch: Branch | None = None
    #: Whether it is there whenever the branch is taken.
    sure: bool = True
    #: The object that it was reached from.
    source: Visit | None = None


@attrs.define(eq=False)
class Spot:
    """One leaf or container in a body."""

    name: str
    path: str
    #: The object that it is a member of.
    above: Visit
    schema: Schema
    #: Required in its parent, or in its alternative.
    required: bool
    #: Required for the call as a whole.
    needed: bool
    identifier: bool
    many: bool
    branch: Branch | None = None
    container: bool = False
    #: Which alternatives of the branch's choice have the spot.
    indexes: tuple[int, ...] = ()
    #: Schemas of the same path in other alternatives.
    variants: tuple[Schema, ...] = ()

    #: Whether it is required whenever the alternative is taken.
    in_alternative: bool = False

    @property
    def open(self) -> bool:
        """Whether it is there in some alternatives only."""
        return self.branch is not None and len(self.indexes) < self.branch.count


@attrs.frozen
class Walked:
    """What a walk found: *spots* in order of depth, one *branch* for each choice, and how many fields were *cut*."""

    spots: tuple[Spot, ...]
    branches: Mapping[str, Branch]
    cut: int = 0
    #: Path of an object, and what it requires of its properties together.
    demands: tuple[tuple[str, Demand], ...] = ()


class Walk:
    """One walk over one body; use once."""

    def __init__(self, shapes: Shapes, budget: Budget) -> None:
        self._shapes = shapes
        self._budget = budget
        self._queue: deque[Visit] = deque()
        self._spots: dict[str, Spot] = {}
        self._expanded: set[int] = set()
        self._branches: dict[str, Branch] = {}
        self._demands: list[tuple[str, Demand]] = []
        self._cut = 0
        self._near = 0
        #: Objects met so far; each is looked into in its turn, or never.
        self._met = 0

    def run(self, root: Schema, *, name: str, required: bool = True, near: int = 0) -> Walked:
        """Fields of the body *root*; a body that is no object becomes one field *name* with path "$".

        *near* is how many property names lead to the object that the body is about.
        """
        # A call never needs a response field, required as it may be in the response.
        outside = Visit(root, needed=not self._shapes.produces)
        member = Member(
            name=name,
            segment="",
            required=required,
            identifier=False,
            word="",
            leaf=None,
            endpoints=self._shapes.endpoints(root),
        )
        self._follow(outside, member, at_root=True)
        self._near = near
        while self._queue:
            self._look_into(self._queue.popleft())
        return Walked(tuple(self._chosen()), self._branches, self._cut, tuple(self._demands))

    def _look_into(self, visit: Visit) -> None:
        """Take the members of one object, or of a large one seen before only what tells its roles apart."""
        shapes, budget, spots = self._shapes, self._budget, self._spots
        schema, path = visit.schema, visit.path
        first = id(schema) not in self._expanded
        self._expanded.add(id(schema))
        deeper = (first or shapes.size(schema, budget.repeat) <= budget.repeat) and len(visit.parents) < budget.depth
        # A plain field behind as many others as there may be rows is never chosen.
        every = (len(spots) < budget.rows or len(visit.parents) <= self._near) and (
            first or deeper or not shapes.produces
        )
        some = len(spots) < budget.fields
        plain = visit.branch is None
        if plain and not shapes.produces:
            self._demands += [(path, demand) for demand in (*schema.demands, *_of_subtypes(schema))]
        for member in shapes.members(schema):
            sought = member.identifier or (
                member.word in shapes.words.name_words if shapes.produces else member.required
            )
            kept = every or (some and sought) or (visit.needed and member.required)
            if not kept and (member.leaf is not None or (shapes.produces and not deeper)):
                self._cut += len(member.endpoints)
            elif member.leaf is not None and plain:
                at = path + member.segment
                needed = visit.needed and member.required
                known = spots.get(at)
                if known is None:
                    spots[at] = Spot(
                        member.name, at, visit, member.leaf, member.required, needed, member.identifier, visit.many
                    )
                else:
                    _join(known, member.leaf, None, needed=needed, required=member.required)
            else:
                self._follow(visit, member, deeper=deeper, kept=kept)

    def _follow(
        self, visit: Visit, member: Member, *, deeper: bool = True, kept: bool = True, at_root: bool = False
    ) -> None:
        base = visit.path + member.segment
        needed = visit.needed and member.required
        # A required object is looked into further than others, but not for ever.
        deeper = deeper or (needed and len(visit.parents) < 2 * self._budget.depth and not _within_itself(visit))
        for end in member.endpoints:
            branch = visit.branch
            if end.choice is not None:
                branch = self._branch(visit, member, base, end)
            listed = "[*]" in end.tail
            if kept and (end.leaf or not (at_root or listed or self._shapes.produces)):
                self._add(visit, member, base, end, branch)
            if end.leaf or not deeper:
                self._cut += not (kept and end.leaf)
                continue
            if end.tail == ".*" and (at_root or len(visit.parents) <= self._near):
                self._add_keys(visit, base, end)
            needs_it = needed and branch is None and not listed
            self._met += 1
            if self._met > (NEEDED_VISITS if needs_it else self._budget.visits):
                self._cut += len(end.schema.properties)
                continue
            self._queue.append(
                Visit(
                    end.schema,
                    base + end.tail,
                    visit.parents if at_root else (*visit.parents, member.name),
                    (*visit.owners, end.owner),
                    visit.many or end.many,
                    needs_it,
                    branch,
                    self._sure(visit, member, end),
                    visit,
                )
            )

    def _add_keys(self, visit: Visit, base: str, end: Endpoint) -> None:
        """The keys of a map of objects that say no key themselves."""
        path = f"{base}.~"
        if self._shapes.produces and end.choice is None and not self._shapes.tells_key(end.schema):
            self._spots.setdefault(
                path, Spot("key", path, visit, KEY, required=False, needed=False, identifier=True, many=True)
            )

    @staticmethod
    def _sure(visit: Visit, member: Member, end: Endpoint) -> bool:
        if end.choice is not None:
            return "[*]" not in end.tail.removeprefix(end.choice.tail)
        return visit.sure and member.required and "[*]" not in end.tail

    def _branch(self, visit: Visit, member: Member, base: str, end: Endpoint) -> Branch:
        choice = end.choice
        assert choice is not None
        sure = visit.branch is None and "[*]" not in choice.tail and choice.schema.choice != SUBTYPES
        needed = visit.needed and member.required and sure
        branch = Branch(base + choice.tail, choice.index, choice.count, choice.schema, needed)
        self._branches.setdefault(branch.group, branch)
        return branch

    def _add(self, visit: Visit, member: Member, base: str, end: Endpoint, branch: Branch | None) -> None:
        path, required = base + end.tail, member.required
        if branch is None:
            needed = visit.needed and required
        elif end.choice is not None:
            # The alternative is this value: it is there whenever the alternative is taken, and the property is.
            needed, required = branch.needed, required or "[*]" in end.choice.tail
        else:
            # Members of every alternative are needed when the choice is; what lies deeper depends on its parent.
            needed = branch.needed and required and visit.path == branch.group
        if branch is not None and branch.schema.choice == SUBTYPES and visit.path == branch.group:
            # What a subtype requires depends on the discriminator: that is a demand.
            needed = required = False
        known = self._spots.get(path)
        if known is not None:
            known.container = known.container or not end.leaf
            _join(known, end.schema, branch, needed=needed, required=required)
            return
        indexes = () if branch is None else (branch.index,)
        many = visit.many or end.many
        self._spots[path] = Spot(
            member.name,
            path,
            visit,
            end.schema,
            required,
            needed,
            member.identifier,
            many,
            branch,
            not end.leaf,
            indexes,
            in_alternative=required and (end.choice is not None or visit.sure),
        )

    def _chosen(self) -> Iterator[Spot]:
        spots = list(self._spots.values())
        room = self._budget.rows
        if len(spots) <= room:
            return iter(spots)
        ranks = [self._rank(spot) for spot in spots]
        order = sorted(range(len(spots)), key=ranks.__getitem__)
        kept = sorted(order[: max(room, len(ranks) - ranks.count(2))])
        self._cut += len(spots) - len(kept)
        return (spots[at] for at in kept)

    def _rank(self, spot: Spot) -> int:
        if spot.needed or len(spot.above.parents) <= self._near:
            return 0
        if spot.identifier or (self._names_element(spot) if self._shapes.produces else spot.required):
            return 1
        return 2

    def _names_element(self, spot: Spot) -> bool:
        return spot.above.path.endswith(("[*]", ".*")) and normal(spot.name) in self._shapes.words.name_words


def _join(known: Spot, schema: Schema, branch: Branch | None, *, needed: bool, required: bool) -> None:
    """The same path once more: in another alternative, or beside the alternatives."""
    if known.schema is not schema:
        known.variants = (*known.variants, schema)
    if branch is None or known.branch is None or branch.group != known.branch.group:
        # It is there whichever alternative is taken.
        known.branch, known.needed = None, known.needed or (branch is None and needed)
    elif branch.index not in known.indexes:
        known.indexes = (*known.indexes, branch.index)
        known.required, known.needed = known.required and required, known.needed and needed


def _of_subtypes(schema: Schema) -> Iterator[Demand]:
    """What each subtype requires besides, where the discriminator says that it is one."""
    for child in schema.alternatives if schema.choice == SUBTYPES else ():
        told = child.properties.get(schema.discriminator)
        then = tuple(name for name in child.properties if name in child.required - schema.required)
        if told is not None and told.enum and then:
            yield Demand(rule="if", when={schema.discriminator: told.enum}, then=then)


def _within_itself(visit: Visit) -> bool:
    """Whether the object lies in an object of the same schema: what such a schema requires of itself never ends."""
    above = visit.source
    while above is not None and above.source is not None:
        if above.schema is visit.schema:
            return True
        above = above.source
    return False
