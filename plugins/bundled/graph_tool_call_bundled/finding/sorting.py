"""How lists are sorted: what an input that sorts takes, and the order that a document promises."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from graph_tool_call.hooks import (
    ABSENT,
    BuildContext,
    Field,
    FieldVerdict,
    Listing,
    Operation,
    OperationVerdict,
    PluginInfo,
    SortForm,
    hookimpl,
)

from ..names import SORT
from ..resources.short_nouns import conventions_of
from ..words import split, squash
from .places import OwnLists, steps

#: Values of a direction, squashed, and which one they are.
DIRECTIONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("asc", "ascending", "ascend", "1", "oldest", "oldestfirst", "forward"), "asc"),
    **dict.fromkeys(("desc", "descending", "descend", "-1", "newest", "newestfirst", "reverse", "backward"), "desc"),
}
#: Last words of inputs that take a direction.
_DIRECTION_WORDS: Final = frozenset("direction dir sortdir orderdirection sortdirection sortorder ordertype".split())
#: Last words of inputs that take an attribute though their names are no common ones.
_SORTING: Final = frozenset("sort sortby orderby ordering sortfield orderfield sortkey".split())
#: Attribute and direction in one value.
_SUFFIX: Final = re.compile(r"(?P<by>\w.*?)(?P<gap>[\s:,._]+|(?=D))(?P<way>desc|DESC|Desc|descending)")
#: Ways to write "descending", and the opposite in the same letters.
_UP: Final = {"desc": "asc", "DESC": "ASC", "Desc": "Asc", "descending": "ascending"}
#: How a description says so, where there is no enum.
_SAID: Final = (
    (
        re.compile(
            r"(prefix|preced|prepend|lead|start)\w*\b[^.]{0,40}(`?-`?|minus|hyphen|dash)|[\"'`]-\w+[\"'`]",
            re.IGNORECASE,
        ),
        "-{by}",
        "{by}",
    ),
    (re.compile(r"\w+:(asc|desc)\b|:\s?\(?(asc|desc)"), "{by}:desc", "{by}:asc"),
    (re.compile(r"\(,\s?asc\|desc\)|,\s?\(?(asc|desc)\b"), "{by},desc", "{by},asc"),
)
_QUOTED: Final = re.compile(r"[`\"']([A-Za-z][\w.]{1,39})[`\"']")
#: The order that a text promises.
_BY: Final = re.compile(
    r"\b(?:sorted|ordered|sort|order)\b[^.]{0,30}?\bby\b\s+(?:the |their |its )?([\w `.-]{2,40})", re.IGNORECASE
)
_DESC: Final = re.compile(
    r"\b(newest|latest|most recent\w*|last created)\b[^.]{0,60}\bfirst\b|\bdescending\b|\breverse[- ]chronological",
    re.IGNORECASE,
)
_ASC: Final = re.compile(
    r"\b(oldest|earliest)\b[^.]{0,60}\bfirst\b|\bascending\b|(?<!reverse )(?<!reverse-)\bchronological", re.IGNORECASE
)
_RECENT: Final = re.compile(r"\b(newest|latest|most recent\w*|oldest|chronological)\b", re.IGNORECASE)
#: Words for a point in time, and the attributes that hold it, squashed.
TIMES: Final = (
    (
        re.compile(r"creat|added|newest|oldest|recent|chronolog|latest", re.IGNORECASE),
        "created createdat createdon createdate createddate createdtime creationdate creationtime creationtimestamp "
        "datecreated createtime insertedat addedat timestamp date ts time".split(),
    ),
    (
        re.compile(r"updat|modif|chang", re.IGNORECASE),
        "updated updatedat updatedon updatetime lastupdated lastmodified modified modifiedat modifieddate datemodified "
        "lastmodifieddate updateddate".split(),
    ),
)
#: Members of enums and quoted words that are looked at.
_MOST: Final = 60


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Sorting", description="What inputs that sort take, and how lists are ordered.", hook_api=1)


@hookimpl
def gtc_classify_fields(
    operation: Operation, fields: Sequence[Field], context: BuildContext
) -> Iterator[FieldVerdict | OperationVerdict]:
    """Part `sort` of inputs, and the order of the operation's own list."""
    sorts: _Names = context.memo.once("names", _Names)
    forms: list[tuple[Field, SortForm]] = []
    for field in fields:
        if field.direction == "consumes" and sorts[field.name] and (form := _form(field)) is not None:
            forms.append((field, form))
            yield FieldVerdict(field=field.ref, sort=form, confidence=0.7, reason=f"takes the {form.takes} to sort by")
    order = _by_default(forms) or _promised(operation)
    if order is None:
        return
    own: OwnLists = context.memo.once("own lists", lambda: OwnLists(conventions_of(context)))
    inside: dict[str, dict[str, str]] = {}
    for field in fields:
        if field.many and field.element and not field.envelope:
            rest = steps(field.element, field.path)
            inside.setdefault(field.element, {}).setdefault(squash(field.name), ".".join(rest))
    by, direction, reason = order
    lists = [
        Listing(path=path, ordered_by=attribute, direction=direction or None)
        for path, names in inside.items()
        if own.has(operation, path) and (attribute := _attribute(by, names))
    ]
    if lists:
        yield OperationVerdict(lists=tuple(lists), confidence=0.7, reason=reason)


class _Names(dict[str, bool]):
    """Whether an input of a name sorts; each name is looked at once."""

    def __missing__(self, name: str) -> bool:
        words = split(name)
        ends = "".join(words[-2:])
        sorts = squash(name) in SORT or words[-1:] == ("sort",) or ends in _SORTING or ends in _DIRECTION_WORDS
        self[name] = sorts
        return sorts


def _form(field: Field) -> SortForm | None:
    """What an input that is named like one that sorts takes."""
    if field.location not in ("query", "body") or field.type not in ("string", "array", "", "integer"):
        return None
    members = field.enum if field.enum is not None else _of_items(field)
    if members is not None:
        return _of_members([m for m in members[:_MOST] if isinstance(m, (str, int)) and not isinstance(m, bool)])
    words = split(field.name)
    return _of_text(field, "".join(words[-2:]) in _DIRECTION_WORDS or words[-1] in ("direction", "dir"))


def _of_items(field: Field) -> Sequence[Any] | None:
    items = field.schema.items if field.schema is not None else None
    return items.enum if items is not None else None


def _of_members(members: Sequence[Any]) -> SortForm | None:
    ways = {str(m): DIRECTIONS.get(str(m).lower() if str(m).startswith("-") else squash(str(m))) for m in members}
    if members and all(ways.values()):
        found = {way: member for member, way in reversed(ways.items()) if way}
        return SortForm(takes="direction", asc=found.get("asc", ""), desc=found.get("desc", ""))
    texts = [str(member) for member in members]
    return _combined(texts) or (SortForm(takes="attribute") if texts else None)


def _combined(members: Sequence[str]) -> SortForm | None:
    """Attribute and direction in one value, where a member is written so: -created, name_desc, date:desc."""
    forms = [form for member in members if (form := _descending(member)) is not None]
    if not forms:
        return None
    base, desc, asc = forms[0]
    by = tuple(found for found, written, _ in forms if written == desc)
    return SortForm(takes="both", by=by, asc=asc if asc.replace("{by}", base) in members else "{by}", desc=desc)


def _descending(member: str) -> tuple[str, str, str] | None:
    """The attribute of a member that sorts downwards, and how both directions are written."""
    if member.startswith("-") and len(member) > 1:
        return member[1:], "-{by}", "{by}"
    match = _SUFFIX.fullmatch(member)
    if match is None:
        return None
    gap, way = match["gap"], match["way"]
    return match["by"], f"{{by}}{gap}{way}", f"{{by}}{gap}{_UP[way]}"


def _of_text(field: Field, is_direction: bool) -> SortForm:  # noqa: FBT001 - called here only
    text = field.description[:1000]
    lower = text.lower()
    quoted = [word for word in _QUOTED.findall(text)[:_MOST] if DIRECTIONS.get(squash(word)) is None]
    by = tuple(dict.fromkeys(word for word in quoted if word.lower() not in ("true", "false", "null")))
    both_ways = "asc" in lower and "desc" in lower
    if is_direction or (both_ways and squash(field.name) in ("order", "sortorder") and not by):
        upper = "ASC" in text and "asc" not in text.replace("ascending", "")
        return SortForm(takes="direction", asc="ASC" if upper else "asc", desc="DESC" if upper else "desc")
    for pattern, desc, asc in _SAID:
        if pattern.search(text):
            return SortForm(takes="both", by=by, asc=asc, desc=desc)
    return SortForm(takes="attribute", by=by)


def _by_default(forms: Sequence[tuple[Field, SortForm]]) -> tuple[str, str, str] | None:
    """Attribute and direction that inputs sort by when nothing is given."""
    by = way = ""
    for field, form in forms:
        default = field.schema.default if field.schema is not None else ABSENT
        if not isinstance(default, str) or not default:
            continue
        if form.takes == "direction":
            way = DIRECTIONS.get(squash(default), "")
        elif form.takes == "attribute":
            by = default
        else:
            by, way = _taken_apart(default, form)
    return (by, way, "the default of the input that sorts") if by else None


def _taken_apart(value: str, form: SortForm) -> tuple[str, str]:
    for way, written in (("desc", form.desc), ("asc", form.asc)):
        head, _, tail = written.partition("{by}")
        if written and value.startswith(head) and value.endswith(tail) and len(value) > len(head) + len(tail):
            return value[len(head) : len(value) - len(tail)], way
    return value, ""


def _promised(operation: Operation) -> tuple[str, str, str] | None:
    """Attribute, direction and reason of the order that the operation's text promises."""
    if operation.method != "get":
        return None
    text = f"{operation.summary}. {operation.description[:1500]}"
    said = _BY.search(text)
    recent = _RECENT.search(text) if said is None else None
    down, up = _DESC.search(text), _ASC.search(text)
    if said is None and (recent is None or not (down or up)):
        return None
    by = said[1] if said is not None else recent[1] if recent is not None else ""
    return by, "desc" if down else "asc" if up else "", "the description says so"


def _attribute(by: str, names: Mapping[str, str]) -> str:
    """The attribute of the elements that *by* means: by name, or a point in time by its words."""
    words = split(by)
    for size in range(len(words), 0, -1):
        if (found := names.get("".join(words[:size]))) is not None:
            return found
    for pattern, candidates in TIMES:
        if pattern.search(by):
            return next((names[name] for name in candidates if name in names), "")
    return ""
