"""Exporters and importers of a host: looked up by name, called with their options, their answers checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeVar

import attrs

from ..errors import GraphToolCallError, HookFailedError, HookResultError, UnknownFormatError
from ..hooks import Declared, ExporterSpec, FormatContext, ImporterSpec
from ..model import Opinion, Plan
from ..model.frozen import read_only
from .options import decoded
from .set import PluginSet
from .suggest import did_you_mean, one_line
from .table import raised_at, shown

#: Formats of distributions of their own → the extra that installs each, for whoever asks for one that is not there.
EXTRAS: Final[Mapping[str, str]] = {"arazzo": "arazzo"}


Spec = TypeVar("Spec", ExporterSpec, ImporterSpec)


@attrs.frozen(kw_only=True)
class Formats:
    """What plugins write and read, by name, and whose it is."""

    exporters: Mapping[str, Opinion[ExporterSpec]]
    importers: Mapping[str, Opinion[ImporterSpec]]
    #: Plugin id → its settings, and where it is from.
    settings: Mapping[str, Any] = attrs.field(repr=False)
    origins: Mapping[str, str]

    def documents_of(self, options: dict[str, Any]) -> dict[str, tuple[tuple[Any, ...], dict[str, Any]]]:
        """Documents among the *options* of a build, by format, with the format's options; both are taken out.

        They stand under the format's name; under that and "_limits" what is given as its option `limits`.
        Raises `UnknownFormatError` for documents that no plugin reads.
        """
        known = [name for name, said in self.importers.items() if said.value.declared is not None]
        found: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {}
        for name in dict.fromkeys((*known, *EXTRAS)):
            documents, limits = tuple(options.pop(name, ())), options.pop(f"{name}_limits", None)
            if documents:
                self._found(name, self.importers, "declared", "reads")
                found[name] = (documents, {} if limits is None else {"limits": limits})
        return found

    def export(self, kind: str, what: Any, name: str, context: FormatContext) -> str | dict[str, Any]:
        """*what*, a plan, graph or collection as *kind* says, in the format *name*: a text, or what is JSON.

        `context.options` are as they were given. Raises `UnknownFormatError`, `DecodeError` for options that
        the format does not take, and whatever error of ours the exporter raises.
        """
        said = self._found(name, self.exporters, kind, "writes")
        written = self._ask(said, "gtc_exporters", getattr(said.value, kind), what, context)
        if isinstance(written, str):
            return written
        if not isinstance(written, Mapping):
            self._refuse(said, "gtc_exporters", "a text or a mapping", written)
        return dict(written)

    def plan(self, source: Any, name: str, context: FormatContext) -> Plan:
        """The plan that *source* says in the format *name*; errors as of `export`."""
        said = self._found(name, self.importers, "plan", "reads")
        plan = self._ask(said, "gtc_importers", said.value.plan, source, context)
        return plan if isinstance(plan, Plan) else self._refuse(said, "gtc_importers", "a Plan", plan)

    def declared(self, sources: tuple[Any, ...], name: str, context: FormatContext) -> Declared:
        """What *sources* in the format *name* say of tools; errors as of `export`."""
        said = self._found(name, self.importers, "declared", "reads")
        found = self._ask(said, "gtc_importers", said.value.declared, sources, context)
        return found if isinstance(found, Declared) else self._refuse(said, "gtc_importers", "Declared", found)

    def _found(self, name: str, known: Mapping[str, Opinion[Spec]], kind: str, verb: str) -> Opinion[Spec]:
        said = known.get(name)
        if said is not None and getattr(said.value, kind) is not None:
            return said
        able = tuple(sorted(other for other, one in known.items() if getattr(one.value, kind) is not None))
        things = {"declared": "declared hand-overs"}.get(kind, f"a {kind}")
        problem = (
            f"no plugin {verb} {things} as {name!r}{did_you_mean(name, able)}; on offer: {', '.join(able) or 'none'}"
        )
        if name in EXTRAS and said is None:
            problem += f"; {_way_to(name)}"
        raise UnknownFormatError(problem, name, able)

    def _ask(
        self, said: Opinion[Spec], hook: str, function: Callable[..., Any] | None, what: Any, context: FormatContext
    ) -> Any:
        assert function is not None
        spec = said.value
        options = decoded(context.options, spec.options, f"options of format {spec.name!r}")
        given = attrs.evolve(
            context,
            options=options,
            artifact=read_only(context.artifact),
            settings=self.settings.get(said.plugin),
        )
        try:
            return function(what, given)
        except GraphToolCallError:
            # What a format cannot say, or a document that cannot be read: the caller's business.
            raise
        except Exception as exc:
            problem = f"{type(exc).__name__}: {one_line(exc)} (format {spec.name!r})"
            raise HookFailedError(problem, said.plugin, hook, self.origins[said.plugin], *raised_at(exc)) from exc

    def _refuse(self, said: Opinion[Spec], hook: str, wanted: str, answer: Any) -> NoReturn:
        problem = f"expected {wanted} of format {said.value.name!r}, got {shown(answer)}"
        raise HookResultError(problem, said.plugin, hook, self.origins[said.plugin])


def is_installed(plugin: str) -> bool:
    """Whether a plugin of that id is installed, whatever set a host has."""
    return any(record.id == plugin for record in PluginSet.installed().records)


def _way_to(name: str) -> str:
    if is_installed(name):
        return f"the plugin {name!r} is installed, and left out here"
    return f'pip install "graph-tool-call[{EXTRAS[name]}]" brings it'
