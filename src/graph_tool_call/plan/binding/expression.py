"""The grammar of binding expressions: values, and the parser that makes them.

    template  = (text | "$${" | binding)*
    binding   = "${" root segment* "}"
    root      = "input" | "user_input" | "item" | step id
    segment   = "." name | "." number | ".*" | "[" number "]" | "[*]" | "[" quoted "]"
              | "[?" condition ("|" (order | "all"))? "]" | "[" (order | "only") "]" | ".$" pseudo
    condition = clause ("&&" clause)* | test ("||" test)*
    clause    = test | "(" test ("||" test)* ")"
    test      = path ("+" (quoted | path))* "==" (literal | reference)
    order     = ("max_by" | "min_by") "(" path ")"
    literal   = quoted | number | "true" | "false" | "null"

`$${` stands for a literal `${`. Names hold anything but `. [ ] { } ' " =`, white space
and a leading `$`; others are quoted: `${s1['a.b']}`, with a backslash before a quote or a backslash.
In filters `== && || ( )` are those of JSONPath (RFC 9535), names stand bare as in JMESPath,
and so do `max_by` and `min_by`. `[only]` is the one element of a list without others.
With `| all` a filter means every element that fits, as a list.
`+ && || |` have blanks around them, and names with round
brackets are quoted there.
A number is a key where it meets an object and an index where it meets a list; a quoted
name is always a key. Pseudo members start with an unquoted `$` (a key that starts with
one is quoted):

    $headers       response headers of a step, by name in any case: `${s1.$headers.Location}`
    $status        HTTP status of a step
    $last_segment  last path segment of a URL or path, decoded, without query, fragment and
                   trailing slash: `${s1.$headers.Location.$last_segment}`
    $keys $values  the keys, or the values, of an object as a list: `${s1.data.$keys.0}`
    $item          behind an element: what the `foreach` call was made for that answered it,
                   `${s2.*.pets[?name == 'Leo'].$item.id}`
    $parent        behind an element: the element in whose list it lies,
                   `${s1.teams.*.members[?name == 'Ada'].$parent.id}`
"""

from __future__ import annotations

import re
from typing import Any

import attrs

from ...model.binding import (
    EVERY,
    INDEX,
    INPUT_ROOTS,
    ITEM_ROOT,
    NAME,
    PSEUDO,
    WORDS,
    Every,
    Filter,
    Key,
    Order,
    Position,
    Pseudo,
    Reference,
    Segment,
    Template,
    path_text,
    quoted,
)
from ..errors import BindingSyntaxError

_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")
_GROUPED_NAME = re.compile(r"""[^\s.\[\]{}'"=$()][^\s.\[\]{}'"=()]*""")
#: Digits of an index or number, and filters inside filters; what is longer or deeper is nobody's meaning.
_DIGITS = 300
_DEEPEST = 20


def parse(text: str) -> Template:
    """Read *text*. Raises `BindingSyntaxError` with the position of what is wrong."""
    parts: list[str | Reference] = []
    literal: list[str] = []
    at = 0
    while (start := text.find("$", at)) >= 0:
        literal.append(text[at:start])
        if text.startswith("$${", start):
            literal.append("${")
            at = start + 3
        elif text.startswith("${", start):
            parser = _Parser(text, start + 2)
            if before := "".join(literal):
                parts.append(before)
            literal.clear()
            parts.append(parser.binding(start))
            at = parser.at
        else:
            literal.append("$")
            at = start + 1
    literal.append(text[at:])
    if rest := "".join(literal):
        parts.append(rest)
    return Template(text, tuple(parts))


class _Parser:
    """Recursive descent over one binding; `at` is where it stands."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.depth = 0
        #: Round brackets that are open here.
        self.groups = 0

    def binding(self, start: int) -> Reference:
        reference = self.reference("a step id, 'input', 'user_input' or 'item'")
        if self.at >= len(self.text):
            raise BindingSyntaxError(self.text, start, "binding without closing '}'")
        if self.peek() != "}":
            raise self.error("expected '.', '[' or '}'")
        self.at += 1
        return reference

    def reference(self, wanted: str) -> Reference:
        self.spaces()
        root = self.name()
        if root is None:
            raise self.error(f"expected {wanted}")
        reference = Reference(root, self.segments())
        self.spaces()
        return reference

    def segments(self) -> tuple[Segment, ...]:
        found: list[Segment] = []
        while (char := self.peek()) and char in ".[":
            self.at += 1
            found.append(self.dotted() if char == "." else self.bracketed())
        return tuple(found)

    def dotted(self) -> Segment:
        if self.take("*"):
            return EVERY
        if self.take("$"):
            start = self.at
            pseudo = self.name() or ""
            if pseudo not in PSEUDO:
                self.at = start - 1
                raise self.error(f"unknown pseudo member '${pseudo}' (there are: {', '.join('$' + p for p in PSEUDO)})")
            return Pseudo(pseudo)
        name = self.name()
        if name is None:
            raise self.error("expected a name; quote names with special characters: ['a.b']")
        return Position(int(name)) if _is_index(name) else Key(name)

    def bracketed(self) -> Segment:
        self.spaces()
        if self.take("?"):
            segment: Segment = self.filter()
        elif self.take("*"):
            segment = EVERY
        elif self.peek() in ("'", '"'):
            segment = Key(self.string())
        elif (index := self.match(INDEX)) is not None:
            segment = Position(int(self.checked(index)))
        elif self.take("only"):
            segment = Filter((), None)
        elif (order := self.order()) is not None:
            segment = Filter((), None, order=order)
        else:
            raise self.error("expected an index, '*', a quoted name, a filter or an order")
        self.spaces()
        if not self.take("]"):
            raise self.error("expected ']'")
        return segment

    def filter(self) -> Filter:
        """What stands behind `[?`, without the closing bracket."""
        clauses = [self.clause()]
        while self.take_word("&&"):
            clauses.append(self.clause())
        if len(clauses) > 1 and any(is_bare for _, is_bare in clauses):
            raise self.error("'&&' and '||' in one filter: put the part with '||' into round brackets")
        order, every = None, False
        if self.take_word("|"):
            self.spaces()
            order = self.order()
            every = order is None and self.take("all")
            if order is None and not every:
                raise self.error("expected max_by(…), min_by(…) or all")
        first, *also = (clause for clause, _ in clauses)
        return attrs.evolve(first, also=tuple(also), order=order, every=every)

    def clause(self) -> tuple[Filter, bool]:
        """Tests of which one must hold, and whether several stand there without round brackets."""
        self.spaces()
        grouped = self.take("(")
        self.groups += grouped
        first, *others = [self.test()]
        while self.take_word("||"):
            others.append(self.test())
        if grouped:
            self.spaces()
            if not self.take(")"):
                raise self.error("expected ')'")
        self.groups -= grouped
        return attrs.evolve(first, either=tuple(others)), bool(others) and not grouped

    def test(self) -> Filter:
        path = self.field()
        joined: list[tuple[Segment, ...] | str] = []
        while self.take_word("+"):
            self.spaces()
            joined.append(self.string() if self.peek() in ("'", '"') else self.field())
        self.spaces()
        if not self.take("=="):
            raise self.error("expected '=='")
        self.spaces()
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error(f"filters are nested deeper than {_DEEPEST}")
        operand = self.operand()
        self.depth -= 1
        return Filter(path, operand, joined=tuple(joined))

    def field(self) -> tuple[Segment, ...]:
        """The path of a field of an element."""
        self.spaces()
        segments: tuple[Segment, ...] = ()
        if (name := self.name()) is not None:
            segments = (Position(int(name)) if _is_index(name) else Key(name),)
        elif self.peek() != "[":
            raise self.error("expected the name of a field")
        start = self.at
        segments += self.segments()
        if any(not isinstance(segment, (Key, Position)) for segment in segments):
            self.at = start
            raise self.error("a filter compares one field: no '*', filter or pseudo member here")
        return segments

    def order(self) -> Order | None:
        """`max_by(path)` or `min_by(path)`; None where neither stands."""
        word = next((word for word in ("max_by", "min_by") if self.take(f"{word}(")), "")
        if not word:
            return None
        self.groups += 1
        path = self.field()
        self.groups -= 1
        self.spaces()
        if not self.take(")"):
            raise self.error("expected ')'")
        return Order(path, least=word == "min_by")

    def name(self) -> str | None:
        """A name; between round brackets it ends before one."""
        return self.match(_GROUPED_NAME if self.groups else NAME)

    def take_word(self, word: str) -> bool:
        """Take an operator with what is blank before it."""
        start = self.at
        self.spaces()
        if self.take(word) and not (word == "|" and self.peek() == "|"):
            return True
        self.at = start
        return False

    def operand(self) -> Any:
        if self.peek() in ("'", '"'):
            return self.string()
        if (number := _NUMBER.match(self.text, self.at)) is not None:
            self.at = number.end()
            self.checked(number[0])
            return int(number[0]) if INDEX.fullmatch(number[0]) else float(number[0])
        reference = self.reference("a literal or a reference such as input.name")
        if not reference.segments and reference.root in WORDS:
            return WORDS[reference.root]
        return reference

    def string(self) -> str:
        start, quote = self.at, self.text[self.at]
        self.at += 1
        out: list[str] = []
        while self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if char == quote:
                return "".join(out)
            if char == "\\" and self.at < len(self.text):
                char = self.text[self.at]
                self.at += 1
            out.append(char)
        raise BindingSyntaxError(self.text, start, "quoted name without closing quote")

    def checked(self, number: str) -> str:
        if len(number) > _DIGITS:
            raise self.error(f"a number of more than {_DIGITS} digits")
        return number

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self, token: str) -> bool:
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True

    def match(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[0]

    def spaces(self) -> None:
        while self.peek().isspace():
            self.at += 1

    def error(self, message: str) -> BindingSyntaxError:
        return BindingSyntaxError(self.text, self.at, message)


def _is_index(name: str) -> bool:
    # "007" is nobody's index; as a key it keeps its zeros.
    return len(name) <= _DIGITS and bool(INDEX.fullmatch(name)) and str(int(name)) == name


__all__ = [
    "EVERY",
    "INPUT_ROOTS",
    "ITEM_ROOT",
    "PSEUDO",
    "Every",
    "Filter",
    "Key",
    "Order",
    "Position",
    "Pseudo",
    "Reference",
    "Segment",
    "Template",
    "parse",
    "path_text",
    "quoted",
]
