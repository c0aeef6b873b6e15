"""Word lists of the contract stage: naming conventions of APIs, in one place.

Names are compared without case and separators (`next_page`, `nextPage` and `next-page`
are "nextpage"), but for the identifier endings, which need the word boundary.
"""

from __future__ import annotations

import re
from typing import Final

#: Endings of names that may identify something. Only a hint for what is never cut from a
#: contract; what a field is gets decided by classification.
IDENTIFIER_ENDINGS: Final = tuple(
    """
    id ids uuid guid gid uid oid pk key keys code cd no num number seq sn slug handle login sid arn urn ref token
    sha hash
    """.split()
)
#: Endings of names that are written without a word boundary.
JOINED_ENDINGS: Final = ("id", "ids", "code", "key", "number", "번호", "코드", "아이디", "番号", "コード", "编号")
#: Whole names that do so without any ending.
IDENTIFIER_NAMES: Final = frozenset("id uuid guid uid key code slug login name username email sku number seq".split())

#: Names that people call a thing by. Only a hint too: an element shows them however much else it has.
NAMING_WORDS: Final = frozenset(
    "name title displayname fullname realname label subject username login email firstname lastname".split()
)

#: Properties of a response wrapper that tell how the call went.
STATUS_WORDS: Final = frozenset(
    """
    code message msg status statuscode statusmessage success ok issuccess error errors errorcode errormessage errmsg
    errno errcode errortype errordescription returncode returnmessage retcode retmsg resultcode resultmessage
    resultmsg responsecode responsemessage timestamp time datetime servertime requestid traceid transactionid
    correlationid apiversion warning warnings took duration durationms elapsed
    """.split()
)
#: Those of them that hardly occur on business objects.
STRONG_STATUS_WORDS: Final = frozenset(
    """
    code success ok issuccess errorcode errmsg errno errcode returncode retcode retmsg resultcode resultmessage
    resultmsg responsecode statuscode
    """.split()
)
#: Which of them carry the outcome: a code, a text, a flag.
OUTCOME_CODES: Final = tuple(
    """
    code errorcode errcode errno resultcode returncode retcode responsecode statuscode status
    """.split()
)
OUTCOME_TEXTS: Final = tuple(
    """
    message msg errormessage errmsg resultmessage resultmsg retmsg returnmessage responsemessage error
    """.split()
)
OUTCOME_FLAGS: Final = ("success", "ok", "issuccess")

#: Properties that describe a page of a longer list.
PAGING_WORDS: Final = frozenset(
    """
    total count totalcount totalitems totalelements totalresults totalrecords totalsize totalpages pagecount pages
    page pageno pagenum pagenumber pageindex pagesize pagetoken perpage size limit offset skip start next previous
    prev first last hasmore hasnext hasnextpage haspreviouspage hasprevious cursor nextcursor previouscursor
    prevcursor nextpage prevpage previouspage nextpagetoken nexttoken nextmarker nexturl nextlink previousurl marker
    continuation continuationtoken continue endcursor startcursor numberofelements empty number currentpage firstid
    lastid itemsperpage incompleteresults remainingitemcount odatanextlink odatacount
    """.split()
)
#: Objects beside the payload that hold such properties, or links.
META_CONTAINERS: Final = frozenset(
    """
    meta metadata paging pagination page pageinfo links pageable responsemetadata responseheader jsonapi cursors
    sort nextpage previouspage pagedetails pageinformation paginginfo paginationinfo listmetadata
    """.split()
)
#: Keys that only a thing of its own has.
OWN_KEYS: Final = frozenset("id uid uuid guid name namespace slug key".split())
#: Names of the payload inside a wrapper.
PAYLOAD_WORDS: Final = frozenset(
    """
    data result results payload content contents response body items item values value list records record rows
    entries elements objects object resources resource docs documents hits embedded nodes edges
    """.split()
)
#: Where the next page is named, the surest first.
NEXT_WORDS: Final = tuple(
    """
    nextcursor nextpagetoken nexttoken nextmarker endcursor continuationtoken continue odatanextlink nextlink
    nexturl nextpage next cursor marker after
    """.split()
)
#: Request parameter that takes it, by the style of paging.
CURSOR_PARAMETERS: Final = frozenset(
    """
    cursor pagetoken nexttoken nextcursor after startingafter marker continue continuationtoken nextpagetoken
    pagecursor startcursor
    """.split()
)
NUMBER_PARAMETERS: Final = frozenset("page pageno pagenum pagenumber pageindex currentpage".split())
OFFSET_PARAMETERS: Final = frozenset("offset skip start startindex startat from".split())
SIZE_PARAMETERS: Final = frozenset(
    """
    limit perpage pagesize size maxresults count top rows first take itemsperpage numitems pagelimit maxitems
    """.split()
)

_SEPARATORS: Final = re.compile(r"[^0-9a-z\u0080-\uffff]+")
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
_LAST_WORD: Final = re.compile(r"[A-Z]*[^A-Z_\-.\s]*$|[A-Z]+$")


def words(text: str) -> tuple[str, ...]:
    """The lower-case words of *text*, or of a name in any spelling: "custRef" → ("cust", "ref")."""
    return tuple(word.lower() for word in _WORD.findall(text))


def normal(name: str) -> str:
    """*name* in lower case, without separators."""
    return _SEPARATORS.sub("", name.lower())


def last_word(name: str) -> str:
    """The last word of a camel, snake or kebab name, in lower case: "orderNo" → "no", "user_ids" → "ids"."""
    match = _LAST_WORD.search(name)
    return match.group().lower() if match else name.lower()


def identifier_like(name: str) -> bool:
    """Whether *name* ends like an identifier's name does."""
    lower = name.lower()
    return lower in IDENTIFIER_NAMES or lower.endswith(JOINED_ENDINGS) or last_word(name) in IDENTIFIER_ENDINGS
