"""Which field of a thing people call it by: its name, its title, its subject.

The words are those that public API descriptions use for it. A description is prose, which nobody
repeats; but what has no other label is called by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import BuildContext, Field, FieldVerdict, Operation, PluginInfo, Schema, hookimpl

from ..resources.nouns import ACTORS, AGENTS, ELSEWHERE
from ..resources.paths import Paths
from ..resources.shapes import is_scalar, scalar_type
from ..resources.short_nouns import conventions_of
from ..words import split
from .places import steps

#: Names of attributes that name a thing, the most telling first; those of one row are equal.
RANKED: Final = (
    "name title displayname fullname realname formattedname friendlyname",
    "subject label caption headline nm titulo nombre nom bezeichnung",
    "summary nickname screenname username login loginid handle slug filename tagname branchname",
    "code number reference email emailaddress mail sku question",
)
NAMING: Final[Mapping[str, int]] = {word: rank for rank, row in enumerate(RANKED, 1) for word in row.split()}
#: Names that name a thing where it has no better one.
LAST_RESORT: Final = frozenset(
    """
    address url domain host hostname fqdn ip prefix vid key serialnumber text message body phonenumber description
    """.split()
)
#: Ranks of what names a thing in other ways.
PAIR, CALLED, HALF, ONLY, NUMBERED, WORST = 2, 2, 3, 4, 4, 5
#: Objects whose attributes are those of the thing around them (Kubernetes, JSON:API, HubSpot, Slack), and the one
#: object that an element of a connection wraps.
PARTS: Final = frozenset(
    "metadata meta spec profile config attributes properties fields general basic info description node data".split()
)
#: Last words of names whose words before them may be the thing's noun: project_name, prodNm.
LAST_WORDS: Final = frozenset("name title nm label subject".split())
#: Last words of names for what people know a thing by that has a number: order_number, shipment_reference.
NUMBERS: Final = frozenset("number no reference ref code".split())
#: The same where another system gave it: external_id.
KEYS: Final = frozenset({*NUMBERS, "id", "key"})
#: Squashed first names, and the last names that go with them.
FIRST: Final = ("firstname", "givenname", "forename", "fname")
LAST: Final = ("lastname", "surname", "familyname", "lname")
#: What a person has besides: the title of one is a rank or a form of address.
PERSONAL: Final = frozenset((*FIRST, *LAST, "fullname", "displayname", "realname", "jobtitle", "birthday", "birthdate"))
#: Formats of texts that name nothing.
_NO_NAMES: Final = frozenset("date date-time time duration uuid byte binary password".split())
#: Letters of a word that may be the end of a longer noun: account of bank account.
_SHORTEST: Final = 3
_SURE, _GUESS = 0.8, 0.5


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Naming", description="Which field of a thing people call it by.", hook_api=1)


@hookimpl
def gtc_classify_fields(operation: Operation, fields: Sequence[Field], context: BuildContext) -> Iterator[FieldVerdict]:
    """Parts `naming` and `naming_with` of response fields."""
    names: _Names = context.memo.once("naming", lambda: _Names(context))
    noun = names.noun_of(operation.path)
    for field in fields:
        if field.location == "response" and field.holder is not None and not field.envelope:
            verdict = names.verdict(field, noun)
            if verdict is not None:
                yield verdict


@attrs.frozen
class _Name:
    """How far a property names the object that has it, whatever that is."""

    rank: int
    reason: str
    #: The other half of a person's name.
    beside: str = ""
    #: What the name says whose it is: "company" of company_name; it counts where the thing is called so.
    whose: str = ""
    #: The name is nothing but a noun: `gender` of a gender.
    alone: bool = False
    #: What it counts where it does.
    own: int = CALLED

    def is_of(self, noun: str) -> bool:
        """Whether a thing that is called *noun* is what the name says."""
        if self.alone:
            return noun == self.whose
        return self.whose.endswith(noun) or (len(self.whose) > _SHORTEST and noun.endswith(self.whose))


class _Names:
    """The names of each object, and what the things around them are called."""

    def __init__(self, context: BuildContext) -> None:
        self._conventions = conventions_of(context)
        self._paths = Paths(self._conventions)
        #: What the document has besides: `country_name` is the country's name, whatever has it.
        self._others = {*AGENTS, *ACTORS, *map(self.noun_of, {o.path for o in context.collection.operations})}
        self._known: dict[int, tuple[Schema, Mapping[str, _Name]]] = {}
        self._nouns: dict[str, str] = {"": ""}
        self._verdicts: dict[tuple[int, str], tuple[Field, FieldVerdict | None]] = {}

    def of(self, holder: Schema) -> Mapping[str, _Name]:
        """What names *holder*, by property."""
        known = self._known.get(id(holder))
        if known is None:
            known = self._known[id(holder)] = (holder, dict(self._names(holder)))
        return known[1]

    def _names(self, holder: Schema) -> Iterator[tuple[str, _Name]]:
        spelled = {
            name: self._conventions.spelled[name]
            for name, node in holder.properties.items()
            if _may_name(node) or (_is_number(node) and _numbered(name) is not None)
        }
        beside = {self._conventions.spelled[name] for name in holder.properties}
        by_spelling = {spelling: name for name, spelling in reversed(spelled.items())}
        person = not PERSONAL.isdisjoint(by_spelling)
        ends = [n for n, spelling in spelled.items() if spelling not in NAMING and _ends_like_a_name(n)]
        named = any(spelling in NAMING or spelling in FIRST for spelling in by_spelling)
        for name, spelling in spelled.items():
            half = LAST if spelling in FIRST else FIRST if spelling in LAST else ()
            if half:
                other = next((by_spelling[other] for other in half if other in by_spelling), "")
                reason = "first and last name together" if other else "a part of a person's name"
                yield name, _Name(PAIR if other else HALF, reason, other)
            elif spelling in NAMING and not (person and spelling == "title"):
                yield name, _Name(NAMING[spelling], f"a {spelling} names what has it")
            elif spelling in LAST_RESORT:
                # The `domain` of a domain is its name, whatever else has one.
                only = not (named or ends)
                yield (
                    name,
                    _Name(WORST if only else 0, f"nothing but a {spelling} names it", whose=spelling, alone=True),
                )
            elif name in ends:
                whose = "".join(split(name)[:-1])
                foreign = whose in self._others or any(s.startswith(whose) and s != spelling for s in beside)
                only = not (named or foreign or len(ends) > 1)
                yield name, _Name(ONLY if only else 0, "the only name that it has", whose=whose)
            elif (numbered := _numbered(name)) is not None:
                yield name, numbered
            elif spelling in self._others or spelling == self.squashed(holder.name):
                yield name, _Name(0, "", whose=spelling, alone=True)

    def verdict(self, field: Field, noun: str) -> FieldVerdict | None:
        """What *field* is for its element, in an operation on *noun*; None where it does not name it.

        Operations share fields: each is judged once.
        """
        key = (id(field), noun)
        known = self._verdicts.get(key)
        if known is None:
            known = self._verdicts[key] = (field, self._judge(field, noun))
        return known[1]

    def _judge(self, field: Field, noun: str) -> FieldVerdict | None:
        assert field.holder is not None
        name = self.of(field.holder).get(field.name)
        above = steps(field.element, field.path) if name is not None else ()
        if name is None or not above:
            return None
        nouns = self._nouns_of_list(field, noun)
        if any(step.lower() not in PARTS and self.squashed(step) not in nouns for step in above[:-1]):
            return None
        rank, reason = name.rank, name.reason
        if name.whose and any(map(name.is_of, filter(None, (*nouns, self.squashed(field.owner))))):
            rank, reason = name.own, "named like its thing"
        if not rank:
            return None
        path = field.path.removesuffix(field.name) + name.beside if name.beside else None
        return FieldVerdict(
            field=field.ref,
            naming=rank,
            naming_with=path,
            confidence=_SURE if rank < ONLY else _GUESS,
            reason=reason,
        )

    def _nouns_of_list(self, field: Field, noun: str) -> tuple[str, ...]:
        """What the thing is called that *field* belongs to: by its list, and by the path where it is about that."""
        inside = steps("$", field.element)
        own = self.squashed(inside[-1]) if inside and not self._wraps(inside[-1]) else ""
        # One thing, or a list at the root or in a wrapper, is what the path is about.
        return (own, noun) if len(inside) < 2 else (own,)

    def squashed(self, name: str) -> str:
        """The squashed singular of a property's or a component's name."""
        known = self._nouns.get(name)
        if known is None:
            known = self._nouns[name] = self._conventions.squash_singular(name)
        return known

    def noun_of(self, path: str) -> str:
        """The squashed noun that a path ends in."""
        return "".join(self._paths.read(path).noun)

    def _wraps(self, name: str) -> bool:
        lower = name.lower()
        return lower in self._conventions.list_wrappers or lower in self._conventions.envelopes


def _may_name(node: Schema) -> bool:
    """Whether a property holds a text that is free to be a name."""
    return (
        is_scalar(node) and scalar_type(node) in ("string", "") and node.enum is None and node.format not in _NO_NAMES
    )


def _numbered(name: str) -> _Name | None:
    """What a number says that people know a thing by: `batch_number` of a batch, `external_id` of anything."""
    words = split(name)
    if len(words) > 1 and words[0] in ELSEWHERE and words[-1] in KEYS:
        whose = "".join(words[1:-1])
        return _Name(0 if whose else NUMBERED, "known so elsewhere", whose=whose, own=NUMBERED)
    if len(words) > 1 and words[-1] in NUMBERS:
        return _Name(0, "", whose="".join(words[:-1]), own=NUMBERED)
    return None


def _is_number(node: Schema) -> bool:
    return is_scalar(node) and scalar_type(node) == "integer" and node.enum is None


def _ends_like_a_name(name: str) -> bool:
    words = split(name)
    return len(words) > 1 and words[-1] in LAST_WORDS
