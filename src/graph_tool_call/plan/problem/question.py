"""What a search starts from: the question, the producers, and what the rows of a contract say about an input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol

import attrs

from ...model import Opinion
from ...model.contract import Input, ToolContract
from ...model.match import Match
from ...request.values import Request
from ..words.wording import different_words, words_in
from .given import Given
from .goal import GoalWords
from .mutation import Mutation

#: An input that takes one of several keys: username_or_id.
_ONE_OF_KEYS = re.compile(
    r"(?i:(?:^|[_-])ids?[_-]or[_-]|[_-]or[_-]ids?(?:$|[_-]))|(?:Id|ID)s?Or[A-Z]|Or(?:Id|ID)s?(?![a-z])"
)

#: Last words of inputs whose values people know by heart.
_KNOWN: Final = frozenset({"name", "surname", "nickname", "email", "phone", "birthday"})
#: Derivations kept for each input.
KEEP: Final = 3
#: Roles of inputs that shape an answer, whatever it is about.
LOOKS: Final = frozenset({"paging", "sort", "fields", "expand"})

#: (tag, name) of the consumer's inputs that a producer may take values from.
Env = frozenset[tuple[str, str]]


class Producers(Protocol):
    """What the search asks of a producer index."""

    @property
    def contracts(self) -> Mapping[str, ToolContract]:
        """All tools by name."""
        ...

    @property
    def typed(self) -> bool:
        """Whether inputs carry semantic tags or roles."""
        ...

    def candidates(self, consumer: ToolContract, need: Input) -> tuple[Match, ...]:
        """Outputs that could fill *need*: the likely ones."""
        ...

    def matches(self, consumer: ToolContract, need: Input) -> Iterator[Match]:
        """All outputs that could fill *need*, one at a time."""
        ...

    def plannable(self, consumer: ToolContract, need: Input) -> tuple[Match, ...]:
        """Outputs that could fill *need*: all that a plan weighs."""
        ...

    def against(self, consumer: ToolContract, need: Input, match: Match) -> str:
        """Code of what speaks against *match* as a source of *need*; "" for nothing."""
        ...

    def outputs_by_tag(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        """Tag → (tool, position among its outputs), uncut."""
        ...


@attrs.frozen(kw_only=True, eq=False)
class Question:
    """One request for a plan."""

    producers: Producers
    #: Name of a rule → its weight.
    weights: Mapping[str, float]
    target: str
    given: Given
    goal_words: GoalWords
    #: What plugins say of a match of a consumer's input.
    signals: Callable[[ToolContract, Input, Match], Sequence[Opinion[Any]]]
    #: (input, word) → a member of its enum, or ABSENT.
    resolve_enum: Callable[[ToolContract, Input, object], object]
    #: Whether calls that change something may supply values.
    mutation: Mutation
    #: Place of an input of the target → what a reading of the request has for it: a `GivenValue` or a `Source`.
    placed: Mapping[tuple[str, str], Any] = attrs.Factory(dict)
    #: What was understood of the request; None where nobody read it.
    request: Request | None = None
    enum_field_names: frozenset[str] = frozenset()
    exclude: frozenset[str] = frozenset()
    #: Words for things that the goal speaks of as existing, where others are made anew.
    existing: frozenset[str] = frozenset()
    has_goal: bool = False
    user_input: str = "fallback"
    max_depth: int = 5
    #: Derivations kept for each input.
    keep: int = KEEP


def is_there(resource: str, problem: Question) -> bool:
    """Whether the goal speaks of a *resource* that is there, where others are made anew."""
    return bool(problem.existing) and not problem.existing.isdisjoint(words_in(resource))


def identifies(need: Input) -> bool:
    """Whether the input takes the key of something."""
    return bool(need.tag) or need.role == "identifier" or bool(_ONE_OF_KEYS.search(need.name))


def role_of(need: Input) -> frozenset[str]:
    """Words of an input's name that tell in which role it takes a thing: `from` of `fromAccountId`, an account's."""
    return _role(need.name, need.tag, need.resource)


@lru_cache(maxsize=4096)
def _role(name: str, tag: str, resource: str) -> frozenset[str]:
    return different_words(name) - different_words(tag) - different_words(resource) - {"id"}


def selects(need: Input) -> bool:
    """Whether a value tells which things are meant: switches, pages and the looks of an answer do not."""
    return need.type != "boolean" and need.role not in LOOKS


def known_by_people(need: Input) -> bool:
    """Names, logins and addresses are known to people; ids and hashes are not."""
    return need.tag.endswith(("_name", "_login", "_username", "_email", "_slug", "_handle"))


def known_as_word(need: Input) -> bool:
    """Whether people know the value as well as any that it could be found by: a last name, an email, a phone."""
    return not _KNOWN.isdisjoint(words_in(need.name)[-1:])


def entry_of(need: Input) -> tuple[str, str]:
    """What an input is among those that calls below may take values from; one for all that nothing is taken from."""
    return (need.tag, need.name) if need.tag or need.location == "header" else ("", "")


def inherit(need: Input, env: Env) -> tuple[str, str] | None:
    """The input of a consumer that *need* takes its value from: the same tag; of several, the same name.

    A header that identifies nothing has the value of the header of the same name.
    """
    if not need.tag:
        entry = ("", need.name)
        return entry if need.location == "header" and entry in env else None
    same = sorted(entry for entry in env if entry[0] == need.tag)
    return next((entry for entry in same if entry[1] == need.name), same[0] if same else None)


def echoes(producer: ToolContract, need: Input, match: Match) -> bool:
    """Whether the producer itself takes what it is asked for: it gives back what it was given.

    An optional input counts too, but for a list: its filter by key may stay empty.
    """
    return producer.echoes(need, match.output)
