"""Test classes to subclass, one for each kind of plugin.

class TestNames(ClassifierContract):
    plugin = acme_names
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import attrs

from graph_tool_call.hooks import (
    Collection,
    Consumer,
    EnumRequest,
    FieldVerdict,
    Hit,
    OptionsRequest,
    OptionsSource,
    Term,
    Text,
    ToolFacts,
    hookimpl,
)
from graph_tool_call.pluginset import PluginHost, PluginSet

from . import samples
from .base import AnsweringContract, BatchContract, kept
from .samples import Batch, Question, Search


class ClassifierContract(BatchContract):
    """What the host relies on in a plugin with `gtc_classify_fields`.

    The budget is for 1,000 fields.
    """

    hook = "gtc_classify_fields"

    def collection(self) -> Collection:
        """The document that the samples are from."""
        return samples.collection_of(batch.operation for batch in samples.batches())

    def surroundings(self) -> Collection:
        """The one document of this test."""
        return kept(self, self.collection)

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
        session = host.build_session(self.surroundings())

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

    def test_few_fields_are_credentials(self) -> None:
        """Of ordinary fields hardly one is a credential; a plugin that says so of most hides them from every plan."""
        session = self.session(self.host())
        for sample in self.samples():
            said = {one.field for one in self.about_items(session(sample)) if one.kind == "auth"}
            named = [field.name for field in sample.fields if field.ref in said]
            few = len(sample.fields) < 4 or len(named) * 2 <= len(sample.fields)
            assert few, f"{len(named)} of {len(sample.fields)} fields are credentials: {', '.join(named)}"

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

    def surroundings(self) -> Mapping[str, ToolFacts]:
        """The one set of tools of this test."""
        return kept(self, self.tools)

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
        session = host.plan_session(self.surroundings())
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


class FinderContract(AnsweringContract):
    """What the host relies on in a plugin with `gtc_find_tools`.

    The budget is for one question over 1,000 operations, with what is computed of them.
    """

    hook = "gtc_find_tools"
    #: Hits at most; the host looks at the best two dozen.
    most: ClassVar[int] = 100

    def samples(self) -> Sequence[Search]:
        """Questions over operations. Add your own: `return (*super().samples(), mine)`."""
        return samples.searches()

    def odd_samples(self) -> Sequence[Search]:
        """Odd and very long questions over odd texts, and no operations at all."""
        return samples.odd_searches()

    def large_sample(self) -> Search:
        """A question over 1,000 operations."""
        return samples.wide_search(1_000)

    def session(self, host: PluginHost) -> Callable[[Search], Sequence[Hit]]:
        """The hits."""
        session = host.query_session(lambda _term: 0.5)
        return lambda asked: [opinion.value for opinion in session.find(asked.query, asked.documents)]

    def reordered(self, sample: Search) -> Search:
        """The operations the other way round."""
        rows = zip(sample.documents.names, sample.documents.texts, strict=True)
        return Search(sample.query, samples.documents(reversed(tuple(rows))))

    def test_abstains_on_blank_questions(self) -> None:
        """A question without words means no operation."""
        session = self.session(self.host())
        for sample in self.samples():
            for blank in ("", " \n"):
                found = session(attrs.evolve(sample, query=blank))
                assert not found, f"{blank!r} is taken for {found[0].name!r}"

    def test_hits_are_the_best_few(self) -> None:
        """Each operation is hit once, the best scores 1, and of many operations only the best are given."""
        session = self.session(self.host())
        for sample in (*self.samples(), self.large_sample()):
            found = session(sample)
            names = [hit.name for hit in found]
            assert len(set(names)) == len(names), f"{max(names, key=names.count)!r} is hit twice"
            best = max((hit.score for hit in found), default=1.0)
            assert best == 1, f"the best hit for {sample.query!r} scores {best:g}; scores are relative to the best"
            assert len(found) <= self.most, f"{len(found)} hits, allowed are {self.most}"

    def test_collections_are_kept_apart(self) -> None:
        """What is computed of one collection is not taken for that of another, which has another digest."""
        session = self.session(self.host())
        for sample in (*self.samples(), *self.samples()):
            for asked in (sample, attrs.evolve(sample, documents=samples.other_documents())):
                alone = list(self.session(self.host())(asked))
                assert list(session(asked)) == alone, f"what was asked before matters for {asked.query!r}"


class EnumContract(AnsweringContract):
    """What the host relies on in a plugin with `gtc_resolve_enum`.

    The budget is for one word and 1,000 choices.
    """

    hook = "gtc_resolve_enum"

    def surroundings(self) -> Mapping[str, ToolFacts]:
        """The one set of tools of this test."""
        return kept(self, _shop)

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
        session = host.plan_session(self.surroundings())

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

    def surroundings(self) -> Mapping[str, ToolFacts]:
        """The one set of tools of this test."""
        return kept(self, _shop)

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
        session = host.plan_session(self.surroundings())

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


def _shop() -> Mapping[str, ToolFacts]:
    return {tool.name: tool for tool in samples.tools()}


class _Words:
    """Splits texts into lower-case words, so that judges have terms when they are tested alone."""

    @hookimpl
    def gtc_analyze_text(self, texts: Sequence[Text]) -> list[tuple[Term, ...]]:
        return [tuple(Term(value=word) for word in re.findall(r"\w+", text.value.lower())) for text in texts]
