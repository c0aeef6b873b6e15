from __future__ import annotations

import json
from importlib.metadata import entry_points
from typing import Any, ClassVar

import pytest

import graph_tool_call_example
from graph_tool_call import PluginSet
from graph_tool_call.engine import Engine
from graph_tool_call.errors import PluginSettingsError
from graph_tool_call_testing import Batch, ClassifierContract, make_field, make_operation

DOCUMENT: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "CRM", "version": "1"},
    "paths": {
        "/customers": {
            "get": {
                "operationId": "searchCustomers",
                "responses": {
                    "200": {
                        "description": "ok",
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "array",
                                    "items": {"type": "object", "properties": {"cstNo": {"type": "string"}}},
                                }
                            }
                        },
                    }
                },
            }
        },
        "/credit": {
            "get": {
                "operationId": "getCredit",
                "parameters": [{"name": "delyCstNo", "in": "query", "required": True, "schema": {"type": "string"}}],
                "responses": {"200": {"description": "ok"}},
            }
        },
    },
}


class TestExample(ClassifierContract):
    """The plugin keeps every rule that the host relies on."""

    plugin = graph_tool_call_example

    def samples(self) -> tuple[Batch, ...]:
        fields = (make_field(0, "cstNo"), make_field(1, "delyCstNo", location="body"), make_field(2, "note"))
        return (*super().samples(), Batch(make_operation("post", "/deliveries"), fields))


class TestExampleWithSettings(TestExample):
    """Under other settings too."""

    settings: ClassVar[dict[str, Any]] = {"resources": {"ord": "order"}, "keys": {"no": "no"}, "confidence": 0.5}


def test_tags_reach_the_contract() -> None:
    """In a built artifact both names have one tag, so that one operation can feed the other."""
    engine = Engine(PluginSet.installed().only("openapi").with_(graph_tool_call_example, id="example"))

    tools = engine.build(DOCUMENT)["tools"]

    (produced,) = tools["searchCustomers"]["metadata"]["api_contract"]["produces"]
    (consumed,) = tools["getCredit"]["metadata"]["api_contract"]["consumes"]
    assert ["customer_no", "customer_no"] == [produced["semantic_tag"], consumed["semantic_tag"]]


def test_artifact_names_the_plugin() -> None:
    """An artifact says which plugins made it, and changes its digest with their settings."""
    plugins = PluginSet.installed().only("openapi").with_(graph_tool_call_example, id="example")
    usual, other = Engine(plugins), Engine(plugins, {"example": {"confidence": 0.5}})

    assert {"example", "openapi"} == {row["id"] for row in usual.host.fingerprint()["plugins"]}
    assert usual.host.fingerprint()["digest"] != other.host.fingerprint()["digest"]
    json.dumps(usual.host.fingerprint())


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"resorces": {}}, r"unknown field 'resorces' \(did you mean 'resources'\?\)"),
        ({"confidence": "high"}, r"expected float, got str 'high' @ \$\.confidence"),
        ({"confidence": 2}, r"'confidence' must be <= 1"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], text: str) -> None:
    """A typo in the settings is an error, and not silently without effect."""
    with pytest.raises(PluginSettingsError, match=text):
        Engine(PluginSet().with_(graph_tool_call_example, id="example"), {"example": settings})


def test_entry_point_leads_to_the_plugin() -> None:
    """What pyproject.toml announces is this module."""
    (found,) = entry_points(group="graph_tool_call.plugins", name="example")

    assert graph_tool_call_example is found.load()
