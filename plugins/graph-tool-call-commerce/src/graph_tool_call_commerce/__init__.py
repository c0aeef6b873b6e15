"""Korean commerce: what ordNo, mbrNo and goodsCd are, which words mean which codes, and what is approved.

The module is the plugin. It imports nothing heavy, because every process that looks for plugins imports it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graph_tool_call.hooks import (
    AskPerson,
    BuildContext,
    ChoiceList,
    ChoiceRequest,
    Consumer,
    EnumMatch,
    EnumRequest,
    Field,
    FieldVerdict,
    Listing,
    NeedsApproval,
    Operation,
    OperationVerdict,
    Option,
    PlanContext,
    PlanRequest,
    PluginInfo,
    Veto,
    Vocabulary,
    hookimpl,
)

from . import words
from .naming import Names, is_korean
from .settings import CodeTable, Settings

__all__ = [
    "CodeTable",
    "Settings",
    "gtc_choices",
    "gtc_classify_fields",
    "gtc_planning_rules",
    "gtc_plugin_info",
    "gtc_resolve_enum",
    "gtc_vocabulary",
]


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who this is, and the class that its settings are read into."""
    return PluginInfo(
        title="Korean commerce",
        description="Names, codes and rules of Korean shops: orders, members, goods, claims, refunds, coupons.",
        hook_api=1,
        settings=Settings,
    )


@hookimpl
def gtc_vocabulary() -> Vocabulary:
    """How answers are wrapped, page, and tell of their outcome."""
    return Vocabulary(wrappers=frozenset(words.WRAPPERS), tables=words.TABLES)


@hookimpl
def gtc_classify_fields(
    operation: Operation, fields: Sequence[Field], context: BuildContext
) -> Iterator[FieldVerdict | OperationVerdict]:
    """Keys, names and context by the convention, in documents that follow it; all else is left to other plugins."""
    names = context.memo.once("names", lambda: Names(context.settings))
    if not context.memo.once("abbreviates", lambda: names.abbreviates(context.collection)):
        return
    resource = names.of_path(operation.path)
    confidence = context.settings.confidence
    if resource:
        reason = f"the path ends in {resource}, as Korean commerce spells it"
        yield OperationVerdict(resource=resource, confidence=confidence, reason=reason)
    for field in fields:
        verdict = _verdict(field, names, confidence)
        if verdict is not None:
            yield verdict
            if verdict.resource == resource and field.element.endswith("[*]"):
                listed = Listing(path=field.element, noun=resource, own=True)
                reason = f"its elements have the key of a {resource}, and the path ends in that"
                yield OperationVerdict(lists=(listed,), confidence=confidence, reason=reason)


def _verdict(field: Field, names: Names, confidence: float) -> FieldVerdict | None:
    if names.is_context(field.name):
        reason = "whoever makes the calls knows the mall, the site and the language"
        return FieldVerdict(field=field.ref, kind="context", role="context", confidence=confidence, reason=reason)
    meaning = names.read(field.name)
    if meaning is None:
        return None
    if meaning.kind == "key":
        return FieldVerdict(
            field=field.ref,
            kind="data",
            role="identifier",
            semantic_tag=meaning.tag,
            resource=meaning.resource,
            confidence=confidence,
            reason=f"{meaning.abbreviation} stands for {meaning.resource} in Korean commerce",
        )
    if meaning.kind == "name" and field.direction == "produces":
        reason = f"{meaning.abbreviation} with nm is what people call the {meaning.resource}"
        return FieldVerdict(field=field.ref, naming=1, confidence=confidence, reason=reason)
    return None


@hookimpl
def gtc_planning_rules(
    consumer: Consumer, request: PlanRequest, context: PlanContext
) -> Iterator[Veto | AskPerson | NeedsApproval]:
    """A member comes from the members; a refund is approved; a code of a table is never taken from an answer."""
    names = context.memo.once("names", lambda: Names(context.settings))
    meant = {need.ref: names.read(need.name) for need in consumer.needs}
    said = _said(request, names)
    for candidate in consumer.candidates:
        meaning, other = meant.get(candidate.need), candidate.tool.resource
        if meaning is None or meaning.tag != "member_no" or other == "member":
            continue
        if candidate.many:
            reason = f"a member number is never taken from a list of {other or 'other thing'}s"
            yield Veto(candidate=candidate.ref, reason=reason)
        elif other not in said:
            yield Veto(candidate=candidate.ref, reason=f"nobody said which {other or 'other thing'} the member is of")
    for need in consumer.needs:
        meaning = meant[need.ref]
        if meaning is not None and meaning.kind == "code":
            yield AskPerson(need=need.ref, reason="a common code is chosen, never taken from some answer")
    is_approved = consumer.tool.changes_state and consumer.tool.resource in context.settings.approved
    if is_approved and context.memo.once("korean", lambda: any(map(is_korean, context.tools.values()))):
        yield NeedsApproval(tool=consumer.tool.name, reason=f"a person approves changes of a {consumer.tool.resource}")


def _said(request: PlanRequest, names: Names) -> frozenset[str]:
    """The resources that the request speaks of: by a given key, or as something that exists already."""
    keys = [meaning.resource for name in request.given if (meaning := names.read(name)) is not None]
    return frozenset([*keys, *(str(thing.get("noun", "")) for thing in request.understood.get("things", ()))])


@hookimpl
def gtc_resolve_enum(request: EnumRequest, context: PlanContext) -> EnumMatch | None:
    """By the house's own codes, then by how Korean commerce abbreviates."""
    from .codes import said_in_settings, spelled_member

    code = said_in_settings(request.field, request.word, context.settings)
    if code is not None:
        member = next((choice for choice in request.choices if str(choice) == code), None)
        return EnumMatch(value=member, confidence=0.97, reason="the setting `codes`") if member is not None else None
    member = spelled_member(request.word, request.choices)
    reason = "how Korean commerce abbreviates it"
    return EnumMatch(value=member, confidence=0.9, reason=reason) if member is not None else None


@hookimpl
def gtc_choices(request: ChoiceRequest, context: PlanContext) -> ChoiceList | None:
    """The common codes of the field's group, where the settings name a database."""
    settings: Settings = context.settings
    if not settings.database:
        return None
    from .codes import group_of, read_codes

    # Read once for each synthesizer: equal questions get equal answers.
    codes = context.memo.once("codes", lambda: read_codes(settings.database, settings.code_table))
    group = group_of(request.field)
    rows = codes.get(group, ())
    members = {str(choice): choice for choice in request.choices}
    options = tuple(
        Option(value=members.get(code, code), label=name) for code, name in rows if not members or code in members
    )
    return ChoiceList(options=options, confidence=0.95, reason=f"the common codes {group}") if options else None
