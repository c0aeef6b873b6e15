"""Versions of a resource that an update has to show: an entity tag, a revision, a checksum.

An update that takes one wants the value that reading the resource gave (optimistic
concurrency; RFC 9110, 8.8.3 and 13.1.1, moved into bodies by many APIs).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from graph_tool_call.hooks import BuildContext, Field, FieldVerdict, Operation, PluginInfo, hookimpl

from .words import singular, split, squash

VERSION_NAMES: Final = frozenset(
    "etag ifmatch versiontoken lockversion rowversion resourceversion concurrencytoken concurrencystamp revisionid "
    "checksum".split()
)
#: Names that are a version only where an update requires them.
_PLAIN: Final = frozenset({"version", "revision"})
_ALL: Final = VERSION_NAMES | _PLAIN
_UPDATES: Final = frozenset({"put", "patch"})


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(
        title="Versions", description="Entity tags, revisions and checksums that an update shows.", hook_api=1
    )


@hookimpl
def gtc_classify_fields(operation: Operation, fields: Sequence[Field], context: BuildContext) -> Iterator[FieldVerdict]:
    """Role `version` and the tag `<resource>_<version name>`, on updates and on what reading gives."""
    shown: dict[str, frozenset[str]] = context.memo.once(("versions", "shown"), lambda: _shown(context))
    if not shown:
        return
    noun = _noun(operation.path)
    taken = shown.get(noun, frozenset())
    for field in fields if taken else ():
        name = squash(field.name)
        if name == "ifmatch":
            name = "etag"
        takes = field.direction == "consumes" and operation.method in _UPDATES and field.required
        gives = field.direction == "produces" and not field.many
        if (takes or gives) and name in taken and field.location != "path":
            reason = f"an update of {noun} shows the version that reading it gave"
            yield FieldVerdict(
                field=field.ref, role="version", semantic_tag=f"{noun}_{name}", confidence=0.7, reason=reason
            )


def _shown(context: BuildContext) -> dict[str, frozenset[str]]:
    """Noun → version names that its updates take in their bodies or headers."""
    found: dict[str, set[str]] = {}
    for operation in context.collection.operations:
        if operation.method not in _UPDATES:
            continue
        body = operation.body.media[0].schema if operation.body and operation.body.media else None
        names = [*(body.required if body is not None else ()), *(p.name for p in operation.parameters if p.required)]
        versions = {"etag" if squash(name) == "ifmatch" else squash(name) for name in names} & _ALL
        if versions:
            found.setdefault(_noun(operation.path), set()).update(versions)
    return {noun: frozenset(names) for noun, names in found.items()}


def _noun(path: str) -> str:
    """The last static segment of a path as one noun in the singular."""
    segment = next((s for s in reversed(path.split("/")) if s and "{" not in s), "")
    words = split(segment)
    return "_".join((*words[:-1], singular(words[-1]))) if words else ""
