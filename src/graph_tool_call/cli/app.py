"""The command group: names of commands, none of them imported before it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import click

from .failure import EXIT_CODES, OK, Failure, failure_of
from .lazy import LazyGroup
from .output import write_json

#: Command name → what it does. Each lives in the module of its name, as `command`.
COMMANDS: Final = {
    "build": "Build a collection artifact from an API description.",
    "inspect": "Show what an API description offers, and how ready it is for planning.",
    "search": "Search the operations that fit a question.",
    "select": "Select the operation that a question means, with the evidence.",
    "understand": "Show what is understood of a request, before anything is planned.",
    "plan": "Plan the calls that lead to an operation.",
    "run": "Plan and make the calls, or run a saved plan.",
    "explain": "Explain why a field, an operation or a selection is as it is, and who said so.",
    "plugins": "List the plugins, what they do, and what is wrong with them.",
    "plugin": "Show, check or begin one plugin.",
    "demo": "Show the whole way on a small shop of its own; needs no network and no key.",
}
#: Where the module is not named as the command is.
_MODULES: Final = {"demo": "demo.command", "plugin": "authoring"}


class Commands(LazyGroup):
    """The commands of `graph-tool-call`, with the table of exit codes."""

    table = COMMANDS
    package = __package__ or ""
    modules = _MODULES

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The table of exit codes."""
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), meaning) for code, meaning in EXIT_CODES])


def _version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from ..version import __version__

        click.echo(f"graph-tool-call {__version__}")
        ctx.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
@click.option("--traceback", is_flag=True, expose_value=False, help="Show where an error comes from.")
@click.option("--time", "time_", is_flag=True, help="Show how long plugins take. GTC_TRACE=1 shows each call.")
@click.pass_context
def group(context: click.Context, time_: bool) -> None:
    """Turn API descriptions into safe, explainable tool calls.

    SPEC is an OpenAPI document (2.0 to 3.2, JSON or YAML), ARTIFACT what `build` made of
    one; `-` reads standard input. With --json a command writes one JSON document to
    standard output and nothing else.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
        return
    from .prints import kept_apart
    from .timing import measured
    from .warnings import on_one_line

    context.with_resource(kept_apart())
    context.with_resource(on_one_line())
    context.with_resource(measured(total=time_))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run on *arguments*; every error is one line on stderr, or one JSON object on stdout with --json.

    With --traceback its way through the code stands above it on stderr.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = group.main(given, prog_name="graph-tool-call", standalone_mode=False)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is reported as one line
        if _wanted(given, "--traceback"):
            import traceback

            traceback.print_exception(error)
        failure = failure_of(error)
        _report(failure, as_json=_wanted(given, "--json"))
        return failure.exit_code
    return code if isinstance(code, int) else OK


def _wanted(arguments: Sequence[str], flag: str) -> bool:
    # Also where the command line could not be parsed, and so has no context to ask.
    own = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return flag in own


def _report(failure: Failure, *, as_json: bool) -> None:
    if as_json:
        write_json(failure.to_dict(), indent=None)
    else:
        click.echo(failure.line, err=True)
