"""Words and naming conventions are what plugins say: the library itself keeps no list of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "src" / "graph_tool_call"

pytestmark = pytest.mark.repository

#: So many words are a list.
LONGEST = 5
#: Adapters of one format and fronts: what they list are keywords of the format, names of options and of files.
APART = {"cli", "testing"}
#: Names of the library's own: keys of its records, codes, tables, kinds; and what a standard names.
OWN = {
    "building.py _READING",
    "contracts/annotations.py SECTIONS",
    "contracts/index.py kept",
    "contracts/issues.py ISSUES",
    "contracts/plain.py _plain",
    "contracts/verdicts.py PARTS",
    "graph/account.py CUTS",
    "graph/account.py REASONS",
    "graph/soundness.py _ROW_TEXTS",
    "hooks/roles.py ROLES",
    "hooks/tables.py TABLES",
    "hooks/types.py ACTIONS",
    "learning/record.py ERROR_KINDS",
    "learning/record.py REASONS",
    "learning/suggestions.py _parts",
    "learning/suggestions.py texts",
    "model/binding.py PSEUDO",
    "plan/__init__.py _HOMES",
    "plan/derivation/derivation.py GIVEN",
    "plan/errors.py fields",
    "plan/explain/costs.py CODES",
    "plan/explain/costs.py _CODES",
    "plan/explain/costs.py _WORDS",
    "plan/explain/whynot.py VERDICTS",
    "plan/running/coerce.py _FACTS",
    "plan/running/events.py ERROR_KINDS",
    "plan/running/findings.py _blank",
    "plan/running/sequence.py _FINAL",
    "plan/running/trace.py _NOTE",
    "plan/running/understood.py _THING",
    "plan/write/slots.py _FORM",
    "pluginset/implementations.py COLLECTED",
    "request/values.py REQUEST_SCHEMA",
}
#: What is left of lists of words, with how many they have: smaller is better, larger is refused.
LEFT: dict[str, int] = {
    "graph/index.py GENERIC_NAMES": 35,
    "model/plurals.py IRREGULAR": 89,
    "model/plurals.py SHORT_PLURALS": 20,
    "model/plurals.py UNCHANGED": 101,
    "model/spelling.py singular": 13,
    "model/standards.py STANDARDS": 55,
    "plan/binding/envelope.py CODE_KEYS": 6,
    "plan/binding/envelope.py MESSAGE_KEYS": 9,
    "plan/problem/given.py SEARCH_NAMES": 8,
    "plan/problem/given.py _BARE": 12,
    "plan/problem/inputs.py known_by_people": 6,
    "plan/running/redact.py DOUBTFUL_NAMES": 7,
    "plan/running/redact.py SECRET_ENDINGS": 22,
    "plan/running/redact.py SECRET_NAMES": 45,
}


def _is_split(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split"


def _members(node: ast.AST) -> list[str]:
    """The texts that a literal collection, or a split text, is made of."""
    if isinstance(node, (ast.Set, ast.List, ast.Tuple)):
        # What stands in it by a star is its own.
        parts = ([*e.value.elts] if isinstance(e, ast.Starred) and hasattr(e.value, "elts") else [e] for e in node.elts)
        nodes: list[ast.expr | None] = [part for some in parts for part in some]
    elif isinstance(node, ast.Dict):
        nodes = list(node.keys)
    elif _is_split(node):
        text = node.func.value  # type: ignore[attr-defined]
        return text.value.split() if isinstance(text, ast.Constant) and isinstance(text.value, str) else []
    elif isinstance(node, ast.Call):
        texts = [part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        return [word for text in texts if text.replace(" ", "").isalnum() for word in text.split()]
    else:
        return []
    return [part.value for part in nodes if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def _named(source: str) -> Iterator[tuple[str, int]]:
    """The name that each list of words is found under, and how many it has."""
    tree = ast.parse(source)
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(above.get(node), ast.Starred):
            continue
        words = [word for word in _members(node) if word[:1].isalnum() or word[:1] == "_"]
        place: ast.AST = node
        while place in above and not isinstance(place, (ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.ClassDef)):
            place = above[place]
        inside: ast.AST | None = place
        while inside in above and not isinstance(inside, ast.FunctionDef):
            inside = above[inside]
        # Objects that functions make have keys, and what they call has messages.
        made = isinstance(node, ast.Dict) or (isinstance(node, ast.Call) and not _is_split(node))
        if len(words) > LONGEST and not (made and isinstance(inside, ast.FunctionDef)):
            yield _name(place), len(words)


def _name(place: ast.AST) -> str:
    target = place.targets[0] if isinstance(place, ast.Assign) else getattr(place, "target", None)
    if isinstance(target, ast.Tuple):
        target = target.elts[0]
    return ast.unparse(target) if target is not None else str(getattr(place, "name", ""))


def found() -> dict[str, int]:
    """Every list of words of the library: "file NAME" → how many it has."""
    counts: dict[str, int] = {}
    for path in sorted(ROOT.rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        if file.split("/")[0] in APART:
            continue
        for name, count in _named(path.read_text(encoding="utf-8")):
            if name != "__all__" and f"{file} {name}" not in OWN:
                counts[f"{file} {name}"] = counts.get(f"{file} {name}", 0) + count
    return counts


def test_no_list_of_words_is_added_or_grows() -> None:
    """Words belong into a plugin's vocabulary; who takes some out lowers the number here."""
    assert dict(sorted(LEFT.items())) == found()


def test_lists_are_found_however_they_are_written() -> None:
    """The measure itself."""
    source = (
        'A = frozenset("a b c d e f".split())\nB = ("a", "b", "c", "d", "e", "f")\nC = {"a b": 1}\n'
        'def d():\n    return {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1}\n'
        'def e(x):\n    return x in {"a", "b", "c", "d", "e", "f", "g"}\nF = {"x": G("a b c", "d e f g")}\n'
    )

    assert [("A", 6), ("B", 6), ("e", 7), ("F", 7)] == sorted(_named(source), key=lambda one: "ABeF".index(one[0]))
