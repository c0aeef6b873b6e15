"""Which field of a thing people call it by: its name, its title, its subject.

The words are those that public API descriptions use for it. A description is none: it is
prose, and nobody repeats it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from graph_tool_call.hooks import BuildContext, Field, FieldVerdict, Operation, PluginInfo, Schema, hookimpl

from ..resources.conventions import Conventions
from ..resources.places import answer_schema
from ..resources.shapes import Shapes
from ..words import split

#: Names of attributes that name a thing, the most telling first; those of one row are equal.
RANKED: Final = (
    "name title displayname fullname realname",
    "subject label nm titulo nombre nom",
    "summary nickname screenname username login loginid handle slug hostname filename tagname",
    "code number key email emailaddress sku prefix vid serialnumber",
    "address url domain",
)
NAMING: Final[Mapping[str, int]] = {word: rank for rank, row in enumerate(RANKED, 1) for word in row.split()}
#: Objects whose attributes are those of the thing around them (Kubernetes, JSON:API, HubSpot, Slack).
PARTS: Final = frozenset("metadata meta spec profile config attributes properties fields general basic info".split())
#: Last words of names whose words before them may be the thing's noun: project_name, prodNm.
LAST_WORDS: Final[Mapping[str, int]] = {"name": 1, "title": 1, "nm": 2, "label": 2, "subject": 2}
#: Squashed first names, and the last names that go with them.
FIRST: Final = ("firstname", "givenname", "forename", "fname")
LAST: Final = ("lastname", "surname", "familyname", "lname")
#: Formats of texts that name nothing.
_NO_NAMES: Final = frozenset("date date-time time duration uuid byte binary password".split())
#: Lists in lists that are opened.
_MOST_NESTED: Final = 4
_SURE, _BY_NOUN, _WEAK = 0.8, 0.7, 0.5


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Naming", description="Which field of a thing people call it by.", hook_api=1)


@hookimpl
def gtc_classify_fields(operation: Operation, fields: Sequence[Field], context: BuildContext) -> Iterator[FieldVerdict]:
    """Part `naming` of response fields."""
    names = context.memo.once("naming", lambda: _Names(Conventions(context.vocabulary)))
    for field in fields:
        if field.location == "response" and field.type in ("string", "") and not field.envelope:
            verdict = names.verdict(field, operation)
            if verdict is not None:
                yield verdict


class _Names:
    """Verdicts by name; each spelling is looked at once."""

    def __init__(self, conventions: Conventions) -> None:
        self._conventions = conventions
        self._shapes = Shapes(conventions)
        self._words: dict[str, tuple[str, ...]] = {}

    def verdict(self, field: Field, operation: Operation) -> FieldVerdict | None:
        """What *field* is for its element; None where it does not name it."""
        name = field.name
        spelled = self._conventions.spelled[name]
        rank = NAMING.get(spelled, 0)
        half = LAST if spelled in FIRST else FIRST if spelled in LAST else ()
        ending = 0 if rank or half else LAST_WORDS.get(self._last(name), 0)
        if not (rank or ending or half) or field.enum is not None or field.format in _NO_NAMES or not _belongs(field):
            return None
        if half:
            return self._half(field, half, operation)
        if rank:
            return FieldVerdict(
                field=field.ref,
                naming=rank,
                confidence=_SURE if rank < 4 else _WEAK,
                reason=f"a {name} names what has it",
            )
        if self._names_element(field):
            return FieldVerdict(
                field=field.ref, naming=ending, confidence=_BY_NOUN, reason="named like its thing, and name"
            )
        return None

    def _last(self, name: str) -> str:
        words = self._split(name)
        return words[-1] if words else ""

    def _split(self, name: str) -> tuple[str, ...]:
        known = self._words.get(name)
        if known is None:
            known = self._words[name] = split(name)
        return known

    def _names_element(self, field: Field) -> bool:
        """Whether the words before the last are those of the thing: `company_name` in `companies[*]`."""
        said = "".join(self._split(field.name)[:-1])
        around = (field.owner, *field.parents[-2:])
        return any(said and self._conventions.squash_singular(word).endswith(said) for word in around if word)

    def _half(self, field: Field, others: Sequence[str], operation: Operation) -> FieldVerdict:
        """A first name with the last name beside it, or the other way round; alone it is a weak name."""
        beside = {self._conventions.spelled[name]: name for name in self._beside(field, operation)}
        other = next((beside[name] for name in others if name in beside), "")
        if not other:
            return FieldVerdict(field=field.ref, naming=3, confidence=_WEAK, reason="a part of a person's name")
        path = field.path[: -len(field.name)] + other
        return FieldVerdict(
            field=field.ref,
            naming=2,
            naming_with=path if field.path.endswith("." + field.name) else None,
            confidence=_SURE,
            reason="first and last name together",
        )

    def _beside(self, field: Field, operation: Operation) -> Iterable[str]:
        """Names of the properties beside *field* in the answer of *operation*."""
        schema = answer_schema(operation)
        for name in field.parents:
            schema = None if schema is None else self._shapes.properties(_inside(schema)).get(name)
        return () if schema is None else self._shapes.properties(_inside(schema))


def _inside(schema: Schema) -> Schema:
    """What an array or a map holds; the node itself where it is neither."""
    for _ in range(_MOST_NESTED):
        inner = schema.items or (None if schema.properties else schema.additional)
        if inner is None:
            break
        schema = inner
    return schema


def _belongs(field: Field) -> bool:
    """Whether the field is the element's own, or of a part of it."""
    rest = field.path[len(field.element) :] if field.path.startswith(field.element + ".") else ""
    steps = rest.split(".")[1:]
    return bool(steps) and "*" not in rest and all(step.lower() in PARTS for step in steps[:-1])
