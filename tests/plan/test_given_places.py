"""A given value without a place is taken in by an optional key that is found by means of it; searches share a term."""

from __future__ import annotations

from reading import only_reading

from graph_tool_call.plan import PathSynthesizer


def tool(path, consumes=(), produces=(), resource=""):
    contract = {"consumes": list(consumes), "produces": list(produces)}
    ai = {"primary_resource": resource} if resource else {}
    return {"description": "", "metadata": {"method": "get", "path": path, "api_contract": contract, "ai_metadata": ai}}


def takes(name, tag="", required=True, **more):
    row = {"name": name, "path": name, "location": "query", "required": required, "field_type": "string"}
    return row | ({"semantic_tag": tag} if tag else {}) | more


def gives(path, tag=""):
    row = {"name": path.rsplit(".", 1)[-1], "path": path, "field_type": "string"}
    return row | ({"semantic_tag": tag} if tag else {})


def plan(target, entities, **tools):
    return PathSynthesizer({"tools": tools, "edges": []}, plugins=only_reading()).synthesize(
        target=target, entities=entities
    )


HARBOURS = tool("/harbours", produces=[gives("$.harbours[*].id", "harbour_id"), gives("$.harbours[*].name")])
BOATS = tool("/boats", [takes("harbour", "harbour_id", required=False), takes("flag", required=False)])


def test_a_given_name_finds_an_optional_key():
    """Boats of a harbour that the caller names: the optional harbour is looked up."""
    made = plan("listBoats", {"name": "Kiel"}, listBoats=BOATS, listHarbours=HARBOURS)
    assert ["listHarbours", "listBoats"] == [step.tool for step in made.steps]
    assert "${s1.harbours[?name == 'Kiel'].id}" == made.steps[-1].args["harbour"]


def test_nothing_left_over_adds_nothing():
    """What the target takes itself is spent; without anything left the optional key stays out."""
    for entities in ({}, {"flag": "DE"}):
        made = plan("listBoats", entities, listBoats=BOATS, listHarbours=HARBOURS)
        assert [("listBoats", entities)] == [(step.tool, step.args) for step in made.steps]


def test_a_key_that_the_value_does_not_lead_to_stays_out():
    """A producer that cannot use what is left over is not called for its own sake."""
    bare = tool("/harbours", produces=[gives("$.harbours[*].id", "harbour_id")])
    made = plan("listBoats", {"name": "Kiel"}, listBoats=BOATS, listHarbours=bare)
    assert ["listBoats"] == [step.tool for step in made.steps]


def test_a_search_term_has_many_names():
    """What is given as `q` is what a search requires as `keyword`; a field that searches nothing doesn't take it."""
    search = tool("/harbours/search", [takes("keyword", role="search")], [gives("$[*].id", "harbour_id")])
    berths = tool("/berths", [takes("harbour", "harbour_id"), takes("note")])
    made = plan("listBerths", {"q": "Kiel"}, listBerths=berths, searchHarbours=search)
    assert {"keyword": "Kiel"} == made.steps[0].args
    assert "${user_input.note}" == made.steps[-1].args["note"]


def test_two_names_in_one_answer_vouch_for_each_other():
    """Fields that identify nothing by their names come from one answer together."""
    filing = tool("/filings", [takes("ticker")], [gives("$.company.cik"), gives("$.filing.accession")])
    pages = tool("/pages", [takes("cik", role="identifier"), takes("accession")])
    made = plan("listPages", {"ticker": "AB"}, listPages=pages, getFiling=filing)
    assert {"cik": "${s1.company.cik}", "accession": "${s1.filing.accession}"} == made.steps[-1].args
