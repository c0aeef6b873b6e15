"""What the inputs of a target and the kinds of an API are called: one index for each target, shared by readers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final

import attrs

from graph_tool_call.hooks import Frame, Kind, Memo, Slot

from ..words import singular, split, squash
from .kinds import Kinds
from .phrases import KEYS, Phrases, base, likeness
from .sides import side

#: Attributes that name things, by their squashed last word.
NAMING: Final = frozenset(
    """
    name title fullname displayname realname nickname label subject summary slug handle code number key hostname
    email emailaddress mail login username prefix address url vid tagname sku filename path firstname lastname
    """.split()
)
#: Of these, what names a person and hardly anything else.
PERSONAL: Final = frozenset("email emailaddress mail login username realname firstname lastname".split())
#: Inputs that say where a thing shall be or what a thing is about, not of which kind that is.
ANY_KIND: Final = frozenset("parent target item object subject entity resource container destination record".split())
#: Of several references of one kind: what the target acts on, what is spelled so, what is required; for each object
#: around an input.
MAIN: Final = 0.1
SPELLED: Final = 0.05
NEEDED: Final = 0.05
DEEP: Final = 0.06
_SEGMENT: Final = re.compile(r"[^/]+")
#: Words of names like idOrName.
_EITHER: Final = frozenset({*KEYS, "or", "name"})
#: Methods of paths that call procedures, not resources: /conversations.archive.
_CALL: Final = re.compile(r"\{[^}]*\}")


@attrs.define(eq=False, slots=False)
class Place:
    """One slot and the nouns that it goes by."""

    slot: Slot
    #: What its name says that it refers to: ("assignee",), ("pull",); () where its name is "id".
    role: tuple[str, ...]
    #: All nouns, the most telling first: those of its role, its resource and its kind.
    nouns: tuple[tuple[str, ...], ...]
    kind: Kind | None
    #: The words of its name, all in one, and this in the singular.
    words: tuple[str, ...]
    spelled: str
    one: str
    #: Its place and its tag in one.
    placed: str
    tagged: str
    #: Whether it stands in an object that has a key: accessible_by.login beside accessible_by.id.
    beside_key: bool = False
    #: Resources of the other references of the target.
    others: tuple[str, ...] = ()
    #: Resources of all references of the target.
    around: tuple[str, ...] = ()

    @property
    def refers(self) -> bool:
        """Whether it takes the key of something."""
        return self.slot.refers or self.slot.role == "identifier"

    @property
    def noun(self) -> str:
        """The noun of what it refers to, where that is another than its resource; else ""."""
        return self.kind.noun if self.kind is not None and self.kind.noun != self.slot.resource else ""

    def called(self, words: tuple[str, ...]) -> float:
        """How well *words* name what it refers to, between 0 and 1."""
        best = 0.0
        if self.is_apart:
            return 1.0 if likeness(words, self.role) == 1.0 else 0.0
        for noun in self.nouns:
            best = max(best, likeness(words, noun) * (1.0 if noun == self.role or not self.has_other_role else 0.85))
        if best < 0.9 and not self.has_other_role and self._described_as(words):
            best = 0.92
        return best

    @cached_property
    def is_apart(self) -> bool:
        """Whether only a word for its very role means it: an optional duplicate_issue_id is not "the issue"."""
        if self.slot.required or not self.role:
            return False
        kinds = self.nouns[1:] if self.nouns[0] == self.role else self.nouns
        more = any(len(noun) < len(self.role) and self.role[-len(noun) :] == noun for noun in kinds)
        return (more or self.has_other_role) and self.role not in kinds and not side(self.role)

    @cached_property
    def has_other_role(self) -> bool:
        """Whether its name says what the thing is to the target, and not of which kind it is: assignee, a user."""
        kinds = self.nouns[1:] if self.nouns and self.nouns[0] == self.role else ()
        plain = any(self.role[: len(noun)] == noun or noun[-len(self.role) :] == self.role for noun in kinds)
        return bool(self.role and kinds) and not plain

    def _described_as(self, words: tuple[str, ...]) -> bool:
        """Whether its description has all of two or more *words*: pull, "the pull request"."""
        return len(words) > 1 and " ".join(words) in self.slot.description.lower()


class Places:
    """The places of one frame."""

    def __init__(self, frame: Frame, phrases: Phrases, kinds: Kinds) -> None:
        self.frame = frame
        self.phrases = phrases
        self.kinds = kinds
        self.all = tuple(self._place(slot) for slot in frame.slots)
        self.references = tuple(place for place in self.all if place.refers)
        keyed = {head for place in self.references if (head := place.slot.place.rpartition(".")[0])}
        around = tuple(place.slot.resource for place in self.references)
        for place in self.all:
            place.beside_key = not place.refers and place.slot.place.rpartition(".")[0] in keyed
            place.around = around
        for place in self.references:
            place.others = tuple(p.slot.resource for p in self.references if p.slot.resource != place.slot.resource)

    @cached_property
    def creates(self) -> bool:
        """Whether the target makes something that was not there."""
        tool = self.frame.tool
        return tool is not None and tool.action == "create" and not tool.path.rstrip("/").endswith("}")

    @cached_property
    def made(self) -> tuple[tuple[str, ...], ...]:
        """Nouns of what a creating target makes."""
        tool = self.frame.tool
        if tool is None or not self.creates:
            return ()
        last = split(_CALL.sub("", tool.path).rstrip("/").rpartition("/")[2])
        nouns = (split(tool.resource), (*last[:-1], singular(last[-1])) if last else ())
        return tuple(noun for noun in dict.fromkeys(nouns) if noun)

    @cached_property
    def made_names(self) -> Place | None:
        """The plain input that names what is made: its name, its title; the shallowest."""
        if not self.creates:
            return None
        names = [p for p in self.all if p.spelled in {"name", "title", "displayname", "subject", "summary"}]
        plain = [p for p in names if p.slot.location in {"body", "query"} and "[*]" not in p.slot.path]
        own = [place for place in plain if place.slot.role != "identifier" or place.slot.required]
        return min(own, key=lambda p: (p.slot.place.count("."), not p.slot.required), default=None)

    @cached_property
    def main(self) -> Place | None:
        """What the target acts on, where that is one existing thing: the last of its path, or of its resource."""
        if self.creates:
            return None
        return self.last

    @cached_property
    def last(self) -> Place | None:
        """The reference of the last path parameter; else that of the target's resource; else the only needed one."""
        tool = self.frame.tool
        in_path = [place for place in self.references if place.slot.location == "path"]
        if in_path:
            order = {name: at for at, name in enumerate(re.findall(r"\{([^}]*)\}", tool.path if tool else ""))}
            return max(in_path, key=lambda place: order.get(place.slot.name, -1))
        if tool is None or (not tool.changes_state and tool.shape == "list"):
            return None
        own = [place for place in self.references if tool.resource and place.slot.resource == tool.resource]
        needed = [place for place in self.references if place.slot.required]
        return next(iter(own or needed or self.references), None)

    @cached_property
    def listed(self) -> Kind | None:
        """The kind of things that a listing target answers with."""
        tool = self.frame.tool
        if tool is None or tool.changes_state:
            return None
        found = self.kinds.listed_by.get(tool.name, [])
        return next((kind for kind in found if kind.noun == tool.resource), found[0] if len(found) == 1 else None)

    @cached_property
    def repeated(self) -> frozenset[Place]:
        """References that say again what the path says: metadata.namespace beside the namespace of the path.

        So does a bare key beside that of the path: the `uid` that an application gets.
        """
        in_path = {(p.spelled, p.slot.resource) for p in self.references if p.slot.location == "path"}
        kinds = {resource for _, resource in in_path if resource}
        others = (place for place in self.references if place.slot.location != "path")
        return frozenset(
            place
            for place in others
            if (place.spelled, place.slot.resource) in in_path or (not place.role and place.slot.resource in kinds)
        )

    def nearness(self, place: Place, spelled: str) -> float:
        """What tells one of several references to one kind of thing: what is acted on, the very spelling, the depth."""
        told = MAIN if place is self.main else NEEDED if place.slot.required else 0.0
        return max(told, SPELLED if place.spelled == spelled else 0.0) - DEEP * max(0, place.slot.place.count(".") - 1)

    @cached_property
    def _own_words(self) -> frozenset[str]:
        tool = self.frame.tool
        texts = (tool.path, tool.operation_id, tool.resource, tool.summary) if tool is not None else ()
        return frozenset(singular(word) for text in texts for word in split(text))

    def says(self, word: str) -> bool:
        """Whether path, name or summary of the target have *word*."""
        return word in self._own_words

    def kind_of(self, words: tuple[str, ...]) -> Kind | None:
        """The kind that *words* name."""
        return self.kinds.of(words)

    def attribute(self, kind: Kind | None, words: tuple[str, ...]) -> str | None:
        """The path of the attribute of *kind* that *words* name."""
        return self.kinds.attribute(kind, words)

    def _place(self, slot: Slot) -> Place:
        words = split(slot.name)
        role = () if _EITHER.issuperset(words) else base(words)
        if not role and "." in slot.path:
            role = base(split(slot.path.replace("[*]", "").rsplit(".", 2)[-2]))
        kind = self.frame.kind_of(slot) if slot.tag or slot.resource else None
        if kind is None and (slot.refers or slot.role == "identifier"):
            kind = self._kind_in_path(role or split(slot.resource))
        nouns = [role, split(slot.resource), split(kind.noun) if kind is not None else (), self._segment(slot)]
        spelled = squash(slot.name)
        return Place(
            slot=slot,
            role=role,
            nouns=tuple(noun for noun in dict.fromkeys(nouns) if noun),
            kind=kind,
            words=words,
            spelled=spelled,
            one=singular(spelled),
            placed=squash(slot.place),
            tagged=squash(slot.tag),
        )

    def _kind_in_path(self, noun: tuple[str, ...]) -> Kind | None:
        """The kind of a reference without one of its tag: the line item of a cart is a store_cart_line_item."""
        if not noun:
            return None
        found = self.kinds.like(noun)
        own = [kind for kind in found if any(word in self._own_words for word in split(kind.noun)[: -len(noun)])]
        return found[0] if len(found) == 1 else own[0] if len(own) == 1 else None

    def _segment(self, slot: Slot) -> tuple[str, ...]:
        """The noun before a path parameter: /containers/{id}."""
        tool = self.frame.tool
        if tool is None or slot.location != "path":
            return ()
        segments = _SEGMENT.findall(tool.path)
        at = next((i for i, part in enumerate(segments) if part == f"{{{slot.name}}}"), 0)
        return base(split(segments[at - 1])) if at and "{" not in segments[at - 1] else ()


def places_of(frame: Frame, memo: Memo) -> Places:
    """The places of *frame*; the same ones for the same target."""
    phrases = memo.once("phrases", Phrases)
    kept: dict[str, Any] = memo.once("places", dict)
    kinds = kept.get("")
    if kinds is None or kinds.all is not frame.kinds:
        kinds = kept[""] = Kinds(frame.kinds)
    name = frame.tool.name if frame.tool is not None else ""
    known = kept.get(f"of {name}")
    if known is None or known.kinds is not kinds or known.frame.slots != frame.slots:
        known = kept[f"of {name}"] = Places(frame, phrases, kinds)
    found: Places = known
    return found


def is_key_word(words: Iterable[str]) -> bool:
    """Whether *words* say "key" and nothing else."""
    listed = tuple(words)
    return bool(listed) and all(word in KEYS for word in listed)
