"""Parameters that are written alike in many places."""

from __future__ import annotations

from copy import deepcopy

from reading import read_collection

_LIMIT = {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 50}}


def _parameters(*raw):
    paths = {f"/p{i}": {"get": {"parameters": [one], "responses": {}}} for i, one in enumerate(raw)}
    document = {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": paths}
    collection = read_collection(document, validate="off")
    return [operation.parameters[0] for operation in collection.operations], collection.diagnostics


def test_those_that_refer_to_nothing_are_read_once():
    """Equal parameters of several operations are one value, unequal ones are not."""
    (one, other, third), _ = _parameters(dict(_LIMIT), dict(_LIMIT), {**_LIMIT, "required": True})
    assert one is other
    assert (True, False) == (third.required, one.required)


def test_true_is_not_one():
    """Values that only compare equal in Python stay what they are."""
    schema = {"type": "integer"}
    flag, number = _parameters(
        {**_LIMIT, "schema": {**schema, "default": True}}, {**_LIMIT, "schema": {**schema, "default": 1}}
    )[0]
    assert (True, 1) == (flag.schema.default, number.schema.default)
    assert isinstance(flag.schema.default, bool)
    assert not isinstance(number.schema.default, bool)


def test_each_faulty_one_is_reported():
    """What is wrong with a parameter is told for every place where it stands."""
    broken = {**_LIMIT, "schema": {"type": "array", "items": 7}}
    dangling = {**_LIMIT, "schema": {"$ref": "#/components/schemas/None"}}
    for raw in (broken, dangling):
        _, diagnostics = _parameters(raw, deepcopy(raw))
        assert 2 == len({d.pointer for d in diagnostics if d.severity != "info"}), raw
