"""Codes of standards: inputs that take a country's, a currency's, a language's or an airport's code, and who tells it.

ISO 3166, 4217 and 639 and IATA name the same codes in every API, whatever the fields are called: an
input says which by its description or name, and an operation about countries answers with it under
one of a few usual names (`iso2`, `alpha2Code`, `short_name`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from .contract import Input
from .tool import ToolFacts

_SEPARATORS: Final = re.compile(r"[\W_]+")
#: What every description that speaks of a standard has.
_HINT: Final = re.compile(r"\bISO|\bIATA|letter|char", re.IGNORECASE)
#: An answer, its elements, or those of the one list in it.
_TOP: Final = re.compile(r"\$(\.\w+\[\*\]|\[\*\])?$")


@attrs.frozen
class Standard:
    """A standard of codes, how inputs speak of it, and what its codes are called where they are told."""

    #: In a description.
    said: re.Pattern[str]
    #: Names of inputs, normalised.
    names: frozenset[str]
    #: What an operation that tells codes is about.
    subject: str
    #: Names of outputs, normalised.
    told: frozenset[str]


def _standard(said: str, names: str, subject: str, told: str) -> Standard:
    return Standard(re.compile(said, re.IGNORECASE), frozenset(names.split()), subject, frozenset(told.split()))


STANDARDS: Final[Mapping[str, Standard]] = MappingProxyType({
    "ISO 3166": _standard(
        r"\bISO[ -]?3166|\b(2|two)[ -](letter|char(acter)?) (ISO )?country code",
        "countrycode countryiso countryisocode isocountrycode countrycode2 countryiso2 countryalpha2",
        "country",
        "code iso isocode iso2 iso2code alpha2 alpha2code cca2 shortname countrycode countryisocode countryiso2",
    ),
    "ISO 4217": _standard(
        r"\bISO[ -]?4217|\b(3|three)[ -](letter|char(acter)?) (ISO )?currency code",
        "currencycode currencyiso currencyisocode isocurrencycode",
        "currency",
        "code iso isocode shortname currencycode currencyisocode",
    ),
    "ISO 639": _standard(
        r"\bISO[ -]?639",
        "languagecode langcode languageiso languageisocode isolanguagecode",
        "language",
        "code iso isocode iso6391 shortname languagecode languageisocode",
    ),
    "IATA": _standard(
        r"\bIATA\b",
        "airportcode iata iatacode airportiata airportiatacode",
        "airport",
        "code iata iatacode airportcode airportiatacode",
    ),
})  # fmt: skip

#: What operations that tell codes are about.
SUBJECTS: Final = frozenset(standard.subject for standard in STANDARDS.values())


def standard_of(need: Input) -> str:
    """The standard whose codes *need* takes, by its description or name; "" for none, and where a tag says whose."""
    if need.tag or need.many or need.type not in ("string", ""):
        return ""
    name, description = _normal(need.name), need.row.get("description") or ""
    said = description if _HINT.search(description) else ""
    return next((key for key, s in STANDARDS.items() if name in s.names or (said and s.said.search(said))), "")


def tells(facts: ToolFacts, path: str) -> str:
    """The standard of which the output at *path* is a code; "" for none.

    The operation is about the standard's subject, and the output is the answer's own or its elements'.
    """
    about = facts.resource.split("_")
    holder, _, name = path.rpartition(".")
    for key, standard in STANDARDS.items():
        if standard.subject in about and _normal(name) in standard.told:
            return key if _TOP.match(holder) or standard.subject in holder.rpartition(".")[2].lower() else ""
    return ""


def _normal(name: str) -> str:
    return _SEPARATORS.sub("", name.lower())
