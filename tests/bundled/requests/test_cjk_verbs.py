"""Verbs of Korean, Japanese and Chinese requests set states under the same rules as English ones."""

from __future__ import annotations

from typing import Any

import pytest
from readings import frame, settings

from graph_tool_call_bundled.requests import cjk_verbs

pytestmark = pytest.mark.bundled

BOOLEAN = {"type": "boolean"}
ISSUE = frame(
    "PATCH /issues/{issue_id}",
    {
        "state": {"enum": ("open", "closed")},
        "locked": BOOLEAN,
        "is_private": BOOLEAN,
        "archived": BOOLEAN,
        "enabled": BOOLEAN,
    },
    resource="issue",
)


@pytest.mark.parametrize(
    ("question", "given", "expected"),
    [
        ("이슈 12 닫아줘", {"이슈": 12}, {"state": "closed"}),
        ("이슈를 다시 열어줘", {}, {"state": "open"}),
        ("버그신고 이슈를 보관 처리해줘", {}, {"archived": True}),
        ("버그신고를 보관해 주세요", {"이슈": "버그신고"}, {"archived": True}),
        ("이슈를 보관 해제해줘", {}, {"archived": False}),
        ("이슈를 비공개로 바꿔줘", {}, {"is_private": True}),
        ("이슈를 공개로 전환해줘", {}, {"is_private": False}),
        ("이슈를 비활성화해줘", {}, {"enabled": False}),
        ("이슈를 잠금 해제하고 닫아줘", {}, {"locked": False, "state": "closed"}),
        ("イシューをクローズして", {}, {"state": "closed"}),
        ("イシューを非公開にして", {}, {"is_private": True}),
        ("关闭问题", {}, {"state": "closed"}),
        ("请禁用问题12", {}, {"enabled": False}),
    ],
)
def test_verbs_set_states(question: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """Nouns with "do", conjugated verbs, adjectives with "make"."""
    assert settings(cjk_verbs, ISSUE, question, given) == expected


@pytest.mark.parametrize(
    "question",
    [
        "이슈를 닫지 마",
        "이슈를 보관하지 말고 제목만 바꿔줘",
        "이슈가 완료되면 닫아줘",
        "이슈를 닫아야 하나요?",
        "내일 이슈를 닫아줘",
        "알림을 꺼줘",
        "댓글을 비공개로 바꿔줘",
        "보관된 이슈를 보여줘",
        "제목을 '이슈를 닫아줘'로 바꿔줘",
        "イシューを閉じないで",
        "通知を無効にして",
        "不要关闭问题",
        "关闭通知",
    ],
)
def test_what_is_no_plain_command_sets_nothing(question: str) -> None:
    """Denials, conditions, questions, other things, participles, texts."""
    assert settings(cjk_verbs, ISSUE, question) == {}
