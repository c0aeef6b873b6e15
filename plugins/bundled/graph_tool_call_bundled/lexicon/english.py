"""English words that carry little or special meaning in requests."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

STOP: Final = frozenset(
    """
    a an the this that these those it its itself they them their theirs he she him his her hers i me my mine we us our
    ours you your yours myself yourself one ones
    am is are was were be been being do does did doing done has have had having can could will would shall should may
    might must
    of for in on at to from by with about into onto per between via as through within against under over upon across
    during before after until since off out up down
    and or but nor so then than if else when while where which who whom whose what why how whether because
    not no yes only just also too very there here again already still
    please want wants need needs like help let lets ok okay hi hello thanks thank kindly
    s t d m re ll ve don doesn isn aren
    such other another both either etc some any all every each more most own same few many much
    several multiple lot lots now once often lately recently currently
    e g ie eg exist exists existed without except excluding never neither
    """.split()
)

#: Words that stand in most descriptions and tell operations apart badly.
GENERIC: Final = frozenset(
    """
    detail details information info data new existing specific specified particular certain given single available
    api endpoint resource object record value entity element instance operation method call http https
    based associated related contain containing corresponding respective matching following provided
    id ids identifier result results complete full entire whole previous step
    get list
    """.split()
)

#: Prepositions: what comes after them narrows or places the object of the request.
PREPOSITIONS: Final = frozenset(
    """
    about against at between by for from in into of on onto per through to under using via with within that which who
    """.split()
)

#: Short forms that API descriptions and people use as words of their own.
ABBREVIATIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "acct": "account",
        "addr": "address",
        "admin": "administrator",
        "app": "application",
        "auth": "authentication",
        "authn": "authentication",
        "authz": "authorization",
        "cfg": "configuration",
        "config": "configuration",
        "cust": "customer",
        "db": "database",
        "desc": "description",
        "dept": "department",
        "dev": "development",
        "dir": "directory",
        "doc": "document",
        "env": "environment",
        "exec": "execute",
        "fav": "favorite",
        "img": "image",
        "lang": "language",
        "mgmt": "management",
        "msg": "message",
        "num": "number",
        "org": "organization",
        "param": "parameter",
        "perm": "permission",
        "pic": "picture",
        "promo": "promotion",
        "pref": "preference",
        "prod": "product",
        "pwd": "password",
        "qty": "quantity",
        "ref": "reference",
        "repo": "repository",
        "req": "request",
        "spec": "specification",
        "stat": "statistic",
        "sub": "subscription",
        "sys": "system",
        "temp": "temporary",
        "tel": "telephone",
        "txn": "transaction",
        "usr": "user",
        "vm": "machine",
        "organisation": "organization",
        "authorisation": "authorization",
        "catalogue": "catalog",
        "cancelled": "canceled",
        "colour": "color",
        "favourite": "favorite",
        "licence": "license",
        "labelled": "labeled",
    }
)

#: Words that contain another word one may say instead.
INSTEAD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "webhook": "hook",
        "email": "mail",
        "username": "user",
        "photo": "picture",
        "film": "movie",
        "webpage": "page",
        "website": "site",
        "filename": "file",
        "playlist": "list",
        "teammate": "member",
        "colleague": "member",
        "customer": "client",
        "ticket": "issue",
        "people": "person",
    }
)

#: Prefixes that are written with and without a hyphen.
PREFIXES: Final = frozenset("re un de pre co non sub multi auto e".split())

#: Those that begin what the things asked for have in common, not what they are.
CRITERIA: Final = frozenset("by with using containing matching that which who".split())

#: "Our" is whoever asks and others: an organisation's things, not the caller's own.
MINE: Final = frozenset("my mine myself own".split())
EVERY: Final = frozenset("all every each".split())
#: Words before `user` that make it the caller.
CALLER: Final = frozenset("authenticated current logged signed".split())

#: Words that ask for the noun after them.
WHICH: Final = frozenset("which what".split())
#: Words that begin a question of yes or no.
YES_OR_NO: Final = frozenset("is are was were do does did can".split())
#: What parts that noun from the rest of the question.
AUXILIARIES: Final = frozenset(
    "am is are was were do does did has have had can could will would shall should may might must".split()
)
#: Verbs before "me" that only say for whom the answer is.
GIVING: Final = frozenset(
    "show give tell get find send bring fetch list recommend suggest offer let help make allow remind read".split()
)
#: Endings of those who do something, and those to whom it is done.
AGENTS: Final = ("er", "or", "ee")

#: Words for more than one thing at a time, which services call bulk or batch operations.
MANY: Final = frozenset("several multiple bulk batch".split())
MANY_PHRASES: Final = frozenset({("at", "once"), ("in", "bulk"), ("lot", "of"), ("lots", "of")})
BULK: Final = ("bulk", "batch")
#: Times to come: what is sent then is scheduled now.
FUTURE: Final = frozenset("tomorrow tonight later monday tuesday wednesday thursday friday saturday sunday".split())
#: What a question of yes or no wants to know of things that should work, and what services call finding out.
SOUND: Final = frozenset("work works working valid correct real reachable alive healthy running".split())
FINDING_OUT: Final = ("check", "health", "test", "validate", "verify")
#: Verbs whose negation asks for what failed: "which files could not be read".
FAILING: Final = frozenset("can could did couldn didn".split())
FAILURE: Final = ("error", "fail")
#: Generic words that are things of their own where a determiner stands before them and nothing after: "end the call".
THINGS: Final = frozenset(
    "call endpoint entity element instance list method object operation record resource value".split()
)
#: Verbs of those who want something done: "I want the file deleted".
WANTING: Final = frozenset("want wants need needs like have get".split())
#: What a question means by "who": people under the names that services give them.
WHO: Final = ("person", "user", "member", "participant")
#: How services call the one who asks.
ONESELF: Final = ("authent", "current", "user", "me")
#: Words that turn what follows them, up to the end of the clause, into what is not wanted.
NEGATIVE: Final = frozenset("not never without no neither nor".split())
#: Short forms of "not" stand after these: don't, isn't.
SHORT_NOT: Final = frozenset(
    "don doesn didn isn aren wasn weren haven hasn hadn won wouldn shouldn mustn can couldn".split()
)
#: Words that end what a negation covers.
INSTEAD_OF: Final = frozenset("but just only instead rather".split())
#: Phrases that ask for a number.
HOW_MANY: Final = frozenset(
    {("how", "many"), ("number", "of"), ("total", "number"), ("amount", "of"), ("quantity", "of")}
)
