"""Evidence from what kind of operation is asked for: read, create, update, delete, or something of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import attrs

from graph_tool_call.hooks import Candidate, Evidence, PluginInfo, QueryContext, hookimpl

from .asked import READING, Said, Verb, action_of, asked, changes, name_of, remembered, said, summary_of
from .lexicon.stem import stem
from .lexicon.verbs import STAND_IN

#: How an operation of one kind serves a question of another: (asked, offered) → score. What is not here contradicts.
_SERVES: Final[Mapping[tuple[str, str], float]] = MappingProxyType(
    {
        ("search", "read"): 0.5,
        ("create", "action"): 0.2,
        ("create", "update"): -0.3,
        ("update", "action"): 0.2,
        ("update", "create"): -0.3,
        ("delete", "action"): -0.2,
        ("action", "update"): 0.2,
        ("action", "create"): 0.2,
        ("action", "delete"): -0.4,
        ("action", "read"): -0.6,
        ("action", "search"): -0.6,
    }
)
SAME_KIND: Final = 0.8
#: A verb near to the one asked for.
RELATED: Final = 0.9
#: A kind of operation that stands in for a verb without an operation of its own, and one that does not.
STANDS_IN: Final = 0.24
STANDS_NOT: Final = -0.3
#: Stem of a verb → kinds that stand in for it.
STANDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        stem(verb): frozenset(kind for kind, others in STAND_IN.items() if verb in others.split())
        for verbs in STAND_IN.values()
        for verb in verbs.split()
    }
)
READS: Final = 0.9
SEARCHES: Final = 0.6
#: What serves a later verb of the question, and not its first.
LATER: Final = 0.3


@attrs.frozen
class _Offer:
    kind: str
    changes: bool
    #: The main verb of summary and name.
    verbs: tuple[Verb, ...]


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(title="Action", description="Agreement of verb and kind of operation.", hook_api=1)


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`action`: for operations of the kind asked for, against those of another."""
    question = asked(query, context)
    found = []
    for candidate in candidates:
        offer = remembered(context, "action", candidate, _offer)
        score, reason = _judge(question, offer)
        if score:
            found.append(
                Evidence(
                    candidate=candidate.name, signal="action", score=score, matched=_matched(question), reason=reason
                )
            )
    return found


def _matched(question: Said) -> tuple[str, ...]:
    return (question.verbs[0].surface,) if question.verbs else ()


def _judge(question: Said, offer: _Offer) -> tuple[float, str]:
    if not question.verbs:
        # A question without a verb reads; that much is implied, not said.
        return (
            (-0.8, "the question only reads and this changes something") if offer.changes else (0.75, "it only reads")
        )
    first, *others = question.verbs
    score, reason = _judge_verb(first, offer)
    later = next((verb for verb in others if score < LATER and _judge_verb(verb, offer)[0] > 0), None)
    return (LATER, f"the question also asks to {later.surface}") if later else (score, reason)


def _judge_verb(verb: Verb, offer: _Offer) -> tuple[float, str]:
    wanted = verb.action
    if wanted in READING and offer.changes:
        return -1.0, f"the question asks to {verb.surface} and this is {_article(offer.kind)} operation"
    if wanted not in READING and not offer.changes:
        return -1.0 if wanted != "action" else -0.6, f"the question asks to {verb.surface} and this only reads"
    if wanted == "read" and not offer.changes:
        # get, list and show are one verb in questions.
        if offer.kind == "search":
            return SEARCHES, "it searches, and reading is asked for"
        # What a question word asks for is less sure than what a verb does.
        return (READS if verb.words else SAME_KIND), "it only reads, as asked"
    same = next((v for v in offer.verbs if v.words & verb.words), None)
    if same is not None:
        return 1.0, f"both say {same.surface!r}"
    near = next((v for v in offer.verbs if v.words & verb.related), None)
    if near is not None and (offer.kind != "delete" or wanted == "delete"):
        return RELATED, f"{near.surface!r} is near to {verb.surface!r}"
    if not offer.kind:
        return 0.0, ""
    if offer.kind == wanted:
        return SAME_KIND, f"it is {_article(offer.kind)} operation, as asked"
    if wanted == "action" and verb.words:
        kinds = frozenset().union(*(STANDS.get(word, frozenset()) for word in verb.words))
        if kinds:
            stands = offer.kind in kinds
            reason = f"{_article(offer.kind)} operation is how many services {verb.surface}"
            return (STANDS_IN, reason) if stands else (STANDS_NOT, "this is another kind of operation")
    score = _SERVES.get((wanted, offer.kind), -1.0)
    return score, f"the question asks for {_article(wanted)} operation and this is {_article(offer.kind)} operation"


def _article(kind: str) -> str:
    return f"an {kind}" if kind[:1] in "aeiou" else f"a {kind}"


def _offer(candidate: Candidate, context: QueryContext) -> _Offer:
    tool = candidate.tool
    texts = [said(context.terms(text)) for text in (summary_of(tool), name_of(tool))]
    verbs = tuple(text.verbs[0] for text in texts if text.verbs)
    kind = action_of(tool)
    if tool.method == "post" and not tool.action and verbs:
        kind = verbs[0].action
    return _Offer(kind, changes(tool), verbs)
