"""Credentials: security schemes, and parameters that carry them."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, contract, document, query, saying

from graph_tool_call.hooks import FieldVerdict

pytestmark = pytest.mark.bundled

SCHEMES = {
    "key": {"type": "apiKey", "in": "query", "name": "api_key"},
    "bearer": {"type": "http", "scheme": "bearer"},
    "certificate": {"type": "mutualTLS"},
}


def rows(security: list[Any], *parameters: Any, **more: Any) -> list[dict[str, Any]]:
    operation = {**answers(), "parameters": list(parameters), "security": security}
    source = document({"/reports": {"get": operation}}, components={"securitySchemes": SCHEMES})
    found: list[dict[str, Any]] = contract(source, **more)["consumes"]
    return found


def test_scheme_becomes_a_credential() -> None:
    """Name and place of the credential come from the scheme."""
    (row,) = rows([{"bearer": []}])

    assert row == {
        "name": "Authorization",
        "path": "Authorization",
        "location": "header",
        "kind": "auth",
        "scheme": "bearer",
        "required": True,
        "field_type": "string",
    }


def test_alternatives_are_told_apart() -> None:
    """One of two schemes is enough, and both rows say which alternative they are."""
    found = rows([{"key": []}, {"bearer": []}])

    assert [("api_key", "security/0", True), ("Authorization", "security/1", True)] == [
        (r["name"], r["alternative"], r["required"]) for r in found
    ]


def test_optional_security_requires_nothing() -> None:
    """An empty requirement among the alternatives means that none is needed (OpenAPI 3.1, 4.8.30)."""
    (row,) = rows([{}, {"bearer": []}])

    assert "required" not in row


def test_schemes_that_calls_do_not_carry_are_no_inputs() -> None:
    """A client certificate is not sent with the call; neither is a scheme that nobody declared."""
    assert [] == rows([{"certificate": []}])
    assert [] == rows([{"nobody": []}])


def test_parameter_that_carries_the_credential_is_the_credential() -> None:
    """One row, also when header names differ in case; what a classifier took it for does not matter."""

    def say(_operation: Any, field: Any) -> FieldVerdict:
        return FieldVerdict(
            field=field.ref, kind="data", role="identifier", semantic_tag="x_id", confidence=0.5, reason="guess"
        )

    (row,) = rows([{"bearer": []}], query("authorization", location="header"), classify=saying(say))

    assert ("authorization", "auth", "bearer", True) == (row["name"], row["kind"], row["scheme"], row["required"])
    assert not set(row) & {"role", "semantic_tag"}


def test_same_name_in_another_place_is_another_input() -> None:
    """A query key is not the header of that name."""
    found = rows([{"key": []}], query("api_key", location="header"))

    assert [("header", "data"), ("query", "auth")] == [(row["location"], row["kind"]) for row in found]
