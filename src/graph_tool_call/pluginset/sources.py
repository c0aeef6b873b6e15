"""The session of `gtc_read_source`: the readers of a set, one after the other, until one has read a source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..errors import PluginError, SpecError
from ..hooks import Collection, Operation, Source, SourceContext, kind_of
from ..model import Opinion
from .sessions import Desk
from .table import Entry, shown

#: Keys of an unread object that are shown.
_KEYS: Final = 5


class SourceSession:
    """Reading of sources with the readers of one set; *reads* says by plugin id what each of them reads."""

    def __init__(self, desk: Desk, reads: Mapping[str, str]) -> None:
        self._readers = desk.tables["gtc_read_source"].entries
        self._settings = desk.settings
        self._reads = reads

    def read(self, source: Source, **told: Any) -> Opinion[Collection]:
        """What the first reader makes of *source*; *told* are fields of its `SourceContext`.

        Raises:
            SpecError: no_reader, not_openapi (nobody reads it), or what is wrong with the source.
            PluginError: a reader failed; it is named.
        """
        for entry in self._readers:
            context = SourceContext(settings=self._settings.get(entry.plugin), limits=source.limits, **told)
            if (found := _asked(entry, source, context)) is not None:
                return Opinion(entry.plugin, found)
        raise self._unread(source)

    def _unread(self, source: Source) -> SpecError:
        if not self._readers:
            problem = "is read by nobody: no plugin of the set reads sources"
            hint = "the bundled plugin 'openapi' reads OpenAPI and Swagger documents; add it, or one that reads yours"
            return SpecError("no_reader", problem, source.name, "", hint)
        asked = "; ".join(dict.fromkeys(self._about(entry.plugin) for entry in self._readers))
        try:
            holds = _holds(source)
        except SpecError as error:
            return error
        return SpecError("not_openapi", f"{holds}, and no plugin reads that", source.name, "", f"asked: {asked}")

    def _about(self, plugin: str) -> str:
        reads = self._reads.get(plugin)
        return f"{plugin}, which reads {reads}" if reads else plugin


def _asked(entry: Entry, source: Source, context: SourceContext) -> Collection | None:
    """What one reader makes of *source*; None where it is none of its own, or cannot be parsed at all."""
    place = f"source {source.name!r}"
    try:
        found = entry.call(source, context)
    except PluginError:
        raise
    except SpecError as error:
        if not source.holds(error):
            raise
        return None
    except Exception as exc:
        raise entry.failed(exc, place) from exc
    if found is None:
        return None
    if not isinstance(found, Collection):
        raise entry.wrong(f"expected Collection or None, got {shown(found)}", place)
    if problem := _problem(found):
        raise entry.wrong(problem, place)
    return found


def _problem(collection: Collection) -> str:
    """What is wrong with a collection; "" for nothing."""
    given: tuple[object, ...] = collection.operations
    strange = [one for one in given if not isinstance(one, Operation)]
    if strange:
        return f"operations holds Operation, got {shown(strange[0])}"
    for part in ("key", "name"):
        if twice := _twice(getattr(one, part) for one in collection.operations):
            return f"two operations have the {part} {twice!r}"
    return ""


def _twice(values: Iterable[str]) -> str | None:
    return next((value for value, count in Counter(values).items() if count > 1), None)


def _holds(source: Source) -> str:
    """What *source* holds, in a few words. Raises `SpecError` for what should be a document and cannot be parsed."""
    if source.kind == "object":
        return f"is {kind_of(source.value)}"
    data = source.data
    if not isinstance(data, dict):
        return f"holds {kind_of(data)}"
    keys = [f"`{key}`" for key in list(data)[:_KEYS]]
    more = "" if len(data) <= _KEYS else f" and {len(data) - _KEYS} more"
    return f"holds an object with {', '.join(keys)}{more} at the top" if keys else "holds an empty object"
