"""The word that a value of a question stands under: the noun beside it, what a verb or preposition says it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graph_tool_call.hooks import Frame

from ..words import singular, squash
from .sentence import Row, Token
from .speech import (
    ASKING,
    ATTRIBUTES,
    BECOMING,
    DETERMINERS,
    MAKING,
    NAMING,
    PARTICIPLES,
    PREPOSITIONS,
    ROLES,
    SAYING,
    TEXTS,
)
from .spoken import Nouns
from .values import Value

#: What says that something is so from now on: "the phone number of X is now Y".
_COPULAS: Final = frozenset("is are be now".split())
#: Words of a noun phrase that nothing of the API is called, at most.
_PHRASE: Final = 3


class Words:
    """Finds the words of the values of one row of tokens."""

    def __init__(self, row: Row, nouns: Nouns, frame: Frame) -> None:
        self.row = row
        self.tokens = row.tokens
        self.nouns = nouns
        self.frame = frame
        #: Places of the words that values stand under.
        self.used: set[int] = set()

    def of(self, value: Value) -> str:
        """The word of *value*; "" where it stands alone."""
        word, used = self._word(value, self.used)
        self.used.update(used)
        return word

    def _word(self, value: Value, taken: set[int]) -> tuple[str, Sequence[int]]:
        before = self._word_before(value.first)
        after = self._word_after(value.last)
        if (role := self._role_after(value)) is not None:
            return role
        if value.first > 1 and self.tokens[value.first - 1].low in NAMING and self.tokens[value.first - 2].low == "be":
            # "X is to be called Y".
            return "new name", (value.first - 1,)
        quantity = self.tokens[value.first].kind == "number"
        if before is None and after is not None and not quantity and self._labels_next(after[1]):
            # "The DNS record www": the noun is that of the value behind it, and this says which kind.
            return f"{after[0]} type", ()
        if quantity and before is not None and self._is_new(before):
            # "Issue 15" is not called 15: it is there already, under that number.
            return f"{before[0]} number", before[1]
        if before is not None and not (quantity and after is not None and not self._touches(value.first)):
            return before
        if after is not None and after[1][0] not in taken:
            return after
        return self._by_verb(value, taken) or ("", ())

    def _is_new(self, noun: tuple[str, Sequence[int]]) -> bool:
        """Whether a noun is what the target creates."""
        tool = self.frame.tool
        return tool is not None and tool.action == "create" and squash(noun[0]) == squash(singular(tool.resource))

    def _role_after(self, value: Value) -> tuple[str, Sequence[int]] | None:
        """What a verb makes of a value: "make X the owner of Y"."""
        verb = self.tokens[value.first - 1].low if value.first else ""
        at = value.last
        if verb not in MAKING or at + 2 >= len(self.tokens) or self.tokens[at].low not in DETERMINERS:
            return None
        noun = self.tokens[at + 1]
        end = noun.last if noun.noun is not None else at + 2
        said = noun.noun is not None or noun.kind == "word"
        if not said or end >= len(self.tokens) or self.tokens[end].low not in {"of", "for", "in"}:
            return None
        slot = noun.noun.slot if noun.noun is not None else None
        if self.frame.tool is not None and (slot is None or not self.frame.slots[slot].refers):
            return None
        return self.row.text(at + 1, end).lower(), range(at + 1, end)

    def _labels_next(self, noun: Sequence[int]) -> bool:
        """Whether a value stands right behind a noun."""
        at = noun[-1] + 1
        if at >= len(self.tokens) or not self.row.joined(at):
            return False
        return self.tokens[at].evident or self.tokens[at].kind in {"name", "word"}

    def _touches(self, at: int) -> bool:
        return at > 0 and self.tokens[at - 1].kind == "noun"

    def _word_before(self, at: int) -> tuple[str, Sequence[int]] | None:
        """The noun before a value: "the issue X", "the team called X", "issue number 15", "invoice INV-0042"."""
        attribute, end = "", at
        while end and self._introduces(end - 1):
            attribute = NAMING.get(self.tokens[end - 1].low, "") or attribute
            end -= 1
            self.used.add(end)
        last = self.tokens[end - 1] if end else None
        if last is None:
            return None
        if last.low in ATTRIBUTES and last.noun is None and end > 1:
            if self.tokens[end - 2].kind == "noun":
                noun = self.tokens[end - 2]
                return f"{noun.noun.word if noun.noun else ''} {last.low}", range(noun.first, end)
            return last.low, (end - 1,)
        if last.kind == "noun" and last.noun is not None:
            said = f"{last.noun.word} {attribute}".strip()
            return said, range(last.first, last.last)
        if end != at or self.tokens[at].evident:
            return self._phrase(end)
        return None

    def _introduces(self, at: int) -> bool:
        """Whether a word leads from a noun to its value: "called", a colon, the "is" of "whose name is"."""
        low = self.tokens[at].low
        if low == "is":
            return at > 0 and (self.tokens[at - 1].low in ATTRIBUTES)
        return low in NAMING or low in {":", "="}

    def _phrase(self, end: int) -> tuple[str, Sequence[int]] | None:
        """Words before a value that nothing is called: "the pull request" where the API has pulls."""
        first = end
        while first and end - first < _PHRASE and self.tokens[first - 1].kind in {"word", "noun"}:
            first -= 1
        # A command begins with its verb, known or not.
        first += first == 0 and self.tokens[0].kind == "word"
        if first >= end:
            return None
        words = [token.low for token in self.tokens[first:end]]
        return " ".join((*words[:-1], singular(words[-1]))), range(first, end)

    def _word_after(self, at: int) -> tuple[str, Sequence[int]] | None:
        """The noun after a value: "5 replicas", "the CI workflow"."""
        if at >= len(self.tokens) or not self.row.joined(at):
            return None
        token = self.tokens[at]
        if token.kind == "noun" and token.noun is not None:
            return token.noun.word, range(token.first, token.last)
        if token.kind == "word" and (ref := self.nouns.slot_ending(token.low)) is not None:
            return self.frame.slots[ref].place, (at,)
        return None

    def _by_verb(self, value: Value, taken: set[int]) -> tuple[str, Sequence[int]] | None:
        before = self.tokens[value.first - 1].low if value.first else ""
        verb = next((t.low for t in reversed(self.tokens[: value.first]) if t.kind == "verb"), "")
        if value.first > 1 and (role := PARTICIPLES.get((self.tokens[value.first - 2].low, before))):
            return role, (value.first - 2,)
        if before in BECOMING | {"by"} or (before in _COPULAS and value.first > 1):
            field = self._field(value.first, taken) or self._set_phrase(value.first - 1, taken)
            if field is not None:
                return field
        if verb in SAYING and self.tokens[value.first].kind == "quoted":
            text = next((s.place for name in TEXTS for s in self.frame.slots if s.name == name), "text")
            return text, ()
        if verb in ASKING and before == verb:
            for other in self.tokens[value.last :]:
                if other.low in ASKING[verb]:
                    return ASKING[verb][other.low], ()
        role = ROLES.get((verb, before if before in PREPOSITIONS else ""))
        if role is not None and (before in BECOMING or before == verb):
            return role, ()
        return None

    def _field(self, at: int, taken: set[int]) -> tuple[str, Sequence[int]] | None:
        """What is set to a value after "to": the noun that stands before "of", or before the value, on its own."""
        fields = {
            t.first: t
            for t in self.tokens[:at]
            if t.kind == "noun" and t.noun is not None and not taken & set(range(t.first, t.last)) and self._is_field(t)
        }
        if not fields:
            return self._field_phrase(at, taken)
        if len(fields) != 1:
            return None
        ((first, token),) = fields.items()
        return (token.noun.word if token.noun else ""), range(first, token.last)

    def _field_phrase(self, at: int, taken: set[int]) -> tuple[str, Sequence[int]] | None:
        """Words before "of" that nothing is called: "the due date of the task X to Y"."""
        ends = [i for i in range(1, at) if self.tokens[i].low in {"of", "for"} and self.tokens[i - 1].kind == "word"]
        said = self._phrase(ends[0]) if len(ends) == 1 else None
        begins = said is not None and said[1][0] and self.tokens[said[1][0] - 1].low in DETERMINERS
        return said if said is not None and begins and not taken & set(said[1]) else None

    def _set_phrase(self, end: int, taken: set[int]) -> tuple[str, Sequence[int]] | None:
        """Words right before "to" that nothing is called: "move the due date to"."""
        said = self._phrase(end)
        if said is None or taken & set(said[1]) or not said[1][0]:
            return None
        plain = all(self.tokens[at].kind == "word" for at in said[1])
        lead = self.tokens[said[1][0] - 1].low
        return said if plain and lead in (DETERMINERS - {"that"}) | {"s"} else None

    def _is_field(self, token: Token) -> bool:
        if token.noun is not None and token.noun.slot is not None and not self.frame.slots[token.noun.slot].refers:
            return True
        return token.last < len(self.tokens) and self.tokens[token.last].low in {"of", "for"}
