"""From a binding to the value that it names.

What is read here is data: a value that itself looks like a binding is never evaluated.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, NoReturn

from ...model import ABSENT
from ..errors import BindingError
from .envelope import envelope_message
from .expression import (
    INPUT_ROOTS,
    ITEM_ROOT,
    Every,
    Filter,
    Key,
    Position,
    Pseudo,
    Reference,
    Segment,
    Template,
    parse,
    path_text,
)
from .lookup import Lookup
from .matching import Chain, member_name, rows_of_lists
from .pages import ListPlace, further_pages
from .scope import Response, Scope
from .text import as_text, counted, is_list, kind, last_segment, listed

Way = tuple[Segment, ...]


_EXPLAINED = frozenset({"null_value", "missing_key", "empty_result", "not_a_container"})
#: As in JSONPath (RFC 9535), an element under `*` that lacks the member selects nothing.
_SKIPPED = frozenset({"missing_key", "null_value", "empty_result"})


def resolve(
    expression: str | Template,
    outputs: Mapping[str, Any] | None = None,
    input_context: Mapping[str, Any] | None = None,
    *,
    responses: Mapping[str, Response] | None = None,
    item: Any = ABSENT,
) -> Any:
    """The value of one text with bindings; a whole binding keeps its type and is copied.

    Raises `BindingError`, or `BindingSyntaxError` for a text that cannot be read.
    """
    scope = Scope(outputs=outputs or {}, input_context=input_context or {}, responses=responses or {}, item=item)
    return fill(expression, scope)


def resolve_args(value: Any, scope: Scope) -> Any:
    """*value* with every binding in it filled from *scope*; lists and objects are new."""
    if isinstance(value, str):
        return fill(value, scope)
    if isinstance(value, Mapping):
        return {key: resolve_args(member, scope) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [resolve_args(member, scope) for member in value]
    return copy.deepcopy(value)


def fill(text: str | Template, scope: Scope) -> Any:
    """The value of one text."""
    template = parse(text) if isinstance(text, str) else text
    if (whole := template.whole) is not None:
        return copy.deepcopy(read(whole, scope))
    return "".join(part if isinstance(part, str) else _as_text(part, read(part, scope)) for part in template.parts)


def read(reference: Reference, scope: Scope) -> Any:
    """What *reference* names, not copied. Raises `BindingError`."""
    return _Walk(reference, scope).result()


def _as_text(reference: Reference, value: Any) -> str:
    if value is None:
        raise BindingError(str(reference), "not_text", "is null, which cannot stand inside text", reference.root)
    return as_text(value)


class _Walk:
    """One reading of one reference; remembers how far it came, for the error."""

    def __init__(self, reference: Reference, scope: Scope) -> None:
        self.reference = reference
        self.scope = scope
        #: Objects on the way since the last list, lists on the way since the last element that was chosen,
        #: and whether nothing was chosen yet.
        self.passed: list[Mapping[str, Any]] = []
        self.lists: list[ListPlace] = []
        self.whole = True
        #: The elements of lists that the way goes through, the outermost first.
        self.chain: Chain = ()

    def result(self) -> Any:
        root, segments = self.reference.root, self.reference.segments
        if root in INPUT_ROOTS:
            return self.follow(*self.from_input(root, segments))
        if root == ITEM_ROOT and root not in self.scope.outputs:
            if self.scope.item is ABSENT:
                self.fail("no_item", "there is no current element outside a foreach step", ())
            return self.follow(self.scope.item, segments, ())
        if root not in self.scope.outputs:
            known = tuple(self.scope.outputs)
            there = f"finished steps: {listed(known)}" if known else "no step has finished yet"
            self.fail("unknown_step", f"step '{root}' has no output; {there}", (), known)
        return self.from_step(root, segments)

    def from_step(self, root: str, segments: Way) -> Any:
        first = segments[0] if segments else None
        if isinstance(first, Pseudo) and first.name in ("headers", "status"):
            response = self.scope.responses.get(root, Response())
            if first.name == "status":
                return self.follow(response.status, segments[1:], segments[:1])
            return self.from_headers(response.headers, segments)
        return self.follow(self.scope.outputs[root], segments, ())

    def from_headers(self, headers: Mapping[str, str], segments: Way) -> Any:
        if len(segments) == 1:
            return dict(headers)
        wanted = member_name(segments[1])
        for name, value in headers.items():
            # Header names have no case (RFC 9110, 5.1).
            if wanted is not None and name.lower() == wanted.lower():
                return self.follow(value, segments[2:], segments[:2])
        known = tuple(headers)
        there = f"there are: {listed(known)}" if known else "the adapter gave no headers"
        return self.fail("missing_header", f"response of {self.root} has no header '{wanted}'; {there}", (), known)

    def from_input(self, root: str, segments: Way) -> tuple[Any, Way, Way]:
        """The value to start from, the segments left and those done.

        Both roots read the flat context and the nested "user_input"; each prefers its own.
        A dotted name may also be one key: {"order.id": 7}.
        """
        if not segments:
            return self.scope.input_context, (), ()
        nested = self.scope.input_context.get("user_input")
        places = [self.scope.input_context, *([nested] if isinstance(nested, Mapping) else [])]
        names = [member_name(segment) for segment in segments]
        for place in reversed(places) if root == "user_input" else places:
            for size in range(1, len(segments) + 1):
                head = names[:size]
                key = None if None in head else ".".join(str(name) for name in head)
                # None is "not given": 0, "" and false are values.
                if key is not None and place.get(key) is not None:
                    return place[key], segments[size:], segments[:size]
        return self.fail("missing_input", f"input '{path_text(segments)}' is not given", (), tuple(map(str, places[0])))

    def follow(self, value: Any, segments: Way, done: Way) -> Any:
        for number, segment in enumerate(segments):
            rest = segments[number + 1 :]
            if isinstance(segment, Filter):
                return self.filtered(value, segment, rest, done)
            if isinstance(segment, Every):
                at = next((i for i, later in enumerate(rest) if isinstance(later, Filter)), None)
                if at is None:
                    return self.every(value, rest, done)
                # A filter behind a star looks in all the lists as in one.
                way = (segment, *rest[:at])
                pooled = self.pooled(value, way, done, self.chain)
                elements, chains = [element for element, _ in pooled], [chain for _, chain in pooled]
                return self.filtered(elements, rest[at], rest[at + 1 :], (*done, *way), chains)
            value = self.step(value, segment, done)
            done = (*done, segment)
        return value

    def step(self, value: Any, segment: Segment, done: Way) -> Any:
        if value is None:
            self.fail("null_value", f"{self.place(done)} is null", done)
        if isinstance(segment, Pseudo):
            return self.pseudo(value, segment, done)
        if isinstance(value, Mapping):
            self.passed.append(value)
            return self.member(value, segment, done)
        if isinstance(segment, Position) and is_list(value):
            # One element is one thing: what stands around its list says nothing of lists inside it.
            self.passed, self.lists, self.whole = [], [], False
            found = self.element(value, segment.index, done)
            self.chain = (*self.chain, (segment.index % len(value), found))
            return found
        return self.unfit(value, f"'{_bare(segment)}' needs an object", done)

    def member(self, value: Mapping[str, Any], segment: Segment, done: Way) -> Any:
        name = member_name(segment)
        if name is not None and name in value:
            return value[name]
        known = tuple(map(str, value))
        there = f"its keys are: {listed(known)}" if known else "it is an empty object"
        return self.fail("missing_key", f"{self.place(done)} has no '{name}'; {there}", done, known)

    def element(self, value: Sequence[Any], index: int, done: Way) -> Any:
        if not value:
            self.empty(done)
        if -len(value) <= index < len(value):
            return value[index]
        detail = f"index {index}, but the list has {counted(value)}"
        return self.fail("index_out_of_range", f"{detail} ({self.place(done, 'list')})", done)

    def filtered(self, value: Any, segment: Segment, rest: Way, done: Way, chains: Sequence[Chain] = ()) -> Any:
        """What is read of the element that a filter takes; *chains* are the elements in whose lists each one lies."""
        assert isinstance(segment, Filter)
        if not is_list(value):
            self.unfit(value, "a filter needs a list", done)
        if not value:
            self.empty(done)
        self.meet(value, done)
        value, chains = rows_of_lists(value, segment, chains or [self.chain] * len(value))
        test = segment.filled(lambda value: read(value, self.scope) if isinstance(value, Reference) else value)
        here = (*done, segment)
        way = Reference(self.root, here)

        def taken(position: int) -> Any:
            self.chain = (*chains[position], (position, value[position]))
            return self.follow(value[position], rest, here)

        lookup = Lookup(
            reference=self.reference,
            key=way.inner,
            filter=segment,
            elements=value,
            test=test,
            place=self.place(done, "list"),
            more=self.further(done),
            of_item=any(reference.root == ITEM_ROOT for reference in way.walk()),
            read=taken,
            rest=rest,
            within=lambda position: self.outside(chains[position], done),
        )
        if segment.every:
            if not (found := lookup.matches().positions):
                raise lookup.failure(lookup.matches())
            return [taken(position) for position in found]
        position = self.scope.pick(lookup)
        self.passed, self.lists, self.whole = [], [], False
        return taken(position)

    def pooled(self, value: Any, segments: Way, done: Way, chain: Chain) -> list[tuple[Any, Chain]]:
        """The elements of all lists at the end of *segments*, in which a star stands, with the elements around each."""
        if not segments:
            elements = list(value) if is_list(value) else self.unfit(value, "a filter needs a list", done)
            return [(element, chain) for element in elements]
        first, *rest = segments
        here = (*done, first)
        if not isinstance(first, Every):
            return self.pooled(self.step(value, first, done), tuple(rest), here, chain)
        # An element that has no list there has none that is looked for.
        skipped = _SKIPPED | {"not_a_container"}
        numbers = count()

        def take(one: Any) -> list[tuple[Any, Chain]]:
            return self.pooled(one, tuple(rest), here, (*chain, (next(numbers), one)))

        found, missing = self.of_each(value, done, take, skipped)
        if not found and missing is not None:
            raise missing
        return [element for elements in found for element in elements]

    def further(self, done: Way) -> str:
        """What shows that the list at *done* is not the whole of it; "" where nothing does."""
        if not self.whole:
            return further_pages(self.lists, {})
        known = self.scope.unread.get(Reference(self.root, done).inner)
        if known is not None:
            return known
        headers = self.scope.responses.get(self.root, Response()).headers
        return further_pages(self.lists, headers, self.scope.page_sizes.get(self.root, 0))

    def meet(self, value: Sequence[Any], done: Way) -> None:
        """Keep what stands around a list that the walk goes into, to see whether it goes on elsewhere."""
        name = (member_name(done[-1]) or "") if done else ""
        self.lists += [ListPlace(around, len(value), name) for around in self.passed]
        if not self.lists:
            self.lists = [ListPlace({}, len(value), name)]
        self.passed = []

    def every(self, value: Any, rest: Way, done: Way) -> list[Any]:
        found, missing = self.of_each(value, done, lambda one: self.follow(one, rest, (*done, Every())))
        if not found and missing is not None:
            raise missing
        if any(isinstance(segment, Every) for segment in rest):
            return [member for got in found for member in got]
        return found

    def of_each(
        self, value: Any, done: Way, take: Callable[[Any], Any], skipped: frozenset[str] = _SKIPPED
    ) -> tuple[list[Any], BindingError | None]:
        """What *take* gives of each element, and what the first of those lacks that give nothing."""
        elements = self.elements(value, done)
        if not elements:
            self.empty(done)
        if is_list(value):
            self.meet(value, done)
        found: list[Any] = []
        missing: BindingError | None = None
        for element in elements:
            try:
                found.append(take(element))
            except BindingError as error:
                if error.reason not in skipped:
                    raise
                missing = missing or error
        return found, missing

    def elements(self, value: Any, done: Way) -> list[Any]:
        if value is None:
            self.fail("null_value", f"{self.place(done)} is null", done)
        if isinstance(value, Mapping):
            return list(value.values())
        if is_list(value):
            return list(value)
        return self.unfit(value, "'*' needs a list or an object", done)

    def pseudo(self, value: Any, segment: Pseudo, done: Way) -> Any:
        if segment.name in ("keys", "values"):
            if not isinstance(value, Mapping):
                self.unfit(value, f"{_bare(segment)} needs an object", done)
            return list(value) if segment.name == "keys" else list(value.values())
        if segment.name in ("item", "parent"):
            return self.around(segment.name, done)
        if segment.name != "last_segment":
            self.fail("not_a_container", f"{_bare(segment)} stands directly behind a step id only", done)
        if not isinstance(value, str):
            self.fail("not_text", f"{self.place(done)} is {kind(value)}, {_bare(segment)} needs text", done)
        found = last_segment(value)
        return found or self.fail("missing_key", f"{self.place(done)} has no path segment", done)

    def around(self, name: str, done: Way) -> Any:
        """What the call was made for that gave the element at hand, or the element in whose list it lies."""
        chain = self.chain if done and isinstance(done[-1], (Filter, Position)) else ()
        if name == "item":
            if (item := self.item_of(chain, done)) is not ABSENT:
                return item
            self.fail("no_item", f"{self.place(done)} was not answered by a call for an element", done)
        if len(chain) < 2:
            self.fail("no_parent", f"{self.place(done)} lies in no list inside an element", done)
        return chain[-2][1]

    def item_of(self, chain: Chain, done: Way) -> Any:
        """What the `foreach` call was made for in whose answer the way *done* goes; `ABSENT` without one."""
        items = self.scope.items.get(self.root, ())
        known = chain and not isinstance(done[0], Key) and chain[0][0] < len(items)
        return items[chain[0][0]] if known else ABSENT

    def outside(self, chain: Chain, done: Way) -> Any:
        """For people: what tells an element apart from others like it in other lists."""
        item = self.item_of(chain, done)
        return chain[-1][1] if item is ABSENT and chain else item

    @property
    def root(self) -> str:
        return self.reference.root

    def place(self, done: Way, noun: str = "") -> str:
        """How the message calls the value reached by *done*: "'items' of s1", "the output of s1"."""
        if not done:
            return self.root if self.root in (*INPUT_ROOTS, ITEM_ROOT) else f"the output of {self.root}"
        return f"{noun} '{path_text(done)}' of {self.root}".strip()

    def empty(self, done: Way) -> NoReturn:
        self.fail("empty_result", f"{self.place(done, 'list')} is empty", done)

    def unfit(self, value: Any, need: str, done: Way) -> NoReturn:
        self.fail("not_a_container", f"{self.place(done)} is {kind(value)}, {need}", done)

    def fail(self, reason: str, detail: str, done: Way, available: tuple[str, ...] = ()) -> NoReturn:
        # An error envelope explains what is missing; it has nothing to say about a list that is too short.
        if reason in _EXPLAINED and (said := envelope_message(self.scope.outputs.get(self.root))):
            detail += f"; the response says: {said}"
        raise BindingError(str(self.reference), reason, detail, self.root, path_text(done), available)


def _bare(segment: Segment) -> str:
    return path_text((segment,))
