"""The words of the bundled `conventions`; none where the core is tested without bundled plugins."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence

from reading import only_reading

from graph_tool_call import PluginSet, hookimpl
from graph_tool_call.hooks import Vocabulary


def _words() -> Vocabulary:
    if importlib.util.find_spec("graph_tool_call_bundled") is None:
        return Vocabulary()
    from graph_tool_call_bundled import conventions

    return conventions.WORDS


WORDS = _words()


class Words:
    """Says these words, and nothing else."""

    def __init__(self, said: Vocabulary = WORDS) -> None:
        self.said = said

    @hookimpl
    def gtc_vocabulary(self) -> Vocabulary:
        return self.said


def worded(plugins: PluginSet | None = None, tables: Mapping[str, Sequence[str]] | None = None) -> PluginSet:
    """*plugins*, none by default, and the words of *tables*, those of the bundled conventions by default."""
    said = WORDS if tables is None else Vocabulary(tables=tables)
    return (plugins or only_reading()).with_(Words(said), id="conventions")
