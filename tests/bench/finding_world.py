"""A small world of rows for one operation of a document, made from its contracts, and the request that names one.

Which attribute is a key and which is a name is told by the rules here, not by the facts that the product derives:
a bench that asked the product would call right whatever the product takes.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Final

NAMES: Final = (
    *("name", "displayname", "fullname", "friendlyname", "title", "label", "subject", "username"),
    *("login", "email", "emailaddress", "hostname", "summary"),
)
#: Ends of a parameter that say which attribute of the element it takes.
KEYS: Final = ("id", "uuid", "guid", "uid", "sid", "slug", "key", "code", "number", "no", "token", "handle", "hash")
ENVELOPES: Final = frozenset(
    {"data", "items", "results", "result", "records", "values", "value", "content", "contents", "entries", "list"}
    | {"rows", "elements", "resources", "objects"}
)
#: Ends of a path that say what is done with the collection before them.
SEARCHES: Final = frozenset({"list", "search", "all", "find", "query", "index"})
WORDS: Final = (
    ("Amber Falcon", "Quiet Harbor", "Silver Maple", "Copper Lantern"),
    ("Northern Relay", "Velvet Orchard", "Granite Echo", "Cobalt Meadow"),
    ("Crimson Otter", "Hollow Pine", "Marble Finch", "Saffron Ridge"),
    ("Ivory Compass", "Tidal Bramble", "Onyx Willow", "Golden Thistle"),
    ("Rapid Heron", "Misty Canyon", "Scarlet Anvil", "Lunar Basil"),
)
#: Which row of each collection is meant: never the first.
WANTED: Final = 2

_PLACEHOLDER: Final = re.compile(r"\{([^{}]+)\}")


def plain(word: str) -> str:
    """Letters and digits only."""
    return re.sub(r"[^0-9a-z]", "", word.lower())


def snake(word: str) -> str:
    """petOwners → pet_owners."""
    return re.sub(r"[^0-9a-z]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()).strip("_")


def singular(word: str) -> str:
    """One of many: policies → policy."""
    if word.endswith(("series", "species")):
        return word
    for end, one in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("people", "person")):
        if word.endswith(end) and len(word) > len(end) + 1:
            return word[: -len(end)] + one
    return (
        word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word.replace("people", "person")
    )


@dataclass(frozen=True)
class Level:
    """One key of a path, and the segment that says what it is a key of."""

    param: str
    segment: str
    #: The path before the key, without the names of parameters.
    head: str

    @property
    def noun(self) -> str:
        return singular(snake(self.segment))


@dataclass(frozen=True)
class Path:
    """A path in parts."""

    levels: tuple[Level, ...]
    #: Static segments after the last key.
    tail: tuple[str, ...]
    shape: str


@cache
def read_path(path: str) -> Path | None:
    """The keys of a path; None for one with composed segments."""
    levels: list[Level] = []
    head, tail = "", []
    path = re.sub(r"\.(json|xml)(?=/|$)", "", re.split("[?#]", path)[0]).strip("/")
    segments = path.split("/")
    if ":" in segments[-1] and (verb := segments[-1].rpartition(":"))[0]:
        segments[-1:] = [verb[0], verb[2]]
    for segment in segments:
        found = _PLACEHOLDER.fullmatch(segment)
        if found:
            noun = tail[-1] if tail and not re.fullmatch(r"v\d[\d.]*", tail[-1]) else ""
            levels.append(Level(found[1], noun, head))
            tail, head = [], f"{head}/{{}}"
        elif "{" in segment:
            return None
        else:
            tail.append(segment)
            head = f"{head}/{segment.lower()}"
    return Path(tuple(levels), tuple(tail), head)


class Operation:
    """One operation of a document."""

    def __init__(self, name: str, tool: Mapping[str, Any]) -> None:
        data = tool["metadata"]
        self.name, self.method, self.path = name, str(data["method"]).lower(), str(data["path"])
        self.takes: list[dict[str, Any]] = data["api_contract"].get("consumes") or []
        self.gives: list[dict[str, Any]] = data["api_contract"].get("produces") or []
        self.deprecated = bool(data.get("deprecated"))

    @cached_property
    def reads(self) -> bool:
        """Whether it changes nothing: a GET, or a POST that searches."""
        last = self.path.rstrip("/").rpartition("/")[2].lower()
        return self.method in ("get", "head") or (self.method == "post" and last in SEARCHES)

    @cached_property
    def parts(self) -> Path | None:
        return read_path(self.path)

    @cached_property
    def listed(self) -> str:
        """The segment of the collection that its path ends in; "" when that is a key."""
        if self.parts is None:
            return ""
        tail = [s for s in self.parts.tail if s.lower() not in SEARCHES]
        return plain(tail[-1]) if tail else ""

    @cached_property
    def place(self) -> str:
        """The path without names of parameters, nor a verb of searching at the end."""
        shape = self.parts.shape if self.parts else ""
        head, _, last = shape.rpartition("/")
        return head if last in SEARCHES else shape

    def wants_another(self, parent: Level | None) -> bool:
        """Whether it lists what is inside of a thing that nobody speaks of."""
        keys = {row["name"] for row in self.takes if row.get("required") and row.get("location") == "query"}
        known = {plain(parent.param), f"{plain(parent.noun)}id"} if parent is not None else set()
        return any(plain(key).endswith("id") and plain(key) not in known for key in keys)

    @cached_property
    def arrays(self) -> dict[str, dict[str, dict[str, Any]]]:
        """Of each outermost array: the plain attributes of its elements by their dotted path."""
        found: dict[str, dict[str, dict[str, Any]]] = {}
        for row in self.gives:
            head, many, rest = str(row["path"]).partition("[*]")
            if many and rest.startswith(".") and "[" not in rest and ".*" not in str(row["path"]):
                found.setdefault(head, {})[rest[1:]] = row
        return found


@dataclass(frozen=True)
class Shelf:
    """Where things of a kind are listed: an array in an operation's answer, and which attributes are key and name."""

    op: Operation
    array: str
    key: str
    name: str
    attributes: Mapping[str, dict[str, Any]]


def key_of(level: Level, attributes: Mapping[str, Any]) -> str:
    """The attribute that is the key of a level; "" where none is."""
    param, noun, last = plain(level.param), plain(level.noun), plain(level.noun.rpartition("_")[2])
    tries = [param]
    for end in KEYS:
        if param.endswith(end) and param.removesuffix(end) in ("", noun, last, plain(level.segment)):
            tries += [end, noun + end, last + end]
    if param in (noun, plain(level.segment)) or param.endswith("id"):
        tries += ["id", "uuid", "guid"]
    single = [path for path, row in attributes.items() if row.get("field_type") not in ("object", "array")]
    for flat in _insides(level, single, ""):
        if found := next((flat[name] for name in tries if name in flat), ""):
            return found
    return ""


def _insides(level: Level, paths: Sequence[str], beside: str) -> Iterator[dict[str, str]]:
    """The attributes of an element, then those of an object it wraps ({"value": {"id": 1}}), *beside* first."""
    noun = plain(level.noun)
    objects = dict.fromkeys(path.rpartition(".")[0] for path in paths if path.count(".") == 1)
    wraps = [name for name in objects if plain(name) in (noun, "attributes", "value", "item", "node", "resource")]
    own = [beside.rpartition(".")[0], "attributes"] if beside else ["", *wraps]
    for inside in dict.fromkeys(own):
        names = [path.rpartition(".") for path in paths]
        yield {plain(last): f"{head}.{last}".strip(".") for head, _, last in names if head == inside}


def name_of(level: Level, attributes: Mapping[str, Any], key: str) -> str:
    """The attribute that a person would call a thing by; "" where none is."""
    no_names = ("uuid", "date-time", "date", "byte")
    texts = [
        path
        for path, row in attributes.items()
        if path != key
        and row.get("field_type") in ("string", "", None)
        and not row.get("enum")
        and row.get("format") not in no_names
    ]
    noun, last = plain(level.noun), plain(level.noun.rpartition("_")[2])
    tries = [NAMES[0], noun + "name", last + "name", *NAMES[1:], noun + "title", last + "title"]
    for flat in _insides(level, texts, key):
        for name in tries:
            if name in flat:
                return flat[name]
    return ""


def shelf_in(op: Operation, level: Level, *, only: bool = False) -> Shelf | str:
    """Where an operation lists the things of a level, or why it does not; *only* under the name of the level."""
    named = {plain(level.segment), plain(level.noun)}
    usable = []
    for head, attributes in op.arrays.items():
        last = plain(head.rpartition(".")[2].removeprefix("$"))
        fits = last in named or (not only and (last == "" or last in ENVELOPES))
        if only and not fits:
            continue
        key = key_of(level, attributes)
        usable.append((not key, last not in named, not fits, head.count("."), head, key, attributes))
    if not usable:
        return "no list"
    *_, head, key, attributes = min(usable, key=lambda entry: entry[:5])
    if not key:
        return "no key in the rows"
    if key_is_name(level, key):
        return "named by its key"
    name = name_of(level, attributes, key)
    return Shelf(op, head, key, name, attributes) if name else "no name in the rows"


def key_is_name(level: Level, key: str) -> bool:
    """Whether the key itself is what a person would say."""
    noun, last = plain(level.noun), plain(level.noun.rpartition("_")[2])
    return plain(key.rpartition(".")[2]) in {*NAMES, "slug", "handle", "code", noun + "name", last + "name", noun, last}


class Document:
    """The operations of one document."""

    def __init__(self, tools: Mapping[str, Any]) -> None:
        self.operations = {name: Operation(name, tool) for name, tool in sorted(tools.items())}
        self.reads = [op for op in self.operations.values() if op.reads and op.parts is not None]

    def shelves(self, level: Level, parent: Level | None) -> list[Shelf] | str:
        """All lists of the things of a level, the best first; or why there is none."""
        own = [op for op in self.reads if op.listed and op.place == level.head]
        found = [shelf_in(op, level) for op in own]
        if parent is not None:
            by_key = (op for op in self.reads if op.parts and not op.parts.tail)
            inside = [op for op in by_key if op.parts and op.parts.shape == f"{parent.head}/{{}}"]
            found += [shelf_in(op, level, only=True) for op in inside]
        # A list that lies in other things is no list of all of them.
        plain_lists = [op for op in self.reads if op not in own and op.listed and "{" not in op.path]
        other = [op for op in plain_lists if op.listed in (plain(level.segment), plain(level.noun) + "s")]
        elsewhere = [shelf_in(op, level) for op in other]
        found += [s for s in elsewhere if isinstance(s, str) or parent is None or refers(s.attributes, parent)]
        good = [shelf for shelf in found if isinstance(shelf, Shelf) and not shelf.op.wants_another(parent)]
        return good or next((why for why in found if isinstance(why, str) and why != "no list"), "no list")


def refers(attributes: Mapping[str, Any], parent: Level) -> str:
    """The attribute of an element that holds the key of its parent; "" without."""
    wanted = {plain(parent.param), plain(parent.noun) + "id"} - {"id"}
    return next((path for path in attributes if plain(path) in wanted), "")


@dataclass
class Row:
    """One thing of a world."""

    level: int
    key: Any
    name: str
    above: tuple[Row, ...]


@dataclass
class World:
    """Answers reads of the things on the path of one operation, and writes down what was called."""

    document: Document
    target: Operation
    shelves: list[list[Shelf] | str]
    rows: list[list[Row]]
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    @property
    def levels(self) -> tuple[Level, ...]:
        assert self.target.parts is not None
        return self.target.parts.levels

    def wanted(self, level: int) -> Row:
        above = tuple(self.wanted(n) for n in range(level))
        return [row for row in self.rows[level] if row.above == above][WANTED]

    def call(self, name: str, args: Mapping[str, Any]) -> Any:
        """The answer to a call; raises LookupError for what the world does not know."""
        args = dict(args)
        self.calls.append((name, args))
        op = self.document.operations[name]
        if op is self.target:
            return {}
        if not op.reads or op.parts is None:
            raise LookupError(f"405: {op.method} {op.path}")
        given = [(n, level.param) for level in op.parts.levels if (n := self._level(level)) >= 0]
        given += [(n, level.param) for n, level in enumerate(self.levels[:-1]) if level.param != "id"]
        known = {n: args[param] for n, param in given if param in args}
        if op.listed:
            return self._list(op, known, args)
        at = self._level(op.parts.levels[-1]) if op.parts.levels else -1
        if at < 0:
            raise LookupError(f"404: {op.path}")
        one = next((r for r in self.rows[at] if self._fits(r, known) and same(r.key, known.get(at))), None)
        if one is None:
            raise LookupError(f"404: {op.path} {args}")
        return self._one(op, one)

    def _level(self, level: Level) -> int:
        """Which of the world's collections a key selects from; -1 for none."""
        wanted = plain(level.segment)
        return next((n for n, own in enumerate(self.levels) if wanted and plain(own.segment) == wanted), -1)

    @staticmethod
    def _fits(row: Row, known: Mapping[int, Any]) -> bool:
        return all(same(r.key, known[r.level]) for r in row.above if r.level in known)

    def _list(self, op: Operation, known: Mapping[int, Any], args: Mapping[str, Any]) -> Any:
        at = next(
            (n for n, level in enumerate(self.levels) if op.listed in (plain(level.segment), plain(level.noun) + "s")),
            -1,
        )
        found = shelf_in(op, self.levels[at]) if at >= 0 else ""
        shelf = found if isinstance(found, Shelf) else None
        if shelf is None:
            raise LookupError(f"404: {op.path}")
        rows = [row for row in self.rows[at] if self._fits(row, known)] if not later_page(args) else []
        shown = [self._shown(row, shelf) for row in rows]
        keys = {level.param for level in op.parts.levels} if op.parts else set()
        for word, value in args.items():
            if word in keys or value in (None, "") or isinstance(value, (dict, list)):
                continue
            if word.lower() in ("q", "search", "query", "s", "term", "keyword"):
                shown = [row for row in shown if plain(str(value)) in plain(str(get(row, shelf.name)))]
            elif plain(word) in (plain(shelf.name), plain(shelf.key)):
                shown = [row for row in shown if same(get(row, shelf.name), value) or same(get(row, shelf.key), value)]
        return wrapped(shelf.array, shown)

    def _one(self, op: Operation, row: Row) -> Any:
        answer: dict[str, Any] = {}
        level = self.levels[row.level]
        single = (g for g in op.gives if "[" not in g["path"] and ".*" not in g["path"])
        flat = {str(g["path"]).removeprefix("$."): g for g in single}
        for path, facts in flat.items():
            put(answer, path, value_of(path.rpartition(".")[2], facts, row))
        for inside in {"", *(p.rpartition(".")[0] for p in flat)}:
            own = {p.removeprefix(inside).lstrip("."): f for p, f in flat.items() if p.rpartition(".")[0] == inside}
            if inside.count(".") == 0 and (key := key_of(level, own)):
                put(answer, f"{inside}.{key}".strip("."), typed(row.key, own[key]))
                if name := name_of(level, own, key):
                    put(answer, f"{inside}.{name}".strip("."), row.name)
                break
        if row.level + 1 < len(self.levels):
            shelf = shelf_in(op, self.levels[row.level + 1], only=True)
            if isinstance(shelf, Shelf):
                below = [r for r in self.rows[row.level + 1] if r.above == (*row.above, row)]
                put(answer, shelf.array.removeprefix("$."), [self._shown(r, shelf) for r in below])
        return answer

    def _shown(self, row: Row, shelf: Shelf) -> dict[str, Any]:
        shown: dict[str, Any] = {}
        for path, facts in shelf.attributes.items():
            put(shown, path, value_of(path.rpartition(".")[2], facts, row))
        for parent in row.above:
            level = self.levels[parent.level]
            if path := refers(shelf.attributes, level):
                put(shown, path, typed(parent.key, shelf.attributes[path]))
            noun = level.noun
            inner = {p.rpartition(".")[2]: p for p in shelf.attributes if plain(p.rpartition(".")[0]) == plain(noun)}
            for path in inner.values():
                last = plain(path.rpartition(".")[2])
                if last in ("id", plain(level.param)):
                    put(shown, path, typed(parent.key, shelf.attributes[path]))
                elif last in NAMES:
                    put(shown, path, parent.name)
        put(shown, shelf.key, typed(row.key, shelf.attributes[shelf.key]))
        put(shown, shelf.name, row.name)
        return shown


def get(row: Any, path: str) -> Any:
    """A value by its dotted path."""
    for part in path.split("."):
        row = row.get(part) if isinstance(row, dict) else None
    return row


def put(row: dict[str, Any], path: str, value: Any) -> None:
    """Sets a value by its dotted path; what stands in the way gives way."""
    *above, last = path.split(".")
    for part in above:
        row[part] = row = row[part] if isinstance(row.get(part), dict) else {}
    if not (isinstance(row.get(last), dict) and not isinstance(value, (dict, list))):
        row[last] = value


def wrapped(array: str, rows: list[dict[str, Any]]) -> Any:
    """The answer that holds *rows* at a JSON path."""
    if array == "$":
        return rows
    answer: dict[str, Any] = {}
    put(answer, array.removeprefix("$."), rows)
    return answer


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same in a URL."""
    return str(one) == str(other)


def later_page(args: Mapping[str, Any]) -> bool:
    """Whether a page after the first is asked for."""
    words = ("page", "pagenumber", "offset", "skip", "start", "cursor", "after", "pagetoken", "nexttoken", "marker")
    return any(plain(k) in words and str(v) not in ("", "0", "1", "None") for k, v in args.items())


def typed(key: Any, facts: Mapping[str, Any]) -> Any:
    """A key as the attribute's type has it."""
    kind = facts.get("field_type")
    return int(key) if kind in ("integer", "number") and str(key).isdigit() else str(key) if kind == "string" else key


def value_of(name: str, facts: Mapping[str, Any], row: Row) -> Any:
    """Some value of the type of an attribute, another in each row where that can be."""
    number = sum(map(ord, f"{name}{row.key}")) % 9000 + 1000
    kind, form = facts.get("field_type"), facts.get("format")
    if facts.get("enum"):
        return facts["enum"][0]
    if kind in ("integer", "number"):
        return number
    if kind == "boolean":
        return False
    if kind == "array":
        return []
    if kind == "object":
        return {}
    texts = {"date-time": "2026-01-05T08:00:00Z", "date": "2026-01-05", "email": f"m{number}@example.org"}
    texts |= {"uuid": key_text({"format": "uuid"}, number), "uri": f"https://example.org/{number}"}
    return texts.get(str(form), f"{name} {number}")


def key_text(facts: Mapping[str, Any], number: int) -> Any:
    """The *number*-th key that a parameter takes; None where its form is not met."""
    numeric = facts.get("field_type") in ("integer", "number")
    if numeric:
        return number
    tries = [str(uuid.uuid5(uuid.NAMESPACE_URL, str(number)))] if facts.get("format") == "uuid" else []
    tries += [f"{number * 0x9E3779B97F4A7C15 % 16**24:024x}", str(number), f"k{number:x}f{number * 7919 % 1000:03d}"]
    tries += [str(uuid.uuid5(uuid.NAMESPACE_URL, str(number))), f"{number * 0x9E3779B97F4A7C15 % 16**32:032x}"]
    pattern = facts.get("pattern")
    try:
        return next((one for one in tries if not pattern or re.search(pattern, one)), None)
    except re.error:
        return None


def make_world(document: Document, target: Operation) -> World | str:
    """A world for one operation, or why it has no part in the bench."""
    if target.parts is None or not target.parts.levels:
        return "no key in its path"
    levels = target.parts.levels
    inputs = {row["name"]: row for row in target.takes if row.get("location") == "path"}
    if not all(level.param in inputs for level in levels) or len({level.param for level in levels}) < len(levels):
        return "keys that the contract does not hold"
    if not levels[-1].segment or levels[-1].segment in [level.segment for level in levels[:-1]]:
        return "a key without a noun"
    own = inputs[levels[-1].param]
    either = re.search(r"\bor\b.*\b(name|slug|login|title|handle)\b", str(own.get("description", "")).lower())
    named = plain(levels[-1].param) == plain(levels[-1].noun) and not re.search(
        r"(?i)\bid", str(own.get("description"))
    )
    if either or named or "or" in snake(levels[-1].param).split("_"):
        return "a key or a name"
    if any(inputs[level.param].get("enum") for level in levels):
        return "a key out of a few"
    if any(row.get("required") and "[" in str(row["path"]) for row in target.takes):
        return "a list of objects to be given"
    above = [None, *levels]
    shelves = [document.shelves(lv, up) if lv.segment else "" for lv, up in zip(levels, above, strict=False)]
    if isinstance(shelves[-1], str):
        return shelves[-1]
    element = shelves[-1][0].attributes[shelves[-1][0].key]
    if own.get("format") == "uuid" and element.get("field_type") in ("integer", "number"):
        return "a key of a form of its own"
    rows: list[list[Row]] = []
    for n, level in enumerate(levels):
        # Only the first and the wanted one of each family have children.
        each = len(WORDS[0])
        parents = [(*r.above, r) for at, r in enumerate(rows[-1]) if at % each in (0, WANTED)] if n else [()]
        rows.append([])
        form = _with_element(inputs[level.param], shelves[n])
        for at, above in enumerate(parents):
            for number, word in enumerate(WORDS[n % len(WORDS)]):
                key = key_text(form, 4100 + 1000 * n + 40 * at + 7 * number)
                if key is None:
                    return "a key of a form of its own"
                rows[-1].append(Row(n, key, word, above))
    return World(document, target, shelves, rows)


def _with_element(row: Mapping[str, Any], shelves: Any) -> Mapping[str, Any]:
    """A path parameter with the type of the attribute that it takes."""
    if isinstance(shelves, str):
        return row
    element = shelves[0].attributes[shelves[0].key]
    if element.get("field_type") in ("integer", "number"):
        return {**row, "field_type": "integer", "pattern": None}
    return {**row, **{fact: row.get(fact) or element.get(fact) for fact in ("format", "pattern")}}


def request_of(world: World) -> tuple[str, dict[str, Any]]:
    """The question and the values that a form would pick out of it."""
    levels, target = world.levels, world.target
    last = len(levels) - 1
    entities: dict[str, Any] = {levels[last].noun: world.wanted(last).name}
    said = f"the {levels[last].noun.replace('_', ' ')} {world.wanted(last).name}"
    for n in range(last - 1, -1, -1):
        row, shelves, noun = world.wanted(n), world.shelves[n], levels[n].noun
        if isinstance(shelves, str) or noun in entities:
            entities[levels[n].param] = row.key
        else:
            entities[noun] = row.name
            said += f" of the {noun.replace('_', ' ')} {row.name}"
    assert target.parts is not None
    tail = " ".join(snake(part).replace("_", " ") for part in target.parts.tail)
    if target.method == "post":
        return f"{tail.capitalize()} {said}", entities
    verb = {"delete": "Delete", "put": "Update", "patch": "Update"}.get(target.method, "Show")
    return f"{verb} {f'the {tail} of ' if tail else ''}{said}", entities


def values_of(world: World) -> dict[str, Any]:
    """Plain inputs besides the keys of its path that the target requires; for an update one that it may have."""
    keys = {level.param for level in world.levels}
    takes = [row for row in world.target.takes if _is_plain(row) and row["name"] not in keys]
    found = {said_as(row): some_value(row) for row in takes if row.get("required") and not _is_fixed(row)}
    inside = [row for row in takes if row.get("location") == "body" and row["name"] != "id" and not _is_fixed(row)]
    if world.target.method in ("put", "patch") and inside and not any(row.get("required") for row in inside):
        # What refers to something, or might name it, would be another question.
        row = min(inside, key=lambda r: (bool(r.get("semantic_tag")), plain(r["name"]) in NAMES, r["path"].count(".")))
        found[said_as(row)] = some_value(row)
    return found


def some_value(row: Mapping[str, Any]) -> Any:
    """A value for an input."""
    return value_of(row["name"], row, Row(0, 77, "", ()))


def said_as(row: Mapping[str, Any]) -> str:
    """The word for an input: its dotted path in the body, or its name."""
    return str(row["path"]).removeprefix("$.") if row.get("location") == "body" else str(row["name"])


def _is_plain(row: Mapping[str, Any]) -> bool:
    types = ("string", "integer", "number", "boolean")
    return (
        row.get("kind", "data") == "data"
        and row.get("field_type") in types
        and "[" not in str(row["path"])
        and row["path"] != "$"
    )


def _is_fixed(row: Mapping[str, Any]) -> bool:
    return "default" in row or "const" in row or len(row.get("enum") or ()) == 1
