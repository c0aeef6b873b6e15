"""The plugin keeps every rule that the host relies on, with its own settings and without."""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, ClassVar

import pytest

pytest.importorskip("graph_tool_call_commerce", reason="graph-tool-call-commerce is not installed")

import graph_tool_call_commerce
from graph_tool_call import PluginSet
from graph_tool_call.engine import Engine
from graph_tool_call.errors import PluginSettingsError
from graph_tool_call_commerce.naming import Meaning, Names
from graph_tool_call_commerce.settings import Settings
from graph_tool_call_testing import (
    Batch,
    ChoicesContract,
    ClassifierContract,
    EnumContract,
    PlanningRulesContract,
    PluginInfoContract,
    VocabularyContract,
    make_field,
    make_operation,
)


class TestInfo(PluginInfoContract):
    plugin = graph_tool_call_commerce


class TestVocabulary(VocabularyContract):
    plugin = graph_tool_call_commerce


class TestFields(ClassifierContract):
    plugin = graph_tool_call_commerce

    def samples(self) -> tuple[Batch, ...]:
        fields = (make_field(0, "ordNo"), make_field(1, "orgOrdNo", location="body"), make_field(2, "memoCont"))
        return (*super().samples(), Batch(make_operation("post", "/ord/list"), fields))


class TestFieldsWithSettings(TestFields):
    settings: ClassVar[dict[str, Any]] = {"resources": {"gift|set": "present"}, "context": ["ordNo"], "confidence": 0.5}


class TestRules(PlanningRulesContract):
    plugin = graph_tool_call_commerce


class TestEnums(EnumContract):
    plugin = graph_tool_call_commerce


class TestEnumsWithSettings(TestEnums):
    settings: ClassVar[dict[str, Any]] = {"codes": {"status": {"열림": "OPEN", "ghost": "no member"}}}


class TestChoices(ChoicesContract):
    plugin = graph_tool_call_commerce


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"databse": "codes.db"}, r"unknown field 'databse' \(did you mean 'database'\?\)"),
        ({"codes": {"ordStatCd": "20"}}, r"expected .*'20' @ \$\.codes"),
        ({"confidence": 2}, r"'confidence' must be <= 1"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], text: str) -> None:
    """A typo in the settings is an error, and not silently without effect."""
    with pytest.raises(PluginSettingsError, match=text):
        Engine(PluginSet().with_(graph_tool_call_commerce, id="commerce"), {"commerce": settings})


def test_it_imports_hooks_and_nothing_else_of_the_core() -> None:
    """What is documented for plugins is enough."""
    folder = Path(graph_tool_call_commerce.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))

    assert set(re.findall(r"^\s*(?:from|import) (graph_tool_call\b[\w.]*)", source, re.MULTILINE)) == {
        "graph_tool_call.hooks"
    }


def test_entry_point_leads_to_the_plugin() -> None:
    """What pyproject.toml announces is this module."""
    (found,) = entry_points(group="graph_tool_call.plugins", name="commerce")

    assert graph_tool_call_commerce is found.load()


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("ordNo", "order_no"),
        ("od_no", "order_no"),  # another team's
        ("orgOrdNo", "order_no"),  # the original order is an order
        ("ordDtlSeq", "order_item_no"),  # its item is none
        ("memNo", "member_no"),
        ("goodsCd", "product_no"),
        ("prdNo", "product_no"),
        ("dlvAddrSeq", "delivery_address_no"),
        ("mbrId", None),  # what a member logs in with
        ("ordStatCd", None),  # a code of a table
        ("mbrGrdCd", None),
        ("ordAmt", None),
        ("zipNo", None),
        ("order", None),
        ("ord" * 4000 + "No", None),
    ],
)
def test_names(name: str, tag: str | None) -> None:
    """Which names are keys of what, and which are not."""
    meaning = Names(Settings()).read(name)

    assert (meaning.tag if meaning is not None and meaning.kind == "key" else None) == tag


@pytest.mark.parametrize("name", ["mallId", "SITE_CD", "lang-cd"])
def test_context(name: str) -> None:
    """Which mall, site and language is known to whoever makes the calls, in any spelling."""
    assert Names(Settings()).is_context(name)


@pytest.mark.parametrize(
    ("path", "resource"),
    [
        ("/mbr/list", "member"),
        ("/bo/ordList", "order"),
        ("/members/{memNo}/addresses", "address"),
        ("/orders/{ordNo}/status", ""),
        ("/", ""),
    ],
)
def test_paths(path: str, resource: str) -> None:
    """What an operation is about, by the end of its path."""
    assert Names(Settings()).of_path(path) == resource


def test_own_words_are_stronger() -> None:
    """A house's abbreviation holds against the plugin's."""
    assert Names(Settings(resources={"ord": "ordinance"})).read("ordNo") == Meaning("ord", "ordinance", "key")
