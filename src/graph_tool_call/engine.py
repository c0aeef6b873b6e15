"""The one place where stages and plugins meet.

A stage takes plain callables; the engine hands it the methods of a plugin host session.
Two engines share nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from .building import artifact_of, options_of, read_source
from .graph import ToolGraph, Tools
from .hooks.candidates import candidate_parts
from .model import Opinion
from .model.collector import collector_paused
from .pluginset import PluginHost, PluginSet
from .pluginset.artifact import carried_settings, differences, executing
from .pluginset.signals import SETTING

if TYPE_CHECKING:
    from .contracts import Contracts
    from .hooks import Candidate, Declared, Evidence, Hit, Preference
    from .model import Collection, Plan
    from .plan import PathSynthesizer, PlanRunner
    from .pluginset import QuerySession
    from .request.catalogue import Catalogue
    from .request.read import RequestReader
    from .search import SearchIndex
    from .select.scoring import Judges

Progress = Callable[[str, int, int], None]

#: Questions that share a session before a new one is begun.
_QUESTIONS: Final = 500


class Engine:
    """Builds, searches, selects, plans and runs with one plugin set.

    Args:
        plugins: The set; the installed ones by default.
        settings: Plugin id → settings, decoded into each plugin's settings class; "signals" → weights by signal.
        on_error: "raise", or "report" to go on without plugins that fail to load.
    """

    def __init__(
        self, plugins: PluginSet | None = None, settings: Mapping[str, Any] | None = None, *, on_error: str = "raise"
    ) -> None:
        self.plugins = PluginSet.installed() if plugins is None else plugins
        self.settings = dict(settings or {})
        self._on_error = on_error
        self.host = PluginHost(self.plugins, settings=self.settings, on_error=on_error)
        #: What this engine keeps for a graph: never what another engine made of the same one.
        self._kept: WeakKeyDictionary[ToolGraph, dict[Any, Any]] = WeakKeyDictionary()

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in another process is made anew, of the same plugins and settings."""
        return partial(Engine, on_error=self._on_error), (self.plugins, self.settings)

    def _of(self, graph: ToolGraph) -> dict[Any, Any]:
        return self._kept.setdefault(graph, {})

    # --- documents ---

    def build(self, source: Any, *, progress: Progress | None = None, **options: Any) -> dict[str, Any]:
        """Read a document and make its collection artifact: plain JSON, the same bytes for the same input.

        *source* is whatever a plugin reads (with the bundled ones an OpenAPI document), or a `Collection`.
        Options: `documents`, `loader`, `validate`, `document_url`, `limits` for reading; the
        fields of `ContractOptions` (`context_field_names`, `auth_field_names`,
        `paging_field_names`, `search_filter_field_names`, `user_input_field_names`,
        `annotations`, `skip_deprecated` …) for contracts; `arazzo`, a list of Arazzo documents whose
        hand-overs count as declared, within `arazzo_limits`, and the same for each other format that
        declares such. Raises `SpecError`, `ArazzoError`, `AnnotationError`, `UnknownFormatError`, `PluginError`.
        """
        from .exchange import context

        formats = self.host.formats
        documents = formats.documents_of(options)
        with collector_paused():
            collection, built = self._contracts(source, progress, options)
            said = {"tools": built.tools, "metadata": {"source": collection.source}}
            declared = {
                name: formats.declared(given, name, context(said, limits))
                for name, (given, limits) in documents.items()
            }
            return self._artifact(collection, built, progress, declared)

    def read(self, source: Any, *, progress: Progress | None = None, **options: Any) -> Collection:
        """What *source* describes, as the first plugin that reads it has it; options and errors as of `build`."""
        return read_source(self.host, source, progress, options)

    def contract_index(self, source: Any, *, progress: Progress | None = None, **options: Any) -> dict[str, Any]:
        """Operation-level contract facts of a document, with lookups and a summary; options as in `build`."""
        from .contracts import contract_index

        return contract_index(*self._contracts(source, progress, options))

    def _contracts(
        self, source: Any, progress: Progress | None, options: dict[str, Any]
    ) -> tuple[Collection, Contracts]:
        from .contracts import build_tools

        reading, contract_options = options_of(options)
        collection = self.read(source, progress=progress, **reading)
        session = self.host.build_session(collection)
        return collection, build_tools(collection, session.classify, contract_options, progress, session.vocabulary)

    def _artifact(
        self, collection: Collection, built: Contracts, progress: Progress | None, declared: Mapping[str, Declared]
    ) -> dict[str, Any]:
        """The artifact, with what this engine's plugins give to it."""
        said = {"name": "graph-tool-call", "version": _version(), "plugins": self.host.fingerprint()}
        if carried := self._carried():
            said["settings"] = carried
        artifact = artifact_of(collection, built, declared, said, progress)
        artifact["search"] = self._search_index(built.tools).to_dict()
        return artifact

    def graph(self, artifact: Mapping[str, Any]) -> ToolGraph:
        """The graph of an artifact, with this engine's plugins."""
        graph = ToolGraph.from_artifact(artifact, plugins=self.plugins, settings=self.settings)
        _ENGINES.setdefault(graph, []).append((self.plugins, self.settings, self))
        return graph

    def _carried(self) -> dict[str, Any]:
        from .plan.running.redact import Redactor

        return carried_settings(self.host, self.settings, Redactor().is_secret)

    def differences(self, graph: ToolGraph) -> tuple[str, ...]:
        """How this engine's plugins differ from those that the graph's artifact was built with, in sentences."""
        return tuple(differences(self.host, graph.artifact))

    # --- search and selection ---

    @collector_paused()
    def search(
        self,
        graph: ToolGraph,
        query: str,
        *,
        top_k: int = 10,
        include_evidence: bool = False,
        learning_suggestions: Sequence[Mapping[str, Any]] | None = None,
        entities: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Operations that fit *query* and the given *entities*: `{"results": [row…], "intent": {…}, "stats": {…}}`."""
        from .search import reaching, retrieve

        index = self._index_of(graph)
        session = self._query_session(graph, learning_suggestions)
        return retrieve(
            index,
            graph.tools,
            query,
            analyze=session.analyze,
            evidence=partial(session.evidence, given=entities),
            signals=self.host.signals,
            parts=reaching(index.parts, graph, entities),
            given=entities,
            producers=graph.neighbours,
            find=self._finder(graph),
            top_k=top_k,
            include_evidence=include_evidence,
            learning_suggestions=learning_suggestions,
        )

    @collector_paused()
    def select(
        self,
        query: str,
        candidates: Sequence[Any],
        tools: Mapping[str, Any],
        *,
        retrieval_results: Sequence[Mapping[str, Any]] | None = None,
        llm_target: str | None = None,
        learning_suggestions: Sequence[Mapping[str, Any]] | None = None,
        policy: str = "strong_evidence",
        entities: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Which of the candidates is meant, and why; the keys are the documented ones."""
        from .search import reaching
        from .select import select_target

        known = tools.graph if isinstance(tools, Tools) else None
        parts = candidate_parts if known is None else self._index_of(known).parts
        session = self._query_session(known, learning_suggestions)
        return select_target(
            query,
            candidates,
            tools,
            judges=partial(session.judged, given=entities)
            if known is None
            else self._reading(known, session, query, entities),
            signals=self.host.signals,
            parts=reaching(parts, known, entities),
            given=entities,
            retrieval_results=retrieval_results,
            llm_target=llm_target,
            learning_suggestions=learning_suggestions,
            policy=policy,
        )

    def _reading(
        self, graph: ToolGraph, session: QuerySession, query: str, entities: Mapping[str, Any] | None
    ) -> Judges:
        """Evidence of all plugins, and for each candidate what of the request can be read for it."""
        from .request.fit import FitReader

        fits = FitReader(self._requests(graph), graph.index.contracts, query, entities or {})

        def judge(
            query: str, candidates: Sequence[Candidate]
        ) -> tuple[Sequence[Opinion[Evidence]], Sequence[Opinion[Preference]]]:
            said, preferred = session.judged(query, candidates, entities or fits.values)
            return (*said, *fits.evidence(candidates)), preferred

        return judge

    def _requests(self, graph: ToolGraph) -> RequestReader:
        """What reads requests over *graph*, made once."""
        kept = self._of(graph)
        if "requests" not in kept:
            from .model.tool import tool_facts
            from .request.read import RequestReader

            facts = {name: tool_facts(name, tool) for name, tool in graph.tools.items()}
            session = self.host.request_session(facts)
            kept["requests"] = RequestReader(catalogue_of(graph), lambda: session.read)
        reader: RequestReader = kept["requests"]
        return reader

    def _query_session(self, graph: ToolGraph | None, learning: Sequence[Mapping[str, Any]] | None) -> QuerySession:
        """A session for one question; without learning, a graph's questions share one, and what plugins keep in it."""
        rarity = self._index_of(graph).rarity if graph is not None else _even
        if graph is None or learning:
            return self.host.query_session(rarity, learning or ())
        questions: tuple[QuerySession, int] | None = self._of(graph).get("questions")
        session, asked = questions or (self.host.query_session(rarity, ()), 0)
        # What plugins remember of questions goes with the session: it must not grow for ever.
        self._of(graph)["questions"] = (session, asked + 1) if asked < _QUESTIONS else None
        return session

    def _finder(self, graph: ToolGraph) -> Callable[[str], Sequence[Opinion[Hit]]] | None:
        """Finding by meaning over a graph, with one session for its whole life: models are dear to load."""
        if not self.host.implements("gtc_find_tools"):
            return None
        kept = self._of(graph)
        if "finder" not in kept:
            from .search import documents_of

            session = self.host.query_session(self._index_of(graph).rarity)
            kept["finder"] = partial(session.find, documents=documents_of(graph.tools, graph.folder))
        find: Callable[[str], Sequence[Opinion[Hit]]] = kept["finder"]
        return find

    def _search_index(self, tools: Mapping[str, Any]) -> SearchIndex:
        from .search import SearchIndex

        session = self.host.query_session(_even, ())
        return SearchIndex.build(tools, session.analyze)

    def _index_of(self, graph: ToolGraph) -> SearchIndex:
        from .search import SearchIndex

        index: SearchIndex | None = self._of(graph).get("search")
        if index is None:
            saved = graph.artifact.get("search")
            index = SearchIndex.from_dict(saved) if isinstance(saved, Mapping) else self._search_index(graph.tools)
            self._of(graph)["search"] = index
        return index

    # --- planning and running ---

    def synthesizer(self, graph: ToolGraph | Mapping[str, Any], **options: Any) -> PathSynthesizer:
        """A `PathSynthesizer` with this engine's plugins; options as in its constructor."""
        from .plan import PathSynthesizer

        at = graph if isinstance(graph, ToolGraph) else self.graph(graph)
        return PathSynthesizer(at, engine=self, **options)

    def export(
        self,
        what: Plan | ToolGraph | Mapping[str, Any] | Collection,
        name: str,
        graph: ToolGraph | None = None,
        **options: Any,
    ) -> str | dict[str, Any]:
        """*what*, a plan, graph, artifact or collection, in the format *name* of a plugin: a text, or what is JSON.

        *graph* is the one that a plan was made with; *options* are the format's. Raises `UnknownFormatError`,
        `DecodeError` for options that it does not take, and the format's own errors.
        """
        from .exchange import context, parts

        kind, given, artifact = parts(what, graph)
        return self.host.formats.export(kind, given, name, context(artifact, options))

    def import_plan(self, source: Any, name: str, graph: ToolGraph, **options: Any) -> Plan:
        """The plan that *source* says over the tools of *graph*, in the format *name* of a plugin.

        *options* are the format's. Raises `UnknownFormatError`, `DecodeError`, and the format's own errors.
        """
        from .exchange import context

        return self.host.formats.plan(source, name, context(graph.artifact, options))

    def plan_from_arazzo(self, document: Any, graph: ToolGraph, workflow_id: str = "", **options: Any) -> Plan:
        """The plan that does what a workflow of an Arazzo document does: `import_plan` of the format "arazzo".

        Options: `beside`, the documents of workflows that it calls; `unchecked`, to leave criteria out that
        a plan cannot check; `limits`. Raises `ArazzoError` where the workflow has a part that a plan cannot keep.
        """
        return self.import_plan(document, "arazzo", graph, workflow_id=workflow_id, **options)

    def plan_to_arazzo(
        self, plan: Plan, graph: ToolGraph, version: str = "1.0.1", *, source_url: str = ""
    ) -> dict[str, Any]:
        """*plan* as an Arazzo document, "1.0.1" or "1.1", for other runners: `export` in the format "arazzo".

        *source_url* says where the OpenAPI document is, seen from the Arazzo document; the name that
        it was read by unless given. Raises `ArazzoError` for what that version cannot say.
        """
        return dict(self.export(plan, "arazzo", graph, version=version, source_url=source_url))  # type: ignore[arg-type]

    def runner(self, graph: ToolGraph, executor: str = "http", **options: Any) -> PlanRunner:
        """A `PlanRunner` that calls through the executor of that name."""
        from .plan import PlanRunner

        return PlanRunner.from_plugins(graph, executor=executor, engine=self, **options)


#: Engines over a graph, each with the set and the settings that were asked for.
_ENGINES: Final[WeakKeyDictionary[ToolGraph, list[tuple[PluginSet | None, Mapping[str, Any], Engine]]]] = (
    WeakKeyDictionary()
)
_CATALOGUES: Final[WeakKeyDictionary[ToolGraph, Catalogue]] = WeakKeyDictionary()


def engine_for(
    graph: ToolGraph | None, plugins: PluginSet | None = None, settings: Mapping[str, Any] | None = None
) -> Engine:
    """The engine of *plugins* and *settings*, those of the graph unless given; made once for each graph.

    Of the graph's own settings another set takes those of the plugins that it has.
    """
    if graph is None:
        return Engine(plugins, settings)
    chosen = graph.plugins if plugins is None else plugins
    wanted = _settings_for(chosen, graph.settings) if settings is None else settings
    made = _ENGINES.setdefault(graph, [])
    for asked, told, engine in made:
        if asked is chosen and told == wanted:
            return engine
    engine = Engine(chosen, wanted)
    if settings is None and graph.brought and (calling := executing(engine.host) & wanted.keys()):
        # A file says how documents are read and judged, and never where calls go.
        engine = Engine(chosen, {name: value for name, value in wanted.items() if name not in calling})
    made.append((chosen, wanted, engine))
    return engine


def _settings_for(plugins: PluginSet | None, settings: Mapping[str, Any]) -> dict[str, Any]:
    if plugins is None:
        known = {record.id for record in PluginSet.installed().records} if settings else set()
    else:
        known = {record.id for record in plugins.records}
    return {name: value for name, value in settings.items() if name in known or name == SETTING}


def catalogue_of(graph: ToolGraph) -> Catalogue:
    """The lists of a graph, read once."""
    from .request.catalogue import Catalogue

    known = _CATALOGUES.get(graph)
    if known is None:
        known = _CATALOGUES[graph] = Catalogue(graph.index.contracts)
    return known


def _even(_term: str) -> float:
    return 1.0


def _version() -> str:
    from .version import __version__

    return __version__
