from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.hooks import ABSENT, ToolInputs, body_type


def row(name: str, location: str, path: str = "", **facts: Any) -> dict[str, Any]:
    return {"name": name, "path": path or (f"$.{name}" if location == "body" else name), "location": location, **facts}


def inputs(*rows: dict[str, Any], path: str = "", method: str = "post") -> ToolInputs:
    return ToolInputs({"metadata": {"method": method, "path": path, "api_contract": {"consumes": list(rows)}}})


THING = inputs(
    row("id", "path"),
    row("id", "body"),
    row("name", "body"),
    row("X-Trace", "header"),
    row("trace", "cookie"),
    row("q", "query"),
    row("a.b", "body", "$['a.b']"),
    row("ship", "body", field_type="object"),
    row("zip", "body", "$.ship.zip"),
    path="/things/{id}",
)


@pytest.mark.parametrize(
    ("args", "places"),
    [
        ({"id": 1}, {"path": {"id": 1}}),
        ({"path": {"id": 1}, "body": {"id": 2, "name": "n"}}, {"path": {"id": 1}, "body": {"id": 2, "name": "n"}}),
        ({"id": 1, "body": {"id": 2}}, {"path": {"id": 1}, "body": {"id": 2}}),
        ({"id": 1, "body.id": 2, "name": "n"}, {"path": {"id": 1}, "body": {"id": 2, "name": "n"}}),
        ({"x-trace": "t"}, {"header": {"x-trace": "t"}}),
        (
            {"header": {"X-Trace": "t"}, "cookie": {"trace": "c"}},
            {"header": {"X-Trace": "t"}, "cookie": {"trace": "c"}},
        ),
        ({"query.q": 1}, {"query": {"q": 1}}),
        ({"a.b": 1}, {"body": {"a.b": 1}}),
        ({"ship": {"zip": "1"}}, {"body": {"ship": {"zip": "1"}}}),
        ({"ship.zip": "1"}, {"body": {"ship": {"zip": "1"}}}),
        ({"name": "n", "body": {"extra": 1}}, {"body": {"name": "n", "extra": 1}}),
    ],
)
def test_places(args: dict[str, Any], places: dict[str, Any]) -> None:
    """Flat, grouped and dotted arguments find their place; values of one place do not leak into another."""
    found = THING.sort(args)

    assert found.unknown == ()
    for place in ("path", "query", "header", "cookie"):
        assert places.get(place, {}) == found.at(place)
    assert places.get("body", ABSENT) == found.body


def test_unknown_names() -> None:
    """They are told, not guessed at."""
    assert THING.sort({"nope": 1, "id": 2}).unknown == ("nope",)


def test_parameter_that_is_called_like_a_place() -> None:
    """A path parameter `path`, a property `body`: their values tell which is meant."""
    contents = inputs(row("path", "path", field_type="string"), row("body", "body", field_type="string"))

    assert contents.sort({"path": "src/a.py", "body": "text"}).at("path") == {"path": "src/a.py"}
    assert contents.sort({"path": "src/a.py", "body": "text"}).body == {"body": "text"}
    assert contents.sort({"path": {"path": "a"}, "body": {"body": "text"}}).body == {"body": "text"}


@pytest.mark.parametrize("value", [[1], "text", 5, None, {"a": 1}])
def test_whole_bodies(value: Any) -> None:
    """A body that is no object with members is one value, under `body` or its own name."""
    bulk = inputs({"name": "users", "path": "$", "location": "body", "whole_body": True})

    assert value == bulk.sort({"body": value}).body
    assert value == bulk.sort({"users": value}).body


def test_given_objects_are_not_written_into() -> None:
    """The caller's object stays as it is when a dotted argument adds to it."""
    ship = {"city": "x"}

    assert THING.sort({"ship": ship, "ship.zip": "1"}).body == {"ship": {"city": "x", "zip": "1"}}
    assert ship == {"city": "x"}


@pytest.mark.parametrize(("method", "place"), [("get", "query"), ("delete", "query"), ("post", "body")])
def test_tool_without_rows(method: str, place: str) -> None:
    """Variables of the path go into it, the rest where the method puts it."""
    found = inputs(path="/x/{id}", method=method).sort({"id": 1, "y": 2})

    assert found.at("path") == {"id": 1}
    assert {"y": 2} == (found.body if place == "body" else found.at("query"))


def test_undeclared_template_variable_is_an_input() -> None:
    """A path needs it, whatever the document forgot."""
    assert inputs(row("q", "query"), path="/x/{id}").sort({"id": 1}).at("path") == {"id": 1}


def test_free_form_body_takes_any_name() -> None:
    """An object whose members the document leaves open."""
    free = inputs(row("id", "path"), {"name": "body", "path": "$", "location": "body", "field_type": "object"})

    assert free.sort({"id": 1, "x": 2}).body == {"x": 2}


@pytest.mark.parametrize(
    ("contract", "media"),
    [
        ({"body": {"content_type": "multipart/form-data"}}, "multipart/form-data"),
        ({"consumes": [{"location": "body", "content_type": "text/plain"}]}, "text/plain"),
        ({"consumes": [{"location": "body"}]}, ""),
        ({}, ""),
    ],
)
def test_body_type(contract: dict[str, Any], media: str) -> None:
    """From the contract's body facts, else from its rows."""
    assert media == body_type({"metadata": {"api_contract": contract}})
