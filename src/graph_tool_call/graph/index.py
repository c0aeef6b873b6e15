"""The producer index: which response fields could fill which inputs. Planning asks it; it never materialises edges."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Any

from ..model.contract import Input, Output, ToolContract, read_input
from ..model.match import Match, compatible
from ..model.standards import standard_of
from ..model.tool import Row, row_name, row_path, rows_of
from .account import CANDIDATE_LIMIT, Account, against_by_caller, take_stock
from .codes import codes_told
from .places import LastNouns, noun_before, prefixes

#: Names that say nothing about what they hold; equal ones do not make a producer.
GENERIC_NAMES = frozenset(
    "id ids key name title type status state code value data result results message description count total number "
    "text label kind date url href self link links meta metadata items item created updated ok error".split()
)
#: Producers of each kind (reading, changing) that a plan weighs for one need.
PLANNING_LIMIT = 24
#: The same, of those that need nothing but words: what a question gives may fit one of them.
ENTRY_LIMIT = 8
#: Producers of one key that are looked at for one need, besides those that are near.
_LOOKED_AT = 48
#: Names of keys that say whose they are only together with their owner.
KEY_NAMES = ("uuid", "guid", "slug", "key", "id")
_OR = re.compile(r"_or_|-or-|(?<=[a-z0-9])Or(?=[A-Z])")
Table = dict[str, list[tuple[str, int]]]
#: A position in a list.
_POSITION = re.compile(r"\[\d+\]")
_SEPARATORS = re.compile(r"[^0-9a-z\u0080-\uffff]+")


class ProducerIndex:
    """All tools of a graph, and their outputs by semantic tag and by normalised name.

    Linear in the number of rows; rows are read into values only when a plan touches them.
    """

    def __init__(self, tools: Mapping[str, Any], edges: Sequence[Mapping[str, Any]] = ()) -> None:
        self.contracts = {name: ToolContract(name, tool) for name, tool in tools.items()}
        self._by_tag: dict[str, list[tuple[str, int]]] = {}
        self._by_name: dict[str, list[tuple[str, int]]] = {}
        self._normal: dict[str, str] = {}
        self._nouns = LastNouns()
        self._edges = edges
        self._placed: dict[tuple[int, str], tuple[Table, Table]] = {}
        self._ranked: dict[tuple[int, str], list[tuple[str, int]]] = {}
        self._accounts: dict[tuple[str, str, str], Account] = {}
        self._plannable: dict[tuple[str, str, str], tuple[Match, ...]] = {}
        #: What operations need alike → producers judged for it: each once, however many operations need it.
        self._same_needs: dict[tuple[str, ...], dict[tuple[str, int], tuple[Match, str]]] = {}
        self._fill()

    def normal(self, name: str) -> str:
        """*name* in lower case without separators: order_no, orderNo and order-no are one."""
        known = self._normal.get(name)
        if known is None:
            known = self._normal[name] = _SEPARATORS.sub("", name.lower())
        return known

    @cached_property
    def typed(self) -> bool:
        """Whether inputs carry semantic tags or roles: a built artifact, not a hand-made graph."""
        return any(row.tag or row.role for contract in self.contracts.values() for row in contract.inputs)

    def candidates(self, consumer: ToolContract, need: Input) -> tuple[Match, ...]:
        """Outputs that could fill *need*: declared ones first, then by tag, then by name; cheapest first in each."""
        return self.account(consumer, need).kept

    def account(self, consumer: ToolContract, need: Input) -> Account:
        """The candidates of *need*, and why others are none."""
        where = (consumer.name, need.location, need.path)
        known = self._accounts.get(where)
        if known is None:
            judged = self._judged(consumer, need)
            unseen = self._unseen(consumer, need)
            known = self._accounts[where] = take_stock(need, judged, self._changes, unseen)
        return known

    def plannable(self, consumer: ToolContract, need: Input) -> tuple[Match, ...]:
        """More than `candidates`, in the same order: planning weighs them by what is given and wanted."""
        where = (consumer.name, need.location, need.path)
        known = self._plannable.get(where)
        if known is None:
            known = self._plannable[where] = self.weighed(self.matches(consumer, need))
        return known

    def weighed(self, matches: Iterator[Match]) -> tuple[Match, ...]:
        """Those of *matches* that a plan weighs."""
        found: dict[tuple[str, str], Match] = {}
        for match in matches:
            found.setdefault((match.producer, match.output.path), match)
        safe = [match for match in found.values() if not self._changes(match.producer)]
        changing = [match for match in found.values() if self._changes(match.producer)]
        entries = [match for match in safe[PLANNING_LIMIT:] if self._is_entry(match.producer)]
        return (*safe[:PLANNING_LIMIT], *entries[:ENTRY_LIMIT], *changing[:PLANNING_LIMIT])

    def possible(self, consumer: ToolContract, need: Input) -> Iterator[Match]:
        """The same as `matches`, with what the caller's annotations rule out: a rule tells of it."""
        for match, code in self._judged(consumer, need):
            barred = code == "never_by_caller" and match.producer != consumer.name
            if not code or (barred and not self._against(need, match)):
                yield match

    def _is_entry(self, tool: str) -> bool:
        """Whether a tool requires something, and only what people can say: words, no keys."""
        rows = [r for r in _consumed(self.contracts[tool]) if r.get("required") and r.get("kind", "data") == "data"]
        return bool(rows) and not any(r.get("semantic_tag") for r in rows)

    def _changes(self, tool: str) -> bool:
        return self.contracts[tool].facts.changes_state

    def source(self, tool: str, row: Row) -> str:
        """What could fill the input *row* of *tool*.

        "" for an operation that only reads, or that the document declares; else "none",
        "only_changing_source", or "ambiguous_producer" where nothing but a name tells,
        and several resources have it.
        """
        found, tags = "none", set()
        for match in islice(self.matches(self.contracts[tool], read_input(row)), _LOOKED_AT):
            if match.how == "edge" or (match.how == "tag" and not self._changes(match.producer)):
                return ""
            if match.how == "tag":
                found = "only_changing_source"
            elif not self._changes(match.producer):
                facts = self.contracts[match.producer].facts
                tags.add(match.output.tag or facts.resource or facts.path)
        if found == "none" and tags:
            found = "ambiguous_producer" if len(tags) > 1 else ""
        return found

    def outputs_by_tag(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        """Tag → (tool, position among its outputs), uncut and unranked."""
        return self._by_tag

    def tag_of_producers(self, tag: str) -> tuple[str, ...]:
        """Names of the tools that produce *tag*, in rank order."""
        return tuple(dict.fromkeys(tool for tool, _ in self._rank(tag, self._by_tag)))

    def _fill(self) -> None:
        consumed = {key for c in self.contracts.values() for row in _consumed(c) for key in self._spellings(row)}
        by_tag, by_name = self._by_tag, self._by_name
        for name, contract in self.contracts.items():
            for position, row in enumerate(contract.output_rows):
                tag = row.get("semantic_tag")
                if tag:
                    by_tag.setdefault(tag, []).append((name, position))
                spelled = self._spelled(row, contract)
                if spelled in consumed and spelled not in GENERIC_NAMES and not row.get("generic"):
                    by_name.setdefault(spelled, []).append((name, position))

    def _spellings(self, row: Row) -> Iterator[str]:
        """The names under which an output would be the same thing: the input's own, its alternatives, its tag."""
        name, tag = row_name(row), row.get("semantic_tag")
        yield self.normal(name)
        # username_or_id_or_url takes any of the three.
        alternatives = _OR.split(name)
        if len(alternatives) > 1:
            yield from map(self.normal, alternatives)
        if tag:
            yield self.normal(tag)

    def matches(self, consumer: ToolContract, need: Input) -> Iterator[Match]:
        """The same as `candidates`, uncut and one at a time; one output may come twice, the surer match first."""
        return (match for match, code in self._judged(consumer, need) if not code)

    def _judged(self, consumer: ToolContract, need: Input) -> Iterator[tuple[Match, str]]:
        """What is declared, tagged or named like *need*; each with the code of what speaks against it, or "".

        Of very many by one tag or name, the likely ones.
        """
        for match in self._declared.get((consumer.name, self.normal(need.name)), ()):
            yield match, against_by_caller(need, match)
        ruled = "never_from" in need.row or "fed_by" in need.row
        for how, key, table in self._ways(need):
            judged = self._same_needs.setdefault(
                (how, need.name, need.tag, need.location, need.resource, need.type), {}
            )
            for entry in self._near(consumer, need, key, table):
                found = judged.get(entry)
                if found is None:
                    match = Match(entry[0], self.contracts[entry[0]].output(entry[1]), how)
                    found = judged[entry] = (match, self._against(need, match))
                yield (
                    (found[0], self.against(consumer, need, found[0])) if ruled or entry[0] == consumer.name else found
                )

    def _ways(self, need: Input) -> list[tuple[str, str, Table]]:
        """The tables to look into, and under which key."""
        named = dict.fromkeys(self._spellings(need.row or {"name": need.name, "semantic_tag": need.tag}))
        ways = [("tag", need.tag, self._by_tag), *(("name", key, self._by_name) for key in named)]
        if standard := standard_of(need):
            ways.append(("name", standard, self._codes))
        return [way for way in ways if way[1]]

    @cached_property
    def _codes(self) -> Table:
        return codes_told(self.contracts)

    def _unseen(self, consumer: ToolContract, need: Input) -> int:
        """How many outputs have the tag or name of *need* and are not among the likely ones."""
        known: set[tuple[str, int]] = set()
        looked_at: set[tuple[str, int]] = set()
        for _how, key, table in self._ways(need):
            if len(ranked := self._rank(key, table)) > _LOOKED_AT:
                known.update(ranked)
                looked_at.update(self._near(consumer, need, key, table))
        return len(known - looked_at)

    def against(self, consumer: ToolContract, need: Input, match: Match) -> str:
        """Code of what speaks against *match*, which is not declared, as a source of *need*; "" for nothing."""
        own = "own_answer" if match.producer == consumer.name else ""
        return against_by_caller(need, match) or own or self._against(need, match)

    def _against(self, need: Input, match: Match) -> str:
        """The same as far as it does not depend on whose need it is."""
        output = match.output
        differ = output.tag and need.tag and output.tag != need.tag
        if match.how == "name" and differ and not self._same_owner(need, match):
            return "other_tag"
        if not compatible(output.type, need):
            return "incompatible_type"
        producer = self.contracts[match.producer]
        if self._points_back(match):
            return "needs_it_itself" if (output.tag or need.tag) in producer.input_tags else ""
        gives_others = output.many and producer.facts.resource == output.resource
        return "needs_it_itself" if producer.echoes(need, output) and not gives_others else ""

    def _same_owner(self, need: Input, match: Match) -> bool:
        """Whether a name made of owner and key says that tags which differ mean one thing.

        `RecipeID`, tagged recipe_row_id, is what recipe_id wants: both tags hold the owner's name.
        """
        output = match.output
        spelled = self._spelled(output.row, self.contracts[match.producer])
        ending = next((key for key in KEY_NAMES if spelled.endswith(key) and spelled != key), "")
        owner = spelled.removesuffix(ending) if ending else ""
        tags = (self.normal(need.tag), self.normal(output.tag))
        return bool(owner) and spelled in (self.normal(need.name), tags[0]) and all(owner in tag for tag in tags)

    def _spelled(self, row: Row, contract: ToolContract) -> str:
        """An output's normalised name; a bare key's with its owner in front.

        "" for a bare key of an operation whose path tells of nothing that it could be the key of: the `slug` in
        /me says whose it is to nobody.
        """
        name = self.normal(row_name(row))
        if name not in KEY_NAMES:
            return name
        owner = self.normal(owner_of(row, contract))
        return owner + name if owner or not contract.facts.path else ""

    def _points_back(self, match: Match) -> bool:
        """Whether a part of one thing tells whose part it is; a list, or a category's children, hold others."""
        output, facts = match.output, self.contracts[match.producer].facts
        if not output.many or facts.resource != output.resource or facts.shape == "list":
            return False
        return self.normal(output.name).startswith(self.normal(output.resource) or "?")

    def _near(self, consumer: ToolContract, need: Input, key: str, table: Table) -> Iterator[tuple[str, int]]:
        """Ranked producers of *key*, the likely ones first.

        Collections named like the segment before the parameter, then what stands on the
        consumer's path, then the others.
        """
        ranked = self._rank(key, table)
        if len(ranked) < CANDIDATE_LIMIT:
            yield from ranked
            return
        by_noun, by_path = self._places(key, table)
        path = consumer.facts.path
        named = by_noun.get(noun_before(path, need.name), ()) if need.location == "path" else ()
        on_path = chain.from_iterable(by_path.get(prefix, ()) for prefix in prefixes(path))
        seen: set[tuple[str, int]] = set()
        for entry in chain(named, on_path, ranked[:_LOOKED_AT]):
            if entry not in seen:
                seen.add(entry)
                yield entry

    def _places(self, key: str, table: Table) -> tuple[Table, Table]:
        """The ranked producers of *key* by the last noun of their path, and by their path."""
        name = (id(table), key)
        known = self._placed.get(name)
        if known is None:
            by_noun: Table = {}
            by_path: Table = {}
            for entry in self._rank(key, table):
                path = self.contracts[entry[0]].facts.path
                by_noun.setdefault(self._nouns[path], []).append(entry)
                by_path.setdefault(path.rstrip("/"), []).append(entry)
            by_noun.pop("", None)
            known = self._placed[name] = (by_noun, by_path)
        return known

    def _rank(self, key: str, table: Table) -> list[tuple[str, int]]:
        cached = self._ranked.get((id(table), key))
        if cached is None:
            cached = sorted(table.get(key, ()), key=self._order)
            # One tool may show the same resource at many depths: its nearest two sightings are enough.
            count: dict[str, int] = {}
            kept = []
            for entry in cached:
                count[entry[0]] = count.get(entry[0], 0) + 1
                if count[entry[0]] <= 3:
                    kept.append(entry)
            cached = self._ranked[(id(table), key)] = kept
        return cached

    def _order(self, entry: tuple[str, int]) -> tuple[Any, ...]:
        name, position = entry
        contract = self.contracts[name]
        facts = contract.facts
        row = contract.output_rows[position]
        depth = str(row.get("path", "")).count(".")
        # What another resource's operation shows is a sighting: its own operations know more of them.
        sighted = facts.resource != row.get("resource", facts.resource)
        needed = self._required(name)
        # A thing's own key before its keys of others: `id` before `parent_category_id`.
        spelled = len(row_name(row))
        return (facts.changes_state, facts.deprecated, sighted, depth, needed, len(facts.path), name, spelled, position)

    def _required(self, name: str) -> int:
        cache: dict[str, int] = self.__dict__.setdefault("_required_count", {})
        known = cache.get(name)
        if known is None:
            rows = _consumed(self.contracts[name])
            known = cache[name] = sum(1 for r in rows if r.get("required") and r.get("kind", "data") == "data")
        return known

    @cached_property
    def _declared(self) -> dict[tuple[str, str], list[Match]]:
        """(consumer, normalised input) → outputs that a link, or an edge with data flow, declares.

        A flow may be less sure than the other flows of its edge.
        """
        table: dict[tuple[str, str], list[Match]] = {}
        for producer, contract in self.contracts.items():
            for link in contract.links:
                for binding in link.get("bindings") or ():
                    self._declare(table, str(link.get("target") or ""), producer, binding)
        for edge in self._edges:
            for flow in edge.get("data") or () if edge.get("relation", edge.get("type")) == "requires" else ():
                if flow.get("confidence", edge.get("confidence")) not in ("INFERRED", "AMBIGUOUS"):  # of any type
                    self._declare(table, str(edge.get("source")), str(edge.get("target")), flow)
        return table

    def is_declared(self, consumer: ToolContract, need: Input) -> bool:
        """Whether a link, or an edge with data flow, says what fills *need*."""
        return (consumer.name, self.normal(need.name)) in self._declared

    def _declare(
        self, table: dict[tuple[str, str], list[Match]], consumer: str, producer: str, flow: Mapping[str, Any]
    ) -> None:
        source, to = flow.get("from"), flow.get("to")
        if flow.get("from_location", "response") not in {"response", "response_header"}:
            return  # what the producer was asked with is no output of it
        if not isinstance(source, str) or not isinstance(to, str) or producer not in self.contracts:
            return
        contract = self.contracts[producer]
        output = _output(contract, source, str(flow.get("from_location") or "response"), flow)
        leaf = to.rsplit(".", 1)[-1]
        table.setdefault((consumer, self.normal(leaf)), []).append(Match(producer=producer, output=output, how="edge"))


def _output(contract: ToolContract, source: str, location: str, flow: Mapping[str, Any]) -> Output:
    """The output at *source*, or one made of what the flow says.

    A position in a list ("$.users[0].id") stands for its elements; header names have no case (RFC 9110, 5.1).
    """
    by_header = location == "response_header"
    wanted = {source, source.lower()} if by_header else {source, _POSITION.sub("[*]", source)}
    known = (o for o in contract.outputs if o.location == location)
    found = next((o for o in known if o.path in wanted or (by_header and o.path.lower() in wanted)), None)
    if found is not None:
        return found
    path = source if by_header else _POSITION.sub("[*]", source)
    name = path.rsplit(".", 1)[-1].removesuffix("[*]")
    return Output(name=name, path=path, location=location, row=dict(flow))


def _consumed(contract: ToolContract) -> Sequence[Row]:
    rows: Sequence[Row] | None = contract.__dict__.get("_input_rows")
    if rows is None:
        rows = contract.__dict__["_input_rows"] = rows_of(contract.tool, "consumes")
    return rows


def owner_of(row: Row, contract: ToolContract) -> str:
    """What a bare key belongs to: the property that it lies in; at the root, what the operation is about."""
    holder = row_path(row).rpartition(".")[0].removesuffix("[*]").rpartition(".")[2]
    return holder.removeprefix("$").removesuffix("[*]") or contract.facts.resource
