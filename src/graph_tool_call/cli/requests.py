"""Requests on the command line: read, kept in a file without secrets, and handed back from one."""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from ..errors import DecodeError
from ..model.whole_file import write_whole
from ..request import Condition, Request, SettingOf, Thing
from . import asking
from .entities import Entity, values_of
from .failure import BAD_INPUT, USAGE, CommandError
from .nulls import CALLER, null_places
from .target import find_tool
from .text import shortened
from .withheld import is_secret, is_withheld, request_withheld

if TYPE_CHECKING:
    from .source import Loaded

#: Characters of a value in a question.
_SHOWN: Final = 60
_NEXT: Final = "correct it there; `understand` shows what a question is taken for, `understand --schema` the form"


def understand(loaded: Loaded, target: str, question: str, entities: Mapping[str, Entity]) -> Request:
    """What is understood of *question* and *entities* for the tool *target*.

    An input of text takes what is written like a number as it is written: `-e zip=01234`, `-e isbn=9780441013593`.
    """
    from ..advice import planning_parts

    parts = planning_parts(loaded.graph)
    contract, values = parts.index.contracts[target], values_of(entities)
    request = parts.requests.read(contract, question, values)
    texts = {slot.place for slot in parts.requests.frame(contract).slots if slot.type == "string"}
    settings = (s for s in request.settings if s.input in texts and isinstance(s.value, (int, float)))
    meant = {s.word: entities[s.word].text for s in settings if s.word in entities}
    if meant:
        request = parts.requests.read(contract, question, {**values, **meant})
    return _with_nulls(request, null_places(target, loaded.graph.tools, values))


def _with_nulls(request: Request, places: Mapping[str, tuple[str, ...]]) -> Request:
    """*request* with null where a caller gave it for an input that may be null, and no plugin made anything of it."""
    unset = {one.word: ".".join(places[one.word]) for one in request.unread if one.value is None and one.word in places}
    settings = (SettingOf(input=place, value=None, word=word, said_by=CALLER) for word, place in unset.items())
    unread = tuple(one for one in request.unread if one.word not in unset)
    return attrs.evolve(request, settings=(*request.settings, *settings), unread=unread)


def unsaid(request: Request, loaded: Loaded) -> list[dict[str, Any]]:
    """The inputs of the target that *request* says nothing of: `place`, `required`; required ones first."""
    from ..advice import planning_parts

    parts = planning_parts(loaded.graph)
    said = {s.input for s in request.settings} | {role for thing in request.things for role in thing.roles}
    slots = [
        slot for slot in parts.requests.frame(parts.index.contracts[request.target]).slots if slot.place not in said
    ]
    return [{"place": s.place, "required": s.required} for s in sorted(slots, key=lambda slot: not slot.required)]


def corrections(request: Request, loaded: Loaded, given: Mapping[str, Entity]) -> list[dict[str, str]]:
    """Words under which what is unread would have a place.

    Each has `unread`, the word that it was given under, the `word` that gives it a place, `place`, and `option`, as on
    the command line. Each was tried: *request* was read of its question and of what is *given*.
    """
    from ..advice import planning_parts

    parts = planning_parts(loaded.graph)
    frame = parts.requests.frame(parts.index.contracts[request.target])
    nouns = {slot.place: kind.noun for slot in frame.slots if (kind := frame.kind_of(slot)) is not None}
    found = []
    for one in request.unread:
        if one.word not in given or is_secret(one.word):
            continue
        others = {word: entity for word, entity in given.items() if word != one.word}
        for place in one.considered:
            for word in _words(place, nouns):
                again = {**others, word: given[one.word]}
                read = understand(loaded, request.target, request.question, again)
                if word not in others and _has_place(read, word) and _unread(read) <= _unread(request) - {one.word}:
                    option = f"-e {shlex.quote(f'{word}={given[one.word].text}')}"
                    found.append({"unread": one.word, "word": word, "place": place, "option": option})
                    break
    return found


def reworded(
    request: Request, loaded: Loaded, given: Mapping[str, Entity], unread: Collection[str]
) -> dict[str, Entity] | None:
    """What is *given*, with the words that a person means instead of those that are *unread*.

    None where nobody can be asked, or no word is known that would do.
    """
    if not asking.interactive():
        return None
    offered: dict[str, list[tuple[str, str]]] = {}
    for row in corrections(request, loaded, given):
        if row["unread"] in unread:
            offered.setdefault(row["unread"], []).append((row["word"], f"{row['word']}  ({row['place']})"))
    made = dict(given)
    for word, choices in offered.items():
        entity = made.pop(word)
        meant = asking.choose_one(f"What is meant by {word} = {shortened(entity.text, _SHOWN)}", choices)
        made[meant] = attrs.evolve(entity, key=meant)
    return made if offered else None


def _words(place: str, nouns: Mapping[str, str]) -> list[str]:
    """Words that may say a place: "state", or for "issue_number by title" `issue.title`, `issue_number.title`."""
    role, by, attribute = place.partition(" by ")
    return [f"{name}.{attribute}" for name in (nouns.get(role), role) if name] if by else [place]


def _has_place(request: Request, word: str) -> bool:
    words = {one.word for one in request.settings} | {condition.word for _, condition in _conditions(request)}
    return word in words


def _unread(request: Request) -> set[str]:
    return {one.word for one in request.unread}


# --- handed back ---


def request_file(path: Path, loaded: Loaded, target: str = "") -> Request:
    """The request in the file *path*: as `understand --json` writes it, or under "request" in a larger answer.

    Raises `CommandError` request_file: it names the file, each place, and the next step.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CommandError("request_file", f"{path}: cannot be read: {error.strerror}", BAD_INPUT) from None
    except UnicodeDecodeError:
        raise CommandError("request_file", f"{path}: is not UTF-8", BAD_INPUT) from None
    return request_from(text, str(path), loaded, target)


def request_from(text: str, name: str, loaded: Loaded, target: str = "") -> Request:
    """The request that *text* is, checked against its target; *name* stands in errors. Raises `CommandError`."""
    try:
        data = json.loads(text)
        request = Request.from_dict(data["request"] if isinstance(data, Mapping) and "request" in data else data)
        return _checked(request, loaded, target)
    except RecursionError:
        raise CommandError("request_file", f"{name}: is nested too deeply", BAD_INPUT) from None
    except ValueError as error:
        raise CommandError("request_file", f"{name}: not JSON: {error} ({_NEXT})", BAD_INPUT) from None
    except DecodeError as error:
        told = f"{name}: {'; '.join(error.problems)} ({_NEXT})"
        raise CommandError("request_file", told, BAD_INPUT, {"file": name, "problems": list(error.problems)}) from None


def _checked(request: Request, loaded: Loaded, target: str) -> Request:
    from ..advice import planning_parts

    if not request.target and not target:
        raise DecodeError("request", ("it has no target, and --target names none @ $.target",))
    made = attrs.evolve(request, target=find_tool(request.target or target, loaded.graph.tools))
    if target and made.target != target:
        raise DecodeError("request", (f"it is for {made.target!r}, and --target names {target!r} @ $.target",))
    parts = planning_parts(loaded.graph)
    parts.requests.check(made, parts.index.contracts[made.target])
    return made


def by_caller(edited: Request, before: Request) -> Request:
    """*edited* with the caller as the author of what does not stand in *before*."""
    settings = {(s.input, repr(s.value)) for s in before.settings}
    things = {(roles, repr((c.attribute, c.value))) for roles, c in _conditions(before)}

    def setting(one: SettingOf) -> SettingOf:
        known = (one.input, repr(one.value)) in settings
        return one if known else attrs.evolve(one, said_by=CALLER, score=1.0, reason="")

    def condition(thing: Thing, one: Condition) -> Condition:
        known = (thing.roles, repr((one.attribute, one.value))) in things
        return one if known else attrs.evolve(one, said_by=CALLER, reason="")

    return attrs.evolve(
        edited,
        settings=tuple(map(setting, edited.settings)),
        things=tuple(attrs.evolve(t, where=tuple(condition(t, c) for c in t.where)) for t in edited.things),
    )


def _conditions(request: Request) -> Iterator[tuple[tuple[str, ...], Condition]]:
    for thing in request.things:
        for condition in thing.where:
            yield thing.roles, condition


# --- secrets ---


def without_secrets(request: Request) -> Request:
    """*request* as it may be shown and saved: `[hidden]` stands for what goes by the name of a secret."""
    return Request.from_dict(request_withheld(request.to_dict())[0])


def with_secrets(request: Request, given: Mapping[str, Any], name: str) -> tuple[Request, dict[str, Any]]:
    """*request*, from the file *name*, with values of *given* where a secret was kept out of it; the others given.

    Raises `CommandError` for a secret that is not given.
    """
    used: set[str] = set()

    def filled(one: Any, at: str, *names: str) -> Any:
        if not is_withheld(one.value):
            return one
        key = next((word for word in (one.word, *names) if word and word in given), None)
        if key is None:
            wanted = one.word or names[0]
            message = f"{name}: the value of {wanted!r} is kept out of it @ {at}.value (give it with -e {wanted}=VALUE)"
            raise CommandError("request_file", message, BAD_INPUT, {"file": name})
        used.add(key)
        return attrs.evolve(one, value=given[key])

    def thing(number: int, one: Thing) -> Thing:
        where = (filled(c, f"$.things[{number}].where[{n}]", c.attribute) for n, c in enumerate(one.where))
        return attrs.evolve(one, where=tuple(where))

    made = attrs.evolve(
        request,
        settings=tuple(filled(s, f"$.settings[{n}]", s.input) for n, s in enumerate(request.settings)),
        things=tuple(thing(number, one) for number, one in enumerate(request.things)),
        unread=tuple(filled(u, f"$.unread[{n}]", u.word) for n, u in enumerate(request.unread)),
    )
    return made, {word: value for word, value in given.items() if word not in used}


def refuse_unasked(given: Mapping[str, Any], slots: Iterable[Mapping[str, Any]], name: str) -> None:
    """Raise `CommandError` for a given value that a plan of the request in the file *name* does not ask for."""
    asked = {str(slot["field_name"]) for slot in slots}
    word = next((word for word in given if word not in asked), None)
    if word is not None:
        message = f"-e {word}: {name} says what is meant (say it there, or leave --request out)"
        raise CommandError("usage", message, USAGE)


# --- written ---


def text_of(request: Request) -> str:
    """A request as the text of a file."""
    return json.dumps(request.to_dict(), indent=2, ensure_ascii=False) + "\n"


def write_request(request: Request, path: Path) -> None:
    """Save *request* at *path*. Raises `CommandError`."""
    try:
        write_whole(path, text_of(request).encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise CommandError("output", f"{path}: cannot be written: {error.strerror}", USAGE) from None
