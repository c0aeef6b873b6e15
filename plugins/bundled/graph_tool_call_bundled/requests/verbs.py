"""What a verb of the question sets: "close" → `state: closed`, "make it private" → `private: true`.

Only where no given value says it, never inside a quoted text or a value, never in a create but for what describes the
new thing, and not where the operation is that verb's own. Where two inputs fit, or the verb is denied or depends on a
condition, nothing is set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from graph_tool_call.hooks import Frame, PluginInfo, RequestContext, RequestText, Setting, Slot, ToolFacts, hookimpl

from ..lexicon.verbs import DETERMINERS
from ..words import singular, split, squash
from . import states
from .clauses import PRONOUNS, Token, clauses, command, denies, noun_phrase, tokens_of
from .holders import holders
from .slots import EMPTY, ends_in_verb, is_boolean, is_said, members, named_by, nouns_of, own_slots, words_of
from .states import State

#: How sure a setting is: by the state's own name; by the input's own member; by a less exact name.
OWN: Final = 0.9
MEMBER: Final = 0.85
WIDER: Final = 0.7
#: Longest phrase that says a state: "not on hold".
_LONGEST: Final = 3
_NOT: Final = "not "
_ARTICLES: Final = frozenset("a an the".split())


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Verbs", description="States that a verb of the question sets.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Setting]:
    """Settings that the commands of the question say, for a target that changes something."""
    del context
    tool = frame.tool
    if tool is None or not tool.changes_state or tool.method == "delete":
        return
    reader = Commands(request, frame, tool, own_slots(frame))
    found: dict[int, list[Setting]] = {}
    for clause in clauses(tokens_of(request)):
        for setting in reader.read(command(clause)):
            found.setdefault(setting.slot, []).append(setting)
    for settings in found.values():
        if all(setting.value == settings[0].value for setting in settings):
            yield settings[0]


@attrs.frozen
class Commands:
    """Reads the commands of one request."""

    request: RequestText
    frame: Frame
    tool: ToolFacts
    slots: tuple[Slot, ...]

    def read(self, words: Sequence[Token]) -> Iterator[Setting]:
        """What a command sets: by its verb, by an adjective, or by what it describes the new thing with."""
        if not words or words[0].value:
            return
        if self.tool.action == "create":
            yield from self._created(words)
            return
        found = _verb(words)
        if found is not None:
            yield from self._by_verb(*found, words)
        elif words[0].word in states.SETTERS or words[0].word in states.MOVES:
            yield from self._by_adjective(words)

    # --- by the verb ---

    def _by_verb(self, verb: str, length: int, words: Sequence[Token]) -> Iterator[Setting]:
        state = states.BY_VERB[verb]
        rest = [token for token in words[length:] if token.word not in {"off", "on", "out"} or " " not in verb]
        phrase, end = noun_phrase(rest)
        if ends_in_verb(self.tool, state.verbs):
            return
        term = (words[0].start, words[length - 1].end)
        if self._is_own(phrase, rest[end:] if not phrase else ()):
            yield from self.set_state(state, term)
        elif state.name in states.SWITCHES and phrase:
            yield from self._switched(phrase, on=state.name == "enable", span=term)

    def _is_own(self, phrase: Sequence[str], after: Sequence[Token]) -> bool:
        """Whether a noun phrase, or what stands in its place, names what the target acts on."""
        if not phrase:
            return bool(after) and after[0].value
        if (len(phrase) == 1 and phrase[0] in PRONOUNS) or phrase[0].isdigit():
            return True
        # A number or code after the noun is its key: "issue 12".
        named = [word for word in phrase if not any(char.isdigit() for char in word)] or list(phrase)
        nouns = nouns_of(self.tool, self.frame.slots)
        return singular(named[-1]) in nouns or singular(squash("".join(named))) in nouns

    def set_state(self, state: State, span: tuple[int, int], score: float = OWN) -> Iterator[Setting]:
        """The setting of the only input that holds *state*, which the words at *span* say; none where one was given."""
        if self._is_given(state):
            return
        fits = list(holders(state, self.slots, self.tool))
        if not fits and state.wider is not None:
            yield from self.set_state(state.wider, span, WIDER)
        elif len(fits) == 1:
            slot, value = fits[0]
            term = self.request.question[span[0] : span[1]]
            yield self._setting(slot, value, span, score, f"{term!r} says {state.name}")

    def _is_given(self, state: State) -> bool:
        """Whether a value that was said is about the same: under such a word, or such a value."""
        every = state.true | state.false | state.members
        for said in self.request.said:
            word = "".join(w for w in split(said.word) if w not in EMPTY)
            if word in every | states.STATES or (isinstance(said.value, str) and squash(said.value) in every):
                return True
        return False

    def _setting(self, slot: Slot, value: Any, span: tuple[int, int], score: float, reason: str) -> Setting:
        start, end = span
        term = self.request.question[start:end]
        return Setting(slot=slot.ref, value=value, term=term, start=start, end=end, score=score, reason=reason)

    # --- by an adjective ---

    def _by_adjective(self, words: Sequence[Token]) -> Iterator[Setting]:
        """Of "mark the task as done", "make octo/hello private", "set the visibility to private"."""
        verb = words[0].word
        joins = {"as", "to"} if verb in states.SETTERS else {"to", "in", "into", "on"}
        for at in range(1, len(words)):
            joined = not words[at].value and (words[at].word in joins or _becomes(words, at))
            bare = verb in states.BARE and at > 1 and not _before_noun(words[at - 1])
            if not joined and not bare:
                continue
            start = at + 1 if joined and words[at].word in joins - {"on"} else at
            found = self._adjective(words, _noun_at(words, start) if joined else start)
            if found is not None and self._may_say(verb, found[0]):
                yield from self._described(*found, words[1:at])
                return

    def _adjective(self, words: Sequence[Token], start: int) -> tuple[str, tuple[int, int]] | None:
        """The phrase at *start* that ends its clause or stands before a preposition, where it may be a state."""
        for length in range(min(_LONGEST, len(words) - start), 0, -1):
            part = words[start : start + length]
            if any(token.value or token.mark for token in part):
                continue
            _, end = noun_phrase(words[start + length :])
            text = " ".join(token.word for token in part)
            if end == 0 and (start + length == len(words) or not words[start + length].value) and self._is_state(text):
                return text, (part[0].start, part[-1].end)
        return None

    def _is_state(self, text: str) -> bool:
        spelled = squash(text.removeprefix(_NOT))
        return text in states.BY_ADJECTIVE or any(
            spelled == "".join(words_of(slot, self.tool))
            if is_boolean(slot)
            else not text.startswith(_NOT) and spelled in members(slot)
            for slot in self.slots
        )

    def _may_say(self, verb: str, text: str) -> bool:
        """Whether a verb may say the state *text*: "move it to the trash", but not "to done", which may be a place."""
        if verb in states.SETTERS:
            return True
        return text in states.BY_ADJECTIVE and states.BY_ADJECTIVE[text].name in states.MOVES[verb]

    def _described(self, text: str, span: tuple[int, int], thing: Sequence[Token]) -> Iterator[Setting]:
        phrase, end = noun_phrase(thing)
        # "The address 10.0.0.1" is a thing with its name, "the visibility of octo/hello" an input.
        named = named_by(phrase, self.frame) if end == len(thing) or not thing[end].value else []
        if named:
            value = _member(named[0], text)
            if len(named) == 1 and value is not None and not is_said(self.request, named[0]):
                yield self._setting(named[0], value, span, MEMBER, f"{text!r} is one of its members")
            return
        # "The video Intro": what is written like a name after the noun is one.
        names = [token for token in thing[:end] if self.request.question[token.start].isupper()]
        if phrase and not self._is_own(phrase[: len(phrase) - len(names)], names):
            return
        state = states.BY_ADJECTIVE.get(text)
        found = list(self.set_state(state, span)) if state is not None else []
        yield from found or self._by_member(text, span)

    def _by_member(self, text: str, span: tuple[int, int]) -> Iterator[Setting]:
        """The only input of which *text* is a member or the name."""
        spelled, on = squash(text.removeprefix(_NOT)), not text.startswith(_NOT)
        fits: list[tuple[Slot, Any]] = []
        for slot in self.slots:
            name = "".join(words_of(slot, self.tool))
            if is_boolean(slot) and name == spelled:
                fits.append((slot, on))
            elif on and not slot.many and (value := _member(slot, text)) is not None:
                fits.append((slot, value))
        if len(fits) == 1 and not is_said(self.request, fits[0][0]) and not self._said(spelled):
            yield self._setting(*fits[0], span, MEMBER, f"{text!r} is one of its members")

    def _said(self, spelled: str) -> bool:
        return any(isinstance(said.value, str) and squash(said.value) == spelled for said in self.request.said)

    # --- parts, new things ---

    def _switched(self, phrase: Sequence[str], *, on: bool, span: tuple[int, int]) -> Iterator[Setting]:
        """Of "enable the wiki": `has_wiki: true`, of "turn off notifications": `notifications_enabled: false`."""
        wanted = tuple(map(singular, phrase))
        fits: list[tuple[Slot, bool]] = []
        for slot in self.slots:
            if not is_boolean(slot):
                continue
            words = split(slot.name)
            part = tuple(singular(word) for word in words if word not in states.SWITCH_ON | states.SWITCH_OFF)
            if part == wanted:
                fits.append((slot, on != any(word in states.SWITCH_OFF for word in words)))
        if len(fits) == 1 and not is_said(self.request, fits[0][0]):
            yield self._setting(*fits[0], span, MEMBER, f"switches {' '.join(phrase)}")

    def _created(self, words: Sequence[Token]) -> Iterator[Setting]:
        """Of "create a private repository": what stands before the noun of the new thing; what it is added "as"."""
        for at, token in enumerate(words):
            if token.word == "as" and not token.value and (found := self._adjective(words, _noun_at(words, at + 1))):
                yield from self._by_member(*found)
        phrase, _ = noun_phrase(words[1:])
        if len(phrase) < 2 or not self._is_own(phrase, ()):
            return
        for token in words[1:]:
            if token.value:
                return
            if token.word not in phrase[:-1]:
                continue
            span, said = (token.start, token.end), False
            if token.word in {"private", "public", "draft", "internal"}:
                for setting in self.set_state(states.BY_ADJECTIVE[token.word], span):
                    said = True
                    yield setting
            if not said:
                yield from self._by_member(token.word, span)


def _verb(words: Sequence[Token]) -> tuple[str, int] | None:
    """The verb that a command begins with, of one word or two: "switch off", "turn the wiki off"."""
    first = words[0].word
    if first in states.BY_VERB:
        return first, 1
    for token in words[1:]:
        pair = f"{first} {token.word}"
        if not token.value and pair in states.BY_VERB:
            return pair, 2 if token is words[1] else 1
    return None


def _noun_at(words: Sequence[Token], at: int) -> int:
    """The place after articles."""
    while at < len(words) and words[at].word in _ARTICLES:
        at += 1
    return at


def _becomes(words: Sequence[Token], at: int) -> bool:
    """Whether a thing is said to become something there: "make Ada a viewer"."""
    return words[0].word == "make" and words[at].word in {"a", "an"} and words[at - 1].value


def _before_noun(token: Token) -> bool:
    """Whether what follows *token* is no adjective by itself: "the private", "not private"."""
    return token.word in DETERMINERS or denies(token)


def _member(slot: Slot, text: str) -> Any:
    """The member of a slot's enum, or of its documented options, that is spelled like *text*."""
    return members(slot).get(squash(text))
