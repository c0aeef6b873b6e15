"""Which of several derivations is taken where costs hardly tell."""

from __future__ import annotations

from reading import only_reading

from graph_tool_call.plan import PathSynthesizer


def tool(path, consumes=(), produces=()):
    contract = {"consumes": list(consumes), "produces": list(produces)}
    return {"description": "", "metadata": {"method": "get", "path": path, "api_contract": contract}}


def takes(name, tag="", location="query", required=True):
    row = {"name": name, "path": name, "location": location, "required": required, "field_type": "string"}
    return row | ({"semantic_tag": tag} if tag else {})


def gives(path, tag):
    return {"name": path.rsplit(".", 1)[-1], "path": path, "semantic_tag": tag, "field_type": "string"}


TARGET = tool("/seeds/{seedId}", [takes("seedId", "seed_id", "path")])


def calls(entities, **tools):
    synthesizer = PathSynthesizer({"tools": {"getSeed": TARGET, **tools}, "edges": []}, plugins=only_reading())
    return [step.tool for step in synthesizer.synthesize(target="getSeed", entities=entities).steps]


def test_the_search_that_requires_what_was_given():
    """A producer that cannot do without the given value is meant for it; one that may take it is not."""
    loose = tool("/seeds/offers", [takes("word", required=False)], [gives("$.seed_id", "seed_id")])
    strict = tool("/seeds/search", [takes("word")], [gives("$.seed_id", "seed_id")])
    assert ["strict", "getSeed"] == calls({"word": "kale"}, loose=loose, strict=strict)


def test_every_list_on_the_way_is_a_choice():
    """A list inside the elements of a list is one more thing chosen blindly: an own list is taken before it."""
    nested = tool("/gardens", produces=[gives("$.gardens[*].beds[*].seed_id", "seed_id")])
    own = tool("/stock/seeds", produces=[gives("$.seeds[*].seed_id", "seed_id")])
    assert ["zOwn", "getSeed"] == calls({}, aNested=nested, zOwn=own)


def test_equal_derivations_are_ordered_by_name():
    """Nothing tells them apart but their names."""
    one, two = (tool(f"/{name}/seeds", produces=[gives("$.seed_id", "seed_id")]) for name in ("one", "two"))
    assert ["alpha", "getSeed"] == calls({}, beta=one, alpha=two)
