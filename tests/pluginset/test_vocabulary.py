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


def test_tables_are_united_in_the_order_of_plugins_and_each_word_has_its_author() -> None:
    """The earlier plugin's words are the surer ones; a word that two say is the earlier's."""
    united = vocabulary(
        Vocabulary(tables={"next_page": ["next", "after"]}),
        None,
        Vocabulary(tables={"next_page": ["volgendePagina", "next"], "acme.colours": ["rood"]}, plurals={"a": "b"}),
    )

    assert ("next", "after", "volgendepagina") == united.words("next_page")
    assert {"next": "words0", "after": "words0", "volgendePagina": "words2"} == united.authors["next_page"]
    assert {"rood": "words2"} == united.authors["acme.colours"]
    assert {"a": "words2"} == united.authors["plurals"]
    assert () == united.words("page_sizes")


@pytest.mark.parametrize(
    ("tables", "wrong"),
    [
        ({"page_number": ["pagina"]}, r"no table is named 'page_number'; did you mean 'page_numbers'\?"),
        ({"kleuren": ["rood"]}, "no table is named 'kleuren'; a table of a plugin's own has a dot in its name"),
        ({"page_numbers": "pagina"}, r"\['page_numbers'\] must hold texts, got 'pagina'"),
        ({"page_numbers": [1]}, r"\['page_numbers'\] must hold texts"),
    ],
)
def test_wrong_tables_are_told_where_they_are_made(tables, wrong) -> None:
    """A typo does not fail in silence."""
    with pytest.raises(ValueError, match=wrong):
        Vocabulary(tables=tables)


def test_the_words_of_a_host_need_no_document() -> None:
    """Planning and running ask for them without one."""
    plugins = PluginSet().with_(Words(Vocabulary(tables={"page_sizes": ["aantal"]})), id="dutch")

    assert ("aantal",) == PluginHost(plugins).vocabulary.words("page_sizes")
