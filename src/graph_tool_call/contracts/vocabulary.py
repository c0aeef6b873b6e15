"""The words by which the contract stage reads names, as the plugins say them, and how names are taken apart.

Names are compared without case and separators (`next_page`, `nextPage` and `next-page`
are "nextpage"), but for the identifier endings, which need the word boundary.
"""

from __future__ import annotations

import re
from typing import Final

from ..hooks import Vocabulary
from ..hooks.vocabulary import normal

_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
_LAST_WORD: Final = re.compile(r"[A-Z]*[^A-Z_\-.\s]*$|[A-Z]+$")


def words(text: str) -> tuple[str, ...]:
    """The lower-case words of *text*, or of a name in any spelling: "custRef" → ("cust", "ref")."""
    return tuple(word.lower() for word in _WORD.findall(text))


def last_word(name: str) -> str:
    """The last word of a camel, snake or kebab name, in lower case: "orderNo" → "no", "user_ids" → "ids"."""
    match = _LAST_WORD.search(name)
    return match.group().lower() if match else name.lower()


class Lists:
    """The tables of one vocabulary, as the contract stage asks them. `hooks.tables` says what each holds."""

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        said = vocabulary or Vocabulary()

        def table(name: str) -> frozenset[str]:
            return frozenset(said.words(name))

        self.name_words, self.bare_ids, self.own_keys = table("name_words"), table("bare_ids"), table("own_keys")
        self.typed_names, self.credential_names = table("typed_names"), table("credential_names")
        self.payload = table("payload") | frozenset(map(normal, said.wrappers))
        self.generic = frozenset(map(normal, said.generic_names))
        self.status, self.strong_status = table("status"), table("strong_status")
        self.error_objects = table("error_objects")
        #: Fact of an outcome → the properties that may hold it, the surest first.
        self.outcome = tuple(
            (fact, said.words(name))
            for fact, name in (("code", "outcome_codes"), ("message", "outcome_texts"), ("ok", "outcome_flags"))
        )
        self.paging, self.paging_containers = table("paging"), table("paging_containers")
        self._beginnings = said.words("paging_beginnings")
        self.next_page = said.words("next_page")
        #: Style of paging → the parameters that ask for another page.
        self.page_styles = tuple(
            (style, table(name))
            for style, name in (("cursor", "page_cursors"), ("page", "page_numbers"), ("offset", "page_offsets"))
        )
        self.page_sizes = table("page_sizes")
        endings = {normal(ending) for ending in said.key_endings}
        # Scripts without capitals write no word boundary.
        self._joined = (*said.words("joined_endings"), *(e for e in sorted(endings) if not e.isascii()))
        self.tag_endings = table("tag_endings")
        self._endings, self._names = table("identifier_endings") | endings, table("identifier_names")

    def identifier_like(self, name: str) -> bool:
        """Whether *name* ends like an identifier's name does."""
        lower = name.lower()
        return lower in self._names or lower.endswith(self._joined) or last_word(name) in self._endings

    def pages(self, word: str) -> bool:
        """Whether a property of an answer called *word* tells of a page."""
        return word in self.paging or word.startswith(self._beginnings)


__all__ = ["Lists", "last_word", "normal", "words"]
