"""What a question says of the things that it asks for: "which pull requests are open" is `state: open`.

Of targets that read: an adjective before their noun, or after "are", that is the state or the member of one input only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from graph_tool_call.hooks import Frame, PluginInfo, RequestContext, RequestText, Setting, Slot, ToolFacts, hookimpl

from ..words import singular, squash
from . import counting, states
from .clauses import PREPOSITIONS, Token, denies, tokens_of
from .holders import holders
from .labels import Labels
from .slots import is_boolean, is_said, members, nouns_of, own_slots, words_of

#: How sure an adjective is of a state, and of a member of another enum.
STATE: Final = 0.75
MEMBER: Final = 0.65
#: Words after which an adjective is said of what is asked for.
_COPULAS: Final = frozenset("are is were was still currently be being".split())
_ARE_THE: Final = frozenset({("are", "the"), ("is", "the"), ("is", "an"), ("is", "a")})
#: Prepositions after an adjective that make a participle of it: "assigned to mona".
_OF_SOMEBODY: Final = frozenset("to by with".split())
#: What stands for the noun of what is asked for: "only the active ones".
_PRONOUNS: Final = frozenset({"ones"})
#: Words between an adjective and its noun.
_MOST_BETWEEN: Final = 2
#: Names and roles of inputs that steer an answer and filter nothing.
_STEERING: Final = frozenset(
    "sort sortby orderby order direction sortorder format include expand fields view lang language locale".split()
)
_STEERING_ROLES: Final = frozenset({"paging", "sort", "fields", "expand", "option"})
#: Endings of Korean verbs before a noun.
_ADNOMINAL: Final = ("되는", "중인", "된", "인", "한")


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Adjectives", description="States of the things that a question asks for.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Setting]:
    """Filters that the adjectives of a question say, for a target that reads."""
    tool = frame.tool
    if tool is None or tool.changes_state:
        return
    labels = context.shared.once("labels", Labels)
    slots = tuple(slot for slot in own_slots(frame) if _filters(slot) and not is_said(request, slot))
    tokens = tokens_of(request)
    nouns = nouns_of(tool, frame.slots)
    found: dict[int, list[Setting]] = {}
    for at, token in enumerate(tokens):
        text = _text(token, labels)
        role = _role(tokens, at)
        if text and (role or _is_said_of(tokens, at, nouns)):
            text = singular(text) if role else text
            on = not (at and denies(tokens[at - 1]))
            for setting in _settings(text, slots, tool, on=on):
                term = request.question[token.start : token.end]
                made = attrs.evolve(setting, term=term, start=token.start, end=token.end)
                found.setdefault(made.slot, []).append(made)
    for settings in found.values():
        if all(one.value == settings[0].value for one in settings):
            yield settings[0]


def _filters(slot: Slot) -> bool:
    return slot.role not in _STEERING_ROLES and squash(slot.name) not in _STEERING


def _text(token: Token, labels: Labels) -> str:
    """A word as an adjective in English; "" for what is none."""
    if token.value or token.mark or token.word in counting.ENGLISH:
        return ""
    if token.word.isascii():
        return token.word
    ending = next((ending for ending in _ADNOMINAL if token.word.endswith(ending)), "")
    return "".join(labels.words(token.word.removesuffix(ending))) if ending else ""


def _is_said_of(tokens: Sequence[Token], at: int, nouns: frozenset[str]) -> bool:
    """Whether an adjective at a place is said of what is asked for: before its noun, or after "are"."""
    ahead = [token for token in tokens[at + 1 :] if token.word not in {"and", "or"}][: 1 + _MOST_BETWEEN]
    for token in ahead:
        if token.value or token.mark or token.word in PREPOSITIONS:
            break
        if singular(token.word) in nouns or token.word in _PRONOUNS or not token.word.isascii():
            return True
    before = tokens[at - 1].word if at else ""
    if at > 1 and denies(tokens[at - 1]):
        before = tokens[at - 2].word
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    ends = after is None or after.mark or (after.word in PREPOSITIONS - _OF_SOMEBODY and not after.value)
    return before in _COPULAS and ends


def _role(tokens: Sequence[Token], at: int) -> bool:
    """Whether a noun at a place says what is asked for is: "who are the owners of the team"."""
    before = tuple(token.word for token in tokens[max(0, at - 3) : at])
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    return before[:1] == ("who",) and before[1:] in _ARE_THE and (after is None or after.word in PREPOSITIONS | {"?"})


def _settings(text: str, slots: Sequence[Slot], tool: ToolFacts, *, on: bool) -> Iterator[Setting]:
    state = states.BY_ADJECTIVE.get(text)
    fits: list[tuple[Slot, Any]] = list(holders(state, slots, tool)) if state is not None else []
    score = STATE
    if not fits:
        fits, score = list(_members(text, slots, tool)), MEMBER
    if len(fits) != 1:
        return
    slot, value = fits[0]
    if on or is_boolean(slot):
        value = value if on else not value
        yield Setting(
            slot=slot.ref, value=value, term=text, score=score, reason=f"{text!r} is said of what is asked for"
        )


def _members(text: str, slots: Sequence[Slot], tool: ToolFacts) -> Iterator[tuple[Slot, Any]]:
    spelled = squash(text)
    for slot in slots:
        if is_boolean(slot) and "".join(words_of(slot, tool)) == spelled:
            yield slot, True
        elif spelled in (known := members(slot)):
            yield slot, [known[spelled]] if slot.many else known[spelled]
