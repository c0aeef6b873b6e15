"""Security schemes as `auth` rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model import Operation, SecurityScheme


def security_rows(operation: Operation, schemes: Mapping[str, SecurityScheme]) -> list[dict[str, Any]]:
    """One `consumes` row for each credential that *operation* takes.

    A row is required when no alternative of the security requirement goes without a
    credential (OpenAPI 3.1, 4.8.30: an empty requirement makes security optional). Where
    there are several alternatives, rows say which of them they belong to.
    """
    required = bool(operation.security) and all(operation.security)
    places: dict[str, list[int]] = {}
    for index, alternative in enumerate(operation.security):
        for scheme_id, _scopes in alternative:
            places.setdefault(scheme_id, []).append(index)
    rows = []
    for scheme_id, indexes in places.items():
        scheme = schemes.get(scheme_id)
        # A client certificate is nothing that a call carries.
        if scheme is None or not scheme.name:
            continue
        row: dict[str, Any] = {
            "name": scheme.name,
            "path": scheme.name,
            "location": scheme.location,
            "kind": "auth",
            "scheme": scheme_id,
        }
        if required:
            row["required"] = True
        if len(indexes) < len(operation.security):
            row["alternative"] = "security/" + ",".join(map(str, indexes))
        row["field_type"] = "string"
        rows.append(row)
    return rows


def merge_security(rows: list[dict[str, Any]], credentials: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """*rows* and *credentials*; a parameter that has a credential's very name and place is that credential."""
    by_place = {_place(row): row for row in rows if row["location"] != "body"}
    fresh = []
    for credential in credentials:
        declared = by_place.get(_place(credential))
        if declared is None:
            fresh.append(credential)
            by_place[_place(credential)] = credential
            continue
        if declared.get("kind") != "auth":
            for name in ("role", "semantic_tag", "resource"):
                declared.pop(name, None)
        declared["kind"] = "auth"
        declared.setdefault("scheme", credential["scheme"])
        if credential.get("required") and "alternative" not in credential:
            declared["required"] = True
    return rows + fresh


def _place(row: Mapping[str, Any]) -> tuple[str, str]:
    # RFC 9110, 5.1: field names are case-insensitive.
    name = row["name"].lower() if row["location"] == "header" else row["name"]
    return row["location"], name
