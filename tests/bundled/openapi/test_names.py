"""Tool names: suitable, unique, stable."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given, settings, strategies as st
from small_documents import OK, codes, read

from graph_tool_call_bundled.openapi.names import Nameable, tool_names

SUITABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")


def _one(operation_id: str, method: str = "get", path: str = "/pets/{petId}") -> str:
    return tool_names([Nameable(method=method, path=path, operation_id=operation_id)])[f"{method.upper()} {path}"]


@pytest.mark.parametrize(
    ("operation_id", "expected"),
    [
        ("listPets", "listPets"),
        ("list-pets_2", "list-pets_2"),
        ("meta/root", "meta_root"),
        ("find pet by id", "find_pet_by_id"),
        ("a.b::c", "a_b_c"),
        ("  padded ", "padded"),
    ],
)
def test_operation_id_becomes_the_name(operation_id: str, expected: str) -> None:
    """As it is where that is possible; runs of other characters become one underscore."""
    assert expected == _one(operation_id)


@pytest.mark.parametrize("operation_id", ["", "  ", "...", "사용자조회", "取得"])
def test_without_usable_id_the_name_is_method_and_path(operation_id: str) -> None:
    """So it is when no letter of the id can be kept."""
    assert "get_pets_petId" == _one(operation_id)
    assert "get_root" == _one(operation_id, path="/")


def test_long_name_keeps_its_beginning() -> None:
    """Cut at 64 characters, with a mark of the whole, so that two long names stay two."""
    first, second = _one("a" * 80 + "1"), _one("a" * 80 + "2")

    assert first != second
    assert all(SUITABLE.fullmatch(name) and name.startswith("a" * 50) for name in (first, second))
    assert "a" * 64 == _one("a" * 64)


def test_original_id_is_kept() -> None:
    """The name is for models; the id is the document's."""
    operation = read({"/a": {"get": {"operationId": "find pet/by id", "responses": OK}}}).operations[0]

    assert ("find_pet_by_id", "find pet/by id") == (operation.name, operation.operation_id)


def test_equal_ids_are_told_apart_and_reported() -> None:
    """Each operation has its own name, made of its method and path."""
    collection = read({path: {"get": {"operationId": "list", "responses": OK}} for path in ("/b", "/a", "/c")})

    assert {"GET /a": "list", "GET /b": "list_get_b", "GET /c": "list_get_c"} == {
        o.key: o.name for o in collection.operations
    }
    assert ["duplicate_operation_id"] * 2 == codes(collection)


def test_exact_id_has_the_better_right() -> None:
    """An id that only becomes equal by mapping gives way to one that is the name."""
    operations = [
        Nameable(method="get", path="/a", operation_id="a b"),
        Nameable(method="get", path="/b", operation_id="a_b"),
    ]

    assert {"GET /a": "a_b_get_a", "GET /b": "a_b"} == tool_names(operations)


def test_borrowed_operation_gives_way() -> None:
    """An operation behind a path item's reference leaves the name to the one that it refers to."""
    collection = read({"/a": {"$ref": "#/paths/~1z"}, "/z": {"get": {"operationId": "getFoo", "responses": OK}}})

    assert {"GET /z": "getFoo", "GET /a": "getFoo_get_a"} == {o.key: o.name for o in collection.operations}


def test_suffix_may_be_taken_already() -> None:
    """A name made by telling apart never meets another's id."""
    ids = {"/a": "list", "/b": "list", "/c": "list_get_b"}
    names = tool_names(Nameable(method="get", path=path, operation_id=found) for path, found in ids.items())

    assert 3 == len(set(names.values()))
    assert "list_get_b" == names["GET /c"]


OPERATIONS = st.lists(
    st.builds(
        Nameable,
        method=st.sampled_from(["get", "post"]),
        path=st.sampled_from(["/", "/a", "/a/{b}", "/a_b", "/가", "/" + "x" * 90]),
        operation_id=st.sampled_from(["", "a", "a b", "a_b", "a.b", "x" * 70, "x" * 64, "get_a"]) | st.text(max_size=4),
        borrowed=st.booleans(),
    ),
    max_size=8,
    unique_by=lambda operation: operation.key,
)


@settings(deadline=None)
@given(OPERATIONS, st.randoms(use_true_random=False))
def test_names_are_suitable_unique_and_independent_of_order(operations: list[Nameable], random: object) -> None:
    """Whatever the operations, and in whatever order they come."""
    names = tool_names(operations)
    shuffled = list(operations)
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    assert len(operations) == len(names) == len(set(names.values()))
    assert all(SUITABLE.fullmatch(name) for name in names.values())
    assert names == tool_names(shuffled)


def test_every_order_of_a_collision_gives_the_same_names() -> None:
    """All orders of four operations that want the same name."""
    wanted = [("/a", "x y"), ("/b", "x.y"), ("/c", "x_y"), ("/d", "x_y")]
    operations = [Nameable(method="get", path=path, operation_id=found) for path, found in wanted]

    assert 1 == len({tuple(sorted(tool_names(order).items())) for order in itertools.permutations(operations)})
