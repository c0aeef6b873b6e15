"""What a word means and what may be chosen: the answers of all plugins, and the surest of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from ..hooks import (
    ChoiceList,
    ChoiceRequest,
    ChoiceValue,
    EnumMatch,
    EnumRequest,
    Option,
    OptionsRequest,
    OptionsSource,
    PlanContext,
    ToolFacts,
)
from ..model import Opinion
from .rules import same_value
from .table import Entry, shown

T = TypeVar("T")
R = TypeVar("R", EnumRequest, OptionsRequest)
Asked = Sequence[tuple[Entry, PlanContext]]


def surest(answers: Iterable[Opinion[T]], order: Mapping[str, int]) -> Opinion[T] | None:
    """The answer of the highest confidence; of equal ones that of the plugin that comes earlier in *order*."""
    # Answers of one plugin stand in the order in which its hooks were asked.
    ranked = sorted(answers, key=lambda said: (-_confidence(said.value), order.get(said.plugin, 0)))
    return ranked[0] if ranked else None


def _confidence(answer: Any) -> float:
    return float(answer.confidence)


def members(entries: Asked, request: EnumRequest) -> Iterator[Opinion[EnumMatch]]:
    """What `gtc_resolve_enum` says, checked."""
    place = f"field {request.field!r} of {request.tool.name!r}"
    for entry, context in entries:
        match = entry.ask(place, request, context)
        if match is None:
            continue
        if not isinstance(match, EnumMatch):
            raise entry.wrong(f"expected EnumMatch or None, got {shown(match)}", place)
        if not _is_member(match.value, request.choices):
            raise entry.wrong(f"{match.value!r} is not among the choices", place)
        yield Opinion(entry.plugin, match)


def sources(entries: Asked, request: OptionsRequest) -> Iterator[Opinion[OptionsSource]]:
    """What `gtc_find_options` says, checked."""
    place = f"field {request.field!r} of {request.tool.name!r}"
    for entry, context in entries:
        source = entry.ask(place, request, context)
        if source is None:
            continue
        if not isinstance(source, OptionsSource):
            raise entry.wrong(f"expected OptionsSource or None, got {shown(source)}", place)
        if all(source.producer != candidate.tool.name for candidate in request.candidates):
            raise entry.wrong(f"producer {source.producer!r} is not among the candidates", place)
        yield Opinion(entry.plugin, source)


def choices(
    entries: Asked, request: ChoiceRequest, tools: Mapping[str, ToolFacts]
) -> Iterator[Opinion[ChoiceList | OptionsSource | ChoiceValue]]:
    """What `gtc_choices` says, checked."""
    place = f"field {request.field!r} of {request.tool.name!r}"
    for entry, context in entries:
        answer = entry.ask(place, request, context)
        if answer is not None:
            if problem := _problem(answer, request, tools):
                raise entry.wrong(problem, place)
            yield Opinion(entry.plugin, answer)


def meant(
    answers: Iterable[Opinion[ChoiceList | OptionsSource | ChoiceValue]], word: str
) -> Iterator[Opinion[ChoiceValue]]:
    """What *answers* make of a word: a value, or the one of a list that is called so."""
    for said in answers:
        answer = said.value
        if isinstance(answer, ChoiceValue):
            yield Opinion(said.plugin, answer)
        elif isinstance(answer, ChoiceList):
            called = [
                one for one in answer.options if word.casefold() in (one.label.casefold(), str(one.value).casefold())
            ]
            if len(called) == 1:
                value = ChoiceValue(value=called[0].value, confidence=answer.confidence, reason=answer.reason)
                yield Opinion(said.plugin, value)


def enum_request(request: ChoiceRequest) -> EnumRequest:
    """*request* for the hook that knows enums alone."""
    return _narrowed(request, EnumRequest)


def options_request(request: ChoiceRequest) -> OptionsRequest:
    """*request* for the hook that knows operations alone."""
    return _narrowed(request, OptionsRequest)


def _narrowed(request: ChoiceRequest, form: type[R]) -> R:
    """*request* in a *form* that has a part of its fields."""
    return form(**{field.name: getattr(request, field.name) for field in attrs.fields(form)})


def as_value(said: Opinion[EnumMatch]) -> Opinion[ChoiceValue]:
    """A member of an enum as the value that a word means."""
    match = said.value
    value = ChoiceValue(value=match.value, confidence=match.confidence, reason=match.reason)
    return Opinion(said.plugin, value)


def _problem(answer: Any, request: ChoiceRequest, tools: Mapping[str, ToolFacts]) -> str:
    """What is wrong with an answer; "" for nothing."""
    if isinstance(answer, OptionsSource):
        return "" if answer.producer in tools else f"no tool is named {answer.producer!r}"
    if isinstance(answer, ChoiceValue):
        values = [answer.value]
        if not request.word:
            return "no word was given, so no value is meant; give a ChoiceList or an OptionsSource"
    elif isinstance(answer, ChoiceList):
        given: tuple[Any, ...] = answer.options
        strange = [one for one in given if not isinstance(one, Option)]
        if strange:
            return f"options holds Option, got {shown(strange[0])}"
        values = [one.value for one in answer.options]
    else:
        return f"expected ChoiceList, OptionsSource, ChoiceValue or None, got {shown(answer)}"
    wrong = [value for value in values if request.choices and not _is_member(value, request.choices)]
    return f"{wrong[0]!r} is not among the choices" if wrong else ""


def _is_member(value: Any, among: Iterable[Any]) -> bool:
    return any(same_value(value, one) for one in among)
