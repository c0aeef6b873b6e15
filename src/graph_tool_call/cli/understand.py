"""`graph-tool-call understand`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ..model.tool import tool_facts
from ..request import REQUEST_SCHEMA, Request
from . import asking, options
from .entities import parse_entities, values_of
from .failure import CommandError
from .options import Setup
from .output import show, write_json
from .requests import (
    by_caller,
    corrections,
    request_file,
    request_from,
    text_of,
    understand,
    unsaid,
    without_secrets,
    write_request,
)
from .select import choose
from .source import Loaded, load
from .target import find_tool
from .text import one_line


@click.command(short_help="Show what is understood of a request, before anything is planned.")
@click.argument("source", metavar="SPEC|ARTIFACT", required=False)
@click.argument("question", required=False)
@options.known
@click.option("--target", metavar="OP", help="The operation that it is for, instead of the one that QUESTION selects.")
@click.option("--llm-target", metavar="OP", help="What a model chose; kept unless the evidence is strongly against it.")
@click.option("--request", "request", metavar="FILE", help="Show and check the request in FILE, and read nothing.")
@click.option(
    "--edit", is_flag=True, help="Open the request in your editor ($VISUAL, $EDITOR), and check what you save."
)
@click.option("-o", "--out", metavar="FILE", help="Write the request as JSON, for --request of `plan` and `run`.")
@click.option("--schema", is_flag=True, help="Write the JSON Schema of a request, and do nothing else.")
@options.annotated
@options.common
def command(
    source: str | None,
    schema: bool,
    as_json: bool,
    plugins: str | None,
    config: str | None,
    **given: Any,
) -> None:
    """Show what is understood of QUESTION and of what is known, for the operation of SPEC or ARTIFACT that it means.

    Each word or value with what it is taken for: an input of the operation, a description of
    something that exists, or nothing; with who says so, and what else it could mean. With
    --json the request itself, as --request takes it. A wrong reading is corrected in a word
    (-e issue.title="Crash on start"), with --edit, or in the file. Nothing is called.
    """
    if schema:
        write_json(REQUEST_SCHEMA)
        return
    _check_usage(source, given)
    loaded = load(source or "", Setup(plugins, config), {"annotations": given["annotations"]})
    read, selection = _request(loaded, given)
    request = without_secrets(read)
    if given["edit"]:
        request = _edited(request, loaded)
    if given["out"]:
        write_request(request, Path(given["out"]))
    if as_json:
        write_json(request.to_dict())
        return
    from .render.understood import render_request

    answer = _answer(request, selection, loaded, given["out"])
    # What was edited, or comes from a file, is corrected there.
    words = [] if given["edit"] or given["request"] else corrections(read, loaded, parse_entities(given["entities"]))
    show({**answer, "corrections": words}, render_request, as_json=False)


def _check_usage(source: str | None, given: Mapping[str, Any]) -> None:
    if not source:
        raise CommandError("usage", "name an API description or an artifact (or give --schema)")
    if given["request"] and (given["question"] or given["entities"] or given["llm_target"]):
        raise CommandError("usage", "--request FILE says what is meant; it goes without a question and -e")
    if not given["request"] and not given["question"] and not given["target"]:
        raise CommandError("usage", "say what is wanted: a QUESTION, --target OP, or --request FILE")
    if given["llm_target"] and given["target"]:
        raise CommandError("usage", "--llm-target goes with a question; --target has already decided")


def _request(loaded: Loaded, given: Mapping[str, Any]) -> tuple[Request, Mapping[str, Any] | None]:
    """The request, and the selector's answer where the question selects its target."""
    target = find_tool(given["target"], loaded.graph.tools) if given["target"] else ""
    if given["request"]:
        return request_file(Path(given["request"]), loaded, target), None
    known, question = parse_entities(given["entities"]), given["question"] or ""
    selection = None if target else choose(loaded, question, given["llm_target"], entities=values_of(known))
    if selection is not None:
        target = selection["selected_target"]
    return understand(loaded, target, question, known), selection


def _edited(request: Request, loaded: Loaded) -> Request:
    """*request* as a person leaves it in an editor; where that is no request, they may go on."""
    text = text_of(request)
    while True:
        saved = click.edit(text, extension=".json", require_save=True)
        if saved is None:
            return request
        try:
            return by_caller(request_from(saved, "the edited request", loaded), request)
        except CommandError as error:
            if not asking.interactive():
                raise
            click.echo(one_line(error.message), err=True)
            click.confirm("Edit it again?", default=True, abort=True, err=True)
            text = saved


def _answer(request: Request, selection: Mapping[str, Any] | None, loaded: Loaded, saved: str | None) -> dict[str, Any]:
    facts = tool_facts(request.target, loaded.graph.tools[request.target])
    operation = f"{facts.method.upper()} {facts.path}".strip()
    return {
        "request": request.to_dict(),
        "target": request.target,
        "operation": operation,
        "selection": selection,
        "unsaid": unsaid(request, loaded),
        "saved": saved,
    }
