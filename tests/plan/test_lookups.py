"""Lookups by what was said: codes of standards, names, and one search term for one thing."""

from __future__ import annotations

import pytest
from reading import only_reading

from graph_tool_call.plan import PathSynthesizer


def tool(path, consumes=(), produces=(), resource=""):
    contract = {"consumes": list(consumes), "produces": list(produces)}
    ai = {"primary_resource": resource} if resource else {}
    return {"description": "", "metadata": {"method": "get", "path": path, "api_contract": contract, "ai_metadata": ai}}


def takes(name, tag="", location="query", **more):
    row = {"name": name, "path": name, "location": location, "required": True, "field_type": "string"}
    return row | ({"semantic_tag": tag, "resource": tag.removesuffix("_id")} if tag else {}) | more


def gives(path, tag=""):
    row = {"name": path.rsplit(".", 1)[-1], "path": path, "field_type": "string"}
    return row | ({"semantic_tag": tag, "resource": tag.removesuffix("_id")} if tag else {})


def planned(tools, target, goal="", **entities):
    synthesizer = PathSynthesizer({"tools": tools, "edges": []}, plugins=only_reading())
    plan = synthesizer.synthesize(target=target, entities=entities, goal=goal)
    asked = {slot["field_name"] for slot in plan.metadata["synthesis"]["user_input_slots"]}
    return [step.tool for step in plan.steps], asked, plan.steps[-1].args


HOLIDAYS = {
    "holidays": tool("/holidays", [takes("place", description="ISO 3166-1 alpha-2 code")]),
    # The tag makes the graph a typed one, where a name alone is no key.
    "country": tool("/country", [takes("name")], [gives("$.alpha2"), gives("$.id", "country_id")], "country"),
}
LISTED = HOLIDAYS | {"country": tool("/countries", [], [gives("$[*].code"), gives("$[*].name")], "country")}
TYPED = {"getCountry": tool("/countries/{id}", [takes("id", "country_id", "path")])}


def test_a_code_is_looked_up_by_the_name():
    """Who says the country's name need not know its code."""
    assert (["country", "holidays"], set(), {"place": "${s1.alpha2}"}) == planned(
        HOLIDAYS | TYPED, "holidays", name="Peru"
    )


def test_a_code_is_filtered_by_the_name():
    """The list of countries has it as well."""
    *_, args = planned(LISTED | TYPED, "holidays", name="Peru")

    assert {"place": "${s1[?name == 'Peru'].code}"} == args


@pytest.mark.parametrize("tools", [HOLIDAYS, LISTED])
def test_people_know_their_country(tools):
    """Without a name the code is asked for: any country is not the one that is meant."""
    assert (["holidays"], {"place"}) == planned(tools | TYPED, "holidays")[:2]


def test_the_targets_own_name_looks_nothing_up():
    """A name that the target takes is the target's."""
    own = tool("/shops", [takes("name"), takes("place", description="ISO 3166-1 alpha-2 code")])

    assert (["shops"], {"place"}) == planned(HOLIDAYS | TYPED | {"shops": own}, "shops", name="Peru")[:2]


FILMS = {
    "findFilms": tool("/search/film", [takes("q", role="search")], [gives("$[*].id", "film_id")], "film"),
    "findActors": tool("/search/actor", [takes("q", role="search")], [gives("$[*].id", "actor_id")], "actor"),
    "role": tool("/roles", [takes("filmId", "film_id"), takes("actorId", "actor_id")]),
}


@pytest.mark.parametrize(
    ("goal", "search", "asked"),
    [("the role in the film Amarcord", "findFilms", "actorId"), ("the actor Amarcord", "findActors", "filmId")],
)
def test_one_search_term_finds_one_thing(goal, search, asked):
    """A film's title is no actor's name: the other one is asked for."""
    assert ([search, "role"], {asked}) == planned(FILMS, "role", goal, q="Amarcord")[:2]


def test_one_search_serves_all_that_it_finds():
    """Two values of one answer are of the one thing that was looked for."""
    both = tool(
        "/search/film", [takes("q", role="search")], [gives("$[*].id", "film_id"), gives("$[*].star", "actor_id")]
    )

    tools = {"findFilms": both, "role": FILMS["role"]}
    assert (["findFilms", "role"], set()) == planned(tools, "role", q="Amarcord")[:2]
