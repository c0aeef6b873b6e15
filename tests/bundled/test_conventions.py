"""Words that settings and plugins add to the naming conventions of the resources plugin."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, document, listing, query, thing

from graph_tool_call import PluginSet, hookimpl
from graph_tool_call.engine import Engine
from graph_tool_call.errors import PluginSettingsError
from graph_tool_call.hooks import Vocabulary

pytestmark = pytest.mark.bundled


def orders(key: str, wrap: Any = listing, path: str = "/depots/{depotId}/orders") -> dict[str, Any]:
    """A list of orders, each with *key*, and an operation far from it that takes *key* in its path."""
    held = wrap(thing(**{key: "string"}, total="number"))
    return document(
        {
            path.replace("{depotId}", "main"): {"get": {"operationId": "listOrders", **answers(held)}},
            f"/receipts/{{{key}}}": {
                "get": {
                    "operationId": "getReceipt",
                    "parameters": [query(key, location="path", required=True)],
                    **answers(thing(paid="boolean")),
                }
            },
        }
    )


def tags(source: dict[str, Any], settings: dict[str, Any] | None = None, plugins: PluginSet | None = None) -> list[str]:
    """Semantic tags of the produced key and of the path parameter."""
    built = Engine(plugins, settings={"resources": settings} if settings else None).build(source)
    tools = built["tools"]
    rows = (
        tools["listOrders"]["metadata"]["api_contract"]["produces"][0],
        tools["getReceipt"]["metadata"]["api_contract"]["consumes"][0],
    )
    return [row.get("semantic_tag", "") for row in rows]


@pytest.mark.parametrize(
    ("name", "ending", "key", "tag"),
    [
        ("orderAzonosito", "azonosito", "id", "order_id"),
        ("order_lfdnr", "lfdnr", "no", "order_no"),
        ("orderBarcode", "barcode", "barcode", "order_barcode"),
        ("주문번호", "번호", "no", "주문_no"),
    ],
)
def test_settings_add_endings_of_keys(name: str, ending: str, key: str, tag: str) -> None:
    """Of a known family or a key of its own, in any script; without the setting nobody knows the word."""
    assert [tag, tag] == tags(orders(name), {"key_endings": {ending: key}})


def test_plugins_add_endings_of_keys() -> None:
    """The hook says what the setting says."""

    class Hungarian:
        @hookimpl
        def gtc_vocabulary(self) -> Vocabulary:
            return Vocabulary(key_endings={"azonosito": "id"})

    plugins = PluginSet.installed().with_(Hungarian(), id="hungarian")

    assert ["order_id", "order_id"] == tags(orders("orderAzonosito"), plugins=plugins)


def test_settings_add_wrappers() -> None:
    """What lies in a wrapper is owned by what the path is about; in another property it is that property's."""

    def wrapped(item: dict[str, Any]) -> dict[str, Any]:
        return thing(valasz=thing(tetelek=listing(item), osszeg="number"))

    source = document({"/orders": {"get": {"operationId": "list", **answers(wrapped(thing(id="string")))}}})

    def tag(settings: dict[str, Any] | None) -> str:
        built = Engine(settings=settings).build(source)
        rows = built["tools"]["list"]["metadata"]["api_contract"]["produces"]
        return next(row.get("semantic_tag", "") for row in rows if row["name"] == "id")

    assert ("tetelek_id", "order_id") == (tag(None), tag({"resources": {"wrappers": ["valasz", "tetelek"]}}))


def test_settings_add_generic_names() -> None:
    """A generic name is no resource: what lies in it belongs to the thing around it."""
    item = thing(azon=thing(id="string"))
    source = document({"/orders": {"get": {"operationId": "list", **answers(listing(item))}}})

    def tag(settings: dict[str, Any] | None) -> str:
        built = Engine(settings=settings).build(source)
        rows = built["tools"]["list"]["metadata"]["api_contract"]["produces"]
        return next(row.get("semantic_tag", "") for row in rows if row["path"] == "$[*].azon.id")

    assert "azon_id" == tag(None)
    assert "azon_id" != tag({"resources": {"generic_names": ["azon"]}})


def test_settings_add_plurals() -> None:
    """{termek_id} below /termekek is the key of one of them."""
    items = thing(id="integer")
    source = document(
        {
            "/termekek": {"get": {"operationId": "list", **answers(listing(items))}},
            "/termekek/{id}": {
                "get": {
                    "operationId": "one",
                    "parameters": [query("id", location="path", required=True, type="integer")],
                    **answers(items),
                }
            },
        }
    )
    built = Engine(settings={"resources": {"plurals": {"termekek": "termek"}}}).build(source)

    assert "termek_id" == built["tools"]["one"]["metadata"]["api_contract"]["consumes"][0]["semantic_tag"]


def test_a_misspelt_setting_is_named() -> None:
    """The error says which plugin and which setting."""
    with pytest.raises(PluginSettingsError, match=r"resources.*key_ending"):
        Engine(settings={"resources": {"key_ending": {}}})
