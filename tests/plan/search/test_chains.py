"""The cheapest derivations of all path parameters at once."""

from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.graph import ProducerIndex
from graph_tool_call.plan.search.chains import path_chains


def tool(
    name: str, path: str, takes: dict[str, str] | None = None, gives: dict[str, str] | None = None, method: str = "get"
) -> dict[str, Any]:
    """A tool that takes path parameters and gives fields, each with its tag."""
    consumes = [
        {"name": n, "path": n, "location": "path", "required": True, "kind": "data", "field_type": "string",
         "semantic_tag": t}
        for n, t in (takes or {}).items()
    ]  # fmt: skip
    produces = [
        {"name": p.rsplit(".", 1)[-1], "path": p, "location": "response", "field_type": "string", "semantic_tag": t}
        for p, t in (gives or {}).items()
    ]
    contract = {"consumes": consumes, "produces": produces, "links": []}
    return {"name": name, "metadata": {"method": method, "path": path, "api_contract": contract}}


def chains(*tools: dict[str, Any]) -> dict[tuple[str, str], str]:
    return path_chains(ProducerIndex({t["name"]: t for t in tools}))


GET_PET = tool("getPet", "/pets/{petId}", {"petId": "pet_id"})


def test_a_list_supplies_the_key() -> None:
    """The tool and the field."""
    found = chains(GET_PET, tool("listPets", "/pets", gives={"$[*].id": "pet_id"}))

    assert {("getPet", "petId"): "listPets $[*].id"} == found


def test_nothing_is_a_question() -> None:
    """A person is asked where no call supplies it, and where only a change would."""
    assert {("getPet", "petId"): ""} == chains(GET_PET)
    assert "" == chains(GET_PET, tool("addPet", "/pets", gives={"$.id": "pet_id"}, method="post"))["getPet", "petId"]


def test_chains_go_on_and_the_shorter_wins() -> None:
    """What a producer needs itself is part of its price."""
    below = tool("listShopPets", "/shops/{shopId}/pets", {"shopId": "shop_id"}, {"$[*].id": "pet_id"})
    shops = tool("listShops", "/shops", gives={"$[*].id": "shop_id"})

    assert "listShopPets $[*].id ← listShops $[*].id" == chains(GET_PET, below, shops)["getPet", "petId"]
    direct = tool("zzAllPets", "/pets", gives={"$[*].id": "pet_id"})
    assert "zzAllPets $[*].id" == chains(GET_PET, below, shops, direct)["getPet", "petId"]


@pytest.mark.parametrize("length", [2, 4])
def test_circles_end_with_a_question(length: int) -> None:
    """Tools that need each other's answers supply nothing."""
    ring = [tool(f"t{i}", f"/t{i}/{{a}}", {"a": f"k{i}"}, {"$.b": f"k{(i + 1) % length}"}) for i in range(length)]

    assert {""} == set(chains(*ring).values())
