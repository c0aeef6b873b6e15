"""What the words around a value say of it: that it describes something, or that something is to become so."""

from __future__ import annotations

import re
from typing import Final

from graph_tool_call.hooks import RequestText, Said

SETS: Final = "sets"
DESCRIBES: Final = "describes"
#: English words before a value, its own noun perhaps between: "to the section X", "of the project X".
_BEFORE: Final = {
    **dict.fromkeys("to into as onto becomes be become = :".split(), SETS),
    **dict.fromkeys(
        "of in at from inside within under called named titled entitled labelled labeled about by belonging".split(),
        DESCRIBES,
    ),
}
#: Verbs after which "to X" says the new name; "rename A B" has none.
RENAMING: Final = frozenset("rename renames renaming retitle relabel".split())
#: Verbs of changes that a name may be part of, and stems of such verbs in other languages.
CHANGING: Final = frozenset(
    "change update set edit modify make put correct fix replace rename retitle relabel call name give add".split()
)
_CHANGING_STEMS: Final = re.compile(
    "변경|수정|바꾸|바꿔|설정|고쳐|変更|更新|編集|設定|修正|改|设置|設置|修改|编辑|編輯"
)
#: Endings right after a value. Korean particles, Japanese and Chinese ones are too short to be sure of.
_AFTER: Final = (
    (re.compile(r"\s*['\"”’」』]?\s*(?:으로|로)(?:\s|$|[,.])"), SETS),
    (re.compile(r"\s*['\"”’」』]?\s*(?:에서|의|에 있는|에 속한)(?:\s|$|[,.])"), DESCRIBES),
    (re.compile(r"\s*['\"”’」』]?\s*(?:に変更|に変え|にリネーム|に設定)"), SETS),
    (re.compile(r"\s*['\"”’」』]?\s*(?:の|という)"), DESCRIBES),
)
#: Chinese words right before a value.
_AHEAD: Final = (
    (re.compile(r"(?:改为|改為|改成|设为|設為|设置为|設置為|命名为|命名為|为|為|到)\s*['\"“「『]?$"), SETS),
    (re.compile(r"(?:名为|名為|叫做|叫|标题为|標題為)\s*['\"“「『]?$"), DESCRIBES),
)
_WORD: Final = re.compile(r"[^\W\d_]+|[=:]")
#: Words between a preposition and the value: the thing's noun with its articles.
_REACH: Final = 5


def direction(request: RequestText, said: Said) -> str:
    """SETS where the words around *said* say what shall be, DESCRIBES where they say what is; else ""."""
    if said.start < 0:
        return ""
    after = request.question[said.end : said.end + 12]
    before = request.question[max(0, said.start - 12) : said.start]
    for pattern, text, search in (
        *((pattern, said_, "match") for pattern, said_ in _AFTER),
        *((pattern, said_, "search") for pattern, said_ in _AHEAD),
    ):
        if pattern.match(after) if search == "match" else pattern.search(before):
            return text
    words = [word.lower() for word in _WORD.findall(said.lead)]
    return next((_BEFORE[word] for word in words[: -_REACH - 1 : -1] if word in _BEFORE), "")


def renames(request: RequestText) -> bool:
    """Whether the question says that something gets another name."""
    return any(word.text.lower() in RENAMING for word in request.words if not word.quoted)


def changes(request: RequestText) -> bool:
    """Whether the question says that something about a thing becomes another: change, update, set."""
    said = any(word.text.lower() in CHANGING for word in request.words if not word.quoted)
    return said or bool(_CHANGING_STEMS.search(request.question))
