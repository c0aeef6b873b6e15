"""Mode "fresh" over a request: values that a creator takes make a new thing, whatever else they could describe."""

from __future__ import annotations

from typing import Any

import pytest
from small_documents import OK, document

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

pytestmark = pytest.mark.bundled

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
PET = {"type": "object", "properties": {"id": NUMBER, "name": TEXT, "colour": TEXT}}


def answer(schema: dict[str, Any]) -> dict[str, Any]:
    return {"200": {"description": "ok", "content": {"application/json": {"schema": schema}}}}


def takes(*names: str) -> dict[str, Any]:
    """A body of texts, all of them required."""
    schema = {"type": "object", "properties": dict.fromkeys(names, TEXT), "required": list(names)}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def key(name: str) -> list[dict[str, Any]]:
    return [{"name": name, "in": "path", "required": True, "schema": NUMBER}]


LISTED = {"operationId": "listPets", "responses": answer({"type": "array", "items": PET})}
ADDED = {"operationId": "addPet", "requestBody": takes("name", "colour"), "responses": answer(PET)}
ONE = "/pets/{petId}"
PETS = {
    "/pets": {"get": LISTED, "post": ADDED},
    ONE: {
        "get": {"operationId": "getPet", "parameters": key("petId"), "responses": answer(PET)},
        "delete": {"operationId": "deletePet", "parameters": key("petId"), "responses": OK},
    },
    f"{ONE}/visits": {
        "post": {
            "operationId": "addVisit",
            "parameters": key("petId"),
            "requestBody": takes("reason"),
            "responses": OK,
        }
    },
}


def calls(
    target: str, goal: str = "", paths: dict[str, Any] = PETS, mutating: str = "fresh", **entities: Any
) -> list[str]:
    """The tools of the plan for *target*."""
    planner = PathSynthesizer(ToolGraph.from_openapi(document(paths)), mutating_producers=mutating)
    return [step.tool for step in planner.synthesize(target=target, goal=goal, entities=entities).steps]


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("Show the details of a pet", "addPet"),
        ("Show the details of the newly created pet", "addPet"),
        ("Show the existing pet", "listPets"),
        ("Show the pet with the given name", "listPets"),
        ("Show the pet named Rex", "listPets"),
    ],
)
def test_what_is_given_makes_a_pet_and_what_is_said_describes_one(goal: str, expected: str) -> None:
    """Name and colour are what the creator takes; a name that the question says itself is that of a pet there is."""
    assert [expected, "getPet"] == calls("getPet", goal, name="Rex", colour="black")


def test_what_is_quoted_and_not_understood_makes_no_pet() -> None:
    """To read a pet none is made: what is quoted may say which one is meant."""
    assert ["addPet", "getPet"] == calls("getPet", "Show the pet")
    with pytest.raises(PlanSynthesisError) as caught:
        calls("getPet", "Show the pets of `kennel`")
    assert (caught.value.to_dict()["reason"], caught.value.to_dict()["producer_name"]) == (
        "dynamic_option_required",
        "listPets",
    )


@pytest.mark.parametrize("mutating", ["never", "declared", "allow"])
def test_in_other_modes_the_same_values_describe_a_pet(mutating: str) -> None:
    """Only one strategy makes things anew."""
    assert ["listPets", "getPet"] == calls("getPet", "Show a pet", mutating=mutating, name="Rex", colour="black")


def test_a_value_that_no_creator_takes_describes_a_pet() -> None:
    """A pet's number on its tag is given by nobody who adds one."""
    tagged = {**PET, "properties": {**PET["properties"], "tag": TEXT}}
    listed = LISTED | {"responses": answer({"type": "array", "items": tagged})}

    paths = PETS | {"/pets": {"get": listed, "post": ADDED}}

    assert ["listPets", "getPet"] == calls("getPet", "Show a pet", paths, name="Rex", tag="T-7")


def test_what_the_target_takes_is_what_the_new_one_becomes() -> None:
    """Of text and note the first makes the line, and the note is set: it describes no line that was there."""
    line = {"type": "object", "properties": {"id": NUMBER, "note": TEXT, "name": TEXT}}
    paths = {
        "/lines": {
            "get": {"operationId": "listLines", "responses": answer({"type": "array", "items": line})},
            "post": {"operationId": "addLine", "requestBody": takes("text"), "responses": answer(line)},
        },
        "/lines/{lineId}": {
            "patch": {
                "operationId": "updateLine",
                "parameters": key("lineId"),
                "requestBody": takes("name"),
                "responses": OK,
            }
        },
    }

    assert ["addLine", "updateLine"] == calls("updateLine", "Update the added line", paths, text="2 eggs", name="Eggs")


def test_words_that_nobody_understands_stop_no_change_of_what_is_made() -> None:
    """Nothing that was there is touched; where the pet is looked up, the same words are asked about."""
    goal = "Add a grumbly visit of the pet"

    assert ["addPet", "addVisit"] == calls("addVisit", goal, reason="cough", colour="black")
    with pytest.raises(PlanSynthesisError, match="grumbly"):
        calls("addVisit", goal, mutating="never", reason="cough", colour="black")


def test_a_creator_takes_no_first_element_for_what_it_is_made_in() -> None:
    """A pet of some owner or other is no new pet that anybody asked for: it is looked up."""
    owner = {"type": "object", "properties": {"id": NUMBER, "name": TEXT}}
    below = "/owners/{ownerId}/pets"
    paths = {
        "/owners": {"get": {"operationId": "listOwners", "responses": answer({"type": "array", "items": owner})}},
        "/pets": {"get": LISTED},
        below: {"post": ADDED | {"parameters": key("ownerId")}},
        ONE: PETS[ONE],
    }

    assert ["listPets", "getPet"] == calls("getPet", "Show the pet", paths)


def test_of_several_new_ones_a_change_takes_the_only_one() -> None:
    """A creator that answers with a list may have made one: run time tells, and a person chooses where it made more."""
    keys = {"type": "object", "properties": {"id": NUMBER}}
    added = ADDED | {"responses": answer({"type": "array", "items": keys})}
    paths = PETS | {"/pets": {"post": added}}
    planner = PathSynthesizer(ToolGraph.from_openapi(document(paths)), mutating_producers="fresh")

    plan = planner.synthesize(target="deletePet", goal="Delete the pet", entities={"name": "Rex", "colour": "red"})

    assert ["${s1[only].id}"] == list(plan.steps[-1].args.values())
