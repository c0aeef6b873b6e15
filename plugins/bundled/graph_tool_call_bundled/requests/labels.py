"""The words that values are given under, in English: "restart policy", "is_private", 보관 여부 ("whether archived")."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graph_tool_call.hooks import Slot, ToolFacts

from ..lexicon import korean
from ..words import singular, split
from .slots import EMPTY, words_of

#: Words of Japanese and Chinese labels of states and choices.
_HAN: Final = """
    状態=status ステータス=status 状态=status 狀態=status 種類=type 種別=type タイプ=type 类型=type 類型=type
    区分=type 優先度=priority 优先级=priority 優先級=priority 役割=role ロール=role 角色=role 権限=permission
    权限=permission 權限=permission 公開=public 公开=public 非公開=private 私有=private 完了=completed 完成=completed
    アーカイブ=archived 归档=archived 有効=enabled 启用=enabled 無効=disabled 禁用=disabled 理由=reason 原因=reason
    モード=mode 模式=mode 期間=duration 期限=due 金額=amount 金额=amount 数量=quantity 數量=quantity 日付=date 日期=date
"""
#: Korean words of such labels that the lexicon of requests has as verbs or not at all.
_KOREAN: Final = """
    보관=archived 완료=completed 활성=active 활성화=enabled 비활성화=disabled 공개=public 비공개=private 잠금=locked
    고정=pinned 숨김=hidden 읽음=read 삭제=deleted 승인=approved 거절=rejected 취소=canceled 역할=role 권한=permission
    모드=mode 금액=amount 수량=quantity 개수=count 날짜=date 일자=date 기한=due 마감일=due 사유=reason
"""
#: Syllables that say nothing in a label: 여부 is "whether".
_PLAIN_KOREAN: Final = ("여부", "값")
#: Longest word of the tables.
_LONGEST: Final = 8
#: Words at the end of a name that only say what kind of value it holds.
_KINDS: Final = frozenset("type name value code kind flag".split())
#: Words that hold the same in different APIs.
_SAME: Final = tuple(
    frozenset(line.split())
    for line in """
    state status
    role access permission
    type kind category
    priority severity urgency
    amount price total cost
    quantity count number
    visibility privacy
    """.strip().splitlines()
)
#: How well a label names an input: by its words; but for what only says what kind it is; by a word for the same.
NAMED: Final = 1.0
PARTLY: Final = 0.9
SAME: Final = 0.85


_Phrases = frozenset[tuple[str, ...]]


def _table(text: str) -> dict[str, str]:
    return dict(entry.split("=") for entry in text.split())


def _known() -> dict[str, str]:
    return {word: english[0] for word, english in korean.nouns().items()} | _table(_HAN) | _table(_KOREAN)


class Labels:
    """Labels as English words, each read once. One belongs to a memo."""

    def __init__(self) -> None:
        self._words = _known()
        self._seen: dict[str, tuple[str, ...]] = {}
        self._labels: dict[tuple[str, str], _Phrases] = {}
        self._slots: dict[tuple[str, str, str], tuple[_Phrases, _Phrases]] = {}

    def words(self, label: str) -> tuple[str, ...]:
        """The words of *label* in the singular, without empty ones; a word that is not known stays as it is."""
        if label not in self._seen:
            found = [word for part in split(label) for word in self._english(part)]
            self._seen[label] = tuple(singular(word) for word in found if word not in EMPTY) or tuple(found)
        return self._seen[label]

    def _english(self, word: str) -> Iterator[str]:
        if word.isascii():
            yield word
            return
        for plain in _PLAIN_KOREAN:
            word = word.removesuffix(plain)
        while word:
            size = next((n for n in range(len(word), 0, -1) if word[:n] in self._words), 0)
            if not size:
                yield word
                return
            yield self._words[word[:size]]
            word = word[size:]

    def leading(self, text: str) -> tuple[str, ...]:
        """The English for the known word that *text* begins with, in a script without English letters; () for none."""
        size = next((n for n in range(min(len(text), _LONGEST), 0, -1) if text[:n] in self._words), 0)
        return tuple(split(self._words[text[:size]])) if size else ()

    def fit(self, label: str, slot: Slot, tool: ToolFacts | None) -> float:
        """How well *label* names *slot*; 0 where it does not."""
        resource = tool.resource if tool is not None else ""
        said = self._said(label, resource)
        names, plain = self._names(slot, tool)
        if said & names:
            return NAMED
        if said & plain:
            return PARTLY
        pairs = ({one[0], other[0]} for one in said for other in names if len(one) == len(other) == 1)
        return SAME if any(pair <= same for pair in pairs for same in _SAME) else 0.0

    def _said(self, label: str, resource: str) -> _Phrases:
        """The words of *label*, with and without those of *resource*."""
        key = label, resource
        if key not in self._labels:
            noun = {singular(word) for word in split(resource)}
            words = self.words(label)
            self._labels[key] = frozenset({words, tuple(word for word in words if word not in noun)} - {()})
        return self._labels[key]

    def _names(self, slot: Slot, tool: ToolFacts | None) -> tuple[_Phrases, _Phrases]:
        """What *slot* is called, with and without the thing's own noun; and the same but for what kind it is of."""
        key = slot.place, slot.name, tool.resource if tool is not None else ""
        if key not in self._slots:
            names = {tuple(map(singular, words)) for words in (words_of(slot, tool), words_of(slot, None)) if words}
            last = tuple(singular(word) for word in split(slot.place) if word not in EMPTY)
            plain = {_plain(words) for words in names} | {_plain(last[-size:]) for size in (2, 3)}
            self._slots[key] = frozenset(names), frozenset(plain - {()})
        return self._slots[key]


def _plain(words: tuple[str, ...]) -> tuple[str, ...]:
    """*words* without what only says what kind of value it is: ("status", "type") → ("status",)."""
    while words and words[-1] in _KINDS:
        words = words[:-1]
    return words
