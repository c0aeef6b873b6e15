"""From a text, a frame and the readings of plugins to a `Request`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs

from ..hooks import Explained, Frame, Mention, Placement, Quantity, Reading, RequestText
from ..model import Opinion
from ..model.contract import Input, ToolContract
from .assign import assign
from .catalogue import Catalogue
from .check import check_request
from .claims import Dropped, claims_of
from .counted import own_slot
from .explained import is_picked, unexplained
from .frame import frame_of, places_of
from .text import request_text, with_mentions
from .values import CALLER, Request, SettingOf, Thing

#: Asks all readers.
Read = Callable[[RequestText, Frame], Sequence[Opinion[Reading]]]
#: A value whose word is the name of its input.
_SURE: Final = 0.9
#: How often values may be read out of words that other values left.
_ROUNDS: Final = 2


class RequestReader:
    """Reads requests over one graph.

    *ready* gives what asks all readers; plugins are loaded when it is first called.
    """

    def __init__(self, catalogue: Catalogue, ready: Callable[[], Read]) -> None:
        self.catalogue = catalogue
        self.ready = ready
        self._frames: dict[str, Frame] = {}

    def read(self, target: ToolContract | None, question: str, entities: Mapping[str, Any] | None = None) -> Request:
        """What is understood of *question* and the given *entities* for *target*.

        Without a target the values that its words give are unread, and nothing else is said.
        """
        frame = self.frame(target)
        whole = {name for slot in frame.slots for name in (slot.place, slot.name, slot.tag)}
        return read_request(request_text(question, entities, whole), frame, self.ready())

    def read_caller(self, target: ToolContract, row: Input) -> Thing | SettingOf | None:
        """What stands for whoever asks where *target* takes *row*, the key of a person; None where nothing does.

        A description by `CALLER` whose value is the operation that answers for them, or a setting.
        """
        frame = self.frame(target)
        place = next((at for at, other in places_of(target).items() if other == row), "")
        word = next((slot.resource for slot in frame.slots if slot.place == place and slot.refers), "")
        if not word:
            return None
        request = read_request(request_text("", {word: CALLER}), frame, self.ready())
        found = request.thing_of(place) or request.setting_of(place)
        return found if isinstance(found, SettingOf) or _is_caller(found) else None

    def read_claimed(
        self, target: ToolContract, question: str, answer: Mapping[str, Any]
    ) -> tuple[Request, tuple[Dropped, ...]]:
        """What is understood of *question*, with what a model says of it as one more opinion; what of it is dropped."""
        frame, read = self.frame(target), self.ready()
        claims = claims_of(answer, request_text(question), frame)
        return read_request(claims.text, frame, read, claims.opinions), claims.dropped

    def frame(self, target: ToolContract | None) -> Frame:
        """What a request for *target* may be about."""
        name = target.name if target is not None else ""
        known = self._frames.get(name)
        if known is None:
            known = self._frames[name] = frame_of(target, self.catalogue.kinds)
        return known

    def check(self, request: Request, target: ToolContract) -> None:
        """Make sure that *request*, which somebody hands in, can be one for *target*. Raises `DecodeError`."""
        check_request(request, self.frame(target))


def read_request(text: RequestText, frame: Frame, read: Read, others: Sequence[Opinion[Reading]] = ()) -> Request:
    """What the readers together understand of *text*, which may be about the target of *frame*.

    Pure and deterministic. A caller who picked values out of the question has read it: only where none of the
    given values stands in it are values read out of its words, and words that nobody explains told. *others* are
    opinions of *text* that no plugin has.
    """
    text, read_out = read_mentions(text, frame, read)
    said = [*others, *read_out]
    request = assign(text, frame, [o for o in said if not isinstance(o.value, (Mention, Explained))])
    settled = bool(others) or is_picked(text) or _names_things(request, text, frame)
    if frame.tool is None or not frame.tool.changes_state or settled:
        return request
    used = [o.value for o in said if _is_used(o.value, request, frame)]
    return attrs.evolve(
        request,
        unread=(*request.unread, *unexplained(text, used)),
    )


def _is_caller(thing: Thing | None) -> bool:
    return thing is not None and any(condition.attribute == CALLER for condition in thing.where)


def _is_open(text: RequestText, frame: Frame, said: Sequence[Opinion[Reading]]) -> bool:
    """Whether the words of the question are still to be read: nothing was given but where the target is called.

    Who gives more has read the question, or knows what it means.
    """
    if is_picked(text):
        return False
    own = own_slot(frame)
    around = {slot.ref for slot in frame.slots if slot.location == "path" and slot != own}
    placed = (o.value for o in said if isinstance(o.value, Placement))
    ambient = {p.said for p in placed if p.slot in around and p.attribute is None and p.score >= _SURE}
    return all(one.ref in ambient for one in text.said if one.source == "given")


def _is_used(reading: Reading, request: Request, frame: Frame) -> bool:
    """Whether a number of things that was read is that of a thing: "everything in it" may be said of nothing known."""
    if not isinstance(reading, Quantity) or own_slot(frame) is None:
        return True
    return any(reading.quantity == thing.quantity for thing in request.things)


def _names_things(request: Request, text: RequestText, frame: Frame) -> bool:
    """Whether a caller said by a key which thing is meant, whatever else the question says of it."""
    given = {one.word for one in text.said if one.source == "given"}
    keys = {slot.place for slot in frame.slots if slot.refers or slot.location == "path"}
    return any(setting.word in given and setting.input in keys for setting in request.settings)


def read_mentions(text: RequestText, frame: Frame, read: Read) -> tuple[RequestText, Sequence[Opinion[Reading]]]:
    """*text* with the values that its own words give, and what the readers say of it."""
    said = read(text, frame)
    is_open = _is_open(text, frame, said)
    for _ in range(_ROUNDS):
        mentions = [o.value for o in said if isinstance(o.value, Mention) and (is_open or o.value.always)]
        more = with_mentions(text, mentions)
        if len(more.said) == len(text.said):
            break
        text, said = more, read(more, frame)
    return text, said
