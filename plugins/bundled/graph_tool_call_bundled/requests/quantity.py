"""How many things are meant, and which: "all open issues", "the latest release", "two of them", 모든 파트너.

What is "latest" or "first" goes by the attribute that tells when a thing came to be, where its kind has one; what is
"cheapest" by its price.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import (
    Frame,
    PluginInfo,
    Quantity,
    RequestContext,
    RequestText,
    ToolFacts,
    hookimpl,
)

from ..words import is_plural, singular, singular_phrase, split, squash
from . import counting
from .clauses import PRONOUNS, Token, clauses, command, noun_phrase, tokens_of
from .labels import Labels
from .slots import nouns_of
from .units import unit_named

#: Particles between a word for a quantity and its noun.
_PARTICLES: Final = " \u3000의の的"


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Quantities", description="How many things are meant, and which.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Quantity]:
    """Quantities that the words of the question say, and the page size that they ask a reading target for."""
    if frame.tool is None:
        return
    labels = context.shared.once("labels", Labels)
    tokens = tokens_of(request)
    reader = _Reader(request, frame, frame.tool, labels)
    seen: set[str] = set()
    for quantity in (*reader.english(tokens), *reader.given(), *reader.others(tokens), *reader.emptied(tokens)):
        if quantity.noun not in seen:
            seen.add(quantity.noun)
            yield quantity


@attrs.frozen
class _Reader:
    """Reads the quantities of one request."""

    request: RequestText
    frame: Frame
    tool: ToolFacts
    labels: Labels

    def english(self, tokens: Sequence[Token]) -> Iterator[Quantity]:
        """Quantities by the words before a noun."""
        for at, token in enumerate(tokens):
            word, length = _word(tokens, at)
            before = tokens[at - 1] if at else None
            if not word or (before is not None and before.word in counting.NOT_AFTER):
                continue
            earlier = number_of(before) if before is not None else 0
            count, ahead = (earlier, 0) if earlier else _count(tokens, at + length)
            rest = _after_of(tokens, at + length + ahead)
            phrase, _ = noun_phrase(rest)
            kind = counting.ENGLISH.get(word, "some")
            if kind == "some" and _word(tokens, at + length)[0] in counting.ENGLISH:
                continue  # "the two oldest issues": the next word says which
            number = count or number_of(token) or counting.NUMBERS.get(word, 0)
            start, end = token.start, tokens[at + length + ahead - 1].end
            if word in counting.ALONE and (word != "all" or not phrase):
                # "Delete all", "close them all"; in "delete the tag all" it is a name.
                if not _goes_on(rest) and (at <= 1 or (before is not None and before.word in PRONOUNS)):
                    yield self._made("all", 0, "", word, (start, end))
            elif phrase and _is_thing(phrase, several=kind == "some" or number > 1):
                yield self._made(kind, number, self._noun(phrase), word, (start, end))

    def given(self) -> Iterator[Quantity]:
        """Quantities that stand under the noun of several things, where the question has no words for them."""
        for said in self.request.said:
            words = split(said.word)
            if counting.counts(said.value) and said.start < 0 and words and is_plural(words[-1]):
                yield Quantity(
                    quantity=counting.ENGLISH[str(said.value).lower()],
                    noun=self._noun(words),
                    said=said.ref,
                    reason=f"{said.word!r} are given as {said.value!r}",
                )

    def others(self, tokens: Sequence[Token]) -> Iterator[Quantity]:
        """Quantities in Korean, Japanese and Chinese."""
        text = self.request.question
        for word, kind in counting.CJK:
            at = text.find(word)
            if at < 0 or any(t.value and t.start <= at < t.end for t in tokens):
                continue
            noun = self._noun_near(text[at + len(word) :], text[:at])
            if noun is not None:
                yield self._made(kind, 0, noun, word, (at, at + len(word)))

    def emptied(self, tokens: Sequence[Token]) -> Iterator[Quantity]:
        """Of "empty the cart", where the target deletes one thing of those that lie in a cart: all of them."""
        holder = _holder(self.tool) if self.tool.method == "delete" else ""
        for words in map(command, clauses(tokens) if holder else ()):
            phrase, _ = noun_phrase(words[1:])
            if (
                phrase
                and words[0].word in counting.EMPTYING
                and singular(phrase[-1]) in {holder, holder.split("_")[-1]}
            ):
                yield self._made("all", 0, "", words[0].word, (words[0].start, words[0].end))

    def _made(self, kind: str, count: int, noun: str, word: str, span: tuple[int, int]) -> Quantity:
        start, end = span
        given = (one.ref for one in self.request.said if (one.start, one.end) == span and counting.counts(one.value))
        return Quantity(
            quantity=kind,
            count=count,
            noun=noun,
            by=self._attribute(noun, counting.BY.get(word, counting.CREATED)) if kind in {"first", "last"} else "",
            said=next(given, None),
            term=self.request.question[start:end],
            start=start,
            end=end,
            reason=f"{self.request.question[start:end]!r} says {kind}",
        )

    def _noun(self, phrase: Sequence[str]) -> str:
        """The kind that a noun phrase names, "" for what the target acts on; else its last word."""
        if phrase[-1] in PRONOUNS:
            return ""
        words = [*phrase[:-1], singular(phrase[-1])]
        for size in range(len(words), 0, -1):
            name = "_".join(words[-size:])
            if squash(name) in {squash(self.tool.resource), squash(singular(self.tool.resource))}:
                return ""
            if name in self.frame.by_noun:
                return name
        return "" if words[-1] in nouns_of(self.tool, self.frame.slots) else words[-1]

    def _noun_near(self, after: str, before: str) -> str | None:
        """The noun after or before a word of a language that does not part them; None where none is known."""
        last = before.split()[-1:] or [""]
        words = self.labels.leading(after.lstrip(_PARTICLES)) or self.labels.leading(last[0])
        return self._noun(words) if words else None

    def _attribute(self, noun: str, names: Sequence[str]) -> str:
        """The attribute of a thing of *noun* that an order goes by, the first of *names*; "" where it has none."""
        kind = self.frame.by_noun.get(noun or self.tool.resource)
        spelled: dict[str, str] = {}
        for path in sorted(kind.attributes if kind is not None else (), key=lambda path: path.count(".")):
            holder, _, last = path.rpartition(".")
            if holder in {"", *counting.HOLDERS}:
                spelled.setdefault(squash(last), path)
        return next((spelled[name] for name in names if name in spelled), "")


def _holder(tool: ToolFacts) -> str:
    """The noun of what holds the thing whose key a path ends in: cart, of `/carts/{id}/items/{item_id}`."""
    segments = [part for part in tool.path.split("/") if part]
    held = len(segments) > 3 and "{" in segments[-1] and "{" not in segments[-2] and "{" in segments[-3]
    return "_".join(singular_phrase(split(segments[-4]))) if held and "{" not in segments[-4] else ""


def _word(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """The word for a quantity at a place, and of how many tokens it is; a number counts after a verb or "the"."""
    if at >= len(tokens):
        return "", 0
    pair = " ".join(token.word for token in tokens[at : at + 2])
    if " " in pair and pair in counting.ENGLISH:
        return pair, 2
    token, before = tokens[at], tokens[at - 1].word if at else ""
    known = token.word in counting.ENGLISH or token.word in counting.NUMBERS or token.word in counting.ALONE
    counted = number_of(token) > 1 and (at == 1 or before in counting.BEFORE_NUMBERS)
    return (token.word, 1) if not token.value and (known or counted) else ("", 0)


def number_of(token: Token) -> int:
    """The number that a token says; 0 for none, and for a value."""
    if token.value:
        return 0
    return int(token.word) if token.word.isdecimal() and len(token.word) < 6 else counting.NUMBERS.get(token.word, 0)


def _count(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """The number at a place, and of how many tokens it is."""
    number = number_of(tokens[at]) if at < len(tokens) else 0
    return number, 1 if number else 0


def _after_of(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """The tokens from a place on, without "of" in "all of my issues" and whose they are: "all of Mona's issues"."""
    if at < len(tokens) and tokens[at].word == "of" and not tokens[at].value:
        at += 1
    whose = at < len(tokens) and tokens[at].word.endswith(("'s", "’s"))
    return tokens[at + 1 :] if whose else tokens[at:]


def _goes_on(rest: Sequence[Token]) -> bool:
    """Whether the clause goes on: "everything in the folder" is said of what lies there, not of folders."""
    return bool(rest) and (rest[0].value or rest[0].word not in counting.AFTER_ALL)


def _is_thing(phrase: Sequence[str], *, several: bool) -> bool:
    """Whether what a noun phrase names may be counted; several are in the plural."""
    unit = unit_named(phrase[-1])
    counted = singular(phrase[-1]) not in counting.NO_THINGS and (unit is None or unit.kind == "count")
    return counted and (not several or is_plural(phrase[-1]))
