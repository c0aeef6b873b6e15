"""Tags of body fields that nobody typed, by the answer: `parent.id` is what comes back as `parent.id`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from .verdicts import Reasons
from .vocabulary import Lists, normal

#: A path of plain names: what stands above, and its last name.
_PATH: Final = re.compile(r"\$((?:\.[^.\[\]*]+){1,3})")
_REASON: Final = "the answer has it at the same path"

Row = dict[str, Any]


def echo_tags(tools: Mapping[str, Any], reasons: Reasons, words: Lists) -> None:
    """Give a body field without a tag, or with one that nothing has, the tag that it has in the operation's own answer.

    Only to keys of what is referred to, such as `parent.id`, or a plain `parent` that comes back as an object
    with a key, and only where a path takes that tag: the key of what is made is not known before.
    """
    contracts = [tool["metadata"]["api_contract"] for tool in tools.values()]
    taken = {
        row["semantic_tag"]
        for contract in contracts
        for row in contract["consumes"]
        if row["location"] == "path" and "semantic_tag" in row
    }
    known = taken | {row["semantic_tag"] for c in contracts for row in c["produces"] if "semantic_tag" in row}
    for contract in contracts:
        wanting = [row for row in contract["consumes"] if _wants(row, known)]
        shown = dict(_shown(contract, taken, words)) if wanting else {}
        for row in wanting:
            found = shown.get(_names(row["path"], words))
            if found is not None and found.get("field_type") == row["field_type"]:
                row.pop("resource", None)
                row["role"], row["semantic_tag"] = "identifier", found["semantic_tag"]
                if "resource" in found:
                    row["resource"] = found["resource"]
                at = reasons.position("document", ("role", "semantic_tag"), "answer", _REASON, 0.6)
                row["why"] = [*row.get("why", ()), at]


def _wants(row: Mapping[str, Any], known: set[str]) -> bool:
    untyped = row["location"] == "body" and row.get("semantic_tag") not in known and row.get("kind", "data") == "data"
    return untyped and "enum" not in row and row.get("field_type") in {"string", "integer"}


def _shown(contract: Any, taken: set[str], words: Lists) -> Iterator[tuple[tuple[str, ...], Row]]:
    """Names of a field as it may be sent → the row of the answer."""
    for row in contract["produces"]:
        if row["location"] != "response" or row.get("semantic_tag") not in taken:
            continue
        names = _names(row["path"], words)
        if len(names) > 1 and normal(names[-1]) in words.bare_ids and normal(names[-2]) not in words.paging_containers:
            yield names, row
            yield names[:-1], row


def _names(path: str, words: Lists) -> tuple[str, ...]:
    """The names of a plain path without what only wraps; () for other paths."""
    match = _PATH.fullmatch(path)
    names = tuple(match[1].split(".")[1:]) if match is not None else ()
    return names[1:] if len(names) > 1 and normal(names[0]) in words.payload else names
