"""Frozen values that cross the plugin boundary."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar

import attrs

from ..model import ABSENT, Collection, Operation, Parameter, Schema, ToolFacts
from .checks import one_of, optional_rank, role as known_role, sentence, signed, snake, texts, unit
from .choices import EnumMatch, EnumRequest, OptionsRequest, OptionsSource
from .facts import KeyForm, Listing, SortForm
from .planning import AskPerson, NeedsApproval, PlanningRule, PlanRequest, Veto
from .running import ExecutorSpec, ToolCall, ToolResult
from .signals import SignalSpec
from .vocabulary import Vocabulary

T = TypeVar("T")

#: What a field may be: business data, runtime context of the adapter, or a credential.
KINDS: Final = ("data", "context", "auth")
#: What operations do; stored as `canonical_action`.
ACTIONS: Final = ("search", "read", "create", "update", "delete", "action")
#: What operations answer with; stored as `result_shape`.
SHAPES: Final = ("single", "list", "count", "mutation")


def _scores(known: tuple[str, ...]) -> Callable[[object, attrs.Attribute[Any], Any], None]:
    """Checks scores by one of the *known* names."""

    def check(_self: object, field: attrs.Attribute[Any], value: Any) -> None:
        for name, score in value.items():
            if name not in known:
                raise ValueError(f"{field.name} are by one of {', '.join(known)}, not {name!r}")
            if isinstance(score, bool) or not isinstance(score, (int, float)) or not -1 <= score <= 1:
                raise ValueError(f"{field.name} are numbers from -1 to 1, not {score!r}")

    return check


class Memo(Protocol):
    """A cache that lives as long as one build, one synthesizer or one search index.

    Plugins keep what is dear there, never at module level.
    """

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of *key*, made by *make* the first time. A memo is one plugin's own, so any key will do."""
        ...


@attrs.frozen(kw_only=True)
class PluginInfo:
    """Who a plugin is."""

    title: str = ""
    description: str = ""
    #: `HOOK_API_VERSION` it was written for; 0 makes no claim.
    hook_api: int = 0
    #: What sources it reads, as the end of "it reads …": named where nobody reads a source. "" for no reader.
    reads: str = ""
    #: attrs class that the plugin's settings are decoded into; None takes no settings.
    settings: type | None = None
    #: Signals that the plugin gives as evidence or for producers; one that nobody declares is an error.
    signals: tuple[SignalSpec, ...] = ()
    #: Ids of plugins that are asked after this one, and of those before it; a set without them is no matter.
    before: tuple[str, ...] = attrs.field(default=(), validator=texts)
    after: tuple[str, ...] = attrs.field(default=(), validator=texts)
    #: Ids of plugins without which this one takes no part; they are asked before it.
    requires: tuple[str, ...] = attrs.field(default=(), validator=texts)


# --- contracts: what is each field? -------------------------------------------------


@attrs.frozen(kw_only=True)
class Field:
    """One input or output leaf of an operation.

    `ref` names it in verdicts; it is unique in the batch and means nothing beyond it.
    """

    ref: int
    #: "consumes" or "produces".
    direction: str
    name: str
    #: JSON path: "$.shipping.zip", "$.items[*].id", "$.data.*.name" (map values); a parameter's path is its name.
    path: str
    #: path, query, header, cookie, body, response, or response_header.
    location: str
    required: bool = False
    type: str = ""
    format: str = ""
    description: str = ""
    enum: tuple[Any, ...] | None = None
    #: Component name of the schema that has this property; "" when it is anonymous (or the field is a parameter).
    owner: str = ""
    #: Property names from the root down to the owner, arrays and map keys left out: ("data", "customer").
    parents: tuple[str, ...] = ()
    #: Component names of the schemas at those parents, "" where anonymous; the first is the root schema's.
    owners: tuple[str, ...] = ()
    #: Below an array or a map: there are many of it.
    many: bool = False
    #: JSON path of the thing that a response field belongs to: the innermost element of a list or map around it
    #: ("$.items[*]"), else what the answer is about ("$.data"), else "$"; "" for inputs and headers.
    element: str = ""
    #: True for a response field inside what every response of this API is wrapped in, as far as known before typing.
    envelope: bool = False
    read_only: bool = False
    #: The node itself, for plugins that look deeper; None on hand-made fields.
    schema: Schema | None = attrs.field(default=None, eq=False, repr=False)
    #: The node of the object that has this property; None for parameters, headers, and on hand-made fields.
    holder: Schema | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen(kw_only=True)
class FieldVerdict:
    """What a plugin says of one field. A part that is None abstains; the parts are decided singly."""

    field: int
    #: data, context or auth.
    kind: str | None = attrs.field(default=None, validator=one_of(*KINDS))
    #: One of `ROLES`: identifier, paging, search, user_input …
    role: str | None = attrs.field(default=None, validator=known_role)
    #: For identifiers `<resource>_<key>`: "pet_id", "order_no", "mail_account_id".
    semantic_tag: str | None = attrs.field(default=None, validator=snake)
    #: The resource that owns the identifier: "pet".
    resource: str | None = attrs.field(default=None, validator=snake)
    #: Of a response field: it names its element for people. 1 names it best; of two the lower is tried first.
    naming: int | None = attrs.field(default=None, validator=optional_rank)
    #: Path of the field that belongs to such a name: of the last name, beside the first.
    naming_with: str | None = None
    #: Of an identifier: what its values look like.
    key_form: KeyForm | None = None
    #: Of an input of an operation that lists: the attribute of the elements that it filters by ("customer.id").
    filters: str | None = None
    #: Of an input that sorts: what it takes.
    sort: SortForm | None = None
    confidence: float = attrs.field(validator=unit)
    #: One short sentence for people, without values of the document's user.
    reason: str = attrs.field(validator=sentence)


@attrs.frozen(kw_only=True)
class OperationVerdict:
    """What a plugin says of the operation as a whole; parts that are None abstain."""

    #: One of `ACTIONS`.
    action: str | None = attrs.field(default=None, validator=one_of(*ACTIONS))
    #: Snake case, singular: "member_delivery".
    resource: str | None = attrs.field(default=None, validator=snake)
    #: One of `SHAPES`.
    shape: str | None = attrs.field(default=None, validator=one_of(*SHAPES))
    #: Whether calling it can change anything on the server, destroy data, or be repeated without harm.
    changes_state: bool | None = None
    destructive: bool | None = None
    #: What is known of the lists in the answer, by path; each part of each list is decided singly.
    lists: tuple[Listing, ...] | None = None
    confidence: float = attrs.field(validator=unit)
    reason: str = attrs.field(validator=sentence)


@attrs.frozen(kw_only=True, eq=False)
class BuildContext:
    """What a classifier may look at besides the operation: the whole document, its own settings, a cache."""

    collection: Collection
    settings: Any = None
    memo: Memo
    #: Words that all plugins together add; empty inside `gtc_vocabulary` itself.
    vocabulary: Vocabulary = attrs.Factory(Vocabulary)


# --- planning: which producer is better? --------------------------------------------


@attrs.frozen(kw_only=True)
class Need:
    """One input of a consuming operation that a producer could fill."""

    ref: int
    name: str
    path: str
    location: str
    type: str = ""
    semantic_tag: str = ""
    resource: str = ""
    required: bool = True
    #: Producers, or producers with a path behind a space, that the caller's annotations rule out.
    never_from: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class ProducerCandidate:
    """One response field of one operation that could fill a need. `ref` is unique in the batch."""

    ref: int
    #: `Need.ref` that it is a candidate for.
    need: int
    tool: ToolFacts
    name: str
    #: JSON path in the response.
    path: str
    type: str = ""
    semantic_tag: str = ""
    #: "tag" (same semantic tag), "name" (same normalised name) or "edge" (declared).
    match: str = "tag"
    many: bool = False


@attrs.frozen(kw_only=True)
class ProducerSignal:
    """An argument for (positive) or against (negative) a candidate."""

    candidate: int
    #: A signal that a plugin declares in `PluginInfo.signals`: "own_collection", "deprecated".
    signal: str
    score: float = attrs.field(validator=signed)
    reason: str = attrs.field(validator=sentence)


@attrs.frozen(kw_only=True)
class Consumer:
    """The operation whose needs are looked at, with all of its candidates."""

    tool: ToolFacts
    needs: tuple[Need, ...]
    candidates: Sequence[ProducerCandidate]


@attrs.frozen(kw_only=True, eq=False)
class PlanContext:
    """What planning hooks may look at besides their arguments."""

    tools: Mapping[str, ToolFacts]
    settings: Any = None
    memo: Memo


# --- search and selection -----------------------------------------------------------


@attrs.frozen(kw_only=True)
class Text:
    """A piece of text to analyse."""

    value: str
    #: "query", or where in a document it stands: "name", "summary", "description", "path", "field", "tag", "enum".
    source: str


@attrs.frozen(kw_only=True)
class Term:
    """One normalised term of a text."""

    value: str
    #: Share of a full term that it counts for, 0 to 1.
    weight: float = attrs.field(default=1.0, validator=unit)
    #: "word", "verb" (its canonical action in `value`), "scope", "stop".
    kind: str = "word"
    #: The word as it stands in the text, for highlighting; "" when it is `value`.
    surface: str = ""


@attrs.frozen(kw_only=True)
class Candidate:
    """One operation that may be the target of a question."""

    name: str
    tool: ToolFacts
    #: Position in the retrieval, from 0; -1 when it was not retrieved.
    rank: int
    #: Retrieval score, relative to the best row (0 to 1).
    score: float
    #: Names of inputs and response fields, as in the contract.
    consumes: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    produces: tuple[str, ...] = ()
    #: Where values are given: members of enums, and inputs and fields of what supplies it ("customer name").
    choices: tuple[str, ...] = ()
    supplied: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Evidence:
    """An argument for (positive) or against (negative) a candidate, with the words that it rests on."""

    candidate: str
    #: A signal that a plugin declares in `PluginInfo.signals`, this one or another ("unsaid", of the bundled plugins,
    #: stops a change that is not what is asked for, and its reason is shown). "reading" (what of the request has a
    #: place in the candidate), "needs" (what it requires and nothing is said of) and "sets" (the verb sets an input
    #: of it) come from the core.
    signal: str
    score: float = attrs.field(validator=signed)
    matched: tuple[str, ...] = ()
    reason: str = attrs.field(validator=sentence)


@attrs.frozen(kw_only=True)
class Preference:
    """What a question prefers whatever the candidates are: kinds of operation and shapes of answers, each -1 to 1."""

    #: One of `ACTIONS` → how well an operation of that kind serves the question. Above 0.8 a verb says so.
    actions: Mapping[str, float] = attrs.field(factory=dict, validator=_scores(ACTIONS))
    #: One of `SHAPES` → the same.
    shapes: Mapping[str, float] = attrs.field(factory=dict, validator=_scores(SHAPES))


@attrs.frozen(kw_only=True, eq=False)
class QueryContext:
    """What search and selection hooks may look at besides their arguments."""

    #: Analysed terms of a text, all text plugins taken together.
    terms: Callable[[str], tuple[Term, ...]]
    #: Weight of a term by how rare it is in the collection, 0 to 1.
    rarity: Callable[[str], float]
    learning: tuple[Mapping[str, Any], ...] = ()
    given: Mapping[str, Any] = MappingProxyType({})
    settings: Any = None
    memo: Memo


# --- running ------------------------------------------------------------------------


@attrs.frozen(kw_only=True, eq=False)
class RunContext:
    """What executors may look at besides the call: credentials by scheme id, options, the document, a cache."""

    #: Called with a security scheme id; gives the credential or None. Never logged.
    credentials: Callable[[str], Any] = attrs.field(default=lambda _scheme: None, repr=False)
    #: Of the run: for the plugin whose executor it names an instance of `ExecutorSpec.options`, where there is
    #: such a class; for all others a mapping of what was given.
    options: Any = MappingProxyType({})
    #: What the API description says for all operations: `security_schemes`, `servers`, `server_templates`, and
    #: `unrequired_schemes`, which no operation asks for. Parts that it lacks are left out.
    document: Mapping[str, Any] = MappingProxyType({})
    #: The run that a call belongs to, or that is opened or closed.
    run_id: str = ""
    settings: Any = None
    #: Lives as long as the runner; what has a `close` method is closed with it.
    memo: Memo
    #: Lives as long as the one run, on its event loop where it has one; what has a `close` or `aclose` method is
    #: closed with it.
    run_memo: Memo


__all__ = [
    "ABSENT",
    "ACTIONS",
    "KINDS",
    "SHAPES",
    "AskPerson",
    "BuildContext",
    "Candidate",
    "Collection",
    "Consumer",
    "EnumMatch",
    "EnumRequest",
    "Evidence",
    "ExecutorSpec",
    "Field",
    "FieldVerdict",
    "KeyForm",
    "Listing",
    "Memo",
    "Need",
    "NeedsApproval",
    "Operation",
    "OperationVerdict",
    "OptionsRequest",
    "OptionsSource",
    "Parameter",
    "PlanContext",
    "PlanRequest",
    "PlanningRule",
    "PluginInfo",
    "ProducerCandidate",
    "ProducerSignal",
    "QueryContext",
    "RunContext",
    "Schema",
    "SortForm",
    "Term",
    "Text",
    "ToolCall",
    "ToolFacts",
    "ToolResult",
    "Veto",
]
