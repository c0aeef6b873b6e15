"""What keys look like: prefixes that the document shows, patterns, and keys that are names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from graph_tool_call.hooks import ABSENT, BuildContext, Field, FieldVerdict, KeyForm, PluginInfo, hookimpl

from ..words import split

#: Last words of inputs whose value is what people call the thing by.
NAMES: Final = frozenset(
    "name names slug slugs login username usernames handle owner repo repository org organization namespace hostname "
    "email branch".split()
)
#: Whole names of keys, beside which a name is no key.
_IDS: Final = re.compile(r"id|ids|uuid|guid|number|no|seq", re.IGNORECASE)
_ID, _NAME = r"(?:ids?|identifier|uuid|gid|key|number)", r"(?:name|slug|login|username|handle|path|email)"
_OR: Final = r"\s*(?:/|,|\bor\b)\s*(?:the |its |an? |url.encoded )?(?:\w+ ){0,2}?"
#: "ID or name", "name or ID", "The id or URL-encoded path of the project".
_EITHER: Final = re.compile(rf"\b{_ID}{_OR}{_NAME}\b|\b{_NAME}(?: of the \w+)?{_OR}{_ID}\b", re.IGNORECASE)
#: "The name of the volume", "Slug of the team".
_CALLED_NAME: Final = re.compile(
    r"^\W*(?:the |an? |unique |\w+['’]s )*(?:\w+ ){0,2}?(?:name|slug|login|username|handle)\b", re.IGNORECASE
)
#: "The slug of the team", "Site (slug)".
_SLUG: Final = re.compile(r"\bslugs?\b", re.IGNORECASE)
#: A key with a prefix: cus_9s6XKzkNRiz8i3, prj-1ab2C3.
_PREFIXED: Final = re.compile(r"([a-z][a-z0-9]{0,9}_)(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{6,}")
#: Inputs and fields that may be keys, by their last word.
_KEYS: Final = frozenset(
    "id ids uuid guid gid uid oid sid pk key code no num number seq slug name handle login username identifier ref "
    "token hash sha owner repo email".split()
)


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Key forms", description="What keys look like, and which of them are names.", hook_api=1)


@hookimpl
def gtc_classify_fields(fields: Sequence[Field], context: BuildContext) -> Iterator[FieldVerdict]:
    """Part `key_form` of what may be a key."""
    known: dict[int, tuple[Field, FieldVerdict | None]] = context.memo.once("verdicts", dict)
    last: _LastWords = context.memo.once("last words", _LastWords)
    for field in fields:
        # Operations share fields: each is judged once.
        said = known.get(id(field))
        if said is None:
            said = known[id(field)] = (field, _verdict(field, last[field.name]))
        if said[1] is not None:
            yield said[1]


class _LastWords(dict[str, str]):
    """The last word of a name; each name is taken apart once."""

    def __missing__(self, name: str) -> str:
        words = split(name)
        self[name] = word = words[-1] if words else ""
        return word


def _verdict(field: Field, word: str) -> FieldVerdict | None:
    if field.type not in ("string", "", "array"):
        return None
    may_be = field.location == "path" or word in _KEYS
    if not word or not (may_be or (field.location == "query" and _SLUG.search(field.description))):
        return None
    prefix, pattern = _prefix(field), field.schema.pattern if field.schema is not None else ""
    consumed = field.direction == "consumes"
    slug = word in ("slug", "slugs") or (consumed and _SLUG.search(field.description) is not None)
    reason = _name_reason(field, word) if consumed else ""
    if slug and not reason:
        reason = "the key is a slug"
    if not (reason or prefix or pattern):
        return None
    form = KeyForm(prefix=prefix, pattern=pattern, name=bool(reason), slug=slug)
    return FieldVerdict(
        field=field.ref, key_form=form, confidence=0.7, reason=reason or ("as its example" if prefix else "its pattern")
    )


def _name_reason(field: Field, word: str) -> str:
    """Why the key that an input takes is, or may be, a name; "" where it is none."""
    if word in NAMES:
        return "the key is a name"
    if not field.description:
        return ""
    if _EITHER.search(field.description):
        return "described as a name or an id"
    if not _IDS.fullmatch(word) and _CALLED_NAME.match(field.description):
        return "described as a name"
    return ""


def _prefix(field: Field) -> str:
    """The prefix of the field's example; "" without one."""
    example = field.schema.example if field.schema is not None else ABSENT
    found = _PREFIXED.fullmatch(example) if isinstance(example, str) else None
    return found[1] if found else ""
