"""The order in which plugins are asked: as they declare it, else as the set has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import PluginLoadError
from .load import ActivePlugin
from .suggest import did_you_mean

Plugins = Mapping[str, ActivePlugin]


def unmet(plugins: Plugins) -> Iterator[PluginLoadError]:
    """An error for each of *plugins* that requires one which is not among them."""
    for id, plugin in plugins.items():  # noqa: A001 - it is the plugin's id
        for name in plugin.info.requires:
            if name not in plugins:
                near = did_you_mean(name, plugins)
                problem = f"requires the plugin {name!r}, which takes no part{near}; install or unblock it"
                yield PluginLoadError(problem, id, origin=plugin.record.origin)
                break


def in_order(plugins: Plugins) -> list[ActivePlugin]:
    """*plugins* after those that they name in `after` and `requires`, before those in `before`; else as they stand.

    Raises `PluginLoadError` for plugins that would each have to be before the other.
    """
    earlier = _earlier(plugins)
    waiting, done = list(plugins), list[str]()
    while waiting:
        ready = next((id for id in waiting if earlier[id].issubset(done)), None)  # noqa: A001
        if ready is None:
            raise _circle(plugins, earlier, waiting, done)
        waiting.remove(ready)
        done.append(ready)
    return [plugins[id] for id in done]  # noqa: A001


def _earlier(plugins: Plugins) -> dict[str, set[str]]:
    """Id → ids that come before it."""
    earlier: dict[str, set[str]] = {id: set() for id in plugins}  # noqa: A001
    for id, plugin in plugins.items():  # noqa: A001
        info = plugin.info
        earlier[id] |= {name for name in (*info.after, *info.requires) if name in plugins}
        for name in info.before:
            if name in plugins:
                earlier[name].add(id)
    return earlier


def _circle(plugins: Plugins, earlier: Mapping[str, set[str]], waiting: list[str], done: list[str]) -> PluginLoadError:
    """The error for the first circle among those that are *waiting*."""
    way = [waiting[0]]
    while way.count(way[-1]) < 2:
        way.append(min(earlier[way[-1]].difference(done), key=waiting.index))
    circle = way[way.index(way[-1]) :]
    problem = f"the order that plugins declare is a circle: {' after '.join(circle)}; change before, after or requires"
    return PluginLoadError(problem, circle[0], origin=plugins[circle[0]].record.origin)
