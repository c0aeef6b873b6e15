"""Values that a question itself gives, read without a model: members of enums, and values after their word.

Only what the wording shows beyond doubt: "ticket 42" is a ticket's key, "open" a member of
an enum, "status: active" a named value. Everything else is left to a model or a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import attrs

from ...model.contract import Input, read_input
from ...model.tool import rows_of, tool_facts
from .wording import words

_TOKEN: Final = re.compile(
    r"""["“'`](?P<quoted>[^"”'`]+)["”'`] | (?P<plain>https?://[^\s,;]+ | [\w.+-]+@[\w-]+(?:\.[\w-]+)+
    | \#?[\w]+(?:[-.:/][\w]+)*) | (?P<mark>[^\w\s])""",
    re.VERBOSE,
)
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?$")
_CODE: Final = re.compile(r"(?=.*\d)[\w.:/-]+$|[A-Z][A-Z0-9_-]+$")
#: A code that can hardly be a word: digits in it, and a hyphen or some length.
_LONE_CODE: Final = re.compile(r"(?=.*\d)(?=.*[A-Za-z])([\w]+(-[\w]+)+|\w{10,})$")
_NO_WORD: Final = re.compile(r"\d|\w-\w|[a-z][A-Z]")
_EMAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+$")
_URL: Final = re.compile(r"https?://")
#: Endings of names that say "key of": what stands before them is whose key it is.
_KEY_WORDS: Final = frozenset("id ids no num number nr key code uuid guid slug name login handle ref sn seq".split())
#: Words that may stand between a name and its value.
_COPULAS: Final = frozenset({"is", "=", ":", "of", "to", "named", "called", "titled", "number", "no", "id", "#"})
#: Participles that introduce a value of an input of that name.
_INTRODUCES: Final[Mapping[str, str]] = MappingProxyType({"named": "name", "called": "name", "titled": "title"})
#: Acronyms that are words, not codes.
_ACRONYMS: Final = frozenset(
    "API CLI CPU CSV DB DELETE DNS GET GPG GPU HEAD HTML HTTP HTTPS ID IP JSON JWT OK OPTIONS PATCH PDF POST PR PUT "
    "RAM README REST RSS SDK SMS SQL SSH SSL SSO TLS TV UI URI URL UUID VM VPN XML YAML ZIP".split()
)
#: Members of enums that are ordinary words in any question.
_ORDINARY: Final = frozenset(
    "a all an and any asc by desc false for in id name no none of on or the to true type".split()
)
#: Names of inputs that take free text to search for.
_SEARCH_NAMES: Final = frozenset("q query keyword keywords search term text".split())
_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_SEPARATORS: Final = re.compile(r"[\s_-]+")


@attrs.frozen
class Token:
    """One word, value or mark of a question, as written."""

    text: str
    quoted: bool = False
    #: First of the question or of a clause: a verb rather than a value.
    first: bool = False

    @property
    def is_value(self) -> bool:
        """Whether it can be a value: quoted, a number, an address, or a code."""
        text = self.text.lstrip("#")
        if self.quoted or _NUMBER.match(text) or _EMAIL.match(text) or _URL.match(text):
            return True
        return text not in _ACRONYMS and len(text) > 1 and bool(_CODE.match(text))


def entities_from_query(query: str, tool: Any, *, name: str = "") -> dict[str, Any]:
    """Values for the inputs of *tool* that *query* states, by input name.

    Args:
        query: The user's words.
        tool: Tool dict or object with its contract.
        name: The tool's name, where the tool does not carry it.

    Returns:
        Input name → value: a member of the input's enum, a number for numeric inputs, else text.
        Empty when the wording gives nothing.
    """
    tokens = list(_tokens(query))
    inputs = [read_input(row) for row in rows_of(tool, "consumes") if row.get("kind", "data") != "auth"]
    path = tool_facts(name, tool).path
    found: dict[str, Any] = {}
    used: set[int] = set()
    for need in _in_order(inputs):
        if need.name in found:
            continue
        hit = _member(need, tokens, used) or _part(need, tokens, path)
        hit = hit or _keyed(need, tokens, used, _subjects(need, path)) or _by_form(need, tokens, used, inputs)
        if hit:
            position, value = hit
            used.add(position)
            found[need.name] = value
    _add_lone_code(found, inputs, tokens, used)
    return found


def _add_lone_code(found: dict[str, Any], inputs: Sequence[Input], tokens: Sequence[Token], used: set[int]) -> None:
    """The one code of a question is the one key that is still missing, whatever words are around it."""
    keys = [n for n in inputs if n.location == "path" and n.required and n.name not in found]
    codes = [t for i, t in enumerate(tokens) if i not in used and not t.quoted and _LONE_CODE.match(t.text)]
    if len(keys) == len(codes) == 1:
        value = _typed(codes[0], keys[0])
        if value is not None:
            found[keys[0].name] = value


def _part(need: Input, tokens: Sequence[Token], path: str) -> tuple[int, Any] | None:
    """One part of a value that names several slots in a row: "octocat/hello" for `/repos/{owner}/{repo}`."""
    slots = _slots(need, path)
    if slots is None or len(slots.names) < 2:
        return None
    for position, token in enumerate(tokens):
        parts = token.text.split("/")
        if len(parts) != len(slots.names) or not all(parts) or _URL.match(token.text):
            continue
        # "read/write" has a slash too: the word before, or a form that no word has, tells a key.
        before = words(tokens[position - 1].text) if position else frozenset()
        if before & words(" ".join((slots.segment, *slots.names))) or _NO_WORD.search(token.text):
            return position, parts[slots.names.index(need.name)]
    return None


def _tokens(query: str) -> Iterator[Token]:
    first = True
    for match in _TOKEN.finditer(query):
        quoted = match["quoted"] is not None
        yield Token(match["quoted"] or match["plain"] or match["mark"], quoted, first)
        first = bool(match["mark"]) and match["mark"] in ",.;!?"


def _in_order(inputs: Sequence[Input]) -> list[Input]:
    """Required ones first, path before query before body; the contract's order among equals."""
    places = {"path": 0, "query": 1, "body": 2}
    return sorted(inputs, key=lambda need: (not need.required, places.get(need.location, 3)))


def _subjects(need: Input, path: str) -> frozenset[str]:
    """Words that say whose value an input takes: its name without "id", its resource, the segment before its slot."""
    own = words(need.name)
    told = (own - _KEY_WORDS or own) | words(need.resource)
    slots = _slots(need, path)
    # Of several slots in a row the last is the thing itself; the others only lead to it.
    if slots is None or need.name != slots.names[-1]:
        return told
    spelled = {word.lower() for word in _WORDS.findall(need.name)}
    return told | words(slots.segment) | (spelled & _KEY_WORDS)


@attrs.frozen
class _Slots:
    """Slots in a row, with the static segment before them: `repos` of `/repos/{owner}/{repo}`."""

    segment: str
    names: tuple[str, ...]


def _slots(need: Input, path: str) -> _Slots | None:
    segment = ""
    run: list[str] = []
    for part in [*path.strip("/").split("/"), ""]:
        if part.startswith("{") and part.endswith("}"):
            run.append(part[1:-1])
            continue
        if need.location == "path" and need.name in run:
            return _Slots(segment, tuple(run))
        segment, run = part, []
    return None


def _member(need: Input, tokens: Sequence[Token], used: set[int]) -> tuple[int, Any] | None:
    """A member of the input's enum among the words."""
    choices = need.row.get("enum") or (need.row.get("array") or {}).get("enum") or ()
    spelled = {_SEPARATORS.sub(" ", c.lower()): c for c in choices if isinstance(c, str) and c.lower() not in _ORDINARY}
    for position, token in enumerate(tokens):
        # A verb at the beginning is the request itself ("open a ticket"), not a state.
        if position in used or (token.first and not token.quoted):
            continue
        for length in (3, 2, 1):
            text = " ".join(t.text for t in tokens[position : position + length])
            choice = spelled.get(_SEPARATORS.sub(" ", text.lower()))
            if choice is not None:
                return position, choice
    return None


def _keyed(need: Input, tokens: Sequence[Token], used: set[int], subjects: frozenset[str]) -> tuple[int, Any] | None:
    """A value after a word that says whose it is: "ticket 42", "limit: 10", "the lighthouse ABC"."""
    for position, token in enumerate(tokens):
        word = _INTRODUCES.get(token.text.lower(), token.text)
        if token.is_value or subjects.isdisjoint(words(word) | {word.lower()}):
            continue
        after = position + 1
        while after < len(tokens) and tokens[after].text.lower() in _COPULAS:
            after += 1
        if after < len(tokens) and after not in used and tokens[after].is_value:
            value = _typed(tokens[after], need)
            if value is not None:
                return after, value
    return None


def _by_form(need: Input, tokens: Sequence[Token], used: set[int], inputs: Sequence[Input]) -> tuple[int, Any] | None:
    """A value that only one input can take by its form: an address, or quoted text for the one search input."""
    own = words(need.name)
    for position, token in enumerate(tokens):
        if position in used:
            continue
        mail = _EMAIL.match(token.text) and ("email" in own or "mail" in own or need.row.get("format") == "email")
        link = _URL.match(token.text) and ({"url", "uri", "link"} & own or need.row.get("format") in {"uri", "url"})
        sought = token.quoted and need.name.lower() in _SEARCH_NAMES
        if (mail or link or sought) and _alone(need, inputs):
            return position, token.text
    return None


def _alone(need: Input, inputs: Iterable[Input]) -> bool:
    """Whether no other input has the same name: then the value could be for either."""
    return sum(1 for other in inputs if other.name == need.name) == 1


def _typed(token: Token, need: Input) -> Any:
    """The token's value in the input's type; None when it does not fit."""
    text = token.text if token.quoted else token.text.lstrip("#")
    if need.type == "integer":
        return int(text) if re.fullmatch(r"-?\d+", text) else None
    if need.type == "number":
        return float(text) if _NUMBER.match(text) else None
    if need.type in {"boolean", "object"}:
        return None
    if isinstance(need.row.get("enum"), Sequence):
        return None
    return [text] if need.type == "array" else text
