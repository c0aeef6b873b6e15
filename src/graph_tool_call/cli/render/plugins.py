"""The answers of `plugins` and of `plugin show`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from ..text import one_line
from .parts import heading, pairs, row, table, value_text

if TYPE_CHECKING:
    from rich.console import RenderableType

_STYLES: Final = {"active": "", "blocked": "dim", "failed": "red"}
_FORMATS: Final = ("exporters", "importers")
_THINGS: Final = {
    "plan": "plans",
    "graph": "graphs",
    "collection": "collections",
    "declared": "what hands what to what",
}


def render_plugins(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """One row for each plugin, then one for each executor and format."""
    made = table("", "Plugin", "Version", "Distribution", "Status", "Hooks")
    for entry in answer["plugins"]:
        says = Text("\n".join(hook.removeprefix("gtc_") for hook in entry["hooks"]))
        if entry["why"]:
            says = Text(entry["why"])
        row(
            made,
            entry["id"],
            entry["version"],
            entry["distribution"],
            entry["status"],
            says,
            style=_STYLES.get(entry["status"], ""),
        )
    yield made
    counts = ", ".join(f"{count} {status}" for status, count in answer["counts"].items()) or "no plugin"
    yield from _offered(answer["plugins"])
    yield from _formats(answer["plugins"])
    yield Text(f"{counts}; hook API {answer['hook_api']}")


def render_plugin(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Who the plugin is, then its hooks with their order, settings, signals, executors and formats."""
    yield Text(answer["title"] or answer["id"], style="bold")
    if answer["description"]:
        yield Text(answer["description"])
    yield pairs(list(_facts(answer)))
    if answer["order"]:
        made = table("Hooks", "Hook", "Asked in this order")
        for hook, ids in answer["order"].items():
            row(made, hook.removeprefix("gtc_"), _order(ids, answer["id"]))
        yield Text()
        yield made
    yield from _settings(answer["settings"])
    yield from _signals(answer["signals"])
    if answer["executors"]:
        yield heading("Executors")
        for entry in answer["executors"]:
            yield from _executor(entry)
    formats = [*answer["exporters"], *answer["importers"]]
    if formats:
        yield heading("Formats")
        for entry in formats:
            yield from _format(entry)


def _facts(answer: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "id", answer["id"]
    origin = one_line(f"{answer['distribution']} {answer['version']}")
    yield "distribution", origin or "none: not installed"
    yield "status", one_line(f"{answer['status']} {answer['why']}")
    if answer["reads"]:
        yield "reads", one_line(answer["reads"])
    yield "hook API", str(answer["hook_api"] or "not said")


def _order(ids: list[str], own: str) -> Text:
    text = Text()
    for at, id_ in enumerate(ids):
        text.append(", " if at else "").append(id_, style="bold" if id_ == own else "dim")
    return text


def _settings(settings: list[Mapping[str, Any]]) -> Iterator[RenderableType]:
    if not settings:
        return
    made = table("Settings", "Name", "Type", "Default", "Here", "Meaning", widths={"Default": 30, "Here": 30})
    for entry in settings:
        default = "required" if entry["required"] else value_text(entry["default"])
        here = "" if entry["value"] == entry["default"] else value_text(entry["value"])
        row(made, entry["name"], entry["type"], default, here, entry["meaning"])
    yield Text()
    yield made


def _signals(signals: list[Mapping[str, Any]]) -> Iterator[RenderableType]:
    if not signals:
        return
    made = table("Signals", "Name", "For", "Weight", "Meaning")
    for entry in signals:
        row(made, entry["name"], entry["kind"], f"{entry['weight']:g}", entry["meaning"])
    yield Text()
    yield made


def _offered(plugins: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """Who offers which executor, what it can do, and the names of its options."""
    offered = [(entry, one["id"]) for one in plugins for entry in one.get("executors", ())]
    if not offered:
        yield Text("no executor: plans can be made and not run")
        return
    made = table("", "Executor", "Plugin", "What it does", "Can", "Options")
    for entry, plugin in sorted(offered, key=lambda one: str(one[0]["name"])):
        row(made, entry["name"], plugin, entry["description"], _abilities(entry), _options(entry))
    yield made


def _formats(plugins: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """Who writes and reads which format, and the names of its options."""
    offered = [(entry, one["id"]) for one in plugins for what in _FORMATS for entry in one.get(what, ())]
    if not offered:
        return
    made = table("", "Format", "Plugin", "What it is", "Can", "Options")
    for entry, plugin in sorted(offered, key=lambda one: str(one[0]["name"])):
        row(made, entry["name"], plugin, entry["description"], _uses(entry), _options(entry))
    yield made


def _uses(entry: Mapping[str, Any]) -> str:
    """What a format can write, or read."""
    return ", ".join(f"{verb} {_THINGS[kind]}" for verb in ("writes", "reads") for kind in entry.get(verb, ()))


def _format(entry: Mapping[str, Any]) -> Iterator[RenderableType]:
    said = f"{entry['name']}  {entry['description']}  {_uses(entry)}  {entry['media_type']} {entry['suffix']}"
    yield Text(one_line(f"  {said}"))
    yield from _option_rows(entry)


def _options(executor: Mapping[str, Any]) -> str:
    if executor["options"] is None:
        return "any"
    return ", ".join(option["name"] for option in executor["options"]) or "none"


def _abilities(executor: Mapping[str, Any]) -> str:
    said = {
        "repeat any call": executor["idempotent"],
        "show calls": executor["dry_run"],
        f"{executor['concurrency']} at once": executor["concurrency"],
    }
    return ", ".join(text for text, holds in said.items() if holds)


def _executor(entry: Mapping[str, Any]) -> Iterator[RenderableType]:
    yield Text(one_line(f"  {entry['name']}  {entry['description']}  {_abilities(entry)}"))
    yield from _option_rows(entry)


def _option_rows(entry: Mapping[str, Any]) -> Iterator[RenderableType]:
    if not entry["options"]:
        yield Text("    takes no options" if entry["options"] is not None else "    takes any options")
        return
    made = table("", "Option", "Type", "Default", "Meaning", widths={"Default": 30})
    for option in entry["options"]:
        default = "required" if option["required"] else value_text(option["default"])
        row(made, option["name"], option["type"], default, option["meaning"])
    yield made


def render_new(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """The files that were written, and what to do next."""
    yield Text(one_line(f"{answer['folder']}: {answer['plugin']}, a plugin of the kind {answer['kind']}"), style="bold")
    for name in answer["files"]:
        yield Text(one_line(f"  {name}"))
    yield Text(one_line(f"Next: cd {answer['folder']}, pytest; then pip install -e . and change what it knows."))
