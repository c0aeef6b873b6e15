"""`gtc_vocabulary`: words that plugins add to the naming conventions."""

from __future__ import annotations

import attrs
import pytest

from graph_tool_call import PluginSet, hookimpl
from graph_tool_call.errors import HookResultError
from graph_tool_call.hooks import Collection, FieldVerdict, Operation, Vocabulary
from graph_tool_call.pluginset import PluginHost


@attrs.define(eq=False)
class Words:
    said: object

    @hookimpl
    def gtc_vocabulary(self) -> object:
        return self.said


def vocabulary(*said: object) -> Vocabulary:
    plugins = PluginSet()
    for number, words in enumerate(said):
        plugins = plugins.with_(Words(words), id=f"words{number}")
    return PluginHost(plugins).build_session(Collection()).vocabulary


def test_words_of_all_plugins_are_united() -> None:
    """Lists grow together; abstaining is allowed."""
    united = vocabulary(
        Vocabulary(wrappers=frozenset({"resultset"})),
        None,
        Vocabulary(wrappers=frozenset({"hits"}), plurals={"a": "b"}),
    )

    assert Vocabulary(wrappers=frozenset({"resultset", "hits"}), plurals={"a": "b"}) == united


def test_the_earlier_plugin_holds_where_two_differ() -> None:
    """One ending spells one key."""
    united = vocabulary(Vocabulary(key_endings={"nr": "no"}), Vocabulary(key_endings={"nr": "id", "ean": "ean"}))

    assert {"nr": "no", "ean": "ean"} == united.key_endings


def test_classifiers_find_the_words_in_their_context() -> None:
    """A plugin need not know who added a word."""
    seen = []

    class Reader:
        @hookimpl
        def gtc_classify_fields(self, context: object) -> list[FieldVerdict]:
            seen.append(context.vocabulary.generic_names)
            return []

    plugins = PluginSet().with_(Words(Vocabulary(generic_names=frozenset({"entry"}))), id="words")
    session = PluginHost(plugins.with_(Reader(), id="reader")).build_session(Collection())
    session.classify(Operation(key="GET /a", method="get", path="/a", name="a"), ())

    assert [frozenset({"entry"})] == seen


def test_anything_else_is_refused_by_name() -> None:
    """The error names plugin and hook."""
    with pytest.raises(HookResultError, match=r"plugin 'words0'.*gtc_vocabulary.*expected Vocabulary"):
        vocabulary({"key_endings": {}})


@pytest.mark.parametrize(
    "words", [{"wrappers": "resultset"}, {"generic_names": {1}}, {"key_endings": {"nr": 5}}, {"plurals": {None: "a"}}]
)
def test_words_are_texts(words):
    """A wrong word is told where it is made, not where some other plugin reads it; a lone text is no set of words."""
    with pytest.raises(ValueError, match=f"Vocabulary.{next(iter(words))} must hold texts, got "):
        Vocabulary(**words)
