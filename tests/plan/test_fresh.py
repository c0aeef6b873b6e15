"""Mode "fresh": what is needed is created, by what creates it, and a chain is never longer than it must be."""

from __future__ import annotations

import pytest
from conventional import worded

from graph_tool_call.plan import PathSynthesizer

#: Knows how goals speak of what is there.
SPEAKING = worded(tables={"goal_existing": ("selected", "existing", "found")})


def tool(method, path, consumes=(), produces=(), action="", resource=""):
    contract = {"consumes": list(consumes), "produces": list(produces)}
    ai = {"canonical_action": action, "primary_resource": resource}
    return {
        "description": "",
        "metadata": {"method": method, "path": path, "api_contract": contract, "ai_metadata": ai},
    }


def key(name, tag, resource, location="path"):
    row = {"name": name, "path": name, "location": location, "required": True, "field_type": "string"}
    return row | {"semantic_tag": tag, "resource": resource}


def gives(path, tag, resource):
    return {"name": path.rsplit(".", 1)[-1], "path": path, "semantic_tag": tag, "resource": resource}


KILN = key("kilnId", "kiln_id", "kiln")
SHELF = key("shelfId", "shelf_id", "shelf")
TOOLS = {
    "getKiln": tool("get", "/kilns/{kilnId}", [KILN]),
    "listKilns": tool("get", "/kilns", produces=[gives("$[*].id", "kiln_id", "kiln")], resource="kiln"),
    "addKiln": tool("post", "/kilns", produces=[gives("$.id", "kiln_id", "kiln")], action="create", resource="kiln"),
    "fireKiln": tool("post", "/firings", produces=[gives("$.kiln.id", "kiln_id", "kiln")], resource="firing"),
}


def calls(mutating, *, target="getKiln", goal="", given=None, choose="auto", **tools):
    graph = {"tools": tools, "edges": []}
    synthesizer = PathSynthesizer(graph, plugins=SPEAKING, mutating_producers=mutating, choose=choose)
    return [step.tool for step in synthesizer.synthesize(target=target, goal=goal, entities=given).steps]


@pytest.mark.parametrize(
    ("mutating", "expected"), [("fresh", "addKiln"), ("allow", "listKilns"), ("never", "listKilns")]
)
def test_the_creator_before_the_list(mutating, expected):
    """A new one where the mode asks for it; what exists in every other mode."""
    assert [expected, "getKiln"] == calls(mutating, **TOOLS)


def test_what_exists_where_nothing_creates_it():
    """Another change that happens to show a kiln creates none: the list is taken."""
    rest = {name: t for name, t in TOOLS.items() if name != "addKiln"}
    assert ["listKilns", "getKiln"] == calls("fresh", **rest)


def test_a_creator_in_a_sub_resource_is_no_shorter_way():
    """Creating twice is never cheaper than once, however well each step fits."""
    nested = tool("post", "/kilns/{kilnId}/copies", [KILN], [gives("$.id", "kiln_id", "kiln")], "create", "kiln")
    assert ["addKiln", "getKiln"] == calls("fresh", aCopyKiln=nested, **TOOLS)


def body(name, **more):
    return {"name": name, "path": f"$.{name}", "location": "body", "field_type": "string"} | more


def adding(*rows):
    """`addKiln` with a body."""
    return TOOLS | {"addKiln": tool("post", "/kilns", rows, [gives("$.id", "kiln_id", "kiln")], "create", "kiln")}


def test_a_creator_that_may_be_told_its_key():
    """Request and answer share a schema: the key in the body is optional, and the server sets it."""
    own = body("id", semantic_tag="kiln_id", resource="kiln")

    assert ["addKiln", "getKiln"] == calls("fresh", **adding(own))
    assert ["listKilns", "getKiln"] == calls("fresh", **adding(own | {"required": True}))


def test_what_a_new_one_is_made_of_means_no_old_one():
    """Values that a list could be searched by, and of which a creator takes most."""
    rows = [gives("$[*].id", "kiln_id", "kiln"), *(gives(f"$[*].{name}", "", "") for name in ("size", "colour", "age"))]
    tools = adding(body("size"), body("colour")) | {"listKilns": tool("get", "/kilns", produces=rows, resource="kiln")}

    said = {"size": "L", "colour": "red", "age": 3}

    assert ["addKiln", "getKiln"] == calls("fresh", given=said, **tools)
    assert ["listKilns", "getKiln"] == calls("allow", given=said, **tools)


def test_a_word_that_is_no_choice_speaks_for_the_call_all_the_same():
    """The creator's fuel is asked for, and it was said: the list that takes any word has no more of what was given."""
    takes_fuel = {"name": "fuel", "path": "fuel", "location": "query", "field_type": "string"}
    fuel = body("fuel", required=True, enum=["gas", "wood"])
    listing = tool("get", "/kilns", [takes_fuel], [gives("$[*].id", "kiln_id", "kiln")], resource="kiln")

    assert ["addKiln", "getKiln"] == calls("fresh", given={"fuel": "x"}, **adding(fuel) | {"listKilns": listing})


def test_the_other_values_come_with_the_new_one():
    """A key and a name that one answer gives are of the one thing that was created."""
    open_shop = tool(
        "post", "/openings", [KILN | {"location": "body"}, body("site", required=True), body("zone", required=True)]
    )
    rows = {"addKiln": "$.", "listKilns": "$[*]."}
    tools = {
        name: tool(
            *("post", "/kilns") if name == "addKiln" else ("get", "/kilns"),
            produces=[
                gives(f"{start}kilnId", "kiln_id", "kiln"),
                gives(f"{start}site", "", ""),
                gives(f"{start}zone", "", ""),
            ],
            action="create" if name == "addKiln" else "",
            resource="kiln",
        )
        for name, start in rows.items()
    }

    assert ["addKiln", "open"] == calls("fresh", target="open", open=open_shop, **tools)


def test_a_new_one_has_no_parts():
    """A shelf of a kiln that is only being made cannot be found: it is made as well, or looked for in what exists."""
    shelves = {
        "getShelf": tool("get", "/kilns/{kilnId}/shelves/{shelfId}", [KILN, SHELF]),
        "listShelves": tool("get", "/kilns/{kilnId}/shelves", [KILN], [gives("$[*].id", "shelf_id", "shelf")]),
    }
    add = tool("post", "/kilns/{kilnId}/shelves", [KILN], [gives("$.id", "shelf_id", "shelf")], "create", "shelf")

    assert ["listKilns", "listShelves", "getShelf"] == calls("fresh", target="getShelf", **TOOLS, **shelves)
    assert ["addKiln", "addShelf", "getShelf"] == calls("fresh", target="getShelf", **TOOLS, **shelves, addShelf=add)


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("show the kiln", "addKiln"),
        ("show the newly added kiln", "addKiln"),
        ("show the selected kiln", "listKilns"),
        ("details of an existing kiln", "listKilns"),
        ("show the kiln found in the list", "listKilns"),
        ("show the selected firing of the kiln", "addKiln"),
    ],
)
def test_what_the_goal_speaks_of_as_existing(goal, expected):
    """The selected kiln is there; that something else is selected says nothing of the kiln."""
    assert [expected, "getKiln"] == calls("fresh", goal=goal, **TOOLS)


def test_what_an_existing_one_lies_in_exists():
    """The selected shelf lies in a kiln that is there: both are looked up, and nobody is asked for a key."""
    get = tool("get", "/shelves/{shelfId}", [SHELF])
    produced = [gives("$[*].id", "shelf_id", "shelf")]
    parts = {
        "listShelves": tool("get", "/kilns/{kilnId}/shelves", [KILN], produced, "list", "shelf"),
        "addShelf": tool(
            "post", "/kilns/{kilnId}/shelves", [KILN], [gives("$.id", "shelf_id", "shelf")], "create", "shelf"
        ),
    }
    parts["listShelves"]["metadata"]["ai_metadata"]["result_shape"] = "list"

    tools = {"target": "get", "get": get, **TOOLS, **parts}
    assert ["listKilns", "listShelves", "get"] == calls("fresh", goal="the selected shelf", **tools)
    assert ["addKiln", "addShelf", "get"] == calls("fresh", **tools)


def test_what_is_named_by_a_key_exists():
    """Who gives a kiln's serial number means that kiln: it is read by the number, whoever could make another."""
    by_serial = tool(
        "get", "/serials/{serial}", [key("serial", "", "")], [gives("$.id", "kiln_id", "kiln")], resource="kiln"
    )

    tools = adding(body("serial")) | {"bySerial": by_serial}

    assert ["bySerial", "getKiln"] == calls("fresh", given={"serial": "S-1"}, **tools)


def test_what_is_read_by_a_list_of_its_keys_exists():
    """Several kilns are read by the keys that were given: one of them is meant, though a new one could be made."""
    ids = key("kilnIds", "kiln_id", "kiln", "query") | {"field_type": "array", "array": {"type": "string"}}
    read = tool("get", "/kiln-batch", [ids], [gives("$.kilns[*].id", "kiln_id", "kiln")], resource="kiln")
    tools = TOOLS | {"readKilns": read}

    assert ["readKilns", "getKiln"] == calls("fresh", given={"kilnIds": ["K-1"]}, **tools)


def test_a_list_inside_a_new_one_is_of_its_parts():
    """What a creator answers with has no parts yet; a list at the top of its answer is of the new ones themselves."""
    get = tool("get", "/shelves/{shelfId}", [SHELF])
    adds = {
        path: tool("post", "/kilns", [body("site")], [gives(path, "shelf_id", "shelf")], "create", "kiln")
        for path in ("$.kiln.shelves[*].id", "$.shelves[*].id")
    }

    inside, top = (calls("fresh", target="get", given={"site": "S"}, get=get, add=add) for add in adds.values())
    assert (["get"], ["add", "get"]) == (inside, top)


@pytest.mark.parametrize(
    ("creator", "target", "expected"),
    [
        ("/kilns.create", "/kilns.fire", "add"),
        ("/v1/kilns/add.json", "/v1/kilns/fire.json", "add"),
        ("/kilns.sell", "/kilns.fire", "list"),
        ("/firings.create", "/kilns.fire", "list"),
    ],
)
def test_verbs_of_one_noun(creator, target, expected):
    """`kilns.create` makes what `kilns.fire` takes, whatever the document calls it."""
    tools = {
        "add": tool("post", creator, produces=[gives("$.oven.id", "oven_id", "oven")], resource="kiln"),
        "list": tool("get", "/kilns.list", produces=[gives("$.ovens[*].id", "oven_id", "oven")], resource="kiln"),
        "fire": tool("post", target, [key("oven", "oven_id", "oven", "query")]),
    }

    assert [expected, "fire"] == calls("fresh", target="fire", choose="first", **tools)
