"""The fields of one body: shapes put together along paths, breadth first, each large object once."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import attrs

from ..model import Schema
from .shapes import Endpoint, Shapes
from .vocabulary import identifier_like


@attrs.frozen(kw_only=True)
class Budget:
    """How much of one body becomes rows.

    Required inputs are never cut. Identifiers are kept to `identifier_depth` whatever the
    width; everything else to `depth` levels of objects and about `width` rows. An object
    that occurs again and is larger than `repeat` leaves shows its identifiers only.
    """

    width: int = 100
    depth: int = 6
    identifier_depth: int = 4
    repeat: int = 24
    #: Objects looked at; what bounds the time for one body.
    visits: int = 400


@attrs.frozen(eq=False, kw_only=True)
class Branch:
    """One alternative of a choice that stands at path *group*."""

    group: str
    index: int
    count: int
    schema: Schema
    #: Whether the call as a whole needs one of the alternatives.
    needed: bool


@attrs.define(eq=False, kw_only=True)
class Spot:
    """One leaf or container in a body."""

    name: str
    path: str
    #: The object that it is a member of.
    above: Visit
    schema: Schema
    many: bool
    #: Required in its parent, or in its alternative.
    required: bool
    #: Required for the call as a whole.
    needed: bool
    container: bool
    branch: Branch | None
    #: Which alternatives of the branch's choice have the spot.
    indexes: tuple[int, ...] = ()
    #: Schemas of the same path in other alternatives.
    variants: tuple[Schema, ...] = ()

    @property
    def open(self) -> bool:
        """Whether it is there in some alternatives only."""
        return self.branch is not None and len(self.indexes) < self.branch.count


@attrs.define(eq=False, kw_only=True)
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


@attrs.frozen
class Walked:
    """What a walk found: *spots* in order of depth, one *branch* for each choice, and how many fields were *cut*."""

    spots: tuple[Spot, ...]
    branches: Mapping[str, Branch]
    cut: int = 0


class Walk:
    """One walk over one body; use once."""

    def __init__(self, shapes: Shapes, budget: Budget) -> None:
        self._shapes = shapes
        self._budget = budget
        self._queue: deque[Visit] = deque()
        self._spots: dict[str, Spot] = {}
        self._expanded: set[int] = set()
        self._branches: dict[str, Branch] = {}
        self._cut = 0

    def run(self, root: Schema, *, name: str, required: bool = True) -> Walked:
        """Fields of the body *root*; a body that is no object becomes one field *name* with path "$"."""
        outside = Visit(schema=root)
        for end in self._shapes.endpoints(root):
            self._reach(outside, name, "$", required, end, at_root=True)
        visits = 0
        while self._queue:
            visit = self._queue.popleft()
            visits += 1
            if visits > self._budget.visits and not visit.needed:
                self._cut += len(visit.schema.properties)
            else:
                self._look_into(visit)
        return Walked(tuple(self._spots.values()), self._branches, self._cut)

    def _look_into(self, visit: Visit) -> None:
        """Take the members of one object, or of an object seen before only what tells its roles apart."""
        shapes, budget = self._shapes, self._budget
        first = id(visit.schema) not in self._expanded
        self._expanded.add(id(visit.schema))
        depth = len(visit.parents)
        whole = first or shapes.size(visit.schema, budget.repeat) <= budget.repeat
        room = depth <= budget.depth and len(self._spots) < budget.width and (whole or not shapes.produces)
        for member in shapes.members(visit.schema):
            needed = visit.needed and member.required
            leaf_kept = needed or room or (depth <= budget.identifier_depth and identifier_like(member.name))
            object_kept = (whole and depth < budget.depth) or (needed and depth < 2 * budget.depth)
            for end in member.endpoints:
                if leaf_kept if end.leaf else object_kept:
                    self._reach(visit, member.name, visit.path + member.segment, member.required, end)
                else:
                    self._cut += 1

    def _reach(self, visit: Visit, name: str, base: str, required: bool, end: Endpoint, *, at_root: bool = False) -> None:
        branch = visit.branch
        listed = "[*]" in end.tail
        if end.choice is not None:
            choice = end.choice
            needed = visit.needed and required and branch is None and "[*]" not in choice.tail
            branch = Branch(group=base + choice.tail, index=choice.index, count=choice.count, schema=choice.schema, needed=needed)
            self._branches.setdefault(branch.group, branch)
            required = True
        elif branch is None:
            needed = visit.needed and required
        else:
            # Members of every alternative are needed when the choice is; what lies deeper depends on its parent.
            needed = branch.needed and required and visit.path == branch.group
        if end.leaf or not (at_root or listed or self._shapes.produces):
            self._add(visit, name, base + end.tail, end, required, needed, branch)
        if not end.leaf:
            self._queue.append(
                Visit(
                    schema=end.schema,
                    path=base + end.tail,
                    parents=visit.parents if at_root else (*visit.parents, name),
                    owners=(*visit.owners, end.owner),
                    many=visit.many or end.many,
                    needed=needed and branch is None and not listed,
                    branch=branch,
                )
            )

    def _add(self, visit: Visit, name: str, path: str, end: Endpoint, required: bool, needed: bool, branch: Branch | None) -> None:
        known = self._spots.get(path)
        if known is None:
            self._spots[path] = Spot(
                name=name,
                path=path,
                above=visit,
                schema=end.schema,
                many=visit.many or end.many,
                required=required,
                needed=needed,
                container=not end.leaf,
                branch=branch,
                indexes=() if branch is None else (branch.index,),
            )
            return
        if known.schema is not end.schema:
            known.variants = (*known.variants, end.schema)
        known.container = known.container or not end.leaf
        if branch is None or known.branch is None or branch.group != known.branch.group:
            # Also there whichever alternative is taken.
            known.branch, known.needed = None, known.needed or (branch is None and needed)
        elif branch.index not in known.indexes:
            known.indexes = (*known.indexes, branch.index)
            known.required, known.needed = known.required and required, known.needed and needed
