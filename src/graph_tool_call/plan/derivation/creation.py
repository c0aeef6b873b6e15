"""Creating what is needed: who makes a new one, and what a new one has not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ...model.contract import Input, Output, ToolContract
from ..problem.inputs import identifies
from .derivation import GIVEN, PRODUCED, Call, Source

#: Last words of paths that make what their noun names: conversations.create, /webhooks/add.
_MAKING: Final = frozenset({"create", "add", "new", "insert", "register"})
_SLOT: Final = re.compile(r"\{[^{}]*\}")


def creates_for(producer: ToolContract, consumer: ToolContract) -> bool:
    """Whether *producer* makes a new one of something that *consumer* requires.

    The other values in its answer (a project's account beside its slug) come with the new one.
    """
    if producer.facts.method != "post":
        return False
    if _is_sibling(producer.facts.path, consumer.facts.path):
        return True
    return any(creates(producer, consumer, row) for row in consumer.inputs if row.tag or row.location == "path")


def creates(producer: ToolContract, consumer: ToolContract, need: Input) -> bool:
    """Whether *producer* makes a new one of what *need* names: a POST to its collection, or a creator of its kind."""
    facts = producer.facts
    if facts.method != "post" or (need.tag and need.tag in producer.required_tags):
        return False
    if facts.resource and facts.action == "create" and f"_{need.resource}".endswith(f"_{facts.resource}"):
        return True  # the line that is added to a list is a list line
    head, found, _ = consumer.facts.path.partition("{" + need.name + "}")
    return bool(found) and need.location == "path" and _shape(head) == _shape(facts.path)


def is_empty(option: Source, beside: Iterable[Source]) -> bool:
    """Whether *option* is an element of a list below something that is only being created: a new one has no parts.

    *beside* are the sources of the same consumer, whose values the list's call may take.
    """
    call = option.call
    if call is None or option.output is None or not option.output.many:
        return False
    if call.contract.facts.changes_state:
        return is_part(option)
    if any(_is_new(source) for source in call.sources):
        return True
    inherits = call.inherits
    return bool(inherits) and any((s.input.tag, s.input.name) in inherits and _is_new(s) for s in beside)


def is_part(option: Source) -> bool:
    """Whether *option* lies in a list inside what a call makes; a list at the top of an answer is of new ones."""
    output = option.output
    inside = output is not None and output.many and output.path.partition("[*]")[0].count(".") > 1
    return inside and option.call is not None and option.call.contract.facts.changes_state


def is_named(call: Call, output: Output) -> bool:
    """Whether what the caller gave is the key of what *call* reads: that exists, whatever may be created."""
    key = call.contract.facts.path.rstrip("/").rpartition("/{")[2].removesuffix("}")
    return any(
        s.how == GIVEN
        and ((s.input.location == "path" and s.input.name == key) or bool(s.input.tag and s.input.tag == output.tag))
        for s in call.sources
    )


def made_for(call: Call) -> tuple[Input, ...]:
    """The keys of *call* that calls before it make; none where another key was neither made nor given."""
    keys = [s for s in call.sources if identifies(s.input)]
    made = tuple(s.input for s in keys if _is_new(s))
    return made if all(_is_new(s) or s.how == GIVEN for s in keys) else ()


def _is_new(source: Source) -> bool:
    """Whether the source gives the key of something that a call of the plan makes."""
    call = source.call
    return source.how == PRODUCED and call is not None and call.contract.facts.changes_state


def _is_sibling(path: str, consumer: str) -> bool:
    """Whether *path* is `noun.create` or `noun/add` where the consumer's is another verb of the same noun."""
    noun, verb = _noun_and_verb(path)
    return verb in _MAKING and bool(noun) and _noun_and_verb(consumer)[0] == noun


def _noun_and_verb(path: str) -> tuple[str, str]:
    plain = path.rstrip("/").lower().removesuffix(".json")
    at = max(plain.rfind("/"), plain.rfind("."))
    return plain[:at], plain[at + 1 :]


def _shape(path: str) -> str:
    """A path with one spelling for every placeholder."""
    return _SLOT.sub("{}", path.rstrip("/").lower())
