"""The tables of words that the library reads, by name: what each word of them says."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

#: Table → what its words are.
TABLES: Final[Mapping[str, str]] = MappingProxyType({
    "identifier_endings": "Last words of names that may identify something; such fields are never cut",
    "joined_endings": "The same, written without a word boundary: userid",
    "identifier_names": "Whole names that may identify something",
    "typed_names": "Of these, what a person types in a body or a query, and no call tells",
    "name_words": "Names that people call a thing by; elements show them however much else they have",
    "bare_ids": "Names of keys that say nothing of whose they are",
    "own_keys": "Keys that only a thing of its own has",
    "tag_endings": "Last words of tags: they say of what kind a key is, not whose",
    "credential_names": "Names of inputs that hold credentials and nothing else",
    "payload": "Properties that hold the payload of an answer",
    "status": "Properties of an answer that tell how the call went",
    "strong_status": "Of these, what hardly occurs on business objects",
    "error_objects": "Properties that hold objects or lists which tell what went wrong",
    "outcome_codes": "Properties that hold the code of the outcome",
    "outcome_texts": "Properties that hold its message",
    "outcome_flags": "Properties that say whether the call went well",
    "paging": "Properties of an answer that describe a page of a longer list",
    "paging_beginnings": "Beginnings of such properties: totalCount",
    "paging_containers": "Objects beside the payload that hold such properties, or links",
    "next_page": "Properties of an answer that name the next page",
    "page_cursors": "Parameters that take a cursor",
    "page_numbers": "Parameters that take the number of a page",
    "page_offsets": "Parameters that take the position of a page's first element",
    "page_sizes": "Parameters that take the length of a page",
    "success_codes": "Values of a code by which an answer says that all went well, as they are written",
    "success_texts": "Messages that say so",
    "secret_names": "Names of values that are masked in traces, beside those that always are",
    "counting_names": "Last words of inputs that count a thing: season_number",
    "goal_stop": "Words of a goal that tell no operation from another",
    "goal_people": "Nouns of things that are people",
    "goal_roles": "Parts that people play: the director of a film is a person",
    "goal_pronouns": "Words between an owner and what is owned",
    "goal_articles": "Words before a noun",
    "goal_existing": "Words that say of a thing that it is there: the selected product",
    "goal_ordinals": "Words for first, second and so on, in that order",
    "goal_all": "Words by which a goal means whatever there is",
})  # fmt: skip
