"""Words for how many things are meant and which, as data; English, Korean, Japanese, Chinese."""

from __future__ import annotations

from typing import Final

#: Words before a noun → quantity. What is "latest" goes by time, what is "last" by the order that the API has.
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
}
#: Those of them that go by time.
BY_TIME: Final = frozenset({"latest", "newest", "most recent", "oldest", "earliest"})
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
#: Words of Korean, Japanese and Chinese requests, their quantity, and whether they go by time.
CJK: Final = tuple(
    (word.replace("_", " "), kind, by_time)
    for kind, by_time, words in (
        ("all", False, "모든 전부 모두 전체 すべて 全て 全部 所有 每个 每個"),
        ("last", True, "가장_최근 가장_최신 최신 最新 最近"),
        ("last", False, "마지막 最後 最后"),
        ("first", True, "가장_오래된 最も古い 最古 最旧 最早"),
        ("first", False, "첫_번째 첫번째 最初 第一个 第一個"),
    )
    for word in words.split()
)
#: Attributes that tell when a thing came to be, the plainest first; squashed.
CREATED: Final = (
    "createdat created createdon creationdate datecreated createtime createdate creationtime creationtimestamp "
    "createddate publishedat sentat postedat timestamp date ts".split()
)
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
