from __future__ import annotations

import inspect
import json
import pickle
from typing import Any

import pytest

from graph_tool_call import errors
from graph_tool_call.errors import (
    AnnotationError,
    ArtifactError,
    DecodeError,
    GraphToolCallError,
    HookFailedError,
    PluginError,
    SpecError,
)

#: One instance of each family; classes without an entry of their own take that of the nearest base.
ARGUMENTS: dict[type[GraphToolCallError], tuple[Any, ...]] = {
    GraphToolCallError: ("it went wrong",),
    DecodeError: ("settings", ("expected str @ $.a", "unknown field 'b' @ $")),
    SpecError: ("not_openapi", "no openapi key", "api.yaml", "/info", "is it a JSON Schema?"),
    AnnotationError: ("unknown_tag", "no field has the tag", "known.yaml", 6, "$.fields[0].tag"),
    ArtifactError: ("not_artifact", "no tools", "graph.json"),
    PluginError: ("it raised", "names", "gtc_execute", "gtc-names 1.0"),
}
CLASSES = sorted(
    (cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, GraphToolCallError)),
    key=lambda cls: cls.__name__,
)


def example(cls: type[GraphToolCallError]) -> GraphToolCallError:
    base = next(base for base in cls.__mro__ if base in ARGUMENTS)
    return cls(*ARGUMENTS[base])


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_errors_pickle(cls: type[GraphToolCallError]) -> None:
    """An error crosses processes with all of its data."""
    error = example(cls)

    copy = pickle.loads(pickle.dumps(error))  # noqa: S301

    assert type(error) is type(copy)
    assert (str(error), error.to_dict()) == (str(copy), copy.to_dict())


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_errors_are_data(cls: type[GraphToolCallError]) -> None:
    """`to_dict` is JSON with the code, the text, and every field under its name."""
    error = example(cls)

    data = json.loads(json.dumps(error.to_dict()))

    assert error.code == data["code"]
    assert str(error) == data["message"]
    assert set(cls.fields) <= set(data)


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_errors_render_as_one_line(cls: type[GraphToolCallError]) -> None:
    """The text is one line and says what was given."""
    text = str(example(cls))

    assert text
    assert "\n" not in text


def test_codes_tell_classes_apart() -> None:
    """Each class with a code of its own has one that no other class has."""
    own = [cls.code for cls in CLASSES if "code" in vars(cls)]

    assert sorted(set(own)) == sorted(own)


def test_plugin_errors_name_everything() -> None:
    """Plugin, distribution with version, hook, and what happened."""
    error = HookFailedError("ZeroDivisionError: division by zero", "names", "gtc_execute", "gtc-names 1.0")

    assert "plugin 'names' (gtc-names 1.0), hook 'gtc_execute': ZeroDivisionError: division by zero" == str(error)
    assert {
        "code": "hook_failed",
        "plugin": "names",
        "hook": "gtc_execute",
        "origin": "gtc-names 1.0",
        "file": "",
        "line": 0,
        "message": str(error),
    } == error.to_dict()


def test_spec_errors_name_place_and_next_step() -> None:
    """Document, pointer, problem, hint; parts that are not known are left out."""
    assert "api.yaml at /info: no openapi key (is it a JSON Schema?)" == str(example(SpecError))
    assert "gone" == str(SpecError("file_not_found", "gone"))


def test_decode_errors_list_all_problems() -> None:
    """One error, every problem."""
    assert "settings: expected str @ $.a; unknown field 'b' @ $" == str(example(DecodeError))


def test_sets_become_sorted_lists_in_data() -> None:
    """The data of equal errors is equal, whatever the hash seed."""

    class OddError(GraphToolCallError):
        fields = ("message", "names", "more")

    data = OddError("m", frozenset({"b", "a"}), {"k": (1, object)}).to_dict()

    assert ["a", "b"] == data["names"]
    assert {"k": [1, str(object)]} == data["more"]
