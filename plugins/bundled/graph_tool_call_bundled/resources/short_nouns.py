"""Path segments of one letter, and the nouns that they are short for: /t/{id} of topics, /b/{bucket} of buckets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from graph_tool_call.hooks import BuildContext, Operation

from ..words import singular, split
from .conventions import Conventions
from .nouns import VERBS
from .paths import Paths

#: The shortest word that a letter is short for.
_SHORTEST = 3


def conventions_of(context: BuildContext) -> Conventions:
    """The conventions of the document that *context* builds: words that plugins and settings add, short nouns."""
    return Conventions(context.vocabulary, short_nouns(context.collection.operations))


def short_nouns(operations: Iterable[Operation]) -> Mapping[str, str]:
    """The noun that each segment of one letter is short for, in the singular.

    Most operations there have to say it, in name, summary, tags or parameter.
    """
    paths = Paths(Conventions())
    said: dict[str, list[frozenset[str]]] = {}
    for operation in operations:
        noun = paths.read(operation.path).noun
        if len(noun) == 1 and len(noun[0]) == 1 and noun[0].isalpha():
            said.setdefault(noun[0], []).append(frozenset(_words(operation)))
    found = {letter: _most(letter, all_) for letter, all_ in said.items()}
    return {letter: word for letter, word in found.items() if word}


def _words(operation: Operation) -> Iterator[str]:
    parameters = (p.name for p in operation.parameters if p.location == "path")
    for text in (operation.operation_id, operation.summary, *operation.tags, *parameters):
        yield from (word for name in text.split() for word in map(singular, split(name)) if word not in VERBS)


def _most(letter: str, said: list[frozenset[str]]) -> str:
    """The word that begins with *letter* and that most operations say; "" where there is none."""
    count = Counter(word for words in said for word in words if word[0] == letter and len(word) >= _SHORTEST)
    word, times = min(count.items(), key=lambda entry: (-entry[1], len(entry[0]), entry[0]), default=("", 0))
    return word if 2 * times > len(said) else ""
