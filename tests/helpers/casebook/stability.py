"""What `stable` can demand, of every kind of case: the same again, whatever the order of the document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from .collection import Collection
from .verify import Check


def _collection(subject: Any) -> Collection:
    """The collection that *subject* is about; of several plans they share one."""
    if isinstance(subject, Collection):
        return subject
    if isinstance(subject, Mapping):
        subject = next(iter(subject.values()))
    found: Collection = subject.collection
    return found


def same_again(subject: Any, _wanted: str) -> None:
    """The document, built once more, gives the same artifact to the byte."""
    collection = _collection(subject)
    assert collection.serialised() == Collection(collection.case, collection.source).serialised()


def same_reversed(subject: Any, _wanted: str) -> None:
    """With the paths in the opposite order each operation keeps its name and its contract."""
    collection = _collection(subject)
    document = yaml.safe_load(collection.case.spec.read_bytes())
    document["paths"] = dict(reversed(document["paths"].items()))
    other = Collection(collection.case, document)
    assert collection.names == other.names
    for operation in collection.names:
        for rows in (Collection.consumes, Collection.produces):
            assert _facts(rows(collection, operation)) == _facts(rows(other, operation)), operation


def _facts(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows without the places of their reasons in a list, which follow the order of the document."""
    return [{key: value for key, value in row.items() if key != "why"} for row in rows]


STABLE: Mapping[str, Check[Any]] = {
    "again|twice|each (run|time|build)|every (run|time|build)|determin|byte": same_again,
    "order|revers": same_reversed,
}
