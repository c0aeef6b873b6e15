"""Which producer of a value is the natural one: one signal for each test."""

from __future__ import annotations

import pytest

from graph_tool_call.hooks import Consumer, Need, ProducerCandidate
from graph_tool_call.model import ToolFacts
from graph_tool_call.pluginset import PluginHost, PluginSet

pytestmark = pytest.mark.bundled


def signals(producer, consumer_path="/pets/{petId}", *, location="path", path="$[*].id", changes=False, **more):
    """Signal → score for one producer of `petId`."""
    needed = Need(ref=0, name="petId", path="petId", location=location, semantic_tag="pet_id", resource="pet")
    consumer = ToolFacts(name="get_pet", method="get", path=consumer_path, resource="pet", changes_state=changes)
    made = ToolFacts(name="producer", method="get", path=producer, **more)
    candidate = ProducerCandidate(
        ref=3, need=0, tool=made, name="id", path=path, semantic_tag="pet_id", many="[*]" in path
    )
    session = PluginHost(PluginSet.installed().only("producers")).plan_session({})
    said = session.signals(Consumer(tool=consumer, needs=(needed,), candidates=(candidate,)))
    assert {3} >= {opinion.value.candidate for opinion in said}
    return {opinion.value.signal: opinion.value.score for opinion in said}


@pytest.mark.parametrize("producer", ["/pets", "/pets/", "/Pets", "/pets.json"])
def test_the_collection_before_the_parameter_is_its_own(producer):
    """GET /pets selects for /pets/{petId}: slash, case and format suffix aside."""
    assert "own_collection" in signals(producer)


def test_names_of_outer_parameters_do_not_matter():
    """/shops/{id}/pets is the collection of /shops/{shopId}/pets/{petId}."""
    assert "own_collection" in signals("/shops/{id}/pets", "/shops/{shopId}/pets/{petId}")


@pytest.mark.parametrize("producer", ["/petsitters", "/pets/{petId}/toys", "/v1/owners"])
def test_other_paths_are_not_the_own_collection(producer):
    """A path that begins like the collection is another one."""
    assert "own_collection" not in signals(producer)


def test_a_collection_of_the_same_noun_is_like_it():
    """/admin/pets lists pets too, less surely than /pets."""
    said = signals("/admin/pets")

    assert "own_collection" not in said
    assert 0 < said["like_collection"] < signals("/pets")["own_collection"]


@pytest.mark.parametrize("location", ["query", "body", "header"])
def test_only_path_parameters_have_a_collection(location):
    """A query parameter stands behind no segment."""
    assert "own_collection" not in signals("/pets", location=location)


def test_a_list_of_the_resource_is_before_one_of_it():
    """Where to choose from comes before where one is shown."""
    listed = signals("/market", resource="pet", shape="list")["own_resource"]
    single = signals("/market", resource="pet", shape="single")["own_resource"]

    assert listed > single > 0


def test_a_sighting_elsewhere_speaks_against():
    """An order that shows a pet is no place to look for pets."""
    assert signals("/orders", resource="order")["foreign_sighting"] < 0


def test_an_unknown_resource_says_nothing():
    """What is not known to be about another resource is not held against it."""
    said = signals("/orders")

    assert not {"foreign_sighting", "own_resource"} & said.keys()


@pytest.mark.parametrize("deprecated", [True, False])
def test_a_deprecated_producer_is_the_last_resort(deprecated):
    """OpenAPI 4.8.10: consumers should refrain from a deprecated operation."""
    assert deprecated is (signals("/pets", deprecated=deprecated).get("deprecated", 0) < 0)


def test_depth_speaks_against_step_by_step():
    """A value deep inside an answer is less likely meant than one at its top."""
    scores = [signals("/pets", path=path).get("deep_path", 0) for path in ("$[*].id", "$.a.b.id", "$.a.b.c.id")]

    assert scores[0] == 0 > scores[1] > scores[2]


@pytest.mark.parametrize(
    ("producer", "same"),
    [("/clinic/visits", True), ("/api/v2/clinic/visits", True), ("/billing/visits", False)],
)
def test_one_module_belongs_together(producer, same):
    """The first segment that is neither `api` nor a version."""
    assert same is ("same_module" in signals(producer, "/api/v1/clinic/pets/{petId}"))


def test_a_list_named_for_the_resource_is_a_list_of_it():
    """Whatever the operation is said to be about: its answer lists pets."""
    assert {"own_list": 0.4} == signals("/kennels", path="$.pets[*].id", resource="kennel")
    assert "foreign_sighting" in signals("/kennels", path="$.kennels[*].pet", resource="kennel")


@pytest.mark.parametrize("producer", ["/pets/me", "/pets/current"])
def test_the_callers_own_is_before_the_first_of_all(producer):
    """Where no pet is named, the caller's own; never as a means to change something."""
    assert 0.5 == signals(producer, path="$.id")["callers_own"]
    assert "callers_own" not in signals(producer, path="$.id", changes=True)


@pytest.mark.parametrize("producer", ["/pets/{petId}/me", "/me", "/pets/meadow"])
def test_other_singles_are_not_the_callers_own(producer):
    """One of somebody else's, a bare root, and words that begin alike."""
    assert "callers_own" not in signals(producer, path="$.id")


@pytest.mark.parametrize(
    ("producer", "consumer"), [("/admin/pets", "/pets/{petId}"), ("/admin.pets.list", "/pets.get")]
)
def test_administration_is_for_administrators(producer, consumer):
    """What administrators list is not what everybody may see; among themselves they may."""
    assert -0.7 == signals(producer, consumer)["administration"]
    assert "administration" not in signals(producer, "/admin/pets/{petId}")


def test_many_are_the_collection_of_one():
    """GET /recipes lists what /recipe/{id} is one of; /account is none of /accounts/{id}, nor /keyword/movies."""
    assert "own_collection" in signals("/pets", "/pet/{petId}")
    assert "own_collection" not in signals("/keyword/pets", "/pet/{petId}")
    assert "own_collection" not in signals("/pet", "/pets/{petId}")


@pytest.mark.parametrize("producer", ["/pets/random", "/pets/top25random", "/pets/shuffle"])
def test_lots_are_no_way_to_find_one(producer):
    """What gives another one each time is no source of a key."""
    assert signals(producer)["drawn_by_lot"] < 0
    assert "drawn_by_lot" not in signals("/pets")


def test_a_query_behind_a_path_does_not_matter():
    """Documents that tell two operations of one path apart write /pets?beta=true: it is /pets."""
    assert "own_collection" in signals("/pets?beta=true", "/pets/{petId}?beta=true")


def test_of_two_lists_the_one_at_the_own_path_comes_first():
    """/all/pets and /petStatistics both answer with pets; a consumer elsewhere takes the first."""
    own, other = (signals(path, "/photos/{petId}", path="$.pets[*].id") for path in ("/zoo/pets", "/petStatistics"))

    assert own["own_list"] > other["own_list"] > 0


def test_what_lies_deep_in_the_callers_own_is_not_the_caller():
    """Who uploaded the picture of the caller is another user."""
    assert "callers_own" in signals("/users/me", path="$.data.account.id")
    assert "callers_own" not in signals("/users/me", path="$.data.picture.uploader.id")


def test_a_list_in_another_things_answer_is_less_sure():
    """The pets of a basket are a list of pets, and the search of pets is one of nothing else."""
    basket = signals("/basket", path="$.pets[*].id", resource="basket", shape="list")
    searched = signals("/find", path="$.hits[*].id", resource="pet", shape="list")

    assert 0 < basket["own_list"] < searched["own_resource"]
