from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import entry_points

import pytest

pytest.importorskip("graph_tool_call_korean", reason="graph-tool-call-korean is not installed")

import graph_tool_call_korean
from graph_tool_call import PluginSet
from graph_tool_call.engine import Engine
from graph_tool_call.hooks import Text
from graph_tool_call.pluginset import PluginHost
from graph_tool_call_korean.morphemes import Dictionary, Morpheme
from graph_tool_call_korean.terms import terms
from graph_tool_call_testing import TextContract


class TestKorean(TextContract):
    """The plugin keeps every rule that the host relies on."""

    plugin = graph_tool_call_korean

    def samples(self) -> tuple[tuple[Text, ...], ...]:
        mine = (Text(value="현금영수증을 끊어주세요", source="query"), Text(value="결제 취소", source="summary"))
        return (*super().samples(), mine)


@pytest.fixture(name="dictionary", scope="module")
def _dictionary() -> Dictionary:
    return Dictionary()


def values(*texts: str) -> list[set[str]]:
    session = PluginHost(PluginSet().with_(graph_tool_call_korean, id="korean")).query_session(lambda _term: 1.0)
    return [{term.value for term in row} for row in session.analyze([Text(value=t, source="query") for t in texts])]


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        ("영수증을 보여주세요", "영수증 조회", "영수증"),
        ("파트너에게 보내줘", "파트너로 보내는", "보내다"),
        ("책을 읽어줘", "책을 읽는 사람", "읽다"),
        ("학교에서는", "학교까지도", "학교"),
    ],
)
def test_endings_and_particles_make_no_difference(one: str, other: str, common: str) -> None:
    """A word is the same term in whatever form it stands."""
    first, second = values(one, other)

    assert common in first & second


def test_particles_and_endings_are_no_terms() -> None:
    """What only binds words says nothing of what is wanted."""
    (found,) = values("학교에서 친구를 만나고 싶습니다")

    assert {"학교", "친구", "만나다"} == found


def test_compounds_and_their_parts_share_a_surface() -> None:
    """A compound noun is one word, found by its parts as well, which weigh less."""
    found = {term.value: term for term in terms([Morpheme("현금영수증", "NNP", ("현금", "영수증"))])}

    assert {"현금영수증", "현금", "영수증"} == set(found)
    assert {"현금영수증"} == {term.surface for term in found.values()}
    assert found["영수증"].weight < found["현금영수증"].weight


def test_other_scripts_are_left_to_others() -> None:
    """Text without Hangul has no terms, and a batch without any never opens the dictionary."""
    check = (
        "import sys, graph_tool_call_korean as k; from graph_tool_call.hooks import Text; "
        "assert k.gtc_analyze_text([Text(value='list orders', source='query')], None) is None; "
        "assert 'mecab_ko' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", check], check=True)

    assert [set(), set()] == [*values("list the orders"), *values("注文を検索")]


@pytest.mark.parametrize("text", ["가\x00나", "가\n나\t다", "\ud800가", "가" * 5000, "가,나/다+라", "EOS"])
def test_odd_text_does_no_harm(text: str, dictionary: Dictionary) -> None:
    """Control characters, lone surrogates, separators of MeCab's own output and long runs are analysed or left out."""
    found = terms(dictionary.morphemes(text))

    assert all("\t" not in term.value and "," not in term.value for term in found)


def test_threads_get_the_same_answers(dictionary: Dictionary) -> None:
    """One dictionary may be asked by several threads at once."""
    texts = ["결제를 취소해줘", "회원 목록 조회", "파일을 올려주세요"] * 20
    alone = [dictionary.morphemes(text) for text in texts]

    with ThreadPoolExecutor(4) as pool:
        assert alone == list(pool.map(dictionary.morphemes, texts))


def test_korean_questions_find_korean_descriptions() -> None:
    """A question in other forms of the same words finds its operation by morphemes alone."""

    def operation(name: str, summary: str) -> dict[str, object]:
        return {"operationId": name, "summary": summary, "responses": {"200": {"description": "ok"}}}

    document = {
        "openapi": "3.0.3",
        "info": {"title": "t", "version": "1"},
        "paths": {
            "/a": {"get": operation("a", "반려동물의 예방접종을 기록합니다")},
            "/b": {"get": operation("b", "반려동물의 주인을 바꿉니다")},
            "/c": {"get": operation("c", "병원의 위치를 알려 줍니다")},
        },
    }
    engine = Engine(PluginSet.installed().only("openapi").with_(graph_tool_call_korean, id="korean"))
    graph = engine.graph(engine.build(document))

    for question, wanted in (
        ("주인이 바뀌었으니 바꿔줘", "b"),
        ("접종했던 기록이 필요해", "a"),
        ("어디에 위치하나요", "c"),
    ):
        assert wanted == engine.search(graph, question)["results"][0]["name"]


def test_entry_point_leads_to_the_plugin() -> None:
    """What pyproject.toml announces is this module."""
    (found,) = entry_points(group="graph_tool_call.plugins", name="korean")

    assert graph_tool_call_korean is found.load()
