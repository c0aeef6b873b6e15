"""Test classes to subclass, one for each kind of plugin.

class TestNames(ClassifierContract):
    plugin = acme_names
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import attrs

from ..codec import encode
from ..hooks import (
    Collection,
    Consumer,
    EnumRequest,
    FieldVerdict,
    OptionsRequest,
    OptionsSource,
    Term,
    Text,
    ToolCall,
    ToolFacts,
    ToolResult,
    hookimpl,
)
from ..pluginset import PluginHost, PluginSet
from . import samples
from .base import AnsweringContract, BatchContract, PluginContract
from .samples import Batch, Question


class ClassifierContract(BatchContract):
    """What the host relies on in a plugin with `gtc_classify_fields`.

    The budget is for 1,000 fields.
    """

    hook = "gtc_classify_fields"

    def collection(self) -> Collection:
        """The document that the samples are from."""
        return samples.collection_of(batch.operation for batch in samples.batches())

    def samples(self) -> Sequence[Batch]:
        """Operations with their fields. Add your own: `return (*super().samples(), mine)`."""
        return samples.batches()

    def odd_samples(self) -> Sequence[Batch]:
        """Operations with odd and very long names."""
        return samples.odd_batches()

    def large_sample(self) -> Batch:
        """One operation with 1,000 fields."""
        return samples.wide_batch(1_000)

    def session(self, host: PluginHost) -> Callable[[Batch], Sequence[Any]]:
        """Verdicts on the fields, then on the operation."""
        session = host.build_session(self.collection())

        def ask(batch: Batch) -> Sequence[Any]:
            decided = session.classify(batch.operation, batch.fields)
            subjects = (*decided.fields.values(), decided.operation)
            return [opinion.value for subject in subjects for opinion in subject.opinions]

        return ask

    def reordered(self, sample: Batch) -> Batch:
        """The fields the other way round."""
        return attrs.evolve(sample, fields=tuple(reversed(sample.fields)))

    def singles(self, sample: Batch) -> Sequence[Batch]:
        """Each field alone with its operation."""
        return [attrs.evolve(sample, fields=(field,)) for field in sample.fields]

    def about_items(self, answers: Sequence[Any]) -> Sequence[Any]:
        """Verdicts on fields; what the operation does may well depend on all of them."""
        return [answer for answer in answers if isinstance(answer, FieldVerdict)]

    def test_survives_an_empty_document(self) -> None:
        """A document without operations and schemas is no reason to fail: fields may be hand-made."""
        session = self.host().build_session(Collection())
        for batch in self.samples():
            session.classify(batch.operation, batch.fields)


class ProducerSignalContract(AnsweringContract):
    """What the host relies on in a plugin with `gtc_producer_signals`.

    The budget is for one consumer with 500 candidates.
    """

    hook = "gtc_producer_signals"

    def tools(self) -> Mapping[str, ToolFacts]:
        """All tools of the graph."""
        return {tool.name: tool for tool in samples.tools()}

    def samples(self) -> Sequence[Consumer]:
        """Consumers with their candidates. Add your own: `return (*super().samples(), mine)`."""
        return samples.consumers()

    def odd_samples(self) -> Sequence[Consumer]:
        """Consumers and producers with odd and very long names."""
        return samples.odd_consumers()

    def large_sample(self) -> Consumer:
        """One consumer with 500 candidates."""
        return samples.wide_consumer(500)

    def session(self, host: PluginHost) -> Callable[[Consumer], Sequence[Any]]:
        """Signals on the candidates."""
        session = host.plan_session(self.tools())
        return lambda consumer: [opinion.value for opinion in session.signals(consumer)]

    def reordered(self, sample: Consumer) -> Consumer:
        """The candidates the other way round."""
        return attrs.evolve(sample, candidates=tuple(reversed(sample.candidates)))


class SelectorEvidenceContract(AnsweringContract):
    """What the host relies on in a plugin with `gtc_selector_evidence`.

    The budget is for one question with 200 candidates. Other plugins are absent, so
    `terms` makes plain lower-case words.
    """

    hook = "gtc_selector_evidence"
    #: What was learnt earlier, as the plugin sees it.
    learning: ClassVar[Sequence[Mapping[str, Any]]] = ()

    def samples(self) -> Sequence[Question]:
        """Questions with their candidates. Add your own: `return (*super().samples(), mine)`."""
        return samples.questions()

    def odd_samples(self) -> Sequence[Question]:
        """Odd and very long questions."""
        return samples.odd_questions()

    def large_sample(self) -> Question:
        """One question with 200 candidates."""
        return samples.wide_question(200)

    def host(self) -> PluginHost:
        """A host with this plugin and one that splits texts into words."""
        given = {"under-test": dict(self.settings)} if self.settings else None
        plugins = PluginSet().with_(self.plugin, id="under-test").with_(_Words(), id="words")
        return PluginHost(plugins, given)

    def session(self, host: PluginHost) -> Callable[[Question], Sequence[Any]]:
        """Evidence on the candidates."""
        session = host.query_session(lambda _term: 0.5, self.learning)
        return lambda asked: [opinion.value for opinion in session.evidence(asked.query, asked.candidates)]

    def reordered(self, sample: Question) -> Question:
        """The candidates the other way round, each with its rank."""
        return attrs.evolve(sample, candidates=tuple(reversed(sample.candidates)))


class TextContract(BatchContract):
    """What the host relies on in a plugin with `gtc_analyze_text`.

    A sample is a batch of texts, and the answer to it one row of terms for each. The
    budget is for 1,000 sentences.
    """

    hook = "gtc_analyze_text"

    def samples(self) -> Sequence[tuple[Text, ...]]:
        """Batches of texts. Add your own: `return (*super().samples(), mine)`."""
        return ((), samples.texts())

    def odd_samples(self) -> Sequence[tuple[Text, ...]]:
        """Odd and very long texts, each in a batch of its own, and the short ones in one."""
        odd = samples.odd_texts()
        return (*((text,) for text in odd), tuple(text for text in odd if len(text.value) < 100))

    def large_sample(self) -> tuple[Text, ...]:
        """1,000 sentences."""
        return samples.wide_texts(1_000)

    def session(self, host: PluginHost) -> Callable[[tuple[Text, ...]], Sequence[tuple[Term, ...]]]:
        """Terms of each text."""
        return host.query_session(lambda _term: 0.5).analyze

    def reordered(self, sample: tuple[Text, ...]) -> tuple[Text, ...]:
        """The texts the other way round."""
        return tuple(reversed(sample))

    def singles(self, sample: tuple[Text, ...]) -> Sequence[tuple[Text, ...]]:
        """Each text alone."""
        return [(text,) for text in sample]


class EnumContract(AnsweringContract):
    """What the host relies on in a plugin with `gtc_resolve_enum`.

    The budget is for one word and 1,000 choices.
    """

    hook = "gtc_resolve_enum"

    def samples(self) -> Sequence[EnumRequest]:
        """Words with their choices. Add your own: `return (*super().samples(), mine)`."""
        return samples.enum_requests()

    def odd_samples(self) -> Sequence[EnumRequest]:
        """Odd and very long words and choices."""
        return samples.odd_enum_requests()

    def large_sample(self) -> EnumRequest:
        """A word and 1,000 choices."""
        choices = tuple(f"STATUS_{at}" for at in range(1_000))
        return attrs.evolve(samples.enum_requests()[0], choices=choices, labels=())

    def session(self, host: PluginHost) -> Callable[[EnumRequest], Sequence[Any]]:
        """The match, if there is one."""
        session = host.plan_session({tool.name: tool for tool in samples.tools()})

        def ask(request: EnumRequest) -> Sequence[Any]:
            opinion = session.resolve_enum(request)
            return () if opinion is None else (opinion.value,)

        return ask

    def reordered(self, sample: EnumRequest) -> EnumRequest:
        """The choices with their labels the other way round."""
        return attrs.evolve(sample, choices=sample.choices[::-1], labels=sample.labels[::-1])

    def test_abstains_on_nonsense(self) -> None:
        """A word that means no member matches none: a wrong value is worse than a question."""
        session = self.session(self.host())
        for sample in self.samples():
            matched = session(attrs.evolve(sample, word="qzxvwkj"))
            assert not matched, f"'qzxvwkj' is taken for {matched[0].value!r}"


class OptionsContract(AnsweringContract):
    """What the host relies on in a plugin with `gtc_find_options`.

    The budget is for one field with 500 candidates.
    """

    hook = "gtc_find_options"

    def samples(self) -> Sequence[OptionsRequest]:
        """Fields with the producers of their values. Add your own: `return (*super().samples(), mine)`."""
        return samples.options_requests()

    def odd_samples(self) -> Sequence[OptionsRequest]:
        """Fields and producers with odd and very long names."""
        return samples.odd_options_requests()

    def large_sample(self) -> OptionsRequest:
        """A field with 500 candidates."""
        return samples.wide_options_request(500)

    def session(self, host: PluginHost) -> Callable[[OptionsRequest], Sequence[OptionsSource]]:
        """The source, if there is one."""
        session = host.plan_session({tool.name: tool for tool in samples.tools()})

        def ask(request: OptionsRequest) -> Sequence[OptionsSource]:
            opinion = session.find_options(request)
            return () if opinion is None else (opinion.value,)

        return ask

    def reordered(self, sample: OptionsRequest) -> OptionsRequest:
        """The candidates the other way round."""
        return attrs.evolve(sample, candidates=tuple(reversed(sample.candidates)))

    def test_paths_fit_together(self) -> None:
        """The list is found from the response's root, value and labels inside one of its elements."""
        session = self.session(self.host())
        for sample in self.samples():
            for source in session(sample):
                assert source.options_path.startswith("$"), f"options_path {source.options_path!r} must begin with $"
                for path in (source.value_path, *source.label_paths):
                    assert not path.startswith("$"), f"{path!r} is inside one element; it must not begin with $"


class ExecutorContract(PluginContract):
    """What the host relies on in a plugin with `gtc_executors` and `gtc_execute`.

    Set `calls` to some that need no network, or whose network the `options` replace; and
    `failing_calls` to some whose tool, argument or server fails.
    """

    hook = "gtc_execute"
    calls: ClassVar[Sequence[ToolCall]] = ()
    failing_calls: ClassVar[Sequence[ToolCall]] = ()
    #: Transport options of the run.
    options: ClassVar[Mapping[str, Any]] = {}
    #: Kinds of failure that the runner knows.
    error_kinds: ClassVar[Sequence[str]] = ("http", "timeout", "connection", "argument", "auth", "refused", "tool")

    def execute(self, call: ToolCall) -> ToolResult:
        """The result of *call* in a run of its own."""
        with self.host().run_session(credentials=lambda _scheme: _SECRET, options=self.options) as session:
            return session.execute(call)

    def test_names_its_executors(self) -> None:
        """There is an executor to be chosen by name, and each has one."""
        names = list(self.host().executors)
        assert names, "gtc_executors names none"
        assert all(names), "an executor has no name"

    def test_leaves_calls_of_others_alone(self) -> None:
        """A call of another executor is passed on, so that executors live side by side."""
        result = self.execute(ToolCall(executor="somebody-else", name="x", args={}))
        assert result.error_kind == "refused", f"answered a call of executor 'somebody-else' with {result!r}"

    def test_calls_succeed(self) -> None:
        """Each of `calls` gives a result that is ok and plain data, the same in every run."""
        for call in self.calls:
            result = self.execute(call)
            assert result.ok, f"{call.name}: {result.error_kind}: {result.error}"
            json.dumps(encode(result))
            assert result == self.execute(call), f"{call.name}: another result in another run"

    def test_failures_are_results(self) -> None:
        """Each of `failing_calls` gives a result with a kind and a text, and raises nothing."""
        for call in self.failing_calls:
            result = self.execute(call)
            assert not result.ok, f"{call.name} was expected to fail"
            assert result.error_kind in self.error_kinds, f"{call.name}: no such kind: {result.error_kind!r}"
            assert result.error, f"{call.name}: failed without a text"
            assert _SECRET not in result.error, f"{call.name}: the text gives the credential away"

    def test_uses_its_own_executors_in_calls(self) -> None:
        """`calls` and `failing_calls` are for executors that the plugin names."""
        known = list(self.host().executors)
        for call in (*self.calls, *self.failing_calls):
            assert call.executor in known, f"{call.name} is for executor {call.executor!r}; the plugin names {known}"


_SECRET = "credential-of-the-kit"  # noqa: S105


class _Words:
    """Splits texts into lower-case words, so that judges have terms when they are tested alone."""

    @hookimpl
    def gtc_analyze_text(self, texts: Sequence[Text]) -> list[tuple[Term, ...]]:
        return [tuple(Term(value=word) for word in re.findall(r"\w+", text.value.lower())) for text in texts]
