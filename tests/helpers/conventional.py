"""The words of the bundled `conventions`; none where the core is tested without bundled plugins."""

from __future__ import annotations

import importlib.util

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


def worded(plugins: PluginSet | None = None) -> PluginSet:
    """*plugins*, none by default, and the words of the bundled conventions."""
    return (plugins or PluginSet()).with_(Words(), id="conventions")
