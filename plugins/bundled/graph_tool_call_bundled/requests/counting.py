"""Words for how many things are meant and which, as data; English, Korean, Japanese, Chinese."""

from __future__ import annotations

from typing import Final

#: Words before a noun → quantity. "First" and "last" are the ends of an order: by time where nothing else is said.
ENGLISH: Final = {
    "all": "all",
    "every": "all",
    "each": "all",
    "both": "some",
    "first": "first",
    "last": "last",
    "latest": "last",
    "newest": "last",
    "most recent": "last",
    "oldest": "first",
    "earliest": "first",
    "cheapest": "first",
    "most expensive": "last",
    "smallest": "first",
    "biggest": "last",
    "largest": "last",
    "shortest": "first",
    "longest": "last",
}
NUMBERS: Final = dict(
    zip("two three four five six seven eight nine ten eleven twelve".split(), range(2, 13), strict=True)
) | {"both": 2, "couple": 2, "dozen": 12}
#: Words that stand for all things by themselves: "delete everything".
ALONE: Final = frozenset("everything all everybody everyone".split())
#: What may follow them: "delete all of them".
AFTER_ALL: Final = frozenset("them of . ! ? , and please now".split())
#: Words before "all" and the like that make something else of it: "at all", "not all", "after all".
NOT_AFTER: Final = frozenset("at after not above first".split())
#: Nouns that are no things of an API: "last week", "first name", "every day", "all day", "each other".
NO_THINGS: Final = frozenset(
    """
    second minute hour day week weekend month quarter year night morning evening afternoon time monday tuesday wednesday
    thursday friday saturday sunday january february march april june july august september october november december
    name names login seen activity update modified access step access other way right caps hands together
    detail details information info data field fields
    """.split()
)
#: Words of Korean, Japanese and Chinese requests, and their quantity.
CJK: Final = tuple(
    (word.replace("_", " "), kind)
    for kind, words in (
        ("all", "모든 전부 모두 전체 すべて 全て 全部 所有 每个 每個"),
        ("last", "가장_최근 가장_최신 최신 最新 最近"),
        ("last", "마지막 最後 最后"),
        ("first", "가장_오래된 最も古い 最古 最旧 最早"),
        ("first", "첫_번째 첫번째 最初 第一个 第一個"),
        ("first", "가장_저렴한 가장_싼 最も安い 最安 最便宜"),
        ("last", "가장_비싼 最も高い 最贵 最貴"),
        ("first", "가장_작은 가장_짧은 最小 最短"),
        ("last", "가장_큰 가장_긴 最大 最長 最长"),
    )
    for word in words.split()
)
#: Attributes that tell when a thing came to be, the plainest first; squashed.
CREATED: Final = (
    "createdat created createdon creationdate datecreated createtime createdate creationtime creationtimestamp "
    "createddate publishedat sentat postedat timestamp date ts".split()
)
_PRICE: Final = tuple("price amount cost total unitprice priceamount totalprice totalamount fee".split())
_SIZE: Final = tuple("size bytes sizebytes filesize sizeinbytes totalsize length".split())
_LENGTH: Final = tuple("duration length durationms durationseconds".split())
#: Words that go by something else than time → the attributes that hold it, the plainest first; squashed.
BY: Final = {
    word: names
    for names, words in (
        (_PRICE, "cheapest most_expensive 가장_저렴한 가장_싼 最も安い 最安 最便宜 가장_비싼 最も高い 最贵 最貴"),
        (_SIZE, "smallest biggest largest 가장_작은 가장_큰 最小 最大"),
        (_LENGTH, "shortest longest 가장_짧은 가장_긴 最短 最長 最长"),
    )
    for word in (each.replace("_", " ") for each in words.split())
}
#: Objects in an element that hold attributes of its own.
HOLDERS: Final = frozenset({"attributes", "metadata", "meta"})
#: Names of inputs that say how many elements are wanted, squashed; those that count from the end first.
FROM_END: Final = frozenset("tail taillines".split())
LIMITS: Final = frozenset(
    "limit perpage pagesize count maxresults max top size take rows first n num number maxitems pagelimit".split()
)
#: Words before a number that counts: "the 3 issues".
BEFORE_NUMBERS: Final = frozenset("the my these those any".split())
#: Words beside a number that say that only so many are wanted.
ONLY: Final = frozenset("last latest first newest recent top".split())
#: Verbs after which a number says how many are wanted: "show 5 issues".
SHOWING: Final = frozenset("show list get give fetch display find return print see view".split())
#: Verbs that take all things out of another: "empty the cart".
EMPTYING: Final = frozenset("empty clear flush".split())


def counts(value: object) -> bool:
    """Whether a value that was given is no value but says how many things are meant, or which: "all", "most recent"."""
    return isinstance(value, str) and value.lower() in ENGLISH
