"""The contracts of hooks that judge nothing: who a plugin is, its words, and what it sees of a run."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence

import attrs

from graph_tool_call.hooks import HOOK_API_VERSION, Collection, PluginInfo, Vocabulary
from graph_tool_call.pluginset import PluginHost

from . import run_events, samples
from .base import AnsweringContract, PluginContract, difference, printed, state


class PluginInfoContract(PluginContract):
    """What users rely on in a plugin with `gtc_plugin_info`."""

    hook = "gtc_plugin_info"

    def info(self) -> PluginInfo:
        """What the plugin says of itself."""
        found: PluginInfo = self.plugin.gtc_plugin_info()  # type: ignore[attr-defined]
        return found

    def test_says_who_it_is(self) -> None:
        """It has a title and a description, each on one line, by which people know it in a list."""
        info = self.info()
        for name, text in (("title", info.title), ("description", info.description)):
            assert text.strip(), f"PluginInfo.{name} is empty"
            assert "\n" not in text.strip(), f"PluginInfo.{name} has more than one line"

    def test_says_for_which_hooks_it_was_written(self) -> None:
        """`hook_api` is the number that it was written for, so that a later host can tell."""
        made_for = self.info().hook_api
        assert made_for == HOOK_API_VERSION, f"hook_api is {made_for}; this host has {HOOK_API_VERSION}"

    def test_says_the_same_again(self) -> None:
        """Asked again it says the same, and prints nothing."""
        found: list[PluginInfo] = []
        said = printed(lambda: found.extend((self.info(), self.info())))
        assert found[0] == found[1], f"was {found[0]}, and is {found[1]}"
        assert not said, f"prints {said!r}"

    def test_settings_are_frozen(self) -> None:
        """The settings class is `attrs.frozen`: one value is shared by all hooks and threads."""
        cls = self.info().settings
        frozen = cls is None or getattr(cls, "__setattr__", None) is getattr(_Sample, "__setattr__", None)
        assert frozen, f"{getattr(cls, '__name__', cls)} can be changed; decorate it with @attrs.frozen"

    def test_settings_have_defaults(self) -> None:
        """It works as installed: every setting has a default, or the contract's `settings` give one."""
        cls = self.info().settings
        needed = [] if cls is None else [one.name for one in attrs.fields(cls) if one.default is attrs.NOTHING]
        missing = [name for name in needed if name not in self.settings]
        assert not missing, f"settings without a default: {', '.join(missing)}; whoever installs it has none"

    def test_signals_say_what_they_mean(self) -> None:
        """Each declared signal has a meaning: people weigh it anew by that."""
        silent = [spec.name for spec in self.info().signals if not spec.meaning.strip()]
        assert not silent, f"signals without a meaning: {', '.join(silent)}"


@attrs.frozen
class _Sample:
    """For what attrs puts in place of `__setattr__` on a frozen class."""


class VocabularyContract(AnsweringContract):
    """What the host relies on in a plugin with `gtc_vocabulary`.

    A sample is a document. The budget is for 1,000 operations.
    """

    hook = "gtc_vocabulary"

    def samples(self) -> Sequence[Collection]:
        """Documents. Add your own: `return (*super().samples(), mine)`."""
        return (samples.collection_of(batch.operation for batch in samples.batches()), Collection())

    def odd_samples(self) -> Sequence[Collection]:
        """A document of operations with odd and very long names."""
        return (samples.collection_of(batch.operation for batch in samples.odd_batches()),)

    def large_sample(self) -> Collection:
        """A document of 1,000 operations."""
        return samples.collection_of(samples.make_operation("get", f"/things{at}") for at in range(1_000))

    def session(self, host: PluginHost) -> Callable[[Collection], Sequence[Vocabulary]]:
        """The words."""
        return lambda collection: (host.build_session(collection).vocabulary,)

    def reordered(self, sample: Collection) -> Collection:
        """The operations the other way round."""
        return attrs.evolve(sample, operations=tuple(reversed(sample.operations)))

    def test_words_are_words(self) -> None:
        """No word is blank: it would be found in every name."""
        session = self.session(self.host())
        for sample in self.samples():
            for words in session(sample):
                for name in ("key_endings", "wrappers", "generic_names", "plurals"):
                    blank = [word for word in getattr(words, name) if not word.strip(" _-.")]
                    assert not blank, f"{name} has {blank[0]!r}, which is no word"


class RunEventContract(PluginContract):
    """What a run relies on in a plugin with `gtc_run_event`. The budget is for 1,000 events."""

    hook = "gtc_run_event"

    def events(self) -> Sequence[object]:
        """One event of each kind. Add your own: `return (*super().events(), mine)`."""
        return run_events.events()

    def show(self, events: Sequence[object]) -> list[str]:
        """What the host notes of failures when *events* are shown to the plugin in a new run."""
        notes = _Notes()
        logger = logging.getLogger("graph_tool_call.plugins")
        logger.addHandler(notes)
        try:
            with self.host().run_session() as session:
                for event in events:
                    session.event(event)
        finally:
            logger.removeHandler(notes)
        return notes.texts

    def test_sees_every_kind_of_event(self) -> None:
        """No kind of event makes it fail: a run goes on, and nobody sees what it has missed."""
        for event in self.events():
            failures = self.show([event])
            assert not failures, failures[0]

    def test_leaves_events_alone(self) -> None:
        """An event is the same after it as before: others see it too."""
        for event in self.events():
            before = state(vars(event))
            self.show([event])
            after = state(vars(event))
            assert before == after, f"changes {type(event).__name__}: {difference(before, after)}"

    def test_prints_nothing(self) -> None:
        """Nothing is printed to standard output: the result of the run stands there."""
        said = printed(lambda: self.show(self.events()))
        assert not said, f"prints {said[:200]!r}; write to a file, a log or standard error"

    def test_is_fast_enough(self) -> None:
        """1,000 events stay within the budget of processor time: a run waits for it."""
        events = [event for _ in range(1 + 1_000 // len(self.events())) for event in self.events()]
        started = time.process_time()
        self.show(events[:1_000])
        took = time.process_time() - started
        assert took <= self.budget, f"takes {took:.2f} s, allowed are {self.budget} s"


class _Notes(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())
