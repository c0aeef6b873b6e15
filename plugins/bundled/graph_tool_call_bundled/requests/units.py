"""Amounts with their unit: "25 dollars", "$25", "2 weeks", "10%", "5000원"; and which unit an input counts in."""

from __future__ import annotations

import re
from typing import Any, Final

import attrs

from graph_tool_call.hooks import Slot

from ..words import singular, split

#: Kind of unit → unit → how it is written.
_UNITS: Final = {
    "currency": """
        usd=$ dollar dollars bucks us$ 달러 ドル 美元
        eur=€ euro euros 유로 ユーロ 欧元
        gbp=£ pound pounds quid 파운드 ポンド 英镑
        jpy=¥ yen 엔 円 日元
        krw=₩ won 원 ウォン 韩元
        cny=元 yuan rmb renminbi 위안 人民币
        inr=₹ rupee rupees
        chf=franc francs
        brl=r$ real reais
        aud=a$
        cad=c$
        mxn=peso pesos
    """,
    "minor": "cents=cent cents ¢ pence 센트 セント 分",
    "percent": "percent=% percent percents per_cent 퍼센트 パーセント 百分比 프로",
    "time": """
        millisecond=ms msec millisecond milliseconds 밀리초 ミリ秒 毫秒
        second=s sec secs second seconds 초 秒
        minute=min mins minute minutes 분 分 分钟
        hour=h hr hrs hour hours 시간 時間 小时
        day=d day days 일 日 天
        week=w wk wks week weeks 주 週間 周
        month=month months 개월 달 ヶ月 か月 个月
        year=y yr yrs year years 년 年
    """,
    "size": """
        byte=b byte bytes 바이트
        kilobyte=kb kib kilobyte kilobytes
        megabyte=mb mib megabyte megabytes 메가
        gigabyte=gb gib gigabyte gigabytes 기가
        terabyte=tb tib terabyte terabytes
    """,
    "count": "piece=x piece pieces pc pcs unit units item items copies times 개 건 명 번 個 件 人 个",
}


@attrs.frozen
class Unit:
    """A unit of measure: `kind` is currency, minor, percent, time, size or count."""

    kind: str
    name: str


def _table() -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    for kind, text in _UNITS.items():
        for line in text.strip().splitlines():
            name, _, words = line.strip().partition("=")
            for word in (name, *words.split()):
                found.setdefault(word.replace("_", " "), Unit(kind, name))
    return found


_BY_WORD: Final = _table()
_AMOUNT: Final = re.compile(
    r"(?P<before>\D{0,3}?)\s*(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s*(?P<after>\D*)"
)
#: Names of inputs that hold money, and words of documents for amounts in the smallest unit of a currency.
MONEY: Final = frozenset("amount price total cost fee balance budget salary subtotal discount refund deposit".split())
_MINOR: Final = re.compile(
    r"""smallest\ (?:common\ )?(?:currency\ )?unit | minor\ (?:currency\ )?unit | \bcents?\b | \bpence\b | zero-decimal
    | 최소\ 단위""",
    re.IGNORECASE | re.VERBOSE,
)
_MINOR_NAMES: Final = frozenset("cent cents minor pence".split())


def amount_of(value: Any) -> tuple[int | float, Unit] | None:
    """The number and unit of a text like "25 dollars"; None for a number without a unit, and for any other text."""
    match = _AMOUNT.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return None
    before, after = match["before"].strip().lower(), match["after"].strip().lower().rstrip(".")
    unit = unit_named(before or after) if not (before and after) else unit_named(before) or unit_named(after)
    text = match["number"].replace(",", "")
    return None if unit is None else (float(text) if "." in text else int(text), unit)


def unit_named(word: str) -> Unit | None:
    """The unit that *word* writes."""
    return _BY_WORD.get(word.strip().lower())


def unit_of(slot: Slot) -> Unit | None:
    """The unit that an input counts in, by its name ("timeout_seconds", "percent_off") or description ("in minutes").

    Money is of unit "minor" where the document says so, else of "currency".
    """
    words = [singular(word) for word in split(slot.name)]
    money = bool(MONEY & set(words)) or slot.format in {"currency", "decimal"}
    if _MINOR_NAMES & set(words) or (money and _MINOR.search(slot.description)):
        return Unit("minor", "cents")
    for word in reversed(words):
        unit = _BY_WORD.get(word) if len(word) > 2 else None
        if unit is not None and unit.kind != "count":
            return unit
    if money:
        return Unit("currency", "")
    told = re.search(r"\b(?:in|of|number of) (\w+)", slot.description, re.IGNORECASE)
    unit = _BY_WORD.get(told[1].lower()) if told else None
    return unit if unit is not None and len(told[1] if told else "") > 2 and unit.kind != "count" else None


def takes(slot: Slot, unit: Unit) -> bool:
    """Whether a number of *unit* may go into *slot* as it is: the same unit, or none that differs."""
    own = unit_of(slot)
    if unit.kind == "count":
        return own is None
    if own is None:
        return False
    if unit.kind == "currency":
        # A whole number may count the smallest unit, whatever the document does not say.
        return own.kind == "currency" and own.name in {"", unit.name} and slot.type != "integer"
    return own == unit
