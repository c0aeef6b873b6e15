"""What verbs of Korean, Japanese and Chinese requests set: 닫아줘 is `state: closed`, 非公開にして `private: true`.

The same rules as for English verbs: not in values and quoted texts, not what is denied, asked or put off, and only of
what the target acts on: before the verb (in Chinese after it) stands a value, its noun, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graph_tool_call.hooks import Frame, PluginInfo, RequestContext, RequestText, Setting, hookimpl

from ..words import singular
from . import states
from .clauses import tokens_of
from .phrases import Phrases
from .slots import ends_in_verb, nouns_of, own_slots
from .states import State
from .verbs import Commands

#: State → Korean nouns that "do" makes a verb of, and conjugated verbs after "/"; "_" for a blank that may be there.
_KOREAN: Final = """
close 종료 마감 클로즈 / 닫아 닫고
reopen 재오픈 / 다시_열어 다시_열고
archive 보관 아카이브 /
unarchive 보관_해제 보관_취소 /
lock 잠금 / 잠가 잠궈 잠그고
unlock 잠금_해제 /
hide 숨김 / 숨겨 숨기고
unhide 숨김_해제 /
pin 고정 /
unpin 고정_해제 /
mute 음소거 /
unmute 음소거_해제 /
publish 게시 발행 /
unpublish 게시_취소 비게시 /
enable 활성화 활성 / 켜_줘 켜_주 켜고
disable 비활성화 비활성 / 꺼_줘 꺼_주 끄고
pause 일시_정지 일시_중지 /
suspend 정지 /
resume 재개 /
complete 완료 /
incomplete 미완료 /
read 읽음 /
unread 안_읽음 읽지_않음 /
private 비공개 /
public 공개 /
approve 승인 /
reject 거절 반려 거부 /
cancel 취소 /
block 차단 /
unblock 차단_해제 /
"""
_JAPANESE: Final = """
close クローズ 完結 / 閉じて
reopen 再オープン / 再び開いて
archive アーカイブ /
lock ロック /
unlock ロック解除 /
hide 非表示 /
unhide 表示 /
publish 発行 /
enable 有効 有効化 /
disable 無効 無効化 /
pause 一時停止 /
resume 再開 /
complete 完了 /
private 非公開 /
public 公開 /
approve 承認 /
reject 却下 拒否 /
cancel キャンセル 取消 / 取り消して
block ブロック /
unblock ブロック解除 /
"""
_CHINESE: Final = """
close 关闭 關閉
reopen 重新打开 重新開啟
archive 归档 歸檔
unarchive 取消归档
lock 锁定 鎖定
unlock 解锁 解鎖
hide 隐藏 隱藏
pin 置顶 置頂
unpin 取消置顶
publish 发布 發布
enable 启用 啟用 激活
disable 禁用 停用
pause 暂停 暫停
resume 恢复 恢復
complete 完成
approve 批准
reject 拒绝 拒絕 驳回
block 屏蔽 拉黑
"""
_DOING: Final = (
    r"(?:을|를)?\s*(?:처리(?:를)?\s*)?(?:해(?![야도])|하(?:고|라|세요|십시오|시오)|시켜)"
    r"|(?:으로|로)\s*(?:바꿔|바꾸|변경|전환|설정|표시|처리|만들|돌려)"
)
_MADE: Final = r"(?:を)?(?:して|する(?:$|。)|に(?:して|する(?:$|。)|変更|設定)|化して)"
#: What denies a command, asks for it, puts it off, or makes it depend on something.
_NOT_NOW: Final = re.compile(
    r"지\s*(?:마|말|않)|말고|말아|없이|[?？]|까요|나요|하면|되면|으면|경우|때\s|내일|나중에|다음\s*주"
    r"|ないで|しない|ますか|ですか|たら|れば|場合|明日|後で"
    r"|不要|别|別|不用|吗|嗎|如果|的话|明天|以后|以後"
)
#: Particles after the object.
_PARTICLES: Final = re.compile(r"(?:[을를은는도만をはもの]+|[#\s]*\d+)$")
_ENDS: Final = re.compile(r"[\s，。,!！]")
#: What stands between two verbs of one thing.
_JOINS: Final = frozenset({"", "고", "서", "그리고", "て", "并", "並"})
#: Stands for each character of a value.
_VALUE: Final = "\u25a1"


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="CJK verbs", description="States that Korean, Japanese and Chinese verbs set.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Setting]:
    """Settings that the verb of the question says, for a target that updates something."""
    tool = frame.tool
    if tool is None or not tool.changes_state or tool.action in {"create", "delete"} or request.question.isascii():
        return
    text = _masked(request)
    if _NOT_NOW.search(text):
        return
    verbs = context.memo.once("verbs", _Verbs)
    phrases = context.shared.once("phrases", Phrases)
    nouns = nouns_of(tool, frame.slots)
    said = {one.word for one in request.said}
    commands = Commands(request, frame, tool, own_slots(frame))
    found = [
        setting
        for state, start, end, thing in verbs.find(text)
        if not ends_in_verb(tool, state.verbs) and _is_own(thing, phrases, nouns, said)
        for setting in commands.set_state(state, (start, end))
    ]
    for setting in found:
        if all(other.value == setting.value for other in found if other.slot == setting.slot):
            yield setting


def _masked(request: RequestText) -> str:
    """The question with its values and quoted texts made unreadable, of the same length."""
    text = request.question
    for token in tokens_of(request):
        if token.value:
            text = text[: token.start] + _VALUE * (token.end - token.start) + text[token.end :]
    return text


def _is_own(thing: str, phrases: Phrases, nouns: frozenset[str], said: set[str]) -> bool:
    """Whether the words beside a verb are a value, a noun of what the target acts on, or a label of a value."""
    thing = _PARTICLES.sub("", thing)
    if not thing or thing.endswith(_VALUE) or thing.startswith(_VALUE):
        return bool(thing)
    words = {singular(phrase.words[-1]) for phrase in phrases.of(thing)}
    return thing in said or bool(words & nouns) or singular(thing.lower()) in nouns


class _Verbs:
    """The verbs as patterns, the longest first. One belongs to a memo."""

    def __init__(self) -> None:
        self._before = [*_patterns(_KOREAN, _DOING), *_patterns(_JAPANESE, _MADE)]
        self._after = _patterns(_CHINESE, "")

    def find(self, text: str) -> Iterator[tuple[State, int, int, str]]:
        """(state, start, end, the words that the verb is about), each place once, in the order of the text."""
        found: list[tuple[int, int, State, bool]] = []
        for patterns, ahead in ((self._before, False), (self._after, True)):
            for state, _, pattern in patterns:
                for match in pattern.finditer(text):
                    start, end = match.span()
                    if all(start >= other[1] or end <= other[0] for other in found):
                        found.append((start, end, state, ahead))
        last, thing = 0, ""
        for start, end, state, ahead in sorted(found, key=lambda entry: entry[:2]):
            before, after = text[:start].split(), _ENDS.split(text[end:].strip())
            # "Lock and close it": the second verb is about the thing of the first.
            joined = bool(thing) and text[last:start].strip() in _JOINS
            thing = thing if joined else after[0] if ahead else before[-1] if before else ""
            last = end
            yield state, start, end, thing


def _patterns(table: str, ending: str) -> list[tuple[State, str, re.Pattern[str]]]:
    found: list[tuple[State, str, re.Pattern[str]]] = []
    for line in table.strip().splitlines():
        name, *words = line.split()
        nouns = words[: words.index("/")] if "/" in words else words
        for at, word in enumerate(one for one in words if one != "/"):
            spelled = word.replace("_", r"\s*")
            pattern = f"{spelled}(?:{ending})" if at < len(nouns) else spelled
            found.append((states.ALL[name], word, re.compile(pattern)))
    return sorted(found, key=lambda entry: -len(entry[1]))
