"""Whoever asks: their key, where a request speaks of them or of nobody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from ...model.contract import Input, ToolContract
from ...request.catalogue import Catalogue
from ...request.values import SettingOf, Thing
from ..derivation.derivation import FIXED, PRODUCED, Call, Source

#: What stands for whoever asks where an operation takes an input; see `RequestReader.read_caller`.
ReadCaller = Callable[[ToolContract, Input], "Thing | SettingOf | None"]


@attrs.frozen(eq=False)
class Callers:
    """The keys of whoever asks."""

    contracts: Mapping[str, ToolContract]
    catalogue: Catalogue
    read: ReadCaller
    exclude: frozenset[str] = frozenset()

    def said(self, row: Input, tool: str, word: str) -> Source | None:
        """The key of who is meant by *word*, "me", from *tool*, the operation that answers for them."""
        contract = self.contracts.get(tool) if tool not in self.exclude else None
        if contract is None or contract.facts.changes_state:
            return None
        keys = [output for output in contract.outputs if not output.many and output.tag and output.tag == row.tag]
        keys = keys or [o for o in contract.outputs if not o.many and o.tag and o.resource == contract.facts.resource]
        if not keys:
            return None
        key = min(keys, key=lambda output: (output.path.count("."), len(output.path)))
        used = frozenset({word} - {""})
        return Source(input=row, how=PRODUCED, output=key, call=Call.of(contract, (), 0.0), match="request", used=used)

    def unsaid(self, contract: ToolContract, row: Input) -> Source | None:
        """The key of whoever asks where *contract* takes one and nobody was named; None for a key of anything else."""
        if not row.tag or row.location != "path":
            return None
        found = self.read(contract, row)
        if isinstance(found, SettingOf):
            return Source(input=row, how=FIXED, value=found.value)
        source = self.said(row, str(found.where[0].value), "") if found is not None else None
        return source if source is not None and source.output is not None and source.output.tag == row.tag else None

    def alone(self, target: ToolContract, row: Input) -> Source | None:
        """The same for a parent in the path of *target*, where the API shows no other that could be meant.

        What a change is about itself is never whoever asks.
        """
        if target.facts.path.rstrip("/").endswith("}") or self.catalogue.by_tag.get(row.tag):
            return None
        return self.unsaid(target, row)
