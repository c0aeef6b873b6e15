"""`graph-tool-call run`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..model.plan import Plan
from . import login, options, workflow
from .asking import ask_for, missing
from .consent import approved, confirm
from .credentials import warn_of_unknown
from .entities import parse_entities, values_of
from .failure import BAD_INPUT, CommandError
from .options import Setup
from .output import show
from .secrets import METAVAR, from_environment, lookup
from .source import Loaded, load
from .withheld import withheld

if TYPE_CHECKING:
    from ..plan import PlanRunner


def calling(function: Any) -> Any:
    """Options that say how calls are made."""
    for option in reversed(_CALLING):
        function = option(function)
    return function


_CALLING = (
    click.option(
        "--executor", default="http", show_default=True, metavar="NAME", help="Who makes the calls (see `plugins`)."
    ),
    click.option(
        "--base-url",
        metavar="URL",
        help="Where the API is, instead of the document's servers; a host alone keeps the path of a relative one.",
    ),
    click.option(
        "-H",
        "--header",
        "headers",
        multiple=True,
        metavar=METAVAR,
        help="Send a header with the value of an environment variable.",
    ),
    click.option(
        "--credential",
        "credentials",
        multiple=True,
        metavar=METAVAR,
        help="The credential of a security scheme, from an environment variable.",
    ),
    click.option("--option", "transport", multiple=True, metavar="NAME=VALUE", help="An option of the executor."),
    click.option(
        "--timeout", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="How long one call may take."
    ),
    click.option(
        "--lookup-pages",
        type=click.IntRange(min=1),
        default=20,
        show_default=True,
        metavar="N",
        help="How many pages of a list are read at most to find an element in it.",
    ),
    click.option("--retry", is_flag=True, help="Repeat calls that fail for a while, where that is harmless."),
    click.option("--store", metavar="FILE", help="Keep a journal in FILE: a run that was cut off goes on there."),
    click.option("--run-id", metavar="ID", help="With --store: the name of the run to begin, or to go on with."),
    click.option(
        "--decide",
        multiple=True,
        metavar="STEP=retry|JSON",
        help="For a call that was under way when a run was cut off: make it again, or take this as its answer.",
    ),
    click.option(
        "--pick",
        multiple=True,
        metavar="LOOKUP=ANSWER",
        help="Of several elements that fit a lookup, the one that is meant: its fields as JSON, or its position.",
    ),
    click.option("--show-secrets", is_flag=True, help="Show and save tokens and passwords of the result, too."),
    click.option("-y", "--yes", is_flag=True, help="Do not ask before calls that change something."),
    click.option("--dry-run", is_flag=True, help="Show the calls as they would be sent, and make none of them."),
)


@click.command(short_help="Plan and make the calls, or run a saved plan.")
@options.source
@click.option("--plan", "plan_file", metavar="FILE", help="Run this plan instead of making one.")
@workflow.taken
@click.option("--save", metavar="FILE", help="Write the result to FILE: files of any kind as they come, else JSON.")
@options.planning
@calling
@login.options
@options.common
def command(
    source: str, plan_file: str | None, as_json: bool, plugins: str | None, config: str | None, **given: Any
) -> None:
    """Plan the calls of SPEC or ARTIFACT that lead to an operation, make them, and show the result.

    On a terminal missing values are asked for, and so is a word of consent before anything is
    changed; elsewhere the first are errors, and the second needs --yes. Credentials are read
    from environment variables and never shown.
    """
    from .dry import can_show, show_calls
    from .running import can_save, follow, show_result

    save = Path(given["save"]) if given["save"] else None
    can_save(save)
    setup = Setup(plugins, config)
    headers = from_environment(given["headers"], "-H")
    credentials = from_environment(given["credentials"], "--credential")
    loaded = load(source, setup, {"annotations": given["annotations"]})
    first = login.login_of(given, loaded)
    answer, inputs = _planned(loaded, setup, plan_file, given)
    if given["dry_run"]:
        can_show(loaded, given["executor"])
    find = lookup(credentials) if first is None else first.lookup(credentials)
    with _runner(loaded, given, headers, find) as runner:
        if not as_json:
            from .render.plan import render_plan

            show(answer, render_plan, as_json=False)
        if given["dry_run"]:
            show_calls(runner, answer, inputs, as_json=as_json)
            return
        inputs = {**inputs, **ask_for(missing(answer["asked"], inputs), Offers(loaded, runner, inputs).choices)}
        confirm(answer, inputs, yes=given["yes"], silent=as_json)
        plan = Plan.from_dict(answer["plan"])
        warn_of_unknown(loaded, plan, credentials)
        if first is not None:
            first.take(runner)
        result = follow(
            runner,
            plan,
            inputs,
            as_json=as_json,
            run_id=given["run_id"],
            decisions={**approved(answer), **_decisions(given["decide"])},
            choices=_picked(given["pick"]),
            changing={step["id"] for step in answer["steps"] if step["changes_state"]},
            save=save,
            secrets=given["show_secrets"],
        )
        told = {key: answer[key] for key in ("request", "unread", "assumptions")}
        show_result({**result, **told, "plan": answer["plan"]}, as_json=as_json)


def _picked(given: Sequence[str]) -> dict[str, Any]:
    """Which element each lookup means, by the lookup as a plan has it: `s1[?kind == 'process']`."""
    found: dict[str, Any] = {}
    for item in given:
        lookup, bracket, text = item.partition("]=")
        if not bracket:
            lookup, _, text = item.partition("=")
        found[lookup + bracket[:1]] = values_of(parse_entities([f"answer={text}"], "--pick"))["answer"]
    return found


def _decisions(given: Sequence[str]) -> dict[str, Any]:
    """What is to become of calls that may or may not have been made, by step id."""
    values = values_of(parse_entities(given, "--decide"))
    return {step: value if value == "retry" else {"output": value} for step, value in values.items()}


def _planned(
    loaded: Loaded, setup: Setup, plan_file: str | None, given: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The explained plan, and the values that are known for its inputs."""
    from .planning import Wish, make_plan
    from .planview import explain_plan

    if given["workflow"]:
        workflow.refuse_wish({**given, "target": given["target"] or plan_file}, "--workflow")
        entities = values_of(parse_entities(given["entities"]))
        plan, secrets = withheld(workflow.workflow_plan(loaded, given))
        return workflow.explained(loaded, plan), {**secrets, **entities}
    if plan_file is None:
        made = make_plan(loaded, Wish.of(given), setup)
        return made.explained(loaded.graph.tools), dict(made.entities)
    workflow.refuse_wish(given, "--plan")
    entities = values_of(parse_entities(given["entities"]))
    plan, secrets = withheld(read_plan(Path(plan_file), loaded))
    return explain_plan(plan, loaded.graph.tools), {**secrets, **entities}


def read_plan(path: Path, loaded: Loaded) -> Plan:
    """The plan saved at *path* (by `plan -o`, or `plan --json`), for the tools of *loaded*."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise CommandError("plan_file", f"{path}: cannot be read: {error.strerror}", BAD_INPUT) from None
    except ValueError as error:
        raise CommandError("plan_file", f"{path}: not JSON: {error}", BAD_INPUT) from None
    plan = Plan.from_dict(data.get("plan", data) if isinstance(data, dict) else data)
    unknown = [step.tool for step in plan.steps if step.tool not in loaded.graph.tools]
    if unknown:
        raise CommandError(
            "plan_file", f"{path}: the collection has no tool {unknown[0]!r}; was the plan made for another?", BAD_INPUT
        )
    return plan


def _runner(
    loaded: Loaded, given: Mapping[str, Any], headers: Mapping[str, str], find: Callable[[str], str | None]
) -> PlanRunner:
    executors = loaded.engine.host.executors
    if given["executor"] not in executors:
        known = ", ".join(sorted(executors)) or "none"
        hint = "; pip install graph-tool-call-http" if given["executor"] == "http" else ""
        raise CommandError("unknown_executor", f"there is no executor {given['executor']!r}; installed: {known}{hint}")
    transport = values_of(parse_entities(given["transport"], "--option"))
    if given["base_url"]:
        transport["base_url"] = given["base_url"]
    if headers:
        transport["headers"] = dict(headers)
    return loaded.engine.runner(
        loaded.graph,
        executor=given["executor"],
        credentials=find,
        options=transport,
        validate_args="coerce",
        on_error="retry" if given["retry"] else "abort",
        timeout=given["timeout"],
        lookup_pages=given["lookup_pages"],
        store=given["store"],
        # Whatever their names: what is given by an environment variable is not printed.
        redact=tuple(headers),
    )


class Offers:
    """Choices for a slot whose values an operation lists: found out by calling it."""

    def __init__(self, loaded: Loaded, runner: PlanRunner, known: Mapping[str, Any]) -> None:
        self._loaded = loaded
        self._runner = runner
        self._known = known

    def choices(self, slot: Mapping[str, Any]) -> list[tuple[Any, str]]:
        """(value, label) for each element that the slot's producer lists; empty when that can't be found out."""
        from ..errors import GraphToolCallError

        source = slot["options"]
        try:
            synthesizer = self._loaded.engine.synthesizer(self._loaded.graph, user_input="never")
            plan = synthesizer.synthesize(target=source["producer"], entities=self._known)
            trace = self._runner.run(plan, dict(self._known))
        except GraphToolCallError:
            return []
        return labelled(trace.output, source)


def labelled(output: Any, source: Mapping[str, Any]) -> list[tuple[Any, str]]:
    """The elements of *output* that an options source describes: value, and the value with its labels."""
    elements = _at(output, source.get("list_path") or "$")
    found = []
    for element in elements if isinstance(elements, list) else ():
        value = _at(element, f"$.{source['value_path']}") if source.get("value_path") else element
        labels = [
            str(element[name])
            for name in source.get("label_field_hints", ())
            if isinstance(element, dict) and element.get(name)
        ]
        if value is not None:
            found.append((value, ": ".join([str(value), *([" · ".join(labels)] if labels else [])])))
    return found


def _at(data: Any, path: str) -> Any:
    from ..model.json_path import steps

    for step in steps(path):
        data = data.get(step) if isinstance(data, dict) else None
    return data
