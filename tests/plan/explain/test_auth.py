"""Auth readiness: security requirements of a plan's steps against the names of what the caller has."""

from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.plan import Plan, PlanStep, auth_readiness

SCHEMES = {
    "key": {"id": "key", "type": "apiKey", "location": "header", "name": "X-Key"},
    "app": {"id": "app", "type": "apiKey", "location": "query", "name": "app_id"},
    "oauth": {"id": "oauth", "type": "oauth2", "location": "header", "name": "Authorization"},
}


def judged(
    security: list[dict[str, list[str]]] | None,
    *credentials: str,
    scopes: dict[str, list[str]] | None = None,
    rows: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Readiness of a plan of one step."""
    contract = {"consumes": rows or [], "produces": [], "links": []}
    metadata: dict[str, Any] = {"api_contract": contract} | ({} if security is None else {"security": security})
    artifact = {"tools": {"one": {"name": "one", "metadata": metadata}}, "metadata": {"security_schemes": SCHEMES}}
    return auth_readiness(Plan(id="p", steps=[PlanStep("s1", "one")]), artifact, credentials, scopes)


@pytest.mark.parametrize(
    ("security", "credentials", "status", "uses"),
    [
        (None, [], "none", []),
        ([], [], "none", []),
        ([{}], [], "optional", []),
        ([{"key": []}], [], "missing", []),
        ([{"key": []}], ["key"], "covered", ["key"]),
        ([{"key": [], "app": []}], ["key"], "missing", []),
        ([{"key": [], "app": []}], ["key", "app"], "covered", ["key", "app"]),
        ([{"key": []}, {"app": []}], ["app"], "covered", ["app"]),
        ([{"key": [], "app": []}, {"oauth": []}], ["key"], "missing", []),
        ([{"key": []}, {}], [], "optional", []),
        ([{}, {"key": []}], ["key"], "covered", ["key"]),
        ([{}, {"key": [], "app": []}], ["key"], "optional", []),
    ],
)  # fmt: skip
def test_alternatives_are_or_and_their_schemes_are_and(
    security: Any, credentials: list[str], status: str, uses: list[str]
) -> None:
    """An empty alternative makes a credential optional; one that is there is used all the same."""
    answer = judged(security, *credentials)
    (step,) = answer["steps"]

    assert (status, uses, status != "missing") == (step["status"], step["uses"], answer["ready"])


def test_the_nearest_alternative_says_what_is_missing() -> None:
    """The one that lacks least, and what its schemes look like."""
    answer = judged([{"oauth": ["read"], "app": []}, {"key": [], "app": []}], "key")

    assert [{"scheme": "app", "code": "missing_credential", "scopes": [], "type": "apiKey", "location": "query",
             "name": "app_id"}] == answer["missing"]  # fmt: skip


def test_scopes_are_checked_where_the_caller_says_them() -> None:
    """A credential without a scope that is needed doesn't cover; naming scopes names the credential too."""
    needs = [{"oauth": ["read", "write"]}]

    short = judged(needs, scopes={"oauth": ["read"]})
    assert [("oauth", "missing_scope", ["write"])] == [(m["scheme"], m["code"], m["scopes"]) for m in short["missing"]]
    assert judged(needs, scopes={"oauth": ["read", "write", "admin"]})["ready"]


def test_scopes_that_nobody_knows_are_told() -> None:
    """Covered as far as one can see."""
    (step,) = judged([{"oauth": ["read"]}], "oauth")["steps"]

    assert ("covered", {"oauth": ["read"]}) == (step["status"], step["unchecked_scopes"])


def test_credentials_that_are_plain_parameters_go_with_every_alternative() -> None:
    """`token` in the query is needed whatever scheme is used; its name is that of the parameter."""
    token = {"name": "token", "path": "token", "location": "query", "kind": "auth", "required": True}

    assert [("token", "missing_credential")] == [
        (m["scheme"], m["code"]) for m in judged([{"key": []}], "key", rows=[token])["missing"]
    ]
    assert judged([{"key": []}], "key", "TOKEN", rows=[token])["ready"]
    assert judged(None, "token", rows=[token])["ready"]


def test_an_artifact_without_requirements_has_its_rows() -> None:
    """Older artifacts say of a credential only that it is required."""
    row = {"name": "X-Key", "location": "header", "kind": "auth", "required": True, "scheme": "key"}

    assert ["key"] == [entry["scheme"] for entry in judged(None, rows=[row])["missing"]]


def test_a_scheme_that_the_document_does_not_declare() -> None:
    """It is missing, and the document is at fault."""
    (entry,) = judged([{"ghost": []}])["missing"]

    assert ("ghost", "undeclared_scheme") == (entry["scheme"], entry["code"])


def test_names_that_nothing_takes_are_told() -> None:
    """With the one that may be meant."""
    answer = judged([{"key": []}], "kye", "key", "zebra")

    assert [{"name": "kye", "near": "key"}, {"name": "zebra"}] == answer["unknown_credentials"]


def test_all_steps_are_judged_and_missing_schemes_told_once() -> None:
    """One credential serves many calls."""
    tool = {"metadata": {"security": [{"key": []}]}}
    artifact = {"tools": {"a": {"name": "a", **tool}, "b": {"name": "b", **tool}},
                "metadata": {"security_schemes": SCHEMES}}  # fmt: skip
    answer = auth_readiness(Plan(id="p", steps=[PlanStep("s1", "a"), PlanStep("s2", "b")]), artifact)

    assert (["s1", "s2"], 1) == ([step["step_id"] for step in answer["steps"]], len(answer["missing"]))
