"""Derivations: where each input of a call comes from, and what that costs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, Final

import attrs

from ...model.contract import Input, Output, ToolContract
from ..problem.given import is_sought
from ..problem.inputs import identifies
from ..problem.meaning import Author
from .ledger import Parts

#: How a source supplies its value, in the documented order of priority.
GIVEN, CONTEXT, FIXED, INHERITED, PRODUCED, ASKED = "given", "context", "fixed", "inherited", "produced", "asked"

#: How an element of a list is chosen.
ONE, ALL, FILTER, NARROWED, UNGUIDED = "one", "all", "filter", "narrowed", "unguided"
#: Picks that take an element for being the first of several.
GUESSES: Final = frozenset({NARROWED, UNGUIDED})

#: Characters of a chain's names that order calls of equal score.
_CHAIN = 400


@attrs.frozen(kw_only=True)
class Where:
    """A condition on the element of a list that a thing is found in: any of the attributes equals the value."""

    #: Each a path in the element, or several whose text together is compared: first and last name.
    paths: tuple[tuple[str, ...], ...]
    #: The word that the value was said under.
    word: str
    #: The value, or the source that gives it.
    value: Any
    #: Which list, counted from 0 at the outside; -1 for the innermost.
    level: int = -1


#: That there is no other element.
ONLY: Final = Where(paths=(), word="", value=None)


@attrs.frozen(kw_only=True, eq=False)
class Source:
    """Where one input's value comes from."""

    input: Input
    how: str
    #: What it adds to its consumer: `parts`, and the call where nothing before it has paid for that.
    cost: float = 0.0
    #: What is asked beyond the call, part by part.
    parts: Parts = ()
    #: produced: whether another source of the same consumer has paid for the call.
    paid: bool = False
    #: given, context, fixed: the value itself.
    value: Any = None
    #: given, context: the caller's key.
    key: str = ""
    #: given: who says what the word that was given means, where it is one.
    meant: tuple[Author, ...] = ()
    #: inherited: the (tag, name) of the consumer's input whose value is passed on.
    inherited: tuple[str, str] = ("", "")
    #: produced: the output, the call that gives it, and how an element is chosen.
    output: Output | None = None
    call: Call | None = None
    pick: str = ONE
    match: str = ""
    #: pick FILTER: (field beside the output, entity key).
    filter: tuple[str, str] = ("", "")
    #: What describes the thing that is found; with it nothing else chooses an element.
    where: tuple[Where, ...] = ()
    #: Of what is found, the first by this attribute: its path in the element, and whether the least value is meant.
    by: tuple[str, bool] | None = None
    #: Whether it only narrows a list on the server: the elements are compared all the same.
    narrows: bool = False
    #: Whether its call is made for each of the values.
    spread: bool = False
    #: Sources of the elements of a list of several things.
    each: tuple[Source, ...] = ()
    #: asked: enum_required, user_input_fallback, context_required, dynamic_option_required.
    reason: str = ""
    #: Keys of the caller's values used in it, and words of the goal that its producers have.
    used: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()

    @property
    def order(self) -> tuple[int, str, int, int, str]:
        """Orders sources of equal score: fewer calls, then names, then the plainer attribute of an answer."""
        if self.call is None or self.output is None:
            return 0, "", 0, 0, ""
        return (*self.call.order, *plainness(self.output))


@attrs.frozen(kw_only=True, eq=False)
class Call:
    """One call of a tool, with a source for each input."""

    contract: ToolContract
    sources: tuple[Source, ...]
    #: Of the call, with its sources.
    cost: float
    #: Of the call alone, part by part.
    parts: Parts = ()
    used: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    #: Whether what the caller gave narrows the answer (a search term, a parent).
    narrowed: bool = False
    #: Inputs of consumers that it, or a call below it, takes values from.
    inherits: frozenset[tuple[str, str]] = frozenset()
    #: (value, tool) of what the caller gave to look for, in it and in the calls below it.
    sought: frozenset[tuple[str, str]] = frozenset()
    #: Whether a person is asked for something in it, or below it.
    asks: bool = False
    #: Equal for equal calls.
    signature: str = ""
    #: Orders calls of equal score: fewer calls below, then names and paths.
    order: tuple[int, str] = (0, "")

    @property
    def tool(self) -> str:
        """Name of the tool."""
        return self.contract.name

    @classmethod
    def of(
        cls,
        contract: ToolContract,
        sources: tuple[Source, ...],
        cost: float,
        words: frozenset[str] = frozenset(),
        parts: Parts = (),
    ) -> Call:
        """The call that *sources* make."""
        used, narrowed, content, chain, count = keys_used(sources), False, [contract.name], [], 0
        inherits: set[tuple[str, str]] = set()
        sought: set[tuple[str, str]] = set()
        for s in sources:
            if s.words:
                words = words | s.words
            if s.call is not None and s.output is not None:
                below, last = s.call.order
                count += below + 1
                depth, length, path = plainness(s.output)
                chain.append(f"{last} {depth} {length:03} {path}")
                inherits |= s.call.inherits
                sought |= s.call.sought
                content.append(f"{s.input.path}<{s.call.signature}{s.output.path}{s.pick}")
                narrowed = narrowed or s.pick in {FILTER, NARROWED}
            elif s.how == INHERITED:
                inherits.add(s.inherited)
                content.append(f"{s.input.path}<{s.inherited}")
                narrowed = narrowed or s.input.location == "path"
            else:
                content.append(f"{s.input.path}<{s.how}{s.key}")
                narrowed = narrowed or (s.how == GIVEN and bool(s.used))
                if s.how == GIVEN and is_sought(s.input):
                    sought.add((str(s.value), contract.name))
        if inherits:
            # What it takes itself, it gives to the calls below it.
            own = {(s.input.tag, s.input.name) for s in sources}
            inherits -= own - {s.inherited for s in sources}
        signed = "|".join(content).encode("utf-8", "surrogatepass")
        return cls(
            contract=contract,
            sources=sources,
            cost=cost,
            parts=parts,
            used=used,
            words=words,
            narrowed=narrowed,
            inherits=frozenset(inherits),
            asks=any(s.how == ASKED or (s.call is not None and s.call.asks) for s in sources),
            sought=frozenset(sought),
            order=(count, f"{' '.join(chain)[-_CHAIN:]} {contract.name}"),
            signature=f"{contract.name}#{hashlib.blake2b(signed, digest_size=8).hexdigest()}",
        )

    def tools_before(self) -> set[str]:
        """Tools that are called before it."""
        calls = [source.call for source in self.produced() if source.call is not None]
        return {tool for call in calls for tool in (call.tool, *call.tools_before())}

    def asks_for_keys(self) -> bool:
        """Whether a person is asked for what identifies something, in it or below it."""
        return any(
            identifies(s.input) if s.how == ASKED else s.call is not None and s.call.asks_for_keys()
            for s in self.sources
        )

    def produced(self) -> tuple[Source, ...]:
        """The sources that other calls supply."""
        return tuple(s for s in self.sources if s.how == PRODUCED)


def calls_of(target: Call) -> Iterator[Call]:
    """*target* and the calls below it, the nearest first, each once."""
    waiting, seen = [target], set[int]()
    for at in waiting:
        if id(at) not in seen:
            seen.add(id(at))
            yield at
            waiting += [source.call for source in at.sources if source.call is not None]


def plainness(output: Output) -> tuple[int, int, str]:
    """Orders the outputs of one call: a thing's own key before those of things inside it, `id` before `erp_task_id`."""
    return output.path.count("."), len(output.name), output.path


def keys_used(sources: Iterable[Source]) -> frozenset[str]:
    """Keys of the caller's values that any of *sources* uses."""
    return union(source.used for source in sources)


def union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """All members of *sets*; the one set itself where the others are empty."""
    out: frozenset[str] = frozenset()
    for each in sets:
        if each:
            out = out | each if out else each
    return out
