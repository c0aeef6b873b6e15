"""What a request makes its change depend on, puts off, or denies: "if it is empty", "tomorrow", "don't".

A change cannot say so to an API, and made at once it would be another one: such words are read as values of their own,
which find a place ("remind me tomorrow") or are asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from graph_tool_call.hooks import Frame, Mention, PluginInfo, RequestContext, RequestText, hookimpl

from .clauses import LATER, Token, denies, depends, tokens_of
from .found import sentence_of
from .states import BY_ADJECTIVE

#: Less sure than any other value that the same words may give.
PROVISO: Final = 0.3
#: What a speaker denies of themselves: "I don't know his number".
_KNOWING: Final = frozenset("know remember recall mind care".split())
#: Longest denied phrase that is a state: "not on hold".
_LONGEST: Final = 3


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Provisos", description="Conditions, delays and denials of a change.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Mention]:
    """The first word of each condition, delay and denial, with all of it as its value; of targets that change."""
    if frame.tool is None or not frame.tool.changes_state or sentence_of(request, frame, context).describes:
        return
    tokens = tokens_of(request)
    covered = 0
    for at, token in enumerate(tokens):
        if token.value or token.start < covered:
            continue
        if token.word in LATER or depends(tokens, at) or (denies(token) and _is_denied(tokens, at)):
            end = token.end if token.word in LATER else _end(tokens, at)
            covered, said = end, request.question[token.start : end]
            yield Mention(
                word="",
                value=said,
                start=token.start,
                end=token.end,
                always=True,
                score=PROVISO,
                reason="changes what is asked for",
            )


def _end(tokens: Sequence[Token], at: int) -> int:
    """Where the clause ends."""
    end = tokens[at].end
    for token in tokens[at + 1 :]:
        if token.mark and token.word not in {"'", '"', "-", "#"}:
            break
        end = token.end
    return end


def _is_denied(tokens: Sequence[Token], at: int) -> bool:
    """Whether a denial is of what is asked for: not of a state, nor of what the speaker knows."""
    unknown = at + 1 < len(tokens) and tokens[at + 1].word in _KNOWING
    return not unknown and not _is_state(tokens, at)


def _is_state(tokens: Sequence[Token], at: int) -> bool:
    """Whether a denial is a part of a state: "mark it as not done"."""
    if at and tokens[at - 1].word in {"as", "to"}:
        return True
    phrases = (" ".join(token.word for token in tokens[at : at + size]) for size in range(2, _LONGEST + 1))
    return any(phrase in BY_ADJECTIVE for phrase in phrases)
