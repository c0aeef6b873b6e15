"""English words of requests: what stands before and after the values that a question gives."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ..lexicon.english import STOP as _STOP

#: Words that begin a noun phrase: the name or the noun of a thing comes next.
DETERMINERS: Final = frozenset(
    "the a an this that these those its my our your his her their all every each any some no both".split()
)
#: Prepositions that may stand inside a name ("Crash on start", "Terms of use").
LOOSE: Final = frozenset("of in on at for by and or".split())
#: Prepositions after which something else is spoken of.
PREPOSITIONS: Final = LOOSE | frozenset(
    "to into onto as with from inside within under below via per against between through over about".split()
)
#: Prepositions that describe or place the thing before them.
PLACING: Final = frozenset("of in on at from inside within under".split())
#: Prepositions that say what something becomes or is given to.
BECOMING: Final = frozenset("to into onto as with".split())
#: Participles that introduce the name of what stands before them, and the attribute that they speak of.
NAMING: Final[Mapping[str, str]] = MappingProxyType(
    {
        "called": "",
        "named": "",
        "titled": "title",
        "entitled": "title",
        "labelled": "",
        "labeled": "",
        "headed": "title",
    }
)
#: Attributes that may stand between a noun and its value: "issue number 15", "the team with the name X".
ATTRIBUTES: Final = frozenset(
    "number no nr id key name title code email mail url slug handle login username uuid subject identifier".split()
)
#: Words of a sentence that are no names and give no value.
STOP: Final = (
    _STOP
    | DETERMINERS
    | PREPOSITIONS
    | frozenset(
        "everything nothing anything something everyone everybody nobody somebody someone anyone instead together "
        "whole today tomorrow yesterday soon later immediately asap right away back please also even ever once twice "
        "i'm it's let's thanks currently still anymore more less least than as well so".split()
    )
)
#: Words that count or order things; readers of quantities look after them.
COUNTING: Final = frozenset(
    "first last latest newest oldest earliest recent next previous two three four five six seven eight nine ten "
    "half full total whole entire".split()
)
#: Names of months: a number beside one makes a date.
MONTHS: Final = frozenset(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
#: Verbs that make somebody or something what is said after it: "make X the owner of Y".
MAKING: Final = frozenset("make set appoint name declare".split())
#: What a preposition and such a word say together gives no value: "at last", "in bulk", "for free".
IDLE: Final = frozenset(
    "detail total bulk general order time advance case fact place free good sure once all general stock use "
    "hold progress review mail email default course".split()
)
#: Small words that change what is asked for: how many, except for what, only if, only when. Each wants a reader.
CHANGING: Final = frozenset(
    "all every each everything everyone everybody whole entire both not never no nor neither without except excluding "
    "unless if until till while before after only instead".split()
)
#: Participles and adverbs that no ending shows; they qualify a noun and are no names.
QUALIFYING: Final = frozenset(
    "given used found shown known held kept sent built made taken chosen left bound own such via etc eg ie "
    "otherwise optionally respectively accordingly optional required relevant appropriate valid invalid detailed "
    "top-level high-level real-time up-to-date".split()
)
#: Adjectives before a noun that say which state it is in, or which of several is meant; they are no names.
STATES: Final = frozenset(
    "open new old current active inactive public private draft pending empty overdue unpaid paid free busy full ready "
    "online offline available unread wrong right correct same other own recent big small large expensive cheap "
    "good bad broken healthy actual existing missing specific certain given single only very "
    "first second third fourth fifth sixth seventh eighth ninth tenth".split()
)
#: (verb, preposition) → what a person after it is to the thing; the readers know these words.
ROLES: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        ("assign", "to"): "assignee",
        ("reassign", "to"): "assignee",
        ("give", "to"): "assignee",
        ("share", "with"): "user",
        ("invite", ""): "user",
        ("rename", "to"): "new name",
        ("rename", "as"): "new name",
        ("retitle", "to"): "new title",
        ("send", "to"): "recipient",
        ("forward", "to"): "recipient",
        ("kick", ""): "user",
    }
)
#: (participle, preposition) → what whoever is named after it is to the thing before it.
PARTICIPLES: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        ("assigned", "to"): "assignee",
        ("created", "by"): "creator",
        ("opened", "by"): "creator",
        ("written", "by"): "author",
        ("authored", "by"): "author",
        ("owned", "by"): "owner",
        ("reported", "by"): "reporter",
        ("requested", "by"): "requester",
        ("sent", "by"): "sender",
        ("sent", "to"): "recipient",
        ("followed", "by"): "follower",
        ("approved", "by"): "approver",
    }
)
#: Verbs → words that others in the sentence say of the person after the verb: "ask X to review".
ASKING: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {"ask": MappingProxyType({"review": "reviewer"}), "request": MappingProxyType({"review": "reviewer"})}
)
#: Verbs that say a text, which stands in quotes after them, and how inputs for it are called.
SAYING: Final = frozenset("comment say reply post write send answer respond tell note message".split())
TEXTS: Final = ("body", "text", "message", "content", "comment", "note", "html_body")
