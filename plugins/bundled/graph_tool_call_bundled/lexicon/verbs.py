"""English verbs of requests and API descriptions, and what kind of operation each asks for.

General vocabulary: what dictionaries and API style guides use for these operations, not
the words of any one API.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .stem import stem

#: Action → canonical verb → verbs that say the same. The canonical verb counts as itself.
GROUPS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "search": {"search": "find query lookup filter discover explore locate seek browse suggest"},
        "read": {
            "get": "show view fetch retrieve see display read obtain describe tell print inspect load return access "
            "summarize identify "
            "watch lookat look explain output",
            "list": "enumerate itemize",
            "check": "verify whether test examine",
            "download": "",
            "export": "",
            "count": "",
            "compare": "diff",
            "preview": "",
        },
        "create": {
            "create": "add make register open insert submit generate establish construct compose draft provision "
            "initialize introduce define issue place put book reserve store setup signup give record log draw "
            "enroll enrol hire onboard",
            "upload": "",
            "import": "",
            "post": "write",
            "build": "",
            "invite": "",
            "clone": "duplicate copy replicate",
            "schedule": "",
            "remember": "memorize",
        },
        "update": {
            "update": "edit modify change alter adjust amend revise correct patch refresh tweak customize configure "
            "fix extend prolong raise lower increase decrease reduce reschedule postpone delay hide unhide "
            "reorder sort resize scale promote demote toggle",
            "set": "",
            "rename": "",
            "replace": "overwrite swap",
            "move": "relocate",
            "assign": "reassign appoint",
            "close": "",
            "reopen": "",
            "mark": "flag",
            "save": "",
            "upsert": "",
        },
        "delete": {
            "delete": "remove destroy erase drop purge discard trash scrap wipe eliminate takedown "
            "deregister unregister expel kick lift giveup forget eject unsend",
            "clear": "empty",
            "unassign": "",
        },
        "action": {
            "enable": "activate turnon switchon",
            "disable": "deactivate turnoff switchoff",
            "cancel": "abort calloff rescind recall",
            "void": "annul invalidate",
            "complete": "tickoff checkoff fulfill finalize finalise",
            "resolve": "solve",
            "escalate": "",
            "split": "divide",
            "renew": "",
            "rotate": "",
            "migrate": "",
            "topup": "",
            "sell": "",
            "donate": "",
            "freeze": "",
            "unfreeze": "",
            "compress": "zip",
            "expire": "",
            "start": "begin launch kickoff boot resume initiate",
            "run": "execute invoke trigger",
            "stop": "halt terminate kill shutdown end finish hangup",
            "pause": "suspend hold",
            "restart": "reboot rerun retry",
            "send": "dispatch deliver forward",
            "resend": "",
            "notify": "alert warn inform",
            "remind": "",
            "react": "",
            "call": "phone dial",
            "text": "",
            "email": "mail",
            "train": "",
            "collect": "",
            "approve": "accept confirm authorize",
            "reject": "decline deny refuse",
            "publish": "announce",
            "archive": "",
            "unarchive": "",
            "unpublish": "",
            "restore": "recover rollback undelete revert undo",
            "merge": "combine",
            "lock": "",
            "unlock": "",
            "block": "ban",
            "unblock": "unban",
            "follow": "subscribe",
            "unfollow": "unsubscribe unwatch",
            "star": "favorite like bookmark",
            "unstar": "unlike",
            "fork": "",
            "transfer": "",
            "join": "",
            "leave": "quit",
            "attach": "connect link bind",
            "detach": "disconnect unlink unbind",
            "grant": "allow permit",
            "revoke": "withdraw",
            "evict": "",
            "login": "signin logon authenticate",
            "logout": "signout logoff",
            "pay": "charge purchase buy repay",
            "refund": "reimburse",
            "capture": "",
            "reset": "",
            "validate": "",
            "convert": "transform translate",
            "calculate": "compute estimate",
            "sync": "synchronize",
            "deploy": "",
            "install": "",
            "uninstall": "",
            "upgrade": "",
            "reply": "respond answer",
            "comment": "",
            "request": "ask",
            "review": "",
            "dismiss": "ignore",
            "report": "",
            "pin": "",
            "unpin": "",
            "mute": "silence snooze",
            "unmute": "",
            "track": "",
            "ship": "",
            "render": "",
            "ping": "",
            "push": "",
            "pull": "",
            "commit": "",
            "claim": "",
            "redeem": "",
            "sign": "",
            "scan": "",
            "vote": "upvote downvote",
            "rate": "",
            "tag": "",
            "label": "",
            "share": "",
            "unshare": "",
            "import": "",
            "use": "apply",
        },
    }
)

#: Particle verbs, written together in `GROUPS`.
PHRASES: Final[Mapping[tuple[str, ...], str]] = MappingProxyType(
    {
        ("set", "up"): "setup",
        ("hang", "up"): "hangup",
        ("give", "up"): "giveup",
        ("tick", "off"): "tickoff",
        ("check", "off"): "checkoff",
        ("check", "out"): "checkout",
        ("check", "in"): "checkin",
        ("cross", "off"): "checkoff",
        ("put", "off"): "postpone",
        ("push", "back"): "postpone",
        ("sign", "off"): "approve",
        ("let", "in"): "approve",
        ("set", "aside"): "reserve",
        ("swap", "out"): "replace",
        ("carry", "out"): "run",
        ("take", "back"): "revoke",
        ("top", "up"): "topup",
        ("split", "up"): "split",
        ("sign", "up"): "signup",
        ("turn", "on"): "turnon",
        ("turn", "off"): "turnoff",
        ("switch", "on"): "switchon",
        ("switch", "off"): "switchoff",
        ("look", "up"): "lookup",
        ("look", "for"): "search",
        ("look", "at"): "lookat",
        ("find", "out"): "get",
        ("log", "in"): "login",
        ("log", "on"): "logon",
        ("log", "out"): "logout",
        ("log", "off"): "logoff",
        ("sign", "in"): "signin",
        ("sign", "out"): "signout",
        ("shut", "down"): "shutdown",
        ("take", "down"): "takedown",
        ("take", "away"): "remove",
        ("get", "rid"): "remove",
        ("throw", "away"): "discard",
        ("call", "off"): "calloff",
        ("kick", "off"): "kickoff",
        ("spin", "up"): "start",
        ("roll", "back"): "rollback",
        ("back", "up"): "archive",
        ("clean", "up"): "delete",
        ("rule", "out"): "exclude",
        ("give", "back"): "return",
        ("write", "to"): "send",
        ("reach", "out"): "send",
        ("fill", "in"): "update",
        ("opt", "in"): "enable",
        ("opt", "out"): "disable",
        ("bring", "back"): "restore",
        ("put", "back"): "restore",
        ("get", "back"): "restore",
        ("go", "back"): "revert",
        ("send", "back"): "return",
        ("pay", "back"): "refund",
        ("take", "off"): "remove",
        ("take", "out"): "remove",
        ("kick", "out"): "remove",
        ("throw", "out"): "remove",
        ("cut", "off"): "disconnect",
        ("hook", "up"): "attach",
        ("hand", "over"): "transfer",
        ("turn", "over"): "transfer",
        ("turn", "down"): "reject",
        ("turn", "into"): "convert",
        ("hand", "in"): "submit",
        ("fill", "out"): "submit",
        ("send", "out"): "send",
        ("work", "out"): "calculate",
        ("figure", "out"): "calculate",
        ("try", "again"): "retry",
        ("try", "out"): "test",
        ("write", "down"): "record",
        ("open", "up"): "open",
        ("close", "down"): "close",
    }
)
#: First words of these.
PARTICLED: Final = frozenset(words[0] for words in PHRASES)
#: Particles that may stand after a short object: "sign people up", "turn it off"; others are prepositions there.
SEPARABLE: Final = frozenset("up off out down away back over on into".split())
#: Words of such an object at most.
OBJECT_WORDS: Final = 3
#: Verbs that, before "me" or "us", ask for an answer: "give me a link".
ANSWER_ME: Final = frozenset("give bring hand pass".split())
#: Verbs that mean nothing of their own before the noun of another: "make a copy of", "take a look at".
LIGHT: Final = frozenset("make do take have perform".split())
#: What follows that noun.
LIGHT_OBJECT: Final = frozenset("of at".split())
#: Verbs that make what they name first, unless it is a known thing: "make Ann the owner", "give the key to Bob".
APPOINT: Final = "make"
HAND: Final = "give"
#: What such a thing begins with where it is a known one.
KNOWN: Final = frozenset("the this that these those my our your their its his her".split())
#: What then is done to it.
APPOINTED: Final = "appoint"
HANDED: Final = "assign"
#: A verb that adds, and what it says with the state that something is put into.
PUT: Final = "put"
STATES_PUT: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {("on", "hold"): "pause", ("on", "pause"): "pause", ("on", "ice"): "pause"}
)
#: Words between the verb and the word that tells, at most.
TOLD_WITHIN: Final = 8
#: Two words that say of a thing how it is to be from now on: "the price is now 5".
BECOMING: Final = frozenset({("is", "now"), ("are", "now"), ("should", "be"), ("must", "be"), ("shall", "be")})
#: Verbs of ceasing: with the -ing form of a verb they say its opposite.
CEASE: Final = frozenset("stop quit cease".split())

#: Kind of operation → canonical verbs of other kinds that an API without an operation of their name does that way.
STAND_IN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "delete": "cancel void revoke evict detach unfollow unstar unblock unpin unmute unlock unshare leave dismiss "
        "uninstall logout unassign",
        "update": "enable disable start stop pause restart approve reject archive unarchive restore lock unlock mute "
        "publish unpublish reset dismiss review block unblock mark close reopen rename move assign set replace merge "
        "complete expire void",
        "create": "send follow star join comment reply request review report attach grant pin transfer pay refund "
        "ship sign vote rate tag label share claim install publish run block login track invite schedule upload import "
        "post fork add react remind call text email notify train evict use",
    }
)

#: Verbs that are nouns as well; they count as verbs only where a verb is expected.
NOUNS_TOO: Final = frozenset(
    """
    access answer archive block book bookmark build call capture change charge check claim clone close comment commit
    compare copy count diff display download draft drop empty estimate export favorite filter find flag follow fork
    import invite issue label like link list load lock log login logout make mark merge move open order output pause pay
    permit pin ping place play post preview print pull purchase push put query rate read record refresh refund release
    replace reply report request reset rerun restart result retry return review run save scan schedule scrap search set
    setup share ship show sign signin signup star start stop store subscribe swap switch sync tag test track transfer
    trash trigger update upgrade upload use view vote ignore watch write ban allow empty close clear correct open
    alert call collect email fix hold kick lift mail phone text train checkout raise look
    delay promote recall scale sort split zip
    """.split()
)

#: The verbs of operation names that are never nouns there.
ONLY_VERBS: Final = frozenset(
    "add create delete disable edit enable get remove send update retrieve modify fetch".split()
)
#: Words after which a verb is expected.
BEFORE_VERB: Final = frozenset(
    "to please then can could would will should may might must you i we let lets help".split()
)
#: Words that may stand before the request.
COURTESY: Final = frozenset("please kindly now then just hi hello ok okay".split())
#: Words that join a second request to the first.
JOINS: Final = frozenset("and or then also but".split())
#: What may stand between a verb and its object.
DETERMINERS: Final = frozenset(
    "a an the my your our their its his her this that these those".split()
    + "all any every each some it them one two new no".split()
)
#: Pronouns that only an object is, or that name no thing: a word before one of them at the beginning is a verb.
PERSONS: Final = frozenset("me us him someone somebody anyone anybody everyone everybody".split())
#: Words that begin a question, which reads whatever verbs it has.
INTERROGATIVES: Final = frozenset(
    "what which who whom whose where when why how is are was were does did has have do".split()
)
#: After `how`, these lead to the verb that is asked for.
HOW_TO: Final = frozenset("do can to should could would might".split())
#: Third-person forms that begin the summaries of API descriptions though they could be plural nouns.
SUMMARY_FORMS: Final = frozenset("gets lists returns shows searches checks updates sets adds finds reads".split())


#: Verbs that undo each other; those that differ by un-, de- or dis- need no mention.
_OPPOSITES: Final = """
approve reject
accept decline
attach detach
enable disable
grant revoke
join leave
lock unlock
login logout
open close
pause resume
publish unpublish
restore archive
restore delete
start stop
"""


def opposites() -> dict[str, frozenset[str]]:
    """Stem of a verb → stems of the verbs that undo what it does."""
    table = verb_table()
    pairs = [line.split() for line in _OPPOSITES.strip().splitlines()]
    pairs += [[verb, prefix + verb] for verb in table for prefix in ("un", "de", "dis") if prefix + verb in table]
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(stem(one), set()).add(stem(other))
        found.setdefault(stem(other), set()).add(stem(one))
    return {verb: frozenset(others) for verb, others in found.items()}


def verb_table() -> dict[str, tuple[str, str]]:
    """Verb → (action, canonical verb)."""
    table: dict[str, tuple[str, str]] = {}
    for action, groups in GROUPS.items():
        for canonical, others in groups.items():
            for verb in (canonical, *others.split()):
                table.setdefault(verb, (action, canonical))
    return table
