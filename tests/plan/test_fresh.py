"""Mode "fresh": what is needed is created, by what creates it, and a chain is never longer than it must be."""

from __future__ import annotations

import pytest

from graph_tool_call import PluginSet
from graph_tool_call.plan import PathSynthesizer


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
TOOLS = {
    "getKiln": tool("get", "/kilns/{kilnId}", [KILN]),
    "listKilns": tool("get", "/kilns", produces=[gives("$[*].id", "kiln_id", "kiln")], resource="kiln"),
    "addKiln": tool("post", "/kilns", produces=[gives("$.id", "kiln_id", "kiln")], action="create", resource="kiln"),
    "fireKiln": tool("post", "/firings", produces=[gives("$.kiln.id", "kiln_id", "kiln")], resource="firing"),
}


def calls(mutating, **tools):
    synthesizer = PathSynthesizer({"tools": tools, "edges": []}, plugins=PluginSet(), mutating_producers=mutating)
    return [step.tool for step in synthesizer.synthesize(target="getKiln").steps]


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
