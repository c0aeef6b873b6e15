"""The plugin that a command line names: an installed one by its id, or one that Python can import."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from ..config import plugin_set
from ..failure import PLUGIN, CommandError
from ..options import Setup
from ..text import did_you_mean, one_line

if TYPE_CHECKING:
    from ... import PluginSet
    from ...pluginset import PluginHost

argument = click.argument("plugin", metavar="ID|MODULE[:ATTRIBUTE]")
_MODULE: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*(?::[^\W\d]\w*)?\Z")
_NAMED: Final = re.compile(r"[^A-Za-z0-9_]+")


@attrs.frozen(kw_only=True)
class Named:
    """A plugin, and the set that it is in."""

    id: str
    plugins: PluginSet
    settings: dict[str, Any]

    def load(self) -> object:
        """The plugin itself. Raises `PluginLoadError`."""
        return next(record for record in self.plugins.records if record.id == self.id).load()

    def host(self, *, on_error: str = "raise") -> PluginHost:
        """The host of the whole set."""
        from ...pluginset import PluginHost

        return PluginHost(self.plugins, self.settings, on_error=on_error)


def named(name: str, plugins_option: str | None, config_option: str | None) -> Named:
    """The plugin that *name* stands for, in the set that the options choose.

    A name that no installed plugin has is a module, or "module:attribute", of the working folder or of what
    Python finds; it takes part under the last word of its name. Raises `CommandError` for neither.
    """
    setup = Setup(plugins_option, config_option)
    chosen = plugin_set(plugins_option)
    known = {record.id for record in chosen.records}
    settings = dict(setup.config.plugins)
    if name in known:
        return Named(id=name, plugins=chosen, settings=settings)
    plugin = _imported(name, known)
    id_ = _NAMED.sub("_", re.split(r"[.:]", name)[-1])
    return Named(id=id_, plugins=chosen.with_(plugin, id=id_), settings=settings)


def _imported(name: str, known: set[str]) -> object:
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        # A script's path begins with its own folder; people mean the one that they stand in.
        sys.path.insert(0, here)
    if not _MODULE.match(name):
        raise _unknown(name, known)
    try:
        found = import_module(module)
    except ModuleNotFoundError as error:
        if error.name and (module == error.name or module.startswith(f"{error.name}.")):
            raise _unknown(name, known) from None
        raise _broken(name, error) from error
    except (Exception, SystemExit) as error:
        raise _broken(name, error) from error
    if not attribute:
        return found
    if not hasattr(found, attribute):
        near = did_you_mean(attribute, vars(found))
        raise CommandError("unknown_plugin", f"module {module!r} has no {attribute!r}{near}", PLUGIN)
    return getattr(found, attribute)


def _unknown(name: str, known: set[str]) -> CommandError:
    message = f"{name!r} is no installed plugin, and no module that can be imported{did_you_mean(name, known)}"
    hint = "(graph-tool-call plugins lists the installed ones)"
    return CommandError("unknown_plugin", f"{message} {hint}", PLUGIN, {"plugin": name, "installed": sorted(known)})


def _broken(name: str, error: BaseException) -> CommandError:
    message = f"{name!r} cannot be imported: {type(error).__name__}: {one_line(error)}"
    return CommandError("plugin_load_error", message, PLUGIN, {"plugin": name})
