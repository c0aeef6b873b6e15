"""`graph-tool-call demo`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import click

from graph_tool_call_shop import QUESTIONS, SHOWN, Question, running_shop

from .. import options
from ..asking import ask_for, interactive, missing
from ..consent import approved, confirm
from ..entities import parse_entities
from ..failure import CommandError
from ..options import Setup
from ..output import console_for, put, rendered, write_json
from ..planning import Made, Wish, make_plan
from ..running import follow, row_label, show_output
from ..source import Loaded
from ..text import one_line, printable
from .call import adapter

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command(short_help="Show the whole way on a small shop of its own; needs no network and no key.")
@click.option(
    "--question", "wanted", metavar="TEXT|NUMBER", help="Another question: your own words, or a number of --list."
)
@click.option(
    "-e", "--entity", "entities", multiple=True, metavar="NAME=VALUE", help="A value that stands in your question."
)
@click.option("--list", "listing", is_flag=True, help="List the questions that the demo knows.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask before a call that changes something.")
@options.common
def command(
    wanted: str | None,
    entities: tuple[str, ...],
    listing: bool,
    yes: bool,
    as_json: bool,
    plugins: str | None,
    config: str | None,
) -> None:
    """Start a small shop on a loopback port, ask it questions in plain words, and show how each becomes calls.

    The shop has an OpenAPI document and a database of its own. What the demo does with them
    is what the other commands do with any document: candidates, selection, plan, run.
    """
    if listing:
        _list(as_json=as_json)
        return
    screen = Screen(as_json=as_json)
    setup = Setup(plugins, config)
    with running_shop() as url:
        with urlopen(f"{url}/openapi.json", timeout=10) as answer:  # noqa: S310 - loopback
            document = answer.read()
        loaded = _built(setup, document)
        screen.say(f"A shop with {len(loaded.graph.tools)} operations answers at {url}; its document is /openapi.json.")
        told = [_show(loaded, setup, url, question, screen, yes=yes) for question in _questions(wanted, entities)]
    if as_json:
        write_json({"operations": len(loaded.graph.tools), "questions": told})


def _built(setup: Setup, document: bytes) -> Loaded:
    engine = setup.engine
    return Loaded(engine, engine.graph(engine.build(document, **setup.build_options())), built=True)


def _questions(wanted: str | None, entities: tuple[str, ...]) -> list[Question]:
    values = {key: entity.text for key, entity in parse_entities(entities).items()}
    if wanted is None:
        return [QUESTIONS[place] for place in SHOWN]
    if not wanted.strip().isdecimal():
        return [Question(wanted, values)]
    place = int(wanted)
    if not 1 <= place <= len(QUESTIONS):
        raise CommandError("usage", f"--question {place}: there are questions 1 to {len(QUESTIONS)} (see --list)")
    known = QUESTIONS[place - 1]
    return [Question(known.text, {**known.entities, **values})]


def _list(*, as_json: bool) -> None:
    rows: list[dict[str, Any]] = [
        {"number": i, "question": q.text, "entities": dict(q.entities)} for i, q in enumerate(QUESTIONS, 1)
    ]
    if as_json:
        write_json({"questions": rows})
        return
    for row in rows:
        given = " ".join(f'-e {key}="{value}"' for key, value in row["entities"].items())
        click.echo(f"{row['number']}. {row['question']}\n   {given}")


class Screen:
    """Where the demo tells its story; silent when the answer is JSON."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self._console = None if as_json else console_for(sys.stdout)

    def say(self, text: str) -> None:
        """One line."""
        if self._console is not None:
            from rich.text import Text

            put(self._console, Text(printable(text)))

    def part(self, title: str, *parts: RenderableType) -> None:
        """A heading, and what stands under it."""
        if self._console is not None:
            from ..render.parts import heading

            for item in (heading(title), *parts):
                put(self._console, item)


def _show(loaded: Loaded, setup: Setup, url: str, question: Question, screen: Screen, *, yes: bool) -> dict[str, Any]:
    given = ", ".join(f"{key} = {value}" for key, value in question.entities.items()) or "nothing"
    screen.part(f"Question: {question.text}")
    screen.say(f"Given: {given}  (what a form or a model picks out of the question)")
    wish = Wish(ask=question.text, entities=parse_entities([f"{k}={v}" for k, v in question.entities.items()]))
    made = make_plan(loaded, wish, setup)
    answer = made.explained(loaded.graph.tools)
    if not screen.as_json:
        _tell(screen, answer)
    result = _run(loaded, url, made, answer, screen, yes=yes)
    return {"question": question.text, "entities": dict(question.entities), **answer, "result": result}


def _tell(screen: Screen, answer: Mapping[str, Any]) -> None:
    from ..render.plan import render_plan
    from ..render.select import render_select

    screen.part("Candidates and selection", *rendered(answer["selection"], render_select))
    screen.part("Plan", *rendered(answer, render_plan))


def _tell_choices(screen: Screen, choices: list[dict[str, Any]]) -> None:
    """A run that paused because a person has to say which element is meant."""
    screen.part("Which one is meant has to be asked; nothing was changed")
    for choice in choices:
        screen.say(f"  {one_line(choice['message'])}")
        for row in choice["rows"]:
            screen.say(f"  - {one_line(row_label(row))}")


def _run(
    loaded: Loaded, url: str, made: Made, answer: Mapping[str, Any], screen: Screen, *, yes: bool
) -> dict[str, Any] | None:
    from ...plan import PlanRunner

    changing = any(step["changes_state"] for step in answer["steps"])
    if changing and not yes and (screen.as_json or not interactive()):
        screen.say("\nThis would change something, and nobody is here to be asked: nothing was called (--yes goes on).")
        return None
    inputs = {**made.entities, **ask_for(missing(answer["asked"], made.entities))}
    if changing:
        screen.part("Consent")
    confirm(answer, inputs, yes=yes, silent=screen.as_json)
    screen.part("Run")
    runner = PlanRunner(adapter(url, loaded.graph.tools), validate_args="coerce", tools=loaded.graph.tools)
    try:
        result = follow(runner, made.plan, inputs, as_json=screen.as_json, decisions=approved(answer))
    except CommandError as error:
        if error.code != "choice_required":
            raise
        _tell_choices(screen, error.details["choices"])
        return {"ok": False, "choices": error.details["choices"]}
    if not screen.as_json:
        screen.part("Result")
        show_output(result)
    return result
