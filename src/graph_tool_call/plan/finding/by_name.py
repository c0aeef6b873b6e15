"""A thing that an operation reads by its name: the user of /u/{username}, whose key another operation takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ...model.contract import Input, Output, ToolContract
from ...request.catalogue import Catalogue
from ...request.values import Condition
from ..derivation.derivation import GIVEN, ONE, PRODUCED, Call, Source
from ..problem.given import normal
from ..problem.needs import is_setting


def read_by_name(
    need: Input,
    where: Sequence[Condition],
    noun: str,
    catalogue: Catalogue,
    contracts: Iterable[ToolContract],
    fill: Callable[[ToolContract, Input], Source | None],
) -> Source | None:
    """The key that *need* takes, of what one operation reads by the name that *where* says; None without one.

    A name with blanks is none that a path has.
    """
    only = where[0] if len(where) == 1 else None
    if only is None or not isinstance(only.value, str) or " " in only.value.strip() or not need.tag:
        return None
    names = {normal(path.rpartition(".")[2]) for x in catalogue.by_noun.get(noun, ()) for path in x.naming}
    ways = (way for way in _readers(need, names, contracts) if normal(only.attribute) in ("", normal(way[2].name)))
    found = sorted(ways, key=lambda way: (way[1].path.count("."), len(way[0].facts.path)))
    if not found:
        return None
    contract, key, row = found[0]
    said = Source(input=row, how=GIVEN, value=only.value, key=only.word, used=frozenset({only.word} - {""}))
    settings = [
        fill(contract, one) for one in contract.inputs if one.required and one.kind != "auth" and is_setting(one)
    ]
    call = Call.of(contract, (*(one for one in settings if one is not None), said), 0.0)
    return Source(input=need, how=PRODUCED, output=key, call=call, pick=ONE, match="request", used=said.used)


def _readers(
    need: Input, names: set[str], contracts: Iterable[ToolContract]
) -> Iterator[tuple[ToolContract, Output, Input]]:
    """Operations that take nothing but a name, with the key that they answer with.

    A name is one of *names*, those that lists show, or what names the thing in the answer itself.
    """
    for contract in contracts:
        if contract.facts.method != "get" or "{" not in contract.facts.path:
            continue
        needed = (row for row in contract.inputs if row.required or row.location == "path")
        rows = [row for row in needed if row.kind != "auth" and not is_setting(row)]
        if len(rows) != 1 or rows[0].location != "path":
            continue
        own_names = {normal(out.name) for out in contract.outputs if out.row.get("naming") and not out.many}
        if normal(rows[0].name) not in names | own_names:
            continue
        keys = [out for out in contract.outputs if out.tag == need.tag and not out.many and out.path.count(".") <= 2]
        own = [out for out in keys if normal(out.name) in {"id", normal(need.name)}]
        if own:
            yield contract, min(own, key=lambda out: (out.path.count("."), len(out.path))), rows[0]
