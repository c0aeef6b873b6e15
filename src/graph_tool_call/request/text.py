"""A question as words with their places, and values that were given, found in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from ..hooks import Mention, RequestText, Said, Word
from ..model.files import is_file

#: Quoted text (also German, French, CJK quotes; particles may follow), addresses, codes and words with inner marks,
#: single marks. Numbers keep their sign: amounts, and phone numbers as E.164 writes them.
_WORD: Final = re.compile(
    r"""["“„«「『](?P<quoted>[^"”“»」』]+)["”“»」』] | (?<!\w)['‘`](?P<single>[^'’`]+)['’`](?![^\W\u1100-\uffdc])
    | (?P<plain>(?<!\S)-\d+(?:[.,]\d+)*(?![\w-]) | (?<!\S)\+\d{6,}(?!\w)
    | https?://[^\s,;]+[^\s,;.?!] | [\w.+-]+@[\w-]+(?:\.[\w-]+)+ | [\#@]?\w+(?:[-.:/_+]+\w+)*)
    | (?P<mark>[^\w\s])""",
    re.VERBOSE,
)


def words_of(question: str) -> tuple[Word, ...]:
    """The words of *question* in order; quoted text is one word without its quotes."""
    return tuple(
        Word(
            text=match["quoted"] or match["single"] or match["plain"] or match["mark"],
            start=match.start(),
            end=match.end(),
            quoted=bool(match["quoted"] or match["single"]),
        )
        for match in _WORD.finditer(question)
    )


def request_text(question: str, entities: Mapping[str, Any] | None = None, whole: Collection[str] = ()) -> RequestText:
    """The text of a request: *question* and the values given under the caller's words, found in it where they stand.

    A mapping among the values gives its members under dotted words: {"order": {"id": 7}} says "order.id". A file is
    one value, and so is what is given under a word of *whole*: an input that takes an object as it is.
    """
    said: list[Said] = []
    spans: list[tuple[int, int]] = []
    for ref, (word, value) in enumerate(flat(entities or {}, whole)):
        start, end = _span(question, value, spans)
        if start >= 0:
            spans.append((start, end))
        said.append(Said(ref=ref, word=word, value=value, start=start, end=end))
    words = words_of(question)
    return RequestText(question=question, words=words, said=_with_leads(question, said))


def with_mentions(text: RequestText, mentions: Sequence[Mention]) -> RequestText:
    """*text*, with values that were read out of its words; of two that overlap the better, then the longer one."""
    taken = [(s.start, s.end) for s in text.said if s.start >= 0]
    said = list(text.said)
    for mention in sorted(mentions, key=lambda m: (-m.score, m.start - m.end, m.start)):
        if all(mention.end <= start or mention.start >= end for start, end in taken):
            taken.append((mention.start, mention.end))
            said.append(
                Said(
                    ref=len(said),
                    word=mention.word,
                    value=mention.value,
                    start=mention.start,
                    end=mention.end,
                    lead=mention.lead,
                    source="text",
                )
            )
    return attrs.evolve(text, said=_with_leads(text.question, said))


def flat(values: Mapping[str, Any], whole: Collection[str] = (), prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Word → value, members of mappings under dotted words; files and values under words of *whole* as they are."""
    for key, value in values.items():
        if isinstance(value, Mapping) and value and not is_file(value) and f"{prefix}{key}" not in whole:
            yield from flat(value, whole, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def standing(text: RequestText, value: Any) -> tuple[int, int] | None:
    """Where *value* stands in the question outside all that is said already; None where it does not."""
    span = _span(text.question, value, [(one.start, one.end) for one in text.said if one.start >= 0])
    return span if span[0] >= 0 else None


def with_value(text: RequestText, word: str, value: Any) -> RequestText | None:
    """*text* with *value*, which its words give, said under *word*; None where it does not stand in them."""
    span = standing(text, value)
    if span is None:
        return None
    ref = max((one.ref for one in text.said), default=-1) + 1
    said = Said(ref=ref, word=word, value=value, start=span[0], end=span[1], source="text")
    return attrs.evolve(text, said=_with_leads(text.question, [*text.said, said]))


def _span(question: str, value: Any, taken: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Where *value* stands in *question* as a word of its own, outside what is *taken*; (-1, -1) where it does not."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)) or value == "":
        return -1, -1
    spelled = re.escape(str(value))
    before = r"(?<!\w)" if re.match(r"\w", str(value), re.ASCII) else ""
    after = r"(?!\w)" if re.search(r"\w\Z", str(value), re.ASCII) else ""
    for match in re.finditer(before + spelled + after, question, re.IGNORECASE):
        if all(match.end() <= start or match.start() >= end for start, end in taken):
            return match.start(), match.end()
    return -1, -1


def _with_leads(question: str, said: Sequence[Said]) -> tuple[Said, ...]:
    """*said*, each with the words between it and the value before it."""
    ends = sorted(s.end for s in said if s.end >= 0)

    def led(one: Said) -> Said:
        if one.start < 0 or one.lead:
            return one
        before = max((end for end in ends if end <= one.start), default=0)
        return attrs.evolve(one, lead=question[before : one.start].strip(" \"'“”‘’«»#"))

    return tuple(map(led, said))
