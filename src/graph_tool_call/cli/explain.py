"""`graph-tool-call explain`."""

from __future__ import annotations

from typing import Any

import click

from . import options
from .entities import parse_entities, values_of
from .failure import NO_ANSWER, CommandError
from .options import Setup
from .output import show
from .requests import understand, without_secrets
from .select import choose
from .source import Loaded, load
from .target import find_tool


@click.command(short_help="Explain why a field, an operation or a selection is as it is, and who said so.")
@options.source
@click.argument("operation", metavar="[OP]", required=False)
@click.argument("field", metavar="[FIELD]", required=False)
@options.annotated
@click.option("--ask", metavar="QUESTION", help="Explain instead which operation the question selects.")
@click.option("--llm-target", metavar="OP", help="With --ask: what a model chose.")
@click.option("--why-not", metavar="OP2", help="Explain why OP2 is not where a plan for OP takes FIELD from.")
@click.option(
    "-e", "--entity", "entities", multiple=True, metavar="NAME=VALUE", help="With --ask or --why-not: what is known."
)
@click.option("--exclude", multiple=True, metavar="OP", help="With --why-not: an operation that must not be used.")
@options.common
def command(
    source: str,
    operation: str | None,
    field: str | None,
    ask: str | None,
    llm_target: str | None,
    why_not: str | None,
    entities: tuple[str, ...],
    exclude: tuple[str, ...],
    annotations: str | None,
    as_json: bool,
    plugins: str | None,
    config: str | None,
) -> None:
    """Explain an operation OP of SPEC or ARTIFACT, one FIELD of it, or the selection for a question.

    An operation: what it does, and what its fields are. A field: its kind, role and tag, and
    which operations could supply it. Each with the plugin that said so; from a document also
    with what the other plugins said. With --why-not: why another operation does not supply it.
    With --ask and --why-not the answer begins with what was understood.
    """
    if bool(operation) == bool(ask):
        raise CommandError("usage", "name an operation (and a field), or give a question with --ask")
    if why_not and not field:
        raise CommandError("usage", "--why-not OP2 goes with an operation and a field of it")
    setup = Setup(plugins, config)
    given = {"annotations": annotations}
    loaded = load(source, setup, given)
    if ask:
        from .render.select import render_evidence

        known = parse_entities(entities)
        chosen = choose(loaded, ask, llm_target, entities=values_of(known))
        request = without_secrets(understand(loaded, chosen["selected_target"], ask, known))
        show({"request": request.to_dict(), **chosen}, render_evidence, as_json=as_json)
        return
    if why_not:
        from .planning import Wish, why_not as judged
        from .render.explain import render_verdict

        wish = Wish(target=operation, entities=parse_entities(entities), exclude=exclude)
        verdict = judged(loaded, wish, setup, field or "", why_not).to_dict()
        target = find_tool(operation or "", loaded.graph.tools)
        request = without_secrets(understand(loaded, target, "", wish.entities))
        show({"request": request.to_dict(), **verdict}, render_verdict, as_json=as_json)
        return
    answer = _explained(loaded, setup, source, find_tool(operation or "", loaded.graph.tools), field, given)
    from .render.explain import render_field, render_operation

    show(answer, render_field if field else render_operation, as_json=as_json)


def _explained(loaded: Loaded, setup: Setup, source: str, name: str, field: str | None, given: Any) -> dict[str, Any]:
    from .explaining import Opinions, all_opinions, explain_field, explain_operation, near_fields

    # Standard input has been read; what an artifact keeps are the winners.
    anew = loaded.built and source != "-"
    opinions = all_opinions(source, name, setup, setup.build_options(given)) if anew else Opinions({})
    if field is None:
        return explain_operation(loaded, name, opinions)
    answer = explain_field(loaded, name, field, opinions)
    if answer is None:
        message = f"{name} has no field {field!r}{near_fields(loaded, name, field)}"
        raise CommandError("unknown_field", message, NO_ANSWER, {"tool": name, "field": field})
    return answer
