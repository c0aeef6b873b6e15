"""Options that several commands share, and what they amount to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
import click

from .config import Config, plugin_set, read_config

if TYPE_CHECKING:
    from ..engine import Engine

F = TypeVar("F", bound=Callable[..., Any])

as_json = click.option("--json", "as_json", is_flag=True, help="Write one JSON document.")
plugins = click.option(
    "--plugins",
    metavar="IDS",
    help="Use only these plugins (names,security), none (''), or leave some out (-korean). Also GTC_PLUGINS.",
)
config = click.option(
    "--config", metavar="FILE", help="Read [tool.graph-tool-call] from FILE instead of the nearest pyproject.toml."
)
source = click.argument("source", metavar="SPEC|ARTIFACT")
question = click.argument("question")

annotated = click.option(
    "--annotations", metavar="FILE", help="What you know of fields, tags and producers (YAML or JSON); it wins."
)

known = click.option(
    "-e",
    "--entity",
    "entities",
    multiple=True,
    metavar="NAME=VALUE",
    help="What is known: it counts for operations that have a place for it, and is not searched for as words.",
)


def common(command: F) -> F:
    """`--json`, `--plugins`, `--config`."""
    return as_json(plugins(config(command)))


def planning(command: F) -> F:
    """What `plan` and `run` have in common."""
    for option in reversed(_PLANNING):
        command = option(command)
    return command


_PLANNING = (
    annotated,
    click.option("--target", metavar="OP", help="The operation: a tool name, or METHOD /path."),
    click.option("--ask", metavar="QUESTION", help="A question that says what is wanted; it selects the operation."),
    click.option(
        "--request",
        "request",
        metavar="FILE",
        help="A request as `understand --json` writes it, perhaps corrected, instead of --target, --ask and -e.",
    ),
    click.option(
        "-e",
        "--entity",
        "entities",
        multiple=True,
        metavar="NAME=VALUE",
        help="What is known. VALUE is text, a number, true, a quoted text or JSON; @FILE takes a file's content.",
    ),
    click.option(
        "--context",
        "context",
        multiple=True,
        metavar="NAME=VALUE",
        help="An ambient value (tenant, locale) for context fields.",
    ),
    click.option(
        "--enum-field", "enum_fields", multiple=True, metavar="NAME", help="A field that is asked for, never looked up."
    ),
    click.option("--exclude", multiple=True, metavar="OP", help="An operation that must not be used on the way."),
    click.option(
        "--llm-target",
        metavar="OP",
        help="With --ask: what a model chose; kept unless the evidence is strongly against it.",
    ),
    click.option(
        "--max-depth", type=click.IntRange(min=0), metavar="N", help="Longest chain of calls before the target (5)."
    ),
    click.option(
        "--choose",
        type=click.Choice(["auto", "first", "ask"]),
        default="auto",
        show_default=True,
        help="What to do about a list that nothing narrows.",
    ),
    click.option(
        "--mutating-producers",
        type=click.Choice(["declared", "never", "allow", "fresh"]),
        default="declared",
        show_default=True,
        help="Whether calls that change something may supply values.",
    ),
    click.option(
        "--allow-unread",
        is_flag=True,
        help="Plan a change although a given value has no place, or nothing is said of what is changed.",
    ),
    click.option(
        "--foreach", default="", metavar="FIELD", help="Call the operation once for each value of this input of it."
    ),
)


@attrs.define
class Setup:
    """What a command works with: configuration and engine, each made when first asked for."""

    plugins_option: str | None = None
    config_option: str | None = None
    #: "report" goes on without plugins that fail to load.
    on_error: str = "raise"

    @cached_property
    def config(self) -> Config:
        """The configuration file."""
        return read_config(self.config_option)

    @cached_property
    def engine(self) -> Engine:
        """The engine with the chosen plugins and their settings."""
        from ..engine import Engine

        return Engine(plugin_set(self.plugins_option), settings=self.config.plugins, on_error=self.on_error)

    def build_options(self, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Options of `Engine.build`: the file's, united with or replaced by what is *given*."""
        options: dict[str, Any] = {
            name: set(value) if isinstance(value, list) else value for name, value in self.config.build.items()
        }
        for name, value in (given or {}).items():
            if isinstance(value, (tuple, list)):
                if value:
                    options[name] = options.get(name, set()) | set(value)
            elif value is not None:
                options[name] = value
        return options
