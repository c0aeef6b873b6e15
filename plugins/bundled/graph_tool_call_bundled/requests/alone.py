"""Values that stand alone in a question: one joint assignment to what the target leaves, by the words before them.

Each value has a relation to what is asked for: the object of the verb, what holds it ("in", "of"), where it goes
("to"), whom it is for. What the target offers has one as well: the last key of the path is acted on, those before it
hold it, a key in the body is where something goes. The assignment that fits best as a whole wins; where another
one is about as good, a value of a change stays alone, which is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from graph_tool_call.hooks import Slot

from ..words import is_plural, singular, split, squash
from .forms import abbreviates, takes
from .persons import EMAIL, ROLES, fills, is_of_another, takes_person
from .phrases import likeness
from .places import ANY_KIND, Place, Places, is_key_word

#: What a value may be to what is asked for.
OBJECT, HOLDER, GOAL, FOR, BY, SUBJECT = "object", "holder", "goal", "for", "by", "subject"
#: What the target has for such values: what it acts on, what the path has before that, other keys of things, the name
#: of what it makes, a field, and things that hold what it acts on but are no input.
_MAIN, _PATH, _KEY, _PARENT, _NAME, _FIELD, _BESIDE = "main", "path", "key", "parent", "name", "field", "beside"
#: How well a relation fits a place.
_FITS: Final[Mapping[str, Mapping[str, float]]] = {
    OBJECT: {_MAIN: 1.0, _PATH: 0.3, _KEY: 0.7, _NAME: 0.8, _FIELD: 0.5},
    HOLDER: {_PATH: 1.0, _MAIN: 0.8, _PARENT: 0.85, _KEY: 0.5, _BESIDE: 0.6},
    GOAL: {_KEY: 1.0, _PARENT: 1.0, _PATH: 0.7, _MAIN: 0.5, _FIELD: 0.8},
    FOR: {_KEY: 0.9, _PATH: 0.8, _MAIN: 0.7, _PARENT: 0.6},
    BY: {_KEY: 0.8, _BESIDE: 0.6, _FIELD: 0.4},
    SUBJECT: {_MAIN: 0.8, _PATH: 0.8, _KEY: 0.8, _PARENT: 0.6},
    "": {_MAIN: 0.4, _PATH: 0.4, _KEY: 0.4, _PARENT: 0.4, _FIELD: 0.3},
}
#: Nouns of things that hold others, of those that hold everything of somebody, and of what is only put on things.
_CONTAINERS: Final = frozenset(
    """
    project folder directory list board section album playlist collection category channel repository repo site
    namespace device server cluster cart order account domain library notebook space page forum room zone bucket
    """.split()
)
_TENANTS: Final = frozenset("workspace organization organisation org tenant company team enterprise".split())
_MARKS: Final = frozenset("tag label user member person status role field".split())
#: Nouns of objects inside a thing that say whose it is: "a track by X".
_MAKERS: Final = frozenset("user artist author owner creator publisher".split())
_HOLDS, _HOLDS_ALL, _HOLDS_NOT = 0.15, -0.05, -0.3
#: The same where the target's path ends in what a thing has several of: /groups/{id}/members.
_COLLECTS: Final[Mapping[str, Mapping[str, float]]] = {
    OBJECT: {_MAIN: 0.5, _PATH: 0.3, _KEY: 0.9, _FIELD: 0.8},
    HOLDER: {_MAIN: 1.0},
    GOAL: {_MAIN: 1.0, _PATH: 1.0, _KEY: 0.7},
}
#: What the form of a value adds: it begins like the keys of the kind, it is one, it looks like a person or does not.
_OWN_KEY, _IS_KEY, _PERSON, _NO_PERSON = 0.5, 0.05, 0.15, -0.3
#: What the target cannot do without.
_NEEDED: Final = 0.2
#: What only narrows where something is looked for.
_AROUND: Final = -0.1
#: "The log of X": what is acted on has one.
_OWNS: Final = 1.1
#: "The section X of Y": the one thing that has sections.
_OUTER: Final = 0.4
#: Inputs for persons by what they are called.
_LOGINS: Final = frozenset("username login user email member".split())
#: Inputs for what a thing holds: "change X to Y".
_HELD: Final = frozenset({"value", "content"})
#: What each object around an input takes away.
_DEEP: Final = 0.05
#: Places that are less likely are none.
_LEAST: Final = 0.4
#: Assignments of a change that are no further apart are as good as each other.
_MARGIN: Final = 0.1
#: The same of two things of one kind.
_TWIN: Final = 0.3
#: The same where nothing is changed: the better guess is told.
_TIE: Final = 0.01
#: Places of one value, and values, that are looked at.
_MOST: Final = 4
#: Dates are no keys.
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
#: Last words of inputs that are keys.
_KEYS: Final = frozenset("id ids gid uid uuid number no slug key code exposed".split())
#: Kinds of operations that act on a thing that is there.
_ACTING: Final = frozenset({"update", "delete", "action", "read"})


@attrs.frozen
class Alone:
    """One value of a question as this module sees it."""

    #: The word that it stands under; "" for one that stands alone.
    word: str
    value: Any = None
    #: OBJECT, HOLDER, …; "" where nothing says.
    relation: str = ""
    #: The noun before the preposition: "the account of X".
    owner: str = ""
    #: Nothing is taken for a number with a unit behind it.
    amount: bool = False
    #: An e-mail or web address: it is a key of hardly anything.
    address: bool = False
    #: It holds the value right before it: "Leo of Ann".
    outer: bool = False


@attrs.frozen
class _Option:
    """One place for a value."""

    #: Which place it is: two values do not have the same one.
    key: str
    word: str
    score: float
    #: What the place refers to; "" for what refers to nothing.
    resource: str = ""


def words_for(values: Sequence[Alone], places: Places, parents: Mapping[str, frozenset[str]]) -> list[str]:
    """The words of *values*; one that stands alone has the word of its place in the best assignment of all.

    *parents* has nouns by what lies in them. A value that has another place in an assignment that is about as good
    stays alone.
    """
    words = [value.word for value in values]
    lone = [at for at, word in enumerate(words) if not word and not values[at].amount][: _MOST + 1]
    if not lone:
        return words
    offer = _Offer(places, parents, [value.word for value in values if value.word])
    options = {}
    for at in lone:
        before = words[at - 1] if at else ""
        options[at] = sorted(offer.options(values[at], before), key=lambda o: -o.score)[:_MOST]
    found = (a for a in _assignments(lone, options) if _is_nested(a[1], values, offer.order))
    ranked = sorted(found, key=lambda one: -one[0])
    if not ranked:
        return words
    best, chosen = ranked[0]
    tool = places.frame.tool
    margin = _MARGIN if tool is not None and tool.changes_state else _TIE
    unsure = [other for score, other in ranked[1:] if score >= best - margin]
    for at, option in chosen.items():
        if option is None or any(_key(other[at]) != option.key for other in unsure):
            continue
        taken = {_key(other) for other in chosen.values()}
        if margin == _TIE or not _has_twin(option, options[at], taken):
            words[at] = option.word
    return words


def _has_twin(option: _Option, options: Sequence[_Option], taken: set[str]) -> bool:
    """Whether the value may as well be another thing of the same kind, which nothing else is."""
    alike = (other for other in options if other.key not in taken and other.resource == option.resource != "")
    return any(other.score >= option.score - _TWIN for other in alike)


def _is_nested(chosen: Mapping[int, _Option | None], values: Sequence[Alone], order: Mapping[str, int]) -> bool:
    """Whether what holds the value before it stands before that in the path too."""
    for at, option in chosen.items():
        inner = chosen.get(at - 1)
        if not values[at].outer or option is None or inner is None or option.key not in order:
            continue
        if order.get(inner.key, len(order)) < order[option.key]:
            return False
    return True


def _key(option: _Option | None) -> str:
    return option.key if option is not None else ""


def _assignments(
    lone: Sequence[int], options: Mapping[int, Sequence[_Option]], taken: frozenset[str] = frozenset()
) -> Iterator[tuple[float, dict[int, _Option | None]]]:
    """All ways to give each value one of its places or none, with their scores."""
    if not lone:
        yield 0.0, {}
        return
    first, rest = lone[0], lone[1:]
    for option in (*options[first], None):
        if option is not None and option.key in taken:
            continue
        held = taken | {option.key} if option is not None else taken
        for score, chosen in _assignments(rest, options, held):
            yield score + (option.score if option is not None else 0.0), {first: option, **chosen}


class _Offer:
    """What a target leaves for values that stand alone."""

    def __init__(self, places: Places, parents: Mapping[str, frozenset[str]], words: Sequence[str]) -> None:
        self._places = places
        self._parents = parents
        tool = places.frame.tool
        self._makes = places.main is None or tool is None or not tool.changes_state
        self._acts = tool is not None and tool.action in _ACTING
        named = [phrase.words for word in words for phrase in places.phrases.of(word)]
        spelled = {squash(word) for word in words} | {"".join(phrase) for phrase in named}
        self._named = named
        references = [p for p in places.references if p not in places.repeated]
        changes = tool is not None and tool.changes_state
        self.free = [p for p in references if not _is_named(p, named, spelled) and not (changes and _is_ambient(p))]
        self._fields = [p for p in places.all if not p.refers and p.slot.location == "body" and not p.slot.enum]
        self._fields = [
            p
            for p in self._fields
            if p.slot.type != "boolean" and p.spelled not in spelled and p.slot.place.count(".") <= 1
        ]
        self._has_name = any(words in places.made for words in named)
        self._above = self._nouns_above()
        self._inside = self._nouns_inside()
        last = split(tool.path.rstrip("/").rpartition("/")[2]) if tool is not None and "}" in tool.path else ()
        self._collects = changes and bool(last) and "{" not in last[0] and is_plural(last[-1])
        self._collects = self._collects and tool is not None and not tool.path.rstrip("/").endswith("}")
        in_path = [p for p in references if p.slot.location == "path"]
        path = tool.path if tool is not None else ""
        #: Places of the path, in order.
        self.order = {p.slot.place: path.find("{" + p.slot.name + "}") for p in in_path}

    def options(self, value: Alone, before: str) -> Iterator[_Option]:
        """Places for one value, each with how well it fits; *before*: the word of the value before it."""
        if _DATE.match(str(value.value)):
            return
        fits = _FITS[value.relation]
        if self._collects:
            # "Add X to Y", "take X from Y": what is acted on is what takes or loses something.
            fits = {**fits, **_COLLECTS.get(value.relation, {})}
        if value.relation == HOLDER and value.owner:
            # "The log of X in Y": X has a log.
            fits = {**fits, _MAIN: _OWNS}
        for place in self.free:
            sort = self._sort(place)
            score = fits.get(sort, 0.0)
            if value.relation == HOLDER and sort in {_KEY, _PARENT}:
                # "In X" tells where a thing is, and puts it there only where it is made.
                score = score + _holds(place.nouns) if self._makes else 0.0
            form = self._form(value, place) if score and not self._is_its_own(value, place) else None
            if form is None:
                continue
            needed = _NEEDED if place.slot.required else _AROUND if _is_ambient(place) else 0.0
            score += form + needed - _DEEP * place.slot.place.count(".")
            if score >= _LEAST:
                yield _Option(place.slot.place, self._word(place), score, place.slot.resource)
        yield from self._beside(value, fits.get(_BESIDE, 0.0), before)
        yield from self._field(value, fits)

    def _sort(self, place: Place) -> str:
        if place is self._places.main and (place.slot.location == "path" or self._acts):
            return _MAIN
        if place.slot.location == "path":
            return _PATH
        role = bool(place.role) and place.role[-1] in ANY_KIND
        return _PARENT if role or any(" ".join(noun) in self._above for noun in place.nouns) else _KEY

    def _form(self, value: Alone, place: Place) -> float | None:
        """What the form of the value says of a place; None where it cannot stand there."""
        if is_of_another(place, value.value):
            return None
        person, taken = takes_person(place), fills(place, value.value)
        if value.address:
            known = self._places.attribute(place.kind, ("email" if EMAIL.fullmatch(str(value.value)) else "url",))
            return 0.1 if person or taken or known is not None else None
        if isinstance(value.value, (int, float)) and not taken:
            return None
        head, mark, _ = str(value.value).partition("_")
        if mark and any(abbreviates(head, "_".join(noun)) for noun in place.nouns):
            return _OWN_KEY
        looks = looks_like_person(value.value)
        return (_PERSON * looks if looks > 0 else _NO_PERSON * (not taken)) if person else _IS_KEY * taken

    def _is_its_own(self, value: Alone, place: Place) -> bool:
        """Whether the value holds what the place refers to: "the subscription of X" is not called X."""
        if value.relation != HOLDER or not value.owner:
            return False
        words = tuple(map(singular, split(value.owner)))
        names = {singular(word) for name in (place.slot.name, place.slot.resource) for word in split(name)}
        return place.called(words) >= 0.8 or not names.isdisjoint(words)

    def _word(self, place: Place) -> str:
        return noun_of(place.slot) if place.role or not place.nouns else " ".join(place.nouns[0])

    def _nouns_above(self) -> frozenset[str]:
        """Nouns of what things like those of the target lie in."""
        nouns = [*self._places.made, *(self._places.last.nouns if self._places.last is not None else ())]
        if self._places.listed is not None:
            nouns.append(split(self._places.listed.noun))
        return frozenset(above for noun in nouns for above in self._parents.get("".join(noun), ()))

    def _nouns_inside(self) -> frozenset[str]:
        """Nouns of objects inside what is acted on that say where it is: `device.name` of an interface."""
        last = self._places.main or self._places.last
        kind = last.kind if last is not None else self._places.listed
        heads = {path.partition(".")[0] for path in (kind.attributes if kind is not None else ()) if "." in path}
        self._makers = frozenset(head for head in heads if head in _MAKERS)
        return frozenset(head for head in heads if head in _CONTAINERS)

    def _beside(self, value: Alone, score: float, before: str) -> Iterator[_Option]:
        """Things that hold what is meant, or the thing said before, and that no input refers to."""
        if not score:
            return
        outer = self._parents.get(squash(before), frozenset()) if before else frozenset()
        known = {noun for place in self._places.references for noun in place.nouns} | set(self._named)
        by = value.relation == BY
        for noun in sorted(self._makers if by else self._above | outer | self._inside):
            words = tuple(noun.split())
            kind = self._places.kind_of(words)
            if kind is None or is_key_word(words) or any(likeness(words, other) for other in known):
                continue
            if value.address and self._places.attribute(kind, ("email",)) is None:
                continue
            bonus = _OUTER if outer == {noun} and words[-1] not in _MARKS else 0.0
            sure = score if by else score + bonus + _holds((words,))
            if sure >= _LEAST:
                yield _Option(f"beside {noun}", noun, sure)

    def _field(self, value: Alone, fits: Mapping[str, float]) -> Iterator[_Option]:
        """What something new is called, or the one plain input that is left for what is said."""
        name = self._places.made_names
        if name is not None and not self._has_name and value.relation == OBJECT and not value.address:
            yield _Option(name.slot.place, noun_of(name.slot), fits[_NAME])
        people = [place for place in self._fields if place.one in _LOGINS] if self._collects else []
        if value.relation == OBJECT and people and looks_like_person(value.value):
            login = next((p for p in people if (p.one == "email") == value.address), None)
            if login is not None:
                yield _Option(login.slot.place, noun_of(login.slot), fits[_FIELD] + 0.1)
        held = [place for place in self._fields if place.spelled in _HELD] if value.relation == GOAL else []
        required = [place for place in self._fields if place.slot.required]
        found = held or required or self._fields
        if len(found) == 1 and _FIELD in fits and found[0] is not name and takes(found[0].slot, value.value):
            yield _Option(found[0].slot.place, noun_of(found[0].slot), fits[_FIELD])


def _holds(nouns: Iterable[tuple[str, ...]]) -> float:
    """What nouns say of things: that they hold others, or hardly."""
    last = {noun[-1] for noun in nouns if noun}
    return _HOLDS_NOT if last & _MARKS else _HOLDS_ALL if last & _TENANTS else _HOLDS if last & _CONTAINERS else 0.0


def _is_ambient(place: Place) -> bool:
    """Whether a change is only narrowed by it: whose account, which version."""
    return place.slot.location in {"query", "header", "cookie"} and not place.slot.required


def _is_named(place: Place, named: Sequence[tuple[str, ...]], spelled: set[str]) -> bool:
    """Whether another value stands under a word for what *place* refers to."""
    own = {place.spelled, place.placed, place.one, squash(noun_of(place.slot))}
    if not spelled.isdisjoint(own):
        return True
    return any(place.called(words) >= 0.8 or _is_role(words, place) for words in named)


def _is_role(words: tuple[str, ...], place: Place) -> bool:
    return bool(place.role) and place.role[-1] in ROLES and words[-1] == place.role[-1]


def looks_like_person(value: Any) -> float:
    """How much a value looks like what a person is called: 1.0 for "Ana Lima", 0.5 for "Ana" or an address."""
    text = str(value)
    if EMAIL.fullmatch(text):
        return 1.0
    words = text.split()
    if not all(word.replace("-", "").replace("'", "").isalpha() for word in words):
        return 0.0
    return (1.0 if len(words) > 1 else 0.5) if all(word[:1].isupper() for word in words) else 0.25 * (len(words) == 1)


def noun_of(slot: Slot) -> str:
    """What an input is for, in words and without its key: "team" for `team_slug`, "member" for `data.members`."""
    for part in reversed(slot.place.split(".")):
        words = list(_plain(split(part)))
        if words:
            return " ".join((*words[:-1], singular(words[-1])))
    return slot.resource.replace("_", " ") or slot.name


def _plain(words: Sequence[str]) -> Iterator[str]:
    for at, word in enumerate(words):
        if word not in _KEYS or (at == 0 and len(words) == 1 and word not in {"id", "gid"}):
            yield word
