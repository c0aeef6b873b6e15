"""What an operation does: its action, the shape of its answer, whether it changes or destroys something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graph_tool_call.hooks import BuildContext, Operation, OperationVerdict, PluginInfo, hookimpl

from ..resources.paths import Path, Paths
from ..resources.places import answer_schema
from ..resources.shapes import Shapes, is_scalar
from ..resources.short_nouns import conventions_of
from ..words import split
from .names import Said, read_name, read_segment
from .verbs import ACTION_OF, ASKING, CHANGES_BY_GET, DESTRUCTIVE, RENEWED, SAFE, UNMISTAKABLE

_READS = frozenset({"get", "head", "options", "trace", "query"})
_BY_METHOD = {
    "get": "read",
    "head": "read",
    "options": "read",
    "trace": "read",
    "query": "search",
    "put": "update",
    "patch": "update",
    "delete": "delete",
}
_SEARCH_NAMES = frozenset(
    "q query keyword keywords search search_term searchterm searchtext search_text searchkeyword".split()
)


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(
        title="Operations",
        description="Action, result shape and side effects by method, path, name and answer.",
        hook_api=1,
    )


@hookimpl
def gtc_classify_fields(operation: Operation, context: BuildContext) -> Iterator[OperationVerdict]:
    """One verdict on the operation; nothing on its fields."""
    conventions = context.memo.once(("operations", "conventions"), lambda: conventions_of(context))
    shapes = context.memo.once(("operations", "shapes"), lambda: Shapes(conventions))
    paths = context.memo.once(("operations", "paths"), lambda: Paths(conventions))
    kept = context.memo.once(("operations", "kept"), lambda: _kept(context.collection.operations, paths))
    path = paths.read(operation.path)
    said = _said(operation, path)
    changes = _changes(operation.method, said, path) or (operation.method == "post" and path.template in kept)
    action = _action(operation, path, said, changes=changes)
    shape = _shape(operation, path, said, shapes, changes=changes)
    if action == "read" and shape == "list" and _searches(operation):
        action = "search"
    destructive = operation.method == "delete" or (changes and _destroys(operation, said))
    yield OperationVerdict(
        action=action,
        shape=shape,
        changes_state=changes,
        destructive=destructive,
        confidence=0.8 if said.verb else 0.7,
        reason=f"{operation.method.upper()} named {said.verb}"
        if said.verb
        else f"{operation.method.upper()} by convention",
    )


def _destroys(operation: Operation, said: Said) -> bool:
    """Whether a call that changes something ends it for good, by its name or by the path behind its last slot."""
    own_path = operation.path.rpartition("}")[2]
    words = {*split(operation.operation_id), *(word for part in own_path.split("/") for word in split(part))}
    if said.verb == "reset" and words & RENEWED:
        return False
    return said.verb in DESTRUCTIVE or bool(words & UNMISTAKABLE)


def _kept(operations: Iterable[Operation], paths: Paths) -> frozenset[tuple[str, ...]]:
    """Places whose things can be deleted or changed one by one: a POST there makes one, be it called a preview."""
    found = (paths.read(o.path) for o in operations if o.method in ("delete", "put", "patch"))
    return frozenset(p.template[:-1] for p in found if p.segments and p.segments[-1].parameters)


def _said(operation: Operation, path: Path) -> Said:
    """The verb that path or operation id name, the path first: RPC paths name what they do."""
    last = path.segments[-1] if path.segments else None
    in_path = read_segment(last.text) if last is not None and not last.parameters else Said()
    in_name = _by_name(operation, path)
    if operation.method not in _READS and in_path.verb in SAFE and in_name.verb and in_name.verb not in SAFE:
        # "markRead" behind POST /messages/{id}/read: the name says that it changes something.
        return in_name
    if in_path.verb and in_path.whole and not (operation.method in _READS and in_name.verb in SAFE):
        return in_path
    return in_name if in_name.verb else in_path


def _by_name(operation: Operation, path: Path) -> Said:
    """The verb of the operation id; a noun of the path at its begin is none, though it looks like one.

    `queryExecute` at /queries/{id} executes, `change-requests-list` changes nothing, `estimateCreate` creates.
    """
    said, words = read_name(operation.operation_id, operation.method), split(operation.operation_id)
    size = _noun_at_begin(words, path) if words and words[0] in ACTION_OF else 0
    if not size:
        return said
    beside = read_name("_".join(words[size:]), operation.method)
    reads = said.verb in SAFE or operation.method in _READS
    return beside if beside.verb or reads else said


def _noun_at_begin(words: tuple[str, ...], path: Path) -> int:
    """How many of the first *words* are a noun of the path, in the singular or the plural: 2 of check_runs_list."""
    for segment in path.segments:
        plain, noun = split(segment.text), segment.noun
        # A segment that has a verb before its noun (pause_deployment), or could be one itself, names no thing.
        if not segment.verb and noun and len(noun) == len(plain) and (len(noun) > 1 or noun != plain):
            for spelled in (plain, noun):
                if words[: len(spelled)] == spelled:
                    return len(spelled)
    return 0


def _changes(method: str, said: Said, path: Path) -> bool:
    if method == "post":
        # "getReport" behind POST may well make the report; the path itself, or a verb of asking, says that it only
        # reads.
        last = path.segments[-1].text if path.segments else ""
        return said.verb not in SAFE or not (said.verb in ASKING or said.verb in split(last))
    if method in _READS:
        # Only verbs that can mean nothing else make a GET dangerous: the name of what is read may be a verb too.
        return method == "get" and said.certain and said.verb in CHANGES_BY_GET
    return True


def _action(operation: Operation, path: Path, said: Said, *, changes: bool) -> str:
    verb, method = ACTION_OF.get(said.verb, ""), operation.method
    if not changes:
        return verb if verb in ("search", "read") else "read"
    if method == "delete":
        return "delete"
    # A collection may be called like a verb (POST /imports), though hardly like one that destroys.
    makes_one = method == "post" and path.noun == (said.verb,) and said.verb not in DESTRUCTIVE
    if verb and verb not in ("search", "read") and not makes_one:
        return verb
    by_method = _BY_METHOD.get(method)
    if by_method is not None and method not in _READS:
        return by_method
    last = path.segments[-1] if path.segments else None
    # POST to one thing changes it (Stripe, Slack); POST to a collection adds to it.
    return "update" if last is not None and last.parameters else "create"


def _shape(operation: Operation, path: Path, said: Said, shapes: Shapes, *, changes: bool) -> str | None:
    if changes:
        return "mutation"
    schema = answer_schema(operation)
    last = path.segments[-1].text.lower() if path.segments else ""
    if said.counts or last in ("count", "counts"):
        return "count"
    if schema is None:
        return None
    at = path.last_noun(len(path.segments))
    noun = "".join(path.segments[at].noun) if at >= 0 else ""
    items = shapes.items(schema, noun, ends=path.ends_in_noun)
    if said.lists or any(item.many for item in items):
        return "list"
    leaves = (
        [leaf for item in items for leaf in shapes.leaves(item.schema)]
        if items and not is_scalar(items[0].schema)
        else []
    )
    return "count" if leaves == ["count"] else "single"


def _searches(operation: Operation) -> bool:
    return any(p.location == "query" and p.name.lower() in _SEARCH_NAMES for p in operation.parameters)
