"""The words that values are given under, as English phrases: split, translated, in the singular."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import Final

import attrs

from ..lexicon import korean
from ..words import singular, split

#: Words before a noun that say nothing about which it is.
ARTICLES: Final = frozenset("the a an my our its his her their this that existing current given".split())
#: Words that say that what follows is how a thing shall be, not how it is.
NEW: Final = frozenset("new updated target desired".split())
#: Words for "key" in names of inputs: what is left before them says of what.
KEYS: Final = frozenset("id ids gid uid uuid guid oid sid pk key no num number identifier ref slug code".split())

#: Nouns of Japanese and Chinese requests (Korean ones are in the Korean lexicon).
_CJK: Final = """
    ユーザー=user ユーザ=user 利用者=user 用户=user 用戶=user 使用者=user メンバー=member 成员=member 成員=member
    チャンネル=channel 频道=channel 頻道=channel メッセージ=message 消息=message 訊息=message プロジェクト=project
    项目=project 專案=project タスク=task 任务=task 任務=task 課題=issue イシュー=issue 问题=issue 問題=issue
    ファイル=file 文件=file 檔案=file フォルダ=folder フォルダー=folder 文件夹=folder 資料夾=folder
    グループ=group 组=group 群组=group 群組=group チーム=team 团队=team 團隊=team 会社=company 公司=company
    顧客=customer 客户=customer 客戶=customer 取引先=partner 合作伙伴=partner 注文=order 订单=order 訂單=order
    商品=product 产品=product 產品=product 請求書=invoice 发票=invoice 發票=invoice 支払い=payment 支付=payment
    ラベル=label 标签=label 標籤=label タグ=tag リポジトリ=repository 仓库=repository ブランチ=branch 分支=branch
    担当者=assignee 负责人=assignee 負責人=assignee 所有者=owner 作成者=creator 创建者=creator 送信者=sender
    受信者=recipient 名前=name 氏名=name 名称=name 名字=name 名稱=name タイトル=title 件名=subject 标题=title
    標題=title メール=email メールアドレス=email 邮箱=email 電話番号=phone 电话=phone 電話=phone 住所=address
    地址=address 説明=description 描述=description 本文=body 内容=content 状態=status ステータス=status 状态=status
    狀態=status 番号=number 编号=number 編號=number 金額=amount 金额=amount 理由=reason 原因=reason 口座=account
    账户=account 帳戶=account 銀行=bank 银行=bank 部門=department 部门=department 従業員=employee 员工=employee
    場所=location 位置=location 日付=date 日期=date 数量=quantity 數量=quantity メモ=memo 備考=note 备注=note
"""
#: Korean words of labels that the lexicon of requests has otherwise, or not at all.
_KOREAN: Final = """
    아이디=id 번호=number,no 이름=name 명=name 제목=title 사유=reason 금액=amount 담당자=assignee,owner
    작성자=author,creator 소유자=owner 보낸사람=sender 받는사람=recipient 검토자=reviewer 구성원=member
    기본=default,basic 상위=parent 이전=previous
"""
_CJK_RUN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
_LONGEST: Final = 8
#: Translations of one phrase that are looked at.
_MOST: Final = 6


def _table(text: str) -> dict[str, tuple[str, ...]]:
    return {word: tuple(english.split(",")) for word, _, english in (entry.partition("=") for entry in text.split())}


@attrs.frozen
class Phrase:
    """The words of one label in English: ("pull", "request", "title"). The last is in the singular."""

    words: tuple[str, ...]
    #: Whether it said "new": how a thing shall be.
    is_new: bool = False

    @property
    def squashed(self) -> str:
        """Its words in one: "pullrequesttitle"."""
        return "".join(self.words)


class Phrases:
    """Phrases of labels, each read once. One belongs to a memo."""

    def __init__(self) -> None:
        self._nouns: Mapping[str, tuple[str, ...]] = MappingProxyType(
            {
                **{word: english for word, (_, english) in korean.verbs().items()},
                **korean.nouns(),
                **_table(_CJK),
                **_table(_KOREAN),
            }
        )
        self._known: dict[str, tuple[Phrase, ...]] = {}

    def of(self, label: str) -> tuple[Phrase, ...]:
        """*label* as phrases: one, or one for each translation; none for an empty label."""
        known = self._known.get(label)
        if known is None:
            known = self._known[label] = self._read(label)
        return known

    def _read(self, label: str) -> tuple[Phrase, ...]:
        parts = [self._translated(word) for word in split(label)]
        found: dict[Phrase, None] = {}
        for combination in product(*parts):
            words = [word for part in combination for word in part]
            words = _turned(words)
            is_new = bool(words) and len(words) > 1 and words[0] in NEW
            while len(words) > 1 and words[0] in ARTICLES | NEW:
                words = words[1:]
            if words:
                found[Phrase((*words[:-1], singular(words[-1])), is_new)] = None
            if len(found) == _MOST:
                break
        return tuple(found)

    def _translated(self, word: str) -> list[tuple[str, ...]]:
        """The English for one word of a label, each possibility as words; the word itself where it is unknown."""
        if not _CJK_RUN.fullmatch(word):
            return [(word,)]
        at, parts = 0, []
        while at < len(word):
            known = next(
                (word[at:e] for e in range(min(len(word), at + _LONGEST), at, -1) if word[at:e] in self._nouns), ""
            )
            if not known:
                return [(word,)]
            parts.append(self._nouns[known])
            at += len(known)
        return [tuple(words) for words in product(*parts)][:_MOST]


def _turned(words: list[str]) -> list[str]:
    """The name of the project as the project name."""
    if "of" not in words[1:-1]:
        return words
    at = words.index("of", 1)
    owner = words[at + 1 :]
    while len(owner) > 1 and owner[0] in ARTICLES:
        owner = owner[1:]
    return [*owner, *words[:at]]


def base(words: tuple[str, ...]) -> tuple[str, ...]:
    """*words* of an input's name without the words for "key" at their end, in the singular; () where none are left."""
    while words and words[-1] in KEYS:
        words = words[:-1]
    return (*words[:-1], singular(words[-1])) if words else ()


def likeness(said: tuple[str, ...], noun: tuple[str, ...]) -> float:
    """How well *said* names *noun*: equal; its last words ("variant" for product variant); or more words before it."""
    if not said or not noun:
        return 0.0
    if said == noun or "".join(said) == "".join(noun):
        return 1.0
    if len(said) < len(noun) and noun[-len(said) :] == said:
        return 0.85
    return 0.8 if len(noun) < len(said) and said[-len(noun) :] == noun else 0.0
