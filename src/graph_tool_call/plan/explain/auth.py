"""Auth readiness: which steps of a plan need which credentials and scopes, and whether the caller has them.

Names only. What a credential's value is never comes here.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ...model.plan import Plan
from ...model.tool import metadata_of, row_name, rows_of

#: Status of a step → what it means.
STATUSES: Final = {
    "none": "the call takes no credential",
    "covered": "the caller has what one alternative needs",
    "optional": "the call can be made without; with a credential it may give more",
    "missing": "no alternative is covered",
}

Alternative = Mapping[str, Sequence[str]]


def auth_readiness(
    plan: Plan, graph: Any, credentials: Iterable[str] = (), scopes: Mapping[str, Iterable[str]] | None = None
) -> dict[str, Any]:
    """Whether the calls of *plan* can be authenticated.

    Args:
        plan: A plan over the tools of *graph*.
        graph: A `ToolGraph`, or its artifact.
        credentials: Names of the security schemes (or of credential parameters) that the caller has a value for.
        scopes: Security scheme → scopes that its credential has. A scheme that is not named
            here is not checked for scopes; the scopes that it needs are then told as `unchecked_scopes`.

    Returns:
        `ready`, `steps` (each with `step_id, tool, status, alternatives`, `uses`, `missing`,
        `unchecked_scopes`), `missing` (each with `scheme`, `code` and what the scheme looks
        like) and `unknown_credentials`, names that the tools of the plan know nothing of.

        Alternatives of a security requirement are OR, the schemes in one are AND; an empty
        alternative makes it optional (OpenAPI 3.1, 4.8.30). `code` is missing_credential,
        missing_scope or undeclared_scheme.
    """
    artifact = getattr(graph, "artifact", graph)
    wallet = _Wallet(artifact, credentials, scopes or {})
    tools = artifact["tools"]
    by_name = tools if isinstance(tools, Mapping) else {tool["name"]: tool for tool in tools}
    steps = [{"step_id": step.id, "tool": step.tool, **wallet.judge(by_name[step.tool])} for step in plan.steps]
    missing = {entry["scheme"]: entry for step in steps for entry in step["missing"]}
    return {
        "ready": all(step["status"] != "missing" for step in steps),
        "steps": steps,
        "missing": list(missing.values()),
        "unknown_credentials": wallet.unknown(by_name[step.tool] for step in plan.steps),
    }


class _Wallet:
    """What the caller has, by name."""

    def __init__(self, artifact: Mapping[str, Any], names: Iterable[str], scopes: Mapping[str, Iterable[str]]) -> None:
        self._names = tuple(dict.fromkeys((*names, *scopes)))
        self._folded = {name.casefold() for name in self._names}
        self._scopes = {name.casefold(): frozenset(given) for name, given in scopes.items()}
        self._schemes: Mapping[str, Any] = artifact.get("metadata", {}).get("security_schemes", {})

    def judge(self, tool: Any) -> dict[str, Any]:
        """Status of one call, the alternative that it *uses*, and what is *missing* of the nearest one."""
        declared = metadata_of(tool).get("security") or []
        loose = _loose(tool, declared=bool(declared))
        # Credentials that are plain parameters go with every alternative.
        alternatives: list[Alternative] = [{**one, **loose} for one in declared] or ([loose] if loose else [])
        needed = [one for one in alternatives if one]
        ranked = sorted(needed, key=lambda one: len(self._lacks(one, loose)))
        status, uses, missing = "none", [], []
        if ranked and not self._lacks(ranked[0], loose):
            status, uses = "covered", list(ranked[0])
        elif len(needed) < len(alternatives):
            status = "optional"
        elif ranked:
            status, missing = "missing", self._lacks(ranked[0], loose)
        listed = [[{"scheme": name, "scopes": list(said)} for name, said in one.items()] for one in alternatives]
        out: dict[str, Any] = {"status": status, "alternatives": listed, "uses": uses, "missing": missing}
        unchecked = {name: list(ranked[0][name]) for name in uses if ranked[0][name] and not self._says_scopes(name)}
        return out | ({"unchecked_scopes": unchecked} if unchecked else {})

    def _says_scopes(self, name: str) -> bool:
        return name.casefold() in self._scopes

    def _lacks(self, alternative: Alternative, loose: Alternative) -> list[dict[str, Any]]:
        """What the caller doesn't have of one alternative."""
        lacks = []
        for name, wanted in alternative.items():
            known = self._scopes.get(name.casefold())
            absent = [scope for scope in wanted if known is not None and scope not in known]
            if name.casefold() not in self._folded:
                code = "missing_credential" if name in self._schemes or name in loose else "undeclared_scheme"
                lacks.append({"scheme": name, "code": code, "scopes": list(wanted), **self._facts(name)})
            elif absent:
                lacks.append({"scheme": name, "code": "missing_scope", "scopes": absent, **self._facts(name)})
        return lacks

    def _facts(self, name: str) -> dict[str, Any]:
        scheme = self._schemes.get(name, {})
        return {key: scheme[key] for key in ("type", "location", "name") if scheme.get(key)}

    def unknown(self, tools: Iterable[Any]) -> list[dict[str, Any]]:
        """Names that neither a scheme nor a credential parameter has, each with the one that may be meant."""
        known = {name.casefold(): name for tool in tools for name in _loose(tool, declared=False)}
        known |= {name.casefold(): name for name in self._schemes}
        out = []
        for name in self._names:
            if name.casefold() not in known:
                near = difflib.get_close_matches(name.casefold(), sorted(known), n=1, cutoff=0.6)
                out.append({"name": name} | ({"near": known[near[0]]} if near else {}))
        return out


def _loose(tool: Any, *, declared: bool) -> dict[str, Sequence[str]]:
    """Required credentials that are plain parameters; without *declared* requirements, those of schemes too."""
    rows = [row for row in rows_of(tool, "consumes") if row.get("kind") == "auth" and row.get("required")]
    return {str(row.get("scheme") or row_name(row)): () for row in rows if not (declared and "scheme" in row)}
