"""The value of `GTC_PLUGINS`. Only the command line reads the variable; nothing here does."""

from __future__ import annotations

from ..errors import UnknownPluginError
from .set import PluginSet
from .suggest import did_you_mean


def from_environment(plugins: PluginSet, value: str) -> PluginSet:
    """*plugins* as *value* chooses among them: "names,security" for these alone, "-korean" for all but that.

    Both may be mixed: "names,security,-names" leaves `security`. An empty value changes
    nothing. Raises `UnknownPluginError` for an id that *plugins* does not have.
    """
    words = [word.strip() for word in value.split(",")]
    wanted = [word for word in words if word and not word.startswith("-")]
    unwanted = [word[1:].strip() for word in words if word.startswith("-")]
    known = {record.id for record in plugins.records}
    for name in (*wanted, *unwanted):
        if name not in known:
            problem = f"GTC_PLUGINS names it, and no such plugin is there{did_you_mean(name, known)}"
            raise UnknownPluginError(problem, name)
    chosen = plugins.only(*wanted) if wanted else plugins
    return chosen.without(*unwanted)
