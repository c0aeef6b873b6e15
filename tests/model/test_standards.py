"""Codes of standards: which inputs take them, and which outputs tell them."""

from __future__ import annotations

import pytest

from graph_tool_call.model.contract import read_input
from graph_tool_call.model.standards import standard_of, tells
from graph_tool_call.model.tool import ToolFacts


@pytest.mark.parametrize(
    ("name", "description", "expected"),
    [
        ("location", "ISO 3166-2 location code, such as FR", "ISO 3166"),
        ("market", "An ISO 3166-1 alpha-2 country code.", "ISO 3166"),
        ("to", "Two-letter country code", "ISO 3166"),
        ("countryCode", "", "ISO 3166"),
        ("base", "Currency by ISO-4217", "ISO 4217"),
        ("lang", "Language (ISO 639-1)", "ISO 639"),
        ("from", "IATA code of the airport", "IATA"),
        ("country", "Name of the country", ""),
        ("date", "Day in ISO 8601", ""),
        ("letter", "The letter to send", ""),
    ],
)
def test_inputs_name_their_standard(name, description, expected):
    """By the description, else by the name; other standards are none of these."""
    row = {"name": name, "path": name, "location": "query", "field_type": "string", "description": description}

    assert expected == standard_of(read_input(row))


def test_a_tag_says_whose_key_it_is():
    """What identifies something of the API itself, or is no text, is no code of a standard."""
    row = {"name": "countryCode", "path": "countryCode", "location": "query", "field_type": "string"}

    assert "" == standard_of(read_input(row | {"semantic_tag": "country_code"}))
    assert "" == standard_of(read_input(row | {"field_type": "integer"}))


@pytest.mark.parametrize(
    ("resource", "path", "expected"),
    [
        ("country", "$.short_name", "ISO 3166"),
        ("country", "$[*].alpha2Code", "ISO 3166"),
        ("country_detail", "$.results[*].iso2", "ISO 3166"),
        ("country", "$.country.code", "ISO 3166"),
        ("currency", "$[*].code", "ISO 4217"),
        ("airport", "$.data[*].iata_code", "IATA"),
        ("country", "$.error.code", ""),
        ("country", "$[*].region.code", ""),
        ("country", "$.dial_code", ""),
        ("coupon", "$.code", ""),
    ],
)
def test_outputs_tell_codes_of_what_their_operation_is_about(resource, path, expected):
    """The answer's own code, or its elements'; a code of something inside them is another."""
    assert expected == tells(ToolFacts(name="t", resource=resource), path)
