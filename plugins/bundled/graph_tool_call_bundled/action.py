"""Evidence from what kind of operation is asked for: read, create, update, delete, or something of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import attrs

from graph_tool_call.hooks import (
    ACTIONS,
    Candidate,
    Contradiction,
    Evidence,
    PluginInfo,
    Preference,
    QueryContext,
    SignalSpec,
    ToolFacts,
    hookimpl,
)

from .asked import (
    READING,
    UNSAID,
    Verb,
    action_of,
    asked,
    changes,
    each,
    is_bulk,
    is_slot,
    name_of,
    said,
    segments,
    sentence_of,
    summary_of,
)
from .lexicon.stem import stem
from .lexicon.verbs import STAND_IN, opposites
from .shape import wanted_shape

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
#: Two verbs that both do something of their own, and no kin to each other.
OTHER_ACTION: Final = 0.3
#: The verb for the opposite of what is asked.
OPPOSITE: Final = -0.6
OPPOSITES: Final = opposites()
#: A kind of operation that stands in for a verb without an operation of its own, and one that does not.
STANDS_IN: Final = 0.24
STANDS_NOT: Final = -0.3
#: The part of a thing that many services change for it: PUT /meetings/{id}/status ends a meeting.
STATUS: Final = frozenset({stem("status"), stem("state")})
#: Stem of a verb → kinds that stand in for it.
STANDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        stem(verb): frozenset(kind for kind, others in STAND_IN.items() if verb in others.split())
        for verbs in STAND_IN.values()
        for verb in verbs.split()
    }
)
#: Stems of verbs that try something out, and leave things as they are, and how they serve a question that reads.
TRYING: Final = frozenset(map(stem, "calculate check compute estimate preview render test validate".split()))
TRIES: Final = -0.2
#: Kinds that a question that reads never means.
DESTROYS: Final = frozenset({"delete"})
#: Segments that stand for the caller.
CALLER: Final = frozenset({"@me", "me", "self"})
READS: Final = 0.9
SEARCHES: Final = 0.6
#: What serves a later verb of the question, and not its first.
LATER: Final = 0.3


@attrs.frozen(kw_only=True)
class _Offer:
    kind: str
    changes: bool
    #: The main verb of summary and name.
    verbs: tuple[Verb, ...]
    #: Words of the collection that it works on.
    things: frozenset[str]
    #: It changes many things at a time.
    bulk: bool
    #: It answers with a list.
    lists: bool
    #: Words of its name, and of the verbs of the first sentence that its description adds to the summary.
    told: frozenset[str]


@attrs.frozen
class _Wish:
    """A verb of the question: stems that say the same, those of its opposites, and kinds that stand in for it."""

    verb: Verb
    words: frozenset[str]
    against: frozenset[str]
    stand_in: frozenset[str]


@attrs.frozen
class _Question:
    wishes: tuple[_Wish, ...]
    #: What the question says to be done already.
    done: frozenset[str]
    matched: tuple[str, ...]
    #: It asks for a list.
    wants_list: bool


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(
        title="Action",
        description="Agreement of verb and kind of operation.",
        hook_api=1,
        signals=(
            SignalSpec(
                name="action",
                weight=0.35,
                meaning="whether the operation does what the verb says",
                contradicts=Contradiction(target=-0.4, other=0.2),
            ),
            UNSAID,
        ),
    )


#: A bare operation of each kind; no operation of a document has a blank in its name.
_KINDS: Final = tuple(
    Candidate(
        name=f"any {kind}",
        tool=ToolFacts(
            name=f"any {kind}",
            operation_id="-",
            action=kind,
            changes_state=kind not in READING,
            destructive=kind == "delete",
        ),
        rank=-1,
        score=0.0,
    )
    for kind in ACTIONS
)


@hookimpl
def gtc_selector_evidence(
    query: str, candidates: Sequence[Candidate], context: QueryContext
) -> list[Evidence | Preference]:
    """`action`: for operations of the kind asked for, against others; `unsaid`: against changes by another verb."""
    found = each(query, [*candidates, *_KINDS], context, read=_question, about=_offer, judge=_evidence)
    kinds = {one.name: str(one.tool.action) for one in _KINDS}
    scores = {kinds[e.candidate]: e.score for e in found if e.candidate in kinds and e.signal == "action"}
    return [*(e for e in found if e.candidate not in kinds), Preference(actions=scores)]


def _question(query: str, context: QueryContext) -> _Question:
    question = asked(query, context)
    return _Question(
        wishes=tuple([_wish(verb, context) for verb in question.verbs]),
        done=frozenset([_main(terms) for word, terms in question.nouns.items() if word.endswith("ed")]),
        matched=(question.verbs[0].surface,) if question.verbs else (),
        wants_list=question.action in READING and wanted_shape(query, question)[0] == "list",
    )


def _evidence(name: str, question: _Question, offer: _Offer) -> Sequence[Evidence]:
    score, reason = _judge(question, offer)
    found = []
    if score:
        found.append(Evidence(candidate=name, signal="action", score=score, matched=question.matched, reason=reason))
    if offer.changes and question.wishes and not any(_explains(wish, offer) for wish in question.wishes):
        reason = f"it changes something, and not by what {question.matched[0]!r} says"
        found.append(Evidence(candidate=name, signal="unsaid", score=-1.0, matched=question.matched, reason=reason))
    return found


def _explains(wish: _Wish, offer: _Offer) -> bool:
    """Whether an operation that changes something is what the verb says, by the same verb or by a convention."""
    verb = wish.verb
    said = offer.told.union(*(other.words for other in offer.verbs))
    if wish.words & said or offer.things & (wish.words | wish.against):
        return True
    if verb.action != "action":
        return offer.kind == verb.action
    return offer.kind in wish.stand_in and not offer.bulk


def _wish(verb: Verb, context: QueryContext) -> _Wish:
    against = OPPOSITES.get(verb.main, frozenset())
    kinds = frozenset().union(*(STANDS.get(word, frozenset()) for word in verb.words))
    if verb.surface.lower().startswith("un") and any(context.rarity(word) for word in against):
        # A service that has pins doesn't unpin by changing or deleting anything else.
        kinds = frozenset({"action"})
    return _Wish(verb, verb.words - against, against, kinds if verb.action == "action" else frozenset())


def _main(terms: Mapping[str, float]) -> str:
    return max(terms, key=lambda term: (terms[term], term))


def _judge(question: _Question, offer: _Offer) -> tuple[float, str]:
    wishes, done = question.wishes, question.done
    if question.wants_list and offer.kind == "search" and offer.lists and wishes and wishes[0].verb.action == "read":
        # Many services list by a search that needs no words.
        return READS, "it answers with a list, as asked"
    if not wishes:
        # A question without a verb reads; that much is implied, not said.
        return (
            (-0.8, "the question only reads and this changes something") if offer.changes else (0.75, "it only reads")
        )
    first, *others = wishes
    again = next((verb for verb in offer.verbs if verb.main in done), None)
    if again is not None and first.verb.action not in READING and not any(w.words & again.words for w in wishes):
        return OPPOSITE, f"{again.surface!r} has been done to what is asked for"
    score, reason = _judge_verb(first, offer)
    later = next((wish for wish in others if score < LATER and _judge_verb(wish, offer)[0] > 0), None)
    return (LATER, f"the question also asks to {later.verb.surface}") if later else (score, reason)


def _judge_verb(wish: _Wish, offer: _Offer) -> tuple[float, str]:
    verb = wish.verb
    same = next((v for v in offer.verbs if v.words & wish.words), None)
    if verb.action in READING:
        return _judge_read(verb, offer, same)
    undone = next((v for v in offer.verbs if v.main in wish.against), None)
    if undone is not None:
        return OPPOSITE, f"{undone.surface!r} is the opposite of {verb.surface!r}"
    if not offer.changes:
        return -1.0 if verb.action != "action" else -0.6, f"the question asks to {verb.surface} and this only reads"
    if verb.action == "action" and offer.kind in ("create", "action", "delete"):
        # One pins by making a pin, and unpins by deleting it.
        makes = offer.kind != "delete"
        if offer.things & (wish.words if makes else wish.against):
            return RELATED, f"{_article(offer.kind)} operation on what {verb.surface!r} means"
        if offer.things & (wish.against if makes else wish.words):
            return OPPOSITE, f"it undoes what {verb.surface!r} means"
    if same is not None:
        return 1.0, f"both say {same.surface!r}"
    near = next((v for v in offer.verbs if v.words & verb.related), None)
    if near is not None and (offer.kind != "delete" or verb.action == "delete"):
        return RELATED, f"{near.surface!r} is near to {verb.surface!r}"
    return _judge_kind(wish, offer)


def _judge_read(verb: Verb, offer: _Offer, same: Verb | None) -> tuple[float, str]:
    if offer.changes:
        if same is not None and offer.kind not in DESTROYS:
            # To verify or to test is a request of its own in many services.
            return 1.0, f"both say {same.surface!r}"
        score = TRIES if any(v.main in TRYING for v in offer.verbs) else -1.0
        return score, f"the question asks to {verb.surface} and this is {_article(offer.kind)} operation"
    if verb.action == "read":
        # get, list and show are one verb in questions.
        if offer.kind == "search":
            return SEARCHES, "it searches, and reading is asked for"
        # What a question word asks for is less sure than what a verb does.
        return (READS if verb.words else SAME_KIND), "it only reads, as asked"
    if same is not None:
        return 1.0, f"both say {same.surface!r}"
    score = SAME_KIND if offer.kind == verb.action else _SERVES.get((verb.action, offer.kind), -1.0)
    return score, f"{_article(verb.action)} is asked for and this is {_article(offer.kind)} operation"


def _judge_kind(wish: _Wish, offer: _Offer) -> tuple[float, str]:
    verb, wanted = wish.verb, wish.verb.action
    if not offer.kind:
        return 0.0, ""
    if offer.kind == wanted == "action" and offer.verbs and wish.words:
        return OTHER_ACTION, "both do something, and not the same"
    if offer.kind == wanted:
        return SAME_KIND, f"it is {_article(offer.kind)} operation, as asked"
    if wish.stand_in:
        if offer.kind == "update" and offer.things & STATUS and "update" in wish.stand_in:
            return RELATED, f"one {verb.surface}s by setting a status"
        # To end one thing by deleting many is no convention of anybody's.
        stands = offer.kind in wish.stand_in and not offer.bulk
        reason = f"{_article(offer.kind)} operation is how many services {verb.surface}"
        return (STANDS_IN, reason) if stands else (STANDS_NOT, "this is another kind of operation")
    score = _SERVES.get((wanted, offer.kind), -1.0)
    return score, f"the question asks for {_article(wanted)} operation and this is {_article(offer.kind)} operation"


def _article(kind: str) -> str:
    return f"an {kind}" if kind[:1] in "aeiou" else f"a {kind}"


def _offer(candidate: Candidate, context: QueryContext) -> _Offer:
    tool = candidate.tool
    texts = [said(context.terms(text)) for text in (summary_of(tool), name_of(tool))]
    # "Put a rack" says how the operation is called over HTTP, not that anything is put anywhere; to delete is a verb.
    method = "" if tool.method == "delete" else tool.method
    verbs = tuple(text.verbs[0] for text in texts if text.verbs and text.verbs[0].surface.lower() != method)
    kind = action_of(tool)
    if tool.method in {"post", "put"} and not tool.action and verbs:
        kind = verbs[0].action
    # Descriptions often repeat the summary first.
    told = said(context.terms(sentence_of(tool.description.removeprefix(tool.summary).lstrip(". \n")))).verbs
    return _Offer(
        kind=kind,
        changes=changes(tool),
        verbs=verbs,
        things=_things(candidate, context),
        bulk=is_bulk(tool),
        lists=tool.shape == "list",
        told=texts[1].terms.union(*(verb.words for verb in told)),
    )


def _things(candidate: Candidate, context: QueryContext) -> frozenset[str]:
    """Words of the last static segment of the path that isn't the caller: pins of /messages/pins/{id}."""
    static = [part for part in segments(candidate.tool.path) if not is_slot(part) and part not in CALLER]
    return said(context.terms(static[-1])).terms if static else frozenset()
