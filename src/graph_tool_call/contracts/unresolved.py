"""Required identifiers that nothing is known to produce, as an annotations file to be filled in."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from typing import Any, Final

import attrs

from ..hooks import Vocabulary
from ..model.tool import Row, metadata_of, row_name, row_path, rows_of
from ..plain_text import one_line
from .readiness import Sources, key_like
from .vocabulary import Lists, normal, words

#: Tags that are offered for one field, and operations that a comment names.
CANDIDATES: Final = 5
_NAMED: Final = 3
#: From how much likeness on a tag is offered.
_ALIKE: Final = 0.5
_HEAD: Final = """\
# Required identifiers of {title} that nothing is known to produce.
# Give each a tag that a response field has: one of those that stand below it, or another.
# Entries without a tag change nothing. Then build with this file as annotations.
"""


@attrs.frozen(kw_only=True)
class Unresolved:
    """One required identifier of one or more operations.

    Attributes:
        field: Name of a parameter, JSON path of a body field.
        location: path, query, header, cookie or body.
        type: JSON type; "" where the document says none.
        tag: What it is typed as, without anything that produces it; "" where nobody knows.
        operations: Tool names.
        candidates: Tags that it may have, the likeliest first, each with a tool and path that produces it.
    """

    field: str
    location: str
    type: str
    tag: str
    operations: tuple[str, ...]
    candidates: tuple[tuple[str, str, str], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The entry as JSON-shaped data."""
        names = ("tag", "producer", "path")
        plain = attrs.asdict(self, filter=lambda a, _: a.name not in ("operations", "candidates"))
        candidates = [dict(zip(names, c, strict=True)) for c in self.candidates]
        return {**plain, "operations": list(self.operations), "candidates": candidates}


def unresolved(tools: Mapping[str, Any], sources: Sources, vocabulary: Vocabulary | None = None) -> list[Unresolved]:
    """The unresolved identifiers of *tools*, in the order in which they occur.

    *sources* tells what supplies a row, *vocabulary* which names look like keys.
    """
    lists = Lists(vocabulary)
    found: dict[tuple[str, str, str, str], dict[str, Row]] = {}
    for name, tool in tools.items():
        for row in rows_of(tool, "consumes"):
            if _is_open(row, lists) and sources(name, row) == "none":
                spelled = row_path(row) if row["location"] == "body" else row_name(row)
                key = (spelled, row["location"], row.get("field_type", ""), row.get("semantic_tag", ""))
                found.setdefault(key, {})[name] = row
    produced = _produced(tools)
    entries = []
    for (field, location, kind, tag), rows in found.items():
        texts = [t for name in rows for t in (str(metadata_of(tools[name]).get("path", "")),)]
        texts += [str(row.get("description", "")) for row in rows.values()]
        candidates = tuple(_candidates(field, tag, texts, produced, lists.tag_endings))
        entry = Unresolved(field=field, location=location, type=kind, tag=tag, operations=tuple(rows))
        entries.append(attrs.evolve(entry, candidates=candidates))
    return entries


def write_unresolved(entries: Sequence[Unresolved], title: str) -> str:
    """*entries* as an annotations file: YAML with an empty tag for each, and its candidates as comments."""
    lines = [
        _HEAD.format(title=one_line(title) or "the document").rstrip(),
        "fields:" if entries else "fields: []",
    ]
    for entry in entries:
        lines.append("")
        lines.append(
            _comment(f"{entry.type or 'a value'} in the {entry.location} of {_few(entry.operations)}; {_known(entry)}")
        )
        lines.append(f"- field: {json.dumps(entry.field, ensure_ascii=False)}")
        lines.append(f"  operations: {json.dumps(list(entry.operations), ensure_ascii=False)}")
        lines.append("  side: request")
        lines.append('  tag: ""')
        lines += ["  " + _comment(f"{tag}  ({producer}: {path})") for tag, producer, path in entry.candidates]
    return "\n".join(lines) + "\n"


def _is_open(row: Row, lists: Lists) -> bool:
    """Whether *row* must be filled, identifies something, and isn't filled by the document itself."""
    if row.get("kind", "data") != "data" or row.get("container") or not row.get("required"):
        return False
    if row.get("role") not in (None, "identifier", "option") or not row.keys().isdisjoint({"default", "const", "enum"}):
        return False
    return key_like(row, lists) or row["location"] == "path"


def _produced(tools: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Tag → (tool, path) of the first field that holds it, those of reading operations before others."""
    ranked = sorted(tools.items(), key=lambda item: metadata_of(item[1]).get("method") != "get")
    table: dict[str, tuple[str, str]] = {}
    for name, tool in ranked:
        for row in rows_of(tool, "produces"):
            if tag := row.get("semantic_tag"):
                table.setdefault(tag, (name, row_path(row)))
    return table


def _candidates(
    field: str, own: str, texts: Sequence[str], produced: Mapping[str, tuple[str, str]], endings: AbstractSet[str]
) -> Iterator[tuple[str, str, str]]:
    name = field.rsplit(".", 1)[-1].replace("[*]", "")
    said = frozenset(word for text in texts for word in words(text))
    ranked = sorted((-_likeness(name, said, tag, endings), tag) for tag in produced if tag != own)
    for score, tag in ranked[:CANDIDATES]:
        if -score >= _ALIKE:
            yield (tag, *produced[tag])


def _likeness(name: str, said: frozenset[str], tag: str, endings: AbstractSet[str]) -> float:
    """How much speaks for *tag*: words of the field's name first, then the path and the description around it."""
    parts = tag.split("_")
    owner = [word for word in parts if word not in endings] or parts
    own = sum(any(_alike(word, other) for other in words(name)) for word in owner) / len(owner)
    beside = sum(any(_alike(word, other) for other in said) for word in owner) / len(owner)
    return 2 * own + beside + difflib.SequenceMatcher(None, normal(name), normal(tag)).ratio() / 2


def _alike(one: str, other: str) -> bool:
    """Whether two words are one, but for an ending or because one abbreviates the other (cust, customer)."""
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) > 2 and long.startswith(short))


def _few(names: Sequence[str]) -> str:
    rest = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def _comment(text: str) -> str:
    # A name with a line break in it would go on as an entry of the file.
    return f"# {one_line(text)}"


def _known(entry: Unresolved) -> str:
    return f"typed {entry.tag}, which nothing produces" if entry.tag else "nobody knows of what"


__all__ = ["Unresolved", "unresolved", "write_unresolved"]
