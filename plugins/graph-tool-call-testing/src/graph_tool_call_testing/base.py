"""What all contracts have in common."""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeVar

from graph_tool_call.codec import encode
from graph_tool_call.hooks import PROJECT
from graph_tool_call.pluginset import PluginHost, PluginSet

from . import elsewhere

T = TypeVar("T")

#: Packages whose import costs more than everything that a plugin may cost at discovery.
HEAVY: Final = (
    "aiohttp",
    "cattrs",
    "httpx",
    "jsonschema",
    "networkx",
    "numpy",
    "openapi_spec_validator",
    "pandas",
    "pydantic",
    "requests",
    "rich",
    "scipy",
    "sklearn",
    "tensorflow",
    "torch",
    "transformers",
    "yaml",
)


class PluginContract:
    """What the host relies on in every plugin; the contracts for kinds of plugins add to it.

    Subclass the contract of a kind and set `plugin`: a module, or an instance.

    Attributes:
        plugin: The plugin under test.
        settings: Settings to test it with, as a user would write them.
        budget: Seconds of processor time that the large sample may take.
        import_budget: Seconds of processor time that importing the plugin may take.
        heavy: Packages that the plugin must not import before a hook is called.
    """

    # No ClassVar: to mypy a module that a subclass names is an instance variable.
    plugin: object
    settings: ClassVar[Mapping[str, Any]] = {}
    budget: ClassVar[float] = 0.5
    import_budget: ClassVar[float] = 0.25
    heavy: ClassVar[Sequence[str]] = HEAVY
    #: The hook that this contract is about.
    hook: ClassVar[str]

    def host(self) -> PluginHost:
        """A host with this plugin and no other."""
        given = {"under-test": dict(self.settings)} if self.settings else None
        return PluginHost(PluginSet().with_(self.plugin, id="under-test"), given)

    def test_registers_cleanly(self) -> None:
        """The plugin loads, its hooks and arguments exist, and it implements the hook of this contract."""
        row = next(row for row in self.host().report if row.id == "under-test")
        assert self.hook in row.hooks, f"implements {', '.join(row.hooks)}, and not {self.hook}"

    def test_every_hook_is_marked(self) -> None:
        """Every function named `gtc_…` has `@hookimpl`; pluggy would ignore it in silence."""
        for name in dir(self.plugin):
            function = inspect.getattr_static(self.plugin, name)
            if name.startswith("gtc_") and not hasattr(function, f"{PROJECT}_spec"):
                marked = hasattr(function, f"{PROJECT}_impl") or hasattr(
                    getattr(function, "__func__", None), f"{PROJECT}_impl"
                )
                assert marked, f"{name} has no @hookimpl"

    def test_arguments_have_no_defaults(self) -> None:
        """No hook has an argument with a default; pluggy 1.6 would pass that instead of the value."""
        for name in dir(self.plugin):
            function = getattr(self.plugin, name) if name.startswith("gtc_") else None
            if callable(function):
                for parameter in inspect.signature(function).parameters.values():
                    assert parameter.default is parameter.empty, f"{name}({parameter}) has a default"

    def test_import_is_silent(self) -> None:
        """Importing the plugin prints nothing: standard output belongs to whoever runs the program."""
        found = elsewhere.import_cost(elsewhere.reference(self.plugin))
        assert not found.printed, f"prints {_short(found.printed)} when it is imported; use logging"

    def test_import_is_light(self) -> None:
        """Importing the plugin imports nothing heavy and takes little time; it happens in every process."""
        found = elsewhere.import_cost(elsewhere.reference(self.plugin))
        imported = sorted(set(self.heavy) & set(found.packages))
        assert not imported, f"imports {', '.join(imported)}; import it inside the hook that needs it"
        assert found.seconds <= self.import_budget, f"takes {found.seconds:.2f} s, allowed are {self.import_budget} s"


class AnsweringContract(PluginContract):
    """What the host relies on in a hook that answers questions.

    A subclass says what the samples are, how to ask one, and how to reorder one.
    """

    def samples(self) -> Sequence[Any]:
        """Ordinary questions. Add your own: `return (*super().samples(), mine)`."""
        raise NotImplementedError

    def odd_samples(self) -> Sequence[Any]:
        """Empty, odd and very long questions."""
        raise NotImplementedError

    def large_sample(self) -> Any:
        """One large question, for the time budget."""
        raise NotImplementedError

    def session(self, host: PluginHost) -> Callable[[Any], Sequence[Any]]:
        """A new session of *host*, as a function from a sample to its answers."""
        raise NotImplementedError

    def surroundings(self) -> Any:
        """What the plugin sees besides a sample, the same object in all sessions: a document, all tools."""
        return None

    def reordered(self, sample: Any) -> Any:
        """The same question with its parts in another order."""
        raise NotImplementedError

    def answers(self, sample: Any) -> list[str]:
        """The answers to *sample* in a new host, each as JSON, in an order that says nothing."""
        return sorted(json.dumps(encode(one), sort_keys=True) for one in self.session(self.host())(sample))

    def test_same_answer_twice(self) -> None:
        """Asked again, in one session and in a new host, the plugin answers the same."""
        session = self.session(self.host())
        for sample in self.samples():
            first, second = list(session(sample)), list(session(sample))
            assert first == second, f"another answer in the same session to {_short(sample)}"
            assert sorted(map(repr, first)) == sorted(map(repr, self.session(self.host())(sample))), (
                f"another answer in a new host to {_short(sample)}"
            )

    def test_same_answer_in_another_process(self) -> None:
        """Answers do not depend on the hash seed: nothing iterates over a set unsorted."""
        seeds = elsewhere.answers_by_seed(elsewhere.reference(self.plugin), self._contract(), self.settings)
        assert seeds[0] == seeds[1], "other answers under another PYTHONHASHSEED; sort sets before iterating"

    def test_order_does_not_matter(self) -> None:
        """The same question with its parts in another order has the same answers."""
        for sample in self.samples():
            assert self.answers(sample) == self.answers(self.reordered(sample)), f"order matters in {_short(sample)}"

    def test_answers_are_valid(self) -> None:
        """Answers are of the hook's types, in range, and about what was asked; the host refuses others."""
        session = self.session(self.host())
        for sample in self.samples():
            session(sample)

    def test_answers_are_plain_data(self) -> None:
        """Every answer can be written as JSON and says why in one line."""
        session = self.session(self.host())
        for sample in self.samples():
            for answer in session(sample):
                json.dumps(encode(answer), allow_nan=False)
                reason = getattr(answer, "reason", "given")
                assert reason, f"{_short(answer)} gives no reason"
                assert "\n" not in reason, f"the reason of {_short(answer)} has more than one line"

    def test_prints_nothing(self) -> None:
        """Nothing is printed while it answers: the command line's answer stands there."""
        session = self.session(self.host())
        for sample in self.samples():
            said = printed(lambda: session(sample))  # noqa: B023 - called at once
            assert not said, f"prints {_short(said)} about {_short(sample)}; use logging, or the reason of an answer"

    def test_leaves_what_it_is_given_alone(self) -> None:
        """What the plugin gets is the same after it as before: other plugins get it too."""
        session = self.session(self.host())
        for sample in self.samples():
            before = state((sample, self.surroundings()))
            session(sample)
            after = state((sample, self.surroundings()))
            assert before == after, f"changes what it is given: {difference(before, after)}"

    def test_survives_odd_input(self) -> None:
        """Empty, odd and very long names give answers or none, and no error, in little time."""
        session = self.session(self.host())
        for sample in self.odd_samples():
            took = _seconds(session, sample)
            if took > self.budget:
                # Once is no proof on a busy machine.
                took = min(_seconds(self.session(self.host()), sample) for _ in range(3))
            assert took <= self.budget, f"{took:.2f} s for {_short(sample)}, allowed are {self.budget} s"

    def test_is_fast_enough(self) -> None:
        """The large sample stays within the budget of processor time; the best of three counts."""
        sample = self.large_sample()
        best = min(_seconds(self.session(self.host()), sample) for _ in range(3))
        assert best <= self.budget, f"takes {best:.2f} s, allowed are {self.budget} s"

    def _contract(self) -> str:
        """Name of the contract of the kit that this class comes from; subclasses live where others cannot import."""
        return next(cls.__name__ for cls in type(self).__mro__ if cls.__module__.startswith(__package__))


class BatchContract(AnsweringContract):
    """A hook that gets many items at once, and judges each by itself."""

    def singles(self, sample: Any) -> Sequence[Any]:
        """The items of *sample*, each as a question of its own."""
        raise NotImplementedError

    def about_items(self, answers: Sequence[Any]) -> Sequence[Any]:
        """Those of *answers* that are about single items."""
        return answers

    def test_batch_equals_one_by_one(self) -> None:
        """An item gets the same answer alone and among others."""
        session = self.session(self.host())
        for sample in self.samples():
            together = self.about_items(session(sample))
            singly = [answer for single in self.singles(sample) for answer in self.about_items(session(single))]
            assert sorted(map(repr, singly)) == sorted(map(repr, together)), f"the batch matters in {_short(sample)}"


def _seconds(ask: Callable[[Any], Sequence[Any]], sample: Any) -> float:
    started = time.process_time()
    ask(sample)
    return time.process_time() - started


def kept(contract: PluginContract, make: Callable[[], T]) -> T:
    """What *make* gives, made once for each test: pytest makes an instance for each."""
    members = vars(contract)
    if "_kept" not in members:
        members["_kept"] = make()
    made: T = members["_kept"]
    return made


def printed(ask: Callable[[], Any]) -> str:
    """What is printed to standard output while *ask* is called."""
    caught = io.StringIO()
    with contextlib.redirect_stdout(caught):
        ask()
    return caught.getvalue()


def state(value: Any) -> Any:
    """What *value* holds, all the way down, as JSON-shaped data."""
    return encode(value, other=repr)


def difference(before: Any, after: Any, path: str = "$") -> str:
    """The first place at which two states differ, and how."""
    if isinstance(before, dict) and isinstance(after, dict):
        pairs = [(key, before.get(key, "nothing"), after.get(key, "nothing")) for key in {**before, **after}]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = [(str(at), *pair) for at, pair in enumerate(zip(before, after, strict=True))]
    else:
        return f"{path} was {_short(before)}, and is {_short(after)}"
    return next((difference(one, two, f"{path}.{key}") for key, one, two in pairs if one != two), "")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:200] + "…"
