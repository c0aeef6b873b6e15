"""What each typing plugin is good for."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from contractkit import answers, document, listing, query, thing
from reading import only_reading

from graph_tool_call import hookimpl
from graph_tool_call.graphify import ablate_plugins, build_openapi_collection_artifact
from graph_tool_call.hooks import FieldVerdict

pytestmark = pytest.mark.bundled


@attrs.define(eq=False)
class Says:
    """Gives the field of a name a tag, or a kind."""

    name: str
    said: dict[str, Any]

    @hookimpl
    def gtc_classify_fields(self, fields: Any) -> list[FieldVerdict]:
        return [FieldVerdict(field=f.ref, reason="said", **self.said) for f in fields if f.name == self.name]


def pets(**parameter: Any) -> dict[str, Any]:
    one = {"operationId": "getPet", "parameters": [query("petRef", location="path")], **answers(thing(age="integer"))}
    one["parameters"] += [query("lang", required=True)] if parameter else []
    listed = {"operationId": "listPets", **answers(listing(thing(code="string")))}
    return document({"/pets": {"get": listed}, "/pets/{petRef}": {"get": one}})


TAG = {"role": "identifier", "semantic_tag": "pet_id", "confidence": 0.9}


def compared(plugins: dict[str, Any], source: dict[str, Any] | None = None) -> dict[str, Any]:
    """The comparison, by plugin."""
    chosen = only_reading()
    for name, plugin in plugins.items():
        chosen = chosen.with_(plugin, id=name)
    answer = ablate_plugins(source or pets(), plugins=chosen)
    return {"baseline": answer["baseline"], **{row["plugin"]: row for row in answer["plugins"]}}


def test_what_a_tag_is_good_for() -> None:
    """Without it, the tag, the edge and the chain that stand on it are lost; each is shown."""
    found = compared({"one": Says("petRef", TAG), "other": Says("code", TAG)})

    assert {"rows": 3, "typed": 2, "edges": 1, "path_parameters": 1, "derived": 1} == found["baseline"]
    for plugin, field in (("one", "petRef"), ("other", "$[*].code")):
        row = found[plugin]
        assert ({"lost": 1, "gained": 0, "changed": 0}, {"lost": 1, "gained": 0}) == (row["typed"], row["edges"])
        assert {"lost": 1, "gained": 0, "changed": 0} == row["chains"]
        assert [(field, "pet_id", "")] == [(e["field"], e["with"], e["without"]) for e in row["examples"]["typed"]]
        assert [{"source": "getPet", "target": "listPets"}] == row["examples"]["edges"]
        assert [{"tool": "getPet", "parameter": "petRef", "with": "listPets $[*].code", "without": ""}] == (
            row["examples"]["chains"]
        )


def test_whom_another_would_replace_changes_nothing() -> None:
    """Two that agree are each dispensable; where they differ, the other's word is what changes."""
    agreed = compared({"one": Says("petRef", TAG), "two": Says("petRef", TAG)})
    differ = compared(
        {"one": Says("petRef", TAG), "two": Says("petRef", TAG | {"semantic_tag": "p", "confidence": 0.5})}
    )

    assert {"lost": 0, "gained": 0, "changed": 0} == agreed["one"]["typed"] == agreed["two"]["typed"]
    assert ({"lost": 0, "gained": 0, "changed": 1}, {"lost": 0, "gained": 0, "changed": 0}) == (
        differ["one"]["typed"],
        differ["two"]["typed"],
    )


def test_kinds_and_roles_are_counted_apart() -> None:
    """A plugin that types nothing may say what a field is."""
    found = compared(
        {"names": Says("lang", {"kind": "context", "confidence": 0.9}), "mute": Says("none", {})}, pets(a=1)
    )

    assert (1, 0) == (found["names"]["described"], found["mute"]["described"])
    assert {"lost": 0, "gained": 0, "changed": 0} == found["names"]["typed"]


def test_a_plugin_that_stands_in_the_way() -> None:
    """What is better without a plugin is gained."""
    wrong = Says("petRef", {"role": "identifier", "semantic_tag": "nothing", "confidence": 0.99})
    found = compared({"wrong": wrong, "one": Says("petRef", TAG), "other": Says("code", TAG)})

    assert {"lost": 0, "gained": 1} == found["wrong"]["edges"]
    assert {"lost": 0, "gained": 1, "changed": 0} == found["wrong"]["chains"]


def test_leaving_answers_out_is_as_good_as_leaving_the_plugin_out() -> None:
    """The tags that remain are those of a build without the plugin."""
    plugins = {"one": Says("petRef", TAG), "other": Says("code", TAG)}
    without = build_openapi_collection_artifact(pets(), plugins=only_reading().with_(plugins["other"], id="other"))
    tags = [
        row["semantic_tag"]
        for tool in without["tools"].values()
        for side in ("consumes", "produces")
        for row in tool["metadata"]["api_contract"][side]
        if "semantic_tag" in row
    ]
    found = compared(plugins)

    assert len(tags) == found["baseline"]["typed"] - found["one"]["typed"]["lost"]
