"""Words of a question that need no place: words of the language, verbs, and what the target itself is called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graph_tool_call.hooks import (
    Explained,
    Frame,
    PluginInfo,
    RequestContext,
    RequestText,
    hookimpl,
)

from ..lexicon.english import GENERIC
from ..lexicon.stem import stem
from ..words import split
from .found import Sentence, own_words, sentence_of
from .hangul import is_korean
from .sentence import Token
from .speech import CHANGING

#: Verbs of a command that the lexicon does not have, with "off", "out of" or "from".
_TAKING: Final = frozenset("take pull get".split())
_SMALL: Final = "a word of the language"
_VERB: Final = "a verb"
_OWN: Final = "a word of the operation itself"
_DESCRIBED: Final = "tells what an operation does"
_USED: Final = "says what a value is"
_FIELD: Final = "names an input"


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Known words", description="Words of a request that need no place.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Explained]:
    """Explanations of the question's words; nothing without a target."""
    if frame.tool is None or is_korean(request.question):
        return
    sentence = sentence_of(request, frame, context)
    own = own_words(frame.tool, context.shared)
    keys = {stem(word) for said in request.said for word in split(said.word)}
    for at, token in enumerate(sentence.tokens):
        reason = _DESCRIBED if sentence.describes else _reason(at, token, sentence, own)
        if reason:
            yield Explained(start=token.word.start, end=token.word.end, reason=reason)
        elif not token.evident and stem(token.low) in keys:
            yield Explained(start=token.word.start, end=token.word.end, reason=_USED)


def _reason(at: int, token: Token, sentence: Sentence, own: frozenset[str]) -> str:
    """Why a word needs no place; "" for one that may say something that was not understood."""
    if token.evident:
        return ""
    if token.low in CHANGING:
        return ""
    if at == 0 and token.low in _TAKING and sentence.takes_away:
        return _VERB
    if token.noun is not None and token.last < len(sentence.tokens) and _is_part(token.last, sentence):
        return _USED
    if token.kind in {"stop", "mark"} or token.low in GENERIC:
        return _SMALL
    if at in sentence.used:
        return _USED
    if stem(token.low) in own or token.low in own:
        return _OWN
    if token.kind == "verb":
        # What somebody did is a clause of its own: "the customer asked for it" may be a reason.
        return "" if at and token.low.endswith("ed") else _VERB
    return _FIELD if token.noun is not None and token.noun.slot is not None else ""


def _is_part(at: int, sentence: Sentence) -> bool:
    """Whether a noun goes on as one that a value stands under: "the contact list X"."""
    return at in sentence.used and sentence.row.joined(at) and sentence.tokens[at].noun is not None
