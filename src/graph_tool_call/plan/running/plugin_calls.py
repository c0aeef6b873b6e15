"""Runners whose calls go through plugins: `PlanRunner.from_plugins`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import attrs

from ...hooks import ExecutorSpec, Vocabulary
from ...model.tool import metadata_of
from ..errors import UnknownExecutorError
from .redact import Redactor

#: Distributions that bring an executor, for the message when it is missing.
_KNOWN = {"http": "pip install graph-tool-call[http]"}
#: What keys look like: letters and digits mixed, or long.
_KEY: Final = re.compile(r"(?=\S*[A-Za-z])(?=\S*\d)\S{8}|\S{24}")
#: Headers about the form of requests and answers (RFC 9110, 8 and 12), which keep no secret.
_OPEN: Final = re.compile(r"accept|content-|user-agent$", re.IGNORECASE)


def host_of(graph: Any, engine: Any, plugins: Any, settings: Mapping[str, Any] | None) -> Any:
    """The host of *engine*, else of *plugins* and *settings*, else of the graph's own."""
    from ...engine import engine_for

    chosen = engine or engine_for(None if isinstance(graph, Mapping) else graph, plugins, settings)
    return chosen.host


def words_for(tools: Any) -> Callable[[], Vocabulary]:
    """Gives the words of the plugins of a graph's *tools*, of the installed ones where they belong to none."""

    def words() -> Vocabulary:
        from ...engine import Engine, engine_for

        graph = tools if hasattr(tools, "artifact") else getattr(tools, "graph", None)
        # A run that is on its way does not stop for a plugin that cannot be loaded.
        engine = Engine(on_error="report") if graph is None else engine_for(graph)
        return engine.host.vocabulary

    return words


@attrs.frozen
class ExecutorLink:
    """A session of a plugin host: where calls and events go."""

    spec: ExecutorSpec
    session: Any
    #: Whether calls of the executor are awaited on an event loop.
    is_async: bool


def connect(
    graph: Any,
    executor: str,
    host: Any,
    credentials: Callable[[str], Any] | Mapping[str, Any] | None,
    options: Any,
    redactor: Redactor,
) -> ExecutorLink:
    """The link to *executor* among the plugins of *host*.

    Raises `UnknownExecutorError`, and `DecodeError` for options that the executor does not take.
    """
    artifact = graph if isinstance(graph, Mapping) else graph.artifact
    if executor not in host.executors:
        raise UnknownExecutorError(executor, tuple(sorted(host.executors)), _KNOWN.get(executor, ""))
    redactor.learn(list(_secrets(options, redactor)))
    session = host.run_session(
        credentials=watched(credentials, redactor), options=options, executor=executor, document=_document(artifact)
    )
    return ExecutorLink(host.executors[executor].value, session, session.is_async(executor))


def _secrets(given: Any, redactor: Redactor) -> Iterator[str]:
    """What of *given* options nobody else may see: keys in headers of any name, a password in the server's URL."""
    fields = attrs.fields(type(given)) if attrs.has(type(given)) else ()
    options = given if isinstance(given, Mapping) else {field.name: getattr(given, field.name) for field in fields}
    headers = options.get("headers")
    for name, value in headers.items() if isinstance(headers, Mapping) else ():
        if redactor.is_secret(str(name)) or (_KEY.search(str(value)) and not _OPEN.match(str(name))):
            # "Bearer abc" is a secret, and so is "abc".
            yield from (str(value), str(value).partition(" ")[2])
    try:
        yield urlsplit(str(options.get("base_url") or "")).password or ""
    except ValueError:
        # The executor will say that this is no URL.
        return


def watched(credentials: Callable[[str], Any] | Mapping[str, Any] | None, redactor: Redactor) -> Callable[[str], Any]:
    """*credentials* as a function; what it gives is masked from then on, and of what it raises the type is told."""
    if credentials is None:
        return lambda _scheme: None
    find = credentials.get if isinstance(credentials, Mapping) else credentials

    def get(scheme: str) -> Any:
        try:
            found = find(scheme)
        except Exception as error:  # noqa: BLE001 - whatever it is, it may quote a secret
            # Stores of secrets quote them in their errors, and nobody has told us the value yet.
            raise RuntimeError(f"credentials({scheme!r}) raised {type(error).__name__}") from None
        redactor.learn(found)
        return found

    return get


def _document(artifact: Mapping[str, Any]) -> dict[str, Any]:
    """What the artifact says about the document as a whole, for executors.

    `unrequired_schemes` are those that the document describes while no operation asks for them.
    """
    metadata = artifact.get("metadata")
    if not isinstance(metadata, Mapping):
        return {}
    names = ("security_schemes", "servers", "server_templates")
    found = {name: metadata[name] for name in names if metadata.get(name)}
    required = {
        scheme
        for tool in artifact.get("tools", {}).values()
        for alternative in metadata_of(tool).get("security") or ()
        for scheme in alternative
    }
    unrequired = [scheme for scheme in found.get("security_schemes", ()) if scheme not in required]
    return {**found, **({"unrequired_schemes": unrequired} if unrequired else {})}
