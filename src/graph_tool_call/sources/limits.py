"""How much of a document is read before reading gives up."""

from __future__ import annotations

import attrs


@attrs.frozen(kw_only=True)
class Limits:
    """Bounds on what one collection may cost. All are generous: the largest public documents use a tenth of them.

    Going over a bound of size, depth, aliases or references raises `SpecError`; going over
    `max_schemas` or `max_joined` leaves the remaining schemas empty and reports it.
    """

    #: Bytes of one document.
    max_bytes: int = 100_000_000
    #: Files and addresses that one collection may consist of.
    max_documents: int = 5_000
    #: Nesting of mappings and lists in one document.
    max_depth: int = 400
    #: Length of a chain of references that do nothing but refer further.
    max_refs: int = 32
    #: Nesting of `allOf` in one schema.
    max_all_of: int = 100
    #: YAML nodes after every alias has been replaced by what it stands for.
    max_alias_nodes: int = 1_000_000
    #: Schema nodes of one collection.
    max_schemas: int = 300_000
    #: Schemas that are put together for properties which several members of an `allOf` describe.
    max_joined: int = 50_000
    #: Documents up to this size get the JSON Schema pass of the validator library under `validate="structure"`.
    max_library_bytes: int = 50_000
