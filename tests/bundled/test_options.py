"""Lists that a person can choose a value from: a list that reads, with something to recognise things by."""

from __future__ import annotations

import pytest

from graph_tool_call.hooks import OptionsRequest, ProducerCandidate
from graph_tool_call.model import ToolFacts
from graph_tool_call.pluginset import PluginHost, PluginSet

pytestmark = pytest.mark.bundled

TAKES = ToolFacts(name="ship", method="post", path="/shipments")


def candidate(name, path="$.items[*].id", match="tag", **more):
    """A producer of the wanted value; *more* are facts of its tool."""
    made = ToolFacts(name=name, method="get", path=f"/{name}", **more)
    return made, path, match


def source(*made, beside=()):
    """What is found among *made*; *beside* are the property paths beside each value."""
    candidates = tuple(
        ProducerCandidate(ref=i, need=0, tool=tool, name="id", path=path, semantic_tag="carrier_id", match=match)
        for i, (tool, path, match) in enumerate(made)
    )
    siblings = dict(enumerate(beside))
    request = OptionsRequest(
        tool=TAKES, field="carrierId", semantic_tag="carrier_id", candidates=candidates, siblings=siblings
    )
    session = PluginHost(PluginSet.installed().only("options")).plan_session({TAKES.name: TAKES})
    opinion = session.find_options(request)
    return None if opinion is None else opinion.value


def test_a_list_is_taken_apart():
    """Where the list lies, where the value lies in each of it, and how people read it."""
    found = source(candidate("carriers"), beside=[("name", "phone")])

    assert ("carriers", "$.items", "id", ("name",)) == (
        found.producer,
        found.options_path,
        found.value_path,
        found.label_paths,
    )


def test_the_innermost_list_holds_the_options():
    """A value in a list in a list is chosen from the inner one."""
    found = source(candidate("carriers", path="$.zones[*].carriers[*].ref.id"))

    assert ("$.zones[*].carriers", "ref.id") == (found.options_path, found.value_path)


def test_one_thing_is_no_list():
    """A value that an answer holds once leaves nothing to choose."""
    assert source(candidate("carrier", path="$.id")) is None


def test_nothing_is_called_to_choose_from_that_changes_something():
    """A POST that answers with a list is not called for its options."""
    assert source(candidate("make_carriers", changes_state=True)) is None


def test_a_declared_edge_is_before_a_tag_and_a_tag_before_a_name():
    """What a document or a caller declares is surest."""
    made = [candidate("by_name", match="name"), candidate("by_tag"), candidate("by_edge", match="edge")]

    assert ["by_edge", "by_tag"] == [source(*made).producer, source(*made[:2]).producer]


def test_a_list_that_people_can_read_is_before_one_of_bare_keys():
    """Ids alone are nothing to choose by."""
    found = source(candidate("bare"), candidate("named"), beside=[("weight",), ("title",)])

    assert ("named", ("title",)) == (found.producer, found.label_paths)


def test_a_deprecated_list_is_the_last_resort():
    """Even with labels, where another list is left."""
    found = source(candidate("old", deprecated=True), candidate("new"), beside=[("name",), ()])

    assert "new" == found.producer


def test_the_most_telling_labels_come_first():
    """A name before a description, three at most; the value itself is no label."""
    found = source(candidate("carriers"), beside=[("description", "code", "displayName", "name", "id")])

    assert ("name", "displayName", "description") == found.label_paths


def test_the_first_of_equals_is_taken():
    """Candidates come ranked."""
    assert "second" == source(candidate("second"), candidate("first")).producer
